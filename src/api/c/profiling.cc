// Slots of profiles: of sessions and of single runs.
#include "api/c/memory.h"
#include "api/c/plugin.h"
#include "api/c/run.h"
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

std::shared_ptr<capi::Profiler> capi::session_profiler(const OrtSessionOptions& options,
                                                       std::chrono::steady_clock::time_point begin,
                                                       bool from_file) {
  if (!options.profile_prefix) return nullptr;
  auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(begin.time_since_epoch()).count();
  auto profiler = std::make_shared<Profiler>(*options.profile_prefix, ns);
  const std::int64_t now = Profiler::now_ns();
  profiler->session_event(from_file ? "model_loading_uri" : "model_loading_array", ns, now);
  profiler->session_event("session_initialization", ns, now);
  return profiler;
}

// Without a profile: an empty name, and no time.
OrtStatus* slots::SessionEndProfiling(OrtSession* session, OrtAllocator* allocator, char** out) noexcept {
  return capi::guarded([&] {
    const capi::Loaded& loaded = capi::loaded_of(session);
    capi::need_all("SessionEndProfiling", allocator, out);
    if (loaded.profiler && loaded.plugins != nullptr) {
      OrtProfilingEventsContainer made;
      for (const auto& p : loaded.plugins->providers()) p->end_profile(made);
      for (const OrtProfilingEvent& e : made.events) loaded.profiler->event(e);
    }
    *out = capi::copy_text(*allocator, loaded.profiler ? loaded.profiler->finish() : std::string());
  });
}

OrtStatus* slots::SessionGetProfilingStartTimeNs(const OrtSession* session, std::uint64_t* out) noexcept {
  return capi::guarded([&] {
    const auto& profiler = capi::loaded_of(session).profiler;
    capi::need(out, "out") = profiler ? static_cast<std::uint64_t>(profiler->begin_ns()) : 0;
  });
}

OrtStatus* slots::RunOptionsEnableProfiling(OrtRunOptions* options,
                                            const ORTCHAR_T* profile_file_prefix) noexcept {
  return capi::guarded([&] {
    capi::need(options, "options").profile_prefix =
        capi::need_text(profile_file_prefix, "profile_file_prefix");
  });
}

OrtStatus* slots::RunOptionsDisableProfiling(OrtRunOptions* options) noexcept {
  return capi::guarded([&] { capi::need(options, "options").profile_prefix.reset(); });
}

}  // namespace sardonyx
