#include "api/c/env.h"

#include <atomic>
#include <mutex>

#include "api/c/hooks.h"
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

namespace {

std::mutex g_mutex;
OrtEnv* g_env = nullptr;
long g_holders = 0;
std::atomic<bool> g_lives = false;

// A second environment is the first one, whatever it was asked to be.
OrtStatus* acquire(OrtEnv** out, int level, const char* id, OrtLoggingFunction write, void* param,
                   const OrtThreadingOptions* threading, const OrtKeyValuePairs* config = nullptr) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateEnv", out, id);
    std::lock_guard lock(g_mutex);
    if (g_env == nullptr) {
      auto made = std::make_unique<OrtEnv>();
      made->logger = OrtLogger{write, param, level, id};
      if (config != nullptr) made->config = config->entries;
      made->global_pools = threading != nullptr;
      if (threading != nullptr) {
        made->threading = *threading;
        made->pool = capi::global_pool(*threading);
      }
      g_env = made.release();
      g_lives = true;
    }
    ++g_holders;
    *out = g_env;
  });
}

template <typename T>
OrtStatus* set(OrtThreadingOptions* options, T OrtThreadingOptions::* field, T value) noexcept {
  return capi::guarded([&] { capi::need(options, "tp_options").*field = std::move(value); });
}

}  // namespace

bool capi::env_lives() noexcept { return g_lives; }

// What the environment was made with.
OrtStatus* slots::ep::GetEnvConfigEntries(OrtKeyValuePairs** config_entries) noexcept {
  return capi::guarded([&] {
    capi::need(config_entries, "config_entries");
    auto made = std::make_unique<OrtKeyValuePairs>();
    {
      std::lock_guard lock(g_mutex);
      if (g_env != nullptr) made->entries = g_env->config;
    }
    made->refresh();
    *config_entries = made.release();
  });
}

void capi::log_in_env(int level, const std::string& message) {
  OrtLogger logger;
  {
    std::lock_guard lock(g_mutex);
    if (g_env == nullptr) return;
    logger = g_env->logger;
  }
  log_here(logger, level, message);
}

OrtStatus* slots::CreateEnv(OrtLoggingLevel log_severity_level, const char* logid, OrtEnv** out) noexcept {
  return acquire(out, log_severity_level, logid, nullptr, nullptr, nullptr);
}

OrtStatus* slots::CreateEnvWithCustomLogger(OrtLoggingFunction logging_function, void* logger_param,
                                            OrtLoggingLevel log_severity_level, const char* logid,
                                            OrtEnv** out) noexcept {
  return acquire(out, log_severity_level, logid, logging_function, logger_param, nullptr);
}

OrtStatus* slots::CreateEnvWithGlobalThreadPools(OrtLoggingLevel log_severity_level, const char* logid,
                                                 const OrtThreadingOptions* tp_options,
                                                 OrtEnv** out) noexcept {
  return capi::guarded([&] { capi::need(tp_options, "tp_options"); })
             ?: acquire(out, log_severity_level, logid, nullptr, nullptr, tp_options);
}

OrtStatus* slots::CreateEnvWithCustomLoggerAndGlobalThreadPools(
    OrtLoggingFunction logging_function, void* logger_param, OrtLoggingLevel log_severity_level,
    const char* logid, const struct OrtThreadingOptions* tp_options, OrtEnv** out) noexcept {
  return capi::guarded([&] { capi::need(tp_options, "tp_options"); })
             ?: acquire(out, log_severity_level, logid, logging_function, logger_param, tp_options);
}

OrtStatus* slots::CreateEnvWithOptions(const OrtEnvCreationOptions* options, OrtEnv** out) noexcept {
  if (OrtStatus* s = capi::guarded([&] {
        constexpr std::uint32_t kFirst = 24;  // the version that brought the struct
        if (capi::need(options, "options").version < kFirst)
          capi::refuse(ORT_INVALID_ARGUMENT, "version {} of OrtEnvCreationOptions is below {}",
                       options->version, kFirst);
        if (options->logging_severity_level < 0 || options->logging_severity_level > ORT_LOGGING_LEVEL_FATAL)
          capi::refuse(ORT_INVALID_ARGUMENT, "logging_severity_level {} is outside of [0, 4]",
                       options->logging_severity_level);
      }))
    return s;
  return acquire(out, options->logging_severity_level, options->log_id, options->custom_logging_function,
                 options->custom_logging_param, options->threading_options, options->config_entries);
}

