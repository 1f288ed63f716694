// An execution provider in a library, the one of examples/plugin_ep: registered, asked for its devices, given a part of
// a model, run from many threads, unregistered. Expected values follow from the models' formulas.
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <unistd.h>

#include "provider.h"

enum { kRows = 8, kThreads = 4, kRuns = 50 };

// y = 2 * max(0, -(3 * x + x)): Neg is the CPU's, what stands around it the provider's.
static Bytes chain_model(void) {
  static const float three = 3, two = 2;
  Bytes graph = {{0}, 0};
  add_node(&graph, "Mul", "", "mul", "x,w", "a");
  add_node(&graph, "Add", "", "add", "a,x", "b");
  add_node(&graph, "Neg", "", "neg", "b", "n");
  add_node(&graph, "Relu", "", "relu", "n", "r");
  add_node(&graph, "Mul", "", "mul2", "r,c", "y");
  add_floats(&graph, "w", &three, 1);
  add_floats(&graph, "c", &two, 1);
  add_input(&graph, "x", 1, "N,4");
  add_output(&graph, "y", 1, "N,4");
  return make_model(&graph, NULL, 0);
}
static float chain(float x) { return x < 0 ? -8 * x : 0; }

// y = k * x in one branch, x + x in the other, where k is 5; the branches' nodes are the provider's.
static Bytes branch_model(void) {
  static const float five = 5;
  Bytes graph = {{0}, 0}, yes = {{0}, 0}, no = {{0}, 0};
  add_node(&yes, "Mul", "", "yes", "x,k", "z");
  put_text(&yes, 2, "yes");
  add_output(&yes, "z", 1, "N,4");
  add_node(&no, "Add", "", "no", "x,x", "z");
  put_text(&no, 2, "no");
  add_output(&no, "z", 1, "N,4");
  Bytes branch = make_node("If", "", "if", "positive", "y");
  attribute_graph(&branch, "then_branch", &yes);
  attribute_graph(&branch, "else_branch", &no);
  Bytes sum = make_node("ReduceSum", "", "sum", "x", "total");
  attribute_int(&sum, "keepdims", 0);
  put_message(&graph, 1, &sum);
  add_node(&graph, "Greater", "", "greater", "total,zero", "positive");
  put_message(&graph, 1, &branch);
  add_floats(&graph, "k", &five, 1);
  Bytes zero = {{0}, 0};
  static const float nothing = 0;
  put_int(&zero, 2, 1);
  put_text(&zero, 8, "zero");
  put_data(&zero, 9, &nothing, sizeof nothing);
  put_message(&graph, 5, &zero);
  add_input(&graph, "x", 1, "N,4");
  add_output(&graph, "y", 1, "N,4");
  return make_model(&graph, NULL, 0);
}

static int chains(OrtSession* session, int64_t rows, float first) {
  float x[kRows * 4], y[kRows * 4];
  OrtValue* out = NULL;
  for (int i = 0; i < rows * 4; ++i) x[i] = first + (float)i, y[i] = chain(x[i]);
  const int right = good(run_rows(session, x, rows, &out)) && holds(out, y, (size_t)rows * 4);
  api->ReleaseValue(out);
  return right;
}

static void* run_often(void* session) {
  for (int i = 0; i < kRuns; ++i)
    expect(chains((OrtSession*)session, 1 + i % kRows, (float)(i % 7) - 9), "a run beside others");
  return NULL;
}

static void check_device(const OrtEpDevice* device) {
  if (!expect(device != NULL, "the library's device is listed")) return;
  expect(strcmp(api->EpDevice_EpVendor(device), "Sardonyx") == 0, "its vendor");
  expect(api->HardwareDevice_Type(api->EpDevice_Device(device)) == OrtHardwareDeviceType_CPU, "its hardware");
  const OrtKeyValuePairs* metadata = api->EpDevice_EpMetadata(device);
  const char *version = api->GetKeyValue(metadata, "version"),
             *path = api->GetKeyValue(metadata, "library_path"), *kind = api->GetKeyValue(metadata, "kind");
  expect(version != NULL && strcmp(version, "1.0.0") == 0, "its version");
  expect(path != NULL && strcmp(path, PROVIDER_LIBRARY) == 0, "where the library is");
  expect(kind != NULL && strcmp(kind, "example") == 0, "what the library says of it");
  const char* fuse = api->GetKeyValue(api->EpDevice_EpOptions(device), "fuse");
  expect(fuse != NULL && strcmp(fuse, "1") == 0, "its options");
}

