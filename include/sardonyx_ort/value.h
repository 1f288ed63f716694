// Values: tensors, strings, sequences, maps, sparse tensors.
#pragma once

#include "float.h"
#include "type_info.h"

namespace Ort {

struct Value;

namespace detail {

// Values of a sparse tensor: numbers, or pointers to texts.
struct OrtSparseValuesParam {
  const int64_t* values_shape;
  size_t values_shape_len;
  union {
    const void* p_data;
    const char** str;
  } data;
};

struct Shape {
  const int64_t* shape;
  size_t shape_len;
};

template <typename T>
struct ConstValueImpl : Base<T> {
  using B = Base<T>;
  using B::B;

  template <typename R>
  void GetOpaqueData(const char* domain, const char* type_name, R& out) const {
    Do<&OrtApi::GetOpaqueValue>(domain, type_name, this->p_, &out, sizeof(R));
  }

  bool IsTensor() const { return Ask<&OrtApi::IsTensor>(this->p_) != 0; }
  bool HasValue() const { return Ask<&OrtApi::HasValue>(this->p_) != 0; }

  // Of a sequence its elements, of a map its keys (0) and its values (1): copies.
  size_t GetCount() const { return Ask<&OrtApi::GetValueCount>(this->p_); }
  Value GetValue(int index, OrtAllocator* allocator) const;

  size_t GetStringTensorDataLength() const { return Ask<&OrtApi::GetStringTensorDataLength>(this->p_); }
  void GetStringTensorContent(void* buffer, size_t buffer_length, size_t* offsets,
                              size_t offsets_count) const {
    Do<&OrtApi::GetStringTensorContent>(this->p_, buffer, buffer_length, offsets, offsets_count);
  }
  void GetStringTensorElement(size_t buffer_length, size_t element_index, void* buffer) const {
    Do<&OrtApi::GetStringTensorElement>(this->p_, buffer_length, element_index, buffer);
  }
  std::string GetStringTensorElement(size_t element_index) const {
    std::string text(GetStringTensorElementLength(element_index), '\0');
    GetStringTensorElement(text.size(), element_index, text.data());
    return text;
  }
  size_t GetStringTensorElementLength(size_t element_index) const {
    return Ask<&OrtApi::GetStringTensorElementLength>(this->p_, element_index);
  }

  // The elements where they are; R is not checked.
  template <typename R>
  const R* GetTensorData() const {
    return static_cast<const R*>(GetTensorRawData());
  }
  const void* GetTensorRawData() const { return Ask<&OrtApi::GetTensorData>(this->p_); }
  size_t GetTensorSizeInBytes() const { return Ask<&OrtApi::GetTensorSizeInBytes>(this->p_); }

  TypeInfo GetTypeInfo() const { return TypeInfo(Ask<&OrtApi::GetTypeInfo>(this->p_)); }
  TensorTypeAndShapeInfo GetTensorTypeAndShapeInfo() const {
    return TensorTypeAndShapeInfo(Ask<&OrtApi::GetTensorTypeAndShape>(this->p_));
  }
  ConstMemoryInfo GetTensorMemoryInfo() const {
    return ConstMemoryInfo(Ask<&OrtApi::GetTensorMemoryInfo>(this->p_));
  }
  // The shape is the value's own.
  void GetTensorElementTypeAndShapeDataReference(ONNXTensorElementDataType& elem_type, Shape& shape) const {
    Do<&OrtApi::GetTensorElementTypeAndShapeDataReference>(this->p_, &elem_type, &shape.shape,
                                                           &shape.shape_len);
  }

#if !defined(DISABLE_SPARSE_TENSORS)
  OrtSparseFormat GetSparseFormat() const { return Ask<&OrtApi::GetSparseTensorFormat>(this->p_); }
  TensorTypeAndShapeInfo GetSparseTensorValuesTypeAndShapeInfo() const {
    return TensorTypeAndShapeInfo(Ask<&OrtApi::GetSparseTensorValuesTypeAndShape>(this->p_));
  }
  TensorTypeAndShapeInfo GetSparseTensorIndicesTypeShapeInfo(OrtSparseIndicesFormat format) const {
    return TensorTypeAndShapeInfo(Ask<&OrtApi::GetSparseTensorIndicesTypeShape>(this->p_, format));
  }
  template <typename R>
  const R* GetSparseTensorIndicesData(OrtSparseIndicesFormat indices_format, size_t& num_indices) const {
    return static_cast<const R*>(
        Ask<&OrtApi::GetSparseTensorIndices>(this->p_, indices_format, &num_indices));
  }
  bool IsSparseTensor() const { return Ask<&OrtApi::IsSparseTensor>(this->p_) != 0; }
  template <typename R>
  const R* GetSparseTensorValues() const {
    return static_cast<const R*>(Ask<&OrtApi::GetSparseTensorValues>(this->p_));
  }
#endif
};

template <typename T>
struct ValueImpl : ConstValueImpl<T> {
  using B = ConstValueImpl<T>;
  using B::B;

