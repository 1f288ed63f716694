// An execution provider in a library that does wrong, in every way that faulty_ep_library.c knows: each is refused with
// a reason or leaves the model to the CPU, and all that the library made is given back.
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <glob.h>
#include <pthread.h>
#include <unistd.h>

#include "provider.h"

static int (*live_objects)(void), (*shared_weights)(void);

enum Stage { REGISTER, SESSION, RUN, OPTIONS, NEVER };

typedef struct {
  const char* name;
  enum Stage stage;  // where it is refused
  int code;
  const char* text;      // of the refusal
  const char* assigned;  // who runs what, of sessions that come about
  int only_here;         // other libraries of this ABI crash on it, or take it
} Fault;

#define SHARED "Faulty:mul;Faulty:add;CPU:neg;"
#define ALONE "CPU:mul;CPU:neg;CPU:add;"

static const Fault faults[] = {
    {"none", NEVER, 0, "", SHARED, 0},
    {"optional_null", NEVER, 0, "", SHARED, 1},
    {"release_fail", NEVER, 0, "", SHARED, 0},
    {"devices_null", NEVER, 0, "", SHARED, 0},
    {"version_99", NEVER, 0, "", SHARED, 0},
    {"factories_fail", REGISTER, ORT_EP_FAIL, "factories_fail", "", 0},
    {"factories_two", REGISTER, ORT_FAIL, "factories_two", "", 0},
    {"factories_many", REGISTER, ORT_FAIL, "room for", "", 1},
    {"version_0", REGISTER, ORT_FAIL, "ort_version_supported", "", 1},
    {"name_null", REGISTER, ORT_FAIL, "GetName", "", 1},
    {"no_name", REGISTER, ORT_FAIL, "name", "", 1},
    {"supported_null", REGISTER, ORT_FAIL, "GetSupportedDevices", "", 1},
    {"bad_version", REGISTER, ORT_FAIL, "semantic versioning", "", 0},
    {"devices_fail", REGISTER, ORT_EP_FAIL, "devices_fail", "", 0},
    {"devices_many", REGISTER, ORT_FAIL, "room for", "", 1},
    {"create_fail", SESSION, -1, "create_fail", "", 0},
    {"create_null", SESSION, -1, "NULL OrtEp", "", 0},
    {"provider_version", SESSION, -1, "ort_version_supported", "", 0},
    {"null_name", SESSION, -1, "GetName", "", 0},
    {"registry_fail", SESSION, -1, "registry_fail", "", 0},
    {"capability_null", SESSION, ORT_FAIL, "GetCapability", "", 1},
    {"capability_fail", NEVER, 0, "", ALONE, 0},
    {"claim_null", NEVER, 0, "", ALONE, 0},
    {"claim_none", NEVER, 0, "", ALONE, 0},
    {"claim_cycle", NEVER, 0, "", ALONE, 0},
    {"claim_twice", SESSION, ORT_FAIL, "", "", 0},
    {"claim_without_kernel", SESSION, ORT_NOT_IMPLEMENTED, "Failed to find kernel for Neg", "", 0},
    {"compile_null", SESSION, ORT_FAIL, "Compile()", "", 0},
    {"compile_none", SESSION, ORT_FAIL, "OrtNodeComputeInfo", "", 0},
    {"compile_half", SESSION, ORT_EP_FAIL, "compile_half", "", 0},
    {"compile_fail", SESSION, ORT_EP_FAIL, "compile_fail", "", 0},
    {"compute_null", SESSION, ORT_FAIL, "OrtNodeComputeInfo", "", 1},
    {"state_fail", SESSION, ORT_FAIL, "Create state function failed", "", 0},
    {"initialized_fail", SESSION, ORT_EP_FAIL, "initialized_fail", "", 0},
    {"compute_fail", RUN, ORT_EP_FAIL, "Status Message: compute_fail", SHARED, 0},
    {"compute_silent", RUN, ORT_FAIL, "Non-zero status code", SHARED, 0},
    {"compute_shape", RUN, ORT_INVALID_ARGUMENT, "was inferred as", SHARED, 1},
    {"run_start_fail", RUN, ORT_EP_FAIL, "run_start_fail", SHARED, 0},
    {"run_end_fail", RUN, ORT_EP_FAIL, "run_end_fail", SHARED, 0},
    {"dynamic_fail", OPTIONS, ORT_EP_FAIL, "dynamic_fail", SHARED, 0},
    {"kernels", NEVER, 0, "", "Faulty:mul;CPU:neg;CPU:add;", 0},
    {"kernel_pack", NEVER, 0, "", "Faulty:mul;CPU:neg;CPU:add;", 0},
    {"kernel_pack_off", NEVER, 0, "", "Faulty:mul;CPU:neg;CPU:add;", 0},
    {"kernel_pack_fail", SESSION, ORT_EP_FAIL, "kernel_pack_fail", "", 0},
    {"kernel_fail", SESSION, ORT_EP_FAIL, "kernel_fail", "", 0},
    {"kernel_null", SESSION, ORT_FAIL, "NULL OrtKernelImpl", "", 0},
    {"kernel_compute_fail", RUN, ORT_EP_FAIL, "Status Message: kernel_compute_fail",
     "Faulty:mul;CPU:neg;CPU:add;", 0},
};

