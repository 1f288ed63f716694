// A program in C11 that uses the C ABI as others do: by the header and the shared library, nothing else.
// Expected numbers follow from the model's formula, y = x * [10, 20, 30] + [1, 2, 3].
#include "client.h"
#include "cpu_provider_factory.h"
#include "model_bytes.h"
#include "onnxruntime_session_options_config_keys.h"

static void check_table(void) {
  const OrtApiBase* base = OrtGetApiBase();
  for (uint32_t v = 1; v <= ORT_API_VERSION; ++v)
    expect(base->GetApi(v) == api, "one table for every version");
  expect(base->GetApi(0) == NULL && base->GetApi(ORT_API_VERSION + 1) == NULL, "no table for other versions");
  expect(strncmp(base->GetVersionString(), "1.30.", 5) == 0, "version string");
  expect(strncmp(api->GetBuildInfoString(), "ORT Build Info: ", 16) == 0, "build info");
  void* slots[sizeof(OrtApi) / sizeof(void*)];
  memcpy(slots, api, sizeof(slots));
  for (size_t i = 0; i < sizeof(slots) / sizeof(slots[0]); ++i) expect(slots[i] != NULL, "no slot is NULL");
}

static void check_status(void) {
  OrtStatus* status = api->CreateStatus(ORT_NOT_FOUND, "text");
  expect(api->GetErrorCode(status) == ORT_NOT_FOUND, "code of a status");
  expect(strcmp(api->GetErrorMessage(status), "text") == 0, "text of a status");
  api->ReleaseStatus(status);
  api->ReleaseStatus(NULL);
  api->ReleaseSession(NULL);
  api->ReleaseValue(NULL);
  api->ReleaseEnv(NULL);
  api->ReleaseSessionOptions(NULL);
  api->ReleaseAllocator(NULL);
  if (refuses_null())
    expect(code_of(api->SessionGetInputCount(NULL, NULL)) == ORT_INVALID_ARGUMENT,
           "NULL handles are refused");
}

static void check_names(const OrtSession* session) {
  size_t inputs = 0, outputs = 0, overridable = 0;
  expect(good(api->SessionGetInputCount(session, &inputs)) && inputs == 1, "one input");
  expect(good(api->SessionGetOutputCount(session, &outputs)) && outputs == 2, "two outputs");
  expect(good(api->SessionGetOverridableInitializerCount(session, &overridable)) && overridable == 1,
         "one overridable initializer");
  OrtAllocator* allocator = NULL;
  expect(good(api->GetAllocatorWithDefaultOptions(&allocator)), "default allocator");
  char* name = NULL;
  expect(good(api->SessionGetInputName(session, 0, allocator, &name)) && strcmp(name, "x") == 0,
         "input name");
  expect(good(api->AllocatorFree(allocator, name)), "free");
  expect(code_of(api->SessionGetOutputName(session, 2, allocator, &name)) == ORT_FAIL, "index out of range");

  OrtTypeInfo* type = NULL;
  const OrtTensorTypeAndShapeInfo* tensor = NULL;
  enum ONNXTensorElementDataType element;
  int64_t dims[2] = {0, 0};
  const char* symbols[2];
  expect(good(api->SessionGetInputTypeInfo(session, 0, &type)), "type of the input");
  expect(good(api->CastTypeInfoToTensorInfo(type, &tensor)) && tensor != NULL, "it is a tensor");
  expect(good(api->GetTensorElementType(tensor, &element)) && element == ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT,
         "of float");
  expect(good(api->GetDimensions(tensor, dims, 2)) && dims[0] == -1 && dims[1] == 3, "of [N, 3]");
  expect(good(api->GetSymbolicDimensions(tensor, symbols, 2)) && strcmp(symbols[0], "N") == 0 && !*symbols[1],
         "N has a name");
  api->ReleaseTypeInfo(type);
}