  template <typename R>
  R* GetTensorMutableData() {
    return static_cast<R*>(GetTensorMutableRawData());
  }
  void* GetTensorMutableRawData() { return Ask<&OrtApi::GetTensorMutableData>(this->p_); }

  // One element.
  template <typename R>
  R& At(const std::vector<int64_t>& location) {
    static_assert(!std::is_same_v<R, std::string>, "strings are read by GetStringTensorElement");
    return *static_cast<R*>(Ask<&OrtApi::TensorAt>(this->p_, location.data(), location.size()));
  }

  void FillStringTensor(const char* const* s, size_t s_len) {
    Do<&OrtApi::FillStringTensor>(this->p_, s, s_len);
  }
  void FillStringTensorElement(const char* s, size_t index) {
    Do<&OrtApi::FillStringTensorElement>(this->p_, s, index);
  }
  // An element of that many bytes, to be written.
  char* GetResizedStringTensorElementBuffer(size_t index, size_t buffer_length) {
    return Ask<&OrtApi::GetResizedStringTensorElementBuffer>(this->p_, index, buffer_length);
  }

#if !defined(DISABLE_SPARSE_TENSORS)
  // Over indices of the caller's.
  void UseCooIndices(int64_t* indices_data, size_t indices_num) {
    Do<&OrtApi::UseCooIndices>(this->p_, indices_data, indices_num);
  }
  void UseCsrIndices(int64_t* inner_data, size_t inner_num, int64_t* outer_data, size_t outer_num) {
    Do<&OrtApi::UseCsrIndices>(this->p_, inner_data, inner_num, outer_data, outer_num);
  }
  void UseBlockSparseIndices(const Shape& indices_shape, int32_t* indices_data) {
    Do<&OrtApi::UseBlockSparseIndices>(this->p_, indices_shape.shape, indices_shape.shape_len, indices_data);
  }

  // With copies of values and indices.
  void FillSparseTensorCoo(const OrtMemoryInfo* data_mem_info, const OrtSparseValuesParam& values_param,
                           const int64_t* indices_data, size_t indices_num) {
    Do<&OrtApi::FillSparseTensorCoo>(this->p_, data_mem_info, values_param.values_shape,
                                     values_param.values_shape_len, values_param.data.p_data, indices_data,
                                     indices_num);
  }
  void FillSparseTensorCsr(const OrtMemoryInfo* data_mem_info, const OrtSparseValuesParam& values,
                           const int64_t* inner_indices_data, size_t inner_indices_num,
                           const int64_t* outer_indices_data, size_t outer_indices_num) {
    Do<&OrtApi::FillSparseTensorCsr>(this->p_, data_mem_info, values.values_shape, values.values_shape_len,
                                     values.data.p_data, inner_indices_data, inner_indices_num,
                                     outer_indices_data, outer_indices_num);
  }
  void FillSparseTensorBlockSparse(const OrtMemoryInfo* data_mem_info, const OrtSparseValuesParam& values,
                                   const Shape& indices_shape, const int32_t* indices_data) {
    Do<&OrtApi::FillSparseTensorBlockSparse>(this->p_, data_mem_info, values.values_shape,
                                             values.values_shape_len, values.data.p_data, indices_shape.shape,
                                             indices_shape.shape_len, indices_data);
  }
#endif
};

}  // namespace detail

using ConstValue = detail::ConstValueImpl<detail::Unowned<const OrtValue>>;
using UnownedValue = detail::ValueImpl<detail::Unowned<OrtValue>>;

struct Value : detail::ValueImpl<OrtValue> {
  using Base = detail::ValueImpl<OrtValue>;
  using Base::Base;
  using OrtSparseValuesParam = detail::OrtSparseValuesParam;
  using Shape = detail::Shape;

  Value(std::nullptr_t) {}
  Value(Value&&) = default;
  Value& operator=(Value&&) = default;