// y = -(2 x) + 2 x: 0 by ONNX, and -4 x where the library doubles what Mul and Add read first.
static Bytes model(void) {
  static const float two = 2;
  Bytes graph = {{0}, 0};
  add_node(&graph, "Mul", "", "mul", "x,w", "a");
  add_node(&graph, "Neg", "", "neg", "a", "n");
  add_node(&graph, "Add", "", "add", "n,a", "y");
  add_floats(&graph, "w", &two, 1);
  add_input(&graph, "x", 1, "N,4");
  add_output(&graph, "y", 1, "N,4");
  return make_model(&graph, NULL, 0);
}

static int computes(OrtSession* session, const char* by) {
  float x[4] = {1, 2, 3, 4}, y[4];
  OrtValue* out = NULL;
  for (int i = 0; i < 4; ++i) y[i] = strcmp(by, SHARED) == 0 ? -4 * x[i] : 0;
  const int right = good(run_rows(session, x, 1, &out)) && holds(out, y, 4);
  api->ReleaseValue(out);
  return right;
}

// A code of -1: any but success.
static int refused_by(const Fault* f, OrtStatus* status) {
  const int code = status != NULL && f->code < 0 ? (int)api->GetErrorCode(status) : f->code;
  return refused(status, code, f->text);
}

static void use(const Fault* f, OrtSession* session) {
  expect(assigned(session, f->assigned), "who runs what");
  if (f->stage == RUN) {
    float x[4] = {1, 2, 3, 4};
    for (int i = 0; i < 2; ++i) {
      OrtValue* out = NULL;
      expect(refused_by(f, run_rows(session, x, 1, &out)), "the run");
      expect(out == NULL, "no output");
      api->ReleaseValue(out);
    }
    return;
  }
  const char* text = "1";
  OrtStatus* set = api->SetEpDynamicOptions(session, &text, &text, 1);
  expect(f->stage == OPTIONS ? refused_by(f, set) : good(set), "an option while the session lives");
  expect(computes(session, f->assigned), "the numbers");
}

static void play(const Fault* f) {
  const int before = failed;
  OrtStatus* status = api->RegisterExecutionProviderLibrary(env, f->name, FAULTY_LIBRARY);
  if (f->stage == REGISTER) {
    expect(refused_by(f, status), "registration");
    expect(device_of("FaultyExecutionProvider") == NULL, "no device of a refused library");
  } else if (expect(good(status), "registration")) {
    OrtSessionOptions* options = options_with(device_of("FaultyExecutionProvider"), NULL, NULL);
    OrtSession* session = NULL;
    const Bytes bytes = model();
    const char* off = strcmp(f->name, "kernel_pack_off") == 0 ? "1" : "0";
    expect(good(api->AddSessionConfigEntry(options, "session.disable_prepacking", off)), "packing");
    status = open_model(&bytes, options, &session);
    if (f->stage == SESSION) {
      expect(refused_by(f, status) && session == NULL, "the session");
    } else if (expect(good(status), "the session")) {
      use(f, session);
    }
    api->ReleaseSession(session);
    api->ReleaseSessionOptions(options);
    expect(good(api->UnregisterExecutionProviderLibrary(env, f->name)), "the library is unregistered");
  }
  expect(live_objects == NULL || live_objects() == 0 || !refuses_null(), "all is given back");
  if (failed > before) printf("in the fault '%s'\n", f->name);
}

