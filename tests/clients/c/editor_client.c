#define _GNU_SOURCE  // mkdtemp

// Models that a program makes node by node or adds to, and graphs that it looks at. Expected numbers follow from the
// models' formulas, codes and texts are those of the ABI; all but the looking passes on ONNX Runtime as well.
#include <unistd.h>

#include "scale_model.h"

static const OrtModelEditorApi* editor;

// ---- model editor ----
static OrtValueInfo* float_value(const char* name) {
  const int64_t dims[2] = {-1, 2};
  const char* symbols[2] = {"N", ""};
  OrtTensorTypeAndShapeInfo* tensor = NULL;
  OrtTypeInfo* type = NULL;
  OrtValueInfo* value = NULL;
  expect(good(api->CreateTensorTypeAndShapeInfo(&tensor)), "tensor info");
  expect(good(api->SetTensorElementType(tensor, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT)), "element type");
  expect(good(api->SetDimensions(tensor, dims, 2)) && good(api->SetSymbolicDimensions(tensor, symbols, 2)),
         "sizes");
  expect(good(editor->CreateTensorTypeInfo(tensor, &type)), "type");
  expect(good(editor->CreateValueInfo(name, type, &value)), "value");
  api->ReleaseTypeInfo(type);
  api->ReleaseTensorTypeAndShapeInfo(tensor);
  return value;
}

static OrtNode* new_node(const char* op, const char* name, const char* a, const char* b, const char* out) {
  const char* in[2] = {a, b};
  OrtNode* node = NULL;
  expect(good(editor->CreateNode(op, "", name, in, b == NULL ? 1 : 2, &out, 1, NULL, 0, &node)), "node");
  return node;
}

// The graph of scale_model, made node by node.
static OrtGraph* scale_graph(float* w) {
  OrtGraph* graph = NULL;
  expect(good(editor->CreateGraph(&graph)), "graph");
  OrtValueInfo *in[1] = {float_value("x")}, *out[1] = {float_value("y")};
  if (refuses_null()) {
    OrtValueInfo* twice[2] = {in[0], in[0]};
    expect(code_of(editor->SetGraphInputs(graph, twice, 2)) == ORT_INVALID_ARGUMENT, "one input given twice");
  }
  expect(good(editor->SetGraphInputs(graph, in, 1)) && in[0] == NULL, "the graph owns its inputs");
  expect(refused(editor->SetGraphInputs(graph, in, 1), ORT_INVALID_ARGUMENT, "null"),
         "inputs are there no more");
  expect(good(editor->SetGraphOutputs(graph, out, 1)) && out[0] == NULL, "the graph owns its outputs");
  expect(good(editor->AddInitializerToGraph(graph, "w", vector_over(w, 2), false)), "initializer");
  OrtValue* second = vector_over(w, 2);
  expect(refused(editor->AddInitializerToGraph(graph, "w", second, false), ORT_INVALID_ARGUMENT, "already"),
         "twice");
  expect(refused(editor->AddInitializerToGraph(graph, "v", second, true), ORT_INVALID_ARGUMENT, "127"),
         "too small");
  expect(code_of(editor->AddInitializerToGraph(graph, "", second, false)) == ORT_INVALID_ARGUMENT, "no name");
  api->ReleaseValue(second);
  expect(good(editor->AddNodeToGraph(graph, new_node("Add", "twice", "x", "x", "t"))), "first node");
  expect(good(editor->AddNodeToGraph(graph, new_node("Mul", "scale", "t", "w", "y"))), "second node");
  return graph;
}

static void check_editor(void) {
  static float w[2] = {10, 20};
  const char* domain = "";
  const int opset = 17;
  OrtModel* model = NULL;
  OrtSession* session = NULL;
  OrtGraph *graph = scale_graph(w), *other = NULL;
  expect(good(editor->CreateModel(&domain, &opset, 1, &model)), "model");
  expect(good(editor->AddGraphToModel(model, graph)), "graph in a model");
  expect(good(editor->CreateGraph(&other)), "another graph");
  expect(refused(editor->AddGraphToModel(model, other), ORT_INVALID_ARGUMENT, "already has a graph"),
         "one graph a model");
  api->ReleaseGraph(other);
  size_t nodes = 0, inputs = 0;
  expect(good(api->Graph_GetNumNodes(graph, &nodes)) && nodes == 2, "nodes of the graph");
  expect(good(api->Graph_GetNumInputs(graph, &inputs)) && inputs == 1, "inputs of the graph");
  expect(good(editor->CreateSessionFromModel(env, model, NULL, &session)) && scales(session, "y"),
         "the model runs");
  int found = 0;
  expect(good(editor->SessionGetOpsetForDomain(session, "", &found)) && found == 17, "its opset");
  expect(refused(editor->SessionGetOpsetForDomain(session, "nope", &found), ORT_FAIL, "not used"),
         "another domain's");
  expect(code_of(editor->ApplyModelToModelEditorSession(session, model)) == ORT_MODEL_LOADED,
         "not an editing session");
  api->ReleaseSession(session);
  api->ReleaseModel(model);
  OrtValueInfo* value = NULL;
  expect(refused(editor->CreateValueInfo("", NULL, &value), ORT_INVALID_ARGUMENT, "name cannot be null"),
         "nameless value");
  expect(refused(editor->CreateValueInfo("a", NULL, &value), ORT_INVALID_ARGUMENT, "type_info"),
         "value without type");
}

