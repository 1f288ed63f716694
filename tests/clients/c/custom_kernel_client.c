// Kernels of custom operators: what their maker is told, what they may ask while they run, inference of shapes.
#include "custom_op.h"

// ---- what the maker of a kernel is told ----

static OrtStatus* told_more(const OrtKernelInfo* info) {
  size_t count = 0;
  OrtAllocator* memory = NULL;
  void* some = NULL;
  expect(good(api->KernelInfoGetAllocator(info, OrtMemTypeDefault, &memory)), "an allocator of the kernel's");
  expect(good(api->AllocatorAlloc(memory, 100, &some)) && some != NULL, "memory of it");
  expect(good(api->AllocatorFree(memory, some)), "and back");
  api->ReleaseAllocator(memory);
  OrtKernelInfo* copy = NULL;
  expect(good(api->CopyKernelInfo(info, &copy)), "a copy");
  expect(good(api->KernelInfo_GetInputCount(copy, &count)) && count == 2, "which knows the same");
  api->ReleaseKernelInfo(copy);
  OrtKeyValuePairs* entries = NULL;
  expect(good(api->KernelInfo_GetConfigEntries(info, &entries)), "config entries");
  const char* value = api->GetKeyValue(entries, "test.key");
  expect(value != NULL && !strcmp(value, "test value"), "the session's entry");
  api->ReleaseKeyValuePairs(entries);
  return NULL;
}

