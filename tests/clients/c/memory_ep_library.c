// A library of an execution provider with memory of its own, which is the CPU's in truth: allocators, copies, streams.
// The program that loads it sees by `memory_calls` what was called, and what is left by `memory_live`.
#include <onnxruntime_c_api.h>
#include <onnxruntime_ep_c_api.h>
#include <stdlib.h>
#include <string.h>

enum { VENDOR = 0x4d45 };

static const OrtApi* api;
static const OrtEpApi* ep_api;
static OrtMemoryInfo* memory;
static _Atomic int live, copies, allocations;

ORT_EXPORT int memory_live(void) { return live; }
ORT_EXPORT int memory_copies(void) { return copies; }
ORT_EXPORT int memory_allocations(void) { return allocations; }

typedef struct {
  OrtAllocator base;
  OrtMemoryInfo* info;
} Allocator;
static void* alloc(OrtAllocator* a, size_t size) {
  (void)a;
  ++allocations;
  return size == 0 ? NULL : malloc(size);
}
static void give(OrtAllocator* a, void* p) {
  (void)a;
  free(p);
}
static const OrtMemoryInfo* info_of(const OrtAllocator* a) { return ((const Allocator*)a)->info; }

static OrtStatus* memory_info(OrtMemoryInfo** out) {
  return api->CreateMemoryInfo_V2("MemoryEp", OrtMemoryInfoDeviceType_GPU, VENDOR, 0,
                                  OrtDeviceMemoryType_DEFAULT, 0, OrtDeviceAllocator, out);
}

static OrtStatus* create_allocator(OrtEpFactory* f, const OrtMemoryInfo* info,
                                   const OrtKeyValuePairs* options, OrtAllocator** out) {
  (void)f, (void)info, (void)options;
  Allocator* a = (Allocator*)calloc(1, sizeof(Allocator));
  OrtStatus* status = memory_info(&a->info);
  if (status != NULL) {
    free(a);
    return status;
  }
  a->base.version = ORT_API_VERSION;
  a->base.Alloc = alloc;
  a->base.Free = give;
  a->base.Info = info_of;
  ++live;
  *out = &a->base;
  return NULL;
}
static void release_allocator(OrtEpFactory* f, OrtAllocator* a) {
  (void)f;
  api->ReleaseMemoryInfo(((Allocator*)a)->info);
  free(a);
  --live;
}

// ---- copies ----
static void release_transfer(OrtDataTransferImpl* t) {
  free(t);
  --live;
}
static bool ours(const OrtMemoryDevice* d) { return ep_api->MemoryDevice_GetVendorId(d) == VENDOR; }
static bool can_copy(const OrtDataTransferImpl* t, const OrtMemoryDevice* from, const OrtMemoryDevice* to) {
  (void)t;
  return ours(from) || ours(to);
}
static OrtStatus* copy(OrtDataTransferImpl* t, const OrtValue** from, OrtValue** to, OrtSyncStream** streams,
                       size_t count) {
  (void)t, (void)streams;
  OrtStatus* status = NULL;
  for (size_t i = 0; i < count && status == NULL; ++i) {
    const void* source = NULL;
    void* target = NULL;
    size_t size = 0;
    status = api->GetTensorSizeInBytes(from[i], &size);
    if (status == NULL) status = api->GetTensorData(from[i], &source);
    if (status == NULL) status = api->GetTensorMutableData(to[i], &target);
    if (status == NULL) memcpy(target, source, size);
    ++copies;
  }
  return status;
}
static OrtStatus* create_transfer(OrtEpFactory* f, OrtDataTransferImpl** out) {
  (void)f;
  OrtDataTransferImpl* t = (OrtDataTransferImpl*)calloc(1, sizeof(OrtDataTransferImpl));
  t->ort_version_supported = ORT_API_VERSION;
  t->Release = release_transfer;
  t->CanCopy = can_copy;
  t->CopyTensors = copy;
  ++live;
  *out = t;
  return NULL;
}

// ---- streams ----
static void release_stream(OrtSyncStreamImpl* s) {
  free(s);
  --live;
}
static void* handle(OrtSyncStreamImpl* s) { return s; }
static OrtStatus* no_notification(OrtSyncStreamImpl* s, OrtSyncNotificationImpl** out) {
  (void)s, (void)out;
  return api->CreateStatus(ORT_NOT_IMPLEMENTED, "this stream notifies nobody");
}
static OrtStatus* nothing(OrtSyncStreamImpl* s) {
  (void)s;
  return NULL;
}
static bool aware(const OrtEpFactory* f) {
  (void)f;
  return true;
}
static OrtStatus* create_stream(OrtEpFactory* f, const OrtMemoryDevice* where,
                                const OrtKeyValuePairs* options, OrtSyncStreamImpl** out) {
  (void)f, (void)options;
  if (!ours(where)) return api->CreateStatus(ORT_INVALID_ARGUMENT, "memory of somebody else");
  OrtSyncStreamImpl* s = (OrtSyncStreamImpl*)calloc(1, sizeof(OrtSyncStreamImpl));
  s->ort_version_supported = ORT_API_VERSION;
  s->Release = release_stream;
  s->GetHandle = handle;
  s->CreateNotification = no_notification;
  s->Flush = nothing;
  s->OnSessionRunEnd = nothing;
  ++live;
  *out = s;
  return NULL;
}

