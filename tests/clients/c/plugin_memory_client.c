// What a provider of a library has beside its kernels: allocators that sessions share, copies to its memory and back,
// streams, and what it says of hardware and of compiled models. And what the specification says of operators, which
// authors of kernels ask for.
#include <dlfcn.h>

#include "provider.h"

static int (*live)(void);
static int (*copies)(void);
static int (*allocations)(void);

static void check_allocator(const OrtEpDevice* device) {
  const OrtMemoryInfo* memory = api->EpDevice_MemoryInfo(device, OrtDeviceMemoryType_DEFAULT);
  const char* name = NULL;
  expect(memory != NULL && good(api->MemoryInfoGetName(memory, &name)) && strcmp(name, "MemoryEp") == 0,
         "its memory");
  expect(api->EpDevice_MemoryInfo(device, OrtDeviceMemoryType_HOST_ACCESSIBLE) == NULL, "it has no other");
  OrtAllocator *made = NULL, *found = NULL;
  const int before = allocations();
  expect(good(api->CreateSharedAllocator(env, device, OrtDeviceMemoryType_DEFAULT, OrtDeviceAllocator, NULL,
                                         &made)),
         "a shared allocator");
  if (!expect(made != NULL, "is there")) return;
  expect(good(api->GetSharedAllocator(env, memory, &found)) && found == made, "and found");
  void* p = NULL;
  expect(good(api->AllocatorAlloc(made, 100, &p)) && p != NULL && allocations() == before + 1,
         "it is the provider's");
  expect(good(api->AllocatorFree(made, p)), "and takes back");
  const OrtMemoryInfo* said = NULL;
  expect(good(api->AllocatorGetInfo(made, &said)) && good(api->MemoryInfoGetName(said, &name)) &&
             strcmp(name, "MemoryEp") == 0,
         "its info");
  expect(good(api->ReleaseSharedAllocator(env, device, OrtDeviceMemoryType_DEFAULT)), "released");
}

static void check_copies(const OrtEpDevice* device) {
  const OrtMemoryInfo* there = api->EpDevice_MemoryInfo(device, OrtDeviceMemoryType_DEFAULT);
  float from[3] = {1, 2, 3}, between[3] = {0}, to[3] = {0};
  const int64_t shape = 3;
  OrtValue *a = vector_over(from, 3), *b = NULL, *c = vector_over(to, 3);
  expect(good(api->CreateTensorWithDataAsOrtValue(there, between, sizeof between, &shape, 1,
                                                  ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, &b)),
         "a tensor in the provider's memory");
  const int before = copies();
  expect(good(api->CopyTensors(env, (const OrtValue* const*)&a, (OrtValue* const*)&b, NULL, 1)),
         "copied there");
  expect(good(api->CopyTensors(env, (const OrtValue* const*)&b, (OrtValue* const*)&c, NULL, 1)), "and back");
  expect(copies() == before + 2, "by the provider");
  expect(holds(c, from, 3), "the numbers");
  api->ReleaseValue(a);
  api->ReleaseValue(b);
  api->ReleaseValue(c);
}

static void check_streams(const OrtEpDevice* device) {
  OrtSyncStream *stream = NULL, *none = NULL;
  const int before = live();
  expect(good(api->CreateSyncStreamForEpDevice(device, NULL, &stream)) && stream != NULL, "a stream");
  expect(live() == before + 1, "made by the provider");
  if (stream != NULL) {
    const OrtSyncStreamImpl* impl = api->GetEpApi()->SyncStream_GetImpl(stream);
    expect(impl != NULL && api->SyncStream_GetHandle(stream) == (const void*)impl, "its handle");
    expect(api->GetEpApi()->GetSyncIdForLastWaitOnSyncStream(stream, stream) == 0, "nobody has waited");
  }
  api->ReleaseSyncStream(stream);
  expect(live() == before, "and given back");
  expect(refused(api->CreateSyncStreamForEpDevice(device_of("CPUExecutionProvider"), NULL, &none),
                 ORT_INVALID_ARGUMENT, ""),
         "the CPU has no streams");
}

static void check_words(const OrtEpDevice* device) {
  OrtDeviceEpIncompatibilityDetails* details = NULL;
  const char* notes = NULL;
  uint32_t reasons = 0;
  int32_t code = 0;
  expect(good(api->GetHardwareDeviceEpIncompatibilityDetails(env, "MemoryExecutionProvider",
                                                             api->EpDevice_Device(device), &details)),
         "what does not fit");
  if (details != NULL) {
    expect(good(api->DeviceEpIncompatibilityDetails_GetReasonsBitmask(details, &reasons)) && reasons == 1,
           "why");
    expect(good(api->DeviceEpIncompatibilityDetails_GetErrorCode(details, &code)) && code == 7, "its code");
    expect(good(api->DeviceEpIncompatibilityDetails_GetNotes(details, &notes)) && notes != NULL &&
               strcmp(notes, "an old driver") == 0,
           "its words");
  }
  api->ReleaseDeviceEpIncompatibilityDetails(details);
  OrtCompiledModelCompatibility fits = OrtCompiledModelCompatibility_EP_NOT_APPLICABLE;
  expect(good(api->GetModelCompatibilityForEpDevices(&device, 1, "mine", &fits)) &&
             fits == OrtCompiledModelCompatibility_EP_SUPPORTED_OPTIMAL,
         "a model that it compiled");
  expect(good(api->GetModelCompatibilityForEpDevices(&device, 1, "other", &fits)) &&
             fits == OrtCompiledModelCompatibility_EP_UNSUPPORTED,
         "a model that it did not");
}

