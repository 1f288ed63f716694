// Sparse tensors through the C ABI: COO, CSR and block-sparse, filled and over the program's own memory.
// The dense matrix of all forms: row 0 is [0 0 1], row 1 is [2 0 0], row 2 is [0 0 3].
#include "client.h"

enum { FLOAT = ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT };

static OrtMemoryInfo* memory;
static OrtAllocator* allocator;
static const int64_t square[2] = {3, 3}, three[1] = {3};
static float values[3] = {1, 2, 3};
static int64_t flat[3] = {2, 3, 8}, pairs[6] = {0, 2, 1, 0, 2, 2};
static int64_t inner[3] = {2, 0, 2}, outer[4] = {0, 1, 2, 3};

static OrtValue* empty(const int64_t* shape, size_t rank) {
  OrtValue* value = NULL;
  expect(good(api->CreateSparseTensorAsOrtValue(allocator, shape, rank, (ONNXTensorElementDataType)FLOAT,
                                                &value)),
         "an empty sparse tensor");
  return value;
}

static OrtValue* over(float* data, const int64_t* shape, const int64_t* values_shape, size_t values_rank) {
  OrtValue* value = NULL;
  expect(good(api->CreateSparseTensorWithValuesAsOrtValue(memory, data, shape, 2, values_shape, values_rank,
                                                          (ONNXTensorElementDataType)FLOAT, &value)),
         "a sparse tensor over values");
  return value;
}

static int format_of(const OrtValue* value) {
  enum OrtSparseFormat format = ORT_SPARSE_UNDEFINED;
  return good(api->GetSparseTensorFormat(value, &format)) ? (int)format : -1;
}

// Are the indices of this kind these, in this shape?
static int has_indices(const OrtValue* value, enum OrtSparseIndicesFormat kind, const void* expected,
                       size_t count, int64_t rows, int64_t columns) {
  const void* data = NULL;
  size_t found = 0, rank = 0;
  int64_t dims[2] = {0, 0};
  ONNXTensorElementDataType type;
  OrtTensorTypeAndShapeInfo* info = NULL;
  const int wide = kind != ORT_SPARSE_BLOCK_SPARSE_INDICES;
  if (!good(api->GetSparseTensorIndices(value, kind, &found, &data)) || found != count) return 0;
  if (!good(api->GetSparseTensorIndicesTypeShape(value, kind, &info))) return 0;
  int fits = good(api->GetDimensionsCount(info, &rank)) && rank == (columns < 0 ? 1 : 2) &&
             good(api->GetDimensions(info, dims, 2)) && dims[0] == rows &&
             (columns < 0 || dims[1] == columns) && good(api->GetTensorElementType(info, &type)) &&
             type == (wide ? ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64 : ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32);
  api->ReleaseTensorTypeAndShapeInfo(info);
  return fits && (count == 0 || memcmp(data, expected, count * (wide ? 8 : 4)) == 0);
}

static int has_values(const OrtValue* value, const float* expected, size_t count) {
  const float* data = NULL;
  OrtTensorTypeAndShapeInfo* info = NULL;
  size_t found = 0;
  if (!good(api->GetSparseTensorValuesTypeAndShape(value, &info))) return 0;
  int fits = good(api->GetTensorShapeElementCount(info, &found)) && found == count;
  api->ReleaseTensorTypeAndShapeInfo(info);
  return fits && good(api->GetSparseTensorValues(value, (const void**)&data)) &&
         memcmp(data, expected, count * sizeof(float)) == 0;
}

