// OrtEnv: one a process, counted. It holds the logger that sessions inherit.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "api/c/allocators.h"
#include "api/c/ep_library.h"
#include "api/c/log.h"
#include "base/thread_pool.h"

struct OrtThreadingOptions {
  int intra_threads = 0, inter_threads = 0;
  bool spin = true, denormal_as_zero = false;
  std::string affinity;
  OrtCustomCreateThreadFn create_thread = nullptr;
  OrtCustomJoinThreadFn join_thread = nullptr;
  void* thread_options = nullptr;
};

struct OrtEnv {
  OrtLogger logger;
  bool global_pools = false;
  std::map<std::string, std::string, std::less<>> config;
  OrtThreadingOptions threading;
  std::shared_ptr<sardonyx::ThreadPool>
      pool;  // of sessions without one of their own; null without global pools
  std::optional<OrtThreadPoolCallbacksConfig> callbacks;
  std::shared_ptr<sardonyx::capi::SharedAllocators> allocators =
      std::make_shared<sardonyx::capi::SharedAllocators>();
  sardonyx::capi::EpLibraries providers;
};

namespace sardonyx::capi {

// Is there an environment now?
bool env_lives() noexcept;
// A message of what belongs to no session; nobody hears it while there is no environment.
void log_in_env(int level, const std::string& message);

}  // namespace sardonyx::capi
