// A program for ONNX Runtime: runs the model with ones and prints its first output. It names headers in every way that
// programs do.
#include <cpu_provider_factory.h>
#include <onnxruntime/core/providers/cpu/cpu_provider_factory.h>
#include <onnxruntime/core/session/onnxruntime_cxx_api.h>
#include <onnxruntime/onnxruntime_cxx_api.h>
#include <onnxruntime_cxx_api.h>

#include <iostream>

int main(int, char** argv) {
  Ort::Env env;
  Ort::SessionOptions options;
  options.AppendExecutionProvider_CPU(1);
  Ort::Session session(env, argv[1], options);
  float ones[] = {1, 1, 1};
  const int64_t shape[] = {1, 3};
  const auto memory = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
  const Ort::Value x = Ort::Value::CreateTensor<float>(memory, ones, 3, shape, 2);
  const char* in = "x";
  const char* out = "y";
  const auto y = session.Run(Ort::RunOptions{nullptr}, &in, &x, 1, &out, 1);
  const float* numbers = y[0].GetTensorData<float>();
  std::cout << numbers[0] << ' ' << numbers[1] << ' ' << numbers[2] << '\n';
}