static void check_kind(void) {
  OrtValue* v = empty(square, 2);
  int yes = 0, no = 1;
  enum ONNXType type;
  const void* data = NULL;
  OrtTensorTypeAndShapeInfo* info = NULL;
  int64_t dims[2] = {0, 0};
  expect(good(api->IsSparseTensor(v, &yes)) && yes == 1, "it is sparse");
  expect(good(api->IsTensor(v, &no)) && no == 0, "and not dense");
  expect(good(api->GetValueType(v, &type)) && type == ONNX_TYPE_SPARSETENSOR, "its kind");
  expect(format_of(v) == ORT_SPARSE_UNDEFINED, "no format yet");
  expect(code_of(api->GetSparseTensorValues(v, &data)) == ORT_FAIL, "no values yet");
  expect(good(api->FillSparseTensorCoo(v, memory, three, 1, values, flat, 3)), "filled");
  expect(
      good(api->GetTensorTypeAndShape(v, &info)) && good(api->GetDimensions(info, dims, 2)) && dims[1] == 3,
      "the dense shape");
  api->ReleaseTensorTypeAndShapeInfo(info);
  expect(code_of(api->FillSparseTensorCoo(v, memory, three, 1, values, flat, 3)) == ORT_FAIL,
         "filled only once");
  api->ReleaseValue(v);
  const float plain[1] = {1};
  OrtValue* dense = vector_over((float*)plain, 1);
  expect(good(api->IsSparseTensor(dense, &yes)) && yes == 0, "a dense one is not sparse");
  expect(code_of(api->GetSparseTensorValues(dense, &data)) != 0, "and has no sparse values");
  api->ReleaseValue(dense);
  expect(code_of(api->CreateSparseTensorAsOrtValue(allocator, square, 2, (ONNXTensorElementDataType)99,
                                                   &v)) == ORT_NOT_IMPLEMENTED,
         "an unknown element type");
}

static void check_coo(void) {
  OrtValue* v = empty(square, 2);
  const int64_t wrong[3] = {2, 3, 9};
  expect(code_of(api->FillSparseTensorCoo(v, memory, three, 1, values, pairs, 5)) == ORT_INVALID_ARGUMENT,
         "a wrong number of indices");
  expect(code_of(api->FillSparseTensorCoo(v, memory, three, 1, values, wrong, 3)) == ORT_INVALID_ARGUMENT,
         "an index outside");
  api->ReleaseValue(v);
  v = empty(square, 2);
  expect(good(api->FillSparseTensorCoo(v, memory, three, 1, values, flat, 3)), "COO, flat");
  expect(format_of(v) == ORT_SPARSE_COO && has_values(v, values, 3), "its values");
  expect(has_indices(v, ORT_SPARSE_COO_INDICES, flat, 3, 3, -1), "its indices");
  expect(code_of(api->GetSparseTensorIndices(v, ORT_SPARSE_CSR_INNER_INDICES, &(size_t){0},
                                             &(const void*){NULL})) == ORT_FAIL,
         "it has no indices of CSR");
  api->ReleaseValue(v);
  v = empty(square, 2);
  expect(good(api->FillSparseTensorCoo(v, memory, three, 1, values, pairs, 6)), "COO, pairs");
  expect(has_indices(v, ORT_SPARSE_COO_INDICES, pairs, 6, 3, 2), "its pairs");
  api->ReleaseValue(v);
  v = over(values, square, three, 1);
  expect(good(api->UseCooIndices(v, flat, 3)) && has_indices(v, ORT_SPARSE_COO_INDICES, flat, 3, 3, -1),
         "used COO");
  const void* data = NULL;
  expect(good(api->GetSparseTensorValues(v, &data)) && data == values, "the program's own memory");
  api->ReleaseValue(v);
  const int64_t none[1] = {0};
  v = empty(square, 2);
  expect(good(api->FillSparseTensorCoo(v, memory, none, 1, NULL, NULL, 0)), "no values at all");
  expect(format_of(v) == ORT_SPARSE_COO && has_indices(v, ORT_SPARSE_COO_INDICES, NULL, 0, 0, 2),
         "no indices");
  api->ReleaseValue(v);
}

