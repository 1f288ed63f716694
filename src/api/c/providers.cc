// Providers: the CPU is always there, every other one is absent.
#include "api/c/session_options.h"
#include "api/c/slots.h"
#include "api/c/status.h"
#include "cpu_provider_factory.h"

namespace sardonyx {

namespace {

OrtStatus* not_built(const char* provider) noexcept {
  return capi::guarded(
      [&] { capi::refuse(ORT_FAIL, "{} execution provider is not enabled in this build.", provider); });
}

// Names that the generic slot knows, beside the CPU's own two.
constexpr const char* kElsewhere[] = {"QNN",    "SNPE",          "XNNPACK",  "OpenVINO", "WEBNN",
                                      "WebGPU", "VSINPU",        "JS",       "VitisAI",  "CoreML",
                                      "AZURE",  "NvTensorRtRtx", "MIGraphX", "DML"};

}  // namespace

OrtStatus* slots::SessionOptionsAppendExecutionProvider(OrtSessionOptions* options, const char* provider_name,
                                                        const char* const* provider_options_keys,
                                                        const char* const* provider_options_values,
                                                        std::size_t num_keys) noexcept {
  return capi::guarded([&] {
    capi::need_all("SessionOptionsAppendExecutionProvider", options, provider_name);
    if (num_keys > 0)
      capi::need_all("SessionOptionsAppendExecutionProvider", provider_options_keys, provider_options_values);
    std::string_view name = provider_name;
    if (name == "CPU" || name == "CPUExecutionProvider") return;
    for (const char* known : kElsewhere) {
      if (name == known)
        capi::refuse(ORT_INVALID_ARGUMENT, "{} execution provider is not supported in this build.", name);
    }
    capi::refuse(ORT_INVALID_ARGUMENT, "Unknown provider name '{}'. Currently supported values are 'CPU'.",
                 name);
  });
}

OrtStatus* slots::SessionOptionsAppendExecutionProvider_CUDA(OrtSessionOptions*,
                                                             const OrtCUDAProviderOptions*) noexcept {
  return not_built("CUDA");
}
OrtStatus* slots::SessionOptionsAppendExecutionProvider_CUDA_V2(OrtSessionOptions*,
                                                                const OrtCUDAProviderOptionsV2*) noexcept {
  return not_built("CUDA");
}
OrtStatus* slots::SessionOptionsAppendExecutionProvider_ROCM(OrtSessionOptions*,
                                                             const OrtROCMProviderOptions*) noexcept {
  return not_built("ROCm");
}
OrtStatus* slots::SessionOptionsAppendExecutionProvider_OpenVINO(OrtSessionOptions*,
                                                                 const OrtOpenVINOProviderOptions*) noexcept {
  return not_built("OpenVINO");
}
OrtStatus* slots::SessionOptionsAppendExecutionProvider_OpenVINO_V2(OrtSessionOptions*, const char* const*,
                                                                    const char* const*,
                                                                    std::size_t) noexcept {
  return not_built("OpenVINO");
}
OrtStatus* slots::SessionOptionsAppendExecutionProvider_VitisAI(OrtSessionOptions*, const char* const*,
                                                                const char* const*, std::size_t) noexcept {
  return not_built("VitisAI");
}
OrtStatus* slots::SessionOptionsAppendExecutionProvider_TensorRT(OrtSessionOptions*,
                                                                 const OrtTensorRTProviderOptions*) noexcept {
  return not_built("TensorRT");
}
OrtStatus* slots::SessionOptionsAppendExecutionProvider_TensorRT_V2(
    OrtSessionOptions*, const OrtTensorRTProviderOptionsV2*) noexcept {
  return not_built("TensorRT");
}
OrtStatus* slots::SessionOptionsAppendExecutionProvider_MIGraphX(OrtSessionOptions*,
                                                                 const OrtMIGraphXProviderOptions*) noexcept {
  return not_built("MIGraphX");
}
OrtStatus* slots::SessionOptionsAppendExecutionProvider_CANN(OrtSessionOptions*,
                                                             const OrtCANNProviderOptions*) noexcept {
  return not_built("CANN");
}
OrtStatus* slots::SessionOptionsAppendExecutionProvider_Dnnl(OrtSessionOptions*,
                                                             const OrtDnnlProviderOptions*) noexcept {
  return not_built("oneDNN");
}
OrtStatus* slots::CreateTensorRTProviderOptions(OrtTensorRTProviderOptionsV2**) noexcept {
  return not_built("TensorRT");
}
OrtStatus* slots::CreateCUDAProviderOptions(OrtCUDAProviderOptionsV2**) noexcept { return not_built("CUDA"); }
OrtStatus* slots::CreateCANNProviderOptions(OrtCANNProviderOptions**) noexcept { return not_built("CANN"); }
OrtStatus* slots::CreateDnnlProviderOptions(OrtDnnlProviderOptions**) noexcept { return not_built("oneDNN"); }
OrtStatus* slots::CreateROCMProviderOptions(OrtROCMProviderOptions**) noexcept { return not_built("ROCm"); }

OrtStatus* slots::UpdateTensorRTProviderOptions(OrtTensorRTProviderOptionsV2*, const char* const*,
                                                const char* const*, std::size_t) noexcept {
  return not_built("TensorRT");
}
OrtStatus* slots::UpdateCUDAProviderOptions(OrtCUDAProviderOptionsV2*, const char* const*, const char* const*,
                                            std::size_t) noexcept {
  return not_built("CUDA");
}
OrtStatus* slots::UpdateCANNProviderOptions(OrtCANNProviderOptions*, const char* const*, const char* const*,
                                            std::size_t) noexcept {
  return not_built("CANN");
}
OrtStatus* slots::UpdateDnnlProviderOptions(OrtDnnlProviderOptions*, const char* const*, const char* const*,
                                            std::size_t) noexcept {
  return not_built("oneDNN");
}
OrtStatus* slots::UpdateROCMProviderOptions(OrtROCMProviderOptions*, const char* const*, const char* const*,
                                            std::size_t) noexcept {
  return not_built("ROCm");
}
OrtStatus* slots::SetCurrentGpuDeviceId(int) noexcept { return not_built("CUDA"); }
OrtStatus* slots::GetCurrentGpuDeviceId(int*) noexcept { return not_built("CUDA"); }

OrtStatus* slots::GetExecutionProviderApi(const char*, std::uint32_t, const void**) noexcept {
  return capi::make_status(ORT_INVALID_ARGUMENT, "Specified provider is not supported.");
}

OrtStatus* slots::EnableOrtCustomOps(OrtSessionOptions* options) noexcept {
  return capi::guarded([&] {
    capi::need(options, "options");
    capi::refuse(ORT_FAIL, "EnableOrtCustomOps: custom operators of onnxruntime-extensions are not enabled");
  });
}

}  // namespace sardonyx

extern "C" {

ORT_EXPORT OrtStatus* ORT_API_CALL OrtSessionOptionsAppendExecutionProvider_CPU(OrtSessionOptions* options,
                                                                                int use_arena) noexcept {
  return sardonyx::capi::guarded([&] {
    OrtSessionOptions& o = sardonyx::capi::need(options, "options");
    o.arena = use_arena != 0;
    ++o.cpu_providers;
  });
}
ORT_EXPORT OrtStatus* ORT_API_CALL OrtSessionOptionsAppendExecutionProvider_CUDA(OrtSessionOptions*,
                                                                                 int) noexcept {
  return sardonyx::not_built("CUDA");
}
ORT_EXPORT OrtStatus* ORT_API_CALL OrtSessionOptionsAppendExecutionProvider_Tensorrt(OrtSessionOptions*,
                                                                                     int) noexcept {
  return sardonyx::not_built("TensorRT");
}
}
