// Threads through the C ABI: a program's own functions that start and join them, callbacks around their work, pools
// that sessions share.
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdatomic.h>

#include "client.h"

enum { FLOAT = ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT };

static atomic_int started, joined, ended;
static int marker;

struct Thread {
  pthread_t id;
  OrtThreadWorkerFn work;
  void* argument;
};

static void* body(void* argument) {
  struct Thread* t = (struct Thread*)argument;
  t->work(t->argument);
  atomic_fetch_add(&ended, 1);
  return NULL;
}

static OrtCustomThreadHandle start(void* options, OrtThreadWorkerFn work, void* argument) {
  if (options != &marker) printf("FAIL: other options than were given\n");
  struct Thread* t = (struct Thread*)malloc(sizeof(*t));
  t->work = work;
  t->argument = argument;
  if (pthread_create(&t->id, NULL, body, t) != 0) abort();
  atomic_fetch_add(&started, 1);
  return (OrtCustomThreadHandle)t;
}

static void join(OrtCustomThreadHandle handle) {
  struct Thread* t = (struct Thread*)handle;
  pthread_join(t->id, NULL);
  atomic_fetch_add(&joined, 1);
  free(t);
}

static OrtCustomThreadHandle start_none(void* options, OrtThreadWorkerFn work, void* argument) {
  (void)options, (void)work, (void)argument;
  return NULL;
}

// y = x * x, of many elements.
static Bytes square_model(void) {
  Bytes graph = {{0}, 0};
  add_node(&graph, "MatMul", "", "n", "x,x", "y");
  add_input(&graph, "x", FLOAT, "N,N");
  add_output(&graph, "y", FLOAT, "N,N");
  return make_model(&graph, NULL, 0);
}

// The product of a matrix of ones with itself.
static int run(OrtSession* session) {
  enum { N = 256 };
  static float x[N * N];
  for (int i = 0; i < N * N; ++i) x[i] = 1;
  const int64_t shape[2] = {N, N};
  const char *in[1] = {"x"}, *out[1] = {"y"};
  OrtValue *value = floats_over(x, shape, 2), *y = NULL;
  const OrtValue* inputs[1] = {value};
  int fine = good(api->Run(session, NULL, in, inputs, 1, out, 1, &y));
  const float* data = fine ? (const float*)data_of(y) : NULL;
  for (int i = 0; data != NULL && i < N * N; ++i) fine = fine && data[i] > N - 0.5f && data[i] < N + 0.5f;
  api->ReleaseValue(y);
  api->ReleaseValue(value);
  return fine && data != NULL;
}

static OrtSessionOptions* options_of(int threads) {
  OrtSessionOptions* options = NULL;
  expect(good(api->CreateSessionOptions(&options)), "options");
  expect(good(api->SetIntraOpNumThreads(options, threads)), "threads");
  return options;
}

static void check_own_threads(const OrtEnv* env) {
  Bytes model = square_model();
  OrtSessionOptions* options = options_of(3);
  OrtSession* session = NULL;
  expect(good(api->SessionOptionsSetCustomCreateThreadFn(options, start)), "start");
  expect(good(api->SessionOptionsSetCustomThreadCreationOptions(options, &marker)), "its options");
  expect(good(api->SessionOptionsSetCustomJoinThreadFn(options, join)), "join");
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, options, &session)), "session");
  expect(atomic_load(&started) == 2 && atomic_load(&joined) == 0, "the caller and two threads");
  expect(run(session) && run(session), "its runs");
  api->ReleaseSession(session);
  expect(atomic_load(&ended) == 2 && atomic_load(&joined) == 2, "they end with the session");
  session = NULL;
  expect(good(api->SessionOptionsSetCustomCreateThreadFn(options, start_none)), "start nothing");
  expect(code_of(api->CreateSessionFromArray(env, model.data, model.size, options, &session)) != 0 &&
             session == NULL,
         "threads that cannot be started");
  api->ReleaseSessionOptions(options);
  options = options_of(1);
  expect(good(api->SessionOptionsSetCustomCreateThreadFn(options, start)) &&
             good(api->SessionOptionsSetCustomThreadCreationOptions(options, &marker)) &&
             good(api->SessionOptionsSetCustomJoinThreadFn(options, join)),
         "functions for one thread");
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, options, &session)),
         "session of one thread");
  expect(atomic_load(&started) == 2 && run(session), "nothing is started for it");
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);
}

// ---- callbacks ----

static atomic_int offered, begun, finished, abandoned, strays;

static void* on_offer(void* context) {
  if (context != &marker) atomic_fetch_add(&strays, 1);
  atomic_fetch_add(&offered, 1);
  return &offered;
}
static void on_begin(void* context, void* data) {
  if (context != &marker || data != &offered) atomic_fetch_add(&strays, 1);
  atomic_fetch_add(&begun, 1);
}
static void on_end(void* context, void* data) {
  if (context != &marker || data != &offered) atomic_fetch_add(&strays, 1);
  atomic_fetch_add(&finished, 1);
}
static void on_abandon(void* context, void* data) {
  if (context != &marker || data != &offered) atomic_fetch_add(&strays, 1);
  atomic_fetch_add(&abandoned, 1);
}

