#include "api/c/ep_profiling.h"

#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

namespace {

namespace own = slots::ep;

template <typename Out, typename Get>
OrtStatus* of_event(const OrtProfilingEvent* event, Out* out, const Get& get) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = get(capi::need(event, "event")); });
}

}  // namespace

OrtStatus* own::CreateProfilingEvent(OrtProfilingEventCategory category, std::int32_t process_id,
                                     std::int32_t thread_id, const char* event_name,
                                     std::int64_t timestamp_us, std::int64_t duration_us,
                                     const char* const* arg_keys, const char* const* arg_values,
                                     std::size_t num_args, OrtProfilingEvent** out) noexcept {
  return capi::guarded([&] {
    capi::need(out, "out");
    if (category < OrtProfilingEventCategory_SESSION || category > OrtProfilingEventCategory_API)
      capi::refuse(ORT_INVALID_ARGUMENT,
                   "OrtProfilingEventCategory value '{}' is out of the expected range: [0 ... 4)",
                   static_cast<int>(category));
    auto made = std::make_unique<OrtProfilingEvent>();
    made->category = category;
    made->process = process_id;
    made->thread = thread_id;
    made->name = capi::need_text(event_name, "Event name argument");
    made->begin_us = timestamp_us;
    made->duration_us = duration_us;
    if (num_args > 0) capi::need_all("CreateProfilingEvent", arg_keys, arg_values);
    for (std::size_t i = 0; i < num_args; ++i)
      made->arguments.insert_or_assign(capi::need_text(arg_keys[i], "a key"),
                                       capi::need_text(arg_values[i], "a value"));
    *out = made.release();
  });
}
void own::ReleaseProfilingEvent(OrtProfilingEvent* input) noexcept { delete input; }

OrtStatus* own::ProfilingEvent_GetCategory(const OrtProfilingEvent* event,
                                           OrtProfilingEventCategory* out) noexcept {
  return of_event(event, out, [](const OrtProfilingEvent& e) { return e.category; });
}
OrtStatus* own::ProfilingEvent_GetName(const OrtProfilingEvent* event, const char** out) noexcept {
  return of_event(event, out, [](const OrtProfilingEvent& e) { return e.name.c_str(); });
}
OrtStatus* own::ProfilingEvent_GetTimestampUs(const OrtProfilingEvent* event, std::int64_t* out) noexcept {
  return of_event(event, out, [](const OrtProfilingEvent& e) { return e.begin_us; });
}
OrtStatus* own::ProfilingEvent_GetDurationUs(const OrtProfilingEvent* event, std::int64_t* out) noexcept {
  return of_event(event, out, [](const OrtProfilingEvent& e) { return e.duration_us; });
}
// NULL where the event has no such argument.
OrtStatus* own::ProfilingEvent_GetArgValue(const OrtProfilingEvent* event, const char* key,
                                           const char** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("ProfilingEvent_GetArgValue", event, key, out);
    const auto at = event->arguments.find(std::string_view(key));
    *out = at == event->arguments.end() ? nullptr : at->second.c_str();
  });
}
OrtStatus* own::ProfilingEventsContainer_AddEvents(OrtProfilingEventsContainer* events_container,
                                                   const OrtProfilingEvent* const* events,
                                                   std::size_t num_events) noexcept {
  return capi::guarded([&] {
    auto& all = capi::need(events_container, "events_container").events;
    if (num_events > 0) capi::need(events, "events");
    for (std::size_t i = 0; i < num_events; ++i) all.push_back(capi::need(events[i], "an event"));
  });
}

}  // namespace sardonyx
