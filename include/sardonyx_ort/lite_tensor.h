// What functions that are custom operators take: tensors, spans, arrays of tensors.
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

#include "../onnxruntime_cxx_api.h"

namespace Ort {
namespace Custom {

// One input or output, or all from one on.
class ArgBase {
 public:
  ArgBase(OrtKernelContext* ctx, size_t indice, bool is_input)
      : ctx_(ctx), indice_(indice), is_input_(is_input) {}
  virtual ~ArgBase() {}

 protected:
  struct KernelContext ctx_;
  size_t indice_;
  bool is_input_;
};

using ArgPtr = std::unique_ptr<Custom::ArgBase>;
using ArgPtrs = std::vector<ArgPtr>;

class TensorBase : public ArgBase {
 public:
  TensorBase(OrtKernelContext* ctx, size_t indice, bool is_input) : ArgBase(ctx, indice, is_input) {}

  // Is the shape known: of an input always, of an output once it is allocated.
  operator bool() const { return shape_.has_value(); }

  const std::vector<int64_t>& Shape() const {
    if (!shape_.has_value())
      ORT_CXX_API_THROW("tensor shape is not yet initialized: an output has one once it is allocated",
                        OrtErrorCode::ORT_RUNTIME_EXCEPTION);
    return *shape_;
  }
  ONNXTensorElementDataType Type() const { return type_; }
  int64_t NumberOfElement() const {
    if (!shape_.has_value()) return 0;
    int64_t count = 1;
    for (int64_t dim : *shape_) count *= dim;
    return count;
  }
  std::string Shape2Str() const {
    if (!shape_.has_value()) return "empty";
    std::string text;
    for (int64_t dim : *shape_) text += (text.empty() ? "" : ", ") + std::to_string(dim);
    return "[" + text + "]";
  }
  bool IsCpuTensor() const { return std::strcmp("Cpu", mem_type_) == 0; }

  virtual const void* DataRaw() const = 0;
  virtual size_t SizeInBytes() const = 0;

 protected:
  // The input, with what is known of it noted.
  ConstValue TakeInput() {
    if (indice_ >= ctx_.GetInputCount())
      ORT_CXX_API_THROW("invalid index " + std::to_string(indice_) + " for an input: the node has " +
                            std::to_string(ctx_.GetInputCount()),
                        OrtErrorCode::ORT_INVALID_ARGUMENT);
    const ConstValue value = ctx_.GetInput(indice_);
    const TensorTypeAndShapeInfo info = value.GetTensorTypeAndShapeInfo();
    shape_ = info.GetShape();
    type_ = info.GetElementType();
    mem_type_ = detail::Ask<&OrtApi::MemoryInfoGetName>(value.GetTensorMemoryInfo());
    return value;
  }
  void NeedVector() const {
    if (!shape_.has_value() || shape_->size() != 1)
      ORT_CXX_API_THROW("a span is a tensor of rank 1, got shape " + Shape2Str(),
                        OrtErrorCode::ORT_RUNTIME_EXCEPTION);
  }
  void NeedScalar() const {
    if (!shape_.has_value() || shape_->size() != 1 || (*shape_)[0] != 1)
      ORT_CXX_API_THROW("a scalar is a tensor of shape [1], got shape " + Shape2Str(),
                        OrtErrorCode::ORT_RUNTIME_EXCEPTION);
  }

  std::optional<std::vector<int64_t>> shape_;
  ONNXTensorElementDataType type_ = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
  const char* mem_type_ = "Cpu";
};

// The elements of a tensor of rank 1.
template <typename T>
struct Span {
  const T* data_ = {};
  size_t size_ = {};
  void Assign(const T* data, size_t size) {
    data_ = data;
    size_ = size;
  }
  size_t size() const { return size_; }
  T operator[](size_t indice) const { return data_[indice]; }
  const T* data() const { return data_; }
};

template <typename T>
class Tensor : public TensorBase {
 public:
  using TT = typename std::remove_reference<T>::type;

  Tensor(OrtKernelContext* ctx, size_t indice, bool is_input) : TensorBase(ctx, indice, is_input) {
    if (is_input) {
      value_ = TakeInput();
    } else {
      type_ = TypeToTensorType<TT>::type;
    }
  }