// Values of other kinds, and attributes of nodes: y = Concat along an axis that the attribute says.
static void check_attributes(void) {
  const char *domain = "", *in[2] = {"x", "x"}, *out = "y";
  const int opset = 17;
  const int64_t axis = 1;
  OrtOpAttr* attribute = NULL;
  OrtNode* node = NULL;
  OrtGraph* graph = NULL;
  OrtModel* model = NULL;
  OrtSession* session = NULL;
  expect(refused(api->CreateOpAttr("body", &axis, 1, ORT_OP_ATTR_GRAPH, &attribute), ORT_FAIL,
                 "not supported yet") &&
             refused(api->CreateOpAttr("t", &axis, 1, ORT_OP_ATTR_TENSOR, &attribute), ORT_FAIL,
                     "not supported yet"),
         "graphs and tensors cannot be attributes of nodes that are built");
  expect(good(api->CreateOpAttr("axis", &axis, 1, ORT_OP_ATTR_INT, &attribute)), "attribute");
  expect(good(editor->CreateNode("Concat", "", "join", in, 2, &out, 1, &attribute, 1, &node)),
         "node with it");
  api->ReleaseOpAttr(attribute);
  size_t count = 0;
  const OrtOpAttr* kept = NULL;
  const char* op = "";
  expect(good(api->Node_GetOperatorType(node, &op)) && strcmp(op, "Concat") == 0, "operator of the node");
  expect(good(api->Node_GetNumInputs(node, &count)) && count == 2, "inputs of the node");
  expect(good(api->Node_GetNumAttributes(node, &count)) && count == 1, "attributes of the node");
  OrtOpAttrType kind = ORT_OP_ATTR_UNDEFINED;
  if (good(api->Node_GetAttributeByName(node, "axis", &kept)))
    expect(good(api->OpAttr_GetType(kept, &kind)) && kind == ORT_OP_ATTR_INT, "the attribute's kind");
  expect(good(editor->CreateGraph(&graph)) && good(editor->AddNodeToGraph(graph, node)), "graph");
  OrtValueInfo *inputs[1] = {float_value("x")}, *outputs[1] = {NULL};
  const int64_t dims[2] = {-1, 4};
  OrtTensorTypeAndShapeInfo* tensor = NULL;
  OrtTypeInfo* type = NULL;
  expect(good(api->CreateTensorTypeAndShapeInfo(&tensor)) && good(api->SetDimensions(tensor, dims, 2)),
         "sizes");
  expect(good(api->SetTensorElementType(tensor, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT)), "element type");
  expect(good(editor->CreateTensorTypeInfo(tensor, &type)), "type");
  expect(good(editor->CreateValueInfo("y", type, &outputs[0])), "output");
  expect(good(editor->SetGraphInputs(graph, inputs, 1)) && good(editor->SetGraphOutputs(graph, outputs, 1)),
         "border");
  expect(good(editor->CreateModel(&domain, &opset, 1, &model)) && good(editor->AddGraphToModel(model, graph)),
         "model");
  expect(good(editor->CreateSessionFromModel(env, model, NULL, &session)), "session");
  float x[2] = {1, 2};
  const float y[4] = {1, 2, 1, 2};
  const int64_t shape[2] = {1, 2};
  OrtValue *given = floats_over(x, shape, 2), *got = NULL;
  expect(
      good(api->Run(session, NULL, in, (const OrtValue* const*)&given, 1, &out, 1, &got)) && holds(got, y, 4),
      "joined");
  api->ReleaseValue(given);
  api->ReleaseValue(got);
  api->ReleaseTypeInfo(type);
  api->ReleaseTensorTypeAndShapeInfo(tensor);
  api->ReleaseSession(session);
  api->ReleaseModel(model);
}

