#include "api/c/plugin_profile.h"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "api/c/plugin.h"
#include "api/c/profile.h"
#include "api/c/status.h"

namespace sardonyx::capi {

namespace {

constexpr std::uint32_t kFirstVersion = 25;  // that had profilers of providers

thread_local PluginRunProfile* run_profile = nullptr;

// Its functions may all be NULL but Release.
template <typename... Args, typename... Given>
void tell(OrtEpProfilerImpl& p,
          OrtStatus* (ORT_API_CALL* OrtEpProfilerImpl::*function)(OrtEpProfilerImpl*, Args...),
          Given... given) {
  if (offers(p, kFirstVersion, function)) pass_on((p.*function)(&p, given...));
}

}  // namespace

PluginProfile::PluginProfile(const PluginProvider& of, std::int64_t begin_ns) : of_(of), begin_ns_(begin_ns) {
  of.call(kFirstVersion, &OrtEp::CreateProfiler, &profiler_);
  if (profiler_ == nullptr) return;
  if (profiler_->Release == nullptr) refuse(ORT_FAIL, "the profiler of '{}' cannot be released", of.name());
  try {
    tell(*profiler_, &OrtEpProfilerImpl::StartProfiling, Profiler::now_ns() - begin_ns);
  } catch (const Refusal&) {
    profiler_->Release(profiler_);
    throw;
  }
  active_ = true;
}

PluginProfile::~PluginProfile() {
  if (profiler_ != nullptr) profiler_->Release(profiler_);
}

void PluginProfile::end(OrtProfilingEventsContainer& events) {
  if (active_.exchange(false)) tell(*profiler_, &OrtEpProfilerImpl::EndProfiling, &events);
}

template <typename Call>
void PluginProfile::logged(const Call& call) const {
  try {
    call();
  } catch (const Refusal& e) {
    log_here(of_.logger(), ORT_LOGGING_LEVEL_WARNING,
             fmt::format("the profiler of '{}': {}", of_.name(), e.what()));
  }
}

void PluginProfile::start_event(std::uint64_t id) {
  logged([&] { tell(*profiler_, &OrtEpProfilerImpl::StartEvent, id); });
}

void PluginProfile::stop_event(std::uint64_t id, const std::string& name, std::int64_t begin_ns,
                               std::int64_t end_ns) {
  OrtProfilingEvent e;
  e.process = static_cast<std::int32_t>(getpid());
  e.thread = static_cast<std::int32_t>(gettid());
  e.name = name;
  e.begin_us = (begin_ns - begin_ns_) / 1000;
  e.duration_us = (end_ns - begin_ns) / 1000;
  logged([&] { tell(*profiler_, &OrtEpProfilerImpl::StopEvent, id, &e); });
}

PluginRunProfile::PluginRunProfile(const PluginSession& session, std::int64_t begin_ns)
    : outer_(run_profile) {
  for (const auto& p : session.providers())
    profiles_.emplace(p.get(), std::make_unique<PluginProfile>(*p, begin_ns));
  run_profile = this;
}

PluginRunProfile::~PluginRunProfile() { run_profile = outer_; }

void PluginRunProfile::end(Profiler& to) {
  OrtProfilingEventsContainer made;
  for (const auto& [provider, profile] : profiles_) profile->end(made);
  for (const OrtProfilingEvent& e : made.events) to.event(e);
}

PluginProfile* PluginRunProfile::of(const PluginProvider& provider) noexcept {
  if (run_profile == nullptr) return nullptr;
  const auto at = run_profile->profiles_.find(&provider);
  return at == run_profile->profiles_.end() ? nullptr : at->second.get();
}

void PluginProvider::begin_profile(std::int64_t begin_ns) {
  profile_ = std::make_unique<PluginProfile>(*this, begin_ns);
}

void PluginProvider::end_profile(OrtProfilingEventsContainer& events) {
  if (profile_) profile_->end(events);
}

void PluginProvider::run(const KernelSite& site, const std::function<void()>& kernel) {
  std::array<PluginProfile*, 2> told{profile_.get(), PluginRunProfile::of(*this)};
  const auto end = std::remove_if(told.begin(), told.end(),
                                  [](const PluginProfile* p) { return p == nullptr || !p->active(); });
  if (end == told.begin()) return kernel();
  const std::uint64_t id = ++kernels_run_;
  const std::int64_t begin = Profiler::now_ns();
  const auto stop = [&] {
    const std::int64_t now = Profiler::now_ns();
    std::for_each(told.begin(), end,
                  [&](PluginProfile* p) { p->stop_event(id, site.name + "_kernel_time", begin, now); });
  };
  std::for_each(told.begin(), end, [&](PluginProfile* p) { p->start_event(id); });
  try {
    kernel();
  } catch (...) {
    stop();
    throw;
  }
  stop();
}

}  // namespace sardonyx::capi
