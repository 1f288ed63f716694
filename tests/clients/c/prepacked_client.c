// Containers of packed weights through the C ABI: sessions that share one give what sessions without one give.
// y = x * w for w of 64 by 64, whose element in row r and column c is r + c.
#include "client.h"

enum { FLOAT = ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, N = 64 };

static const OrtEnv* env;

static Bytes product_model(void) {
  static float w[N * N];
  for (int i = 0; i < N * N; ++i) w[i] = (float)(i / N + i % N);
  Bytes graph = {{0}, 0}, tensor = {{0}, 0};
  put_int(&tensor, 1, N);
  put_int(&tensor, 1, N);
  put_int(&tensor, 2, FLOAT);
  put_text(&tensor, 8, "w");
  put_data(&tensor, 9, w, sizeof(w));
  put_message(&graph, 5, &tensor);
  add_node(&graph, "MatMul", "", "n", "x,w", "y");
  add_input(&graph, "x", FLOAT, "R,64");
  add_output(&graph, "y", FLOAT, "R,64");
  return make_model(&graph, NULL, 0);
}

// Rows of ones: column c sums to 0 + 1 + ... + 63 + 64 * c.
static int run(OrtSession* session) {
  static float x[3 * N];
  for (int i = 0; i < 3 * N; ++i) x[i] = 1;
  float right[3 * N];
  for (int i = 0; i < 3 * N; ++i) right[i] = (float)(2016 + 64 * (i % N));
  const int64_t shape[2] = {3, N};
  const char *in[1] = {"x"}, *out[1] = {"y"};
  OrtValue *value = floats_over(x, shape, 2), *y = NULL;
  const OrtValue* inputs[1] = {value};
  int fine =
      session != NULL && good(api->Run(session, NULL, in, inputs, 1, out, 1, &y)) && holds(y, right, 3 * N);
  api->ReleaseValue(y);
  api->ReleaseValue(value);
  return fine;
}

static void check_null(void) {
  OrtSession* session = NULL;
  api->ReleasePrepackedWeightsContainer(NULL);
  if (!refuses_null()) return;
  expect(code_of(api->CreatePrepackedWeightsContainer(NULL)) == ORT_INVALID_ARGUMENT, "NULL out");
  expect(code_of(api->CreateSessionFromArrayWithPrepackedWeightsContainer(env, "", 1, NULL, NULL,
                                                                          &session)) == ORT_INVALID_ARGUMENT,
         "NULL container");
}

int main(int argc, char** argv) {
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  OrtEnv* made = NULL;
  OrtPrepackedWeightsContainer* shared = NULL;
  OrtSession *one = NULL, *two = NULL, *three = NULL;
  if (api == NULL) return 2;
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "prepacked", &made)), "environment");
  env = made;
  Bytes model = product_model();
  char path[512];
  snprintf(path, sizeof(path), "%s/prepacked_client.onnx", argc > 1 ? argv[1] : "/tmp");
  FILE* file = fopen(path, "wb");
  expect(file != NULL && fwrite(model.data, 1, model.size, file) == model.size && fclose(file) == 0,
         "a file");
  expect(good(api->CreatePrepackedWeightsContainer(&shared)), "a container");
  expect(good(api->CreateSessionFromArrayWithPrepackedWeightsContainer(env, model.data, model.size, NULL,
                                                                       shared, &one)),
         "a session with it");
  expect(good(api->CreateSessionWithPrepackedWeightsContainer(env, path, NULL, shared, &two)),
         "another, of a file");
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, NULL, &three)), "one without");
  expect(run(one) && run(two) && run(three), "the same numbers");
  api->ReleaseSession(one);
  expect(run(two), "the other's weights stay");
  api->ReleaseSession(two);
  api->ReleaseSession(three);
  api->ReleasePrepackedWeightsContainer(shared);
  remove(path);
  check_null();
  api->ReleaseEnv(made);
  return summary();
}