// The same model with every way that the provider has.
static void check_ways(const OrtEpDevice* device) {
  static const struct {
    const char *key, *value, *expected;
  } ways[] = {{NULL, NULL, "Pocket:mul,add;Pocket:relu,mul2;CPU:neg;"},
              {"keep_constants", "1", "Pocket:mul,add;Pocket:relu,mul2;CPU:neg;"},
              {"fuse", "0", "Pocket:mul;Pocket:add;Pocket:relu;Pocket:mul2;CPU:neg;"}};
  const Bytes model = chain_model();
  for (size_t i = 0; i < sizeof ways / sizeof *ways; ++i) {
    OrtSessionOptions* options = options_with(device, ways[i].key, ways[i].value);
    OrtSession* session = NULL;
    if (expect(good(open_model(&model, options, &session)), "a session with the provider")) {
      expect(assigned(session, ways[i].expected), "who runs what");
      const OrtEpDevice *in = NULL, *out = NULL;
      expect(good(api->SessionGetEpDeviceForInputs(session, &in, 1)) && in == device, "whose the input is");
      expect(good(api->SessionGetEpDeviceForOutputs(session, &out, 1)) && out == device,
             "whose the output is");
      expect(chains(session, 2, -5) && chains(session, 7, -20) && chains(session, 1, 3), "the numbers");
    }
    api->ReleaseSessionOptions(options);
    api->ReleaseSession(session);
  }
}

static void check_threads(const OrtEpDevice* device) {
  const Bytes model = chain_model();
  OrtSessionOptions* options = options_with(device, NULL, NULL);
  OrtSession* session = NULL;
  expect(good(open_model(&model, options, &session)), "a session for many threads");
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads && session != NULL; ++i) pthread_create(&threads[i], NULL, run_often, session);
  for (int i = 0; i < kThreads && session != NULL; ++i) pthread_join(threads[i], NULL);
  api->ReleaseSessionOptions(options);
  api->ReleaseSession(session);
}

static void check_branches(const OrtEpDevice* device) {
  const Bytes model = branch_model();
  OrtSessionOptions* options = options_with(device, NULL, NULL);
  OrtSession* session = NULL;
  if (expect(good(open_model(&model, options, &session)), "a session with graphs inside")) {
    const char* where = assignment(session);
    expect(strstr(where, "Pocket:yes;") != NULL && strstr(where, "Pocket:no;") != NULL,
           "branches are shared out");
    float x[4] = {1, 2, 3, 4}, minus[4] = {-1, -2, -3, -4};
    const float fivefold[4] = {5, 10, 15, 20}, twice[4] = {-2, -4, -6, -8};
    OrtValue *a = NULL, *b = NULL;
    expect(good(run_rows(session, x, 1, &a)) && holds(a, fivefold, 4), "one branch");
    expect(good(run_rows(session, minus, 1, &b)) && holds(b, twice, 4), "the other branch");
    api->ReleaseValue(a);
    api->ReleaseValue(b);
  }
  api->ReleaseSessionOptions(options);
  api->ReleaseSession(session);
}

