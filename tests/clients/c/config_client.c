// Config entries of sessions and runs, and what is logged where. Codes and texts are those of the ABI's notes.
#include "client.h"

#include "onnxruntime_session_options_config_keys.h"

// y = data[i], which fails at run time for an index outside.
static Bytes gather_model(void) {
  Bytes graph = {0};
  add_node(&graph, "Gather", "", "pick", "data,i", "y");
  add_input(&graph, "data", ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, "N");
  add_input(&graph, "i", ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64, "M");
  add_output(&graph, "y", ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, "M");
  return make_model(&graph, NULL, 0);
}

static Bytes model;

static OrtSessionOptions* fresh(void) {
  OrtSessionOptions* options = NULL;
  expect(good(api->CreateSessionOptions(&options)), "options");
  return options;
}

static OrtStatus* open_with(const OrtEnv* env, const OrtSessionOptions* options, OrtSession** session) {
  return api->CreateSessionFromArray(env, model.data, model.size, options, session);
}

// Picks one element; gives the run's status.
static OrtStatus* pick(OrtSession* session, const OrtRunOptions* options, int64_t index) {
  const char *in[] = {"data", "i"}, *out[] = {"y"};
  float data[3] = {5, 6, 7};
  int64_t one = 1;
  OrtMemoryInfo* memory = NULL;
  OrtValue *values[2] = {vector_over(data, 3), NULL}, *result = NULL;
  expect(good(api->CreateCpuMemoryInfo(OrtDeviceAllocator, OrtMemTypeDefault, &memory)), "memory info");
  expect(good(api->CreateTensorWithDataAsOrtValue(memory, &index, sizeof(index), &one, 1,
                                                  ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64, &values[1])),
         "index");
  OrtStatus* status = api->Run(session, options, in, (const OrtValue* const*)values, 2, out, 1, &result);
  if (status == NULL) {
    const float expected = data[index];
    expect(holds(result, &expected, 1), "the picked element");
  }
  api->ReleaseValue(values[0]);
  api->ReleaseValue(values[1]);
  api->ReleaseValue(result);
  api->ReleaseMemoryInfo(memory);
  return status;
}

// A kernel's failure has a code of its own choice.
static int failed_in(OrtStatus* status, const char* node) {
  const int code = status == NULL ? 0 : (int)api->GetErrorCode(status);
  return refused(status, code == ORT_INVALID_ARGUMENT ? ORT_INVALID_ARGUMENT : ORT_FAIL, node);
}

// ---- session keys ----
static void add_refuses(const char* key, const char* value, const char* text) {
  OrtSessionOptions* options = fresh();
  expect(refused(api->AddSessionConfigEntry(options, key, value), ORT_INVALID_ARGUMENT, text), value);
  api->ReleaseSessionOptions(options);
}

// The key is taken, and opening a session gives the code.
static void opens(const OrtEnv* env, const char* key, const char* value, int code, const char* text) {
  OrtSessionOptions* options = fresh();
  OrtSession* session = NULL;
  expect(good(api->AddSessionConfigEntry(options, key, value)), key);
  OrtStatus* status = open_with(env, options, &session);
  if (code == ORT_OK) {
    expect(good(status) && good(pick(session, NULL, 1)), value);
  } else {
    expect(refused(status, code, text), value);
  }
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);
}

static void check_setters(const OrtEnv* env) {
  add_refuses("session.intra_op_num_threads", "x", "must be a base-10 int32; got 'x'");
  add_refuses("session.inter_op_num_threads", "99999999999", "must be a base-10 int32");
  add_refuses("session.log_severity_level", "", "must be a");
  add_refuses("session.enable_cpu_mem_arena", "yes",
              "must be a boolean ('0'/'1' or 'true'/'false'); got 'yes'");
  add_refuses("session.enable_mem_pattern", "2", "must be a boolean");
  add_refuses("session.graph_optimization_level", "most", "disable_all/enable_basic");
  add_refuses("session.execution_mode", "x", "must be 'sequential' or 'parallel'; got 'x'");
  opens(env, "session.intra_op_num_threads", "2", ORT_OK, "");
  opens(env, "session.enable_cpu_mem_arena", "True", ORT_OK, "");
  opens(env, "session.graph_optimization_level", "DISABLE_ALL", ORT_OK, "");
  opens(env, "session.execution_mode", "ort_parallel", ORT_OK, "");
  opens(env, "session.log_severity_level", "9", ORT_FAIL, "");
  opens(env, "session.use_per_session_threads", "0", ORT_FAIL, "");
  OrtSessionOptions* options = fresh();
  ExecutionMode mode = ORT_SEQUENTIAL;
  int enabled = -1;
  expect(good(api->AddSessionConfigEntry(options, "session.execution_mode", "parallel")), "parallel");
  expect(good(api->GetSessionExecutionMode(options, &mode)) && mode == ORT_PARALLEL, "a key sets the mode");
  expect(good(api->AddSessionConfigEntry(options, "session.enable_mem_pattern", "0")), "no pattern");
  expect(good(api->GetMemPatternEnabled(options, &enabled)) && enabled == 0, "a key sets the pattern");
  expect(good(api->HasSessionConfigEntry(options, "session.execution_mode", &enabled)) && enabled == 0,
         "what a setter took is no entry");
  api->ReleaseSessionOptions(options);
}