static void check_metadata(const OrtSession* session) {
  OrtModelMetadata* metadata = NULL;
  OrtAllocator* allocator = NULL;
  char *text = NULL, **keys = NULL;
  int64_t number = 0;
  expect(good(api->GetAllocatorWithDefaultOptions(&allocator)), "default allocator");
  expect(good(api->SessionGetModelMetadata(session, &metadata)), "metadata");
  expect(good(api->ModelMetadataGetProducerName(metadata, allocator, &text)) && !strcmp(text, "maker"),
         "producer");
  allocator->Free(allocator, text);
  expect(good(api->ModelMetadataGetVersion(metadata, &number)) && number == 7, "model version");
  expect(
      good(api->ModelMetadataLookupCustomMetadataMap(metadata, allocator, "k", &text)) && !strcmp(text, "v"),
      "custom value");
  allocator->Free(allocator, text);
  expect(good(api->ModelMetadataLookupCustomMetadataMap(metadata, allocator, "none", &text)) && text == NULL,
         "missing key");
  expect(good(api->ModelMetadataGetCustomMetadataMapKeys(metadata, allocator, &keys, &number)) &&
             number == 1 && !strcmp(keys[0], "k"),
         "custom keys");
  allocator->Free(allocator, keys[0]);
  allocator->Free(allocator, keys);
  api->ReleaseModelMetadata(metadata);
}

static OrtValue* floats(const OrtMemoryInfo* memory, float* data, int64_t rows) {
  int64_t shape[2] = {rows, 3};
  OrtValue* value = NULL;
  expect(good(api->CreateTensorWithDataAsOrtValue(memory, data, sizeof(float) * 3 * (size_t)rows, shape, 2,
                                                  ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, &value)),
         "tensor over memory of the program");
  return value;
}

static void check_run(OrtSession* session) {
  const char *in[] = {"x"}, *out[] = {"s", "y"}, *wrong[] = {"q"};
  float x[6] = {1, 2, 3, 4, 5, 6}, y[6] = {0};
  const float right[6] = {11, 42, 93, 41, 102, 183};
  OrtMemoryInfo* memory = NULL;
  expect(good(api->CreateCpuMemoryInfo(OrtArenaAllocator, OrtMemTypeDefault, &memory)), "memory info");
  OrtValue* input = floats(memory, x, 2);
  const OrtValue* inputs[] = {input};
  OrtValue* outputs[2] = {NULL, floats(memory, y, 2)};
  OrtValue* given = outputs[1];
  expect(good(api->Run(session, NULL, in, inputs, 1, out, 2, outputs)), "run");
  expect(outputs[1] == given && memcmp(y, right, sizeof(y)) == 0,
         "an output of the program is written in place");
  int64_t* shape = NULL;
  expect(good(api->GetTensorMutableData(outputs[0], (void**)&shape)) && shape[0] == 2 && shape[1] == 3,
         "an output made by the run");
  api->ReleaseValue(outputs[0]);
  OrtValue* none[2] = {NULL, NULL};
  expect(code_of(api->Run(session, NULL, wrong, inputs, 1, out, 2, none)) == ORT_INVALID_ARGUMENT,
         "wrong input");
  expect(code_of(api->Run(session, NULL, in, inputs, 1, wrong, 1, none)) == ORT_INVALID_ARGUMENT,
         "wrong output");
  expect(code_of(api->Run(session, NULL, in, inputs, 0, out, 1, none)) == ORT_FAIL, "missing input");
  expect(none[0] == NULL && none[1] == NULL, "a failed run makes nothing");
  OrtRunOptions* options = NULL;
  expect(good(api->CreateRunOptions(&options)) && good(api->RunOptionsSetTerminate(options)), "terminate");
  expect(code_of(api->Run(session, options, in, inputs, 1, out, 2, none)) == ORT_FAIL, "a terminated run");
  expect(good(api->RunOptionsUnsetTerminate(options)), "unset");
  // In place over its own input.
  OrtValue* same[1] = {input};
  expect(
      good(api->Run(session, options, in, inputs, 1, out + 1, 1, same)) && memcmp(x, right, sizeof(x)) == 0,
      "an output over its input");
  api->ReleaseRunOptions(options);
  api->ReleaseValue(input);
  api->ReleaseValue(given);
  api->ReleaseMemoryInfo(memory);
}

