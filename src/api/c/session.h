// OrtSession: a loaded model, its names by position, and its logger.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "api/c/env.h"
#include "api/c/profile.h"
#include "api/c/session_options.h"
#include "api/c/type_info.h"
#include "model/model_file.h"
#include "sardonyx/session.hpp"

namespace sardonyx::capi {

struct Assignment;  // of nodes to providers
class PluginSession;

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
  std::shared_ptr<MemoryStats> memory_stats;     // null: nor how much its nodes take
  std::shared_ptr<PluginSession> plugins;        // null: only the CPU's provider
  mutable std::mutex serial;                     // of runs, where a provider takes one at a time
  mutable std::atomic<bool> initialized = true;  // false: the model editor has still to finalize it
  // Made when it is first asked for.
  mutable std::once_flag assignment_made;
  mutable std::shared_ptr<const Assignment> assignment;
};

}  // namespace sardonyx::capi

namespace sardonyx::capi {

// A session of the model editor, until it is finalized: the model as it will be, and what it was asked with.
struct Editing {
  const OrtEnv* env = nullptr;
  std::unique_ptr<OrtSessionOptions> options;  // null: the defaults
  ModelFile file;
};

}  // namespace sardonyx::capi

struct OrtSession {
  std::shared_ptr<const sardonyx::capi::Loaded> loaded;
  std::unique_ptr<sardonyx::capi::Editing> editing;  // null: ready to run
};

namespace sardonyx::capi {

// The profile that the options ask for, with the events of loading in it; else null.
std::shared_ptr<Profiler> session_profiler(const OrtSessionOptions& options,
                                           std::chrono::steady_clock::time_point begin, bool from_file);

// Refuses sizes that the model declares for its outputs and values, where inference finds other ones.
void check_declared_shapes(const ModelFile& file, const Loaded& loaded);

const Loaded& loaded_of(const OrtSession* session);
// A new allocator of a library's provider for this memory; NULL where the session has none that knows it.
OrtAllocator* allocator_of(const Loaded& loaded, const OrtMemoryInfo& memory);
// Refuses nodes that are left to the CPU, where the options say that none may be.
void check_fallback(const Loaded& loaded);
// A session of a model in memory, whose tensors it shares.
OrtSession* session_of(const OrtEnv* env, const ModelFile& file, const OrtSessionOptions* options);

}  // namespace sardonyx::capi
