// Types of values: tensors, sequences, maps, optionals.
#pragma once

#include "memory.h"

namespace Ort {

struct TypeInfo;

namespace detail {

template <typename T>
struct TensorTypeAndShapeInfoImpl : Base<T> {
  using B = Base<T>;
  using B::B;

  ONNXTensorElementDataType GetElementType() const { return Ask<&OrtApi::GetTensorElementType>(this->p_); }
  size_t GetElementCount() const { return Ask<&OrtApi::GetTensorShapeElementCount>(this->p_); }
  size_t GetDimensionsCount() const { return Ask<&OrtApi::GetDimensionsCount>(this->p_); }
  void GetDimensions(int64_t* values, size_t values_count) const {
    Do<&OrtApi::GetDimensions>(this->p_, values, values_count);
  }
  void GetSymbolicDimensions(const char** values, size_t values_count) const {
    Do<&OrtApi::GetSymbolicDimensions>(this->p_, values, values_count);
  }
  // Names as long-lived as this info; "" for a dimension without one.
  std::vector<const char*> GetSymbolicDimensions() const {
    std::vector<const char*> names(GetDimensionsCount(), nullptr);
    GetSymbolicDimensions(names.data(), names.size());
    return names;
  }
  bool HasShape() const { return GetApi().TensorTypeAndShape_HasShape(this->p_); }
  // -1 where a dimension is unknown.
  std::vector<int64_t> GetShape() const {
    std::vector<int64_t> shape(GetDimensionsCount(), 0);
    GetDimensions(shape.data(), shape.size());
    return shape;
  }
};

}  // namespace detail

using ConstTensorTypeAndShapeInfo =
    detail::TensorTypeAndShapeInfoImpl<detail::Unowned<const OrtTensorTypeAndShapeInfo>>;

struct TensorTypeAndShapeInfo : detail::TensorTypeAndShapeInfoImpl<OrtTensorTypeAndShapeInfo> {
  using Base = detail::TensorTypeAndShapeInfoImpl<OrtTensorTypeAndShapeInfo>;
  using Base::Base;

  explicit TensorTypeAndShapeInfo(std::nullptr_t) {}
  explicit TensorTypeAndShapeInfo(OrtTensorTypeAndShapeInfo* p) : Base{p} {}
  explicit TensorTypeAndShapeInfo(ONNXTensorElementDataType element_type, const std::vector<int64_t>& dims,
                                  const std::vector<std::string>* symbolic_dims = nullptr)
      : Base{detail::Ask<&OrtApi::CreateTensorTypeAndShapeInfo>()} {
    detail::Do<&OrtApi::SetTensorElementType>(p_, element_type);
    detail::Do<&OrtApi::SetDimensions>(p_, dims.data(), dims.size());
    if (symbolic_dims != nullptr) {
      std::vector<const char*> names = detail::StringsToCharPtrs(*symbolic_dims);
      detail::Do<&OrtApi::SetSymbolicDimensions>(p_, names.data(), names.size());
    }
  }

  ConstTensorTypeAndShapeInfo GetConst() const { return ConstTensorTypeAndShapeInfo{p_}; }
};

namespace detail {

template <typename T>
struct SequenceTypeInfoImpl : Base<T> {
  using B = Base<T>;
  using B::B;
  TypeInfo GetSequenceElementType() const;
};

template <typename T>
struct OptionalTypeInfoImpl : Base<T> {
  using B = Base<T>;
  using B::B;
  TypeInfo GetOptionalElementType() const;
};

template <typename T>
struct MapTypeInfoImpl : detail::Base<T> {
  using B = Base<T>;
  using B::B;
  ONNXTensorElementDataType GetMapKeyType() const { return Ask<&OrtApi::GetMapKeyType>(this->p_); }
  TypeInfo GetMapValueType() const;
};

}  // namespace detail

using ConstSequenceTypeInfo = detail::SequenceTypeInfoImpl<detail::Unowned<const OrtSequenceTypeInfo>>;
using ConstOptionalTypeInfo = detail::OptionalTypeInfoImpl<detail::Unowned<const OrtOptionalTypeInfo>>;
using ConstMapTypeInfo = detail::MapTypeInfoImpl<detail::Unowned<const OrtMapTypeInfo>>;

struct SequenceTypeInfo : detail::SequenceTypeInfoImpl<OrtSequenceTypeInfo> {
  using Base = detail::SequenceTypeInfoImpl<OrtSequenceTypeInfo>;
  using Base::Base;