static void check_csr(void) {
  const int64_t none = 0, few[3] = {0, 1, 3}, early[4] = {0, 1, 2, 2}, zeros[4] = {0};
  const int64_t outside[3] = {2, 0, 3}, falling[4] = {0, 2, 1, 3}, nine[1] = {9};
  OrtValue* v = empty(square, 2);
  expect(code_of(api->FillSparseTensorCsr(v, memory, three, 1, values, inner, 3, few, 3)) == ORT_FAIL,
         "CSR: too few rows");
  expect(code_of(api->FillSparseTensorCsr(v, memory, three, 1, values, inner, 3, outer, 3)) ==
             ORT_INVALID_ARGUMENT,
         "CSR: rows that end too early");
  expect(code_of(api->FillSparseTensorCsr(v, memory, three, 1, values, inner, 2, early, 4)) == ORT_FAIL,
         "CSR: too few columns");
  expect(code_of(api->FillSparseTensorCsr(v, memory, &none, 1, NULL, NULL, 0, zeros, 4)) == ORT_FAIL,
         "CSR: rows without columns");
  api->ReleaseValue(v);
  v = empty(square, 2);
  expect(code_of(api->FillSparseTensorCsr(v, memory, three, 1, values, outside, 3, outer, 4)) ==
             ORT_INVALID_ARGUMENT,
         "CSR: a column outside");
  api->ReleaseValue(v);
  v = empty(square, 2);
  expect(code_of(api->FillSparseTensorCsr(v, memory, three, 1, values, inner, 3, falling, 4)) ==
             ORT_INVALID_ARGUMENT,
         "CSR: rows that fall");
  api->ReleaseValue(v);
  v = empty(nine, 1);
  expect(code_of(api->FillSparseTensorCsr(v, memory, three, 1, values, inner, 3, outer, 4)) == ORT_FAIL,
         "CSR: one dimension");
  api->ReleaseValue(v);
  v = empty(square, 2);
  expect(good(api->FillSparseTensorCsr(v, memory, three, 1, values, inner, 3, outer, 4)), "CSR");
  expect(format_of(v) == ORT_SPARSE_CSRC && has_values(v, values, 3), "its values");
  expect(has_indices(v, ORT_SPARSE_CSR_INNER_INDICES, inner, 3, 3, -1), "its columns");
  expect(has_indices(v, ORT_SPARSE_CSR_OUTER_INDICES, outer, 4, 4, -1), "its rows");
  api->ReleaseValue(v);
  const int64_t side[2] = {1, 3};
  v = empty(square, 2);
  OrtTensorTypeAndShapeInfo* info = NULL;
  size_t rank = 0;
  expect(good(api->FillSparseTensorCsr(v, memory, side, 2, values, inner, 3, outer, 4)) &&
             good(api->GetSparseTensorValuesTypeAndShape(v, &info)) &&
             good(api->GetDimensionsCount(info, &rank)) && rank == 1,
         "what is filled in is a list");
  api->ReleaseTensorTypeAndShapeInfo(info);
  api->ReleaseValue(v);
  v = over(values, square, three, 1);
  expect(good(api->UseCsrIndices(v, inner, 3, outer, 4)) && format_of(v) == ORT_SPARSE_CSRC, "used CSR");
  api->ReleaseValue(v);
}

// The code of filling a matrix of 4 times 4 with values and indices of these shapes.
static int fill_blocks(const char* values_shape, const char* indices_shape, const float* data,
                       const int32_t* places) {
  const int64_t four[2] = {4, 4};
  int64_t shape[4], indices[4];
  size_t rank = 0, indices_rank = 0;
  for (; values_shape[rank]; ++rank) shape[rank] = values_shape[rank] - '0';
  for (; indices_shape[indices_rank]; ++indices_rank)
    indices[indices_rank] = indices_shape[indices_rank] - '0';
  OrtValue* v = empty(four, 2);
  int code =
      code_of(api->FillSparseTensorBlockSparse(v, memory, shape, rank, data, indices, indices_rank, places));
  api->ReleaseValue(v);
  return code;
}