static void check_session_keys(const OrtEnv* env) {
  opens(env, kOrtSessionOptionsDisableCPUEPFallback, "1", ORT_FAIL,
        "fallback to CPU EP has been explicitly disabled");
  opens(env, kOrtSessionOptionsConfigDynamicBlockBase, "x", ORT_RUNTIME_EXCEPTION, "");
  opens(env, kOrtSessionOptionsConfigDynamicBlockBase, "4", ORT_OK, "");
  opens(env, "optimization.minimal_build_optimizations", "x", ORT_INVALID_ARGUMENT,
        "Invalid value for optimization");
  opens(env, "optimization.minimal_build_optimizations", "save", ORT_INVALID_ARGUMENT,
        "only valid when saving an ORT");
  opens(env, "optimization.minimal_build_optimizations", "apply", ORT_OK, "");
  opens(env, "session.gqa_value_layout", "x", ORT_INVALID_ARGUMENT, "Expected 'BNSH' or 'BNHS'");
  opens(env, "session.gqa_value_layout", "BNHS", ORT_OK, "");  // no such node here
  opens(env, "session.layer_assignment_settings", "cpu", ORT_INVALID_ARGUMENT, "Missing '(' in entry: cpu");
  opens(env, "session.name_based_layer_assignment", "cpu(a", ORT_INVALID_ARGUMENT, "Missing ')' in entry");
  opens(env, "session.name_based_layer_assignment", "cpu(a)", ORT_OK, "");
  opens(env, "session.max_shape_override", "data", ORT_FAIL, "missing ':' in entry 'data'");
  opens(env, "session.max_shape_override", "data:[1", ORT_FAIL, "shape must be enclosed in [] for 'data'");
  opens(env, "session.max_shape_override", "data:[8]", ORT_OK, "");
  opens(env, "optimization.disable_specified_optimizers", "ConstantFolding;NoSuchOne", ORT_OK, "");
  opens(env, kOrtSessionOptionsDisableQuantQDQ, "1", ORT_OK, "");
  opens(env, "no.such.key", "any", ORT_OK, "");
  OrtSessionOptions* options = fresh();
  OrtSession* session = NULL;
  expect(good(api->AddSessionConfigEntry(options, "session.layer_assignment_settings", "cpu(a)")) &&
             good(api->AddSessionConfigEntry(options, "session.name_based_layer_assignment", "cpu(a)")),
         "both");
  expect(refused(open_with(env, options, &session), ORT_INVALID_ARGUMENT, "Cannot set both"),
         "both are too many");
  api->ReleaseSessionOptions(options);
}

// ---- run keys ----
static void check_shrinkage(OrtSession* session, const char* list, int code, const char* text) {
  OrtRunOptions* options = NULL;
  expect(good(api->CreateRunOptions(&options)), "run options");
  expect(good(api->AddRunConfigEntry(options, "memory.enable_memory_arena_shrinkage", list)), list);
  OrtStatus* status = pick(session, options, 2);
  expect(code == ORT_OK ? good(status) : refused(status, code, text), list);
  api->ReleaseRunOptions(options);
}

static void check_run_keys(const OrtEnv* env) {
  OrtSession* session = NULL;
  expect(good(open_with(env, NULL, &session)), "session");
  check_shrinkage(session, "cpu:0", ORT_OK, "");
  check_shrinkage(session, "", ORT_OK, "");
  check_shrinkage(session, "toaster:0", ORT_INVALID_ARGUMENT,
                  "Unsupported device specified in the memory arena shrink list: toaster");
  check_shrinkage(session, "cpu:x", ORT_INVALID_ARGUMENT,
                  "Unsupported device id in the memory arena shrink list: x");
  check_shrinkage(session, "cpu:1", ORT_INVALID_ARGUMENT, "cpu:1");
  OrtRunOptions* options = NULL;
  char longer[9000];
  memset(longer, 'x', sizeof(longer));
  longer[8999] = 0;
  expect(good(api->CreateRunOptions(&options)), "run options");
  expect(refused(api->AddRunConfigEntry(options, "", "v"), ORT_INVALID_ARGUMENT,
                 "longer than maximum length 1024"),
         "no key");
  expect(refused(api->AddRunConfigEntry(options, longer, "v"), ORT_INVALID_ARGUMENT, "1024"), "a long key");
  expect(refused(api->AddRunConfigEntry(options, "k", longer), ORT_INVALID_ARGUMENT, "maximum length: 8192"),
         "a long value");
  api->ReleaseRunOptions(options);
  api->ReleaseSession(session);
}