static OrtStatus* told_make(const OrtKernelInfo* info) {
  size_t count = 0, size = 0;
  float f = 0, list[3] = {0};
  int64_t i = 0, ints[3] = {0};
  char text[32] = {0}, **texts = NULL;
  OrtAllocator* allocator = NULL;
  OrtValue* tensor = NULL;
  const OrtValue* constant = NULL;
  const OrtLogger* logger = NULL;
  OrtLoggingLevel level;
  OrtTypeInfo* type = NULL;
  const OrtTensorTypeAndShapeInfo* shape = NULL;
  int64_t dims[2] = {0};
  ONNXTensorElementDataType element;
  int is_constant = -1, since = 0;
  expect(good(api->KernelInfo_GetInputCount(info, &count)) && count == 2, "two inputs");
  expect(good(api->KernelInfo_GetOutputCount(info, &count)) && count == 1, "one output");
  size = sizeof(text);
  expect(good(api->KernelInfo_GetInputName(info, 1, text, &size)) && !strcmp(text, "w") && size == 2,
         "input");
  expect(good(api->KernelInfo_GetOutputName(info, 0, NULL, &size)) && size == 2, "size of a name");
  size = 1;
  expect(code_of(api->KernelInfo_GetOutputName(info, 0, text, &size)) == ORT_INVALID_ARGUMENT && size == 2,
         "no room for a name");
  expect(code_of(api->KernelInfo_GetInputName(info, 2, text, &size)) != 0, "no third input");
  size = sizeof(text);
  expect(good(api->KernelInfo_GetNodeName(info, text, &size)) && !strcmp(text, "told"), "node");
  size = sizeof(text);
  expect(good(api->KernelInfo_GetOperatorDomain(info, text, &size)) && !strcmp(text, DOMAIN), "domain");
  size = sizeof(text);
  expect(good(api->KernelInfo_GetOperatorType(info, text, &size)) && !strcmp(text, "Told"), "operator");
  expect(good(api->KernelInfo_GetOperatorSinceVersion(info, &since)) && since == 1, "version");
  expect(good(api->KernelInfoGetAttribute_float(info, "f", &f)) && f > 1.4f && f < 1.6f, "f");
  expect(good(api->KernelInfoGetAttribute_int64(info, "i", &i)) && i == -7, "i");
  expect(code_of(api->KernelInfoGetAttribute_int64(info, "none", &i)) == ORT_FAIL, "no such attribute");
  expect(code_of(api->KernelInfoGetAttribute_int64(info, "f", &i)) == ORT_FAIL, "another type");
  size = 0;
  expect(good(api->KernelInfoGetAttribute_string(info, "s", NULL, &size)) && size == 6, "size of s");
  expect(good(api->KernelInfoGetAttribute_string(info, "s", text, &size)) && !strcmp(text, "hello"), "s");
  size = 2;
  expect(code_of(api->KernelInfoGetAttribute_string(info, "s", text, &size)) == ORT_INVALID_ARGUMENT, "room");
  size = 0;
  expect(good(api->KernelInfoGetAttributeArray_int64(info, "is", NULL, &size)) && size == 3, "size of is");
  expect(good(api->KernelInfoGetAttributeArray_int64(info, "is", ints, &size)) && ints[2] == 6, "is");
  size = 1;
  expect(code_of(api->KernelInfoGetAttributeArray_int64(info, "is", ints, &size)) == ORT_INVALID_ARGUMENT,
         "no room for is");
  size = 3;
  expect(good(api->KernelInfoGetAttributeArray_float(info, "fs", list, &size)) && size == 2, "fs");
  expect(good(api->GetAllocatorWithDefaultOptions(&allocator)), "allocator");
  expect(good(api->KernelInfoGetAttributeArray_string(info, "ss", allocator, &texts, &size)) && size == 2 &&
             !strcmp(texts[1], "bc"),
         "ss");
  for (size_t k = 0; texts != NULL && k < size; ++k) allocator->Free(allocator, texts[k]);
  allocator->Free(allocator, texts);
  expect(good(api->KernelInfoGetAttribute_tensor(info, "t", allocator, &tensor)), "t");
  const float t_right[2] = {3, 4}, w_right[2] = {5, 6};
  expect(holds(tensor, t_right, 2), "content of t");
  api->ReleaseValue(tensor);
  expect(good(api->KernelInfoGetConstantInput_tensor(info, 1, &is_constant, &constant)) && is_constant == 1 &&
             holds(constant, w_right, 2),
         "a constant input");
  expect(good(api->KernelInfoGetConstantInput_tensor(info, 0, &is_constant, &constant)) && is_constant == 0,
         "an input that is no constant");
  expect(good(api->KernelInfo_GetInputTypeInfo(info, 0, &type)), "type of an input");
  expect(good(api->CastTypeInfoToTensorInfo(type, &shape)) && shape != NULL, "it is a tensor");
  expect(good(api->GetTensorElementType(shape, &element)) && element == (ONNXTensorElementDataType)FLOAT,
         "of float");
  expect(good(api->GetDimensionsCount(shape, &count)) && count == 2, "of rank 2");
  expect(good(api->GetDimensions(shape, dims, 2)) && dims[0] == -1 && dims[1] == 2, "of [N, 2]");
  api->ReleaseTypeInfo(type);
  expect(good(api->KernelInfo_GetLogger(info, &logger)) && logger != NULL, "logger");
  expect(good(api->Logger_GetLoggingSeverityLevel(logger, &level)) && level == ORT_LOGGING_LEVEL_FATAL,
         "level");
  return told_more(info);
}

static void count_up(void* user, size_t i) { ((char*)user)[i] += 1; }