// A program may unregister what its sessions still use: the library stays until the last of them.
static void outlive(void) {
  expect(good(api->RegisterExecutionProviderLibrary(env, "none", FAULTY_LIBRARY)), "registration");
  OrtSessionOptions* options = options_with(device_of("FaultyExecutionProvider"), NULL, NULL);
  OrtSession *session = NULL, *late = NULL;
  const Bytes bytes = model();
  expect(good(open_model(&bytes, options, &session)), "a session");
  expect(good(api->UnregisterExecutionProviderLibrary(env, "none")), "unregistered while it is used");
  expect(live_objects() > 0 && computes(session, SHARED), "the session goes on");
  expect(good(open_model(&bytes, options, &late)) && computes(late, SHARED), "options keep the library too");
  api->ReleaseSession(late);
  api->ReleaseSessionOptions(options);
  api->ReleaseSession(session);
  expect(live_objects() == 0, "then all is given back");
}

// A library that does this fault, and options that choose its provider.
static OrtSessionOptions* begin(const char* fault) {
  expect(good(api->RegisterExecutionProviderLibrary(env, fault, FAULTY_LIBRARY)), "registration");
  return options_with(device_of("FaultyExecutionProvider"), NULL, NULL);
}
// When the sessions are gone.
static void end(const char* fault, OrtSessionOptions* options) {
  api->ReleaseSessionOptions(options);
  expect(good(api->UnregisterExecutionProviderLibrary(env, fault)), "unregistered");
  expect(live_objects() == 0 || !refuses_null(), "all is given back");
}

// Two sessions with one container and one shared initializer read one packed weight.
static void share_packed(void) {
  OrtSessionOptions* options = begin("kernel_pack_shared");
  OrtPrepackedWeightsContainer* container = NULL;
  OrtSession* sessions[2] = {NULL, NULL};
  float two = 2;
  const int64_t one = 1;
  OrtValue* weight = floats_over(&two, &one, 1);
  const Bytes bytes = model();
  const int before = shared_weights();
  expect(good(api->AddInitializer(options, "w", weight)), "an initializer that sessions share");
  expect(good(api->CreatePrepackedWeightsContainer(&container)), "a container");
  for (int i = 0; i < 2; ++i)
    expect(good(api->CreateSessionFromArrayWithPrepackedWeightsContainer(env, bytes.data, bytes.size, options,
                                                                         container, &sessions[i])),
           "a session");
  expect(shared_weights() == before + 1 || !refuses_null(),
         "the second kernel is told of the first one's buffers");
  api->ReleaseSession(sessions[0]);
  if (sessions[1] != NULL) expect(computes(sessions[1], "Faulty:mul;CPU:neg;CPU:add;"), "the numbers");
  api->ReleaseSession(sessions[1]);
  api->ReleasePrepackedWeightsContainer(container);
  api->ReleaseValue(weight);
  end("kernel_pack_shared", options);
}

static void has_events(const char* path) {
  char content[1 << 15] = "";
  FILE* file = path == NULL ? NULL : fopen(path, "r");
  if (expect(file != NULL, "the file")) {
    content[fread(content, 1, sizeof content - 1, file)] = 0;
    fclose(file);
    remove(path);
  }
  expect(strstr(content, "faulty_work") != NULL, "the provider's event");
  expect(strstr(content, "even") != NULL, "it was told of begins and ends");
  expect(strstr(content, "model_run") != NULL, "the run's own event");
}