static void check_schema(void) {
  const OrtEpApi* ep = api->GetEpApi();
  OrtOpSchema* schema = NULL;
  int since = 0;
  size_t count = 0;
  const char* text = NULL;
  const OrtOpSchemaTypeConstraint* type = NULL;
  expect(good(ep->GetOpSchema("NoSuchThing", 17, "", &schema)) && schema == NULL, "no such operator");
  expect(good(ep->GetOpSchema("Reshape", 17, "", &schema)) && schema != NULL, "an operator");
  expect(good(ep->OpSchema_GetSinceVersion(schema, &since)) && since == 14, "its version");
  expect(good(ep->OpSchema_GetNumInputs(schema, &count)) && count == 2, "its inputs");
  expect(good(ep->OpSchema_GetInputName(schema, 1, &text)) && strcmp(text, "shape") == 0, "a name");
  expect(good(ep->OpSchema_GetInputTypeConstraint(schema, 1, &type)) && type == NULL, "a fixed type");
  expect(good(ep->OpSchema_GetOutputTypeConstraint(schema, 0, &type)) && type != NULL, "a type parameter");
  expect(good(ep->OpSchemaTypeConstraint_GetTypeParamName(type, &text)) && strcmp(text, "T") == 0,
         "its name");
  const size_t *inputs = NULL, *outputs = NULL;
  const char* const* types = NULL;
  size_t of_inputs = 0, of_outputs = 0, float_at = 0;
  expect(good(ep->OpSchemaTypeConstraint_GetInputIndices(type, &inputs, &of_inputs)) && of_inputs == 1 &&
             inputs[0] == 0,
         "where it stands among inputs");
  expect(good(ep->OpSchemaTypeConstraint_GetOutputIndices(type, &outputs, &of_outputs)) && of_outputs == 1 &&
             outputs[0] == 0,
         "and among outputs");
  expect(good(ep->OpSchemaTypeConstraint_GetAllowedTypes(type, &types, &count)) && count > 10, "its types");
  while (float_at < count && strcmp(types[float_at], "tensor(float)") != 0) ++float_at;
  expect(float_at < count, "with tensor(float)");
  expect(refused(ep->OpSchema_GetInputName(schema, 2, &text), ORT_INVALID_ARGUMENT, "out of range"),
         "no such input");
  expect(refused(ep->OpSchema_GetTypeConstraint(schema, 1, &type), ORT_INVALID_ARGUMENT, "out of range"),
         "no such type parameter");
  ep->ReleaseOpSchema(schema);
}

static void check_events(void) {
  const OrtEpApi* ep = api->GetEpApi();
  const char *key = "a", *value = "b", *text = NULL;
  OrtProfilingEvent* event = NULL;
  OrtProfilingEventCategory category = OrtProfilingEventCategory_SESSION;
  int64_t begin = 0, duration = 0;
  expect(good(ep->CreateProfilingEvent(OrtProfilingEventCategory_KERNEL, 1, 2, "work", 3, 4, &key, &value, 1,
                                       &event)),
         "an event");
  expect(
      good(ep->ProfilingEvent_GetCategory(event, &category)) && category == OrtProfilingEventCategory_KERNEL,
      "kind");
  expect(good(ep->ProfilingEvent_GetName(event, &text)) && strcmp(text, "work") == 0, "name");
  expect(good(ep->ProfilingEvent_GetTimestampUs(event, &begin)) && begin == 3, "begin");
  expect(good(ep->ProfilingEvent_GetDurationUs(event, &duration)) && duration == 4, "duration");
  expect(good(ep->ProfilingEvent_GetArgValue(event, "a", &text)) && strcmp(text, "b") == 0, "an argument");
  expect(good(ep->ProfilingEvent_GetArgValue(event, "z", &text)) && text == NULL, "no such argument");
  ep->ReleaseProfilingEvent(event);
  expect(code_of(ep->CreateProfilingEvent(OrtProfilingEventCategory_KERNEL, 1, 2, NULL, 3, 4, NULL, NULL, 0,
                                          &event)) == ORT_INVALID_ARGUMENT,
         "an event without a name");
}

// Sessions give no values to memory that they cannot reach.
static void check_session(const OrtEpDevice* device) {
  Bytes graph = {{0}, 0};
  add_node(&graph, "Relu", "", "relu", "x", "y");
  add_input(&graph, "x", 1, "N,4");
  add_output(&graph, "y", 1, "N,4");
  const Bytes model = make_model(&graph, NULL, 0);
  OrtSessionOptions* options = options_with(device, NULL, NULL);
  OrtSession* session = NULL;
  OrtStatus* status = open_model(&model, options, &session);
  expect(refuses_null() ? refused(status, ORT_NOT_IMPLEMENTED, "memory of its own") : code_of(status) != 0,
         "a session with it");
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);
}

int main(void) {
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "memory", &env)), "environment");
  void* library = dlopen(MEMORY_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!expect(library != NULL, "the library")) return summary();
  *(void**)&live = dlsym(library, "memory_live");
  *(void**)&copies = dlsym(library, "memory_copies");
  *(void**)&allocations = dlsym(library, "memory_allocations");
  expect(good(api->RegisterExecutionProviderLibrary(env, "memory", MEMORY_LIBRARY)),
         "the library is registered");
  const OrtEpDevice* device = device_of("MemoryExecutionProvider");
  if (expect(device != NULL, "its device")) {
    check_allocator(device);
    check_copies(device);
    check_streams(device);
    check_words(device);
    check_session(device);
  }
  check_schema();
  check_events();
  expect(good(api->UnregisterExecutionProviderLibrary(env, "memory")), "the library is unregistered");
  expect(live() == 0, "all is given back");
  api->ReleaseEnv(env);
  return summary();
}
