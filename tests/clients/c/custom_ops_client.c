// Custom operators through the C ABI: every version of the struct, how nodes fit them, what is refused, libraries.
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>

#include "affine_op.h"

static void check_versions(void) {
  static const uint32_t versions[] = {1, 7, 8, 11, 13, 14, 15, 16, 17, 18, 24, 30, 31, 1000};
  OrtCustomOp* ops[1] = {&affine.base};
  Bytes model = affine_model(1);
  for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); ++i) {
    OrtSession* session = NULL;
    OrtValue* y = NULL;
    float x[3] = {1, 2, -3};
    const float right[3] = {-3, -5, 5};
    fill(&affine, versions[i]);
    expect(good(open_with(&model, ops, 1, &session)), "a session with an operator of some version");
    OrtValue* in = vector_over(x, 3);
    for (int64_t n = 3; session != NULL && n >= 2; --n) {
      OrtValue* some = vector_over(x, n);
      expect(good(run_one(session, some, &y)) && holds(y, right, (size_t)n), "what it computes");
      api->ReleaseValue(y);
      api->ReleaseValue(some);
      y = NULL;
    }
    api->ReleaseValue(in);
    api->ReleaseSession(session);
    expect(kernels_alive == 0, "the kernel goes with the session");
  }
  OrtSession* session = NULL;
  fill(&affine, 30);
  affine.base.version = 0;
  expect(code_of(open_with(&model, ops, 1, &session)) == ORT_FAIL && session == NULL, "version 0 is refused");
}

// The model imports the domain at version 3.
static void check_opsets(void) {
  OrtCustomOp* ops[1] = {&affine.base};
  OrtSession* session = NULL;
  Bytes model = affine_model(3);
  affine.first_opset = 2, affine.last_opset = 4;
  fill(&affine, 30);
  expect(good(open_with(&model, ops, 1, &session)), "a version inside of the range");
  api->ReleaseSession(session);
  affine.first_opset = 4, affine.last_opset = 5;
  expect(code_of(open_with(&model, ops, 1, &session)) != 0 && session == NULL,
         "a version outside of the range");
  affine.first_opset = affine.last_opset = 0;
}

// ---- Sum: any number of inputs; outputs are the sum times 1, 2, 3 ... ----

static OrtStatus* sum_compute(OrtKernelContext* context) {
  size_t inputs = 0, outputs = 0;
  const int64_t two = 2;
  float sum[2] = {0};
  OrtStatus* status = api->KernelContext_GetInputCount(context, &inputs);
  if (status == NULL) status = api->KernelContext_GetOutputCount(context, &outputs);
  for (size_t i = 0; status == NULL && i < inputs; ++i) {
    const OrtValue* x = NULL;
    status = api->KernelContext_GetInput(context, i, &x);
    if (x == NULL) continue;  // left out
    const float* data = (const float*)data_of(x);
    sum[0] += data[0], sum[1] += data[1];
  }
  for (size_t i = 0; status == NULL && i < outputs; ++i) {
    OrtValue* y = NULL;
    float* data = NULL;
    status = api->KernelContext_GetOutput(context, i, &two, 1, &y);
    if (status != NULL || y == NULL) continue;  // nobody wants it
    status = api->GetTensorMutableData(y, (void**)&data);
    data[0] = sum[0] * (float)(i + 1), data[1] = sum[1] * (float)(i + 1);
  }
  return status;
}

// Runs inputs a, b and gives the outputs y, z; NULL where the model cannot be loaded.
static OrtStatus* sum_session(TestOp* op, const char* inputs, const char* outputs, OrtSession** session) {
  OrtCustomOp* ops[1] = {&op->base};
  Bytes graph = {{0}, 0};
  add_node(&graph, op->name, DOMAIN, "n", inputs, outputs);
  add_input(&graph, "a", FLOAT, "2");
  add_input(&graph, "b", FLOAT, "2");
  add_input(&graph, "k", INT64, "2");
  if (strstr(outputs, "y") != NULL) add_output(&graph, "y", FLOAT, "2");
  if (strstr(outputs, "z") != NULL) add_output(&graph, "z", FLOAT, "2");
  Bytes model = make_model(&graph, DOMAIN, 1);
  return open_with(&model, ops, 1, session);
}

