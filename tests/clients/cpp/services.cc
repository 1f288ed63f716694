// What surrounds runs: threads, profiles, copies, models compiled ahead of time.
#include <atomic>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <thread>

#include "client.h"

namespace client {

namespace {

std::atomic<int> started{0}, joined{0};

OrtCustomThreadHandle start(void* options, OrtThreadWorkerFn work, void* param) {
  started += *static_cast<int*>(options);
  return reinterpret_cast<OrtCustomThreadHandle>(new std::thread(work, param));
}

void join(OrtCustomThreadHandle handle) {
  auto* thread = reinterpret_cast<std::thread*>(const_cast<OrtCustomHandleType*>(handle));
  thread->join();
  delete thread;
  ++joined;
}

void run_on_own_threads(const Client& client) {
  int one = 1;
  std::vector<float> x = {1, 1, 1};
  {
    Ort::SessionOptions options;
    options.SetCustomCreateThreadFn(start).SetCustomThreadCreationOptions(&one).SetCustomJoinThreadFn(join);
    options.SetIntraOpNumThreads(3);
    Ort::Session session = client.session("linear", options);
    expect_equal(run(session, "x", tensor(x, {1, 3}), "y").GetTensorData<float>()[0], 11.0F, "own threads");
  }
  expect(started == 2 && joined == 2, "the caller and two threads of the program's make three");

  Ort::SessionOptions shared;  // the client's environment has pools for all
  shared.DisablePerSessionThreads();
  Ort::Session session = client.session("linear", shared);
  expect_equal(run(session, "x", tensor(x, {1, 3}), "y").GetTensorData<float>()[1], 22.0F, "threads of all");
}

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void profile(const Client& client) {
  Ort::AllocatorWithDefaultOptions allocator;
  Ort::SessionOptions options;
  options.EnableProfiling("cpp_api_client");
  Ort::Session session = client.session("linear", options);
  std::vector<float> x = {1, 1, 1};
  run(session, "x", tensor(x, {1, 3}), "y");
  expect(session.GetProfilingStartTimeNs() > 0, "when the profile began");
  const std::string file = session.EndProfilingAllocated(allocator).get();
  expect(file.rfind("cpp_api_client_", 0) == 0 && contains(file, ".json"), "name of the profile");
  const std::string text = content(file);
  expect(text.rfind("[", 0) == 0 && contains(text, "\"dur\"") && contains(text, "Node"), "events of nodes");
  std::remove(file.c_str());
  Ort::Session plain = client.session("linear");
  expect_equal(std::string(plain.EndProfilingAllocated(allocator).get()), std::string(),
               "nothing was profiled");
}

void copy_nothing(const Client& client) {
  std::vector<float> from = {1, 2};
  std::vector<Ort::Value> one, none;
  one.push_back(tensor(from, {2}));
  expect_equal(client.env.CopyTensors(one, none, nullptr).GetErrorCode(), ORT_INVALID_ARGUMENT,
               "none to copy to");
  expect(client.env.CopyTensors(none, none, nullptr).IsOK(), "nothing to copy");
}

}  // namespace

void check_compile(const Client& client) {
  const Ort::SessionOptions options;
  Ort::AllocatorWithDefaultOptions allocator;
  void* bytes = nullptr;
  size_t size = 0;
  Ort::ModelCompilationOptions compilation(client.env, options);
  compilation.SetInputModelPath(Client::path("linear").c_str())
      .SetOutputModelBuffer(allocator, &bytes, &size)
      .SetEpContextEmbedMode(true);
  const Ort::Status done = Ort::CompileModel(client.env, compilation);
  expect(done.IsOK() && bytes != nullptr && size > 0, "a compiled model");
  if (!done.IsOK()) return;
  const Ort::MemoryAllocation owner(allocator, bytes, size);
  Ort::Session session(client.env, bytes, size, options);
  std::vector<float> x = {1, 1, 1};
  expect_equal(run(session, "x", tensor(x, {1, 3}), "y").GetTensorData<float>()[2], 33.0F, "it runs");

  Ort::ModelCompilationOptions nothing(client.env, options);
  expect(!Ort::CompileModel(client.env, nothing).IsOK(), "no model to compile");
}

void check_services(const Client& client) {
  run_on_own_threads(client);
  profile(client);
  copy_nothing(client);
}

}  // namespace client
