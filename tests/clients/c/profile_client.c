// Profiles through the C ABI: files of a session and of single runs, with an event per node.
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>

#include "client.h"

enum { FLOAT = ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT };

static char text[1 << 16];

static int read_file(const char* path) {
  FILE* file = fopen(path, "r");
  if (file == NULL) return 0;
  size_t size = fread(text, 1, sizeof(text) - 1, file);
  text[size] = 0;
  fclose(file);
  return size > 0;
}

static int has(const char* part) {
  if (strstr(text, part) != NULL) return 1;
  printf("the profile lacks %s\n%s\n", part, text);
  return 0;
}

static size_t times(const char* part) {
  size_t count = 0;
  for (const char* at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) ++count;
  return count;
}

// Every bracket of the text closes: it is one list.
static int balanced(void) {
  int depth = 0, quoted = 0;
  for (const char* c = text; *c != 0; ++c) {
    if (*c == '\\') {
      ++c;
    } else if (*c == '"') {
      quoted = !quoted;
    } else if (!quoted && (*c == '[' || *c == '{')) {
      ++depth;
    } else if (!quoted && (*c == ']' || *c == '}') && --depth < 0) {
      return 0;
    }
  }
  return depth == 0 && !quoted;
}

// y = softmax(x) over the last dimension, then a transposition.
static Bytes profile_model(void) {
  Bytes graph = {{0}, 0};
  add_node(&graph, "Softmax", "", "soft", "x", "t");
  add_node(&graph, "Transpose", "", "turn", "t", "y");
  add_input(&graph, "x", FLOAT, "N,3");
  add_output(&graph, "y", FLOAT, "3,N");
  return make_model(&graph, NULL, 0);
}

static OrtStatus* start(OrtSession* session, const OrtRunOptions* options, OrtValue** y) {
  float x[6] = {1, 1, 1, 2, 2, 2};
  const int64_t shape[2] = {2, 3};
  const char *in[1] = {"x"}, *out[1] = {"y"};
  OrtValue* value = floats_over(x, shape, 2);
  const OrtValue* inputs[1] = {value};
  OrtStatus* status = api->Run(session, options, in, inputs, 1, out, 1, y);
  api->ReleaseValue(value);
  return status;
}

static int run(OrtSession* session, const OrtRunOptions* options) {
  OrtValue* y = NULL;
  int fine = good(start(session, options, &y)) && count_of(y) == 6;
  api->ReleaseValue(y);
  return fine;
}

static char* end_profile(OrtSession* session) {
  OrtAllocator* allocator = NULL;
  char *name = NULL, *copy = NULL;
  expect(good(api->GetAllocatorWithDefaultOptions(&allocator)), "allocator");
  expect(good(api->SessionEndProfiling(session, allocator, &name)) && name != NULL, "end of a profile");
  copy = strdup(name);
  expect(good(api->AllocatorFree(allocator, name)), "its name goes back");
  return copy;
}

static void check_session(const OrtEnv* env, const char* prefix) {
  Bytes model = profile_model();
  OrtSessionOptions* options = NULL;
  OrtSession* session = NULL;
  uint64_t start = 0;
  expect(good(api->CreateSessionOptions(&options)), "options");
  expect(good(api->EnableProfiling(options, prefix)), "a profile is asked for");
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, options, &session)), "session");
  api->ReleaseSessionOptions(options);
  expect(good(api->SessionGetProfilingStartTimeNs(session, &start)) && start > 0, "when it began");
  expect(run(session, NULL) && run(session, NULL), "two runs");
  char* name = end_profile(session);
  expect(strncmp(name, prefix, strlen(prefix)) == 0 && strstr(name, ".json") != NULL, "the file's name");
  expect(read_file(name) && balanced(), "a file that is JSON");
  expect(has("\"model_loading_array\"") && has("\"session_initialization\""), "events of loading");
  expect(times("\"model_run\"") == 2, "an event for each run");
  expect(times("\"soft_kernel_time\"") == 2 && times("\"turn_kernel_time\"") == 2,
         "an event for each node of each");
  expect(has("\"op_name\" : \"Softmax\"") && has("\"provider\" : \"CPUExecutionProvider\""),
         "operator and provider");
  expect(
      has("\"input_type_shape\" : [{\"float\":[2,3]}]") && has("\"output_type_shape\" : [{\"float\":[3,2]}]"),
      "types and shapes");
  expect(has("\"ph\" : \"X\"") && has("\"cat\" : \"Node\"") && has("\"cat\" : \"Session\""),
         "kinds of events");
  remove(name);
  free(name);
  expect(run(session, NULL), "a run after the end");
  name = end_profile(session);
  expect(*name == 0, "only one end");
  free(name);
  api->ReleaseSession(session);
}