  const TT* Data() const {
    if (is_input_) return static_cast<const TT*>(value_.GetTensorRawData());
    if (data_ == nullptr)
      ORT_CXX_API_THROW("an output has no data before it is allocated", OrtErrorCode::ORT_RUNTIME_EXCEPTION);
    return data_;
  }

  // The memory of an output. It is made once; what is asked for later only changes the shape that is told.
  TT* Allocate(const std::vector<int64_t>& shape) {
    shape_ = shape;
    if (data_ == nullptr) data_ = ctx_.GetOutput(indice_, shape).template GetTensorMutableData<TT>();
    return data_;
  }

  static TT GetT() { return TT{}; }

  const Span<T>& AsSpan() {
    NeedVector();
    span_.Assign(Data(), static_cast<size_t>((*shape_)[0]));
    return span_;
  }
  const T& AsScalar() {
    NeedScalar();
    return *Data();
  }
  const void* DataRaw() const override { return reinterpret_cast<const void*>(Data()); }
  size_t SizeInBytes() const override { return sizeof(TT) * static_cast<size_t>(NumberOfElement()); }

 private:
  ConstValue value_;
  TT* data_ = nullptr;
  Span<T> span_;
};

// What tensors of std::string and of std::string_view share: the input is copied, the output written at once.
class StringTensorBase : public TensorBase {
 public:
  StringTensorBase(OrtKernelContext* ctx, size_t indice, bool is_input) : TensorBase(ctx, indice, is_input) {
    if (!is_input) {
      type_ = ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING;
      return;
    }
    const ConstValue value = TakeInput();
    const size_t count = static_cast<size_t>(NumberOfElement());
    offsets_.resize(count);
    chars_.resize(value.GetStringTensorDataLength());
    if (count > 0) value.GetStringTensorContent(chars_.data(), chars_.size(), offsets_.data(), count);
  }

  void SetStringOutput(const std::vector<std::string>& ss, const std::vector<int64_t>& dims) {
    shape_ = dims;
    UnownedValue output = ctx_.GetOutput(indice_, dims);
    for (size_t i = 0; i < ss.size(); ++i) {
      if (ss[i].empty()) {
        output.FillStringTensorElement("", i);
      } else {
        std::memcpy(output.GetResizedStringTensorElementBuffer(i, ss[i].size()), ss[i].data(), ss[i].size());
      }
    }
  }

 protected:
  size_t size() const { return offsets_.size(); }
  std::string_view text(size_t i) const {
    const size_t end = i + 1 < offsets_.size() ? offsets_[i + 1] : chars_.size();
    return std::string_view(chars_).substr(offsets_[i], end - offsets_[i]);
  }

 private:
  std::string chars_;
  std::vector<size_t> offsets_;
};

template <>
class Tensor<std::string> : public StringTensorBase {
 public:
  using strings = std::vector<std::string>;

  Tensor(OrtKernelContext* ctx, size_t indice, bool is_input) : StringTensorBase(ctx, indice, is_input) {
    for (size_t i = 0; i < size(); ++i) data_.emplace_back(text(i));
  }

  const strings& Data() const { return data_; }
  const void* DataRaw() const override {
    if (data_.size() != 1)
      ORT_CXX_API_THROW("DataRaw() only applies to string scalar", OrtErrorCode::ORT_RUNTIME_EXCEPTION);
    return data_[0].c_str();
  }
  size_t SizeInBytes() const override {
    if (data_.size() != 1)
      ORT_CXX_API_THROW("SizeInBytes() only applies to string scalar", OrtErrorCode::ORT_RUNTIME_EXCEPTION);
    return data_[0].size();
  }
  const Span<std::string>& AsSpan() {
    NeedVector();
    span_.Assign(data_.data(), data_.size());
    return span_;
  }
  const std::string& AsScalar() {
    NeedScalar();
    return data_[0];
  }

 private:
  strings data_;
  Span<std::string> span_;
};

template <>
class Tensor<std::string_view> : public StringTensorBase {
 public:
  using strings = std::vector<std::string>;
  using string_views = std::vector<std::string_view>;

