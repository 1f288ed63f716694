#include "api/c/sparse.h"

#include <cstring>

#include "api/c/slots.h"
#include "api/c/status.h"
#include "api/c/type_info.h"

namespace sardonyx {

namespace {

using capi::SparseParts;

// The parts of a sparse value; those of a run's result are made on first use.
SparseParts& parts_of(const OrtValue* value) {
  const OrtValue& v = capi::need(value, "value");
  if (!v.value.is_sparse())
    capi::refuse(ORT_RUNTIME_EXCEPTION, "the value is not a sparse tensor but {}", v.value.text());
  if (v.sparse == nullptr) {
    const Sparse& s = v.value.sparse();
    auto made = std::make_shared<SparseParts>();
    made->dtype = s.values.dtype();
    made->dense = s.dense;
    made->format = ORT_SPARSE_COO;
    made->values = s.values;
    made->indices = s.indices;
    v.sparse = std::move(made);
  }
  return *v.sparse;
}

const SparseParts& filled(const OrtValue* value) {
  const SparseParts& p = parts_of(value);
  if (p.format == ORT_SPARSE_UNDEFINED) capi::refuse(ORT_FAIL, "Sparse Tensor does not contain sparse data");
  return p;
}

SparseParts& empty_one(OrtValue* value) {
  SparseParts& p = parts_of(value);
  if (p.format != ORT_SPARSE_UNDEFINED)
    capi::refuse(ORT_FAIL, "this tensor already has populated sparse_indices");
  return p;
}

// A list of indices: the program's own memory, or a copy in the allocator's.
template <typename T>
Tensor index_tensor(const SparseParts& p, DType dtype, Shape shape, const T* data) {
  auto count = static_cast<std::size_t>(shape.count());
  if (count > 0) capi::need(data, "indices");
  std::size_t bytes = count * sizeof(T);
  if (p.allocator == nullptr)
    return Tensor(dtype, std::move(shape), Block::borrow(const_cast<T*>(data), bytes, false));
  Tensor made(dtype, std::move(shape), capi::allocate_block(*p.allocator, bytes));
  if (bytes > 0) std::memcpy(made.mutable_data(), data, bytes);
  return made;
}

Tensor value_tensor(const SparseParts& p, const Shape& shape, const void* data) {
  if (shape.count() > 0) capi::need_data(data, "values");
  if (p.dtype == DType::string) {
    Tensor made(p.dtype, shape);
    auto texts = made.mutable_as<std::string>();
    for (std::size_t i = 0; i < texts.size(); ++i)
      texts[i] = capi::need_text(static_cast<const char* const*>(data)[i], "an element of values");
    return made;
  }
  std::size_t bytes = packed_bytes(p.dtype, static_cast<std::size_t>(shape.count()));
  Tensor made(p.dtype, shape, capi::allocate_block(*p.allocator, bytes));
  if (bytes > 0) std::memcpy(made.mutable_data(), data, bytes);
  return made;
}

void check_coo(const SparseParts& p, std::span<const std::int64_t> indices, std::int64_t values) {
  const auto count = static_cast<std::int64_t>(indices.size());
  if (count != values && count != 2 * values)
    capi::refuse(ORT_INVALID_ARGUMENT, "COO indices count must be equal to or twice the values count.");
  if (count != values && p.dense.rank() != 2)
    capi::refuse(ORT_INVALID_ARGUMENT, "COO indices in pairs need a dense shape of rank 2, found {}",
                 p.dense.text());
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const std::int64_t end = count == values ? p.dense.count() : p.dense[i % 2];
    if (indices[i] < 0 || indices[i] >= end)
      capi::refuse(ORT_INVALID_ARGUMENT, "COO index out of bounds: {} must be in [0, {})", indices[i], end);
  }
}

// What the indices say is looked at before how many they are, and has another code: programs know it like this.
void check_csr(const SparseParts& p, std::span<const std::int64_t> inner, std::span<const std::int64_t> outer,
               std::int64_t values) {
  if (p.dense.rank() != 2)
    capi::refuse(ORT_FAIL, "CSR: the dense shape must be 2-D. Got: {}", p.dense.rank());
  const auto count = static_cast<std::int64_t>(inner.size());
  const std::int64_t last = outer.empty() ? count : outer.back();
  if (last != count)
    capi::refuse(ORT_INVALID_ARGUMENT,
                 "CSR outer index last element must equal inner index count ({}), got: {}", count, last);
  for (std::int64_t i : inner) {
    if (i < 0 || i >= p.dense[1])
      capi::refuse(ORT_INVALID_ARGUMENT, "CSR inner index out of bounds: {} must be in [0, {})", i,
                   p.dense[1]);
  }
  for (std::size_t i = 0; i < outer.size(); ++i) {
    const std::int64_t before = i == 0 ? 0 : outer[i - 1];
    if (outer[i] < before || outer[i] > count || (i == 0 && outer[i] != 0))
      capi::refuse(ORT_INVALID_ARGUMENT,
                   "CSR outer index out of bounds or not monotonically non-decreasing: {}", outer[i]);
  }
  if (inner.empty() != outer.empty())
    capi::refuse(ORT_FAIL, "CSR inner and outer indices must both be empty, or neither; got {} and {}",
                 inner.size(), outer.size());
  if (count != values)
    capi::refuse(ORT_FAIL, "CSR inner index count must equal the values count ({}), got: {}", values, count);
  if (!outer.empty() && static_cast<std::int64_t>(outer.size()) != p.dense[0] + 1)
    capi::refuse(ORT_FAIL, "CSR outer index count must be {}, got: {}", p.dense[0] + 1, outer.size());
}

// The values' first two sizes are a block's; the others multiply to how many there are. Where the blocks lie is not
// looked at: that matters to who reads them.
void check_blocks(const Shape& values, const Shape& indices, const std::int32_t* data) {
  if (values.rank() == 1 && values[0] == 0 && indices.count() == 0) return;
  if (values.rank() < 3)
    capi::refuse(ORT_FAIL, "block-sparse values have at least 3 dimensions, got: {}", values.rank());
  if (indices.rank() != 2 || indices[0] != 2)
    capi::refuse(ORT_FAIL, "indices of blocks have the shape [2, blocks], got: {}", indices.text());
  std::int64_t blocks = 1;
  for (std::size_t i = 2; i < values.rank(); ++i) blocks *= values[i];
  if (indices[1] != blocks)
    capi::refuse(ORT_FAIL, "Expecting index blocks: {} to be equal to values blocks: {}", indices[1], blocks);
  if (values.count() == 0)
    capi::refuse(ORT_FAIL, "values without elements have the shape [0], got: {}", values.text());
  capi::need(data, "indices_data");
}

void set_coo(OrtValue& v, SparseParts& p, Tensor values, const std::int64_t* data, std::size_t count) {
  if (count > 0) capi::need(data, "indices_data");
  check_coo(p, {data, count}, values.count());
  const bool flat = static_cast<std::int64_t>(count) == values.count() && count > 0;
  Shape shape =
      flat ? Shape{static_cast<std::int64_t>(count)} : Shape{static_cast<std::int64_t>(count) / 2, 2};
  p.indices = index_tensor(p, DType::int64, std::move(shape), data);
  p.values = std::move(values);
  p.format = ORT_SPARSE_COO;
  v.value = coo_of(p);
}

void set_csr(OrtValue& v, SparseParts& p, Tensor values, std::span<const std::int64_t> inner,
             std::span<const std::int64_t> outer) {
  check_csr(p, inner, outer, values.count());
  auto list = [&p](std::span<const std::int64_t> of) {
    return index_tensor(p, DType::int64, Shape{static_cast<std::int64_t>(of.size())}, of.data());
  };
  p.inner = list(inner);
  p.outer = list(outer);
  p.values = std::move(values);
  p.format = ORT_SPARSE_CSRC;
  v.value = coo_of(p);
}

void set_blocks(SparseParts& p, Tensor values, const Shape& shape, const std::int32_t* data) {
  check_blocks(values.shape(), shape, data);
  p.indices = index_tensor(p, DType::int32, shape, data);
  p.values = std::move(values);
  p.format = ORT_SPARSE_BLOCK_SPARSE;
}

std::span<const std::int64_t> list(const std::int64_t* data, std::size_t count, const char* name) {
  if (count > 0) capi::need(data, name);
  return {data, count};
}

// Values that COO and CSR list one by one: their shape is only their number.
Shape list_shape(const std::int64_t* dims, std::size_t rank) {
  return Shape{capi::shape_of(dims, rank).count()};
}

// An empty one whose memory comes from its allocator.
SparseParts& fillable(OrtValue* value, const OrtMemoryInfo* memory) {
  SparseParts& p = empty_one(value);
  if (p.allocator == nullptr)
    capi::refuse(ORT_INVALID_ARGUMENT, "this sparse tensor has values of the program's: use Use...Indices");
  if (capi::need(memory, "data_mem_info").device != OrtMemoryInfoDeviceType_CPU)
    capi::refuse(ORT_INVALID_ARGUMENT, "data in memory of '{}' cannot be copied", memory->name);
  return p;
}

SparseParts& usable(OrtValue* value) {
  SparseParts& p = empty_one(value);
  if (p.allocator != nullptr)
    capi::refuse(ORT_INVALID_ARGUMENT, "this sparse tensor has no values yet: use FillSparseTensor...");
  return p;
}

OrtValue* wrap(std::shared_ptr<SparseParts> parts) {
  if (is_sub_byte(parts->dtype))
    capi::refuse(ORT_NOT_IMPLEMENTED, "sparse tensor type {} is not supported",
                 static_cast<int>(parts->dtype));
  auto value = std::make_unique<OrtValue>();
  value->value = coo_of(*parts);
  value->sparse = std::move(parts);
  return value.release();
}

const Tensor& indices_of(const SparseParts& p, OrtSparseIndicesFormat which) {
  OrtSparseFormat needed = ORT_SPARSE_UNDEFINED;
  switch (which) {
    case ORT_SPARSE_COO_INDICES:
      needed = ORT_SPARSE_COO;
      break;
    case ORT_SPARSE_CSR_INNER_INDICES:
    case ORT_SPARSE_CSR_OUTER_INDICES:
      needed = ORT_SPARSE_CSRC;
      break;
    case ORT_SPARSE_BLOCK_SPARSE_INDICES:
      needed = ORT_SPARSE_BLOCK_SPARSE;
      break;
  }
  if (needed == ORT_SPARSE_UNDEFINED)
    capi::refuse(ORT_FAIL, "{} is no kind of indices", static_cast<int>(which));
  if (needed != p.format)
    capi::refuse(ORT_FAIL, "these indices need the sparse format {}; the tensor has {}",
                 static_cast<int>(needed), static_cast<int>(p.format));
  if (which == ORT_SPARSE_CSR_INNER_INDICES) return p.inner;
  return which == ORT_SPARSE_CSR_OUTER_INDICES ? p.outer : p.indices;
}

}  // namespace