static void check_binding(OrtSession* session) {
  float x[3] = {1, 1, 1};
  OrtMemoryInfo* memory = NULL;
  OrtIoBinding* binding = NULL;
  OrtAllocator* allocator = NULL;
  OrtValue** values = NULL;
  size_t count = 0;
  expect(good(api->CreateCpuMemoryInfo(OrtDeviceAllocator, OrtMemTypeDefault, &memory)), "memory info");
  expect(good(api->GetAllocatorWithDefaultOptions(&allocator)), "default allocator");
  OrtValue* input = floats(memory, x, 1);
  expect(good(api->CreateIoBinding(session, &binding)), "binding");
  expect(good(api->BindInput(binding, "x", input)), "bind the input");
  expect(code_of(api->BindInput(binding, "q", input)) == ORT_FAIL, "bind an unknown input");
  expect(good(api->BindOutputToDevice(binding, "y", memory)), "bind the output");
  expect(good(api->RunWithBinding(session, NULL, binding)), "run with binding");
  expect(good(api->GetBoundOutputValues(binding, allocator, &values, &count)) && count == 1,
         "one bound output");
  const float* y = NULL;
  expect(good(api->GetTensorData(values[0], (const void**)&y)) && y[0] == 11 && y[1] == 22 && y[2] == 33,
         "its content");
  api->ReleaseValue(values[0]);
  allocator->Free(allocator, values);
  api->ReleaseIoBinding(binding);
  api->ReleaseValue(input);
  api->ReleaseMemoryInfo(memory);
}

static void check_strings(void) {
  OrtAllocator* allocator = NULL;
  OrtValue* value = NULL;
  const int64_t shape[1] = {3};
  const char* texts[3] = {"a", "", "xyz"};
  size_t bytes = 0, offsets[3];
  char all[8] = {0};
  expect(good(api->GetAllocatorWithDefaultOptions(&allocator)), "default allocator");
  expect(good(api->CreateTensorAsOrtValue(allocator, shape, 1, ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING, &value)),
         "string tensor");
  expect(good(api->FillStringTensor(value, texts, 3)), "fill");
  expect(code_of(api->FillStringTensor(value, texts, 2)) == ORT_INVALID_ARGUMENT, "fill with too few");
  expect(good(api->GetStringTensorDataLength(value, &bytes)) && bytes == 4, "length");
  expect(good(api->GetStringTensorContent(value, all, bytes, offsets, 3)) && !memcmp(all, "axyz", 4) &&
             offsets[0] == 0 && offsets[1] == 1 && offsets[2] == 1,
         "content");
  OrtValue *sequence = NULL, *element = NULL;
  const OrtValue* parts[2] = {value, value};
  enum ONNXType kind;
  expect(good(api->CreateValue(parts, 2, ONNX_TYPE_SEQUENCE, &sequence)), "sequence");
  expect(good(api->GetValueCount(sequence, &bytes)) && bytes == 2, "count of a sequence");
  expect(good(api->GetValueType(sequence, &kind)) && kind == ONNX_TYPE_SEQUENCE, "type of a sequence");
  expect(good(api->GetValue(sequence, 1, allocator, &element)), "element of a sequence");
  expect(good(api->GetStringTensorElement(element, 3, 2, all)) && !memcmp(all, "xyz", 3), "its text");
  api->ReleaseValue(element);
  api->ReleaseValue(sequence);
  api->ReleaseValue(value);
}

// Keys that stand for setters.
static void check_keys(OrtSessionOptions* options) {
  static const char* const wrong[][2] = {
      {"session.intra_op_num_threads", "x"},  {"session.inter_op_num_threads", ""},
      {"session.enable_cpu_mem_arena", "no"}, {"session.graph_optimization_level", "99"},
      {"session.execution_mode", "1"},        {"session.log_severity_level", "loud"}};
  int value = 0;
  ExecutionMode mode = ORT_SEQUENTIAL;
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i)
    expect(code_of(api->AddSessionConfigEntry(options, wrong[i][0], wrong[i][1])) == ORT_INVALID_ARGUMENT,
           wrong[i][0]);
  expect(good(api->AddSessionConfigEntry(options, "session.enable_mem_pattern", "False")) &&
             good(api->GetMemPatternEnabled(options, &value)) && value == 0,
         "memory pattern by its key");
  expect(good(api->AddSessionConfigEntry(options, "session.execution_mode", "ORT_PARALLEL")) &&
             good(api->GetSessionExecutionMode(options, &mode)) && mode == ORT_PARALLEL,
         "execution mode by its key");
  expect(good(api->AddSessionConfigEntry(options, "session.graph_optimization_level", "enable_basic")),
         "level");
  expect(good(api->AddSessionConfigEntry(options, "session.intra_op_num_threads", "+2")),
         "threads by their key");
}