// The first two sizes of the values are a block's, the others say how many there are.
static void check_block_shapes(const float* data, const int32_t* places) {
  const int32_t far[2] = {9, -1};
  expect(fill_blocks("122", "22", data, places) == ORT_OK, "two blocks of 1 x 2");
  expect(fill_blocks("212", "22", data, places) == ORT_OK, "two blocks of 2 x 1");
  expect(fill_blocks("1122", "24", data, (int32_t[8]){0}) == ORT_OK, "two times two blocks");
  expect(fill_blocks("221", "22", data, places) == ORT_FAIL, "one block, two places");
  expect(fill_blocks("221", "21", data, far) == ORT_OK, "places are not looked at");
  expect(fill_blocks("221", "2", data, places) == ORT_FAIL, "places in a list");
  expect(fill_blocks("221", "12", data, places) == ORT_FAIL, "places side by side");
  expect(fill_blocks("220", "20", data, places) == ORT_FAIL, "no blocks, but a size");
  expect(fill_blocks("0", "0", data, places) == ORT_OK, "no blocks");
}

static void check_blocks(void) {
  static float blocks[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  static int32_t places[4] = {0, 1, 0, 1};
  const int64_t four[2] = {4, 4}, shape[3] = {2, 2, 2}, indices[2] = {2, 2}, wrong[2] = {2, 3};
  OrtValue* v = empty(four, 2);
  expect(code_of(api->FillSparseTensorBlockSparse(v, memory, shape, 3, blocks, wrong, 2, places)) == ORT_FAIL,
         "blocks: a wrong number of indices");
  api->ReleaseValue(v);
  v = empty(four, 2);
  expect(
      code_of(api->FillSparseTensorBlockSparse(v, memory, three, 1, blocks, indices, 2, places)) == ORT_FAIL,
      "blocks: values without blocks");
  api->ReleaseValue(v);
  v = empty(four, 2);
  expect(good(api->FillSparseTensorBlockSparse(v, memory, shape, 3, blocks, indices, 2, places)), "blocks");
  expect(format_of(v) == ORT_SPARSE_BLOCK_SPARSE && has_values(v, blocks, 8), "their values");
  expect(has_indices(v, ORT_SPARSE_BLOCK_SPARSE_INDICES, places, 4, 2, 2), "their places");
  api->ReleaseValue(v);
  check_block_shapes(blocks, places);
  v = over(blocks, four, shape, 3);
  expect(good(api->UseBlockSparseIndices(v, indices, 2, places)) && format_of(v) == ORT_SPARSE_BLOCK_SPARSE,
         "used blocks");
  api->ReleaseValue(v);
}

static void check_null(void) {
  int out = 0;
  if (!refuses_null()) return;
  OrtValue* v = empty(square, 2);
  expect(code_of(api->IsSparseTensor(NULL, &out)) == ORT_INVALID_ARGUMENT, "NULL value");
  expect(code_of(api->FillSparseTensorCoo(v, NULL, three, 1, values, flat, 3)) == ORT_INVALID_ARGUMENT,
         "NULL memory");
  expect(code_of(api->FillSparseTensorCoo(v, memory, three, 1, NULL, flat, 3)) == ORT_INVALID_ARGUMENT,
         "NULL values");
  expect(code_of(api->FillSparseTensorCoo(v, memory, three, 1, values, NULL, 3)) == ORT_INVALID_ARGUMENT,
         "NULL indices");
  expect(code_of(api->UseCooIndices(v, flat, 3)) == ORT_INVALID_ARGUMENT,
         "indices for values that are not there");
  api->ReleaseValue(v);
}

static void check_texts(void) {
  static const char* const texts[3] = {"a", "", "dense"};
  OrtValue* v = NULL;
  size_t length = 0, offsets[3] = {9, 9, 9};
  char content[6] = "";
  const void* data = NULL;
  expect(
      good(api->CreateSparseTensorAsOrtValue(allocator, square, 2, ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING, &v)),
      "a sparse tensor of texts");
  expect(good(api->FillSparseTensorCoo(v, memory, three, 1, texts, flat, 3)), "texts are copied");
  expect(code_of(api->GetSparseTensorValues(v, &data)) == ORT_INVALID_ARGUMENT, "they have no plain data");
  expect(good(api->GetStringTensorDataLength(v, &length)) && length == 6, "their length");
  expect(good(api->GetStringTensorContent(v, content, 6, offsets, 3)) && memcmp(content, "adense", 6) == 0 &&
             offsets[0] == 0 && offsets[1] == 1 && offsets[2] == 1,
         "their content");
  expect(good(api->GetStringTensorElementLength(v, 2, &length)) && length == 5, "the length of one");
  expect(code_of(api->GetTensorMutableData(v, (void**)&data)) == ORT_RUNTIME_EXCEPTION, "it is no tensor");
  expect(code_of(api->GetTensorSizeInBytes(v, &length)) == ORT_INVALID_ARGUMENT, "and has no size in bytes");
  api->ReleaseValue(v);
}

// SparseToDenseMatMul: the matrix, as pairs and as CSR, times a dense one.
static void check_run(const OrtEnv* env) {
  Bytes graph = {{0}, 0}, info = {{0}, 0}, type = {{0}, 0}, tensor = {{0}, 0}, shape = {{0}, 0},
        dim = {{0}, 0};
  add_node(&graph, "SparseToDenseMatMul", "com.microsoft", "n", "x,w", "y");
  put_int(&dim, 1, 3);
  put_message(&shape, 1, &dim);
  put_message(&shape, 1, &dim);
  put_int(&tensor, 1, FLOAT);
  put_message(&tensor, 2, &shape);
  put_message(&type, 8, &tensor);  // a sparse tensor
  put_text(&info, 1, "x");
  put_message(&info, 2, &type);
  put_message(&graph, 11, &info);
  add_input(&graph, "w", FLOAT, "3,2");
  add_output(&graph, "y", FLOAT, "3,2");
  Bytes model = make_model(&graph, "com.microsoft", 1);
  OrtSession* session = NULL;
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, NULL, &session)),
         "a model of sparse input");
  if (session == NULL) return;
  OrtTypeInfo* input = NULL;
  enum ONNXType kind;
  expect(good(api->SessionGetInputTypeInfo(session, 0, &input)) &&
             good(api->GetOnnxTypeFromTypeInfo(input, &kind)) && kind == ONNX_TYPE_SPARSETENSOR,
         "the input's kind");
  api->ReleaseTypeInfo(input);
  float w[6] = {1, 2, 3, 4, 5, 6};
  const float right[6] = {5, 6, 2, 4, 15, 18};
  const int64_t w_shape[2] = {3, 2};
  const char *in[2] = {"x", "w"}, *out[1] = {"y"};
  for (int form = 1; form < 3; ++form) {
    OrtValue *x = empty(square, 2), *dense = floats_over(w, w_shape, 2), *y = NULL;
    expect(good(form == 1 ? api->FillSparseTensorCoo(x, memory, three, 1, values, pairs, 6)
                          : api->FillSparseTensorCsr(x, memory, three, 1, values, inner, 3, outer, 4)),
           "fill for a run");
    const OrtValue* inputs[2] = {x, dense};
    expect(good(api->Run(session, NULL, in, inputs, 2, out, 1, &y)) && holds(y, right, 6),
           "a sparse product");
    api->ReleaseValue(y);
    api->ReleaseValue(dense);
    api->ReleaseValue(x);
  }
  api->ReleaseSession(session);
}

int main(void) {
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  OrtEnv* env = NULL;
  if (api == NULL) return 2;
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "sparse", &env)), "environment");
  expect(good(api->GetAllocatorWithDefaultOptions(&allocator)), "allocator");
  expect(good(api->CreateCpuMemoryInfo(OrtDeviceAllocator, OrtMemTypeDefault, &memory)), "memory info");
  check_kind();
  check_coo();
  check_csr();
  check_blocks();
  check_texts();
  check_null();
  check_run(env);
  api->ReleaseMemoryInfo(memory);
  api->ReleaseEnv(env);
  return summary();
}