void slots::ReleaseEnv(OrtEnv* input) noexcept {
  if (input == nullptr) return;
  std::unique_ptr<OrtEnv> last;  // ends without the lock: libraries of providers have a last word
  std::lock_guard lock(g_mutex);
  if (input != g_env || --g_holders > 0) return;
  g_lives = false;
  last.reset(std::exchange(g_env, nullptr));
}

OrtStatus* slots::UpdateEnvWithCustomLogLevel(OrtEnv* ort_env, OrtLoggingLevel log_severity_level) noexcept {
  return capi::guarded([&] { capi::need(ort_env, "ort_env").logger.level = log_severity_level; });
}

// Nothing is ever sent anywhere.
OrtStatus* slots::EnableTelemetryEvents(const OrtEnv* env) noexcept {
  return capi::guarded([&] { capi::need(env, "env"); });
}
OrtStatus* slots::DisableTelemetryEvents(const OrtEnv* env) noexcept {
  return capi::guarded([&] { capi::need(env, "env"); });
}
OrtStatus* slots::SetLanguageProjection(const OrtEnv* ort_env, OrtLanguageProjection) noexcept {
  return capi::guarded([&] { capi::need(ort_env, "ort_env"); });
}

OrtStatus* slots::CreateThreadingOptions(OrtThreadingOptions** out) noexcept {
  return capi::guarded([&] {
    capi::need(out, "out");
    *out = new OrtThreadingOptions;
  });
}
void slots::ReleaseThreadingOptions(OrtThreadingOptions* input) noexcept { delete input; }

OrtStatus* slots::SetGlobalIntraOpNumThreads(OrtThreadingOptions* tp_options,
                                             int intra_op_num_threads) noexcept {
  return set(tp_options, &OrtThreadingOptions::intra_threads, intra_op_num_threads);
}
OrtStatus* slots::SetGlobalInterOpNumThreads(OrtThreadingOptions* tp_options,
                                             int inter_op_num_threads) noexcept {
  return set(tp_options, &OrtThreadingOptions::inter_threads, inter_op_num_threads);
}
OrtStatus* slots::SetGlobalSpinControl(OrtThreadingOptions* tp_options, int allow_spinning) noexcept {
  return set(tp_options, &OrtThreadingOptions::spin, allow_spinning != 0);
}
OrtStatus* slots::SetGlobalDenormalAsZero(OrtThreadingOptions* tp_options) noexcept {
  return set(tp_options, &OrtThreadingOptions::denormal_as_zero, true);
}
OrtStatus* slots::SetGlobalIntraOpThreadAffinity(OrtThreadingOptions* tp_options,
                                                 const char* affinity_string) noexcept {
  return capi::guarded([&] {
    constexpr std::size_t kLongest = 4096;
    const std::string_view text = capi::need_text(affinity_string, "affinity_string");
    if (text.empty() || text.size() > kLongest)
      capi::refuse(ORT_INVALID_ARGUMENT, "Size of affinity string must be between 1 and {}", kLongest);
    capi::need(tp_options, "tp_options").affinity = text;
  });
}
OrtStatus* slots::SetGlobalCustomCreateThreadFn(
    OrtThreadingOptions* tp_options, OrtCustomCreateThreadFn ort_custom_create_thread_fn) noexcept {
  return set(tp_options, &OrtThreadingOptions::create_thread, ort_custom_create_thread_fn);
}
OrtStatus* slots::SetGlobalCustomThreadCreationOptions(OrtThreadingOptions* tp_options,
                                                       void* ort_custom_thread_creation_options) noexcept {
  return set(tp_options, &OrtThreadingOptions::thread_options, ort_custom_thread_creation_options);
}
OrtStatus* slots::SetGlobalCustomJoinThreadFn(OrtThreadingOptions* tp_options,
                                              OrtCustomJoinThreadFn ort_custom_join_thread_fn) noexcept {
  return set(tp_options, &OrtThreadingOptions::join_thread, ort_custom_join_thread_fn);
}

}  // namespace sardonyx
