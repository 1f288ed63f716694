// A library of an execution provider that does wrong what its registration name says: "compile_fail" and so on.
// It claims Mul and Add, or If; what it computes is x * 2 for every output. The counts show what was never given back.
#include <onnxruntime_c_api.h>
#include <onnxruntime_ep_c_api.h>
#include <stdlib.h>
#include <string.h>

static const OrtApi* api;
static const OrtEpApi* ep_api;
static _Atomic int live_factories, live_providers, live_infos, live_states, live_kernels;

ORT_EXPORT int live_objects(void) {
  return live_factories + live_providers + live_infos + live_states + live_kernels;
}

typedef struct {
  OrtEpFactory base;
  char fault[48];
  OrtKernelRegistry* kernels;
} Factory;
typedef struct {
  OrtEp base;
  Factory* factory;
} Provider;
typedef struct {
  OrtNodeComputeInfo base;
  Factory* factory;
} Info;

static int is(const Factory* f, const char* fault) { return strcmp(f->fault, fault) == 0; }
static OrtStatus* failed(const char* what) { return api->CreateStatus(ORT_EP_FAIL, what); }
static OrtStatus* fails_at(const Factory* f, const char* fault) {
  return is(f, fault) ? failed(fault) : NULL;
}

// ---- a fused group ----
static OrtStatus* create_state(OrtNodeComputeInfo* info, OrtNodeComputeContext* context, void** state) {
  const Factory* f = ((Info*)info)->factory;
  (void)context;
  if (is(f, "state_fail")) return failed("state_fail");
  ++live_states;
  *state = info;
  return NULL;
}
static void release_state(OrtNodeComputeInfo* info, void* state) {
  if (state == info) --live_states;
}
// The first input that is a tensor of floats: an If reads its condition before what its bodies read.
static OrtStatus* first_floats(OrtKernelContext* context, const OrtValue** in) {
  size_t count = 0;
  ONNXTensorElementDataType element = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
  OrtStatus* status = api->KernelContext_GetInputCount(context, &count);
  for (size_t i = 0; i < count && status == NULL && element != ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; ++i) {
    OrtTensorTypeAndShapeInfo* type = NULL;
    status = api->KernelContext_GetInput(context, i, in);
    if (status == NULL) status = api->GetTensorTypeAndShape(*in, &type);
    if (status == NULL) status = api->GetTensorElementType(type, &element);
    api->ReleaseTensorTypeAndShapeInfo(type);
  }
  return status;
}
static OrtStatus* doubled(const Factory* f, OrtKernelContext* context) {
  const OrtValue* in = NULL;
  size_t rank = 0, outputs = 0;
  int64_t shape[8] = {0};
  OrtTensorTypeAndShapeInfo* type = NULL;
  OrtStatus* status = first_floats(context, &in);
  if (status == NULL) status = api->GetTensorTypeAndShape(in, &type);
  if (status == NULL) status = api->GetDimensionsCount(type, &rank);
  if (status == NULL) status = api->GetDimensions(type, shape, rank);
  if (is(f, "compute_shape")) shape[0] += 1;
  size_t count = 1;
  for (size_t i = 0; i < rank; ++i) count *= (size_t)shape[i];
  api->ReleaseTensorTypeAndShapeInfo(type);
  if (status == NULL) status = api->KernelContext_GetOutputCount(context, &outputs);
  for (size_t o = 0; o < outputs && status == NULL; ++o) {
    OrtValue* out = NULL;
    const void* from = NULL;
    void* to = NULL;
    status = api->KernelContext_GetOutput(context, o, shape, rank, &out);
    if (status == NULL) status = api->GetTensorData(in, &from);
    if (status == NULL) status = api->GetTensorMutableData(out, &to);
    for (size_t i = 0; i < count && status == NULL; ++i)
      ((float*)to)[i] = is(f, "compute_shape") ? 0 : 2 * ((const float*)from)[i];
  }
  return status;
}
static OrtStatus* compute(OrtNodeComputeInfo* info, void* state, OrtKernelContext* context) {
  const Factory* f = ((Info*)info)->factory;
  (void)state;
  if (is(f, "compute_fail")) return failed("compute_fail");
  if (is(f, "compute_silent")) return NULL;
  return doubled(f, context);
}