OrtStatus* slots::IsSparseTensor(const OrtValue* value, int* out) noexcept {
  return capi::guarded(
      [&] { capi::need(out, "out") = capi::need(value, "value").value.is_sparse() ? 1 : 0; });
}

OrtStatus* slots::CreateSparseTensorAsOrtValue(OrtAllocator* allocator, const std::int64_t* dense_shape,
                                               std::size_t dense_shape_len, ONNXTensorElementDataType type,
                                               OrtValue** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateSparseTensorAsOrtValue", allocator, out);
    auto parts = std::make_shared<SparseParts>();
    parts->allocator = allocator;
    parts->dtype = capi::to_dtype(type);
    parts->dense = capi::shape_of(dense_shape, dense_shape_len);
    *out = wrap(std::move(parts));
  });
}

OrtStatus* slots::CreateSparseTensorWithValuesAsOrtValue(
    const OrtMemoryInfo* info, void* p_data, const std::int64_t* dense_shape, std::size_t dense_shape_len,
    const std::int64_t* values_shape, std::size_t values_shape_len, ONNXTensorElementDataType type,
    OrtValue** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateSparseTensorWithValuesAsOrtValue", info, out);
    auto parts = std::make_shared<SparseParts>();
    parts->dtype = capi::to_dtype(type);
    if (parts->dtype == DType::string)
      capi::refuse(ORT_INVALID_ARGUMENT,
                   "strings cannot lie in memory of the caller: use FillSparseTensorCoo");
    parts->dense = capi::shape_of(dense_shape, dense_shape_len);
    Shape shape = capi::shape_of(values_shape, values_shape_len);
    std::size_t bytes = packed_bytes(parts->dtype, static_cast<std::size_t>(shape.count()));
    if (bytes > 0) capi::need_data(p_data, "p_data");
    parts->values = Tensor(parts->dtype, std::move(shape), Block::borrow(p_data, bytes, true));
    *out = wrap(std::move(parts));
  });
}

