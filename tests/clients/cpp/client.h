// What the parts of the C++ client share. Each part is a program as others write them: it sees the public headers only.
#pragma once

#include <onnxruntime_cxx_api.h>  // first, so that it has what it needs

#include <cstdio>
#include <string>
#include <vector>

namespace client {

inline int passed = 0, failed = 0;

inline void expect(bool ok, const std::string& what) {
  ++(ok ? passed : failed);
  if (!ok) std::printf("FAIL: %s\n", what.c_str());
}

template <typename T>
void expect_equal(const T& got, const T& expected, const std::string& what) {
  expect(got == expected, what);
}

// The code that a function fails with; ORT_OK when it does not.
template <typename Function>
OrtErrorCode code_of(Function&& function) {
  try {
    function();
  } catch (const Ort::Exception& e) {
    if (e.what()[0] == '\0') std::printf("an error without a message\n");
    return e.GetOrtErrorCode();
  }
  return ORT_OK;
}

// The message that it fails with, "" when it does not.
template <typename Function>
std::string message_of(Function&& function) {
  try {
    function();
  } catch (const Ort::Exception& e) {
    return e.what();
  }
  return "";
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct Client {
  Ort::Env& env;

  static std::string path(const char* model) {
    return CLIENT_SOURCE "/cpp/models/" + std::string(model) + ".onnx";
  }
  Ort::Session session(const char* model, const Ort::SessionOptions& options = Ort::SessionOptions{}) const {
    return Ort::Session(env, path(model).c_str(), options);
  }
};

inline Ort::MemoryInfo cpu() { return Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault); }

// A tensor over the elements of a vector, which must outlive it.
template <typename T>
Ort::Value tensor(std::vector<T>& elements, const std::vector<int64_t>& shape) {
  const Ort::MemoryInfo info = cpu();
  return Ort::Value::CreateTensor<T>(info, elements.data(), elements.size(), shape.data(), shape.size());
}

inline Ort::Value texts(const std::vector<const char*>& elements) {
  Ort::AllocatorWithDefaultOptions allocator;
  const int64_t shape[] = {static_cast<int64_t>(elements.size())};
  Ort::Value value = Ort::Value::CreateTensor(allocator, shape, 1, ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING);
  value.FillStringTensor(elements.data(), elements.size());
  return value;
}

template <typename T>
std::vector<T> elements(const Ort::Value& value) {
  const T* data = value.GetTensorData<T>();
  return std::vector<T>(data, data + value.GetTensorTypeAndShapeInfo().GetElementCount());
}

// One input, one output.
inline Ort::Value run(Ort::Session& session, const char* input, const Ort::Value& value, const char* output) {
  return std::move(session.Run(Ort::RunOptions{nullptr}, &input, &value, 1, &output, 1)[0]);
}

// The parts.
void check_numbers();
void check_environment(const Client& client);
void check_options(const Client& client);
void check_sessions(const Client& client);
void check_values();
void check_containers(const Client& client);
void check_runs(const Client& client);
void check_bindings(const Client& client);
void check_custom_ops(const Client& client);
void check_kernels(const Client& client);
void check_library(const Client& client);
void check_services(const Client& client);
void check_devices(const Client& client);
void check_compile(const Client& client);
void check_sparse();
void check_models(const Client& client);
void check_adapters(const Client& client);
void check_graphs(const Client& client);
void check_codes(const Client& client);

}  // namespace client
