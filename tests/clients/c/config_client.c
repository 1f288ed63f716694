// Config entries of sessions and runs, and what is logged where. Codes and texts are those of the ABI's notes.
#include "client.h"
#include "cpu_provider_factory.h"

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

// ---- the provider that is there anyway ----
// Adds it as often to options, with what adds; gives the status of opening a session.
static OrtStatus* with_cpu(const OrtEnv* env, const char* how, const char* key) {
  OrtSessionOptions* options = fresh();
  OrtSession* session = NULL;
  const OrtEpDevice* const* devices = NULL;
  size_t count = 0;
  expect(good(api->GetEpDevices(env, &devices, &count)), "devices");
  const OrtEpDevice* cpu = NULL;
  for (size_t i = 0; i < count; ++i)
    if (strcmp(api->EpDevice_EpName(devices[i]), "CPUExecutionProvider") == 0) cpu = devices[i];
  for (; *how != 0; ++how) {
    OrtStatus* added = NULL;
    if (*how == 'g') added = api->SessionOptionsAppendExecutionProvider(options, "CPU", NULL, NULL, 0);
    if (*how == 'f') added = OrtSessionOptionsAppendExecutionProvider_CPU(options, 1);
    if (*how == 'd')
      added = api->SessionOptionsAppendExecutionProvider_V2(options, (OrtEnv*)env, &cpu, 1, NULL, NULL, 0);
    expect(good(added), how);
  }
  if (key != NULL) expect(good(api->AddSessionConfigEntry(options, key, "1")), key);
  OrtStatus* status = open_with(env, options, &session);
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);
  return status;
}

static void check_provider(const OrtEnv* env) {
  static const char twice[] = "Provider CPUExecutionProvider has already been registered.";
  expect(good(with_cpu(env, "f", NULL)), "by the function");
  expect(good(with_cpu(env, "d", NULL)), "by its device");
  expect(good(with_cpu(env, "gg", NULL)), "by name, which does not count");
  expect(good(with_cpu(env, "gfg", NULL)), "by name and by the function");
  expect(refused(with_cpu(env, "ff", NULL), ORT_FAIL, twice), "twice by the function");
  expect(refused(with_cpu(env, "dd", NULL), ORT_FAIL, twice), "twice by its device");
  expect(refused(with_cpu(env, "fd", NULL), ORT_FAIL, twice), "by both");
  expect(refused(with_cpu(env, "g", kOrtSessionOptionsDisableCPUEPFallback), ORT_FAIL, "explicitly disabled"),
         "nothing else is there");
  expect(refused(with_cpu(env, "d", kOrtSessionOptionsDisableCPUEPFallback), ORT_INVALID_ARGUMENT,
                 "Conflicting"),
         "wanted and not wanted");
}

// ---- sizes ----
// The sizes of y = Relu(x), where x is [N of denotation DATA_BATCH, H].
static int sizes_are(const OrtEnv* env, const OrtSessionOptions* options, int64_t n, int64_t h) {
  Bytes graph = {0}, info = {0}, type = {0}, tensor = {0}, shape = {0}, batch = {0}, height = {0};
  add_node(&graph, "Relu", "", "r", "x", "y");
  put_text(&batch, 2, "N");
  put_text(&batch, 3, "DATA_BATCH");
  put_text(&height, 2, "H");
  put_message(&shape, 1, &batch);
  put_message(&shape, 1, &height);
  put_int(&tensor, 1, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT);
  put_message(&tensor, 2, &shape);
  put_message(&type, 1, &tensor);
  put_text(&info, 1, "x");
  put_message(&info, 2, &type);
  put_message(&graph, 11, &info);
  add_output(&graph, "y", ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, "N,H");
  Bytes bytes = make_model(&graph, NULL, 0);
  OrtSession* session = NULL;
  OrtTypeInfo *in = NULL, *out = NULL;
  const OrtTensorTypeAndShapeInfo *x = NULL, *y = NULL;
  int64_t of_x[2] = {0}, of_y[2] = {0};
  int fits = good(api->CreateSessionFromArray(env, bytes.data, bytes.size, options, &session)) &&
             good(api->SessionGetInputTypeInfo(session, 0, &in)) &&
             good(api->SessionGetOutputTypeInfo(session, 0, &out)) &&
             good(api->CastTypeInfoToTensorInfo(in, &x)) && good(api->CastTypeInfoToTensorInfo(out, &y)) &&
             good(api->GetDimensions(x, of_x, 2)) && good(api->GetDimensions(y, of_y, 2)) && of_x[0] == n &&
             of_x[1] == h && of_y[0] == n && of_y[1] == h;
  api->ReleaseTypeInfo(in);
  api->ReleaseTypeInfo(out);
  api->ReleaseSession(session);
  return fits;
}

