// Adapters: parameters of a model that a run takes from a file. y = x + w, where w has a default.
#include <cstdio>
#include <fstream>

#include "../c/adapter_bytes.h"
#include "client.h"

namespace client {

namespace {

Ort::ValueInfo three_floats(const char* name) {
  const std::vector<int64_t> dims{3};
  const Ort::TensorTypeAndShapeInfo info(ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, dims);
  return Ort::ValueInfo(name, Ort::TypeInfo::CreateTensorInfo(info.GetConst()).GetConst());
}

Ort::Session adaptable(const Client& client) {
  std::vector<Ort::ValueInfo> inputs, outputs;
  inputs.push_back(three_floats("x"));
  inputs.push_back(three_floats("w"));
  outputs.push_back(three_floats("y"));
  Ort::Graph graph;
  graph.SetInputs(inputs);
  graph.SetOutputs(outputs);
  Ort::Node sum("Add", "", "sum", {"x", "w"}, {"y"});
  graph.AddNode(sum);
  Ort::Model model(std::vector<Ort::Model::DomainOpsetPair>{{"", 18}});
  model.AddGraph(graph);
  return Ort::Session(client.env, model, Ort::SessionOptions{});
}

std::vector<float> run_with(Ort::Session& session, const Ort::RunOptions& options) {
  std::vector<float> x = {1, 2, 3};
  const Ort::Value value = tensor(x, {3});
  const char *in = "x", *out = "y";
  return elements<float>(session.Run(options, &in, &value, 1, &out, 1)[0]);
}

}  // namespace

void check_adapters(const Client& client) {
  Ort::AllocatorWithDefaultOptions allocator;
  Ort::Session session = adaptable(client);
  const std::vector<float> adapted = {11, 22, 33};
  {
    const Ort::LoraAdapter adapter =
        Ort::LoraAdapter::CreateLoraAdapterFromArray(kAdapter, sizeof(kAdapter), nullptr);
    Ort::RunOptions options;
    options.AddActiveLoraAdapter(adapter);
    expect(run_with(session, options) == adapted, "an adapter out of memory");
    expect(run_with(session, options) == adapted, "and once more");
  }
  const std::string path = "cpp_api_client.onnx_adapter";
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(kAdapter), sizeof(kAdapter));
  {
    const Ort::LoraAdapter adapter = Ort::LoraAdapter::CreateLoraAdapter(path, nullptr);
    Ort::RunOptions options;
    options.AddActiveLoraAdapter(adapter);
    expect(run_with(session, options) == adapted, "an adapter out of a file");
  }
  std::remove(path.c_str());
  expect(code_of([&] { run_with(session, Ort::RunOptions{}); }) != ORT_OK, "without an adapter w is missing");
  expect(code_of([&] { Ort::LoraAdapter::CreateLoraAdapter("/no/such.onnx_adapter", nullptr); }) != ORT_OK,
         "no such file");
  expect(code_of([&] { Ort::LoraAdapter::CreateLoraAdapterFromArray(kAdapter, 40, nullptr); }) != ORT_OK,
         "a file that is cut off");
}

}  // namespace client
