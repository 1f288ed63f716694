// What libraries of providers may ask for that this engine does not have, with the reason.
#include "api/c/session_options.h"
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

namespace {

namespace own = slots::ep;

OrtStatus* no_bodies(const char* slot) noexcept {
  return capi::guarded([&] {
    capi::refuse(
        ORT_NOT_IMPLEMENTED,
        "{}: graphs inside of nodes run by this engine; a provider that wants If, Loop or Scan claims "
        "them with AddNodesToFuse and compiles them itself",
        slot);
  });
}

}  // namespace

OrtStatus* own::CreateIfKernel(const OrtKernelInfo*, OrtKernelImpl**) noexcept {
  return no_bodies("CreateIfKernel");
}
OrtStatus* own::CreateLoopKernel(const OrtKernelInfo*, OrtLoopKernelHelper*, OrtKernelImpl**) noexcept {
  return no_bodies("CreateLoopKernel");
}
OrtStatus* own::CreateScanKernel(const OrtKernelInfo*, OrtScanKernelHelper*, OrtKernelImpl**) noexcept {
  return no_bodies("CreateScanKernel");
}
void own::ReleaseKernelImpl(OrtKernelImpl* input) noexcept {
  if (input != nullptr && input->Release != nullptr) input->Release(input);
}

// Models are compiled without weights by no provider here: there is no source model apart from the session's.
OrtStatus* own::SessionOptionsGetWeightlessSourceModelBuffer(const OrtSessionOptions* session_options,
                                                             const void** source_model_data,
                                                             std::size_t* source_model_data_length) noexcept {
  return capi::guarded([&] {
    capi::need_all("SessionOptionsGetWeightlessSourceModelBuffer", session_options, source_model_data,
                   source_model_data_length);
    *source_model_data = nullptr;
    *source_model_data_length = 0;
  });
}

}  // namespace sardonyx
