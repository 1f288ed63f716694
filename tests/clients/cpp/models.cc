// Models that programs build, node by node, and models that they extend.
#include "client.h"

namespace client {

namespace {

Ort::TypeInfo floats(const std::vector<int64_t>& dims, const std::vector<std::string>& names) {
  const Ort::TensorTypeAndShapeInfo info(ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, dims, &names);
  return Ort::TypeInfo::CreateTensorInfo(info.GetConst());
}

std::vector<Ort::ValueInfo> infos(const char* name, const Ort::TypeInfo& type) {
  std::vector<Ort::ValueInfo> list;
  list.emplace_back(std::string(name), type.GetConst());
  return list;
}

// y = LeakyRelu(x, 0.5) * w.
Ort::Graph leaky_graph(std::vector<float>& weights) {
  Ort::Graph graph;
  const Ort::TypeInfo type = floats({-1, 2}, {"rows", ""});
  std::vector<Ort::ValueInfo> inputs = infos("x", type), outputs = infos("y", type);
  expect(inputs[0].GetName() == "x" && inputs[0].TypeInfo().GetONNXType() == ONNX_TYPE_TENSOR,
         "an input to be");
  graph.SetInputs(inputs);
  graph.SetOutputs(outputs);
  expect(static_cast<OrtValueInfo*>(inputs[0]) == nullptr, "it is the graph's now");

  const float alpha = 0.5F;
  std::vector<Ort::OpAttr> attributes;
  attributes.emplace_back("alpha", &alpha, 1, ORT_OP_ATTR_FLOAT);
  Ort::Node leaky("LeakyRelu", "", "leaky", {"x"}, {"positive"}, attributes);
  Ort::Node product("Mul", "", "product", {"positive", "w"}, {"y"});
  graph.AddNode(leaky);
  graph.AddNode(product);
  Ort::AllocatorWithDefaultOptions allocator;
  const int64_t dims[] = {2};
  Ort::Value initializer = Ort::Value::CreateTensor<float>(allocator, dims, 1);
  std::copy(weights.begin(), weights.end(), initializer.GetTensorMutableData<float>());
  graph.AddInitializer("w", initializer, false);
  expect(static_cast<OrtNode*>(leaky) == nullptr && static_cast<OrtValue*>(initializer) == nullptr,
         "nodes and initializers are, too");
  return graph;
}

void build(const Client& client) {
  std::vector<float> weights = {10, 100}, x = {1, -2, -3, 4};
  Ort::Graph graph = leaky_graph(weights);
  Ort::Model model(std::vector<Ort::Model::DomainOpsetPair>{{"", 18}});
  model.AddGraph(graph);
  expect(static_cast<OrtGraph*>(graph) == nullptr, "the graph is the model's now");
  Ort::Session session(client.env, model, Ort::SessionOptions{});
  const Ort::Value y = run(session, "x", tensor(x, {2, 2}), "y");
  expect(elements<float>(y) == std::vector<float>{10, -100, -15, 400}, "a model that was built");
  expect_equal(session.GetOpset(""), 18, "its opset");
  expect(session.GetOpset("ai.onnx.ml") == 5 && session.GetOpset("com.microsoft") == 1,
         "opsets of domains that it does not import");
  const std::vector<Ort::ValueInfo> inputs = session.GetInputs();
  expect(
      inputs.size() == 1 && inputs[0].GetName() == "x" &&
          std::string(inputs[0].TypeInfo().GetTensorTypeAndShapeInfo().GetSymbolicDimensions()[0]) == "rows",
      "its input");
  expect_equal(session.GetOutputs().at(0).GetName(), std::string("y"), "its output");
}

// linear.onnx with one node more: z = -y.
void extend(const Client& client) {
  const Ort::SessionOptions options;
  Ort::Session session =
      Ort::Session::CreateModelEditorSession(client.env, Client::path("linear").c_str(), options);
  Ort::Graph graph;
  std::vector<Ort::ValueInfo> outputs = infos("z", floats({-1, 3}, {"N", ""}));
  graph.SetOutputs(outputs);
  Ort::Node negate("Neg", "", "negate", {"y"}, {"z"});
  graph.AddNode(negate);
  Ort::Model model(std::vector<Ort::Model::DomainOpsetPair>{{"", session.GetOpset("")}});
  model.AddGraph(graph);
  session.FinalizeModelEditorSession(model, options);
  std::vector<float> x = {1, 1, 1};
  const Ort::Value z = run(session, "x", tensor(x, {1, 3}), "z");
  expect(elements<float>(z) == std::vector<float>{-11, -22, -33}, "a model that was extended");
}

}  // namespace

void check_models(const Client& client) {
  build(client);
  extend(client);
}

}  // namespace client
