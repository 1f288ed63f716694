// OrtEnv: one a process, counted. It holds the logger that sessions inherit.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "api/c/log.h"

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
  OrtThreadingOptions threading;
};

namespace sardonyx::capi {

// Is there an environment now?
bool env_lives() noexcept;

}  // namespace sardonyx::capi