// y = x * w with a default of 3 for w that a run may replace: it is no constant to the provider.
static void check_default(const OrtEpDevice* device) {
  static const float three = 3;
  Bytes graph = {{0}, 0};
  add_node(&graph, "Mul", "", "mul", "x,w", "a");
  add_node(&graph, "Relu", "", "relu", "a", "y");
  add_floats(&graph, "w", &three, 1);
  add_input(&graph, "x", 1, "N,4");
  add_input(&graph, "w", 1, "1");
  add_output(&graph, "y", 1, "N,4");
  const Bytes model = make_model(&graph, NULL, 0);
  OrtSessionOptions* options = options_with(device, NULL, NULL);
  OrtSession* session = NULL;
  expect(good(open_model(&model, options, &session)) && assigned(session, "Pocket:mul,relu;"),
         "a model with a default");
  float x[4] = {1, -2, 3, 4}, w[1] = {5};
  const float by_three[4] = {3, 0, 9, 12}, by_five[4] = {5, 0, 15, 20};
  const int64_t shape[2] = {1, 4}, none[2] = {0, 4};
  const char *names[2] = {"x", "w"}, *output = "y";
  OrtValue *in[2] = {floats_over(x, shape, 2), vector_over(w, 1)}, *a = NULL, *b = NULL, *c = NULL, *d = NULL,
           *empty = floats_over(x, none, 2);
  expect(good(api->Run(session, NULL, names, (const OrtValue* const*)in, 1, &output, 1, &a)) &&
             holds(a, by_three, 4),
         "the default");
  expect(good(api->Run(session, NULL, names, (const OrtValue* const*)in, 2, &output, 1, &b)) &&
             holds(b, by_five, 4),
         "a value in its place");
  expect(good(api->Run(session, NULL, names, (const OrtValue* const*)in, 1, &output, 1, &c)) &&
             holds(c, by_three, 4),
         "the default again");
  expect(good(api->Run(session, NULL, names, (const OrtValue* const*)&empty, 1, &output, 1, &d)) &&
             count_of(d) == 0,
         "no rows at all");
  OrtValue* values[] = {in[0], in[1], a, b, c, d, empty};
  for (size_t i = 0; i < sizeof values / sizeof *values; ++i) api->ReleaseValue(values[i]);
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);
}

// Profiles name who ran a node.
static void check_profile(const OrtEpDevice* device) {
  const Bytes model = chain_model();
  char prefix[64], content[1 << 15];
  snprintf(prefix, sizeof prefix, "/tmp/plugin_ep_client_%d", (int)getpid());
  OrtSessionOptions* options = options_with(device, NULL, NULL);
  OrtSession* session = NULL;
  OrtAllocator* allocator = NULL;
  char* path = NULL;
  expect(good(api->EnableProfiling(options, prefix)) && good(open_model(&model, options, &session)),
         "a profile");
  expect(chains(session, 2, -5), "a run");
  expect(good(api->GetAllocatorWithDefaultOptions(&allocator)) &&
             good(api->SessionEndProfiling(session, allocator, &path)),
         "its end");
  FILE* file = path == NULL ? NULL : fopen(path, "r");
  if (expect(file != NULL, "the file")) {
    content[fread(content, 1, sizeof content - 1, file)] = 0;
    fclose(file);
    remove(path);
    expect(strstr(content, "\"provider\" : \"PocketExecutionProvider\"") != NULL, "nodes of the provider");
    expect(strstr(content, "\"provider\" : \"CPUExecutionProvider\"") != NULL, "and of the CPU");
  }
  if (path != NULL) expect(good(api->AllocatorFree(allocator, path)), "the name is given back");
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);
}

// An output that the program gave its memory to is written in place.
static void check_given(const OrtEpDevice* device) {
  const Bytes model = chain_model();
  OrtSessionOptions* options = options_with(device, NULL, NULL);
  OrtSession* session = NULL;
  expect(good(open_model(&model, options, &session)), "a session");
  float x[4] = {-1, 2, -3, 4}, y[4] = {0};
  const float expected[4] = {8, 0, 24, 0};
  const int64_t shape[2] = {1, 4};
  OrtValue* out = floats_over(y, shape, 2);
  expect(good(run_rows(session, x, 1, &out)) && memcmp(y, expected, sizeof y) == 0, "the program's memory");
  api->ReleaseValue(out);
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);
}

