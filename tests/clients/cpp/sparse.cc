// Sparse tensors in each of the three formats.
#include "client.h"

namespace client {

namespace {

using Ort::Value;

// 3 x 3 with 5 at (0, 1) and 7 at (2, 0).
std::vector<int64_t> dense_dims = {3, 3}, value_dims = {2};
std::vector<float> numbers = {5, 7};

Value::OrtSparseValuesParam values_of(const std::vector<int64_t>& dims, const float* data) {
  Value::OrtSparseValuesParam param{dims.data(), dims.size(), {data}};
  return param;
}

void check_filled() {
  Ort::AllocatorWithDefaultOptions allocator;
  const Ort::MemoryInfo memory = cpu();
  const Value::Shape dense{dense_dims.data(), dense_dims.size()};

  Value coo = Value::CreateSparseTensor<float>(allocator, dense);
  expect(coo.IsSparseTensor() && !coo.IsTensor() && coo.GetSparseFormat() == ORT_SPARSE_UNDEFINED, "empty");
  const std::vector<int64_t> flat = {1, 6};
  coo.FillSparseTensorCoo(memory, values_of(value_dims, numbers.data()), flat.data(), flat.size());
  expect_equal(coo.GetSparseFormat(), ORT_SPARSE_COO, "coordinates");
  expect_equal(coo.GetSparseTensorValues<float>()[1], 7.0F, "values are copied");
  expect(coo.GetSparseTensorValuesTypeAndShapeInfo().GetShape() == value_dims, "shape of the values");
  size_t count = 0;
  const int64_t* indices = coo.GetSparseTensorIndicesData<int64_t>(ORT_SPARSE_COO_INDICES, count);
  expect(count == 2 && indices[1] == 6, "indices are copied");
  expect(coo.GetSparseTensorIndicesTypeShapeInfo(ORT_SPARSE_COO_INDICES).GetElementType() ==
             ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64,
         "type of the indices");

  Value csr = Value::CreateSparseTensor<float>(allocator, dense);
  const std::vector<int64_t> inner = {1, 0}, outer = {0, 1, 1, 2};
  csr.FillSparseTensorCsr(memory, values_of(value_dims, numbers.data()), inner.data(), inner.size(),
                          outer.data(), outer.size());
  expect_equal(csr.GetSparseFormat(), ORT_SPARSE_CSRC, "rows");
  const int64_t* ends = csr.GetSparseTensorIndicesData<int64_t>(ORT_SPARSE_CSR_OUTER_INDICES, count);
  expect(count == 4 && ends[3] == 2, "outer indices");

  const std::vector<int64_t> square = {4, 4}, blocks = {2, 2, 2}, where = {2, 2};
  const std::vector<float> block = {1, 2, 3, 4, 5, 6, 7, 8};
  const std::vector<int32_t> at = {0, 1, 1, 0};
  Value blocked = Value::CreateSparseTensor<float>(allocator, Value::Shape{square.data(), 2});
  blocked.FillSparseTensorBlockSparse(memory, values_of(blocks, block.data()), Value::Shape{where.data(), 2},
                                      at.data());
  expect_equal(blocked.GetSparseFormat(), ORT_SPARSE_BLOCK_SPARSE, "blocks");
}

void check_used() {
  const Ort::MemoryInfo memory = cpu();
  const Value::Shape dense{dense_dims.data(), 2}, values{value_dims.data(), 1};
  Value coo = Value::CreateSparseTensor<float>(memory, numbers.data(), dense, values);
  std::vector<int64_t> pairs = {0, 1, 2, 0};
  coo.UseCooIndices(pairs.data(), pairs.size());
  expect(coo.GetSparseTensorValues<float>() == numbers.data(), "values of the program's");
  size_t count = 0;
  expect(coo.GetSparseTensorIndicesData<int64_t>(ORT_SPARSE_COO_INDICES, count) == pairs.data() && count == 4,
         "indices of the program's");
  Value csr = Value::CreateSparseTensor<float>(memory, numbers.data(), dense, values);
  std::vector<int64_t> inner = {1, 0}, outer = {0, 1, 1, 2};
  csr.UseCsrIndices(inner.data(), inner.size(), outer.data(), outer.size());
  expect(csr.GetTypeInfo().GetONNXType() == ONNX_TYPE_SPARSETENSOR, "type of a sparse tensor");
  expect(code_of([&] { coo.GetSparseTensorIndicesData<int64_t>(ORT_SPARSE_CSR_INNER_INDICES, count); }) !=
             ORT_OK,
         "indices of another format");
}

}  // namespace

void check_sparse() {
  check_filled();
  check_used();
}

}  // namespace client