// ---- kernels of single nodes ----
typedef struct {
  OrtKernelImpl base;
  Factory* factory;
  float packed;
} Kernel;
static OrtStatus* pack_weight(OrtKernelImpl* kernel, const OrtValue* tensor, int input,
                              OrtAllocator* allocator, OrtSharedPrePackedWeightCache* cache,
                              bool* is_packed) {
  Kernel* k = (Kernel*)kernel;
  const void* data = NULL;
  *is_packed = false;
  if (is(k->factory, "kernel_pack_fail")) return failed("kernel_pack_fail");
  OrtStatus* status = allocator == NULL ? failed("no allocator to pack with") : NULL;
  if (status == NULL) status = api->GetTensorData(tensor, &data);
  if (status != NULL || input != 1) return status;
  if (!is(k->factory, "kernel_pack_shared")) {
    k->packed = *(const float*)data;
    return NULL;
  }
  if (cache == NULL) return NULL;
  void* buffers[2] = {allocator->Alloc(allocator, sizeof(float)), allocator->Alloc(allocator, 8)};
  size_t sizes[2] = {sizeof(float), 8};
  memcpy(buffers[0], data, sizeof(float));
  memset(buffers[1], 7, 8);
  *is_packed = true;
  return ep_api->SharedPrePackedWeightCache_StoreWeightData(cache, buffers, sizes, 2);
}
// Buffers that a kernel before this one was told of are shared.
static const void* last_told;
static int told_again;
ORT_EXPORT int shared_weights(void) { return told_again; }
static OrtStatus* set_shared(OrtKernelImpl* kernel, const void* const* data, const size_t* sizes,
                             size_t count, int input) {
  if (input != 1 || count != 2 || sizes[0] != sizeof(float) || sizes[1] != 8 || *(const char*)data[1] != 7)
    return failed("other buffers than were stored");
  ((Kernel*)kernel)->packed = *(const float*)data[0];
  told_again += data[0] == last_told;
  last_told = data[0];
  return NULL;
}
static OrtStatus* compute_kernel(OrtKernelImpl* kernel, OrtKernelContext* context) {
  const Factory* f = ((Kernel*)kernel)->factory;
  if (is(f, "kernel_compute_fail")) return failed("kernel_compute_fail");
  if ((is(f, "kernel_pack") || is(f, "kernel_pack_shared")) && ((Kernel*)kernel)->packed != 2)
    return failed("the weight was not packed");
  if (is(f, "kernel_pack_off") && ((Kernel*)kernel)->packed == 2) return failed("the weight was packed");
  return doubled(f, context);
}
static void release_kernel(OrtKernelImpl* kernel) {
  --live_kernels;
  free(kernel);
}
static OrtStatus* create_kernel(void* state, const OrtKernelInfo* info, OrtKernelImpl** out) {
  Factory* f = (Factory*)state;
  (void)info;
  if (is(f, "kernel_fail")) return failed("kernel_fail");
  if (is(f, "kernel_null")) return NULL;
  Kernel* k = (Kernel*)calloc(1, sizeof(Kernel));
  k->base.ort_version_supported = ORT_API_VERSION;
  k->base.Compute = compute_kernel;
  k->base.Release = release_kernel;
  if (strncmp(f->fault, "kernel_pack", 11) == 0) k->base.PrePackWeight = pack_weight;
  if (is(f, "kernel_pack_shared")) k->base.SetSharedPrePackedWeight = set_shared;
  k->factory = f;
  ++live_kernels;
  *out = &k->base;
  return NULL;
}
static OrtStatus* make_registry(Factory* f) {
  OrtKernelDefBuilder* builder = NULL;
  OrtKernelDef* def = NULL;
  OrtStatus* status = ep_api->CreateKernelRegistry(&f->kernels);
  if (status == NULL) status = ep_api->CreateKernelDefBuilder(&builder);
  if (status == NULL) status = ep_api->KernelDefBuilder_SetOperatorType(builder, "Mul");
  if (status == NULL) status = ep_api->KernelDefBuilder_SetDomain(builder, "");
  if (status == NULL) status = ep_api->KernelDefBuilder_SetSinceVersion(builder, 14, 14);
  if (status == NULL)
    status = ep_api->KernelDefBuilder_SetExecutionProvider(builder, "FaultyExecutionProvider");
  if (status == NULL) status = ep_api->KernelDefBuilder_Build(builder, &def);
  if (status == NULL) status = ep_api->KernelRegistry_AddKernel(f->kernels, def, create_kernel, f);
  ep_api->ReleaseKernelDef(def);
  ep_api->ReleaseKernelDefBuilder(builder);
  return status;
}
static OrtStatus* get_registry(OrtEp* ep, const OrtKernelRegistry** out) {
  Factory* f = ((Provider*)ep)->factory;
  if (is(f, "registry_fail")) return failed("registry_fail");
  *out = f->kernels;
  return NULL;
}

