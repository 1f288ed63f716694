// External data given as bytes, through the C ABI: y = x * w, where w lies in a file that only the program has.
#include "client.h"

enum { FLOAT = ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT };

static const OrtEnv* env;

static void put_entry(Bytes* tensor, const char* key, const char* value) {
  Bytes entry = {{0}, 0};
  put_text(&entry, 1, key);
  put_text(&entry, 2, value);
  put_message(tensor, 13, &entry);
}

static Bytes model_of(const char* location) {
  Bytes graph = {{0}, 0}, tensor = {{0}, 0};
  put_int(&tensor, 1, 3);
  put_int(&tensor, 2, FLOAT);
  put_text(&tensor, 8, "w");
  put_entry(&tensor, "location", location);
  put_entry(&tensor, "offset", "4");
  put_entry(&tensor, "length", "12");
  put_int(&tensor, 14, 1);  // external
  add_node(&graph, "Mul", "", "n", "x,w", "y");
  put_message(&graph, 5, &tensor);
  add_input(&graph, "x", FLOAT, "3");
  add_output(&graph, "y", FLOAT, "3");
  return make_model(&graph, NULL, 0);
}

// Opens the model with one file of these bytes, changes them afterwards, and runs it.
static int open_and_run(const char* location, const char* name, size_t size) {
  static float file[4];
  const float numbers[4] = {0, 10, 20, 30}, right[3] = {10, 40, 90};
  memcpy(file, numbers, sizeof(file));
  const char* names[1] = {name};
  char* buffers[1] = {(char*)file};
  const size_t sizes[1] = {size};
  Bytes model = model_of(location);
  OrtSessionOptions* options = NULL;
  OrtSession* session = NULL;
  expect(good(api->CreateSessionOptions(&options)), "options");
  expect(good(api->AddExternalInitializersFromFilesInMemory(options, names, buffers, sizes, 1)), "a file");
  const int code = code_of(api->CreateSessionFromArray(env, model.data, model.size, options, &session));
  api->ReleaseSessionOptions(options);
  memset(file, 0, sizeof(file));
  if (session == NULL) return code;
  float x[3] = {1, 2, 3};
  const char *in[1] = {"x"}, *out[1] = {"y"};
  OrtValue *value = vector_over(x, 3), *y = NULL;
  const OrtValue* inputs[1] = {value};
  expect(good(api->Run(session, NULL, in, inputs, 1, out, 1, &y)) && holds(y, right, 3),
         "the file's numbers");
  api->ReleaseValue(y);
  api->ReleaseValue(value);
  api->ReleaseSession(session);
  return code;
}

static void check_options(void) {
  const char* names[2] = {"a", "a"};
  char byte = 0, *buffers[2] = {&byte, &byte};
  const size_t sizes[2] = {1, 1};
  OrtSessionOptions* options = NULL;
  expect(good(api->CreateSessionOptions(&options)), "options");
  expect(code_of(api->AddExternalInitializersFromFilesInMemory(options, names, buffers, sizes, 2)) ==
             ORT_INVALID_ARGUMENT,
         "a name twice");
  if (refuses_null()) {
    expect(code_of(api->AddExternalInitializersFromFilesInMemory(NULL, names, buffers, sizes, 1)) ==
               ORT_INVALID_ARGUMENT,
           "NULL options");
    expect(code_of(api->AddExternalInitializersFromFilesInMemory(options, NULL, buffers, sizes, 1)) ==
               ORT_INVALID_ARGUMENT,
           "NULL names");
  }
  api->ReleaseSessionOptions(options);
}

int main(void) {
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  OrtEnv* made = NULL;
  if (api == NULL) return 2;
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "external", &made)), "environment");
  env = made;
  expect(open_and_run("w.bin", "w.bin", 16) == ORT_OK, "a file by its name");
  expect(open_and_run("folder/w.bin", "folder/w.bin", 16) == ORT_OK, "a file in a folder");
  expect(open_and_run("w.bin", "other.bin", 16) != ORT_OK, "another file than the model's");
  expect(open_and_run("w.bin", "w.bin", 12) != ORT_OK, "a file that is too short");
  check_options();
  api->ReleaseEnv(made);
  return summary();
}
