// A library that brings an operator of its own: AddHundred, y = x + 100.
#include <onnxruntime_c_api.h>
#include <stddef.h>

static const OrtApi* api;
static OrtCustomOpDomain* domain;

static const char* get_name(const OrtCustomOp* op) { return op == NULL ? NULL : "AddHundred"; }
static const char* get_provider(const OrtCustomOp* op) { return op == NULL ? NULL : "CPUExecutionProvider"; }
static size_t one(const OrtCustomOp* op) { return op == NULL ? 0 : 1; }
static ONNXTensorElementDataType type(const OrtCustomOp* op, size_t i) {
  return op != NULL && i == 0 ? ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT : ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
}
static OrtCustomOpInputOutputCharacteristic kind(const OrtCustomOp* op, size_t i) {
  (void)op, (void)i;
  return INPUT_OUTPUT_REQUIRED;
}
static void* create(const OrtCustomOp* op, const OrtApi* table, const OrtKernelInfo* info) {
  (void)table, (void)info;
  return (void*)op;
}
static void destroy(void* kernel) { (void)kernel; }
static void compute(void* kernel, OrtKernelContext* context) {
  (void)kernel;
  const OrtValue* x = NULL;
  OrtValue* y = NULL;
  OrtTensorTypeAndShapeInfo* info = NULL;
  const float* in = NULL;
  float* out = NULL;
  int64_t dims[1] = {0};
  if (api->KernelContext_GetInput(context, 0, &x) != NULL) return;
  if (api->GetTensorTypeAndShape(x, &info) != NULL) return;
  OrtStatus* status = api->GetDimensions(info, dims, 1);
  api->ReleaseTensorTypeAndShapeInfo(info);
  if (status == NULL) status = api->KernelContext_GetOutput(context, 0, dims, 1, &y);
  if (status == NULL) status = api->GetTensorMutableData((OrtValue*)x, (void**)&in);
  if (status == NULL) status = api->GetTensorMutableData(y, (void**)&out);
  for (int64_t i = 0; status == NULL && i < dims[0]; ++i) out[i] = in[i] + 100;
}

static const OrtCustomOp op = {.version = 11,
                               .CreateKernel = create,
                               .GetName = get_name,
                               .GetExecutionProviderType = get_provider,
                               .GetInputType = type,
                               .GetInputTypeCount = one,
                               .GetOutputType = type,
                               .GetOutputTypeCount = one,
                               .KernelCompute = compute,
                               .KernelDestroy = destroy,
                               .GetInputCharacteristic = kind,
                               .GetOutputCharacteristic = kind};

// When the library goes.
static __attribute__((destructor)) void release(void) {
  if (api != NULL) api->ReleaseCustomOpDomain(domain);
}

OrtStatus* ORT_API_CALL RegisterCustomOps(OrtSessionOptions* options, const OrtApiBase* base);
ORT_EXPORT OrtStatus* ORT_API_CALL RegisterCustomOps(OrtSessionOptions* options, const OrtApiBase* base) {
  api = base->GetApi(11);
  OrtStatus* status = NULL;
  if (domain == NULL) {
    status = api->CreateCustomOpDomain("test.ops", &domain);
    if (status == NULL) status = api->CustomOpDomain_Add(domain, &op);
  }
  return status == NULL ? api->AddCustomOpDomain(options, domain) : status;
}