// A provider's own events stand in the session's profile, and it is told of every kernel's begin and end.
static void profile(void) {
  OrtSessionOptions* options = begin("profiler");
  OrtSession* session = NULL;
  OrtAllocator* allocator = NULL;
  char prefix[64], *path = NULL;
  const Bytes bytes = model();
  snprintf(prefix, sizeof prefix, "/tmp/plugin_faults_client_%d", (int)getpid());
  expect(good(api->EnableProfiling(options, prefix)) && good(open_model(&bytes, options, &session)),
         "a profile");
  expect(computes(session, SHARED), "a run");
  expect(good(api->GetAllocatorWithDefaultOptions(&allocator)) &&
             good(api->SessionEndProfiling(session, allocator, &path)),
         "its end");
  has_events(path);
  expect(computes(session, SHARED), "a run after the profile");
  if (path != NULL) expect(good(api->AllocatorFree(allocator, path)), "the name is given back");
  api->ReleaseSession(session);
  end("profiler", options);
}

// The same in the profile of one run.
static void profile_a_run(void) {
  OrtSessionOptions* options = begin("profiler");
  OrtSession* session = NULL;
  OrtRunOptions* run = NULL;
  OrtValue* out = NULL;
  float x[4] = {1, 2, 3, 4};
  char prefix[64], pattern[80];
  glob_t found = {0};
  const Bytes bytes = model();
  snprintf(prefix, sizeof prefix, "/tmp/plugin_faults_run_%d", (int)getpid());
  snprintf(pattern, sizeof pattern, "%s*", prefix);
  expect(good(open_model(&bytes, options, &session)) && good(api->CreateRunOptions(&run)), "a session");
  expect(good(api->RunOptionsEnableProfiling(run, prefix)), "a profile of one run");
  expect(good(run_rows_with(session, run, x, 1, &out)), "that run");
  expect(computes(session, SHARED), "another run");
  if (expect(glob(pattern, 0, NULL, &found) == 0 && found.gl_pathc == 1, "one file"))
    has_events(found.gl_pathv[0]);
  globfree(&found);
  api->ReleaseValue(out);
  api->ReleaseRunOptions(run);
  api->ReleaseSession(session);
  end("profiler", options);
}

// Two groups, each of which could run alone, that wait for one another: m1 -> n1 -> a1 and m2 -> n2 -> a2, claimed as
// {m1, a2} and {m2, a1}.
static void wait_for_one_another(void) {
  Bytes graph = {{0}, 0};
  static const float two = 2;
  add_node(&graph, "Mul", "", "m1", "x,w", "p");
  add_node(&graph, "Mul", "", "m2", "x,w", "q");
  add_node(&graph, "Neg", "", "n1", "p", "r");
  add_node(&graph, "Neg", "", "n2", "q", "s");
  add_node(&graph, "Add", "", "a1", "r,x", "y");
  add_node(&graph, "Add", "", "a2", "s,x", "z");
  add_floats(&graph, "w", &two, 1);
  add_input(&graph, "x", 1, "N,4");
  add_output(&graph, "y", 1, "N,4");
  add_output(&graph, "z", 1, "N,4");
  const Bytes bytes = make_model(&graph, NULL, 0);
  OrtSessionOptions* options = begin("claim_mutual");
  OrtSession* session = NULL;
  expect(good(api->SetSessionGraphOptimizationLevel(options, ORT_DISABLE_ALL)), "the graph as it is");
  expect(refused(open_model(&bytes, options, &session), ORT_FAIL, "wait for one another"),
         "groups that cannot run");
  api->ReleaseSession(session);
  end("claim_mutual", options);
}