static OrtStatus* told_compute(OrtKernelContext* context) {
  size_t count = 0;
  const OrtLogger* logger = NULL;
  OrtMemoryInfo* memory = NULL;
  OrtAllocator *allocator = NULL, *plain = NULL;
  void *some = NULL, *stream = &count;
  char touched[1000] = {0};
  int all = 1;
  OrtValue* out = NULL;
  expect(good(api->KernelContext_GetInputCount(context, &count)) && count == 2, "two inputs");
  expect(good(api->KernelContext_GetOutputCount(context, &count)) && count == 1, "one output");
  expect(good(api->KernelContext_GetLogger(context, &logger)) && logger != NULL, "logger of the run");
  expect(good(api->Logger_LogMessage(logger, ORT_LOGGING_LEVEL_INFO, "hello", "here.c", 1, "f")),
         "a message");
  expect(good(api->CreateCpuMemoryInfo(OrtDeviceAllocator, OrtMemTypeDefault, &memory)), "memory info");
  expect(good(api->KernelContext_GetAllocator(context, memory, &allocator)), "allocator of the run");
  expect(good(api->AllocatorAlloc(allocator, 64, &some)) && some != NULL, "memory");
  expect(good(api->AllocatorFree(allocator, some)), "and back");
  expect(good(api->GetAllocatorWithDefaultOptions(&plain)), "default allocator");
  expect(good(api->KernelContext_GetScratchBuffer(context, memory, 256, &some)) && some != NULL, "scratch");
  memset(some, 1, 256);
  expect(good(api->AllocatorFree(allocator, some)), "scratch goes back");
  expect(good(api->KernelContext_GetGPUComputeStream(context, &stream)) && stream == NULL, "no stream");
  expect(good(api->KernelContext_ParallelFor(context, count_up, 1000, 4, touched)), "parallel");
  expect(good(api->KernelContext_ParallelFor(context, count_up, 1000, 0, touched)),
         "parallel, by the library");
  for (size_t i = 0; i < 1000; ++i) all = all && touched[i] == 2;
  expect(all, "every index exactly once");
  expect(good(api->KernelContext_GetInput(context, 7, (const OrtValue**)&out)) && out == NULL,
         "an input that is not there is absent");
  api->ReleaseAllocator(allocator);
  api->ReleaseMemoryInfo(memory);
  return api->KernelContext_GetOutput(context, 0, NULL, 0, &out);
}

static void check_told(void) {
  static const int64_t ints[3] = {4, 5, 6};
  static const float numbers[2] = {0.5f, 0.25f}, tensor[2] = {3, 4}, w[2] = {5, 6};
  TestOp told = {.name = "Told",
                 .inputs = {FLOAT, FLOAT, -1},
                 .outputs = {FLOAT, -1},
                 .make = told_make,
                 .compute = told_compute};
  OrtCustomOp* ops[1] = {&told.base};
  Bytes graph = {{0}, 0}, node = make_node("Told", DOMAIN, "told", "x,w", "y");
  attribute_float(&node, "f", 1.5f);
  attribute_int(&node, "i", -7);
  attribute_text(&node, "s", "hello");
  attribute_ints(&node, "is", ints, 3);
  attribute_floats(&node, "fs", numbers, 2);
  attribute_texts(&node, "ss", "a,bc");
  attribute_tensor(&node, "t", tensor, 2);
  put_message(&graph, 1, &node);
  add_floats(&graph, "w", w, 2);
  add_input(&graph, "x", FLOAT, "N,2");
  add_output(&graph, "y", FLOAT, NULL);
  Bytes model = make_model(&graph, DOMAIN, 1);
  OrtSession* session = NULL;
  fill(&told, 30);
  expect(good(open_with(&model, ops, 1, &session)), "a session with an operator that asks");
  float x[2] = {1, 2};
  const int64_t shape[2] = {1, 2};
  OrtValue *in = floats_over(x, shape, 2), *y = NULL;
  expect(session != NULL && good(run_one(session, in, &y)) && count_of(y) == 1, "its run");
  api->ReleaseValue(y);
  api->ReleaseValue(in);
  api->ReleaseSession(session);
}

// ---- inference of shapes, and memory that is shared ----

static int inferences;

