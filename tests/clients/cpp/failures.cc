// The codes of models that are refused and of runs that fail: programs decide by them what to do next.
#include <fstream>
#include <iterator>

#include "client.h"

namespace client {

namespace {

std::string bytes_of(const char* model) {
  std::ifstream file(Client::path(model), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// The model "linear" with some of its bytes exchanged for as many others, wherever they are.
std::string linear_with(const std::string& from, const std::string& to) {
  std::string bytes = bytes_of("linear");
  for (size_t at = bytes.find(from); at != std::string::npos; at = bytes.find(from, at + to.size()))
    bytes.replace(at, from.size(), to);
  expect(bytes != bytes_of("linear") && from.size() == to.size(), "the model has what is exchanged");
  return bytes;
}

struct Broken {
  const char* what;
  std::string from, to;
  OrtErrorCode code;
};

void check_broken_models(const Client& client) {
  const Broken broken[] = {
      {"an operator that nobody knows", {"\x22\x03Mul"}, {"\x22\x03Mvl"}, ORT_INVALID_GRAPH},
      {"an input of a node that is nowhere", {"\x0a\x01p"}, {"\x0a\x01q"}, ORT_INVALID_ARGUMENT},
      {"a name that two nodes make", {"\x12\x01y"}, {"\x12\x01p"}, ORT_FAIL},
      {"an output that no node makes", {"\x12\x01y"}, {"\x12\x01z"}, ORT_FAIL},
      {"a later opset", {"\x10\x14"}, {"\x10\x63"}, ORT_FAIL},
      {"a later IR version", {"\x08\x09\x12"}, {"\x08\x63\x12"}, ORT_FAIL},
      {"a weight with bytes missing", {"\x08\x03\x10\x01"}, {"\x08\x04\x10\x01"}, ORT_FAIL}};
  for (const Broken& b : broken) {
    const std::string model = linear_with(b.from, b.to);
    expect_equal(
        code_of([&] { Ort::Session(client.env, model.data(), model.size(), Ort::SessionOptions{}); }), b.code,
        b.what);
  }
}

void check_old_models(const Client& client) {
  // Before IR version 4 every initializer was listed as an input and none could be overridden.
  const std::string old = linear_with("\x08\x09\x12", "\x08\x03\x12");
  Ort::Session session(client.env, old.data(), old.size(), Ort::SessionOptions{});
  expect_equal(session.GetOverridableInitializerCount(), size_t{0}, "no defaults in an old model");
  std::vector<float> x = {1, 2, 3};
  std::vector<Ort::Value> inputs;
  inputs.push_back(tensor(x, {1, 3}));
  inputs.push_back(tensor(x, {3}));
  const char* names[] = {"x", "b"};
  const char* wanted = "y";
  const auto run = [&](size_t count) {
    return session.Run(Ort::RunOptions{nullptr}, names, inputs.data(), count, &wanted, 1);
  };
  expect(elements<float>(run(1)[0]) == std::vector<float>{11, 42, 93}, "its own weights count");
  expect_equal(code_of([&] { run(2); }), ORT_INVALID_ARGUMENT, "which nobody overrides");

  const std::string nameless = linear_with("\x28\x07", "\x60\x07");  // a field that is none
  const Ort::Session other(client.env, nameless.data(), nameless.size(), Ort::SessionOptions{});
  expect_equal(other.GetModelMetadata().GetVersion(), INT64_MAX, "a model without a version");
}

// A model of one node whose inputs are vectors or matrices of floats, or of int64 where the letter is i.
Ort::Session one_node(const Client& client, const char* op, const std::string& kinds, int rank,
                      int64_t size) {
  Ort::Graph graph;
  std::vector<Ort::ValueInfo> inputs, outputs;
  std::vector<std::string> names;
  const auto info = [](const std::string& name, ONNXTensorElementDataType type,
                       const std::vector<int64_t>& shape) {
    const Ort::TensorTypeAndShapeInfo tensor_info(type, shape);
    return Ort::ValueInfo(name, Ort::TypeInfo::CreateTensorInfo(tensor_info.GetConst()).GetConst());
  };
  for (size_t i = 0; i < kinds.size(); ++i) {
    names.push_back("x" + std::to_string(i));
    const bool number = kinds[i] == 'i';
    std::vector<int64_t> shape(number ? 1 : static_cast<size_t>(rank), size);
    if (size > 0 && !shape.empty()) shape[0] += static_cast<int64_t>(i);  // sizes that do not fit together
    inputs.push_back(info(
        names[i], number ? ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64 : ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, shape));
  }
  outputs.push_back(
      info("y", ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, std::vector<int64_t>(static_cast<size_t>(rank), -1)));
  Ort::Node node(op, "", "node", names, {"y"});
  graph.SetInputs(inputs);
  graph.SetOutputs(outputs);
  graph.AddNode(node);
  Ort::Model model(std::vector<Ort::Model::DomainOpsetPair>{{"", 20}});
  model.AddGraph(graph);
  return Ort::Session(client.env, model, Ort::SessionOptions{});
}

void check_failing_runs(const Client& client) {
  struct Failing {
    const char *op, *kinds;
    int rank;
    OrtErrorCode code;
  };
  const Failing failing[] = {{"Add", "ff", 1, ORT_FAIL},
                             {"Max", "ff", 1, ORT_FAIL},
                             {"MatMul", "ff", 2, ORT_FAIL},
                             {"Gemm", "ff", 2, ORT_INVALID_ARGUMENT},
                             {"Reshape", "fi", 1, ORT_FAIL},
                             {"Gather", "fi", 1, ORT_INVALID_ARGUMENT},
                             {"Tile", "fi", 2, ORT_INVALID_ARGUMENT}};
  for (const Failing& f : failing) {
    Ort::Session session = one_node(client, f.op, f.kinds, f.rank, -1);
    std::vector<float> a(2), b(3), m(6);
    std::vector<int64_t> index = {7};
    std::vector<Ort::Value> values;
    values.push_back(f.rank == 2 ? tensor(m, {2, 3}) : tensor(a, {2}));
    if (f.kinds[1] == 'i') {
      values.push_back(tensor(index, {1}));
    } else {
      values.push_back(f.rank == 2 ? tensor(m, {2, 3}) : tensor(b, {3}));
    }
    const char* names[] = {"x0", "x1"};
    const char* wanted = "y";
    expect_equal(code_of([&] { session.Run(Ort::RunOptions{nullptr}, names, values.data(), 2, &wanted, 1); }),
                 f.code, std::string("a run that fails in ") + f.op);
  }
  for (const char* op : {"Add", "MatMul", "Gemm"})
    expect_equal(code_of([&] { one_node(client, op, "ff", 2, 4); }), ORT_FAIL,
                 std::string("sizes known beforehand that do not fit together: ") + op);
}

}  // namespace

void check_codes(const Client& client) {
  check_broken_models(client);
  check_old_models(client);
  check_failing_runs(client);
}

}  // namespace client