// A provider compiles an If with its bodies: what these read from outside is among the group's inputs.
static void take_an_if(void) {
  Bytes graph = {{0}, 0}, positive = {{0}, 0}, negative = {{0}, 0};
  add_node(&positive, "Relu", "", "relu", "x", "t");
  add_output(&positive, "t", 1, "N,4");
  put_text(&positive, 2, "positive");
  add_node(&negative, "Neg", "", "opposite", "x", "e");
  add_output(&negative, "e", 1, "N,4");
  put_text(&negative, 2, "negative");
  Bytes node = make_node("If", "", "if", "c", "a");
  attribute_graph(&node, "then_branch", &positive);
  attribute_graph(&node, "else_branch", &negative);
  put_message(&graph, 1, &node);
  add_node(&graph, "Neg", "", "neg", "a", "y");
  add_input(&graph, "x", 1, "N,4");
  add_input(&graph, "c", 9, "");
  add_output(&graph, "y", 1, "N,4");
  const Bytes bytes = make_model(&graph, NULL, 0);
  OrtSessionOptions* options = begin("claim_if");
  OrtSession* session = NULL;
  if (expect(good(open_model(&bytes, options, &session)), "a session with an If")) {
    expect(assigned(session, "Faulty:if;CPU:neg;"), "who runs what");
    float x[4] = {-1, 2, -3, 4};
    const float expected[4] = {2, -4, 6, -8};
    _Bool condition = 1;
    const int64_t shape[2] = {1, 4};
    const char *names[2] = {"x", "c"}, *output = "y";
    OrtValue *in[2] = {floats_over(x, shape, 2), NULL}, *out = NULL;
    OrtMemoryInfo* memory = NULL;
    expect(good(api->CreateCpuMemoryInfo(OrtArenaAllocator, OrtMemTypeDefault, &memory)), "the memory");
    expect(good(api->CreateTensorWithDataAsOrtValue(memory, &condition, 1, NULL, 0,
                                                    ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL, &in[1])),
           "the condition");
    expect(good(api->Run(session, NULL, names, (const OrtValue* const*)in, 2, &output, 1, &out)) &&
               holds(out, expected, 4),
           "the numbers");
    for (int i = 0; i < 2; ++i) api->ReleaseValue(in[i]);
    api->ReleaseValue(out);
    api->ReleaseMemoryInfo(memory);
  }
  api->ReleaseSession(session);
  end("claim_if", options);
}

// Two providers: the one that was appended first chooses first. The faulty one doubles what it reads first.
static void share(const char* first, const char* second, const char* expected) {
  Bytes graph = {{0}, 0};
  static const float three = 3, two = 2;
  add_node(&graph, "Mul", "", "mul", "x,w", "a");
  add_node(&graph, "Neg", "", "neg", "a", "n");
  add_node(&graph, "Relu", "", "relu", "n", "r");
  add_node(&graph, "Mul", "", "mul2", "r,c", "y");
  add_floats(&graph, "w", strcmp(first, "FaultyExecutionProvider") == 0 ? &two : &three, 1);
  add_floats(&graph, "c", &two, 1);
  add_input(&graph, "x", 1, "N,4");
  add_output(&graph, "y", 1, "N,4");
  const Bytes bytes = make_model(&graph, NULL, 0);
  const OrtEpDevice* other = device_of(second);
  OrtSessionOptions* options = options_with(device_of(first), NULL, NULL);
  OrtSession* session = NULL;
  OrtValue* out = NULL;
  float x[4] = {-1, 2, -3, 4};
  const float y2[4] = {4, 0, 12, 0}, y3[4] = {6, 0, 18, 0};
  expect(good(api->SessionOptionsAppendExecutionProvider_V2(options, env, &other, 1, NULL, NULL, 0)),
         "a second one");
  if (expect(good(open_model(&bytes, options, &session)), "a session with two providers")) {
    expect(assigned(session, expected), "who runs what");
    expect(good(run_rows(session, x, 1, &out)) &&
               holds(out, strcmp(first, "FaultyExecutionProvider") == 0 ? y2 : y3, 4),
           "the numbers");
  }
  api->ReleaseValue(out);
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);
}
static void share_among_two(void) {
  expect(good(api->RegisterExecutionProviderLibrary(env, "none", FAULTY_LIBRARY)), "one library");
  expect(good(api->RegisterExecutionProviderLibrary(env, "pocket", PROVIDER_LIBRARY)), "and another");
  share("FaultyExecutionProvider", "PocketExecutionProvider", "Faulty:mul;Faulty:mul2;Pocket:relu;CPU:neg;");
  share("PocketExecutionProvider", "FaultyExecutionProvider", "Pocket:mul;Pocket:relu,mul2;CPU:neg;");
  expect(good(api->UnregisterExecutionProviderLibrary(env, "none")), "unregistered");
  expect(good(api->UnregisterExecutionProviderLibrary(env, "pocket")), "unregistered");
}

