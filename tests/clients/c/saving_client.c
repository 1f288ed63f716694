#define _GNU_SOURCE  // mkdtemp

// Models that a program saves and compiles, and the devices that it can choose among. Expected numbers follow from
// the model's formula, codes and texts are those of the ABI; it passes on ONNX Runtime as well.
#include <onnxruntime_session_options_config_keys.h>
#include <unistd.h>

#include "scale_model.h"

static const OrtCompileApi* compiler;

static int begins_with(const char* path, size_t at, const char* text) {
  char head[64] = {0};
  FILE* file = fopen(path, "rb");
  if (file == NULL) return 0;
  size_t got = fread(head, 1, sizeof(head), file);
  fclose(file);
  return got >= at + strlen(text) && memcmp(head + at, text, strlen(text)) == 0;
}

// ---- optimized_model_filepath ----
static void save_as(const char* path, GraphOptimizationLevel level, const char* format) {
  Bytes model = scale_model();
  OrtSessionOptions* options = NULL;
  OrtSession* session = NULL;
  remove(path);
  expect(good(api->CreateSessionOptions(&options)), "session options");
  expect(good(api->SetOptimizedModelFilePath(options, path)), "optimized model path");
  expect(good(api->SetSessionGraphOptimizationLevel(options, level)), "level");
  if (format != NULL)
    expect(good(api->AddSessionConfigEntry(options, kOrtSessionOptionsConfigSaveModelFormat, format)),
           "format");
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, options, &session)),
         "session that saves");
  expect(session != NULL && scales(session, "y"), "the session runs");
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);
}

static void check_saving(void) {
  save_as("saved.onnx", ORT_ENABLE_BASIC, NULL);
  expect(scales_from_file("saved.onnx"), "what was saved runs");
  save_as("saved.ort", ORT_DISABLE_ALL, NULL);
  expect(begins_with("saved.ort", 4, "ORTM"), "a name ending in .ort says the format");
  expect(scales_from_file("saved.ort"), "a .ort file runs");
  save_as("saved_too.ort", ORT_ENABLE_ALL, "ONNX");
  expect(!begins_with("saved_too.ort", 4, "ORTM"), "the format that is asked for wins over the name");
  save_as("saved_too.bin", ORT_ENABLE_ALL, "ORT");
  expect(begins_with("saved_too.bin", 4, "ORTM"), "the same the other way round");
  remove("saved.onnx"), remove("saved.ort"), remove("saved_too.ort"), remove("saved_too.bin");
}

// A constant of 16 bytes, made of another: folded unless the configuration allows fewer.
static int folds(const char* most) {
  static const float w[4] = {1, 2, 3, 4};
  char content[4096] = {0};
  Bytes graph = {{0}, 0};
  add_node(&graph, "Add", "", "constant_sum", "w,w", "s");
  add_node(&graph, "Mul", "", "product", "x,s", "y");
  add_floats(&graph, "w", w, 4);
  add_input(&graph, "x", 1, "4");
  add_output(&graph, "y", 1, "4");
  const Bytes model = make_model(&graph, NULL, 0);
  OrtSessionOptions* options = NULL;
  OrtSession* session = NULL;
  expect(good(api->CreateSessionOptions(&options)), "session options");
  expect(good(api->SetOptimizedModelFilePath(options, "folded.onnx")), "optimized model path");
  expect(
      good(api->AddSessionConfigEntry(options, kOrtSessionOptionsConstantFoldingMaxOutputSizeInBytes, most)),
      "the limit of folds");
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, options, &session)), "a session");
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);
  FILE* file = fopen("folded.onnx", "rb");
  if (expect(file != NULL, "the file")) {
    const size_t size = fread(content, 1, sizeof content - 1, file);
    for (size_t i = 0; i < size; ++i)  // for strstr
      if (content[i] == 0) content[i] = ' ';
    fclose(file);
  }
  remove("folded.onnx");
  return strstr(content, "constant_sum") == NULL;
}

static void check_folding(void) {
  expect(folds("16") && folds("0"), "as large as may be, and without a limit");
  expect(!folds("15"), "too large");
  expect(folds("a few") && folds("5 "), "what is no number counts as not given");
}