static void check_options(const OrtEnv* env, OrtSession** session) {
  OrtSessionOptions* options = NULL;
  char text[8];
  size_t size = sizeof(text);
  expect(good(api->CreateSessionOptions(&options)), "options");
  expect(good(api->SetIntraOpNumThreads(options, 1)), "threads");
  expect(good(api->AddSessionConfigEntry(options, kOrtSessionOptionsConfigDisablePrepacking, "0")), "config");
  expect(good(api->GetSessionConfigEntry(options, kOrtSessionOptionsConfigDisablePrepacking, text, &size)) &&
             size == 2 && strcmp(text, "0") == 0,
         "config, read back");
  expect(code_of(api->SetSessionGraphOptimizationLevel(options, (GraphOptimizationLevel)7)) ==
             ORT_INVALID_ARGUMENT,
         "wrong level");
  check_keys(options);
  expect(good(OrtSessionOptionsAppendExecutionProvider_CPU(options, 1)), "CPU provider");
  OrtSession* broken = NULL;
  expect(code_of(api->CreateSession(env, "no such file", options, &broken)) == ORT_NO_SUCHFILE,
         "no such file");
  expect(code_of(api->CreateSessionFromArray(env, "abc", 3, options, &broken)) == ORT_INVALID_PROTOBUF,
         "no protobuf");
  expect(broken == NULL, "a refused session is none");
  expect(good(api->CreateSessionFromArray(env, kModel, sizeof(kModel), options, session)), "session");
  api->ReleaseSessionOptions(options);
}

// Sizes, names of sizes and memory, where programs count on one answer.
static void check_corners(void) {
  OrtTensorTypeAndShapeInfo* info = NULL;
  const int64_t dims[3] = {2, -1, 4};
  const char *names[3] = {"a", "b", "c"}, *found[3] = {NULL};
  int64_t sizes[5] = {9, 9, 9, 9, 9};
  expect(good(api->CreateTensorTypeAndShapeInfo(&info)) && good(api->SetDimensions(info, dims, 3)) &&
             good(api->SetSymbolicDimensions(info, names, 2)),
         "fewer names than sizes");
  expect(good(api->GetDimensions(info, sizes, 5)) && sizes[2] == 4 && sizes[3] == 9, "the sizes stay");
  expect(good(api->GetSymbolicDimensions(info, found, 3)) && strcmp(found[0], "a") == 0 &&
             strcmp(found[1], "b") == 0,
         "and have these names");
  api->ReleaseTensorTypeAndShapeInfo(info);
  OrtMemoryInfo* memory = NULL;
  int id = -1;
  expect(good(api->CreateMemoryInfo("Cpu", OrtDeviceAllocator, 3, OrtMemTypeCPUInput, &memory)) &&
             good(api->MemoryInfoGetId(memory, &id)) && id == 0,
         "there is one memory of the processor");
  api->ReleaseMemoryInfo(memory);
  OrtValue* value = NULL;
  expect(code_of(api->CreateValue(NULL, 0, ONNX_TYPE_SEQUENCE, &value)) == ORT_FAIL, "a sequence of nothing");
  OrtThreadingOptions* threads = NULL;
  expect(good(api->CreateThreadingOptions(&threads)) &&
             code_of(api->SetGlobalIntraOpThreadAffinity(threads, "")) == ORT_INVALID_ARGUMENT,
         "no affinities");
  api->ReleaseThreadingOptions(threads);
  OrtAllocator* allocator = NULL;
  void* bytes = NULL;
  expect(good(api->GetAllocatorWithDefaultOptions(&allocator)) &&
             code_of(api->AllocatorAlloc(allocator, (size_t)1 << 60, &bytes)) == ORT_RUNTIME_EXCEPTION,
         "more memory than there is");
}

int main(void) {
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  if (api == NULL) return 2;
  OrtEnv *env = NULL, *again = NULL;
  OrtSession* session = NULL;
  check_table();
  check_status();
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "client", &env)), "environment");
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "again", &again)) && env == again, "one environment");
  api->ReleaseEnv(again);
  check_options(env, &session);
  if (session != NULL) {
    check_names(session);
    check_metadata(session);
    check_run(session);
    check_binding(session);
  }
  check_strings();
  check_corners();
  api->ReleaseSession(session);
  api->ReleaseEnv(env);
  return summary();
}
