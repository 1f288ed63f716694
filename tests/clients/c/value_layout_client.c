// The layout of V caches at a model's border: session.gqa_value_layout. What comes out has to be what comes out of the
// same model without the key, with the caches turned by hand.
#include "client.h"

enum { FLOAT = ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, INT32 = ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32 };
enum { HEADS = 2, SIZE = 8, PAST = 3, TOTAL = 4 };  // one batch, one new token

static Bytes attention_model(void) {
  Bytes graph = {{0}, 0};
  Bytes node = make_node("GroupQueryAttention", "com.microsoft", "attend", "q,k,v,past_k,past_v,last,total",
                         "y,now_k,now_v");
  attribute_int(&node, "num_heads", HEADS);
  attribute_int(&node, "kv_num_heads", HEADS);
  put_message(&graph, 1, &node);
  add_input(&graph, "q", FLOAT, "1,1,16");
  add_input(&graph, "k", FLOAT, "1,1,16");
  add_input(&graph, "v", FLOAT, "1,1,16");
  add_input(&graph, "past_k", FLOAT, "1,2,past,8");
  add_input(&graph, "past_v", FLOAT, "1,2,past,8");
  add_input(&graph, "last", INT32, "1");
  add_input(&graph, "total", INT32, "1");
  add_output(&graph, "y", FLOAT, "1,1,16");
  add_output(&graph, "now_k", FLOAT, "1,2,length,8");
  add_output(&graph, "now_v", FLOAT, "1,2,length,8");
  return make_model(&graph, "com.microsoft", 1);
}

static OrtValue* integer(int32_t* data) {
  OrtMemoryInfo* memory = NULL;
  OrtValue* value = NULL;
  const int64_t one = 1;
  expect(good(api->CreateCpuMemoryInfo(OrtArenaAllocator, OrtMemTypeDefault, &memory)), "memory info");
  expect(good(api->CreateTensorWithDataAsOrtValue(memory, data, sizeof(*data), &one, 1,
                                                  (ONNXTensorElementDataType)INT32, &value)),
         "integer");
  api->ReleaseMemoryInfo(memory);
  return value;
}

// [heads, rows, columns] to [heads, columns, rows].
static void turn(const float* from, float* to, int rows, int columns) {
  for (int h = 0; h < HEADS; ++h)
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) to[(h * columns + c) * rows + r] = from[(h * rows + r) * columns + c];
}

// The sizes that the session tells of its last but two input, or of its last output.
static int tells(const OrtSession* session, int output, int64_t third, int64_t fourth) {
  OrtTypeInfo* info = NULL;
  const OrtTensorTypeAndShapeInfo* tensor = NULL;
  int64_t dims[4] = {0};
  OrtStatus* asked = output ? api->SessionGetOutputTypeInfo(session, 2, &info)
                            : api->SessionGetInputTypeInfo(session, 4, &info);
  int fits = good(asked) && good(api->CastTypeInfoToTensorInfo(info, &tensor)) &&
             good(api->GetDimensions(tensor, dims, 4)) && dims[2] == third && dims[3] == fourth;
  api->ReleaseTypeInfo(info);
  return fits;
}

static void run(OrtSession* session, float* past_v, const int64_t* v_shape, float* y, float* now_v) {
  static const char *in[] = {"q", "k", "v", "past_k", "past_v", "last", "total"},
                    *out[] = {"y", "now_k", "now_v"};
  static const int64_t row[3] = {1, 1, HEADS * SIZE}, cache[4] = {1, HEADS, PAST, SIZE};
  float q[16], k[16], v[16], past_k[HEADS * PAST * SIZE];
  for (int i = 0; i < 16; ++i) q[i] = (float)(i % 5) - 2, k[i] = (float)(i % 3), v[i] = (float)i;
  for (int i = 0; i < HEADS * PAST * SIZE; ++i) past_k[i] = (float)(i % 7) / 4;
  int32_t last = PAST, total = TOTAL;
  OrtValue* values[7] = {floats_over(q, row, 3),
                         floats_over(k, row, 3),
                         floats_over(v, row, 3),
                         floats_over(past_k, cache, 4),
                         floats_over(past_v, v_shape, 4),
                         integer(&last),
                         integer(&total)};
  OrtValue* results[3] = {NULL};
  if (expect(good(api->Run(session, NULL, in, (const OrtValue* const*)values, 7, out, 3, results)),
             "a run")) {
    memcpy(y, data_of(results[0]), 16 * sizeof(float));
    expect(count_of(results[2]) == HEADS * TOTAL * SIZE, "length of the cache");
    memcpy(now_v, data_of(results[2]), HEADS * TOTAL * SIZE * sizeof(float));
  }
  for (int i = 0; i < 7; ++i) api->ReleaseValue(values[i]);
  for (int i = 0; i < 3; ++i) api->ReleaseValue(results[i]);
}

int main(void) {
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  OrtEnv* env = NULL;
  OrtSession *plain = NULL, *turned = NULL;
  OrtSessionOptions* options = NULL;
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_ERROR, "layout", &env)), "environment");
  const Bytes model = attention_model();
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, NULL, &plain)), "a plain session");
  expect(good(api->CreateSessionOptions(&options)) &&
             good(api->AddSessionConfigEntry(options, "session.gqa_value_layout", "BNHS")),
         "options");
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, options, &turned)),
         "a session that turns");
  if (plain == NULL || turned == NULL) return summary();
  expect(tells(plain, 0, -1, SIZE) && tells(plain, 1, -1, SIZE), "sizes of the plain one");
  expect(tells(turned, 0, SIZE, -1) && tells(turned, 1, SIZE, -1), "sizes of the other one");
  float past[HEADS * PAST * SIZE], past_turned[HEADS * PAST * SIZE], y[16] = {0}, y_turned[16] = {1};
  float now[HEADS * TOTAL * SIZE], now_turned[HEADS * TOTAL * SIZE], expected[HEADS * TOTAL * SIZE];
  for (int i = 0; i < HEADS * PAST * SIZE; ++i) past[i] = (float)i;
  turn(past, past_turned, PAST, SIZE);
  const int64_t shape[4] = {1, HEADS, PAST, SIZE}, other[4] = {1, HEADS, SIZE, PAST};
  run(plain, past, shape, y, now);
  run(turned, past_turned, other, y_turned, now_turned);
  turn(now, expected, TOTAL, SIZE);
  expect(memcmp(y, y_turned, sizeof(y)) == 0, "the same result");
  expect(memcmp(expected, now_turned, sizeof(expected)) == 0, "the same cache, turned");
  api->ReleaseSession(turned);
  api->ReleaseSession(plain);
  api->ReleaseSessionOptions(options);
  api->ReleaseEnv(env);
  return summary();
}
