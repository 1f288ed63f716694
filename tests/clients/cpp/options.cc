// Options of sessions and of runs.
#include <onnxruntime_session_options_config_keys.h>

#include "client.h"
#include "cpu_provider_factory.h"

namespace client {

namespace {

void check_entries() {
  Ort::SessionOptions options;
  options.AddConfigEntry(kOrtSessionOptionsConfigDisablePrepacking, "1")
      .AddConfigEntry("own.key", "own value");
  expect_equal(options.GetConfigEntry("own.key"), std::string("own value"), "an entry, read back");
  expect(options.HasConfigEntry("own.key") && !options.HasConfigEntry("nope"), "which entries there are");
  expect_equal(options.GetConfigEntryOrDefault("nope", "standard"), std::string("standard"), "a default");
  expect_equal(code_of([&] { options.GetConfigEntry("nope"); }), ORT_INVALID_ARGUMENT, "no such entry");
  const Ort::SessionOptions copy = options.Clone();
  options.AddConfigEntry("own.key", "changed");
  expect_equal(copy.GetConfigEntry("own.key"), std::string("own value"), "a clone is a copy");
  expect_equal(options.GetUnowned().GetConfigEntry("own.key"), std::string("changed"), "a view is not");

  Ort::CustomOpConfigs configs;
  configs.AddConfig("Op", "key", "first").AddConfig("Op", "key", "last");
  expect_equal(configs.GetFlattenedConfigs().at("custom_op.Op.key"), std::string("last"),
               "settings of operators");
}

void check_run_options() {
  Ort::RunOptions options;
  options.SetRunTag("tag").SetRunLogSeverityLevel(3).SetRunLogVerbosityLevel(2).AddConfigEntry("a", "b");
  expect(std::string(options.GetRunTag()) == "tag" && options.GetRunLogSeverityLevel() == 3 &&
             options.GetRunLogVerbosityLevel() == 2,
         "run options, read back");
  expect(std::string(options.GetConfigEntry("a")) == "b" && options.GetConfigEntry("c") == nullptr,
         "entries of run options");
}

void check_free_dimensions(const Client& client) {
  Ort::SessionOptions options;
  options.AddFreeDimensionOverrideByName("N", -1);
  const Ort::Session session = client.session("linear", options);
  expect(session.GetInputTypeInfo(0).GetTensorTypeAndShapeInfo().GetShape() == std::vector<int64_t>{-1, 3},
         "a size that stays free");
}

// Programs set these by name even where the provider is missing, and go on without it.
void check_absent_providers() {
  Ort::SessionOptions options;
  OrtROCMProviderOptions rocm;
  expect(rocm.device_id == 0 && rocm.gpu_mem_limit == SIZE_MAX && rocm.do_copy_in_default_stream == 1,
         "defaults");
  rocm.device_id = 1;
  expect(code_of([&] { options.AppendExecutionProvider_ROCM(rocm); }) != ORT_OK, "no ROCm");
  OrtCUDAProviderOptions cuda;
  cuda.cudnn_conv_algo_search = OrtCudnnConvAlgoSearchHeuristic;
  cuda.arena_extend_strategy = 1;
  expect(code_of([&] { options.AppendExecutionProvider_CUDA(cuda); }) != ORT_OK, "no CUDA");
  OrtOpenVINOProviderOptions openvino;
  openvino.device_type = "CPU";
  expect(code_of([&] { options.AppendExecutionProvider_OpenVINO(openvino); }) != ORT_OK, "no OpenVINO");
  for (const char* name : {"DML", "QNN", "MIGraphX"})
    expect(
        contains(message_of([&] { options.AppendExecutionProvider(name); }), "not supported in this build"),
        std::string("a provider that is known, but absent: ") + name);
}

}  // namespace

void check_options(const Client& client) {
  check_entries();
  check_run_options();
  check_absent_providers();
  check_free_dimensions(client);
  Ort::ThrowOnError(OrtSessionOptionsAppendExecutionProvider_CPU(Ort::SessionOptions(), 0));

  Ort::SessionOptions options;
  options.SetIntraOpNumThreads(1)
      .SetInterOpNumThreads(1)
      .SetGraphOptimizationLevel(GraphOptimizationLevel::ORT_ENABLE_EXTENDED)
      .SetExecutionMode(ExecutionMode::ORT_SEQUENTIAL)
      .DisableMemPattern()
      .DisableCpuMemArena()
      .SetLogSeverityLevel(4)
      .SetLogId("options")
      .AddFreeDimensionOverrideByName("N", 2);
  options.AppendExecutionProvider_CPU(1);
  expect(!options.GetMemPatternEnabled() && options.GetExecutionMode() == ORT_SEQUENTIAL,
         "options, read back");
  const Ort::Session session = client.session("linear", options);
  expect(session.GetInputTypeInfo(0).GetTensorTypeAndShapeInfo().GetShape() == std::vector<int64_t>{2, 3},
         "a dimension that an option fixed");

  expect_equal(code_of([&] { options.SetGraphOptimizationLevel(static_cast<GraphOptimizationLevel>(7)); }),
               ORT_INVALID_ARGUMENT, "no such level");
  expect_equal(code_of([&] { options.AppendExecutionProvider("Foo", {{"a", "b"}}); }), ORT_INVALID_ARGUMENT,
               "no such provider");
  expect_equal(code_of([&] { options.AddExternalInitializers({"a", "b"}, std::vector<Ort::Value>{}); }),
               ORT_INVALID_ARGUMENT, "names without values");
  expect_equal(code_of([&] { options.RegisterCustomOpsLibrary("no such library.so"); }), ORT_FAIL,
               "no such library of operators");
}

}  // namespace client