static void check_callbacks(OrtEnv* env) {
  Bytes model = square_model();
  OrtThreadPoolCallbacksConfig config = {ORT_API_VERSION, on_offer, on_begin, on_end, on_abandon, &marker};
  OrtSessionOptions* options = options_of(3);
  OrtSession* session = NULL;
  const int code = code_of(api->SetPerSessionThreadPoolCallbacks(env, &config));
  if (code == ORT_NOT_IMPLEMENTED &&
      !refuses_null()) {  // other libraries have them only in builds of their own
    api->ReleaseSessionOptions(options);
    return;
  }
  expect(code == ORT_OK, "callbacks");
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, options, &session)), "session");
  for (int i = 0; i < 20; ++i) expect(run(session), "a run that is listened to");
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);
  expect(atomic_load(&offered) > 0, "work was offered");
  expect(atomic_load(&begun) == atomic_load(&finished), "what began has ended");
  expect(atomic_load(&offered) == atomic_load(&begun) + atomic_load(&abandoned),
         "what was offered was taken or not");
  expect(atomic_load(&strays) == 0, "each callback got its own");
}

// ---- pools of the environment ----

static void check_affinity(const OrtEnv* env, const char* text, int code) {
  Bytes model = square_model();
  OrtSessionOptions* options = options_of(2);
  OrtSession* session = NULL;
  expect(good(api->AddSessionConfigEntry(options, "session.intra_op_thread_affinities", text)), "processors");
  expect(code_of(api->CreateSessionFromArray(env, model.data, model.size, options, &session)) == code, text);
  if (session != NULL) expect(run(session), "a run on some processors");
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);
}

static void check_global(void) {
  Bytes model = square_model();
  OrtThreadingOptions* threading = NULL;
  OrtEnv* env = NULL;
  OrtSession *one = NULL, *two = NULL;
  OrtSessionOptions* options = options_of(0);
  const int before = atomic_load(&started);
  expect(good(api->CreateThreadingOptions(&threading)), "threading options");
  expect(good(api->SetGlobalIntraOpNumThreads(threading, 2)) &&
             good(api->SetGlobalInterOpNumThreads(threading, 1)),
         "numbers of threads");
  expect(good(api->SetGlobalSpinControl(threading, 0)) && good(api->SetGlobalDenormalAsZero(threading)),
         "manners");
  expect(good(api->SetGlobalCustomCreateThreadFn(threading, start)) &&
             good(api->SetGlobalCustomThreadCreationOptions(threading, &marker)) &&
             good(api->SetGlobalCustomJoinThreadFn(threading, join)),
         "functions");
  expect(good(api->CreateEnvWithGlobalThreadPools(ORT_LOGGING_LEVEL_FATAL, "global", threading, &env)),
         "environment with pools");
  api->ReleaseThreadingOptions(threading);
  expect(good(api->DisablePerSessionThreads(options)), "no pool of the session's");
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, options, &one)), "one session");
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, options, &two)), "another");
  expect(atomic_load(&started) == before + 1, "one thread beside the caller for all");
  expect(run(one) && run(two), "runs in the shared pool");
  api->ReleaseSession(one);
  api->ReleaseSession(two);
  api->ReleaseSessionOptions(options);
  api->ReleaseEnv(env);
  expect(atomic_load(&joined) == atomic_load(&started), "the pool ends with the environment");
}

static void check_null(OrtEnv* env) {
  api->ReleaseThreadingOptions(NULL);
  if (!refuses_null()) return;
  expect(code_of(api->SessionOptionsSetCustomCreateThreadFn(NULL, start)) == ORT_INVALID_ARGUMENT,
         "NULL options");
  expect(code_of(api->SetPerSessionThreadPoolCallbacks(env, NULL)) == ORT_INVALID_ARGUMENT, "NULL callbacks");
  expect(code_of(api->SetPerSessionThreadPoolCallbacks(NULL, NULL)) == ORT_INVALID_ARGUMENT,
         "NULL environment");
  expect(code_of(api->SetGlobalSpinControl(NULL, 1)) == ORT_INVALID_ARGUMENT, "NULL threading options");
}

int main(void) {
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  OrtEnv* env = NULL;
  if (api == NULL) return 2;
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "threads", &env)), "environment");
  check_own_threads(env);
  check_affinity(env, "1", ORT_OK);
  check_affinity(env, "1;2", ORT_FAIL);
  check_affinity(env, "one", ORT_FAIL);
  check_null(env);
  check_callbacks(env);
  api->ReleaseEnv(env);
  check_global();
  return summary();
}