// Registering, listing and unregistering beside one another.
static void* register_often(void* name) {
  for (int i = 0; i < 50; ++i) {
    expect(good(api->RegisterExecutionProviderLibrary(env, (const char*)name, FAULTY_LIBRARY)),
           "a registration");
    expect(good(api->UnregisterExecutionProviderLibrary(env, (const char*)name)), "its end");
  }
  return NULL;
}
static void register_beside(void) {
  static char names[4][8] = {"a", "b", "c", "d"};
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, register_often, names[i]);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  expect(live_objects() == 0, "all registrations are given back");
}

static void nothing_given(void) {
  expect(code_of(api->RegisterExecutionProviderLibrary(NULL, "a", FAULTY_LIBRARY)) == ORT_INVALID_ARGUMENT,
         "no env");
  expect(code_of(api->RegisterExecutionProviderLibrary(env, NULL, FAULTY_LIBRARY)) == ORT_INVALID_ARGUMENT,
         "no name");
  expect(code_of(api->RegisterExecutionProviderLibrary(env, "a", NULL)) == ORT_INVALID_ARGUMENT, "no path");
  expect(code_of(api->UnregisterExecutionProviderLibrary(env, NULL)) == ORT_INVALID_ARGUMENT, "no name");
  const OrtEpApi* ep = api->GetEpApi();
  expect(code_of(ep->CreateEpDevice(NULL, NULL, NULL, NULL, NULL)) == ORT_INVALID_ARGUMENT, "no factory");
  expect(code_of(ep->EpGraphSupportInfo_AddSingleNode(NULL, NULL)) == ORT_INVALID_ARGUMENT,
         "no support info");
  expect(code_of(ep->EpGraphSupportInfo_AddNodesToFuse(NULL, NULL, 1, NULL)) == ORT_INVALID_ARGUMENT,
         "no nodes");
  expect(code_of(ep->KernelDefBuilder_SetOperatorType(NULL, NULL)) == ORT_INVALID_ARGUMENT, "no builder");
  expect(code_of(ep->KernelRegistry_AddKernel(NULL, NULL, NULL, NULL)) == ORT_INVALID_ARGUMENT,
         "no registry");
  expect(code_of(ep->GetTensorDataType(ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, NULL)) == ORT_INVALID_ARGUMENT,
         "no type");
  OrtKernelDefBuilder* builder = NULL;
  OrtKernelDef* def = NULL;
  expect(good(ep->CreateKernelDefBuilder(&builder)), "a builder");
  expect(code_of(ep->KernelDefBuilder_SetSinceVersion(builder, 7, 6)) == ORT_INVALID_ARGUMENT,
         "versions backwards");
  expect(code_of(ep->KernelDefBuilder_Build(builder, &def)) == ORT_INVALID_ARGUMENT && def == NULL,
         "no operator");
  ep->ReleaseKernelDefBuilder(builder);
  ep->ReleaseKernelDef(NULL);
  ep->ReleaseKernelRegistry(NULL);
  ep->ReleaseEpDevice(NULL);
  ep->ReleaseHardwareDevice(NULL);
}

int main(void) {
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "faults", &env)), "environment");
  void* library = dlopen(FAULTY_LIBRARY, RTLD_NOW | RTLD_LOCAL);  // so that its counts stay
  if (!expect(library != NULL, "the library")) return summary();
  *(void**)&live_objects = dlsym(library, "live_objects");
  *(void**)&shared_weights = dlsym(library, "shared_weights");
  for (size_t i = 0; i < sizeof faults / sizeof *faults; ++i) {
    if (!faults[i].only_here || refuses_null()) play(&faults[i]);
  }
  share_among_two();
  take_an_if();
  share_packed();
  profile();
  profile_a_run();
  if (refuses_null()) {
    wait_for_one_another();
    outlive();
    register_beside();
    nothing_given();
  }
  api->ReleaseEnv(env);
  return summary();
}