static void check_sum(OrtSession* session, const char* output, float first, float second) {
  float a[2] = {1, 2}, b[2] = {10, 20};
  int64_t k[2] = {0, 0};
  const int64_t two = 2;
  const float right[2] = {first, second};
  const char *in[3] = {"a", "b", "k"}, *out[1] = {output};
  OrtMemoryInfo* memory = NULL;
  OrtValue *values[3] = {vector_over(a, 2), vector_over(b, 2), NULL}, *y = NULL;
  expect(good(api->CreateCpuMemoryInfo(OrtDeviceAllocator, OrtMemTypeDefault, &memory)), "memory info");
  expect(good(api->CreateTensorWithDataAsOrtValue(memory, k, sizeof(k), &two, 1,
                                                  (ONNXTensorElementDataType)INT64, &values[2])),
         "k");
  if (session != NULL) {
    expect(good(api->Run(session, NULL, in, (const OrtValue* const*)values, 3, out, 1, &y)), "run of a sum");
    expect(holds(y, right, 2), "the sum");
  }
  api->ReleaseValue(y);
  for (int i = 0; i < 3; ++i) api->ReleaseValue(values[i]);
  api->ReleaseMemoryInfo(memory);
  api->ReleaseSession(session);
}

static void check_arity(void) {
  TestOp many = {.name = "Many",
                 .inputs = {FLOAT, -1},
                 .outputs = {FLOAT, -1},
                 .input_kinds = {INPUT_OUTPUT_VARIADIC},
                 .output_kinds = {INPUT_OUTPUT_VARIADIC},
                 .homogeneous = 1,
                 .min_arity = 2,
                 .compute = sum_compute};
  OrtSession* session = NULL;
  fill(&many, 30);
  expect(good(sum_session(&many, "a,b,a", "y,z", &session)), "variadic");
  check_sum(session, "z", 24, 48);
  expect(code_of(sum_session(&many, "a", "y,z", &session)) == ORT_INVALID_GRAPH,
         "too few for the variadic one");
  expect(code_of(sum_session(&many, "a,k", "y,z", &session)) != 0 && session == NULL,
         "another type among them");

  TestOp maybe = {.name = "Maybe",
                  .inputs = {FLOAT, FLOAT, -1},
                  .outputs = {FLOAT, FLOAT, -1},
                  .input_kinds = {INPUT_OUTPUT_REQUIRED, INPUT_OUTPUT_OPTIONAL},
                  .output_kinds = {INPUT_OUTPUT_OPTIONAL, INPUT_OUTPUT_OPTIONAL},
                  .compute = sum_compute};
  fill(&maybe, 30);
  expect(good(sum_session(&maybe, "a,b", "y,z", &session)), "all optional ones there");
  check_sum(session, "y", 11, 22);
  expect(good(sum_session(&maybe, "a", "y", &session)), "optional ones not there");
  check_sum(session, "y", 1, 2);
  expect(good(sum_session(&maybe, "a,", ",z", &session)), "optional ones without a name");
  check_sum(session, "z", 2, 4);
  expect(code_of(sum_session(&maybe, "a,b,a", "y", &session)) == ORT_INVALID_GRAPH, "too many inputs");
  expect(code_of(sum_session(&maybe, "a,k", "y", &session)) == ORT_INVALID_GRAPH,
         "an input of the wrong type");
}

// ---- overloads: the same name for float and int64 ----