// ---- devices ----
static void check_devices(void) {
  const OrtEpDevice* const* devices = NULL;
  size_t count = 0, hardware = 0;
  expect(good(api->GetEpDevices(env, &devices, &count)) && count >= 1, "a device at least");
  if (count == 0) return;
  const OrtEpDevice* cpu = devices[0];
  expect(strcmp(api->EpDevice_EpName(cpu), "CPUExecutionProvider") == 0, "the CPU's provider");
  expect(strlen(api->EpDevice_EpVendor(cpu)) > 0, "its vendor");
  const char* version = api->GetKeyValue(api->EpDevice_EpMetadata(cpu), "version");
  expect(version != NULL && strcmp(version, OrtGetApiBase()->GetVersionString()) == 0, "its version");
  const OrtHardwareDevice* device = api->EpDevice_Device(cpu);
  expect(api->HardwareDevice_Type(device) == OrtHardwareDeviceType_CPU, "the processor");
  expect(api->HardwareDevice_Vendor(device) != NULL, "its maker");
  expect(good(api->GetNumHardwareDevices(env, &hardware)) && hardware >= 1, "number of devices");
  const OrtHardwareDevice* all[8] = {NULL};
  expect(good(api->GetHardwareDevices(env, all, 8)) && all[0] == device, "the same device");
  expect(code_of(api->GetHardwareDevices(env, all, 0)) == ORT_INVALID_ARGUMENT, "no room for devices");

  OrtSessionOptions* options = NULL;
  OrtSession* session = NULL;
  Bytes model = scale_model();
  expect(good(api->CreateSessionOptions(&options)), "session options");
  expect(good(api->SessionOptionsAppendExecutionProvider_V2(options, env, devices, 1, NULL, NULL, 0)),
         "the CPU by device");
  expect(refused(api->SessionOptionsAppendExecutionProvider_V2(options, env, devices, 0, NULL, NULL, 0),
                 ORT_INVALID_ARGUMENT, "one or more OrtEpDevice"),
         "no devices");
  expect(good(api->AddSessionConfigEntry(options, "session.record_ep_graph_assignment_info", "1")), "record");
  expect(good(api->SetSessionGraphOptimizationLevel(options, ORT_DISABLE_ALL)), "level");
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, options, &session)), "session");
  const OrtEpDevice* used = NULL;
  expect(good(api->SessionGetEpDeviceForInputs(session, &used, 1)) && used == cpu, "device of the input");
  used = NULL;
  expect(good(api->SessionGetEpDeviceForOutputs(session, &used, 1)) && used == cpu, "device of the output");
  expect(code_of(api->SessionGetEpDeviceForInputs(session, &used, 0)) == ORT_INVALID_ARGUMENT, "wrong count");

  const OrtEpAssignedSubgraph* const* parts = NULL;
  const OrtEpAssignedNode* const* nodes = NULL;
  size_t n = 0, inside = 0;
  const char *provider = "", *name = "", *op = "";
  expect(good(api->Session_GetEpGraphAssignmentInfo(session, &parts, &n)) && n == 2,
         "two nodes are assigned");
  if (n == 2) {
    expect(good(api->EpAssignedSubgraph_GetEpName(parts[0], &provider)) &&
               strcmp(provider, "CPUExecutionProvider") == 0,
           "to the CPU");
    expect(good(api->EpAssignedSubgraph_GetNodes(parts[0], &nodes, &inside)) && inside == 1, "one by one");
    expect(good(api->EpAssignedNode_GetName(nodes[0], &name)) && strcmp(name, "twice") == 0, "its name");
    expect(good(api->EpAssignedNode_GetOperatorType(nodes[0], &op)) && strcmp(op, "Add") == 0,
           "its operator");
  }
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);

  OrtCompiledModelCompatibility fits = OrtCompiledModelCompatibility_EP_UNSUPPORTED;
  expect(good(api->GetModelCompatibilityForEpDevices(devices, 1, "info", &fits)) &&
             fits == OrtCompiledModelCompatibility_EP_NOT_APPLICABLE,
         "the CPU compiles nothing");
}

static const OrtEpDevice* offered;
static size_t times;
static OrtStatus* choose(const OrtEpDevice** devices, size_t count, const OrtKeyValuePairs* model,
                         const OrtKeyValuePairs* runtime, const OrtEpDevice** selected, size_t room,
                         size_t* chosen, void* state) {
  (void)model, (void)runtime, (void)state;
  ++times;
  offered = count > 0 ? devices[0] : NULL;
  *chosen = count > 0 && room > 0 ? 1 : 0;
  if (*chosen == 1) selected[0] = devices[0];
  return NULL;
}
static OrtStatus* refuse_all(const OrtEpDevice** devices, size_t count, const OrtKeyValuePairs* model,
                             const OrtKeyValuePairs* runtime, const OrtEpDevice** selected, size_t room,
                             size_t* chosen, void* state) {
  (void)devices, (void)count, (void)model, (void)runtime, (void)selected, (void)room, (void)chosen,
      (void)state;
  return api->CreateStatus(ORT_FAIL, "nothing suits");
}

static void check_selection(void) {
  Bytes model = scale_model();
  OrtSessionOptions* options = NULL;
  OrtSession* session = NULL;
  expect(good(api->CreateSessionOptions(&options)), "session options");
  expect(good(api->SessionOptionsSetEpSelectionPolicy(options, OrtExecutionProviderDevicePolicy_PREFER_CPU)),
         "policy");
  expect(good(api->SessionOptionsSetEpSelectionPolicyDelegate(options, choose, NULL)), "own choice");
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, options, &session)) && times == 1,
         "the program chooses");
  expect(offered != NULL && strcmp(api->EpDevice_EpName(offered), "CPUExecutionProvider") == 0,
         "among the devices");
  expect(session != NULL && scales(session, "y"), "and the session runs");
  api->ReleaseSession(session);
  session = NULL;
  expect(good(api->SessionOptionsSetEpSelectionPolicyDelegate(options, refuse_all, NULL)),
         "a choice that fails");
  expect(refused(api->CreateSessionFromArray(env, model.data, model.size, options, &session), ORT_FAIL,
                 "nothing suits"),
         "fails the session");
  api->ReleaseSessionOptions(options);
}

