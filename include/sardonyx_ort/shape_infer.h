// Shape inference of custom operators.
#pragma once

#include <stdexcept>

#include "op_attr.h"

namespace Ort {

struct ShapeInferContext {
  // A dimension: a number, or a name. The text of a name is not copied.
  struct SymbolicInteger {
    SymbolicInteger(int64_t i) : number_(i), is_int_(true) {}
    SymbolicInteger(const char* s) : name_(s), is_int_(false) {}
    SymbolicInteger(const SymbolicInteger&) = default;
    SymbolicInteger(SymbolicInteger&&) = default;
    SymbolicInteger& operator=(const SymbolicInteger&) = default;
    SymbolicInteger& operator=(SymbolicInteger&&) = default;

    bool operator==(const SymbolicInteger& dim) const {
      if (is_int_ != dim.is_int_) return false;
      return is_int_ ? number_ == dim.number_ : std::string(name_) == dim.name_;
    }
    bool IsInt() const { return is_int_; }
    int64_t AsInt() const { return number_; }
    const char* AsSym() const { return name_; }

    static constexpr int INVALID_INT_DIM = -2;  // the number that stands beside a name

   private:
    union {
      int64_t number_;
      const char* name_;
    };
    bool is_int_;
  };

  using Shape = std::vector<SymbolicInteger>;
  using Ints = std::vector<int64_t>;
  using Floats = std::vector<float>;
  using Strings = std::vector<std::string>;

  ShapeInferContext(const OrtApi* ort_api, OrtShapeInferContext* ctx) : ort_api_(ort_api), ctx_(ctx) {
    size_t count = 0;
    ThrowOnError(ort_api_->ShapeInferContext_GetInputCount(ctx_, &count));
    for (size_t i = 0; i < count; ++i) {
      OrtTensorTypeAndShapeInfo* info = nullptr;  // the context's own
      ThrowOnError(ort_api_->ShapeInferContext_GetInputTypeShape(ctx_, i, &info));
      const ConstTensorTypeAndShapeInfo type(info);
      const std::vector<int64_t> numbers = type.GetShape();
      const std::vector<const char*> names = type.GetSymbolicDimensions();
      Shape shape;
      for (size_t axis = 0; axis < numbers.size(); ++axis) {
        const bool named = names[axis] != nullptr && *names[axis] != '\0';
        shape.push_back(named ? SymbolicInteger(names[axis]) : SymbolicInteger(numbers[axis]));
      }
      input_shapes_.push_back(std::move(shape));
    }
  }

  const Shape& GetInputShape(size_t indice) const { return input_shapes_.at(indice); }
  size_t GetInputCount() const { return input_shapes_.size(); }

  Status SetOutputShape(size_t indice, const Shape& shape,
                        ONNXTensorElementDataType type = ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT) {
    std::vector<int64_t> numbers;
    std::vector<const char*> names;
    for (const SymbolicInteger& dim : shape) {
      if (!dim.IsInt() && (dim.AsSym() == nullptr || *dim.AsSym() == '\0'))
        ORT_CXX_API_THROW("Symbolic dim must not be an empty string", ORT_INVALID_ARGUMENT);
      numbers.push_back(dim.IsInt() ? dim.AsInt() : SymbolicInteger::INVALID_INT_DIM);
      names.push_back(dim.IsInt() ? "" : dim.AsSym());
    }
    OrtTensorTypeAndShapeInfo* raw = nullptr;
    ORT_CXX_RETURN_ON_API_FAIL(ort_api_->CreateTensorTypeAndShapeInfo(&raw));
    const TensorTypeAndShapeInfo info(raw);
    ORT_CXX_RETURN_ON_API_FAIL(ort_api_->SetTensorElementType(info, type));
    ORT_CXX_RETURN_ON_API_FAIL(ort_api_->SetDimensions(info, numbers.data(), numbers.size()));
    ORT_CXX_RETURN_ON_API_FAIL(ort_api_->SetSymbolicDimensions(info, names.data(), names.size()));
    return Status(ort_api_->ShapeInferContext_SetOutputTypeShape(ctx_, indice, info));
  }

  int64_t GetAttrInt(const char* attr_name) { return Get<int64_t>(attr_name, "int"); }
  Ints GetAttrInts(const char* attr_name) { return GetArray<int64_t>(attr_name, "ints"); }
  float GetAttrFloat(const char* attr_name) { return Get<float>(attr_name, "float"); }
  Floats GetAttrFloats(const char* attr_name) { return GetArray<float>(attr_name, "floats"); }
  std::string GetAttrString(const char* attr_name) { return Get<std::string>(attr_name, "string"); }
  Strings GetAttrStrings(const char* attr_name) { return GetArray<std::string>(attr_name, "strings"); }

 private:
  ConstOpAttr Attribute(const char* name) const {
    const OrtOpAttr* attr = nullptr;
    ThrowOnError(ort_api_->ShapeInferContext_GetAttribute(ctx_, name, &attr));
    return ConstOpAttr(attr);
  }
  static void Check(const Status& status, const char* kind) {
    if (status.IsOK()) return;
    ORT_CXX_API_THROW(std::string("Getting ") + kind + " attribute failed: " + status.GetErrorMessage(),
                      status.GetErrorCode());
  }
  template <typename T>
  T Get(const char* name, const char* kind) const {
    T value{};
    Check(Attribute(name).GetValue(value), kind);
    return value;
  }
  template <typename T>
  std::vector<T> GetArray(const char* name, const char* kind) const {
    std::vector<T> values;
    Check(Attribute(name).GetValueArray(values), kind);
    return values;
  }

  const OrtApi* ort_api_;
  OrtShapeInferContext* ctx_;
  std::vector<Shape> input_shapes_;
};

using ShapeInferFn = Ort::Status (*)(Ort::ShapeInferContext&);

namespace detail {

// Calls a function of a program's from the library: no exception crosses.
template <typename Function>
OrtStatus* Guarded(Function&& function) noexcept {
#ifdef ORT_NO_EXCEPTIONS
  return function();
#else
  try {
    return function();
  } catch (const Exception& e) {
    return Status(e).release();
  } catch (const std::exception& e) {
    return Status(e).release();
  } catch (...) {
    return Status("an exception of an unknown type", ORT_RUNTIME_EXCEPTION).release();
  }
#endif
}

// Infers with a function that returns a Status or an OrtStatus*.
template <typename Function>
OrtStatus* InferShapes(OrtShapeInferContext* context, Function&& function) noexcept {
  return Guarded([&]() -> OrtStatus* {
    ShapeInferContext wrapped(&GetApi(), context);
    return Status(function(wrapped)).release();
  });
}

}  // namespace detail
}  // namespace Ort