OrtStatus* slots::FillSparseTensorCoo(OrtValue* ort_value, const OrtMemoryInfo* data_mem_info,
                                      const std::int64_t* values_shape, std::size_t values_shape_len,
                                      const void* values, const std::int64_t* indices_data,
                                      std::size_t indices_num) noexcept {
  return capi::guarded([&] {
    SparseParts& p = fillable(ort_value, data_mem_info);
    Tensor copy = value_tensor(p, list_shape(values_shape, values_shape_len), values);
    set_coo(*ort_value, p, std::move(copy), indices_data, indices_num);
  });
}

OrtStatus* slots::FillSparseTensorCsr(OrtValue* ort_value, const OrtMemoryInfo* data_mem_info,
                                      const std::int64_t* values_shape, std::size_t values_shape_len,
                                      const void* values, const std::int64_t* inner_indices_data,
                                      std::size_t inner_indices_num, const std::int64_t* outer_indices_data,
                                      std::size_t outer_indices_num) noexcept {
  return capi::guarded([&] {
    SparseParts& p = fillable(ort_value, data_mem_info);
    Tensor copy = value_tensor(p, list_shape(values_shape, values_shape_len), values);
    set_csr(*ort_value, p, std::move(copy), list(inner_indices_data, inner_indices_num, "inner_indices_data"),
            list(outer_indices_data, outer_indices_num, "outer_indices_data"));
  });
}

