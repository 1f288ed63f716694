// OrtGetApiBase, and what can be asked without any handle.
#include <cstdio>
#include <cstring>

#include "api/c/slots.h"
#include "api/c/status.h"
#include "sardonyx/session.hpp"

namespace sardonyx {

namespace {

constexpr const char* kVersion = "1.30.0";
constexpr const char* kProvider = "CPUExecutionProvider";

// Every version gets the newest table: clients copy more slots than the version they ask for has.
const OrtApi* get_api(std::uint32_t version) noexcept {
  if (version >= 1 && version <= ORT_API_VERSION) return &slots::table;
  std::fprintf(stderr, "API version %u is not available: this library (%s) answers versions [1, %d]\n",
               version, kVersion, ORT_API_VERSION);
  return nullptr;
}

const char* get_version() noexcept { return kVersion; }

}  // namespace

const char* slots::GetBuildInfoString() noexcept {
  static const std::string text =
      fmt::format("ORT Build Info: engine=sardonyx, version={}, api={}, compiler={}", version(),
                  ORT_API_VERSION, __VERSION__);
  return text.c_str();
}

OrtStatus* slots::GetAvailableProviders(char*** out_ptr, int* provider_length) noexcept {
  return capi::guarded([&] {
    capi::need_all("GetAvailableProviders", out_ptr, provider_length);
    auto list = std::make_unique<char*[]>(1);
    list[0] = new char[std::strlen(kProvider) + 1];
    std::strcpy(list[0], kProvider);
    *out_ptr = list.release();
    *provider_length = 1;
  });
}

OrtStatus* slots::ReleaseAvailableProviders(char** ptr, int providers_length) noexcept {
  if (ptr == nullptr) return nullptr;
  for (int i = 0; i < providers_length; ++i) delete[] ptr[i];
  delete[] ptr;
  return nullptr;
}

const OrtTrainingApi* slots::GetTrainingApi(std::uint32_t) noexcept { return nullptr; }
const OrtModelEditorApi* slots::GetModelEditorApi() noexcept { return &model_editor::table; }
const OrtCompileApi* slots::GetCompileApi() noexcept { return &compile::table; }
const OrtInteropApi* slots::GetInteropApi() noexcept { return &interop::table; }
const OrtEpApi* slots::GetEpApi() noexcept { return &ep::table; }

}  // namespace sardonyx

extern "C" ORT_EXPORT const OrtApiBase* ORT_API_CALL OrtGetApiBase() noexcept {
  static const OrtApiBase base = {sardonyx::get_api, sardonyx::get_version};
  return &base;
}
