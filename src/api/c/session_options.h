// OrtSessionOptions: what a program asks of a session before there is one. Copied when the session is made.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "api/c/ep_device.h"
#include "api/c/log.h"
#include "sardonyx/session.hpp"

namespace sardonyx {
class PreparedStore;
}

namespace sardonyx::capi {

struct OptionFields {
  std::map<std::string, std::string, std::less<>> config;
  std::map<std::string, std::int64_t> sizes_by_name, sizes_by_denotation;
  std::map<std::string, Value> initializers;
  std::string log_id;
  int log_severity = -1, log_verbosity = 0;  // severity -1: the environment's
  OrtLoggingFunction log_write = nullptr;
  void* log_param = nullptr;
  GraphOptimizationLevel level = ORT_ENABLE_ALL;
  ExecutionMode mode = ORT_SEQUENTIAL;
  int intra_threads = 0, inter_threads = 0;
  bool memory_pattern = true, arena = true, per_session_threads = true, deterministic = false;
  std::string optimized_path;
  std::optional<std::string> profile_prefix;
  std::map<std::string, BlockPtr, std::less<>> external_files;  // content of external data, by location
  std::shared_ptr<PreparedStore> prepared;  // of the container that the session is made with
  OrtCustomCreateThreadFn create_thread = nullptr;
  OrtCustomJoinThreadFn join_thread = nullptr;
  void* thread_options = nullptr;
  std::vector<EpChoice> providers;  // of libraries, in the order of their claims
  std::optional<OrtExecutionProviderDevicePolicy> device_policy;
  bool write_compiled = true;  // false: who opens the session asks it for the compiled model
  EpSelectionDelegate select_devices = nullptr;
  void* select_state = nullptr;
  std::size_t cpu_providers = 0;  // how often the program has added the one that is there anyway
  std::vector<const OrtCustomOpDomain*> custom_domains;  // the program keeps them
  std::vector<std::shared_ptr<void>> custom_libraries;   // open as long as somebody holds them
};

}  // namespace sardonyx::capi

// Stopping a load belongs to one object: copies begin without it.
struct OrtSessionOptions : sardonyx::capi::OptionFields {
  OrtSessionOptions() = default;
  OrtSessionOptions(const OrtSessionOptions& o) : OptionFields(o) {}
  std::atomic<bool> cancel_load = false;
};

namespace sardonyx::capi {

// A copy of the options (of the defaults where NULL) for a session with this container.
OrtSessionOptions options_with(const OrtSessionOptions* options,
                               const OrtPrepackedWeightsContainer& container);
// As the engine takes them.
SessionOptions engine_options(const OrtSessionOptions& options);
// Sets what a key that stands for a setter sets, and says whether it is one; refuses values that it cannot have.
bool apply_key(OptionFields& options, std::string_view key, std::string_view value);
// The providers that a session of these options has, of libraries: those that were appended, or, where the program left
// that to a policy or to a function of its own, what that selects for a model of this metadata.
std::vector<EpChoice> chosen_providers(const OrtEnv& env, const OrtSessionOptions& options,
                                       const std::map<std::string, std::string>& metadata);
// "" when the key is not set.
std::string_view config_value(const OrtSessionOptions& options, std::string_view key);

}  // namespace sardonyx::capi