// ---- the factory ----
static const char* name(const OrtEpFactory* f) {
  (void)f;
  return "MemoryExecutionProvider";
}
static const char* version(const OrtEpFactory* f) {
  (void)f;
  return "1.0.0";
}
static uint32_t vendor_id(const OrtEpFactory* f) {
  (void)f;
  return VENDOR;
}
static OrtStatus* devices(OrtEpFactory* f, const OrtHardwareDevice* const* hardware, size_t count,
                          OrtEpDevice** out, size_t max, size_t* made) {
  OrtStatus* status = memory == NULL ? memory_info(&memory) : NULL;  // devices refer to it
  for (size_t i = 0; i < count && *made < max && status == NULL; ++i) {
    if (api->HardwareDevice_Type(hardware[i]) != OrtHardwareDeviceType_CPU) continue;
    status = ep_api->CreateEpDevice(f, hardware[i], NULL, NULL, &out[*made]);
    if (status == NULL) status = ep_api->EpDevice_AddAllocatorInfo(out[(*made)++], memory);
  }
  return status;
}
static OrtStatus* create(OrtEpFactory* f, const OrtHardwareDevice* const* hardware,
                         const OrtKeyValuePairs* const* metadata, size_t count,
                         const OrtSessionOptions* options, const OrtLogger* logger, OrtEp** out) {
  (void)f, (void)hardware, (void)metadata, (void)count, (void)options, (void)logger, (void)out;
  return api->CreateStatus(ORT_NOT_IMPLEMENTED, "this provider computes nothing");
}
static void release(OrtEpFactory* f, OrtEp* ep) { (void)f, (void)ep; }
static OrtStatus* incompatible(OrtEpFactory* f, const OrtHardwareDevice* hw,
                               OrtDeviceEpIncompatibilityDetails* details) {
  (void)f, (void)hw;
  return ep_api->DeviceEpIncompatibilityDetails_SetDetails(details, 1, 7, "an old driver");
}
static OrtStatus* compatibility(OrtEpFactory* f, const OrtHardwareDevice* const* hardware, size_t count,
                                const char* info, OrtCompiledModelCompatibility* out) {
  (void)f, (void)hardware, (void)count;
  *out = strcmp(info, "mine") == 0 ? OrtCompiledModelCompatibility_EP_SUPPORTED_OPTIMAL
                                   : OrtCompiledModelCompatibility_EP_UNSUPPORTED;
  return NULL;
}

ORT_EXPORT OrtStatus* CreateEpFactories(const char* registered, const OrtApiBase* base,
                                        const OrtLogger* logger, OrtEpFactory** factories, size_t max,
                                        size_t* count) {
  (void)registered, (void)logger;
  api = base->GetApi(ORT_API_VERSION);
  ep_api = api->GetEpApi();
  if (max < 1) return api->CreateStatus(ORT_INVALID_ARGUMENT, "there is no room for a factory");
  OrtEpFactory* f = (OrtEpFactory*)calloc(1, sizeof(OrtEpFactory));
  f->ort_version_supported = ORT_API_VERSION;
  f->GetName = name;
  f->GetVendor = name;
  f->GetVendorId = vendor_id;
  f->GetVersion = version;
  f->GetSupportedDevices = devices;
  f->CreateEp = create;
  f->ReleaseEp = release;
  f->CreateAllocator = create_allocator;
  f->ReleaseAllocator = release_allocator;
  f->CreateDataTransfer = create_transfer;
  f->IsStreamAware = aware;
  f->CreateSyncStreamForDevice = create_stream;
  f->GetHardwareDeviceIncompatibilityDetails = incompatible;
  f->ValidateCompiledModelCompatibilityInfo = compatibility;
  ++live;
  factories[0] = f;
  *count = 1;
  return NULL;
}
ORT_EXPORT OrtStatus* ReleaseEpFactory(OrtEpFactory* f) {
  api->ReleaseMemoryInfo(memory);
  memory = NULL;
  free(f);
  --live;
  return NULL;
}