// Without nodes left to the CPU a session may forbid it; with one it is refused.
static void check_fallback(const OrtEpDevice* device) {
  Bytes graph = {{0}, 0};
  add_node(&graph, "Relu", "", "relu", "x", "y");
  add_input(&graph, "x", 1, "N,4");
  add_output(&graph, "y", 1, "N,4");
  const Bytes whole = make_model(&graph, NULL, 0), part = chain_model();
  OrtSessionOptions* options = options_with(device, NULL, NULL);
  OrtSession* session = NULL;
  expect(good(api->AddSessionConfigEntry(options, "session.disable_cpu_ep_fallback", "1")), "no fallback");
  expect(good(open_model(&whole, options, &session)) && assigned(session, "Pocket:relu;"),
         "all nodes are taken");
  api->ReleaseSession(session);
  expect(refused(open_model(&part, options, &session), ORT_FAIL, "assigned to the default CPU EP"),
         "a node is left over");
  api->ReleaseSessionOptions(options);
}

// Policies prefer a library's provider to the CPU's own.
static void check_policy(void) {
  const Bytes model = chain_model();
  OrtSessionOptions* options = options_with(NULL, NULL, NULL);
  OrtSession* session = NULL;
  expect(good(api->SessionOptionsSetEpSelectionPolicy(options, OrtExecutionProviderDevicePolicy_PREFER_CPU)),
         "a policy");
  expect(good(open_model(&model, options, &session)) &&
             assigned(session, "Pocket:mul,add;Pocket:relu,mul2;CPU:neg;") && chains(session, 3, -6),
         "the policy selects the library's device");
  api->ReleaseSessionOptions(options);
  api->ReleaseSession(session);
}

static OrtStatus* select_last(const OrtEpDevice** devices, size_t count, const OrtKeyValuePairs* model,
                              const OrtKeyValuePairs* runtime, const OrtEpDevice** selected, size_t max,
                              size_t* made, void* state) {
  (void)model, (void)runtime, (void)max;
  ++*(int*)state;
  for (size_t i = 0; i < count; ++i) {
    if (strcmp(api->EpDevice_EpName(devices[i]), "PocketExecutionProvider") == 0)
      selected[(*made)++] = devices[i];
  }
  return NULL;
}
static void check_delegate(void) {
  const Bytes model = chain_model();
  OrtSessionOptions* options = options_with(NULL, NULL, NULL);
  OrtSession* session = NULL;
  int calls = 0;
  expect(good(api->SessionOptionsSetEpSelectionPolicyDelegate(options, select_last, &calls)), "a selection");
  expect(good(open_model(&model, options, &session)) && calls == 1 &&
             assigned(session, "Pocket:mul,add;Pocket:relu,mul2;CPU:neg;"),
         "the program selects the device");
  api->ReleaseSessionOptions(options);
  api->ReleaseSession(session);
}

// What the provider compiled, as a model of its own: written, refused where the path is taken, read again.
static void check_compiled(const OrtEpDevice* device) {
  char path[64];
  snprintf(path, sizeof path, "/tmp/plugin_ep_client_%d.onnx", (int)getpid());
  const Bytes model = chain_model();
  OrtSessionOptions *compiling = options_with(device, NULL, NULL),
                    *reading = options_with(device, NULL, NULL), *alone = options_with(NULL, NULL, NULL);
  OrtSession* session = NULL;
  expect(good(api->AddSessionConfigEntry(compiling, "ep.context_enable", "1")),
         "a compiled model is asked for");
  expect(good(api->AddSessionConfigEntry(compiling, "ep.context_file_path", path)), "and where");
  expect(good(open_model(&model, compiling, &session)) && chains(session, 2, -5), "a session that compiles");
  api->ReleaseSession(session);
  expect(refused(open_model(&model, compiling, &session), ORT_FAIL, "exists already"), "the path is taken");
  expect(good(api->CreateSession(env, path, reading, &session)) && chains(session, 3, -7),
         "the compiled model");
  if (session != NULL) expect(strstr(assignment(session), "CPU:neg;") != NULL, "what the provider left over");
  api->ReleaseSession(session);
  session = NULL;
  expect(code_of(api->CreateSession(env, path, alone, &session)) == ORT_NOT_IMPLEMENTED && session == NULL,
         "nobody else can read it");
  remove(path);
  api->ReleaseSessionOptions(compiling);
  api->ReleaseSessionOptions(reading);
  api->ReleaseSessionOptions(alone);
}