  ConstValue GetConst() const { return ConstValue{p_}; }
  UnownedValue GetUnowned() const { return UnownedValue{p_}; }

  // Over memory of the caller's, which must outlive the tensor. Counted in elements here...
  template <typename T>
  static Value CreateTensor(const OrtMemoryInfo* info, T* p_data, size_t p_data_element_count,
                            const int64_t* shape, size_t shape_len) {
    return CreateTensor(info, p_data, p_data_element_count * sizeof(T), shape, shape_len,
                        TypeToTensorType<T>::type);
  }
  // ... and in bytes here.
  static Value CreateTensor(const OrtMemoryInfo* info, void* p_data, size_t p_data_byte_count,
                            const int64_t* shape, size_t shape_len, ONNXTensorElementDataType type) {
    return Value(detail::Ask<&OrtApi::CreateTensorWithDataAsOrtValue>(info, p_data, p_data_byte_count, shape,
                                                                      shape_len, type));
  }
  // Over memory that the allocator frees with the tensor.
  static Value CreateTensor(OrtAllocator* deleter, void* p_data, size_t p_data_byte_count,
                            const int64_t* shape, size_t shape_len, ONNXTensorElementDataType type) {
    return Value(detail::Ask<&OrtApi::CreateTensorWithDataAndDeleterAsOrtValue>(
        deleter, p_data, p_data_byte_count, shape, shape_len, type));
  }
  // Over memory from the allocator.
  template <typename T>
  static Value CreateTensor(OrtAllocator* allocator, const int64_t* shape, size_t shape_len) {
    return CreateTensor(allocator, shape, shape_len, TypeToTensorType<T>::type);
  }
  static Value CreateTensor(OrtAllocator* allocator, const int64_t* shape, size_t shape_len,
                            ONNXTensorElementDataType type) {
    return Value(detail::Ask<&OrtApi::CreateTensorAsOrtValue>(allocator, shape, shape_len, type));
  }

  // Of copies of their elements.
  static Value CreateMap(const Value& keys, const Value& values) {
    const OrtValue* const both[] = {keys, values};
    return Value(detail::Ask<&OrtApi::CreateValue>(both, size_t{2}, ONNX_TYPE_MAP));
  }
  static Value CreateSequence(const std::vector<Value>& values) {
    return Value(detail::Ask<&OrtApi::CreateValue>(detail::Pointers(values.data()), values.size(),
                                                   ONNX_TYPE_SEQUENCE));
  }

  template <typename T>
  static Value CreateOpaque(const char* domain, const char* type_name, const T& value) {
    return Value(detail::Ask<&OrtApi::CreateOpaqueValue>(domain, type_name, &value, sizeof(T)));
  }

#if !defined(DISABLE_SPARSE_TENSORS)
  // Over values of the caller's; indices follow by UseCooIndices and its like.
  template <typename T>
  static Value CreateSparseTensor(const OrtMemoryInfo* info, T* p_data, const Shape& dense_shape,
                                  const Shape& values_shape) {
    return CreateSparseTensor(info, p_data, dense_shape, values_shape, TypeToTensorType<T>::type);
  }
  static Value CreateSparseTensor(const OrtMemoryInfo* info, void* p_data, const Shape& dense_shape,
                                  const Shape& values_shape, ONNXTensorElementDataType type) {
    return Value(detail::Ask<&OrtApi::CreateSparseTensorWithValuesAsOrtValue>(
        info, p_data, dense_shape.shape, dense_shape.shape_len, values_shape.shape, values_shape.shape_len,
        type));
  }
  // Empty; FillSparseTensorCoo and its like give it values and indices.
  template <typename T>
  static Value CreateSparseTensor(OrtAllocator* allocator, const Shape& dense_shape) {
    return CreateSparseTensor(allocator, dense_shape, TypeToTensorType<T>::type);
  }
  static Value CreateSparseTensor(OrtAllocator* allocator, const Shape& dense_shape,
                                  ONNXTensorElementDataType type) {
    return Value(detail::Ask<&OrtApi::CreateSparseTensorAsOrtValue>(allocator, dense_shape.shape,
                                                                    dense_shape.shape_len, type));
  }
#endif
};

namespace detail {

template <typename T>
Value ConstValueImpl<T>::GetValue(int index, OrtAllocator* allocator) const {
  return Value(Ask<&OrtApi::GetValue>(this->p_, index, allocator));
}

}  // namespace detail
}  // namespace Ort