// y has one column more than x, and as many as the attribute says.
static OrtStatus* infer(const OrtCustomOp* op, OrtShapeInferContext* context) {
  (void)op;
  size_t count = 0;
  OrtTensorTypeAndShapeInfo *in = NULL, *out = NULL;
  int64_t dims[2] = {0}, extra = 0;
  const char* symbols[2] = {NULL, NULL};
  const OrtOpAttr* attribute = NULL;
  size_t size = 0;
  ++inferences;
  expect(good(api->ShapeInferContext_GetInputCount(context, &count)) && count == 1, "inference: inputs");
  expect(good(api->ShapeInferContext_GetInputTypeShape(context, 0, &in)), "inference: input");
  expect(good(api->GetDimensionsCount(in, &count)) && count == 2, "inference: rank");
  expect(good(api->GetDimensions(in, dims, 2)) && dims[1] == 3, "inference: sizes");
  expect(good(api->GetSymbolicDimensions(in, symbols, 2)), "inference: symbols");
  expect(dims[0] >= 0 || !strcmp(symbols[0], "N"), "inference: a symbol has its name");
  expect(good(api->ShapeInferContext_GetAttribute(context, "extra", &attribute)), "inference: attribute");
  expect(good(api->ReadOpAttr(attribute, ORT_OP_ATTR_INT, &extra, sizeof(extra), &size)) && extra == 1,
         "inference: its value");
  expect(code_of(api->ShapeInferContext_GetAttribute(context, "none", &attribute)) == ORT_INVALID_ARGUMENT,
         "inference: no such attribute");
  dims[1] += extra;
  expect(good(api->CreateTensorTypeAndShapeInfo(&out)), "inference: info");
  expect(good(api->SetTensorElementType(out, (ONNXTensorElementDataType)FLOAT)), "inference: type");
  expect(good(api->SetDimensions(out, dims, 2)), "inference: sizes of the output");
  OrtStatus* status = api->ShapeInferContext_SetOutputTypeShape(context, 0, out);
  api->ReleaseTensorTypeAndShapeInfo(out);
  return status;
}

// x with a column of ones behind it.
static OrtStatus* widen(OrtKernelContext* context) {
  const OrtValue* x = NULL;
  OrtValue* y = NULL;
  const int64_t* shape = NULL;
  size_t rank = 0;
  ONNXTensorElementDataType type;
  float* out = NULL;
  OrtStatus* status = api->KernelContext_GetInput(context, 0, &x);
  if (status == NULL) status = api->GetTensorElementTypeAndShapeDataReference(x, &type, &shape, &rank);
  if (status != NULL) return status;
  const int64_t wide[2] = {shape[0], shape[1] + 1};
  const float* in = (const float*)data_of(x);
  status = api->KernelContext_GetOutput(context, 0, wide, 2, &y);
  if (status == NULL) status = api->GetTensorMutableData(y, (void**)&out);
  for (int64_t r = 0; status == NULL && r < wide[0]; ++r) {
    for (int64_t c = 0; c < wide[1]; ++c) out[r * wide[1] + c] = c < shape[1] ? in[r * shape[1] + c] : 1;
  }
  return status;
}

static void check_inference(void) {
  TestOp op = {.name = "Widen", .inputs = {FLOAT, -1}, .outputs = {FLOAT, -1}, .compute = widen};
  OrtCustomOp* ops[1] = {&op.base};
  Bytes graph = {{0}, 0}, node = make_node("Widen", DOMAIN, "n", "x", "t");
  attribute_int(&node, "extra", 1);
  put_message(&graph, 1, &node);
  add_node(&graph, "Relu", "", "relu", "t", "y");
  add_input(&graph, "x", FLOAT, "N,3");
  add_output(&graph, "y", FLOAT, NULL);
  Bytes model = make_model(&graph, DOMAIN, 1);
  OrtSession* session = NULL;
  fill(&op, 30);
  op.base.InferOutputShapeFn = infer;
  expect(good(open_with(&model, ops, 1, &session)) && inferences > 0, "an operator that infers");
  for (int64_t n = 2; session != NULL && n >= 1; --n) {
    float x[6] = {1, 2, 3, -4, 5, 6};
    const float right[8] = {1, 2, 3, 1, 0, 5, 6, 1};
    const int64_t shape[2] = {n, 3};
    OrtValue *in = floats_over(x, shape, 2), *y = NULL;
    expect(good(run_one(session, in, &y)) && holds(y, right, 4 * (size_t)n), "what it gives");
    api->ReleaseValue(y);
    api->ReleaseValue(in);
  }
  api->ReleaseSession(session);
}