// ---- logging ----
typedef struct {
  int count[5];
  char id[5][64];
  char last[5][512];
} Log;

static void ORT_API_CALL keep(void* param, OrtLoggingLevel level, const char* category, const char* id,
                              const char* location, const char* message) {
  Log* log = param;
  expect(strcmp(category, "onnxruntime") == 0 && strchr(location, ':') != NULL,
         "category and place of a message");
  ++log->count[level];
  snprintf(log->id[level], sizeof(log->id[level]), "%s", id);
  snprintf(log->last[level], sizeof(log->last[level]), "%s", message);
}

static void check_session_log(const OrtEnv* env) {
  Log own = {0};
  OrtSessionOptions* options = fresh();
  OrtSession* session = NULL;
  expect(good(api->SetUserLoggingFunction(options, keep, &own)), "a function of the session");
  expect(good(api->SetSessionLogId(options, "talker")) && good(api->SetSessionLogSeverityLevel(options, 0)),
         "all");
  expect(good(open_with(env, options, &session)), "session");
  expect(own.count[0] + own.count[1] > 0 && own.count[3] == 0, "a verbose session speaks");
  expect(strcmp(own.id[1], "talker") == 0, "the session's id");
  api->ReleaseSession(session);
  session = NULL;
  memset(&own, 0, sizeof(own));
  expect(good(api->SetSessionLogSeverityLevel(options, ORT_LOGGING_LEVEL_FATAL)), "fatal");
  expect(good(open_with(env, options, &session)), "session");
  expect(failed_in(pick(session, NULL, 9), "running Gather node. Name:'pick' Status Message: "),
         "an index outside");
  expect(own.count[0] + own.count[1] + own.count[2] + own.count[3] == 0, "a silent session says nothing");
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);
}

static void check_run_log(const OrtEnv* env, Log* log) {
  OrtSessionOptions* options = fresh();
  OrtRunOptions* run = NULL;
  OrtSession* session = NULL;
  expect(good(api->SetSessionLogId(options, "worker")), "id");
  expect(good(open_with(env, options, &session)), "session");
  memset(log, 0, sizeof(*log));
  expect(failed_in(pick(session, NULL, 9), "running Gather node. Name:'pick' Status Message: "),
         "an index outside");
  expect(log->count[3] > 0 && strcmp(log->id[3], "worker") == 0 && strstr(log->last[3], "pick") != NULL,
         "a kernel's failure is logged with its node");
  expect(good(api->CreateRunOptions(&run)) && good(api->RunOptionsSetRunTag(run, "seven")), "tag");
  expect(failed_in(pick(session, run, 9), "pick"), "an index outside");
  expect(strcmp(log->id[3], "worker:seven") == 0, "the run's tag stands behind the session's id");
  memset(log, 0, sizeof(*log));
  expect(good(api->RunOptionsSetRunLogSeverityLevel(run, ORT_LOGGING_LEVEL_VERBOSE)), "level of the run");
  expect(good(pick(session, run, 0)), "a run");
  expect(!refuses_null() || log->count[0] + log->count[1] > 0, "a verbose run speaks in a quiet session");
  memset(log, 0, sizeof(*log));
  expect(good(pick(session, NULL, 0)) && log->count[0] + log->count[1] == 0, "other runs stay quiet");
  api->ReleaseRunOptions(run);
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);
}

int main(void) {
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  model = gather_model();
  Log log = {0};
  OrtEnv* env = NULL;
  expect(good(api->CreateEnvWithCustomLogger(keep, &log, ORT_LOGGING_LEVEL_ERROR, "config", &env)),
         "environment");
  check_setters(env);
  check_session_keys(env);
  check_run_keys(env);
  check_session_log(env);
  check_run_log(env, &log);
  expect(good(api->UpdateEnvWithCustomLogLevel(env, ORT_LOGGING_LEVEL_VERBOSE)), "level of the environment");
  memset(&log, 0, sizeof(log));
  OrtSession* session = NULL;
  expect(good(open_with(env, NULL, &session)) && log.count[0] + log.count[1] > 0, "it is in force at once");
  api->ReleaseSession(session);
  api->ReleaseEnv(env);
  return summary();
}