// A loop of two rounds over s = Tanh(s), in a branch of If.
static Bytes nested_model(void) {
  Bytes body = {{0}, 0}, branch = {{0}, 0}, other = {{0}, 0}, graph = {{0}, 0};
  add_node(&body, "Tanh", "", "inner", "s", "s2");
  add_node(&body, "Identity", "", "same", "go", "go2");
  put_text(&body, 2, "body");
  add_input(&body, "i", ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64, "");
  add_input(&body, "go", ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL, "");
  add_input(&body, "s", FLOAT, "N,3");
  add_output(&body, "go2", ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL, "");
  add_output(&body, "s2", FLOAT, "N,3");
  Bytes loop = make_node("Loop", "", "rounds", "trips,,x", "looped");
  attribute_graph(&loop, "body", &body);
  put_message(&branch, 1, &loop);
  put_text(&branch, 2, "then");
  add_output(&branch, "looped", FLOAT, "N,3");
  add_node(&other, "Neg", "", "never", "x", "less");
  put_text(&other, 2, "else");
  add_output(&other, "less", FLOAT, "N,3");
  Bytes choice = make_node("If", "", "choice", "yes", "y");
  attribute_graph(&choice, "then_branch", &branch);
  attribute_graph(&choice, "else_branch", &other);
  put_message(&graph, 1, &choice);
  add_input(&graph, "x", FLOAT, "N,3");
  add_input(&graph, "yes", ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL, "");
  add_input(&graph, "trips", ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64, "");
  add_output(&graph, "y", FLOAT, "N,3");
  return make_model(&graph, NULL, 0);
}

// Where the file cannot be written the program hears nothing of it, but the name.
static void check_nowhere(const OrtEnv* env) {
  Bytes model = profile_model();
  OrtSessionOptions* options = NULL;
  OrtSession* session = NULL;
  expect(
      good(api->CreateSessionOptions(&options)) && good(api->EnableProfiling(options, "/no/such/folder/p")),
      "options");
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, options, &session)), "session");
  expect(run(session, NULL), "a run");
  char* name = end_profile(session);
  expect(strncmp(name, "/no/such/folder/p_", 18) == 0, "its name");
  free(name);
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);
}

// Nodes of bodies have events too, before the node that holds them, and each run of a body has one.
static void check_bodies(const OrtEnv* env, const char* prefix) {
  Bytes model = nested_model();
  OrtSessionOptions* options = NULL;
  OrtSession* session = NULL;
  expect(good(api->CreateSessionOptions(&options)) && good(api->EnableProfiling(options, prefix)), "options");
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, options, &session)), "session");
  api->ReleaseSessionOptions(options);
  if (session == NULL) return;
  float x[3] = {1, 2, 3};
  const int64_t shape[2] = {1, 3};
  int64_t trips = 2;
  char yes = 1;
  OrtMemoryInfo* memory = NULL;
  OrtValue *values[3] = {floats_over(x, shape, 2), NULL, NULL}, *y = NULL;
  expect(good(api->CreateCpuMemoryInfo(OrtArenaAllocator, OrtMemTypeDefault, &memory)) &&
             good(api->CreateTensorWithDataAsOrtValue(memory, &yes, 1, NULL, 0,
                                                      ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL, &values[1])) &&
             good(api->CreateTensorWithDataAsOrtValue(memory, &trips, 8, NULL, 0,
                                                      ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64, &values[2])),
         "scalars");
  const char *in[3] = {"x", "yes", "trips"}, *out[1] = {"y"};
  expect(good(api->Run(session, NULL, in, (const OrtValue* const*)values, 3, out, 1, &y)), "a run");
  char* name = end_profile(session);
  expect(read_file(name) && balanced(), "a file that is JSON");
  expect(times("\"inner_kernel_time\"") == 2, "an event for each round");
  expect(times("\"rounds_kernel_time\"") == 1 && times("\"choice_kernel_time\"") == 1,
         "and for what holds them");
  expect(times("\"never_kernel_time\"") == 0, "none for what did not run");
  expect(times("\"SequentialExecutor::Execute\"") == 4, "one for each body, and for the whole");
  const char *inner = strstr(text, "\"inner_k"), *rounds = strstr(text, "\"rounds_k"),
             *choice = strstr(text, "\"choice_k");
  expect(inner != NULL && inner < rounds && rounds < choice, "in order of their ends");
  remove(name);
  free(name);
  for (int i = 0; i < 3; ++i) api->ReleaseValue(values[i]);
  api->ReleaseValue(y);
  api->ReleaseMemoryInfo(memory);
  api->ReleaseSession(session);
}

