// Operators of the client programs: structs of any version, and sessions with them.
#pragma once

#include "client.h"

#define DOMAIN "test.ops"
enum { FLOAT = ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, INT64 = ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64, ANY = 0 };

// An operator of these programs: the ABI's struct, and what its functions answer.
typedef struct {
  OrtCustomOp base;
  const char* name;
  int inputs[4], outputs[4];            // element types, -1 ends
  int input_kinds[4], output_kinds[4];  // OrtCustomOpInputOutputCharacteristic
  int homogeneous, min_arity, first_opset, last_opset;
  OrtStatus* (*make)(const OrtKernelInfo* info);
  OrtStatus* (*compute)(OrtKernelContext* context);
} TestOp;

static int kernels_alive;
static inline const TestOp* of(const OrtCustomOp* op) { return (const TestOp*)op; }
static inline size_t length(const int* list) {
  size_t n = 0;
  while (n < 4 && list[n] >= 0) ++n;
  return n;
}

static inline const char* get_name(const OrtCustomOp* op) { return of(op)->name; }
static inline const char* get_provider(const OrtCustomOp* op) {
  (void)op;
  return NULL;
}
static inline size_t input_count(const OrtCustomOp* op) { return length(of(op)->inputs); }
static inline size_t output_count(const OrtCustomOp* op) { return length(of(op)->outputs); }
static inline ONNXTensorElementDataType input_type(const OrtCustomOp* op, size_t i) {
  return (ONNXTensorElementDataType)of(op)->inputs[i];
}
static inline ONNXTensorElementDataType output_type(const OrtCustomOp* op, size_t i) {
  return (ONNXTensorElementDataType)of(op)->outputs[i];
}
static inline OrtCustomOpInputOutputCharacteristic input_kind(const OrtCustomOp* op, size_t i) {
  return (OrtCustomOpInputOutputCharacteristic)of(op)->input_kinds[i];
}
static inline OrtCustomOpInputOutputCharacteristic output_kind(const OrtCustomOp* op, size_t i) {
  return (OrtCustomOpInputOutputCharacteristic)of(op)->output_kinds[i];
}
static inline OrtMemType memory_type(const OrtCustomOp* op, size_t i) {
  (void)op, (void)i;
  return OrtMemTypeDefault;
}
static inline int min_arity(const OrtCustomOp* op) { return of(op)->min_arity; }
static inline int homogeneity(const OrtCustomOp* op) { return of(op)->homogeneous; }
static inline int first_opset(const OrtCustomOp* op) { return of(op)->first_opset; }
static inline int last_opset(const OrtCustomOp* op) { return of(op)->last_opset; }

// A kernel is nothing but its operator.
static inline void* create(const OrtCustomOp* op, const OrtApi* table, const OrtKernelInfo* info) {
  expect(table != NULL, "a table for the kernel's maker");
  if (of(op)->make != NULL) expect(good(of(op)->make(info)), "the kernel is made");
  ++kernels_alive;
  return (void*)op;
}
static inline OrtStatus* create2(const OrtCustomOp* op, const OrtApi* table, const OrtKernelInfo* info,
                                 void** kernel) {
  expect(table != NULL, "a table for the kernel's maker");
  OrtStatus* status = of(op)->make == NULL ? NULL : of(op)->make(info);
  if (status != NULL) return status;
  ++kernels_alive;
  *kernel = (void*)op;
  return NULL;
}
static inline void compute(void* kernel, OrtKernelContext* context) {
  expect(good(((TestOp*)kernel)->compute(context)), "the kernel computes");
}
static inline OrtStatus* compute2(void* kernel, OrtKernelContext* context) {
  return ((TestOp*)kernel)->compute(context);
}
static inline void destroy(void* kernel) {
  (void)kernel;
  --kernels_alive;
}

// Fields up to `version`; what is newer holds garbage, as behind an older struct.
static inline void fill(TestOp* op, uint32_t version) {
  memset(&op->base, 0x5a, sizeof(op->base));
  op->base.version = version;
  op->base.CreateKernel = create;
  op->base.GetName = get_name;
  op->base.GetExecutionProviderType = get_provider;
  op->base.GetInputType = input_type;
  op->base.GetInputTypeCount = input_count;
  op->base.GetOutputType = output_type;
  op->base.GetOutputTypeCount = output_count;
  op->base.KernelCompute = compute;
  op->base.KernelDestroy = destroy;
  op->base.GetInputCharacteristic = input_kind;  // read at every version by the other library
  op->base.GetOutputCharacteristic = output_kind;
  if (version >= 13) op->base.GetInputMemoryType = memory_type;
  if (version >= 14) {
    op->base.GetVariadicInputMinArity = min_arity;
    op->base.GetVariadicInputHomogeneity = homogeneity;
    op->base.GetVariadicOutputMinArity = min_arity;
    op->base.GetVariadicOutputHomogeneity = homogeneity;
  }
  if (version >= 16) {
    op->base.CreateKernelV2 = create2;
    op->base.KernelComputeV2 = compute2;
  }
  if (version >= 17) {
    op->base.InferOutputShapeFn = NULL;
    op->base.GetStartVersion = op->last_opset > 0 ? first_opset : NULL;
    op->base.GetEndVersion = op->last_opset > 0 ? last_opset : NULL;
  }
  if (version >= 18) {
    op->base.GetMayInplace = NULL;
    op->base.ReleaseMayInplace = NULL;
    op->base.GetAliasMap = NULL;
    op->base.ReleaseAliasMap = NULL;
  }
}

static const OrtEnv* env;

// A session of the model with these operators; the domain lives as long as the program.
static inline OrtStatus* open_with(const Bytes* model, OrtCustomOp** ops, size_t count,
                                   OrtSession** session) {
  static OrtCustomOpDomain* domains[64];
  static size_t used;
  OrtCustomOpDomain** domain = &domains[used++];
  OrtSessionOptions* options = NULL;
  *session = NULL;
  expect(good(api->CreateSessionOptions(&options)), "options");
  expect(good(api->SetIntraOpNumThreads(options, 2)), "threads");
  expect(good(api->AddSessionConfigEntry(options, "test.key", "test value")), "a config entry");
  expect(good(api->CreateCustomOpDomain(DOMAIN, domain)), "domain");
  for (size_t i = 0; i < count; ++i)
    expect(good(api->CustomOpDomain_Add(*domain, ops[i])), "an operator in the domain");
  expect(good(api->AddCustomOpDomain(options, *domain)), "the domain in the options");
  OrtStatus* status = api->CreateSessionFromArray(env, model->data, model->size, options, session);
  api->ReleaseSessionOptions(options);
  return status;
}

static inline OrtStatus* run_one(OrtSession* session, const OrtValue* x, OrtValue** y) {
  const char *in[1] = {"x"}, *out[1] = {"y"};
  return api->Run(session, NULL, in, &x, 1, out, 1, y);
}