static void check_external_info(void) {
  OrtExternalInitializerInfo* info = NULL;
  expect(good(api->CreateExternalInitializerInfo("w.bin", 16, 32, &info)), "external initializer");
  expect(strcmp(api->ExternalInitializerInfo_GetFilePath(info), "w.bin") == 0, "its file");
  expect(api->ExternalInitializerInfo_GetFileOffset(info) == 16, "its place");
  expect(api->ExternalInitializerInfo_GetByteSize(info) == 32, "its size");
  api->ReleaseExternalInitializerInfo(info);
  api->ReleaseExternalInitializerInfo(NULL);
}

// ---- compiling ----
static size_t written;
static OrtStatus* count_bytes(void* state, const void* buffer, size_t bytes) {
  (void)state, (void)buffer;
  written += bytes;
  return NULL;
}

static OrtModelCompilationOptions* compilation(const Bytes* model) {
  OrtSessionOptions* options = NULL;
  OrtModelCompilationOptions* made = NULL;
  expect(good(api->CreateSessionOptions(&options)), "session options");
  expect(good(compiler->CreateModelCompilationOptionsFromSessionOptions(env, options, &made)),
         "compilation options");
  if (model != NULL)
    expect(good(compiler->ModelCompilationOptions_SetInputModelFromBuffer(made, model->data, model->size)),
           "input");
  api->ReleaseSessionOptions(options);
  return made;
}

static void check_compiling(void) {
  Bytes model = scale_model();
  OrtModelCompilationOptions* options = compilation(NULL);
  expect(refused(compiler->CompileModel(env, options), ORT_INVALID_ARGUMENT, "must be specified"),
         "no input");
  expect(code_of(compiler->ModelCompilationOptions_SetInputModelPath(options, "")) == ORT_INVALID_ARGUMENT,
         "empty path");
  expect(good(compiler->ModelCompilationOptions_SetInputModelPath(options, "/no/such.onnx")), "a path");
  expect(refused(compiler->CompileModel(env, options), ORT_INVALID_ARGUMENT, "does not exist"),
         "no such file");
  compiler->ReleaseModelCompilationOptions(options);
  compiler->ReleaseModelCompilationOptions(NULL);

  options = compilation(&model);
  remove("compiled.onnx");
  expect(good(compiler->ModelCompilationOptions_SetOutputModelPath(options, "compiled.onnx")), "output path");
  expect(good(compiler->CompileModel(env, options)) && scales_from_file("compiled.onnx"), "a file comes out");
  expect(good(compiler->ModelCompilationOptions_SetFlags(options,
                                                         OrtCompileApiFlags_ERROR_IF_NO_NODES_COMPILED)),
         "flag");
  expect(refused(compiler->CompileModel(env, options), ORT_FAIL, "Unable to compile any nodes"),
         "the CPU compiles none");
  compiler->ReleaseModelCompilationOptions(options);
  remove("compiled.onnx");

  options = compilation(&model);
  OrtAllocator* allocator = NULL;
  void* buffer = NULL;
  size_t size = 0;
  OrtSession* session = NULL;
  expect(good(api->GetAllocatorWithDefaultOptions(&allocator)), "allocator");
  expect(good(compiler->ModelCompilationOptions_SetOutputModelBuffer(options, allocator, &buffer, &size)),
         "a buffer");
  expect(good(compiler->CompileModel(env, options)) && buffer != NULL, "bytes come out");
  expect(good(api->CreateSessionFromArray(env, buffer, size, NULL, &session)) && scales(session, "y"),
         "which run");
  api->ReleaseSession(session);
  expect(good(api->AllocatorFree(allocator, buffer)), "free");
  expect(good(compiler->ModelCompilationOptions_SetOutputModelWriteFunc(options, count_bytes, NULL)),
         "a function");
  expect(good(compiler->CompileModel(env, options)) && written > 0, "is given the bytes");
  compiler->ReleaseModelCompilationOptions(options);
}

int main(void) {
  char folder[] = "/tmp/graph_client_XXXXXX";
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  if (mkdtemp(folder) == NULL || chdir(folder) != 0) return 1;
  compiler = api->GetCompileApi();
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "graph", &env)), "environment");
  check_saving();
  check_folding();
  check_devices();
  check_selection();
  check_external_info();
  check_compiling();
  api->ReleaseEnv(env);
  if (chdir("/") == 0) rmdir(folder);
  return summary();
}
