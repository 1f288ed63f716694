#define _GNU_SOURCE  // MAP_ANONYMOUS, MAP_NORESERVE

// A model of the editor whose weights are larger than one message of protobuf may be: they stay where the program has
// them. y = Gather(w, i): only the rows that are picked are memory that anybody has touched.
#include <sys/mman.h>
#include <sys/resource.h>

#include "client.h"

enum { COLUMNS = 1024 };
static const int64_t rows = 600 * 1024;  // times 4 KiB: 2.34 GiB

static const OrtModelEditorApi* editor;

static OrtValueInfo* value_info(const char* name, ONNXTensorElementDataType element, int64_t size,
                                size_t rank) {
  const int64_t dims[2] = {size, COLUMNS};
  OrtTensorTypeAndShapeInfo* tensor = NULL;
  OrtTypeInfo* type = NULL;
  OrtValueInfo* value = NULL;
  expect(
      good(api->CreateTensorTypeAndShapeInfo(&tensor)) && good(api->SetTensorElementType(tensor, element)) &&
          good(api->SetDimensions(tensor, dims, rank)) && good(editor->CreateTensorTypeInfo(tensor, &type)) &&
          good(editor->CreateValueInfo(name, type, &value)),
      name);
  api->ReleaseTypeInfo(type);
  api->ReleaseTensorTypeAndShapeInfo(tensor);
  return value;
}

static OrtModel* gather_model(OrtValue* weights) {
  const char *in[2] = {"w", "i"}, *out = "y", *domain = "";
  const int opset = 17;
  OrtGraph* graph = NULL;
  OrtNode* node = NULL;
  OrtModel* model = NULL;
  OrtValueInfo *inputs[1] = {value_info("i", ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64, 2, 1)},
               *outputs[1] = {value_info("y", ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, 2, 2)};
  expect(good(editor->CreateGraph(&graph)) && good(editor->SetGraphInputs(graph, inputs, 1)) &&
             good(editor->SetGraphOutputs(graph, outputs, 1)) &&
             good(editor->AddInitializerToGraph(graph, "w", weights, true)) &&
             good(editor->CreateNode("Gather", "", "pick", in, 2, &out, 1, NULL, 0, &node)) &&
             good(editor->AddNodeToGraph(graph, node)) &&
             good(editor->CreateModel(&domain, &opset, 1, &model)) &&
             good(editor->AddGraphToModel(model, graph)),
         "a model");
  return model;
}

static void check_run(OrtSession* session) {
  const int64_t two = 2;
  int64_t picked[2] = {rows - 1, 0};
  const char *in = "i", *out = "y";
  OrtMemoryInfo* memory = NULL;
  OrtValue *index = NULL, *y = NULL;
  expect(good(api->CreateCpuMemoryInfo(OrtArenaAllocator, OrtMemTypeDefault, &memory)) &&
             good(api->CreateTensorWithDataAsOrtValue(memory, picked, sizeof(picked), &two, 1,
                                                      ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64, &index)),
         "which rows");
  expect(good(api->Run(session, NULL, &in, (const OrtValue* const*)&index, 1, &out, 1, &y)), "a run");
  const float* found = (const float*)data_of(y);
  expect(found != NULL && found[0] == 7 && found[COLUMNS - 1] == 9 && found[COLUMNS] == 5, "the rows");
  api->ReleaseValue(y);
  api->ReleaseValue(index);
  api->ReleaseMemoryInfo(memory);
}

int main(void) {
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  editor = api->GetModelEditorApi();
  OrtEnv* env = NULL;
  OrtSession* session = NULL;
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_ERROR, "large", &env)), "environment");
  const int64_t shape[2] = {rows, COLUMNS};
  const size_t bytes = (size_t)rows * COLUMNS * sizeof(float);
  float* w = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (w == MAP_FAILED) return summary();  // no such address space here
  w[0] = 5;
  w[(rows - 1) * COLUMNS] = 7;
  w[rows * COLUMNS - 1] = 9;
  OrtModel* model = gather_model(floats_over(w, shape, 2));
  expect(good(editor->CreateSessionFromModel(env, model, NULL, &session)), "a session");
  api->ReleaseModel(model);
  if (session != NULL) check_run(session);
  api->ReleaseSession(session);
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  expect(used.ru_maxrss < 1 << 20, "nothing was copied: less than 1 GiB of memory");
  munmap(w, bytes);
  api->ReleaseEnv(env);
  return summary();
}
