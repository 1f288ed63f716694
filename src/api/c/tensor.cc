// Tensors: making them, their memory, their type and shape.
#include <cstring>

#include "api/c/slots.h"
#include "api/c/status.h"
#include "api/c/type_info.h"
#include "api/c/value.h"

namespace sardonyx {

namespace {

OrtValue* wrap(Tensor tensor, const OrtMemoryInfo* memory = nullptr) {
  auto value = std::make_unique<OrtValue>();
  value->value = std::move(tensor);
  if (memory != nullptr && !(*memory == capi::cpu_memory()))
    value->memory = std::make_shared<const OrtMemoryInfo>(*memory);
  return value.release();
}

// Bytes of a tensor over memory of the caller's.
std::size_t checked_bytes(DType dtype, const Shape& shape, std::size_t given) {
  if (dtype == DType::string)
    capi::refuse(ORT_INVALID_ARGUMENT,
                 "strings cannot lie in memory of the caller: use CreateTensorAsOrtValue");
  std::size_t count = 1;
  for (std::int64_t d : shape) {
    if (__builtin_mul_overflow(count, static_cast<std::size_t>(d), &count))
      capi::refuse(ORT_INVALID_ARGUMENT, "the shape {} has too many elements", shape.text());
  }
  std::size_t bytes = packed_bytes(dtype, count);
  if (given < bytes)
    capi::refuse(ORT_INVALID_ARGUMENT, "not enough space: expected {}, got {}", bytes, given);
  return bytes;
}

}  // namespace

const Tensor& capi::tensor_of(const OrtValue* value) {
  const Value& v = need(value, "value").value;
  if (!v.is_tensor())
    refuse(v.is_map() ? ORT_FAIL : ORT_RUNTIME_EXCEPTION, "the value is not a tensor but {}", v.text());
  return v.tensor();
}

Tensor& capi::tensor_of(OrtValue* value) {
  return const_cast<Tensor&>(tensor_of(static_cast<const OrtValue*>(value)));
}

Shape capi::shape_of(const std::int64_t* dims, std::size_t rank) {
  if (rank > 0) need(dims, "shape");
  if (rank > Shape::kMaxRank)
    refuse(ORT_INVALID_ARGUMENT, "rank {} is above {}", rank, std::size_t{Shape::kMaxRank});
  for (std::size_t i = 0; i < rank; ++i) {
    if (dims[i] < 0)
      refuse(ORT_INVALID_ARGUMENT, "tried creating tensor with negative value in shape (size {} is {})", i,
             dims[i]);
  }
  return Shape(std::span<const std::int64_t>(dims, rank));
}

OrtStatus* slots::CreateTensorAsOrtValue(OrtAllocator* allocator, const std::int64_t* shape,
                                         std::size_t shape_len, ONNXTensorElementDataType type,
                                         OrtValue** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateTensorAsOrtValue", allocator, out);
    DType dtype = capi::to_dtype(type);
    Shape sizes = capi::shape_of(shape, shape_len);
    if (dtype == DType::string || allocator == &capi::default_allocator()) {
      *out = wrap(Tensor(dtype, std::move(sizes)));
      return;
    }
    std::size_t bytes = checked_bytes(dtype, sizes, SIZE_MAX);
    const OrtMemoryInfo* memory = allocator->Info == nullptr ? nullptr : allocator->Info(allocator);
    *out = wrap(Tensor(dtype, std::move(sizes), capi::allocate_block(*allocator, bytes)), memory);
  });
}

OrtStatus* slots::CreateTensorWithDataAsOrtValue(const OrtMemoryInfo* info, void* p_data,
                                                 std::size_t p_data_len, const std::int64_t* shape,
                                                 std::size_t shape_len, ONNXTensorElementDataType type,
                                                 OrtValue** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateTensorWithDataAsOrtValue", info, out);
    DType dtype = capi::to_dtype(type);
    Shape sizes = capi::shape_of(shape, shape_len);
    std::size_t bytes = checked_bytes(dtype, sizes, p_data_len);
    if (bytes > 0) capi::need_data(p_data, "p_data");
    *out = wrap(Tensor(dtype, std::move(sizes), Block::borrow(p_data, bytes, true)), info);
  });
}

OrtStatus* slots::CreateTensorWithDataAndDeleterAsOrtValue(OrtAllocator* deleter, void* p_data,
                                                           std::size_t p_data_len, const std::int64_t* shape,
                                                           std::size_t shape_len,
                                                           ONNXTensorElementDataType type,
                                                           OrtValue** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateTensorWithDataAndDeleterAsOrtValue", deleter, out);
    DType dtype = capi::to_dtype(type);
    Shape sizes = capi::shape_of(shape, shape_len);
    std::size_t bytes = checked_bytes(dtype, sizes, p_data_len);
    if (bytes > 0) capi::need_data(p_data, "p_data");
    const OrtMemoryInfo* memory = deleter->Info == nullptr ? nullptr : deleter->Info(deleter);
    *out = wrap(Tensor(dtype, std::move(sizes), capi::adopt_block(*deleter, p_data, p_data_len)), memory);
  });
}