  Tensor(OrtKernelContext* ctx, size_t indice, bool is_input) : StringTensorBase(ctx, indice, is_input) {
    for (size_t i = 0; i < size(); ++i) data_.push_back(text(i));
  }

  const string_views& Data() const { return data_; }
  const void* DataRaw() const override {
    if (data_.size() != 1)
      ORT_CXX_API_THROW("DataRaw() only applies to string scalar", OrtErrorCode::ORT_RUNTIME_EXCEPTION);
    return data_[0].data();
  }
  size_t SizeInBytes() const override {
    if (data_.size() != 1)
      ORT_CXX_API_THROW("SizeInBytes() only applies to string scalar", OrtErrorCode::ORT_RUNTIME_EXCEPTION);
    return data_[0].size();
  }
  const Span<std::string_view>& AsSpan() {
    NeedVector();
    span_.Assign(data_.data(), data_.size());
    return span_;
  }
  std::string_view AsScalar() {
    NeedScalar();
    return data_[0];
  }

 private:
  string_views data_;
  Span<std::string_view> span_;
};

using TensorPtr = std::unique_ptr<Custom::TensorBase>;
using TensorPtrs = std::vector<TensorPtr>;

// All inputs, or all outputs, from one on: of any element types.
class TensorArray : public ArgBase {
 public:
  TensorArray(OrtKernelContext* ctx, size_t start_indice, bool is_input)
      : ArgBase(ctx, start_indice, is_input) {
    if (!is_input) return;
    for (size_t i = start_indice; i < ctx_.GetInputCount(); ++i) tensors_.push_back(Wrap(ctx, i));
  }

  template <typename T>
  T* AllocateOutput(size_t ith_output, const std::vector<int64_t>& shape) {
    return Output<Tensor<T>>(ith_output).Allocate(shape);
  }
  Tensor<std::string>& AllocateStringTensor(size_t ith_output) {
    return Output<Tensor<std::string>>(ith_output);
  }
  size_t Size() const { return tensors_.size(); }
  const TensorPtr& operator[](size_t ith_input) const { return tensors_.at(ith_input); }

 private:
  template <typename T>
  T& Output(size_t i) {
    auto tensor = std::make_unique<T>(ctx_.GetOrtKernelContext(), indice_ + i, false);
    T& reference = *tensor;
    if (tensors_.size() <= i) tensors_.resize(i + 1);
    tensors_[i] = std::move(tensor);
    return reference;
  }

  // An input as a tensor of the type that it has, one of Ts.
  template <typename... Ts>
  static TensorPtr WrapAs(ONNXTensorElementDataType type, OrtKernelContext* ctx, size_t i) {
    TensorPtr tensor;
    const auto wrap = [&](auto element) {
      using T = decltype(element);
      if (type == TypeToTensorType<T>::type) tensor = std::make_unique<Tensor<T>>(ctx, i, true);
    };
    (wrap(Ts{}), ...);
    return tensor;
  }
  static TensorPtr Wrap(OrtKernelContext* ctx, size_t i) {
    const ConstValue value = KernelContext(ctx).GetInput(i);
    if (static_cast<const OrtValue*>(value) == nullptr) return nullptr;
    const ONNXTensorElementDataType type = value.GetTensorTypeAndShapeInfo().GetElementType();
    if (type == ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING)
      return std::make_unique<Tensor<std::string>>(ctx, i, true);
    TensorPtr tensor =
        WrapAs<bool, float, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t,
               Float16_t, BFloat16_t, Float8E4M3FN_t, Float8E4M3FNUZ_t, Float8E5M2_t, Float8E5M2FNUZ_t>(
            type, ctx, i);
    if (tensor == nullptr)
      ORT_CXX_API_THROW("input " + std::to_string(i) + " has element type " + std::to_string(type) +
                            ", which custom operators of this kind do not take",
                        OrtErrorCode::ORT_RUNTIME_EXCEPTION);
    return tensor;
  }

  TensorPtrs tensors_;
};

using Variadic = TensorArray;

}  // namespace Custom
}  // namespace Ort