// The same by the compile API, into memory.
static void check_compile_api(const OrtEpDevice* device) {
  const OrtCompileApi* compile = api->GetCompileApi();
  const Bytes model = chain_model();
  OrtSessionOptions* options = options_with(device, NULL, NULL);
  OrtModelCompilationOptions* how = NULL;
  OrtAllocator* allocator = NULL;
  OrtSession* session = NULL;
  void* bytes = NULL;
  size_t size = 0;
  expect(good(api->GetAllocatorWithDefaultOptions(&allocator)), "an allocator");
  expect(good(compile->CreateModelCompilationOptionsFromSessionOptions(env, options, &how)) &&
             good(compile->ModelCompilationOptions_SetInputModelFromBuffer(how, model.data, model.size)) &&
             good(compile->ModelCompilationOptions_SetOutputModelBuffer(how, allocator, &bytes, &size)) &&
             good(compile->ModelCompilationOptions_SetEpContextEmbedMode(how, true)) &&
             good(compile->ModelCompilationOptions_SetFlags(how, 1)),
         "options of the compilation");
  expect(good(compile->CompileModel(env, how)) && size > 0, "the model is compiled");
  expect(size > 0 && good(api->CreateSessionFromArray(env, bytes, size, options, &session)) &&
             chains(session, 1, -4),
         "and runs");
  api->ReleaseSession(session);
  if (bytes != NULL) expect(good(api->AllocatorFree(allocator, bytes)), "the bytes are given back");
  compile->ReleaseModelCompilationOptions(how);
  api->ReleaseSessionOptions(options);
}

static void check_refusals(const OrtEpDevice* device) {
  OrtSessionOptions* options = NULL;
  expect(good(api->CreateSessionOptions(&options)), "options");
  const OrtEpDevice* both[2] = {device, device_of("CPUExecutionProvider")};
  expect(refused(api->SessionOptionsAppendExecutionProvider_V2(options, env, both, 2, NULL, NULL, 0),
                 ORT_INVALID_ARGUMENT, "must have the same execution provider"),
         "devices of two providers");
  expect(refused(api->SessionOptionsAppendExecutionProvider_V2(options, env, both, 0, NULL, NULL, 0),
                 ORT_INVALID_ARGUMENT, "Must provide one or more"),
         "no device");
  api->ReleaseSessionOptions(options);
  expect(refused(api->RegisterExecutionProviderLibrary(env, "pocket", PROVIDER_LIBRARY), ORT_FAIL,
                 "already registered under pocket"),
         "a name that is taken");
  expect(refused(api->RegisterExecutionProviderLibrary(env, "none", "/nowhere/none.so"), ORT_FAIL,
                 "Failed to load library"),
         "no such library");
  expect(refused(api->RegisterExecutionProviderLibrary(env, "other", OTHER_LIBRARY), ORT_FAIL,
                 "Failed to get symbol"),
         "a library of something else");
  expect(refused(api->UnregisterExecutionProviderLibrary(env, "none"), ORT_FAIL, "was not registered"),
         "a name that is not there");
}

int main(void) {
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_ERROR, "provider", &env)), "environment");
  expect(good(api->RegisterExecutionProviderLibrary(env, "pocket", PROVIDER_LIBRARY)),
         "the library is registered");
  const OrtEpDevice* device = device_of("PocketExecutionProvider");
  check_device(device);
  if (device != NULL) {
    check_ways(device);
    check_threads(device);
    check_branches(device);
    check_default(device);
    check_given(device);
    check_profile(device);
    check_fallback(device);
    check_policy();
    check_delegate();
    check_compiled(device);
    check_compile_api(device);
    check_refusals(device);
  }
  expect(good(api->UnregisterExecutionProviderLibrary(env, "pocket")), "the library is unregistered");
  expect(device_of("PocketExecutionProvider") == NULL, "its device is gone");
  expect(good(api->RegisterExecutionProviderLibrary(env, "again", PROVIDER_LIBRARY)),
         "it is registered again");
  expect(device_of("PocketExecutionProvider") != NULL, "its device is back");
  expect(good(api->UnregisterExecutionProviderLibrary(env, "again")), "and unregistered");
  api->ReleaseEnv(env);
  return summary();
}