static void check_sizes(const OrtEnv* env) {
  OrtSessionOptions* options = fresh();
  expect(sizes_are(env, options, -1, -1), "free sizes");
  expect(good(api->AddFreeDimensionOverride(options, "DATA_BATCH", 5)), "by denotation");
  expect(sizes_are(env, options, 5, -1), "the denoted size, and where its name stands");
  expect(good(api->AddFreeDimensionOverrideByName(options, "H", 7)) &&
             good(api->AddFreeDimensionOverrideByName(options, "H", 8)),
         "by name, twice");
  expect(sizes_are(env, options, 5, 7), "the first one counts");
  api->ReleaseSessionOptions(options);
}

// ---- formats and strictness ----
static void check_format(const OrtEnv* env) {
  opens(env, "session.load_model_format", "ONNX", ORT_OK, "");
  opens(env, "session.load_model_format", "other", ORT_OK, "");
  opens(env, "session.load_model_format", "ORT", ORT_FAIL, "ORT model verification failed");
  Bytes graph = {0};
  add_node(&graph, "Relu", "", "r", "x", "y");
  add_input(&graph, "x", ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, "2,3");
  add_output(&graph, "y", ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, "2,4");
  Bytes bytes = make_model(&graph, NULL, 0);
  OrtSession* session = NULL;
  OrtSessionOptions* options = fresh();
  expect(good(api->CreateSessionFromArray(env, bytes.data, bytes.size, options, &session)),
         "a wrong size is noted");
  api->ReleaseSession(session);
  expect(good(api->AddSessionConfigEntry(options, "session.strict_shape_type_inference", "1")), "strict");
  expect(refused(api->CreateSessionFromArray(env, bytes.data, bytes.size, options, &session), ORT_FAIL,
                 "Inferred=3 Declared=4 Dimension=1"),
         "a wrong size is refused");
  api->ReleaseSessionOptions(options);
  Bytes unknown = {0}, foreign = {0};
  add_node(&unknown, "NoSuchOperator", "", "q", "x", "y");
  add_node(&foreign, "Thing", "far.away", "q", "x", "y");
  Bytes* graphs[2] = {&unknown, &foreign};
  for (int i = 0; i < 2; ++i) {
    add_input(graphs[i], "x", ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, "2");
    add_output(graphs[i], "y", ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, "2");
    bytes = make_model(graphs[i], i == 0 ? NULL : "far.away", 1);
    expect(refused(api->CreateSessionFromArray(env, bytes.data, bytes.size, NULL, &session),
                   i == 0 ? ORT_INVALID_GRAPH : ORT_FAIL,
                   i == 0 ? "This is an invalid model" : "not a registered function/op"),
           "an operator that nobody knows");
  }
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

static void check_env_log(const OrtEnv* env, Log* log) {
  OrtSessionOptions* options = fresh();
  OrtSession* session = NULL;
  expect(good(api->UpdateEnvWithCustomLogLevel((OrtEnv*)env, ORT_LOGGING_LEVEL_WARNING)), "warnings");
  memset(log, 0, sizeof(*log));
  expect(good(api->AddSessionConfigEntry(options, "some.key", "one")) && log->count[2] == 0, "a new key");
  expect(good(api->AddSessionConfigEntry(options, "some.key", "two")) && log->count[2] == 1 &&
             strcmp(log->id[2], "config") == 0 && strstr(log->last[2], "[some.key] already exists") != NULL,
         "an old key is worth a warning of the environment");
  memset(log, 0, sizeof(*log));
  expect(good(open_with(env, options, &session)) && failed_in(pick(session, NULL, 9), "pick"), "a failure");
  expect(log->count[3] > 0 && strcmp(log->id[3], "") == 0, "a session without an id has none");
  expect(good(api->UpdateEnvWithCustomLogLevel((OrtEnv*)env, ORT_LOGGING_LEVEL_ERROR)), "errors");
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
  check_provider(env);
  check_sizes(env);
  check_format(env);
  check_run_keys(env);
  check_session_log(env);
  check_env_log(env, &log);
  check_run_log(env, &log);
  expect(good(api->UpdateEnvWithCustomLogLevel(env, ORT_LOGGING_LEVEL_VERBOSE)), "level of the environment");
  memset(&log, 0, sizeof(log));
  OrtSession* session = NULL;
  expect(good(open_with(env, NULL, &session)) && log.count[0] + log.count[1] > 0, "it is in force at once");
  api->ReleaseSession(session);
  api->ReleaseEnv(env);
  return summary();
}