static OrtStatus* first_byte_size(OrtKernelContext* context, float answer) {
  const int64_t one = 1;
  OrtValue* y = NULL;
  float* data = NULL;
  OrtStatus* status = api->KernelContext_GetOutput(context, 0, &one, 1, &y);
  if (status == NULL) status = api->GetTensorMutableData(y, (void**)&data);
  if (status == NULL) data[0] = answer;
  return status;
}
static OrtStatus* says_float(OrtKernelContext* context) { return first_byte_size(context, 32); }
static OrtStatus* says_int64(OrtKernelContext* context) { return first_byte_size(context, 64); }

static void check_overloads(void) {
  TestOp f = {.name = "Which", .inputs = {FLOAT, -1}, .outputs = {FLOAT, -1}, .compute = says_float};
  TestOp i = {.name = "Which", .inputs = {INT64, -1}, .outputs = {FLOAT, -1}, .compute = says_int64};
  OrtCustomOp* ops[2] = {&f.base, &i.base};
  fill(&f, 30);
  fill(&i, 30);
  for (int wide = 0; wide < 2; ++wide) {
    Bytes graph = {{0}, 0}, cast = make_node("Cast", "", "cast", "x", "k");
    attribute_int(&cast, "to", wide ? INT64 : FLOAT);
    put_message(&graph, 1, &cast);
    add_node(&graph, "Which", DOMAIN, "n", "k", "y");
    add_input(&graph, "x", FLOAT, "1");
    add_output(&graph, "y", FLOAT, "1");
    Bytes model = make_model(&graph, DOMAIN, 1);
    OrtSession* session = NULL;
    float x[1] = {0};
    const float right[1] = {wide ? 64.f : 32.f};
    OrtValue *in = vector_over(x, 1), *y = NULL;
    expect(good(open_with(&model, ops, 2, &session)), "overloads");
    expect(session != NULL && good(run_one(session, in, &y)) && holds(y, right, 1), "the one of the type");
    api->ReleaseValue(y);
    api->ReleaseValue(in);
    api->ReleaseSession(session);
  }
}

// ---- failures ----

static OrtStatus* fails(OrtKernelContext* context) {
  (void)context;
  return api->CreateStatus(ORT_ENGINE_ERROR, "no such luck");
}
static OrtStatus* fails_to_be_made(const OrtKernelInfo* info) {
  (void)info;
  return api->CreateStatus(ORT_NOT_FOUND, "no parts");
}

static void check_failures(void) {
  TestOp op = {.name = "Affine", .inputs = {FLOAT, -1}, .outputs = {FLOAT, -1}, .compute = fails};
  OrtCustomOp* ops[1] = {&op.base};
  Bytes model = affine_model(1);
  OrtSession* session = NULL;
  float x[2] = {1, 2};
  OrtValue *in = vector_over(x, 2), *y = NULL;
  fill(&op, 30);
  expect(good(open_with(&model, ops, 1, &session)), "a session that will fail");
  if (session != NULL)
    expect(refused(run_one(session, in, &y), ORT_ENGINE_ERROR, "no such luck") && y == NULL,
           "the kernel's code");
  api->ReleaseSession(session);
  op.make = fails_to_be_made;
  expect(refused(open_with(&model, ops, 1, &session), ORT_RUNTIME_EXCEPTION, "no parts") && session == NULL,
         "a kernel that cannot be made");
  expect(kernels_alive == 0, "no kernel is left");
  api->ReleaseValue(in);
  // Without the operator.
  expect(code_of(open_with(&model, ops, 0, &session)) != 0 && session == NULL,
         "an operator that is not there");
}

// ---- an operator whose types are those of its inputs ----

