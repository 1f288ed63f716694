// Runs: a trained model, texts, half precision, failures, several at a time, later.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <iterator>
#include <mutex>
#include <thread>

#include "client.h"

namespace client {

namespace {

// Each of the ten pictures shows its number.
void read_digits(const Client& client) {
  std::ifstream file(CLIENT_SOURCE "/models/digits.f32", std::ios::binary);
  std::vector<float> pixels(10 * 64);
  file.read(reinterpret_cast<char*>(pixels.data()),
            static_cast<std::streamsize>(pixels.size() * sizeof(float)));
  Ort::Session session(client.env, CLIENT_SOURCE "/../../examples/digits/digits.onnx", Ort::SessionOptions{});
  const Ort::Value output = run(session, "input", tensor(pixels, {10, 1, 8, 8}), "probability");
  expect(output.GetTensorTypeAndShapeInfo().GetShape() == std::vector<int64_t>{10, 10},
         "ten times ten numbers");
  const std::vector<float> scores = elements<float>(output);
  for (int64_t digit = 0; digit < 10; ++digit) {
    const auto row = scores.begin() + digit * 10;
    expect_equal(std::max_element(row, row + 10) - row, std::ptrdiff_t{digit},
                 "a picture of " + std::to_string(digit));
  }
}

const char* const kIn[] = {"x"};
const char* const kOut[] = {"s", "y"};

void run_linear(Ort::Session& session) {
  std::vector<float> x = {1, 2, 3, 4, 5, 6}, y(6);
  const std::vector<float> right = {11, 42, 93, 41, 102, 183};
  const Ort::Value input = tensor(x, {2, 3});
  std::vector<Ort::Value> outputs;
  outputs.emplace_back(nullptr);
  outputs.push_back(tensor(y, {2, 3}));
  session.Run(Ort::RunOptions{}, kIn, &input, 1, kOut, outputs.data(), 2);
  expect(y == right, "an output of the program's is filled");
  expect(elements<int64_t>(outputs[0]) == std::vector<int64_t>{2, 3}, "one that is missing is made");

  std::vector<float> bias = {0, 0, 1};
  std::vector<Ort::Value> inputs;
  inputs.push_back(tensor(bias, {3}));
  inputs.push_back(tensor(x, {2, 3}));
  const char* names[] = {"b", "x"};
  const std::vector<Ort::Value> replaced =
      session.Run(Ort::RunOptions{nullptr}, names, inputs.data(), 2, kOut + 1, 1);
  expect(elements<float>(replaced[0]) == std::vector<float>{10, 40, 91, 40, 100, 181}, "another bias");
}

void check_faults(Ort::Session& session) {
  std::vector<float> x = {1, 2, 3};
  std::vector<int64_t> whole = {1, 2, 3};
  const char* wrong[] = {"q"};
  const auto attempt = [&](const char* const* names, const Ort::Value& value, const char* const* outputs) {
    return [&session, names, &value, outputs] {
      session.Run(Ort::RunOptions{nullptr}, names, &value, 1, outputs, 1);
    };
  };
  const Ort::Value good = tensor(x, {1, 3}), flat = tensor(x, {3}), wide = tensor(x, {3, 1}),
                   integers = tensor(whole, {1, 3});
  expect_equal(code_of(attempt(wrong, good, kOut)), ORT_INVALID_ARGUMENT, "wrong input name");
  expect(contains(message_of(attempt(wrong, good, kOut)), "q"), "the message names it");
  expect_equal(code_of(attempt(kIn, good, wrong)), ORT_INVALID_ARGUMENT, "wrong output name");
  expect_equal(code_of(attempt(kIn, integers, kOut)), ORT_INVALID_ARGUMENT, "wrong element type");
  const std::string types = message_of(attempt(kIn, integers, kOut));
  expect(contains(types, "int64") && contains(types, "float"), "the message names both types");
  expect_equal(code_of(attempt(kIn, flat, kOut)), ORT_INVALID_ARGUMENT, "wrong rank");
  expect_equal(code_of(attempt(kIn, wide, kOut)), ORT_INVALID_ARGUMENT, "wrong size");
  const auto nothing = [&] { session.Run(Ort::RunOptions{nullptr}, kIn, &good, 1, kOut, 0); };
  expect_equal(code_of(nothing), ORT_INVALID_ARGUMENT, "no output asked for");

  Ort::RunOptions options;
  options.SetTerminate();
  const auto ended = [&] { session.Run(options, kIn, &good, 1, kOut, 2); };
  expect_equal(code_of(ended), ORT_FAIL, "a run that is to end");
  options.UnsetTerminate();
  expect_equal(code_of(ended), ORT_OK, "and goes on");
}

void run_at_once(Ort::Session& session) {
  std::vector<int> wrong(4);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&session, &wrong, t] {
      for (int i = 0; i < 50; ++i) {
        std::vector<float> x(3 * static_cast<size_t>(1 + i % 5), static_cast<float>(t));
        const Ort::Value y = run(session, "x", tensor(x, {1 + i % 5, 3}), "y");
        if (y.GetTensorData<float>()[2] != static_cast<float>(30 * t + 3)) ++wrong[static_cast<size_t>(t)];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  expect(wrong == std::vector<int>(4, 0), "four threads, one session");
}

struct Later {
  std::mutex mutex;
  std::condition_variable done;
  bool called = false;
  std::string error;
  float last = 0;

  static void call(void* self, OrtValue** outputs, size_t count, OrtStatusPtr status) {
    auto& later = *static_cast<Later*>(self);
    const Ort::Status owned(status);
    const std::lock_guard lock(later.mutex);
    if (!owned.IsOK()) {
      later.error = owned.GetErrorMessage();
    } else if (count == 1) {
      later.last = Ort::UnownedValue(outputs[0]).GetTensorData<float>()[2];
    }
    later.called = true;
    later.done.notify_one();
  }
};

void run_later(const Client& client) {
  Ort::SessionOptions options;
  options.SetIntraOpNumThreads(2);
  Ort::Session session = client.session("linear", options);
  std::vector<float> x = {1, 2, 3};
  const Ort::Value input = tensor(x, {1, 3});
  Ort::Value output{nullptr};
  Later later;
  const Ort::RunOptions run_options;
  session.RunAsync(run_options, kIn, &input, 1, kOut + 1, &output, 1, Later::call, &later);
  std::unique_lock lock(later.mutex);
  const bool in_time = later.done.wait_for(lock, std::chrono::seconds(30), [&] { return later.called; });
  expect(in_time && later.error.empty() && later.last == 93, "a run with a callback");
  expect(static_cast<OrtValue*>(output) != nullptr, "its output is the program's");
}

void run_texts(const Client& client) {
  Ort::Session session = client.session("strings");
  const Ort::Value y = run(session, "x", texts({"hello", ""}), "y");
  expect(y.GetStringTensorElement(0) == "hello!" && y.GetStringTensorElement(1) == "!",
         "texts through a model");
}

void run_half(const Client& client) {
  Ort::Session session = client.session("half");
  std::vector<Ort::Float16_t> x = {Ort::Float16_t(1.5F), Ort::Float16_t(-0.25F), Ort::Float16_t(40000.0F)};
  const Ort::Value y = run(session, "x", tensor(x, {3}), "y");
  const auto* sums = y.GetTensorData<Ort::Float16_t>();
  expect(sums[0].ToFloat() == 3.0F && sums[1].ToFloat() == -0.5F && sums[2].IsPositiveInfinity(),
         "half precision through a model");
}

}  // namespace

void check_runs(const Client& client) {
  read_digits(client);
  Ort::Session session = client.session("linear");
  run_linear(session);
  check_faults(session);
  run_at_once(session);
  run_later(client);
  run_texts(client);
  run_half(client);
}

}  // namespace client
