// What a session takes for its inputs and says of its outputs where the model leaves something open: scalars given as
// lists, inputs that nothing reads, outputs without a shape. It passes on ONNX Runtime as well.
#include "client.h"

static OrtEnv* env;

static OrtSession* open_graph(Bytes* graph) {
  const Bytes model = make_model(graph, NULL, 0);
  OrtSession* session = NULL;
  expect(good(api->CreateSessionFromArray(env, model.data, model.size, NULL, &session)), "a session");
  return session;
}

// y = x * s for a scalar s, given with `rank` dimensions of size 1, or as three numbers.
static void check_scalar(OrtSession* session, size_t rank, int64_t count) {
  float x[3] = {1, 2, 3}, s[3] = {2, 3, 4};
  const float scaled[3] = {2, 4, 6}, each[3] = {2, 6, 12};
  const int64_t three = 3, shape[3] = {rank == 1 ? count : 1, 1, 1};
  const char *names[2] = {"x", "s"}, *output = "y";
  OrtValue *in[2] = {floats_over(x, &three, 1), floats_over(s, shape, rank)}, *out = NULL;
  OrtTensorTypeAndShapeInfo* info = NULL;
  size_t found = 0;
  expect(good(api->Run(session, NULL, names, (const OrtValue* const*)in, 2, &output, 1, &out)) &&
             holds(out, count == 3 ? each : scaled, 3),
         "a scalar of another shape");
  if (out != NULL && expect(good(api->GetTensorTypeAndShape(out, &info)), "the result's shape")) {
    expect(good(api->GetDimensionsCount(info, &found)) && found == (rank > 1 ? rank : 1),
           "as broadcasting says");
    api->ReleaseTensorTypeAndShapeInfo(info);
  }
  for (int i = 0; i < 2; ++i) api->ReleaseValue(in[i]);
  api->ReleaseValue(out);
}
static void check_scalars(void) {
  Bytes graph = {{0}, 0};
  add_node(&graph, "Mul", "", "scale", "x,s", "y");
  add_input(&graph, "x", 1, "3");
  add_input(&graph, "s", 1, "");
  add_output(&graph, "y", 1, NULL);
  OrtSession* session = open_graph(&graph);
  if (session == NULL) return;
  check_scalar(session, 0, 1);
  check_scalar(session, 1, 1);
  check_scalar(session, 2, 1);
  check_scalar(session, 1, 3);
  check_scalar(session, 0, 1);
  api->ReleaseSession(session);
}

// An input that no node reads may be given or left out, alone or bound.
static void check_unused(void) {
  Bytes graph = {{0}, 0};
  add_node(&graph, "Neg", "", "turn", "x", "y");
  add_input(&graph, "unused", 1, "N,4");
  add_input(&graph, "x", 1, "N");
  add_output(&graph, "y", 1, "N");
  OrtSession* session = open_graph(&graph);
  if (session == NULL) return;
  float x[2] = {1, -2}, more[8] = {0};
  const float y[2] = {-1, 2};
  const int64_t two = 2, shape[2] = {2, 4};
  const char *names[2] = {"x", "unused"}, *output = "y";
  OrtValue *in[2] = {floats_over(x, &two, 1), floats_over(more, shape, 2)}, *out = NULL;
  for (size_t given = 1; given <= 2; ++given) {
    expect(good(api->Run(session, NULL, names, (const OrtValue* const*)in, given, &output, 1, &out)) &&
               holds(out, y, 2),
           "with and without it");
    api->ReleaseValue(out);
    out = NULL;
  }
  expect(code_of(api->Run(session, NULL, &names[1], (const OrtValue* const*)&in[1], 1, &output, 1, &out)) ==
             ORT_FAIL,
         "without one that is read");
  OrtIoBinding* binding = NULL;
  OrtMemoryInfo* memory = NULL;
  expect(good(api->CreateCpuMemoryInfo(OrtArenaAllocator, OrtMemTypeDefault, &memory)), "the memory");
  expect(good(api->CreateIoBinding(session, &binding)) && good(api->BindInput(binding, "x", in[0])) &&
             good(api->BindOutputToDevice(binding, "y", memory)) &&
             good(api->RunWithBinding(session, NULL, binding)),
         "bound without it");
  api->ReleaseIoBinding(binding);
  api->ReleaseMemoryInfo(memory);
  for (int i = 0; i < 2; ++i) api->ReleaseValue(in[i]);
  api->ReleaseSession(session);
}

// Output `index` has the dimensions `dims`, with the names `symbols` (apart by commas).
static void says(const OrtSession* session, size_t index, const int64_t* dims, size_t rank,
                 const char* symbols) {
  OrtTypeInfo* type = NULL;
  const OrtTensorTypeAndShapeInfo* tensor = NULL;
  int64_t found[4] = {0};
  const char* names[4] = {"", "", "", ""};
  char text[64] = "";
  size_t count = 0;
  expect(good(api->SessionGetOutputTypeInfo(session, index, &type)) &&
             good(api->CastTypeInfoToTensorInfo(type, &tensor)) &&
             good(api->GetDimensionsCount(tensor, &count)),
         "the output's type");
  if (expect(count == rank && rank <= 4, "its rank")) {
    expect(good(api->GetDimensions(tensor, found, rank)) && memcmp(found, dims, rank * sizeof *dims) == 0,
           "its sizes");
    expect(good(api->GetSymbolicDimensions(tensor, names, rank)), "its symbols");
    for (size_t i = 0; i < rank; ++i)
      snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i == 0 ? "" : ",", names[i]);
    expect(strcmp(text, symbols) == 0, "the symbols' names");
  }
  api->ReleaseTypeInfo(type);
}
static void check_outputs(void) {
  Bytes graph = {{0}, 0};
  static const float w[2] = {10, 20};
  const int64_t open[2] = {-1, 2}, fixed[2] = {3, 2}, none[2] = {-1, 2};
  add_node(&graph, "Mul", "", "a", "x,w", "undeclared");
  add_node(&graph, "Mul", "", "b", "z,w", "named");
  add_node(&graph, "Neg", "", "c", "x", "partly");
  add_node(&graph, "Neg", "", "d", "z", "wrong");
  add_floats(&graph, "w", w, 2);
  add_input(&graph, "x", 1, "N,2");
  add_input(&graph, "z", 1, "3,2");
  add_output(&graph, "undeclared", 1, NULL);
  add_output(&graph, "named", 1, "A,B");
  add_output(&graph, "partly", 1, "M,2");
  add_output(&graph, "wrong", 1, "4,2");
  OrtSession* session = open_graph(&graph);
  if (session == NULL) return;
  says(session, 0, open, 2, "N,");
  says(session, 1, fixed, 2, ",");
  says(session, 2, open, 2, "M,");
  says(session, 3, none, 2, ",");
  api->ReleaseSession(session);
}

int main(void) {
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "inputs", &env)), "environment");
  check_scalars();
  check_unused();
  check_outputs();
  api->ReleaseEnv(env);
  return summary();
}
