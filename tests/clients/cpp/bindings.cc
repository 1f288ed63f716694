// IoBinding, allocators of sessions, initializers from the program.
#include "client.h"

namespace client {

namespace {

void check_binding(Ort::Session& session) {
  std::vector<float> x = {1, 1, 1}, y(3);
  const Ort::MemoryInfo memory = cpu();
  Ort::IoBinding binding(session);
  binding.BindInput("x", tensor(x, {1, 3}));
  binding.BindOutput("y", tensor(y, {1, 3}));
  binding.BindOutput("s", memory);
  session.Run(Ort::RunOptions{}, binding);
  binding.SynchronizeOutputs();
  expect(y == std::vector<float>{11, 22, 33}, "a bound output");
  expect(binding.GetOutputNames() == std::vector<std::string>{"y", "s"}, "names of bound outputs");
  const std::vector<Ort::Value> values = binding.GetOutputValues();
  expect(values.size() == 2 && elements<int64_t>(values[1]) == std::vector<int64_t>{1, 3},
         "bound to a device");
  x[0] = 2;
  binding.SynchronizeInputs();
  session.Run(Ort::RunOptions{nullptr}, binding);
  expect_equal(y[0], 21.0F, "a run again, with the same binding");
  binding.ClearBoundOutputs();
  expect(binding.GetOutputNames().empty() && binding.GetConst().GetOutputValues().empty(), "nothing bound");
  binding.ClearBoundInputs();
  expect_equal(code_of([&] { binding.BindInput("q", tensor(x, {1, 3})); }), ORT_FAIL,
               "no such input to bind");
}

void check_allocators(Ort::Session& session) {
  const Ort::MemoryInfo memory = cpu();
  Ort::Allocator allocator(session, memory);
  const int64_t shape[] = {1, 3};
  Ort::Value value = Ort::Value::CreateTensor<float>(allocator, shape, 2);
  for (int i = 0; i < 3; ++i) value.GetTensorMutableData<float>()[i] = 1;
  const Ort::Value y = run(session, "x", value, "y");
  expect_equal(y.GetTensorData<float>()[2], 33.0F, "a tensor from the session's allocator");
}

void check_initializers(const Client& client) {
  std::vector<float> bias = {5, 5, 5}, x = {0, 0, 0};
  const Ort::Value value = tensor(bias, {3});
  Ort::SessionOptions options;
  options.AddInitializer("b", value);
  expect_equal(code_of([&] { options.AddInitializer("b", value); }), ORT_INVALID_ARGUMENT, "added twice");
  Ort::Session session = client.session("linear", options);
  expect(elements<float>(run(session, "x", tensor(x, {1, 3}), "y")) == bias,
         "an initializer of the program's");
}

}  // namespace

void check_bindings(const Client& client) {
  Ort::Session session = client.session("linear");
  check_binding(session);
  check_allocators(session);
  check_initializers(client);
}

}  // namespace client
