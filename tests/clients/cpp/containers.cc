// Sequences and maps, made and run.
#include "client.h"

namespace client {

namespace {

void check_sequence_values() {
  Ort::AllocatorWithDefaultOptions allocator;
  std::vector<float> first = {1, 2}, second = {3};
  std::vector<Ort::Value> parts;
  parts.push_back(tensor(first, {2}));
  parts.push_back(tensor(second, {1}));
  const Ort::Value sequence = Ort::Value::CreateSequence(parts);
  expect(sequence.GetCount() == 2 && !sequence.IsTensor(), "a sequence");
  expect(sequence.GetTypeInfo().GetONNXType() == ONNX_TYPE_SEQUENCE, "its type");
  Ort::Value element = sequence.GetValue(0, allocator);
  element.GetTensorMutableData<float>()[0] = 9;
  expect(elements<float>(sequence.GetValue(0, allocator)) == std::vector<float>{1, 2}, "it gives copies");
  expect(code_of([&] { sequence.GetValue(2, allocator); }) != ORT_OK, "no such element");
  expect_equal(code_of([&] { sequence.GetTensorRawData(); }), ORT_RUNTIME_EXCEPTION,
               "a sequence has no elements");
}

Ort::Value map_of(const std::vector<const char*>& keys, std::vector<float>& values) {
  const Ort::Value key_tensor = texts(keys);
  const Ort::Value value_tensor = tensor(values, {static_cast<int64_t>(values.size())});
  return Ort::Value::CreateMap(key_tensor, value_tensor);
}

void check_map_values() {
  Ort::AllocatorWithDefaultOptions allocator;
  std::vector<float> values = {2, 1};
  const Ort::Value map = map_of({"zebra", "ant"}, values);
  const Ort::TypeInfo type = map.GetTypeInfo();
  expect(map.GetCount() == 2 && type.GetONNXType() == ONNX_TYPE_MAP, "a map");
  expect_equal(type.GetMapTypeInfo().GetMapKeyType(), ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING,
               "type of the keys");
  expect_equal(type.GetMapTypeInfo().GetMapValueType().GetTensorTypeAndShapeInfo().GetElementType(),
               ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, "type of the values");
  const Ort::Value keys = map.GetValue(0, allocator);
  expect(keys.GetStringTensorElement(0) == "ant" && keys.GetStringTensorElement(1) == "zebra",
         "keys in order");
  expect(elements<float>(map.GetValue(1, allocator)) == std::vector<float>{1, 2}, "their values");
}

void run_sequences(const Client& client) {
  Ort::AllocatorWithDefaultOptions allocator;
  Ort::Session session = client.session("sequences");
  const Ort::TypeInfo type = session.GetInputTypeInfo(2);
  expect(type.GetONNXType() == ONNX_TYPE_SEQUENCE, "an input that is a sequence");
  expect_equal(type.GetSequenceTypeInfo().GetSequenceElementType().GetONNXType(), ONNX_TYPE_TENSOR,
               "of tensors");
  std::vector<float> a = {1, 2}, b = {3};
  std::vector<int64_t> index = {1};
  std::vector<Ort::Value> parts;
  parts.push_back(tensor(a, {2}));
  parts.push_back(tensor(b, {1}));
  std::vector<Ort::Value> inputs;
  inputs.push_back(tensor(a, {2}));
  inputs.push_back(tensor(b, {1}));
  inputs.push_back(Ort::Value::CreateSequence(parts));
  inputs.push_back(tensor(index, {}));
  const char* names[] = {"a", "b", "given", "i"};
  const char* wanted[] = {"q", "e"};
  const std::vector<Ort::Value> outputs =
      session.Run(Ort::RunOptions{nullptr}, names, inputs.data(), inputs.size(), wanted, 2);
  expect(outputs[0].GetCount() == 2 && elements<float>(outputs[0].GetValue(1, allocator)) == b,
         "a sequence from a run");
  expect(elements<float>(outputs[1]) == b, "an element of a sequence");
}

// Of the tensors in a sequence or an optional value too the model says the shape.
void check_shapes_inside(const Client& client) {
  const Ort::TypeInfo given = client.session("sequences").GetInputTypeInfo(2);
  const Ort::TypeInfo held = given.GetSequenceTypeInfo().GetSequenceElementType();
  expect(held.GetTensorTypeAndShapeInfo().GetShape() == std::vector<int64_t>{-1}, "shape of elements");
  const Ort::Session session(client.env, CLIENT_SOURCE "/models/optional.onnx", Ort::SessionOptions{});
  const Ort::TypeInfo maybe = session.GetInputTypeInfo(0);
  const Ort::TypeInfo some = maybe.GetOptionalTypeInfo().GetOptionalElementType();
  const auto type = some.GetTensorTypeAndShapeInfo();
  expect(type.GetShape() == std::vector<int64_t>{-1} && type.HasShape() &&
             std::string(type.GetSymbolicDimensions()[0]) == "n",
         "shape of what an optional value holds");
}

void run_maps(const Client& client) {
  Ort::AllocatorWithDefaultOptions allocator;
  Ort::Session session = client.session("maps");
  expect(session.GetInputTypeInfo(0).GetONNXType() == ONNX_TYPE_MAP, "an input that is a map");
  std::vector<float> counts = {5, 7}, scores = {0.25F, 0.75F};
  std::vector<Ort::Value> inputs;
  inputs.push_back(map_of({"c", "a"}, counts));
  inputs.push_back(tensor(scores, {1, 2}));
  const char* names[] = {"m", "scores"};
  const char* wanted[] = {"v", "z"};
  const std::vector<Ort::Value> outputs =
      session.Run(Ort::RunOptions{nullptr}, names, inputs.data(), inputs.size(), wanted, 2);
  expect(elements<float>(outputs[0]) == std::vector<float>{7, 0, 5}, "a map as a vector");
  std::vector<int64_t> numbers = {1, 2};
  inputs[0] = Ort::Value::CreateMap(tensor(numbers, {2}), tensor(counts, {2}));
  const auto run = [&] { session.Run(Ort::RunOptions{nullptr}, names, inputs.data(), 2, wanted, 2); };
  expect_equal(code_of(run), ORT_INVALID_ARGUMENT, "a map with keys of another type");
  expect_equal(code_of([&] { inputs[0].GetTensorRawData(); }), ORT_FAIL, "a map has no elements");
  const Ort::Value row = outputs[1].GetValue(0, allocator);
  expect_equal(row.GetValue(0, allocator).GetStringTensorElement(1), std::string("dog"), "a label");
  expect(elements<float>(row.GetValue(1, allocator)) == scores, "scores by label");
}

}  // namespace

void check_containers(const Client& client) {
  check_sequence_values();
  check_map_values();
  run_sequences(client);
  check_shapes_inside(client);
  run_maps(client);
}

}  // namespace client
