// OrtSession: a loaded model, its names by position, and its logger.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "api/c/env.h"
#include "api/c/profile.h"
#include "api/c/session_options.h"
#include "api/c/type_info.h"
#include "sardonyx/session.hpp"

namespace sardonyx::capi {

// A session outlives its handle while a run of RunAsync goes on.
struct Loaded {
  Loaded(Session loaded, OrtLogger log, const OrtSessionOptions& made_with);

  Session session;
  OrtLogger logger;
  OrtSessionOptions options;
  std::vector<std::size_t> required, overridable;  // positions among the engine's inputs
  std::unordered_map<std::string_view, std::size_t> input_at, output_at;
  bool flush_denormals = false;                  // on the threads that call Run
  std::shared_ptr<ArenaAllocator> shared_arena;  // of the environment, where the session uses it
  std::shared_ptr<Profiler> profiler;            // null: the session keeps no profile
};

}  // namespace sardonyx::capi

struct OrtSession {
  std::shared_ptr<const sardonyx::capi::Loaded> loaded;
};

namespace sardonyx::capi {

// The profile that the options ask for, with the events of loading in it; else null.
std::shared_ptr<Profiler> session_profiler(const OrtSessionOptions& options,
                                           std::chrono::steady_clock::time_point begin, bool from_file);

const Loaded& loaded_of(const OrtSession* session);

}  // namespace sardonyx::capi
