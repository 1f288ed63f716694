#include "api/c/config_keys.h"
#include "api/c/run.h"
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

OrtStatus* slots::CreateRunOptions(OrtRunOptions** out) noexcept {
  return capi::guarded([&] {
    capi::need(out, "out");
    *out = new OrtRunOptions;
  });
}
void slots::ReleaseRunOptions(OrtRunOptions* input) noexcept { delete input; }

OrtStatus* slots::RunOptionsSetRunLogVerbosityLevel(OrtRunOptions* options,
                                                    int log_verbosity_level) noexcept {
  return capi::guarded([&] { capi::need(options, "options").verbosity = log_verbosity_level; });
}
OrtStatus* slots::RunOptionsSetRunLogSeverityLevel(OrtRunOptions* options, int log_severity_level) noexcept {
  return capi::guarded([&] { capi::need(options, "options").severity = log_severity_level; });
}
OrtStatus* slots::RunOptionsSetRunTag(OrtRunOptions* options, const char* run_tag) noexcept {
  return capi::guarded([&] { capi::need(options, "options").tag = run_tag == nullptr ? "" : run_tag; });
}
OrtStatus* slots::RunOptionsGetRunLogVerbosityLevel(const OrtRunOptions* options,
                                                    int* log_verbosity_level) noexcept {
  return capi::guarded([&] {
    capi::need(log_verbosity_level, "log_verbosity_level") = capi::need(options, "options").verbosity;
  });
}
OrtStatus* slots::RunOptionsGetRunLogSeverityLevel(const OrtRunOptions* options,
                                                   int* log_severity_level) noexcept {
  return capi::guarded([&] {
    capi::need(log_severity_level, "log_severity_level") = capi::need(options, "options").severity;
  });
}
OrtStatus* slots::RunOptionsGetRunTag(const OrtRunOptions* options, const char** run_tag) noexcept {
  return capi::guarded([&] { capi::need(run_tag, "run_tag") = capi::need(options, "options").tag.c_str(); });
}

OrtStatus* slots::RunOptionsSetTerminate(OrtRunOptions* options) noexcept {
  return capi::guarded([&] { capi::need(options, "options").terminate.cancel(); });
}
OrtStatus* slots::RunOptionsUnsetTerminate(OrtRunOptions* options) noexcept {
  return capi::guarded([&] { capi::need(options, "options").terminate = Cancellation(); });
}

OrtStatus* slots::AddRunConfigEntry(OrtRunOptions* options, const char* config_key,
                                    const char* config_value) noexcept {
  return capi::guarded([&] {
    OrtRunOptions& o = capi::need(options, "options");
    std::string key = capi::checked_key(config_key);
    o.config.insert_or_assign(std::move(key), capi::checked_value(config_value));
  });
}

const char* slots::GetRunConfigEntry(const OrtRunOptions* options, const char* config_key) noexcept {
  if (options == nullptr || config_key == nullptr) return nullptr;
  auto it = options->config.find(std::string_view(config_key));
  return it == options->config.end() ? nullptr : it->second.c_str();
}

}  // namespace sardonyx