// ---- the provider ----
static const char* provider_name(const OrtEp* ep) {
  const Factory* f = ((const Provider*)ep)->factory;
  return is(f, "other_name") ? "SomebodyElse" : is(f, "null_name") ? NULL : "FaultyExecutionProvider";
}

static OrtStatus* claim(const Factory* f, OrtEpGraphSupportInfo* info, const OrtNode** mine, size_t count,
                        const OrtNode* other) {
  if (is(f, "claim_null")) return ep_api->EpGraphSupportInfo_AddSingleNode(info, NULL);
  if (is(f, "claim_none")) return ep_api->EpGraphSupportInfo_AddNodesToFuse(info, mine, 0, NULL);
  if (is(f, "claim_without_kernel")) return ep_api->EpGraphSupportInfo_AddSingleNode(info, other);
  if (strncmp(f->fault, "kernel", 6) == 0 || strncmp(f->fault, "registry", 8) == 0)
    return ep_api->EpGraphSupportInfo_AddSingleNode(info, mine[0]);
  if (is(f, "claim_cycle")) return ep_api->EpGraphSupportInfo_AddNodesToFuse(info, mine, count, NULL);
  OrtStatus* status = NULL;
  if (is(f, "claim_mutual") && count == 4) {  // the first with the last, and those between
    const OrtNode *outer[2] = {mine[0], mine[3]}, *inner[2] = {mine[1], mine[2]};
    status = ep_api->EpGraphSupportInfo_AddNodesToFuse(info, outer, 2, NULL);
    return status != NULL ? status : ep_api->EpGraphSupportInfo_AddNodesToFuse(info, inner, 2, NULL);
  }
  for (size_t i = 0; i < count && status == NULL; ++i)
    status = ep_api->EpGraphSupportInfo_AddNodesToFuse(info, &mine[i], 1, NULL);
  if (status == NULL && is(f, "claim_twice"))
    status = ep_api->EpGraphSupportInfo_AddNodesToFuse(info, &mine[0], 1, NULL);
  return status;
}

static OrtStatus* capability(OrtEp* ep, const OrtGraph* graph, OrtEpGraphSupportInfo* info) {
  const Factory* f = ((Provider*)ep)->factory;
  if (is(f, "capability_fail")) return failed("capability_fail");
  const OrtNode *nodes[16] = {NULL}, *mine[16] = {NULL}, *other = NULL;
  size_t count = 0, claimed = 0;
  OrtStatus* status = api->Graph_GetNumNodes(graph, &count);
  if (status == NULL) status = api->Graph_GetNodes(graph, nodes, count);
  for (size_t i = 0; i < count && status == NULL; ++i) {
    const char* op = NULL;
    status = api->Node_GetOperatorType(nodes[i], &op);
    if (status != NULL) break;
    const int wanted =
        is(f, "claim_if") ? strcmp(op, "If") == 0 : strcmp(op, "Mul") == 0 || strcmp(op, "Add") == 0;
    if (wanted) {
      mine[claimed++] = nodes[i];
    } else {
      other = nodes[i];
    }
  }
  return status != NULL || claimed == 0 ? status : claim(f, info, mine, claimed, other);
}

