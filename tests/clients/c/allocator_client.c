// Allocators through the C ABI: arenas and their statistics, and memory that sessions share with their environment.
#include "client.h"

enum { FLOAT = ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT };

static OrtEnv* env;
static OrtMemoryInfo *device, *arena;

// An allocator of the program's that counts.
typedef struct {
  OrtAllocator base;
  const OrtMemoryInfo* info;
  int taken, alive;
} Counter;

static void* count_alloc(OrtAllocator* self, size_t size) {
  Counter* c = (Counter*)self;
  void* p = malloc(size == 0 ? 1 : size);
  if (p != NULL) ++c->taken, ++c->alive;
  return p;
}
static void count_free(OrtAllocator* self, void* p) {
  if (p != NULL) --((Counter*)self)->alive;
  free(p);
}
static const OrtMemoryInfo* count_info(const OrtAllocator* self) { return ((const Counter*)self)->info; }
static Counter counter(const OrtMemoryInfo* info) {
  Counter c;
  memset(&c, 0, sizeof(c));
  c.base.version = 17;
  c.base.Alloc = count_alloc;
  c.base.Free = count_free;
  c.base.Info = count_info;
  c.info = info;
  return c;
}

// A statistic as a number; -2 where the allocator has none of this name.
static long long statistic(OrtAllocator* allocator, const char* name) {
  OrtKeyValuePairs* all = NULL;
  long long value = -2;
  if (!good(api->AllocatorGetStats(allocator, &all))) return value;
  const char* text = api->GetKeyValue(all, name);
  if (text != NULL) value = atoll(text);
  api->ReleaseKeyValuePairs(all);
  return value;
}

static OrtSession* open_session(int share) {
  Bytes graph = {{0}, 0};
  add_node(&graph, "Softmax", "", "a", "x", "s");
  add_node(&graph, "Transpose", "", "b", "s", "t");
  add_node(&graph, "Softmax", "", "c", "t", "y");
  add_input(&graph, "x", FLOAT, "N,3");
  add_output(&graph, "y", FLOAT, "3,N");
  Bytes model = make_model(&graph, NULL, 0);
  OrtSessionOptions* options = NULL;
  OrtSession* session = NULL;
  expect(good(api->CreateSessionOptions(&options)), "options");
  expect(good(api->AddSessionConfigEntry(options, "session.use_env_allocators", share ? "1" : "0")),
         "sharing");
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, options, &session)), "session");
  api->ReleaseSessionOptions(options);
  return session;
}

// Equal logits: a third each, then halves.
static int run(OrtSession* session, const OrtRunOptions* options) {
  float x[6] = {1, 1, 1, 2, 2, 2};
  const float right[6] = {.5f, .5f, .5f, .5f, .5f, .5f};
  const int64_t shape[2] = {2, 3};
  const char *in[1] = {"x"}, *out[1] = {"y"};
  OrtValue *value = floats_over(x, shape, 2), *y = NULL;
  const OrtValue* inputs[1] = {value};
  int fine = good(api->Run(session, options, in, inputs, 1, out, 1, &y)) && holds(y, right, 6);
  api->ReleaseValue(y);
  api->ReleaseValue(value);
  return fine;
}

static void check_config(void) {
  static const char* const keys[6] = {"max_mem",
                                      "arena_extend_strategy",
                                      "initial_chunk_size_bytes",
                                      "max_dead_bytes_per_chunk",
                                      "initial_growth_chunk_size_bytes",
                                      "max_power_of_two_extend_bytes"};
  static const size_t values[6] = {1 << 20, 1, 4096, 1024, 8192, 1 << 18};
  static const char* const wrong[1] = {"no such key"};
  OrtArenaCfg* config = NULL;
  expect(good(api->CreateArenaCfg(0, -1, -1, -1, &config)) && config != NULL, "a configuration");
  api->ReleaseArenaCfg(config);
  config = NULL;
  expect(good(api->CreateArenaCfgV2(keys, values, 6, &config)) && config != NULL, "a configuration by keys");
  api->ReleaseArenaCfg(config);
  config = NULL;
  expect(code_of(api->CreateArenaCfgV2(wrong, values, 1, &config)) == ORT_INVALID_ARGUMENT && config == NULL,
         "an unknown key");
  api->ReleaseArenaCfg(NULL);
}

