// Providers' own profilers, one in each profile that goes on: the session's, or that of a run.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "api/c/ep_profiling.h"

namespace sardonyx::capi {

class PluginProvider;
class PluginSession;
class Profiler;

class PluginProfile {
 public:
  // Makes a profiler, if the provider has one, and tells it to begin. Times count from `begin_ns` on the steady clock.
  // Throws what the provider reports.
  PluginProfile(const PluginProvider& of, std::int64_t begin_ns);
  PluginProfile(const PluginProfile&) = delete;
  PluginProfile& operator=(const PluginProfile&) = delete;
  ~PluginProfile();

  bool active() const noexcept { return active_; }
  // Adds the provider's events, the first time.
  void end(OrtProfilingEventsContainer& events);
  // A kernel of the provider, by a number of its own; what the profiler reports is logged and stops nothing.
  void start_event(std::uint64_t id);
  void stop_event(std::uint64_t id, const std::string& name, std::int64_t begin_ns, std::int64_t end_ns);

 private:
  template <typename Call>
  void logged(const Call& call) const;

  const PluginProvider& of_;
  OrtEpProfilerImpl* profiler_ = nullptr;
  const std::int64_t begin_ns_;
  std::atomic<bool> active_ = false;
};

// The profilers of all providers in the profile of one run: told of the kernels that this thread runs while it lives.
class PluginRunProfile {
 public:
  PluginRunProfile(const PluginSession& session, std::int64_t begin_ns);
  PluginRunProfile(const PluginRunProfile&) = delete;
  PluginRunProfile& operator=(const PluginRunProfile&) = delete;
  ~PluginRunProfile();
  void end(Profiler& to);
  // Null where this thread's run keeps no profile of its own.
  static PluginProfile* of(const PluginProvider& provider) noexcept;

 private:
  PluginRunProfile* outer_;  // of a run inside a run: a kernel may run other models
  std::map<const PluginProvider*, std::unique_ptr<PluginProfile>> profiles_;
};

}  // namespace sardonyx::capi