static OrtStatus* compile(OrtEp* ep, const OrtGraph** graphs, const OrtNode** fused, size_t count,
                          OrtNodeComputeInfo** infos, OrtNode** contexts) {
  Factory* f = ((Provider*)ep)->factory;
  (void)graphs, (void)fused, (void)contexts;
  if (is(f, "compile_none")) return NULL;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0 && is(f, "compile_half")) return failed("compile_half");
    Info* made = (Info*)calloc(1, sizeof(Info));
    made->base.ort_version_supported = ORT_API_VERSION;
    made->base.CreateState = create_state;
    made->base.Compute = is(f, "compute_null") ? NULL : compute;
    made->base.ReleaseState = release_state;
    made->factory = f;
    ++live_infos;
    infos[i] = &made->base;
  }
  return is(f, "compile_fail") ? failed("compile_fail") : NULL;
}
static void release_infos(OrtEp* ep, OrtNodeComputeInfo** infos, size_t count) {
  (void)ep;
  for (size_t i = 0; i < count; ++i) {
    if (infos[i] == NULL) continue;
    --live_infos;
    free(infos[i]);
  }
}
static OrtStatus* run_start(OrtEp* ep, const OrtRunOptions* options) {
  (void)options;
  return fails_at(((Provider*)ep)->factory, "run_start_fail");
}
static OrtStatus* run_end(OrtEp* ep, const OrtRunOptions* options, bool sync) {
  (void)options, (void)sync;
  return fails_at(((Provider*)ep)->factory, "run_end_fail");
}
static OrtStatus* initialized(OrtEp* ep) { return fails_at(((Provider*)ep)->factory, "initialized_fail"); }
static OrtStatus* dynamic(OrtEp* ep, const char* const* keys, const char* const* values, size_t count) {
  (void)keys, (void)values, (void)count;
  return fails_at(((Provider*)ep)->factory, "dynamic_fail");
}

// ---- a profiler: of its own event, and of how many of the library's it was told ----
static _Atomic int begun, stopped;
static void release_profiler(OrtEpProfilerImpl* p) {
  --live_infos;
  free(p);
}
static OrtStatus* start_profile(OrtEpProfilerImpl* p, int64_t offset) {
  (void)p;
  begun = stopped = 0;
  return offset < 0 ? failed("an offset before the beginning") : NULL;
}
static OrtStatus* start_event(OrtEpProfilerImpl* p, uint64_t id) {
  (void)p, (void)id;
  ++begun;
  return NULL;
}
static OrtStatus* stop_event(OrtEpProfilerImpl* p, uint64_t id, const OrtProfilingEvent* event) {
  const char* name = NULL;
  (void)p, (void)id;
  ++stopped;
  return event == NULL ? failed("no event") : ep_api->ProfilingEvent_GetName(event, &name);
}
static OrtStatus* end_profile(OrtEpProfilerImpl* p, OrtProfilingEventsContainer* container) {
  const char *key = "balance", *value = begun > 0 && begun == stopped ? "even" : "odd";
  OrtProfilingEvent* event = NULL;
  (void)p;
  OrtStatus* status = ep_api->CreateProfilingEvent(OrtProfilingEventCategory_KERNEL, 1, 1, "faulty_work", 1,
                                                   2, &key, &value, 1, &event);
  if (status == NULL)
    status =
        ep_api->ProfilingEventsContainer_AddEvents(container, (const OrtProfilingEvent* const*)&event, 1);
  ep_api->ReleaseProfilingEvent(event);
  return status;
}
static OrtStatus* create_profiler(OrtEp* ep, OrtEpProfilerImpl** out) {
  (void)ep;
  OrtEpProfilerImpl* p = (OrtEpProfilerImpl*)calloc(1, sizeof(OrtEpProfilerImpl));
  p->ort_version_supported = ORT_API_VERSION;
  p->Release = release_profiler;
  p->StartProfiling = start_profile;
  p->StartEvent = start_event;
  p->StopEvent = stop_event;
  p->EndProfiling = end_profile;
  ++live_infos;
  *out = p;
  return NULL;
}

// ---- the factory ----
static const char* factory_name(const OrtEpFactory* f) {
  return is((const Factory*)f, "no_name") ? NULL : "FaultyExecutionProvider";
}
static const char* vendor(const OrtEpFactory* f) {
  (void)f;
  return "nobody";
}
static uint32_t vendor_id(const OrtEpFactory* f) {
  (void)f;
  return 0xfa17;
}
static const char* version(const OrtEpFactory* f) {
  return is((const Factory*)f, "bad_version") ? "one" : "0.1.0";
}

static OrtStatus* devices(OrtEpFactory* factory, const OrtHardwareDevice* const* hardware, size_t count,
                          OrtEpDevice** out, size_t max, size_t* made) {
  const Factory* f = (const Factory*)factory;
  OrtStatus* status = NULL;
  for (size_t i = 0; i < count && *made < max && status == NULL; ++i) {
    if (api->HardwareDevice_Type(hardware[i]) != OrtHardwareDeviceType_CPU) continue;
    status = ep_api->CreateEpDevice(factory, hardware[i], NULL, NULL, &out[*made]);
    if (status == NULL) ++*made;
  }
  if (is(f, "devices_many")) *made = max + 1;
  if (is(f, "devices_null")) *made = 2;
  return is(f, "devices_fail") ? failed("devices_fail") : status;
}