static void check_statistics(void) {
  static const char* const names[9] = {
      "Limit",       "InUse",       "TotalAllocated",     "MaxInUse",
      "NumAllocs",   "NumReserves", "NumArenaExtensions", "NumArenaShrinkages",
      "MaxAllocSize"};
  OrtSession* session = open_session(0);
  OrtAllocator *allocator = NULL, *plain = NULL;
  void *a = NULL, *b = NULL;
  expect(good(api->CreateAllocator(session, arena, &allocator)), "an allocator of a session");
  for (int i = 0; i < 9; ++i) expect(statistic(allocator, names[i]) >= -1, names[i]);
  expect(statistic(allocator, "Limit") == -1, "no limit");
  const long long used = statistic(allocator, "InUse"), count = statistic(allocator, "NumAllocs");
  expect(good(api->AllocatorAlloc(allocator, 1000, &a)) && a != NULL, "memory of it");
  expect(good(api->AllocatorAlloc(allocator, 3000, &b)) && b != NULL && a != b, "more");
  memset(a, 1, 1000);
  memset(b, 2, 3000);
  expect(statistic(allocator, "InUse") >= used + 4000, "what is in use");
  expect(statistic(allocator, "NumAllocs") == count + 2, "two allocations");
  expect(statistic(allocator, "TotalAllocated") >= statistic(allocator, "InUse"), "what it holds");
  expect(statistic(allocator, "MaxAllocSize") >= 3000, "the largest");
  expect(good(api->AllocatorFree(allocator, a)) && good(api->AllocatorFree(allocator, b)), "back");
  expect(statistic(allocator, "InUse") == used, "nothing is left in use");
  expect(statistic(allocator, "MaxInUse") >= used + 4000, "the peak");
  api->ReleaseAllocator(allocator);
  expect(good(api->GetAllocatorWithDefaultOptions(&plain)), "default allocator");
  expect(statistic(plain, "InUse") == -2, "the default allocator has no statistics");
  api->ReleaseSession(session);
}

static void check_given(void) {
  static Counter mine, wrong;
  mine = counter(device);
  wrong = counter(arena);
  OrtAllocator* found = NULL;
  expect(code_of(api->RegisterAllocator(env, &wrong.base)) == ORT_INVALID_ARGUMENT,
         "an allocator that says arena");
  expect(code_of(api->UnregisterAllocator(env, device)) == ORT_INVALID_ARGUMENT, "nothing to unregister");
  expect(good(api->RegisterAllocator(env, &mine.base)), "an allocator of the program's");
  expect(good(api->GetSharedAllocator(env, device, &found)) && found == &mine.base, "it is the shared one");
  OrtSession* alone = open_session(0);
  expect(run(alone, NULL) && mine.taken == 0, "a session that does not share");
  api->ReleaseSession(alone);
  OrtSession *one = open_session(1), *two = open_session(1);
  expect(run(one, NULL) && mine.taken > 0, "a session that shares");
  const int taken = mine.taken;
  expect(run(two, NULL) && mine.taken > taken, "another one");
  expect(run(one, NULL), "and again");
  api->ReleaseSession(one);
  api->ReleaseSession(two);
  expect(mine.alive == 0, "everything came back");
  expect(good(api->UnregisterAllocator(env, device)), "unregister");
  expect(good(api->GetSharedAllocator(env, device, &found)) && found != NULL && found != &mine.base,
         "the default one again");
}