static int zero[1] = {0};
static int released, in_place_runs;
static size_t share(int** inputs, int** outputs) {
  *inputs = zero;
  *outputs = zero;
  return 1;
}
static void unshare(int* inputs, int* outputs) { released += inputs == zero && outputs == zero; }

static OrtStatus* infer_same(const OrtCustomOp* op, OrtShapeInferContext* context) {
  (void)op;
  OrtTensorTypeAndShapeInfo* in = NULL;  // lent
  OrtStatus* status = api->ShapeInferContext_GetInputTypeShape(context, 0, &in);
  return status == NULL ? api->ShapeInferContext_SetOutputTypeShape(context, 0, in) : status;
}

// y = x + 1, perhaps in the same memory.
static OrtStatus* increment(OrtKernelContext* context) {
  const OrtValue* x = NULL;
  OrtValue* y = NULL;
  const int64_t two = 2;
  float* out = NULL;
  OrtStatus* status = api->KernelContext_GetInput(context, 0, &x);
  if (status == NULL) status = api->KernelContext_GetOutput(context, 0, &two, 1, &y);
  if (status == NULL) status = api->GetTensorMutableData(y, (void**)&out);
  if (status != NULL) return status;
  const float* in = (const float*)data_of(x);
  in_place_runs += in == out;
  out[0] = in[0] + 1, out[1] = in[1] + 1;
  return NULL;
}

static void check_in_place(void) {
  TestOp op = {.name = "Increment", .inputs = {FLOAT, -1}, .outputs = {FLOAT, -1}, .compute = increment};
  OrtCustomOp* ops[1] = {&op.base};
  Bytes graph = {{0}, 0};
  add_node(&graph, "Increment", DOMAIN, "a", "x", "t");  // x is the caller's: not in place
  add_node(&graph, "Increment", DOMAIN, "b", "t", "u");  // t is read later too: not in place
  add_node(&graph, "Add", "", "add", "t,u", "v");
  add_node(&graph, "Increment", DOMAIN, "c", "v", "w");  // v ends here: in place
  add_node(&graph, "Neg", "", "neg", "w", "y");
  add_input(&graph, "x", FLOAT, "2");
  add_output(&graph, "y", FLOAT, "2");
  Bytes model = make_model(&graph, DOMAIN, 1);
  OrtSession* session = NULL;
  float x[2] = {1, 5};
  const float right[2] = {-6, -14};
  OrtValue *in = vector_over(x, 2), *y = NULL;
  fill(&op, 30);
  op.base.InferOutputShapeFn = infer_same;
  op.base.GetMayInplace = share;
  op.base.ReleaseMayInplace = unshare;
  expect(good(open_with(&model, ops, 1, &session)) && released > 0, "an operator that may run in place");
  if (session != NULL) {
    expect(good(run_one(session, in, &y)) && holds(y, right, 2), "it gives the same");
    expect(x[0] < 1.5f && x[1] > 4.5f && x[1] < 5.5f, "the caller's input is untouched");
    expect(in_place_runs == 1, "in place exactly where nobody else reads");
  }
  api->ReleaseValue(y);
  api->ReleaseValue(in);
  api->ReleaseSession(session);
}

// ---- outputs that the program gives ----

static float* given_data;  // where the kernel must find its output; NULL: nothing was given

