#include "api/c/session_options.h"

#include "api/c/env.h"

#include <charconv>
#include <cstring>

#include "api/c/config_keys.h"
#include "api/c/key_values.h"
#include "api/c/slots.h"
#include "api/c/status.h"
#include "api/c/value.h"

namespace sardonyx {

namespace {

using capi::OptionFields;

template <typename T>
OrtStatus* set(OrtSessionOptions* options, T OptionFields::* field, std::type_identity_t<T> value) noexcept {
  return capi::guarded([&] { capi::need(options, "options").*field = std::move(value); });
}

OrtStatus* set_text(OrtSessionOptions* options, std::string OptionFields::* field,
                    const char* text) noexcept {
  return capi::guarded([&] { capi::need(options, "options").*field = capi::need_text(text, "the text"); });
}

void add_initializer(OrtSessionOptions& options, const char* name, const OrtValue* value) {
  const Tensor& t = capi::tensor_of(value);
  if (!options.initializers.emplace(capi::need_text(name, "name"), t).second)
    capi::refuse(ORT_INVALID_ARGUMENT, "an initializer of the name '{}' was added already", name);
}

// What is no whole number counts as not given, as for ONNX Runtime.
std::size_t whole_number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : 0;
}

}  // namespace

std::string_view capi::config_value(const OrtSessionOptions& options, std::string_view key) {
  auto it = options.config.find(key);
  return it == options.config.end() ? std::string_view() : std::string_view(it->second);
}

SessionOptions capi::engine_options(const OrtSessionOptions& options) {
  SessionOptions s;
  s.threads = options.intra_threads > 0 ? options.intra_threads : 0;
  s.optimize = options.level != ORT_DISABLE_ALL;
  s.disabled_rules = disabled_rules(options);
  s.fold_bytes =
      whole_number(config_value(options, "optimization.constant_folding_max_output_size_in_bytes"));
  s.free_dimensions = options.sizes_by_name;
  s.initializers = options.initializers;
  s.deterministic = options.deterministic;
  s.borrow_bytes = config_value(options, "session.use_ort_model_bytes_directly") == "1";
  s.external_folder = config_value(options, "session.model_external_initializers_file_folder_path");
  return s;
}

OrtStatus* slots::CreateSessionOptions(OrtSessionOptions** options) noexcept {
  return capi::guarded([&] {
    capi::need(options, "options");
    *options = new OrtSessionOptions;
  });
}

OrtStatus* slots::CloneSessionOptions(const OrtSessionOptions* in_options,
                                      OrtSessionOptions** out_options) noexcept {
  return capi::guarded([&] {
    capi::need(out_options, "out_options");
    *out_options = new OrtSessionOptions(capi::need(in_options, "in_options"));
  });
}

void slots::ReleaseSessionOptions(OrtSessionOptions* input) noexcept { delete input; }

OrtStatus* slots::SetOptimizedModelFilePath(OrtSessionOptions* options,
                                            const ORTCHAR_T* optimized_model_filepath) noexcept {
  return set_text(options, &OptionFields::optimized_path, optimized_model_filepath);
}

OrtStatus* slots::SetSessionExecutionMode(OrtSessionOptions* options, ExecutionMode execution_mode) noexcept {
  return capi::guarded([&] {
    OrtSessionOptions& o = capi::need(options, "options");
    if (execution_mode != ORT_SEQUENTIAL && execution_mode != ORT_PARALLEL)
      capi::refuse(ORT_INVALID_ARGUMENT, "execution_mode is not valid");
    o.mode = execution_mode;
  });
}

OrtStatus* slots::GetSessionExecutionMode(const OrtSessionOptions* options, ExecutionMode* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::need(options, "options").mode; });
}

