// Looking at graphs. What a program has built is shown by ONNX Runtime in part only; there these say that they cannot.
#include <cstring>

#include "client.h"

namespace client {

namespace {

bool shows_all() { return std::strstr(Ort::GetApi().GetBuildInfoString(), "engine=sardonyx") != nullptr; }

// Does the function do it? Another library may say that it does not show this of graphs that are built.
template <typename Function>
bool shown(Function&& function) {
  if (shows_all()) {
    function();
    return true;
  }
  return code_of(function) == ORT_OK;
}

Ort::ValueInfo rows(const char* name) {
  const std::vector<int64_t> dims{-1, 2};
  const std::vector<std::string> names{"n", ""};
  const Ort::TensorTypeAndShapeInfo info(ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, dims, &names);
  return Ort::ValueInfo(name, Ort::TypeInfo::CreateTensorInfo(info.GetConst()).GetConst());
}

// y = LeakyRelu(x, 0.5) * w
Ort::Graph two_nodes() {
  Ort::Graph graph;
  std::vector<Ort::ValueInfo> inputs, outputs;
  inputs.push_back(rows("x"));
  outputs.push_back(rows("y"));
  graph.SetInputs(inputs);
  graph.SetOutputs(outputs);
  const float alpha = 0.5F;
  std::vector<Ort::OpAttr> attributes;
  attributes.emplace_back("alpha", &alpha, 1, ORT_OP_ATTR_FLOAT);
  Ort::Node leaky("LeakyRelu", "", "leaky", {"x"}, {"positive"}, attributes);
  Ort::Node product("Mul", "", "product", {"positive", "w"}, {"y"});
  graph.AddNode(leaky);
  graph.AddNode(product);
  Ort::AllocatorWithDefaultOptions allocator;
  const int64_t dims[] = {2};
  Ort::Value w = Ort::Value::CreateTensor<float>(allocator, dims, 1);
  w.GetTensorMutableData<float>()[0] = 10;
  w.GetTensorMutableData<float>()[1] = 100;
  graph.AddInitializer("w", w, false);
  return graph;
}

void check_node_alone() {
  const float alpha = 0.5F;
  std::vector<Ort::OpAttr> attributes;
  attributes.emplace_back("alpha", &alpha, 1, ORT_OP_ATTR_FLOAT);
  const Ort::Node node("LeakyRelu", "", "leaky", {"x"}, {"y"}, attributes);
  expect_equal(node.GetOperatorType(), std::string("LeakyRelu"), "operator of a node");
  expect_equal(node.GetName(), std::string("leaky"), "name of a node");
  expect_equal(node.GetDomain(), std::string(), "domain of a node");
  const Ort::ValueInfo value = rows("x");
  expect_equal(value.GetName(), std::string("x"), "name of a value");
  expect_equal(value.TypeInfo().GetTensorTypeAndShapeInfo().GetShape(), std::vector<int64_t>{-1, 2},
               "its shape");
  expect_equal(std::string(value.TypeInfo().GetTensorTypeAndShapeInfo().GetSymbolicDimensions()[0]),
               std::string("n"), "a size's name");
}

void check_values_of(const Ort::Graph& graph) {
  shown([&] {
    const std::vector<Ort::ConstValueInfo> inputs = graph.GetInputs(), outputs = graph.GetOutputs();
    expect(inputs.size() == 1 && inputs[0].GetName() == "x", "the input");
    expect(outputs.size() == 1 && outputs[0].GetName() == "y", "the output");
    shown([&] {
      expect(inputs[0].IsRequiredGraphInput() && !inputs[0].IsOptionalGraphInput() &&
                 !inputs[0].IsGraphOutput() && !inputs[0].IsConstantInitializer() &&
                 !inputs[0].IsFromOuterScope(),
             "what the input is");
      expect(outputs[0].IsGraphOutput() && !outputs[0].IsRequiredGraphInput(), "what the output is");
      expect(inputs[0].GetProducerNode().node == nullptr, "nobody makes the input");
      expect_equal(outputs[0].GetProducerNode().node.GetName(), std::string("product"),
                   "who makes the output");
      const auto consumers = inputs[0].GetConsumers();
      expect(consumers.size() == 1 && consumers[0].index == 0 && consumers[0].node.GetName() == "leaky",
             "who reads the input");
    });
  });
  shown([&] {
    const std::vector<Ort::ConstValueInfo> initializers = graph.GetInitializers();
    expect(initializers.size() == 1 && initializers[0].GetName() == "w" &&
               initializers[0].IsConstantInitializer(),
           "the initializer");
    Ort::ConstValue content;
    expect(initializers[0].GetInitializer(content).IsOK() && content.GetTensorData<float>()[1] == 100,
           "what it holds");
    Ort::ExternalInitializerInfo file(nullptr);
    expect(initializers[0].GetExternalInitializerInfo(file).IsOK() && file == nullptr, "it lies in no file");
  });
}

void check_nodes_of(const Ort::Graph& graph) {
  shown([&] {
    const std::vector<Ort::ConstNode> nodes = graph.GetNodes();
    expect(nodes.size() == 2, "two nodes");
    expect(nodes[0].GetId() != nodes[1].GetId() && nodes[0].GetOperatorType() == "LeakyRelu",
           "the first one");
    expect(nodes[1].GetInputs().size() == 2 && nodes[1].GetInputs()[1].GetName() == "w",
           "what the second one reads");
    expect(nodes[1].GetOutputs().size() == 1 && nodes[1].GetOutputs()[0].GetName() == "y", "what it makes");
    expect(nodes[0].GetImplicitInputs().empty() && nodes[0].GetSubgraphs().empty(), "it has no bodies");
    const std::vector<Ort::ConstOpAttr> attributes = nodes[0].GetAttributes();
    float alpha = 0;
    expect(attributes.size() == 1 && attributes[0].GetName() == "alpha" &&
               attributes[0].GetType() == ORT_OP_ATTR_FLOAT && attributes[0].GetValue(alpha).IsOK() &&
               alpha == 0.5F,
           "its attribute");
    Ort::ConstOpAttr none;
    expect(!nodes[0].GetAttributeByName("beta", none).IsOK(), "it has no other");
    expect_equal(nodes[0].GetEpName(), std::string(), "nobody was given it yet");
    const Ort::Graph view = graph.GetGraphView({nodes[1]});
    expect(view.GetNodes().size() == 1 && view.GetNodes()[0].GetName() == "product", "a view of one node");
    expect(view.GetInputs().size() == 1 && view.GetInputs()[0].GetName() == "positive",
           "what the view reads");
  });
}

}  // namespace

void check_graphs(const Client&) {
  check_node_alone();
  const Ort::Graph graph = two_nodes();
  expect(!graph.GetName().empty() && graph.GetModelPath().empty(), "a graph without a file");
  expect(shown([&] { expect(graph.GetParentNode() == nullptr, "it is in no node"); }) || !shows_all(),
         "its place");
  check_values_of(graph);
  check_nodes_of(graph);
}

}  // namespace client