static OrtStatus* given_compute(OrtKernelContext* context) {
  const OrtValue* x = NULL;
  OrtValue *before = NULL, *y = NULL, *after = NULL;
  const int64_t two = 2;
  float *data = NULL, *out = NULL;
  expect(good(api->KernelContext_GetPreallocatedOutput(context, 0, &before)), "a given output, asked for");
  expect((before != NULL) == (given_data != NULL), "it is there where one was given");
  if (before != NULL)
    expect(good(api->GetTensorMutableData(before, (void**)&data)) && data == given_data,
           "the program's memory");
  expect(code_of(api->KernelContext_GetPreallocatedOutput(context, 5, &after)) == ORT_INVALID_ARGUMENT,
         "no such output");
  OrtStatus* status = api->KernelContext_GetInput(context, 0, &x);
  if (status == NULL) status = api->KernelContext_GetOutput(context, 0, &two, 1, &y);
  if (status == NULL) status = api->GetTensorMutableData(y, (void**)&out);
  if (status != NULL) return status;
  expect(given_data == NULL || out == given_data, "the output is the given one");
  expect(good(api->KernelContext_GetPreallocatedOutput(context, 0, &after)) && after == y,
         "it is there afterwards");
  const float* in = (const float*)data_of(x);
  out[0] = in[0] + 1, out[1] = in[1] + 1;
  return NULL;
}

static void check_given(void) {
  TestOp op = {.name = "Given", .inputs = {FLOAT, -1}, .outputs = {FLOAT, -1}, .compute = given_compute};
  OrtCustomOp* ops[1] = {&op.base};
  Bytes graph = {{0}, 0};
  add_node(&graph, "Given", DOMAIN, "n", "x", "y");
  add_input(&graph, "x", FLOAT, "2");
  add_output(&graph, "y", FLOAT, "2");
  Bytes model = make_model(&graph, DOMAIN, 1);
  OrtSession* session = NULL;
  float x[2] = {1, 2}, memory[2] = {0, 0};
  const float right[2] = {2, 3};
  OrtValue *in = vector_over(x, 2), *y = NULL;
  fill(&op, 30);
  expect(good(open_with(&model, ops, 1, &session)), "an operator that looks for its output");
  if (session != NULL) {
    expect(good(run_one(session, in, &y)) && holds(y, right, 2), "an output of the run");
    api->ReleaseValue(y);
    y = vector_over(memory, 2);
    given_data = memory;
    expect(good(run_one(session, in, &y)) && memcmp(memory, right, sizeof(right)) == 0,
           "an output of the program");
  }
  api->ReleaseValue(y);
  api->ReleaseValue(in);
  api->ReleaseSession(session);
}

// ---- operators called from a kernel: y = 2 largest of LeakyRelu(x + x), descending ----

static OrtOp *add_op, *leaky_op, *top_op;

static OrtStatus* eager_make(const OrtKernelInfo* info) {
  static const char* t[1] = {"T"};
  static const char* top_types[2] = {"T", "I"};
  static const ONNXTensorElementDataType types[2] = {ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT,
                                                     ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64};
  const float alpha = 0.5f;
  const int64_t axis = -1, yes = 1;
  OrtOpAttr* attributes[3] = {NULL, NULL, NULL};
  OrtOp* none = NULL;
  expect(good(api->CreateOp(info, "Add", "", 14, t, types, 1, NULL, 0, 2, 1, &add_op)), "Add");
  expect(good(api->CreateOpAttr("alpha", &alpha, 1, ORT_OP_ATTR_FLOAT, &attributes[0])), "alpha");
  expect(good(api->CreateOp(info, "LeakyRelu", "", 6, t, types, 1, (const OrtOpAttr* const*)attributes, 1, 1,
                            1, &leaky_op)),
         "LeakyRelu");
  api->ReleaseOpAttr(attributes[0]);
  expect(good(api->CreateOpAttr("axis", &axis, 1, ORT_OP_ATTR_INT, &attributes[0])), "axis");
  expect(good(api->CreateOpAttr("largest", &yes, 1, ORT_OP_ATTR_INT, &attributes[1])), "largest");
  expect(good(api->CreateOpAttr("sorted", &yes, 1, ORT_OP_ATTR_INT, &attributes[2])), "sorted");
  expect(good(api->CreateOp(info, "TopK", "", 11, top_types, types, 2, (const OrtOpAttr* const*)attributes, 3,
                            2, 2, &top_op)),
         "TopK");
  for (int i = 0; i < 3; ++i) api->ReleaseOpAttr(attributes[i]);
  expect(code_of(api->CreateOp(info, "NoSuchOp", "", 14, t, types, 1, NULL, 0, 2, 1, &none)) != 0 &&
             none == NULL,
         "no such operator");
  return NULL;
}