OrtStatus* slots::SetSessionGraphOptimizationLevel(OrtSessionOptions* options,
                                                   GraphOptimizationLevel graph_optimization_level) noexcept {
  return capi::guarded([&] {
    OrtSessionOptions& o = capi::need(options, "options");
    switch (graph_optimization_level) {
      case ORT_DISABLE_ALL:
      case ORT_ENABLE_BASIC:
      case ORT_ENABLE_EXTENDED:
      case ORT_ENABLE_LAYOUT:
      case ORT_ENABLE_ALL:
        o.level = graph_optimization_level;
        return;
    }
    capi::refuse(ORT_INVALID_ARGUMENT, "graph_optimization_level is not valid");
  });
}

OrtStatus* slots::EnableProfiling(OrtSessionOptions* options, const ORTCHAR_T* profile_file_prefix) noexcept {
  return capi::guarded([&] {
    capi::need(options, "options").profile_prefix =
        capi::need_text(profile_file_prefix, "profile_file_prefix");
  });
}
OrtStatus* slots::DisableProfiling(OrtSessionOptions* options) noexcept {
  return set(options, &OptionFields::profile_prefix, std::nullopt);
}
OrtStatus* slots::EnableMemPattern(OrtSessionOptions* options) noexcept {
  return set(options, &OptionFields::memory_pattern, true);
}
OrtStatus* slots::DisableMemPattern(OrtSessionOptions* options) noexcept {
  return set(options, &OptionFields::memory_pattern, false);
}
OrtStatus* slots::GetMemPatternEnabled(const OrtSessionOptions* options, int* out) noexcept {
  return capi::guarded(
      [&] { capi::need(out, "out") = capi::need(options, "options").memory_pattern ? 1 : 0; });
}
OrtStatus* slots::EnableCpuMemArena(OrtSessionOptions* options) noexcept {
  return set(options, &OptionFields::arena, true);
}
OrtStatus* slots::DisableCpuMemArena(OrtSessionOptions* options) noexcept {
  return set(options, &OptionFields::arena, false);
}
OrtStatus* slots::SetSessionLogId(OrtSessionOptions* options, const char* logid) noexcept {
  return set_text(options, &OptionFields::log_id, logid);
}
OrtStatus* slots::SetSessionLogVerbosityLevel(OrtSessionOptions* options,
                                              int session_log_verbosity_level) noexcept {
  return set(options, &OptionFields::log_verbosity, session_log_verbosity_level);
}
OrtStatus* slots::SetSessionLogSeverityLevel(OrtSessionOptions* options,
                                             int session_log_severity_level) noexcept {
  return set(options, &OptionFields::log_severity, session_log_severity_level);
}
OrtStatus* slots::SetIntraOpNumThreads(OrtSessionOptions* options, int intra_op_num_threads) noexcept {
  return set(options, &OptionFields::intra_threads, intra_op_num_threads);
}
OrtStatus* slots::SetInterOpNumThreads(OrtSessionOptions* options, int inter_op_num_threads) noexcept {
  return set(options, &OptionFields::inter_threads, inter_op_num_threads);
}
OrtStatus* slots::DisablePerSessionThreads(OrtSessionOptions* options) noexcept {
  return set(options, &OptionFields::per_session_threads, false);
}
OrtStatus* slots::SetDeterministicCompute(OrtSessionOptions* options, bool value) noexcept {
  return set(options, &OptionFields::deterministic, value);
}

OrtStatus* slots::SetUserLoggingFunction(OrtSessionOptions* options, OrtLoggingFunction user_logging_function,
                                         void* user_logging_param) noexcept {
  return capi::guarded([&] {
    OrtSessionOptions& o = capi::need(options, "options");
    o.log_write = user_logging_function;
    o.log_param = user_logging_param;
  });
}

OrtStatus* slots::SessionOptionsSetLoadCancellationFlag(OrtSessionOptions* options, bool cancel) noexcept {
  return capi::guarded([&] { capi::need(options, "options").cancel_load = cancel; });
}

