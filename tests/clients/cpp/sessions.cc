// Sessions: loading, what a model says of itself, failures.
#include <fstream>
#include <iterator>

#include "client.h"

namespace client {

namespace {

void check_signature(const Ort::Session& session) {
  Ort::AllocatorWithDefaultOptions allocator;
  expect(session.GetInputNames() == std::vector<std::string>{"x"}, "input names");
  expect(session.GetOutputNames() == std::vector<std::string>{"y", "s"}, "output names");
  expect(session.GetOverridableInitializerNames() == std::vector<std::string>{"b"}, "overridable names");
  expect(session.GetInputCount() == 1 && session.GetOutputCount() == 2 &&
             session.GetOverridableInitializerCount() == 1,
         "counts");
  const Ort::AllocatedStringPtr name = session.GetOutputNameAllocated(1, allocator);
  expect_equal(std::string(name.get()), std::string("s"), "a name from an allocator");
  expect_equal(code_of([&] { session.GetInputNameAllocated(1, allocator); }), ORT_FAIL, "no such input");

  const Ort::TypeInfo type = session.GetInputTypeInfo(0);
  const Ort::ConstTensorTypeAndShapeInfo tensor_type = type.GetTensorTypeAndShapeInfo();
  expect(type.GetONNXType() == ONNX_TYPE_TENSOR, "the input is a tensor");
  expect(tensor_type.GetElementType() == ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, "of floats");
  expect(tensor_type.GetShape() == std::vector<int64_t>{-1, 3}, "of shape N x 3");
  const std::vector<const char*> symbols = tensor_type.GetSymbolicDimensions();
  expect(symbols.size() == 2 && std::string(symbols[0]) == "N" && std::string(symbols[1]).empty(),
         "N has a name");
  expect(session.GetOutputTypeInfo(1).GetTensorTypeAndShapeInfo().GetElementType() ==
             ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64,
         "the second output holds int64");
  expect(session.GetOverridableInitializerTypeInfo(0).GetTensorTypeAndShapeInfo().GetShape() ==
             std::vector<int64_t>{3},
         "shape of the overridable initializer");
  expect(type.GetSequenceTypeInfo() == nullptr && type.GetMapTypeInfo() == nullptr, "it is nothing else");
}

void check_metadata(const Ort::Session& session) {
  Ort::AllocatorWithDefaultOptions allocator;
  const Ort::ModelMetadata metadata = session.GetModelMetadata();
  const auto text = [](Ort::AllocatedStringPtr owner) { return std::string(owner.get()); };
  expect_equal(text(metadata.GetProducerNameAllocated(allocator)), std::string("maker"), "producer");
  expect_equal(text(metadata.GetGraphNameAllocated(allocator)), std::string("linear"), "graph");
  expect_equal(text(metadata.GetDomainAllocated(allocator)), std::string("domain.of.model"), "domain");
  expect_equal(text(metadata.GetDescriptionAllocated(allocator)), std::string("what it is"), "description");
  expect_equal(text(metadata.GetGraphDescriptionAllocated(allocator)), std::string("the graph of linear"),
               "description of the graph");
  expect_equal(metadata.GetVersion(), int64_t{7}, "version of the model");
  expect_equal(text(metadata.LookupCustomMetadataMapAllocated("k", allocator)), std::string("v"),
               "own entry");
  expect(metadata.LookupCustomMetadataMapAllocated("none", allocator) == nullptr, "no such entry");
  expect_equal(metadata.GetCustomMetadataMapKeysAllocated(allocator).size(), size_t{2}, "two entries");
}

void check_failures(const Client& client) {
  const Ort::SessionOptions options;
  const auto load = [&](const std::string& bytes) {
    return [&client, &options, bytes] { Ort::Session(client.env, bytes.data(), bytes.size(), options); };
  };
  const auto missing = [&] { Ort::Session(client.env, "no such model.onnx", options); };
  expect_equal(code_of(missing), ORT_NO_SUCHFILE, "no such file");
  expect(contains(message_of(missing), "no such model.onnx"), "its name is in the message");
  expect_equal(code_of(load("these are no bytes of a model")), ORT_INVALID_PROTOBUF, "no protobuf");
  expect_equal(code_of(load(std::string("\x10\0\0\0ORTM and no flat buffer", 28))), ORT_FAIL,
               "a broken .ort");
  expect_equal(code_of(load("")), ORT_INVALID_ARGUMENT, "no bytes");
}

}  // namespace

void check_sessions(const Client& client) {
  Ort::Session session = client.session("linear");
  check_signature(session);
  check_metadata(session);
  check_failures(client);

  std::ifstream file(Client::path("linear"), std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const Ort::Session from_bytes(client.env, bytes.data(), bytes.size(), Ort::SessionOptions{nullptr});
  bytes.assign(bytes.size(), '\0');  // the session has its own
  expect_equal(from_bytes.GetInputCount(), size_t{1}, "a session from bytes, without options");

  Ort::Session moved = std::move(session);
  expect(static_cast<OrtSession*>(session) == nullptr && moved.GetConst().GetOutputCount() == 2,
         "a session moved");
  Ort::PrepackedWeightsContainer container;
  const Ort::Session other(client.env, Client::path("linear").c_str(), Ort::SessionOptions{}, container);
  expect_equal(other.GetOutputCount(), size_t{2}, "a session with shared weights");
  expect_equal(other.GetMemoryInfoForInputs().size(), size_t{1}, "memory of inputs");
  expect_equal(other.GetMemoryInfoForOutputs().size(), size_t{2}, "memory of outputs");
  expect(other.GetMemoryInfoForOutputs()[0] == cpu(), "which an arena gives");
  std::vector<float> x = {1, 2, 3};
  expect(run(moved, "x", tensor(x, {1, 3}), "y").GetTensorMemoryInfo() == cpu(), "to outputs of runs too");
  Ort::SessionOptions plain;
  plain.DisableCpuMemArena();
  expect(client.session("linear", plain).GetMemoryInfoForInputs()[0].GetAllocatorType() == OrtDeviceAllocator,
         "unless an option says otherwise");
}

}  // namespace client