static OrtStatus* copy_first(OrtKernelContext* context) {
  const OrtValue* x = NULL;
  OrtValue* y = NULL;
  const int64_t* shape = NULL;
  size_t rank = 0, bytes = 0;
  ONNXTensorElementDataType type, made;
  void* out = NULL;
  OrtStatus* status = api->KernelContext_GetInput(context, 0, &x);
  if (status == NULL) status = api->GetTensorElementTypeAndShapeDataReference(x, &type, &shape, &rank);
  if (status == NULL) status = api->KernelContext_GetOutput(context, 0, shape, rank, &y);
  if (status == NULL) status = api->GetTensorMutableData(y, &out);
  if (status == NULL) status = api->GetTensorSizeInBytes(x, &bytes);
  if (status != NULL) return status;
  expect(good(api->GetTensorElementTypeAndShapeDataReference(y, &made, &shape, &rank)) && made == type,
         "the output has the input's type");
  memcpy(out, data_of(x), bytes);
  return NULL;
}

static void check_any_type(void) {
  TestOp op = {.name = "Copy", .inputs = {ANY, -1}, .outputs = {ANY, -1}, .compute = copy_first};
  OrtCustomOp* ops[1] = {&op.base};
  Bytes graph = {{0}, 0}, to_int = make_node("Cast", "", "c", "x", "k"),
        back = make_node("Cast", "", "d", "l", "y");
  attribute_int(&to_int, "to", INT64);
  attribute_int(&back, "to", FLOAT);
  put_message(&graph, 1, &to_int);
  add_node(&graph, "Copy", DOMAIN, "n", "k", "l");
  put_message(&graph, 1, &back);
  add_input(&graph, "x", FLOAT, "2");
  add_output(&graph, "y", FLOAT, "2");
  Bytes model = make_model(&graph, DOMAIN, 1);
  OrtSession* session = NULL;
  float x[2] = {3, 4};
  OrtValue *in = vector_over(x, 2), *y = NULL;
  fill(&op, 30);
  expect(good(open_with(&model, ops, 1, &session)), "an operator of any type");
  expect(session != NULL && good(run_one(session, in, &y)) && holds(y, x, 2), "its run");
  api->ReleaseValue(y);
  api->ReleaseValue(in);
  api->ReleaseSession(session);
}

static OrtStatus* cannot_infer(const OrtCustomOp* op, OrtShapeInferContext* context) {
  (void)op, (void)context;
  return api->CreateStatus(ORT_FAIL, "who knows");
}

static void check_unclear(void) {
  OrtCustomOp* ops[1] = {&affine.base};
  Bytes model = affine_model(1);
  OrtSession* session = NULL;
  fill(&affine, 30);
  affine.base.InferOutputShapeFn = cannot_infer;
  expect(good(open_with(&model, ops, 1, &session)), "an operator that cannot tell its shapes");
  float x[2] = {1, 2};
  const float right[2] = {-3, -5};
  OrtValue *in = vector_over(x, 2), *y = NULL;
  if (session != NULL) expect(good(run_one(session, in, &y)) && holds(y, right, 2), "and runs all the same");
  api->ReleaseValue(y);
  api->ReleaseValue(in);
  api->ReleaseSession(session);
  TestOp op = {.name = "Affine", .inputs = {FLOAT, -1}, .outputs = {ANY, -1}, .compute = copy_first};
  ops[0] = &op.base;
  fill(&op, 30);
  expect(code_of(open_with(&model, ops, 1, &session)) == ORT_FAIL && session == NULL, "an output of no type");
}

// ---- inside of a body, and from several threads at once ----

static void* run_often(void* session) {
  for (int i = 0; i < 50; ++i) {
    float x[3] = {1, 2, (float)i};
    const float right[3] = {-3, -5, -2 * (float)i - 1};
    OrtValue *in = vector_over(x, 3), *y = NULL;
    if (!good(run_one((OrtSession*)session, in, &y)) || !holds(y, right, 3)) return NULL;
    api->ReleaseValue(y);
    api->ReleaseValue(in);
  }
  return session;
}