static void check_types(void) {
  OrtTensorTypeAndShapeInfo* tensor = NULL;
  OrtTypeInfo *element = NULL, *made = NULL, *inner = NULL;
  enum ONNXType kind = ONNX_TYPE_UNKNOWN;
  expect(good(api->CreateTensorTypeAndShapeInfo(&tensor)), "tensor info");
  expect(good(api->SetTensorElementType(tensor, ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64)), "element type");
  expect(good(editor->CreateTensorTypeInfo(tensor, &element)), "tensor type");
  expect(good(editor->CreateSequenceTypeInfo(element, &made)), "sequence type");
  expect(good(api->GetOnnxTypeFromTypeInfo(made, &kind)) && kind == ONNX_TYPE_SEQUENCE, "is a sequence");
  const OrtSequenceTypeInfo* sequence = NULL;
  expect(good(api->CastTypeInfoToSequenceTypeInfo(made, &sequence)) &&
             good(api->GetSequenceElementType(sequence, &inner)),
         "of");
  expect(good(api->GetOnnxTypeFromTypeInfo(inner, &kind)) && kind == ONNX_TYPE_TENSOR, "tensors");
  api->ReleaseTypeInfo(inner);
  api->ReleaseTypeInfo(made);
  expect(good(editor->CreateMapTypeInfo(ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING, element, &made)), "map type");
  expect(good(api->GetOnnxTypeFromTypeInfo(made, &kind)) && kind == ONNX_TYPE_MAP, "is a map");
  api->ReleaseTypeInfo(made);
  expect(good(editor->CreateOptionalTypeInfo(element, &made)), "optional type");
  expect(good(api->GetOnnxTypeFromTypeInfo(made, &kind)) && kind == ONNX_TYPE_OPTIONAL, "is an optional");
  api->ReleaseTypeInfo(made);
  expect(good(editor->CreateSparseTensorTypeInfo(tensor, &made)), "sparse type");
  expect(good(api->GetOnnxTypeFromTypeInfo(made, &kind)) && kind == ONNX_TYPE_SPARSETENSOR, "is sparse");
  api->ReleaseTypeInfo(made);
  api->ReleaseTypeInfo(element);
  api->ReleaseTensorTypeAndShapeInfo(tensor);
}

// z = -y is put behind a model whose output was y, and -(-y) is what comes out.
static void check_augmenting(void) {
  Bytes bytes = scale_model();
  OrtSession* session = NULL;
  OrtGraph* graph = NULL;
  OrtModel* model = NULL;
  size_t count = 0;
  int opset = 0;
  const char* domain = "";
  expect(good(editor->CreateModelEditorSessionFromArray(env, bytes.data, bytes.size, NULL, &session)),
         "editing session");
  expect(good(api->SessionGetInputCount(session, &count)) && count == 1, "it knows the model");
  expect(good(editor->SessionGetOpsetForDomain(session, "", &opset)) && opset == 17, "and its opset");
  float x[2] = {1, 2};
  const int64_t shape[2] = {1, 2};
  OrtValue *in = floats_over(x, shape, 2), *out = NULL;
  const char *input = "x", *output = "y";
  expect(refused(api->Run(session, NULL, &input, (const OrtValue* const*)&in, 1, &output, 1, &out), ORT_FAIL,
                 "not initialized"),
         "it does not run yet");
  api->ReleaseValue(in);
  expect(good(editor->CreateGraph(&graph)), "graph");
  expect(good(editor->AddNodeToGraph(graph, new_node("Neg", "n1", "y", NULL, "m"))), "node");
  expect(good(editor->AddNodeToGraph(graph, new_node("Neg", "n2", "m", NULL, "z"))), "node");
  OrtValueInfo* outputs[1] = {float_value("z")};
  expect(good(editor->SetGraphOutputs(graph, outputs, 1)), "new output");
  expect(good(editor->CreateModel(&domain, &opset, 1, &model)) && good(editor->AddGraphToModel(model, graph)),
         "model");
  expect(good(editor->ApplyModelToModelEditorSession(session, model)), "nodes are added");
  api->ReleaseModel(model);
  OrtSessionOptions* options = NULL;
  expect(good(api->CreateSessionOptions(&options)), "session options");
  expect(good(editor->FinalizeModelEditorSession(session, options, NULL)), "finalized");
  api->ReleaseSessionOptions(options);
  expect(scales(session, "z"), "the longer model runs");
  api->ReleaseSession(session);

  const int wrong = 18;
  expect(good(editor->CreateModelEditorSessionFromArray(env, bytes.data, bytes.size, NULL, &session)),
         "editing session");
  expect(good(editor->CreateGraph(&graph)) && good(editor->CreateModel(&domain, &wrong, 1, &model)),
         "a model");
  expect(good(editor->AddGraphToModel(model, graph)), "of another opset");
  expect(refused(editor->ApplyModelToModelEditorSession(session, model), ORT_INVALID_ARGUMENT,
                 "Current version: 17"),
         "is refused");
  api->ReleaseModel(model);
  api->ReleaseSession(session);
}