OrtStatus* slots::AddFreeDimensionOverride(OrtSessionOptions* options, const char* dim_denotation,
                                           std::int64_t dim_value) noexcept {
  return capi::guarded([&] {
    const char* denotation = capi::need_text(dim_denotation, "dim_denotation");
    capi::need(options, "options").sizes_by_denotation.emplace(denotation, dim_value);
  });
}

OrtStatus* slots::AddFreeDimensionOverrideByName(OrtSessionOptions* options, const char* dim_name,
                                                 std::int64_t dim_value) noexcept {
  return capi::guarded([&] {
    const char* name = capi::need_text(dim_name, "dim_name");
    OrtSessionOptions& o = capi::need(options, "options");
    if (dim_value >= 0) o.sizes_by_name.emplace(name, dim_value);  // -1 leaves the size as free as it is
  });
}

OrtStatus* slots::AddSessionConfigEntry(OrtSessionOptions* options, const char* config_key,
                                        const char* config_value) noexcept {
  return capi::guarded([&] {
    OrtSessionOptions& o = capi::need(options, "options");
    std::string key = capi::checked_key(config_key), value = capi::checked_value(config_value);
    if (capi::apply_key(o, key, value)) return;
    const auto [at, added] = o.config.try_emplace(key, value);
    if (added) return;
    capi::log_in_env(
        ORT_LOGGING_LEVEL_WARNING,
        fmt::format("Config with key [{}] already exists with value [{}]. It will be overwritten", key,
                    at->second));
    at->second = std::move(value);
  });
}

OrtStatus* slots::HasSessionConfigEntry(const OrtSessionOptions* options, const char* config_key,
                                        int* out) noexcept {
  return capi::guarded([&] {
    const OrtSessionOptions& o = capi::need(options, "options");
    capi::need(out, "out") = o.config.contains(capi::checked_key(config_key)) ? 1 : 0;
  });
}

OrtStatus* slots::GetSessionConfigEntry(const OrtSessionOptions* options, const char* config_key,
                                        char* config_value, std::size_t* size) noexcept {
  return capi::guarded([&] {
    const OrtSessionOptions& o = capi::need(options, "options");
    std::string key = capi::checked_key(config_key);
    capi::need(size, "size");
    auto it = o.config.find(key);
    if (it == o.config.end())
      capi::refuse(ORT_INVALID_ARGUMENT, "Session config entry '{}' was not found.", key);
    std::size_t room = *size;
    *size = it->second.size() + 1;
    if (config_value == nullptr) return;
    if (room < *size)
      capi::refuse(ORT_INVALID_ARGUMENT, "Output buffer is not large enough for session config entry '{}'",
                   key);
    std::memcpy(config_value, it->second.c_str(), *size);
  });
}

OrtStatus* slots::GetSessionOptionsConfigEntries(const OrtSessionOptions* options,
                                                 OrtKeyValuePairs** out) noexcept {
  return capi::guarded([&] {
    const OrtSessionOptions& o = capi::need(options, "options");
    capi::need(out, "out");
    auto pairs = std::make_unique<OrtKeyValuePairs>();
    pairs->entries = o.config;
    pairs->refresh();
    *out = pairs.release();
  });
}

OrtStatus* slots::AddInitializer(OrtSessionOptions* options, const char* name, const OrtValue* val) noexcept {
  return capi::guarded([&] { add_initializer(capi::need(options, "options"), name, val); });
}

OrtStatus* slots::AddExternalInitializers(OrtSessionOptions* options, const char* const* initializer_names,
                                          const OrtValue* const* initializers,
                                          std::size_t num_initializers) noexcept {
  return capi::guarded([&] {
    OrtSessionOptions& o = capi::need(options, "options");
    if (num_initializers == 0) return;
    capi::need_all("AddExternalInitializers", initializer_names, initializers);
    for (std::size_t i = 0; i < num_initializers; ++i)
      add_initializer(o, initializer_names[i], initializers[i]);
  });
}

}  // namespace sardonyx