static void check_arena(void) {
  OrtArenaCfg* config = NULL;
  OrtAllocator* allocator = NULL;
  OrtRunOptions* options = NULL;
  expect(good(api->CreateArenaCfg(1 << 22, 1, 1 << 16, -1, &config)), "configuration");
  expect(good(api->CreateAndRegisterAllocator(env, arena, config)), "an arena of the environment's");
  expect(good(api->CreateAndRegisterAllocator(env, arena, config)), "another in its place");
  OrtSession *one = open_session(1), *two = open_session(1);
  expect(run(one, NULL) && run(two, NULL), "runs in the arena");
  expect(good(api->CreateAllocator(one, arena, &allocator)), "the arena by a session");
  expect(statistic(allocator, "Limit") == 1 << 22, "its limit");
  expect(statistic(allocator, "NumAllocs") > 0 && statistic(allocator, "TotalAllocated") > 0, "it was used");
  expect(good(api->CreateRunOptions(&options)), "run options");
  expect(good(api->AddRunConfigEntry(options, "memory.enable_memory_arena_shrinkage", "cpu:0")), "shrinkage");
  const long long shrinkages = statistic(allocator, "NumArenaShrinkages");
  expect(run(one, options) && statistic(allocator, "NumArenaShrinkages") >= shrinkages, "it shrinks");
  api->ReleaseRunOptions(options);
  api->ReleaseAllocator(allocator);
  api->ReleaseSession(one);
  api->ReleaseSession(two);
  expect(good(api->UnregisterAllocator(env, arena)), "unregister");
  expect(good(api->CreateAndRegisterAllocatorV2(env, "CPUExecutionProvider", arena, config, NULL, NULL, 0)),
         "V2");
  expect(code_of(api->CreateAndRegisterAllocatorV2(env, "NoProvider", arena, config, NULL, NULL, 0)) ==
             ORT_INVALID_ARGUMENT,
         "V2, no such provider");
  expect(good(api->UnregisterAllocator(env, arena)), "unregister");
  api->ReleaseArenaCfg(config);
}

// An arena that is too small for the run: an error, and memory that comes back.
static void check_limit(void) {
  OrtArenaCfg* config = NULL;
  expect(good(api->CreateArenaCfg(1 << 16, 1, 1 << 12, -1, &config)), "a small configuration");
  expect(good(api->CreateAndRegisterAllocator(env, arena, config)), "a small arena");
  OrtSession* session = open_session(1);
  const int64_t rows = 1 << 16, shape[2] = {rows, 3};
  float* x = (float*)calloc((size_t)rows * 3, sizeof(float));
  const char *in[1] = {"x"}, *out[1] = {"y"};
  OrtValue *value = floats_over(x, shape, 2), *y = NULL;
  const OrtValue* inputs[1] = {value};
  expect(code_of(api->Run(session, NULL, in, inputs, 1, out, 1, &y)) != 0 && y == NULL,
         "no room for the run");
  expect(run(session, NULL), "a smaller one has room");
  api->ReleaseValue(value);
  free(x);
  api->ReleaseSession(session);
  expect(good(api->UnregisterAllocator(env, arena)), "unregister");
  api->ReleaseArenaCfg(config);
}

static void check_null(void) {
  OrtAllocator* allocator = NULL;
  api->ReleaseAllocator(NULL);
  if (!refuses_null()) return;
  expect(code_of(api->RegisterAllocator(env, NULL)) == ORT_INVALID_ARGUMENT, "NULL allocator");
  expect(code_of(api->RegisterAllocator(NULL, NULL)) == ORT_INVALID_ARGUMENT, "NULL environment");
  expect(code_of(api->UnregisterAllocator(env, NULL)) == ORT_INVALID_ARGUMENT, "NULL info");
  expect(code_of(api->GetSharedAllocator(env, device, NULL)) == ORT_INVALID_ARGUMENT, "NULL out");
  expect(code_of(api->CreateAllocator(NULL, device, &allocator)) == ORT_INVALID_ARGUMENT, "NULL session");
  expect(code_of(api->CreateArenaCfg(0, -1, -1, -1, NULL)) == ORT_INVALID_ARGUMENT, "NULL configuration");
}

int main(void) {
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  if (api == NULL) return 2;
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "allocators", &env)), "environment");
  expect(good(api->CreateCpuMemoryInfo(OrtDeviceAllocator, OrtMemTypeDefault, &device)), "device memory");
  expect(good(api->CreateCpuMemoryInfo(OrtArenaAllocator, OrtMemTypeDefault, &arena)), "arena memory");
  check_config();
  check_statistics();
  check_given();
  check_arena();
  check_limit();
  check_null();
  api->ReleaseMemoryInfo(device);
  api->ReleaseMemoryInfo(arena);
  api->ReleaseEnv(env);
  return summary();
}