// ---- looking at a graph: what only this library does with graphs of the editor and with files ----
typedef OrtStatus* (*OpenGraph)(const char* path, OrtGraph** out);

static const OrtNode* node_at(const OrtGraph* graph, size_t index) {
  const OrtNode* nodes[8] = {NULL};
  return good(api->Graph_GetNodes(graph, nodes, 8)) ? nodes[index] : NULL;
}

static int is_named(const OrtValueInfo* value, const char* name) {
  const char* found = "";
  return value != NULL && good(api->GetValueInfoName(value, &found)) && strcmp(found, name) == 0;
}

// x -> twice -> t -> scale(w) -> y, whoever made the graph.
static void check_scale_graph(const OrtGraph* graph) {
  size_t count = 0, index = 9;
  int since = 0;
  const OrtNode *twice = node_at(graph, 0), *scale = node_at(graph, 1), *found = NULL;
  const OrtValueInfo* values[2] = {NULL, NULL};
  bool yes = false;
  if (!expect(twice != NULL && scale != NULL, "two nodes")) return;
  expect(good(api->Node_GetInputs(scale, values, 2)) && is_named(values[0], "t") && is_named(values[1], "w"),
         "inputs");
  expect(code_of(api->Node_GetInputs(scale, values, 1)) == ORT_INVALID_ARGUMENT, "no room for inputs");
  expect(good(api->Node_GetInputs(scale, values, 2)), "inputs again");
  expect(good(api->ValueInfo_GetValueProducer(values[0], &found, &index)) && found == twice && index == 0,
         "producer");
  expect(good(api->ValueInfo_IsConstantInitializer(values[1], &yes)) && yes, "w is constant");
  const OrtValue* content = NULL;
  const float w[2] = {10, 20};
  expect(good(api->ValueInfo_GetInitializerValue(values[1], &content)) && holds(content, w, 2),
         "its content");
  expect(good(api->Node_GetOutputs(scale, values, 1)) && is_named(values[0], "y"), "output");
  expect(good(api->ValueInfo_IsGraphOutput(values[0], &yes)) && yes, "which is the graph's");
  expect(good(api->Node_GetSinceVersion(scale, &since)) && since == 14, "Mul of opset 17 is version 14");
  expect(good(api->Node_GetId(scale, &index)) && index == 1, "number of a node");
  const OrtGraph* owner = NULL;
  expect(good(api->Node_GetGraph(scale, &owner)) && owner == graph, "graph of a node");

  expect(good(api->Graph_GetInputs(graph, values, 1)) && is_named(values[0], "x"), "the graph's input");
  expect(good(api->ValueInfo_IsRequiredGraphInput(values[0], &yes)) && yes, "is required");
  expect(good(api->ValueInfo_IsOptionalGraphInput(values[0], &yes)) && !yes, "and not optional");
  expect(good(api->ValueInfo_GetValueNumConsumers(values[0], &count)) && count == 2, "read twice");
  const OrtNode* readers[2] = {NULL, NULL};
  int64_t places[2] = {9, 9};
  expect(good(api->ValueInfo_GetValueConsumers(values[0], readers, places, 2)) && readers[0] == twice &&
             readers[1] == twice && places[0] == 0 && places[1] == 1,
         "by one node");
  const OrtTypeInfo* type = NULL;
  const OrtTensorTypeAndShapeInfo* tensor = NULL;
  int64_t dims[2] = {0, 0};
  expect(
      good(api->GetValueInfoTypeInfo(values[0], &type)) && good(api->CastTypeInfoToTensorInfo(type, &tensor)),
      "type");
  expect(tensor != NULL && good(api->GetDimensions(tensor, dims, 2)) && dims[0] == -1 && dims[1] == 2,
         "and sizes");
  const char* domain = NULL;
  int64_t version = 0;
  expect(good(api->Graph_GetNumOperatorSets(graph, &count)) && count == 1, "one opset");
  expect(good(api->Graph_GetOperatorSets(graph, &domain, &version, 1)) && *domain == 0 && version == 17,
         "17");

  OrtGraph* view = NULL;
  expect(good(api->Graph_GetGraphView(graph, &scale, 1, &view)), "a view of one node");
  expect(good(api->Graph_GetNumNodes(view, &count)) && count == 1 && node_at(view, 0) == scale,
         "lends the node");
  expect(good(api->Graph_GetInputs(view, values, 1)) && is_named(values[0], "t"), "reads t");
  expect(good(api->Graph_GetNumInitializers(view, &count)) && count == 1, "and w");
  expect(good(api->Graph_GetOutputs(view, values, 1)) && is_named(values[0], "y"), "gives y");
  api->ReleaseGraph(view);
}