static OrtStatus* create(OrtEpFactory* factory, const OrtHardwareDevice* const* hardware,
                         const OrtKeyValuePairs* const* metadata, size_t count,
                         const OrtSessionOptions* options, const OrtLogger* logger, OrtEp** out) {
  Factory* f = (Factory*)factory;
  (void)hardware, (void)metadata, (void)count, (void)options, (void)logger;
  if (is(f, "create_fail")) return failed("create_fail");
  if (is(f, "create_null")) return NULL;
  Provider* p = (Provider*)calloc(1, sizeof(Provider));
  p->factory = f;
  p->base.ort_version_supported = is(f, "provider_version") ? 1 : ORT_API_VERSION;
  p->base.GetName = provider_name;
  p->base.GetCapability = is(f, "capability_null") ? NULL : capability;
  p->base.Compile = is(f, "compile_null") ? NULL : compile;
  p->base.ReleaseNodeComputeInfos = release_infos;
  p->base.OnRunStart = run_start;
  p->base.OnRunEnd = run_end;
  p->base.OnSessionInitializationEnd = initialized;
  p->base.SetDynamicOptions = dynamic;
  if (is(f, "profiler")) p->base.CreateProfiler = create_profiler;
  if (f->kernels != NULL) p->base.GetKernelRegistry = get_registry;
  ++live_providers;
  *out = &p->base;
  return NULL;
}
static void release(OrtEpFactory* factory, OrtEp* ep) {
  (void)factory;
  --live_providers;
  free(ep);
}

static OrtStatus* no_allocator(OrtEpFactory* factory, const OrtMemoryInfo* memory,
                               const OrtKeyValuePairs* options, OrtAllocator** out) {
  (void)factory, (void)memory, (void)options;
  *out = NULL;
  return NULL;
}
static void release_allocator(OrtEpFactory* factory, OrtAllocator* allocator) {
  (void)factory, (void)allocator;
}
static OrtStatus* no_transfer(OrtEpFactory* factory, OrtDataTransferImpl** out) {
  (void)factory;
  *out = NULL;
  return NULL;
}
static bool not_aware(const OrtEpFactory* factory) {
  (void)factory;
  return false;
}

ORT_EXPORT OrtStatus* CreateEpFactories(const char* name, const OrtApiBase* base, const OrtLogger* logger,
                                        OrtEpFactory** factories, size_t max, size_t* count) {
  (void)logger;
  api = base->GetApi(ORT_API_VERSION);
  ep_api = api->GetEpApi();
  if (strcmp(name, "factories_fail") == 0) return failed("factories_fail");
  if (strcmp(name, "factories_none") == 0 || max < 1) return NULL;
  Factory* f = (Factory*)calloc(1, sizeof(Factory));
  strncpy(f->fault, name, sizeof(f->fault) - 1);
  f->base.ort_version_supported = is(f, "version_0") ? 0 : is(f, "version_99") ? 99 : ORT_API_VERSION;
  f->base.GetName = is(f, "name_null") ? NULL : factory_name;
  f->base.GetVendor = vendor;
  f->base.GetVendorId = vendor_id;
  f->base.GetVersion = version;
  f->base.GetSupportedDevices = is(f, "supported_null") ? NULL : devices;
  f->base.CreateEp = create;
  f->base.ReleaseEp = release;
  if (!is(f, "optional_null")) {
    f->base.CreateAllocator = no_allocator;
    f->base.ReleaseAllocator = release_allocator;
    f->base.CreateDataTransfer = no_transfer;
    f->base.IsStreamAware = not_aware;
  }
  ++live_factories;
  factories[0] = &f->base;
  *count = is(f, "factories_many") ? max + 1 : is(f, "factories_two") ? 2 : 1;
  const int kernels = strncmp(name, "kernel", 6) == 0 || strncmp(name, "registry", 8) == 0;
  return kernels ? make_registry(f) : NULL;
}
ORT_EXPORT OrtStatus* ReleaseEpFactory(OrtEpFactory* factory) {
  Factory* f = (Factory*)factory;
  if (f == NULL) return NULL;
  ep_api->ReleaseKernelRegistry(f->kernels);
  --live_factories;
  const int reports = is(f, "release_fail");
  free(f);
  return reports ? failed("release_fail") : NULL;
}
