// Profiler: events of a session or of one run, written as a file that trace viewers open (chrome://tracing, Perfetto).
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "api/c/memory_stats.h"
#include "api/c/plugin_profile.h"
#include "sardonyx/session.hpp"

namespace sardonyx::capi {

class Profiler {
 public:
  // The file is `prefix`_DATE_TIME.json; it is written by `finish`, or when this goes. Times count from `begin_ns`.
  Profiler(const std::string& prefix, std::int64_t begin_ns);
  ~Profiler();
  Profiler(const Profiler&) = delete;
  Profiler& operator=(const Profiler&) = delete;

  static std::int64_t now_ns();  // on the steady clock
  std::int64_t begin_ns() const noexcept { return begin_ns_; }
  // An event of the session itself, on the steady clock.
  void session_event(const std::string& name, std::int64_t begin_ns, std::int64_t end_ns);
  void steps(const RunTimes& times);
  // An event of a provider's own.
  void event(const OrtProfilingEvent& event);
  // Writes the file; gives its path the first time, "" later. That it cannot be written is only logged: no program
  // fails because nobody can look at it.
  std::string finish();

 private:
  void add(const char* category, const std::string& name, std::int64_t begin_ns, std::int64_t end_ns,
           const std::string& arguments);

  static constexpr std::size_t kMostEvents = 1'000'000;
  std::string path_;
  std::int64_t begin_ns_;
  std::mutex mutex_;
  std::vector<std::string> events_;
  bool finished_ = false;
};

// What one run adds to its session's profile and statistics, and the profile of its own that its options may ask for.
class RunProfile {
 public:
  RunProfile(std::shared_ptr<Profiler> session, std::shared_ptr<MemoryStats> memory,
             const std::optional<std::string>& prefix, const PluginSession* plugins);
  RunTimes* times() noexcept { return session_ || own_ || memory_ ? &times_ : nullptr; }
  void finish();

 private:
  std::shared_ptr<Profiler> session_;
  std::shared_ptr<MemoryStats> memory_;
  std::unique_ptr<Profiler> own_;
  std::optional<PluginRunProfile> providers_;  // their part in `own_`
  RunTimes times_;
};

}  // namespace sardonyx::capi
