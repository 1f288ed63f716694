// A provider's own profiler, while a session keeps a profile.
#include <unistd.h>

#include "api/c/plugin.h"
#include "api/c/profile.h"
#include "api/c/status.h"

namespace sardonyx::capi {

namespace {

constexpr std::uint32_t kFirstVersion = 25;  // that had profilers of providers

// Its functions may all be NULL but Release.
template <typename... Args, typename... Given>
void tell(OrtEpProfilerImpl& p,
          OrtStatus* (ORT_API_CALL* OrtEpProfilerImpl::*function)(OrtEpProfilerImpl*, Args...),
          Given... given) {
  if (offers(p, kFirstVersion, function)) pass_on((p.*function)(&p, given...));
}

}  // namespace

void PluginProvider::begin_profile(std::int64_t begin_ns) {
  call(kFirstVersion, &OrtEp::CreateProfiler, &profiler_);
  if (profiler_ == nullptr) return;
  if (profiler_->Release == nullptr) {
    profiler_ = nullptr;
    refuse(ORT_FAIL, "the profiler of '{}' cannot be released", name_);
  }
  profile_begin_ns_ = begin_ns;
  tell(*profiler_, &OrtEpProfilerImpl::StartProfiling, Profiler::now_ns() - begin_ns);
  profiles_ = true;
}

void PluginProvider::end_profile(OrtProfilingEventsContainer& events) {
  if (profiles_.exchange(false)) tell(*profiler_, &OrtEpProfilerImpl::EndProfiling, &events);
}

// What a profiler reports does not stop the run: it is logged.
void PluginProvider::run(const KernelSite& site, const std::function<void()>& kernel) {
  if (!profiles_) return kernel();
  const std::uint64_t id = ++kernels_run_;
  const auto report = [&](const auto& call) {
    try {
      call();
    } catch (const Refusal& e) {
      log_here(logger_, ORT_LOGGING_LEVEL_WARNING, fmt::format("the profiler of '{}': {}", name_, e.what()));
    }
  };
  const std::int64_t begin = Profiler::now_ns();
  const auto stop = [&] {
    OrtProfilingEvent e;
    e.process = static_cast<std::int32_t>(getpid());
    e.thread = static_cast<std::int32_t>(gettid());
    e.name = site.name + "_kernel_time";
    e.begin_us = (begin - profile_begin_ns_) / 1000;
    e.duration_us = (Profiler::now_ns() - begin) / 1000;
    report([&] { tell(*profiler_, &OrtEpProfilerImpl::StopEvent, id, &e); });
  };
  report([&] { tell(*profiler_, &OrtEpProfilerImpl::StartEvent, id); });
  try {
    kernel();
  } catch (...) {
    stop();
    throw;
  }
  stop();
}

}  // namespace sardonyx::capi