// The profile of a single run has its own file; its name is found by its beginning.
static void check_run(const OrtEnv* env, const char* folder) {
  static const char begin[] = "run_profile_client_";
  Bytes model = profile_model();
  OrtSession* session = NULL;
  OrtRunOptions* options = NULL;
  char path[512];
  snprintf(path, sizeof(path), "%s/run_profile_client", folder);
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, NULL, &session)), "session");
  expect(good(api->CreateRunOptions(&options)), "run options");
  expect(good(api->RunOptionsEnableProfiling(options, path)), "the run's profile");
  expect(run(session, options), "a run with a profile");
  expect(good(api->RunOptionsDisableProfiling(options)), "no profile any more");
  expect(run(session, options), "a run without");
  int files = 0;
  DIR* all = opendir(folder);
  for (struct dirent* one = readdir(all); one != NULL; one = readdir(all)) {
    if (strncmp(one->d_name, begin, strlen(begin)) != 0) continue;
    ++files;
    snprintf(path, sizeof(path), "%s/%s", folder, one->d_name);
    expect(read_file(path) && balanced() && has("\"soft_kernel_time\""), "the run's events");
    remove(path);
  }
  closedir(all);
  expect(files == 1, "one file");
  api->ReleaseRunOptions(options);
  api->ReleaseSession(session);
}

// How much each node takes: the most of all runs so far, in a file of comma-separated values.
static void check_memory(const OrtEnv* env, const char* folder) {
  static const char key[] = "session.collect_node_memory_stats_to_file";
  Bytes model = profile_model();
  OrtSessionOptions* options = NULL;
  OrtSession* session = NULL;
  char path[512];
  snprintf(path, sizeof(path), "%s/profile_client_memory.csv", folder);
  expect(good(api->CreateSessionOptions(&options)) &&
             good(api->SetSessionGraphOptimizationLevel(options, ORT_DISABLE_ALL)) &&
             good(api->AddSessionConfigEntry(options, key, path)),
         "statistics are asked for");
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, options, &session)), "session");
  expect(run(session, NULL) && run(session, NULL) && read_file(path), "runs write the file");
  expect(strncmp(text, "#name,input_sizes,initializers_sizes,total_dynamic_sizes,total_temp_allocations\n",
                 80) == 0,
         "its first line");
  expect(times("\nsoft") == 1 && times("\nturn") == 1, "a line for each node");
  remove(path);
  api->ReleaseSession(session);
  expect(good(api->AddSessionConfigEntry(options, key, "/no/such/folder/m.csv")) &&
             good(api->CreateSessionFromArray(env, model.data, model.size, options, &session)),
         "where no file can be, there is a session");
  OrtValue* y = NULL;
  expect(code_of(start(session, NULL, &y)) != ORT_OK, "but no run");
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);
}

static void check_none(const OrtEnv* env) {
  Bytes model = profile_model();
  OrtSession* session = NULL;
  uint64_t start = 1;
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, NULL, &session)), "session");
  expect(good(api->SessionGetProfilingStartTimeNs(session, &start)) && start == 0, "no profile, no time");
  char* name = end_profile(session);
  expect(*name == 0, "no profile, no name");
  free(name);
  api->ReleaseSession(session);
  if (!refuses_null()) return;
  expect(code_of(api->EnableProfiling(NULL, "p")) == ORT_INVALID_ARGUMENT, "NULL options");
  expect(code_of(api->RunOptionsEnableProfiling(NULL, "p")) == ORT_INVALID_ARGUMENT, "NULL run options");
  expect(code_of(api->SessionGetProfilingStartTimeNs(NULL, &start)) == ORT_INVALID_ARGUMENT, "NULL session");
}

int main(int argc, char** argv) {
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  OrtEnv* env = NULL;
  if (api == NULL) return 2;
  const char* folder = argc > 1 ? argv[1] : "/tmp";
  char prefix[256];
  snprintf(prefix, sizeof(prefix), "%s/profile_client", folder);
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "profile", &env)), "environment");
  check_session(env, prefix);
  check_bodies(env, prefix);
  check_run(env, folder);
  check_nowhere(env);
  check_memory(env, folder);
  check_none(env);
  api->ReleaseEnv(env);
  return summary();
}