static int write_file(const char* path, const Bytes* bytes) {
  FILE* file = fopen(path, "wb");
  return file != NULL && fwrite(bytes->data, 1, bytes->size, file) == bytes->size && fclose(file) == 0;
}

// If(c) { x + x } else { x * x }: bodies read the x outside.
static Bytes branching_model(void) {
  Bytes graph = {{0}, 0}, node = make_node("If", "", "choose", "c", "y");
  const char* names[2] = {"then_branch", "else_branch"};
  for (int i = 0; i < 2; ++i) {
    Bytes body = {{0}, 0}, attribute = {{0}, 0};
    add_node(&body, i == 0 ? "Add" : "Mul", "", "inner", "x,x", i == 0 ? "a" : "b");
    put_text(&body, 2, "body");
    add_output(&body, i == 0 ? "a" : "b", 1, "2");
    put_text(&attribute, 1, names[i]);
    put_message(&attribute, 6, &body);
    put_int(&attribute, 20, 5);
    put_message(&node, 5, &attribute);
  }
  put_message(&graph, 1, &node);
  add_input(&graph, "c", 9, "");
  add_input(&graph, "x", 1, "2");
  add_output(&graph, "y", 1, "2");
  return make_model(&graph, NULL, 0);
}

static void check_bodies(OpenGraph open) {
  Bytes model = branching_model();
  OrtGraph* graph = NULL;
  size_t count = 0;
  expect(write_file("if.onnx", &model) && good(open("if.onnx", &graph)), "a model with bodies");
  const OrtNode *choose = node_at(graph, 0), *parent = NULL;
  const OrtGraph* bodies[2] = {NULL, NULL};
  const char* names[2] = {"", ""};
  const OrtValueInfo* values[2] = {NULL, NULL};
  bool outer = false;
  expect(good(api->Node_GetNumSubgraphs(choose, &count)) && count == 2, "two bodies");
  expect(good(api->Node_GetSubgraphs(choose, bodies, 2, names)) && strcmp(names[0], "then_branch") == 0,
         "by attribute");
  expect(good(api->Graph_GetParentNode(bodies[1], &parent)) && parent == choose, "of the node");
  expect(good(api->Node_GetNumImplicitInputs(choose, &count)) && count == 1, "which reads x for them");
  expect(good(api->Node_GetImplicitInputs(choose, values, 1)) && is_named(values[0], "x"), "by name");
  expect(good(api->Node_GetInputs(node_at(bodies[0], 0), values, 2)) && is_named(values[0], "x"),
         "inside too");
  expect(good(api->ValueInfo_IsFromOuterScope(values[0], &outer)) && outer, "where it comes from outside");
  api->ReleaseGraph(graph);
  remove("if.onnx");
}

static void check_inspection(void) {
  static float w[2] = {10, 20};
  if (!refuses_null()) return;
  const char* domain = "";
  const int opset = 17;
  OrtModel* model = NULL;
  OrtGraph* graph = scale_graph(w);
  expect(good(editor->CreateModel(&domain, &opset, 1, &model)) && good(editor->AddGraphToModel(model, graph)),
         "model");
  check_scale_graph(graph);
  api->ReleaseModel(model);
  OpenGraph open = (OpenGraph)api->GetExperimentalFunction("Sardonyx_OpenGraph");
  Bytes bytes = scale_model();
  if (!expect(open != NULL && write_file("scale.onnx", &bytes), "graphs of files")) return;
  expect(good(open("scale.onnx", &graph)), "graph of a file");
  check_scale_graph(graph);
  api->ReleaseGraph(graph);
  remove("scale.onnx");
  expect(code_of(open("nothing.onnx", &graph)) == ORT_NO_SUCHFILE, "no such file");
  check_bodies(open);
}

int main(void) {
  char folder[] = "/tmp/editor_client_XXXXXX";
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  if (mkdtemp(folder) == NULL || chdir(folder) != 0) return 1;
  editor = api->GetModelEditorApi();
  expect(good(api->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "editor", &env)), "environment");
  check_types();
  check_editor();
  check_attributes();
  check_augmenting();
  check_inspection();
  api->ReleaseEnv(env);
  if (chdir("/") == 0) rmdir(folder);
  return summary();
}
