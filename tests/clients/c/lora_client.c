// LoRA adapters through the C ABI: files of parameters that replace a model's inputs, run by run.
// y = x * w, where w is an input with the default [1, 2, 3].
#include "adapter_bytes.h"
#include "client.h"

enum { FLOAT = ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT };

static OrtSession* session;

// The run's code; on success y must be the expected three numbers.
static int run(const OrtRunOptions* options, float first, float second, float third) {
  float x[3] = {1, 1, 1};
  const float right[3] = {first, second, third};
  const int64_t shape[2] = {1, 3};
  const char *in[1] = {"x"}, *out[1] = {"y"};
  OrtValue *value = floats_over(x, shape, 2), *y = NULL;
  const OrtValue* inputs[1] = {value};
  const int code = code_of(api->Run(session, options, in, inputs, 1, out, 1, &y));
  if (code == 0) expect(holds(y, right, 3), "what an adapter gives");
  api->ReleaseValue(y);
  api->ReleaseValue(value);
  return code;
}

static OrtLoraAdapter* adapter_of(const unsigned char* bytes, size_t size) {
  OrtLoraAdapter* adapter = NULL;
  expect(good(api->CreateLoraAdapterFromArray(bytes, size, NULL, &adapter)) && adapter != NULL, "an adapter");
  return adapter;
}

static OrtRunOptions* options_with(const OrtLoraAdapter* adapter) {
  OrtRunOptions* options = NULL;
  expect(good(api->CreateRunOptions(&options)), "run options");
  expect(good(api->RunOptionsAddActiveLoraAdapter(options, adapter)), "active");
  return options;
}

static void check_runs(void) {
  OrtLoraAdapter *one = adapter_of(kAdapter, sizeof(kAdapter)),
                 *two = adapter_of(kOneNumber, sizeof(kOneNumber));
  OrtRunOptions *first = options_with(one), *second = options_with(two);
  expect(run(NULL, 1, 2, 3) == 0, "without an adapter");
  expect(run(first, 10, 20, 30) == 0, "with one");
  expect(run(second, 7, 7, 7) == 0, "with another");
  expect(run(NULL, 1, 2, 3) == 0 && run(first, 10, 20, 30) == 0, "back and forth");
  expect(good(api->RunOptionsAddActiveLoraAdapter(first, two)), "two at once");
  expect(run(first, 7, 7, 7) == 0, "the later one counts");
  api->ReleaseRunOptions(first);
  api->ReleaseRunOptions(second);
  api->ReleaseLoraAdapter(one);
  api->ReleaseLoraAdapter(two);
}

static void check_refused(void) {
  OrtLoraAdapter* adapter = adapter_of(kOtherName, sizeof(kOtherName));
  OrtRunOptions* options = options_with(adapter);
  expect(run(options, 0, 0, 0) == ORT_INVALID_ARGUMENT, "a parameter that the model lacks");
  api->ReleaseRunOptions(options);
  api->ReleaseLoraAdapter(adapter);
  adapter = adapter_of(kOtherType, sizeof(kOtherType));
  options = options_with(adapter);
  expect(run(options, 0, 0, 0) == ORT_INVALID_ARGUMENT, "a parameter of another type");
  api->ReleaseRunOptions(options);
  api->ReleaseLoraAdapter(adapter);
  static const size_t cuts[] = {0, 4, 8, 20, 40, 60, sizeof(kAdapter) - 4};
  adapter = NULL;
  for (size_t i = 0; i < sizeof(cuts) / sizeof(cuts[0]); ++i) {
    expect(code_of(api->CreateLoraAdapterFromArray(kAdapter, cuts[i], NULL, &adapter)) == ORT_FAIL &&
               adapter == NULL,
           "a file that is cut short");
  }
  expect(code_of(api->CreateLoraAdapter("no such file", NULL, &adapter)) == ORT_INVALID_ARGUMENT &&
             adapter == NULL,
         "a file that is not there");
}

static void check_file(const char* folder) {
  char path[512];
  snprintf(path, sizeof(path), "%s/lora_client.onnx_adapter", folder);
  FILE* file = fopen(path, "wb");
  expect(file != NULL && fwrite(kAdapter, 1, sizeof(kAdapter), file) == sizeof(kAdapter), "a file");
  fclose(file);
  OrtLoraAdapter* adapter = NULL;
  expect(good(api->CreateLoraAdapter(path, NULL, &adapter)), "an adapter of a file");
  OrtRunOptions* options = options_with(adapter);
  expect(run(options, 10, 20, 30) == 0, "its run");
  api->ReleaseRunOptions(options);
  api->ReleaseLoraAdapter(adapter);
  remove(path);
}

static void check_null(void) {
  OrtLoraAdapter* adapter = NULL;
  OrtRunOptions* options = NULL;
  api->ReleaseLoraAdapter(NULL);
  if (!refuses_null()) return;
  expect(good(api->CreateRunOptions(&options)), "run options");
  expect(code_of(api->CreateLoraAdapter(NULL, NULL, &adapter)) == ORT_INVALID_ARGUMENT, "NULL path");
  expect(code_of(api->CreateLoraAdapterFromArray(NULL, 8, NULL, &adapter)) == ORT_INVALID_ARGUMENT,
         "NULL bytes");
  expect(code_of(api->RunOptionsAddActiveLoraAdapter(options, NULL)) == ORT_INVALID_ARGUMENT, "NULL adapter");
  expect(code_of(api->RunOptionsAddActiveLoraAdapter(NULL, adapter)) == ORT_INVALID_ARGUMENT, "NULL options");
  api->ReleaseRunOptions(options);
}

int main(int argc, char** argv) {
  static const float w[3] = {1, 2, 3};
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  OrtEnv* env = NULL;
  if (api == NULL) return 2;
  Bytes graph = {{0}, 0};
  add_node(&graph, "Mul", "", "n", "x,w", "y");
  add_input(&graph, "x", FLOAT, "N,3");
  add_input(&graph, "w", FLOAT, "K");
  add_floats(&graph, "w", w, 3);
  add_output(&graph, "y", FLOAT, "N,3");
  Bytes model = make_model(&graph, NULL, 0);
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "lora", &env)), "environment");
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, NULL, &session)), "session");
  check_runs();
  check_refused();
  check_file(argc > 1 ? argv[1] : "/tmp");
  check_null();
  api->ReleaseSession(session);
  api->ReleaseEnv(env);
  return summary();
}