  explicit SequenceTypeInfo(std::nullptr_t) {}
  explicit SequenceTypeInfo(OrtSequenceTypeInfo* p) : Base{p} {}
  ConstSequenceTypeInfo GetConst() const { return ConstSequenceTypeInfo{p_}; }
};

struct MapTypeInfo : detail::MapTypeInfoImpl<OrtMapTypeInfo> {
  using Base = detail::MapTypeInfoImpl<OrtMapTypeInfo>;
  using Base::Base;

  explicit MapTypeInfo(std::nullptr_t) {}
  explicit MapTypeInfo(OrtMapTypeInfo* p) : Base{p} {}
  ConstMapTypeInfo GetConst() const { return ConstMapTypeInfo{p_}; }
};

namespace detail {

// The views that it gives are parts of it: they wrap NULL for a value of another kind.
template <typename T>
struct TypeInfoImpl : detail::Base<T> {
  using B = Base<T>;
  using B::B;

  ConstTensorTypeAndShapeInfo GetTensorTypeAndShapeInfo() const {
    return ConstTensorTypeAndShapeInfo{Ask<&OrtApi::CastTypeInfoToTensorInfo>(this->p_)};
  }
  ConstSequenceTypeInfo GetSequenceTypeInfo() const {
    return ConstSequenceTypeInfo{Ask<&OrtApi::CastTypeInfoToSequenceTypeInfo>(this->p_)};
  }
  ConstMapTypeInfo GetMapTypeInfo() const {
    return ConstMapTypeInfo{Ask<&OrtApi::CastTypeInfoToMapTypeInfo>(this->p_)};
  }
  ConstOptionalTypeInfo GetOptionalTypeInfo() const {
    return ConstOptionalTypeInfo{Ask<&OrtApi::CastTypeInfoToOptionalTypeInfo>(this->p_)};
  }
  ONNXType GetONNXType() const { return Ask<&OrtApi::GetOnnxTypeFromTypeInfo>(this->p_); }
};

}  // namespace detail

using ConstTypeInfo = detail::TypeInfoImpl<detail::Unowned<const OrtTypeInfo>>;

struct TypeInfo : detail::TypeInfoImpl<OrtTypeInfo> {
  using Base = detail::TypeInfoImpl<OrtTypeInfo>;
  using Base::Base;

  explicit TypeInfo(std::nullptr_t) {}
  explicit TypeInfo(OrtTypeInfo* p) : Base{p} {}

#if !defined(ORT_MINIMAL_BUILD)
  static TypeInfo CreateTensorInfo(ConstTensorTypeAndShapeInfo tensor_info) {
    return TypeInfo(detail::Ask<&OrtModelEditorApi::CreateTensorTypeInfo>(tensor_info));
  }
  static TypeInfo CreateSparseTensorInfo(ConstTensorTypeAndShapeInfo sparse_tensor_info) {
    return TypeInfo(detail::Ask<&OrtModelEditorApi::CreateSparseTensorTypeInfo>(sparse_tensor_info));
  }
  static TypeInfo CreateSequenceTypeInfo(ConstTypeInfo sequence_type) {
    return TypeInfo(detail::Ask<&OrtModelEditorApi::CreateSequenceTypeInfo>(sequence_type));
  }
  static TypeInfo CreateMapTypeInfo(ONNXTensorElementDataType key_type, ConstTypeInfo value_type) {
    return TypeInfo(detail::Ask<&OrtModelEditorApi::CreateMapTypeInfo>(key_type, value_type));
  }
  static TypeInfo CreateOptionalTypeInfo(ConstTypeInfo contained_type) {
    return TypeInfo(detail::Ask<&OrtModelEditorApi::CreateOptionalTypeInfo>(contained_type));
  }
#endif

  ConstTypeInfo GetConst() const { return ConstTypeInfo{p_}; }
};

namespace detail {

template <typename T>
TypeInfo SequenceTypeInfoImpl<T>::GetSequenceElementType() const {
  return TypeInfo(Ask<&OrtApi::GetSequenceElementType>(this->p_));
}
template <typename T>
TypeInfo OptionalTypeInfoImpl<T>::GetOptionalElementType() const {
  return TypeInfo(Ask<&OrtApi::GetOptionalContainedTypeInfo>(this->p_));
}
template <typename T>
TypeInfo MapTypeInfoImpl<T>::GetMapValueType() const {
  return TypeInfo(Ask<&OrtApi::GetMapValueType>(this->p_));
}

}  // namespace detail
}  // namespace Ort