// y = x is positive at 0 ? Affine(x) : x, negated.
static void check_nested(void) {
  OrtCustomOp* ops[1] = {&affine.base};
  Bytes graph = {{0}, 0}, yes = {{0}, 0}, no = {{0}, 0},
        node = make_node("Affine", DOMAIN, "inner", "x", "a");
  attribute_float(&node, "scale", 2);
  attribute_float(&node, "shift", 1);
  put_message(&yes, 1, &node);
  put_text(&yes, 2, "yes");
  add_output(&yes, "a", FLOAT, "N");
  add_node(&no, "Identity", "", "same", "x", "b");
  put_text(&no, 2, "no");
  add_output(&no, "b", FLOAT, "N");
  static const float zero[1] = {0};
  add_floats(&graph, "zero", zero, 1);
  add_node(&graph, "Greater", "", "positive", "x,zero", "c");
  add_node(&graph, "ReduceMax", "", "any", "f", "m");
  Bytes cast = make_node("Cast", "", "cast", "c", "f"), back = make_node("Cast", "", "back", "s", "is");
  Bytes squeeze = make_node("Squeeze", "", "squeeze", "m", "s"),
        branch = make_node("If", "", "if", "is", "t");
  attribute_int(&cast, "to", FLOAT);
  attribute_int(&back, "to", 9);  // bool
  attribute_graph(&branch, "then_branch", &yes);
  attribute_graph(&branch, "else_branch", &no);
  put_message(&graph, 1, &cast);
  put_message(&graph, 1, &squeeze);
  put_message(&graph, 1, &back);
  put_message(&graph, 1, &branch);
  add_node(&graph, "Neg", "", "neg", "t", "y");
  add_input(&graph, "x", FLOAT, "N");
  add_output(&graph, "y", FLOAT, "N");
  Bytes model = make_model(&graph, DOMAIN, 1);
  OrtSession* session = NULL;
  fill(&affine, 30);
  expect(good(open_with(&model, ops, 1, &session)), "an operator in a branch");
  for (int positive = 0; session != NULL && positive < 2; ++positive) {
    float x[2] = {positive ? 2.f : -2.f, -1};
    const float taken[2] = {-5, 1}, left[2] = {2, 1};
    OrtValue *in = vector_over(x, 2), *y = NULL;
    expect(good(run_one(session, in, &y)) && holds(y, positive ? taken : left, 2), "the branch that runs");
    api->ReleaseValue(y);
    api->ReleaseValue(in);
  }
  api->ReleaseSession(session);
  expect(kernels_alive == 0, "kernels of branches go too");
}

static void check_threads(void) {
  OrtCustomOp* ops[1] = {&affine.base};
  Bytes model = affine_model(1);
  OrtSession* session = NULL;
  pthread_t threads[4];
  fill(&affine, 30);
  expect(good(open_with(&model, ops, 1, &session)), "a session for several threads");
  for (int i = 0; i < 4; ++i) expect(pthread_create(&threads[i], NULL, run_often, session) == 0, "a thread");
  for (int i = 0; i < 4; ++i) {
    void* result = NULL;
    expect(pthread_join(threads[i], &result) == 0 && result == session, "what a thread computes");
  }
  api->ReleaseSession(session);
}

// ---- libraries ----

OrtStatus* ORT_API_CALL RegisterForTest(OrtSessionOptions* options, const OrtApiBase* base);
static OrtCustomOpDomain* here;
OrtStatus* ORT_API_CALL RegisterForTest(OrtSessionOptions* options, const OrtApiBase* base) {
  expect(base == OrtGetApiBase(), "the base that registers");
  fill(&affine, 30);
  OrtStatus* status = api->CreateCustomOpDomain(DOMAIN, &here);
  if (status == NULL) status = api->CustomOpDomain_Add(here, &affine.base);
  return status == NULL ? api->AddCustomOpDomain(options, here) : status;
}