static OrtStatus* eager_compute(OrtKernelContext* context) {
  const OrtValue* x = NULL;
  OrtValue *y = NULL, *indices = NULL, *twice = NULL, *leaky = NULL, *k = NULL;
  float a[3], b[3];
  int64_t two = 2, one = 1, at[2];
  OrtMemoryInfo* memory = NULL;
  OrtStatus* status = api->KernelContext_GetInput(context, 0, &x);
  if (status == NULL) status = api->KernelContext_GetOutput(context, 0, &two, 1, &y);
  if (status == NULL) status = api->CreateCpuMemoryInfo(OrtDeviceAllocator, OrtMemTypeDefault, &memory);
  if (status != NULL) return status;
  twice = vector_over(a, 3), leaky = vector_over(b, 3);
  expect(good(api->CreateTensorWithDataAsOrtValue(memory, &two, sizeof(two), &one, 1,
                                                  ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64, &k)),
         "k");
  expect(good(api->CreateTensorWithDataAsOrtValue(memory, at, sizeof(at), &two, 1,
                                                  ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64, &indices)),
         "indices");
  const OrtValue *add_in[2] = {x, x}, *leaky_in[1] = {twice}, *top_in[2] = {leaky, k};
  OrtValue *add_out[1] = {twice}, *leaky_out[1] = {leaky}, *top_out[2] = {y, indices};
  expect(good(api->InvokeOp(context, add_op, add_in, 2, add_out, 1)), "run Add");
  expect(good(api->InvokeOp(context, leaky_op, leaky_in, 1, leaky_out, 1)), "run LeakyRelu");
  expect(good(api->InvokeOp(context, top_op, top_in, 2, top_out, 2)), "run TopK");
  expect(at[0] == 1 && at[1] == 0, "the second output of TopK");
  api->ReleaseValue(twice);
  api->ReleaseValue(leaky);
  api->ReleaseValue(k);
  api->ReleaseValue(indices);
  api->ReleaseMemoryInfo(memory);
  return NULL;
}

static void check_eager(void) {
  TestOp op = {.name = "Eager",
               .inputs = {FLOAT, -1},
               .outputs = {FLOAT, -1},
               .make = eager_make,
               .compute = eager_compute};
  OrtCustomOp* ops[1] = {&op.base};
  Bytes graph = {{0}, 0};
  add_node(&graph, "Eager", DOMAIN, "n", "x", "y");
  add_input(&graph, "x", FLOAT, "3");
  add_output(&graph, "y", FLOAT, "2");
  Bytes model = make_model(&graph, DOMAIN, 1);
  OrtSession* session = NULL;
  float x[3] = {-1, 4, -6};
  const float right[2] = {8, -1};
  OrtValue *in = vector_over(x, 3), *y = NULL;
  fill(&op, 30);
  expect(good(open_with(&model, ops, 1, &session)), "an operator that calls others");
  for (int i = 0; session != NULL && i < 2; ++i) {
    expect(good(run_one(session, in, &y)) && holds(y, right, 2), "what they give");
    api->ReleaseValue(y);
    y = NULL;
  }
  api->ReleaseOp(add_op);
  api->ReleaseOp(leaky_op);
  api->ReleaseOp(top_op);
  api->ReleaseOp(NULL);
  api->ReleaseValue(in);
  api->ReleaseSession(session);
}

int main(void) {
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  if (api == NULL) return 2;
  OrtEnv* made = NULL;
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "kernels", &made)), "environment");
  env = made;
  check_told();
  check_inference();
  check_in_place();
  check_given();
  check_eager();
  api->ReleaseEnv(made);
  return summary();
}