OrtStatus* slots::FillSparseTensorBlockSparse(OrtValue* ort_value, const OrtMemoryInfo* data_mem_info,
                                              const std::int64_t* values_shape, std::size_t values_shape_len,
                                              const void* values, const std::int64_t* indices_shape_data,
                                              std::size_t indices_shape_len,
                                              const std::int32_t* indices_data) noexcept {
  return capi::guarded([&] {
    SparseParts& p = fillable(ort_value, data_mem_info);
    Tensor copy = value_tensor(p, capi::shape_of(values_shape, values_shape_len), values);
    set_blocks(p, std::move(copy), capi::shape_of(indices_shape_data, indices_shape_len), indices_data);
  });
}

OrtStatus* slots::UseCooIndices(OrtValue* ort_value, std::int64_t* indices_data,
                                std::size_t indices_num) noexcept {
  return capi::guarded([&] {
    SparseParts& p = usable(ort_value);
    set_coo(*ort_value, p, p.values, indices_data, indices_num);
  });
}

OrtStatus* slots::UseCsrIndices(OrtValue* ort_value, std::int64_t* inner_data, std::size_t inner_num,
                                std::int64_t* outer_data, std::size_t outer_num) noexcept {
  return capi::guarded([&] {
    SparseParts& p = usable(ort_value);
    set_csr(*ort_value, p, p.values, list(inner_data, inner_num, "inner_data"),
            list(outer_data, outer_num, "outer_data"));
  });
}

OrtStatus* slots::UseBlockSparseIndices(OrtValue* ort_value, const std::int64_t* indices_shape,
                                        std::size_t indices_shape_len, std::int32_t* indices_data) noexcept {
  return capi::guarded([&] {
    SparseParts& p = usable(ort_value);
    set_blocks(p, p.values, capi::shape_of(indices_shape, indices_shape_len), indices_data);
  });
}

OrtStatus* slots::GetSparseTensorFormat(const OrtValue* ort_value, enum OrtSparseFormat* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = parts_of(ort_value).format; });
}

OrtStatus* slots::GetSparseTensorValuesTypeAndShape(const OrtValue* ort_value,
                                                    OrtTensorTypeAndShapeInfo** out) noexcept {
  return capi::guarded([&] {
    const Tensor& t = filled(ort_value).values;
    capi::need(out, "out");
    *out = new OrtTensorTypeAndShapeInfo(capi::tensor_info(t.dtype(), t.shape().dims()));
  });
}

OrtStatus* slots::GetSparseTensorValues(const OrtValue* ort_value, const void** out) noexcept {
  return capi::guarded([&] {
    const SparseParts& p = filled(ort_value);
    if (p.dtype == DType::string)
      capi::refuse(ORT_INVALID_ARGUMENT, "strings have no plain data: use GetStringTensorContent");
    capi::need(out, "out") = p.values.data();
  });
}

OrtStatus* slots::GetSparseTensorIndicesTypeShape(const OrtValue* ort_value,
                                                  enum OrtSparseIndicesFormat indices_format,
                                                  OrtTensorTypeAndShapeInfo** out) noexcept {
  return capi::guarded([&] {
    const Tensor& t = indices_of(filled(ort_value), indices_format);
    capi::need(out, "out");
    *out = new OrtTensorTypeAndShapeInfo(capi::tensor_info(t.dtype(), t.shape().dims()));
  });
}

OrtStatus* slots::GetSparseTensorIndices(const OrtValue* ort_value,
                                         enum OrtSparseIndicesFormat indices_format, std::size_t* num_indices,
                                         const void** indices) noexcept {
  return capi::guarded([&] {
    const Tensor& t = indices_of(filled(ort_value), indices_format);
    capi::need_all("GetSparseTensorIndices", num_indices, indices);
    *num_indices = static_cast<std::size_t>(t.count());
    *indices = t.data();
  });
}

}  // namespace sardonyx