static void run_affine(const OrtSessionOptions* options, const char* op, const char* what) {
  Bytes graph = {{0}, 0};
  add_node(&graph, op, DOMAIN, "n", "x", "y");
  add_input(&graph, "x", FLOAT, "2");
  add_output(&graph, "y", FLOAT, "2");
  Bytes model = make_model(&graph, DOMAIN, 1);
  OrtSession* session = NULL;
  float x[2] = {1, 2};
  const float right[2] = {101, 102};
  OrtValue *in = vector_over(x, 2), *y = NULL;
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, options, &session)), what);
  if (session != NULL) expect(good(run_one(session, in, &y)) && holds(y, right, 2), what);
  api->ReleaseValue(y);
  api->ReleaseValue(in);
  api->ReleaseSession(session);
}

static void check_libraries(const char* library) {
  OrtSessionOptions* options = NULL;
  void* handle = NULL;
  expect(good(api->CreateSessionOptions(&options)), "options");
  expect(refused(api->RegisterCustomOpsLibrary_V2(options, "no such library.so"), ORT_FAIL,
                 "Failed to load library"),
         "no such library");
  expect(code_of(api->RegisterCustomOpsUsingFunction(options, "NoSuchFunction")) != 0, "no such function");
  expect(good(api->RegisterCustomOpsUsingFunction(options, "RegisterForTest")), "a function");
  api->ReleaseSessionOptions(options);
  api->ReleaseCustomOpDomain(here);

  options = NULL;
  expect(good(api->CreateSessionOptions(&options)), "options");
  expect(good(api->RegisterCustomOpsLibrary_V2(options, library)), "a library");
  run_affine(options, "AddHundred", "an operator of a library");
  OrtSessionOptions* clone = NULL;
  expect(good(api->CloneSessionOptions(options, &clone)), "clone");
  api->ReleaseSessionOptions(options);
  run_affine(clone, "AddHundred", "an operator of a library, by cloned options");
  api->ReleaseSessionOptions(clone);

  options = NULL;
  expect(good(api->CreateSessionOptions(&options)), "options");
  expect(good(api->RegisterCustomOpsLibrary(options, library, &handle)) && handle != NULL, "a library, V1");
  run_affine(options, "AddHundred", "an operator of a library, V1");
  api->ReleaseSessionOptions(options);
}

static void check_null(void) {
  OrtSessionOptions* options = NULL;
  OrtCustomOpDomain* domain = NULL;
  size_t count = 0;
  api->ReleaseCustomOpDomain(NULL);
  api->ReleaseKernelInfo(NULL);
  if (!refuses_null()) return;
  expect(good(api->CreateSessionOptions(&options)), "options");
  expect(code_of(api->CreateCustomOpDomain(NULL, &domain)) == ORT_INVALID_ARGUMENT, "NULL name");
  expect(code_of(api->CustomOpDomain_Add(NULL, &affine.base)) == ORT_INVALID_ARGUMENT, "NULL domain");
  expect(code_of(api->AddCustomOpDomain(options, NULL)) == ORT_INVALID_ARGUMENT, "NULL domain in options");
  expect(code_of(api->RegisterCustomOpsLibrary_V2(options, NULL)) == ORT_INVALID_ARGUMENT, "NULL library");
  expect(code_of(api->KernelInfo_GetInputCount(NULL, &count)) == ORT_INVALID_ARGUMENT, "NULL info");
  expect(code_of(api->KernelContext_GetInputCount(NULL, &count)) == ORT_INVALID_ARGUMENT, "NULL context");
  expect(code_of(api->ShapeInferContext_GetInputCount(NULL, &count)) == ORT_INVALID_ARGUMENT, "NULL shapes");
  api->ReleaseSessionOptions(options);
}

int main(void) {
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  if (api == NULL) return 2;
  OrtEnv* made = NULL;
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "custom", &made)), "environment");
  env = made;
  check_versions();
  check_opsets();
  check_arity();
  check_overloads();
  check_failures();
  check_any_type();
  check_unclear();
  check_nested();
  check_threads();
  check_libraries(CUSTOM_OPS_LIBRARY);
  check_null();
  api->ReleaseEnv(made);
  return summary();
}