void slots::ReleaseValue(OrtValue* input) noexcept { delete input; }

OrtStatus* slots::IsTensor(const OrtValue* value, int* out) noexcept {
  return capi::guarded(
      [&] { capi::need(out, "out") = capi::need(value, "value").value.is_tensor() ? 1 : 0; });
}

OrtStatus* slots::HasValue(const OrtValue* value, int* out) noexcept {
  return capi::guarded([&] {
    const Value& v = capi::need(value, "value").value;
    capi::need(out, "out") = v.is_none() || v.is_absent() ? 0 : 1;
  });
}

OrtStatus* slots::GetTensorMutableData(OrtValue* value, void** out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::tensor_of(value).mutable_data(); });
}

OrtStatus* slots::GetTensorData(const OrtValue* value, const void** out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::tensor_of(value).data(); });
}

OrtStatus* slots::GetTensorSizeInBytes(const OrtValue* ort_value, std::size_t* size) noexcept {
  return capi::guarded([&] {
    if (!capi::need(ort_value, "ort_value").value.is_tensor())
      capi::refuse(ORT_INVALID_ARGUMENT, "OrtValue is expected to contain a tensor, found {}",
                   ort_value->value.text());
    const Tensor& t = ort_value->value.tensor();
    if (t.dtype() == DType::string)
      capi::refuse(ORT_INVALID_ARGUMENT, "a string tensor has no size in bytes");
    capi::need(size, "size") = t.bytes();
  });
}

OrtStatus* slots::TensorAt(OrtValue* value, const std::int64_t* location_values,
                           std::size_t location_values_count, void** out) noexcept {
  return capi::guarded([&] {
    Tensor& t = capi::tensor_of(value);
    capi::need(out, "out");
    if (t.dtype() == DType::string)
      capi::refuse(ORT_INVALID_ARGUMENT, "a string tensor has no such elements");
    if (location_values_count != t.rank())
      capi::refuse(ORT_INVALID_ARGUMENT, "location dimensions do not match shape size");
    if (t.rank() > 0) capi::need(location_values, "location_values");
    if (is_sub_byte(t.dtype()))
      capi::refuse(ORT_INVALID_ARGUMENT, "elements of {} have no address", t.text());
    if (t.rank() > 0) capi::need(location_values, "location_values");
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < t.rank(); ++i) {
      if (location_values[i] < 0 || location_values[i] >= t.shape()[i])
        capi::refuse(ORT_INVALID_ARGUMENT, "invalid location range");
      offset = offset * t.shape()[i] + location_values[i];
    }
    *out = t.mutable_data() + static_cast<std::size_t>(offset) * item_size(t.dtype());
  });
}

OrtStatus* slots::GetTensorTypeAndShape(const OrtValue* value, OrtTensorTypeAndShapeInfo** out) noexcept {
  return capi::guarded([&] {
    const Value& v = capi::need(value, "value").value;
    capi::need(out, "out");
    if (!v.is_tensor() && !v.is_sparse())
      capi::refuse(ORT_FAIL, "the value is not a tensor but {}", v.text());
    *out = new OrtTensorTypeAndShapeInfo(capi::type_info(v).tensor);
  });
}

OrtStatus* slots::GetTensorElementTypeAndShapeDataReference(const OrtValue* value,
                                                            ONNXTensorElementDataType* elem_type,
                                                            const std::int64_t** shape_data,
                                                            std::size_t* shape_data_count) noexcept {
  return capi::guarded([&] {
    const Tensor& t = capi::tensor_of(value);
    capi::need_all("GetTensorElementTypeAndShapeDataReference", elem_type, shape_data, shape_data_count);
    *elem_type = capi::to_c(t.dtype());
    *shape_data = t.rank() == 0 ? nullptr : t.shape().data();
    *shape_data_count = t.rank();
  });
}

OrtStatus* slots::GetTypeInfo(const OrtValue* value, OrtTypeInfo** out) noexcept {
  return capi::guarded([&] {
    const Value& v = capi::need(value, "value").value;
    capi::need(out, "out");
    *out = v.is_absent() ? nullptr : new OrtTypeInfo(capi::type_info(v));
  });
}

OrtStatus* slots::GetValueType(const OrtValue* value, enum ONNXType* out) noexcept {
  return capi::guarded([&] {
    capi::need(out, "out") = capi::type_info(capi::need(value, "value").value.type(), std::nullopt).kind;
  });
}

OrtStatus* slots::GetTensorMemoryInfo(const OrtValue* value, const OrtMemoryInfo** mem_info) noexcept {
  return capi::guarded([&] {
    const OrtValue& v = capi::need(value, "value");
    (void)capi::tensor_of(value);
    capi::need(mem_info, "mem_info") = v.memory ? v.memory.get() : &capi::cpu_memory();
  });
}

}  // namespace sardonyx
