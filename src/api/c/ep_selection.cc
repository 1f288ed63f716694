// Which providers a session has: appended one by one, selected by a policy, or by the program's own function.
#include <algorithm>
#include <cctype>

#include "api/c/env.h"
#include "api/c/ep_device.h"
#include "api/c/session_options.h"
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

std::string capi::option_key(std::string_view provider, std::string_view option) {
  std::string lower(provider);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return fmt::format("ep.{}.{}", lower, option);
}

capi::EpChoice capi::choice_of(const char* slot, const OrtEnv& env,
                               std::span<const OrtEpDevice* const> devices) {
  if (devices.data() == nullptr || devices.empty())
    refuse(ORT_INVALID_ARGUMENT, "Must provide one or more OrtEpDevice instances.");
  EpChoice choice;
  const std::vector<const OrtEpDevice*> known = env.providers.snapshot();
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (std::ranges::find(known, devices[i]) == known.end())
      refuse(ORT_INVALID_ARGUMENT, "{}: ep_devices[{}] is no device of GetEpDevices", slot, i);
    if (devices[i]->name != devices[0]->name || devices[i]->factory != devices[0]->factory)
      refuse(ORT_INVALID_ARGUMENT,
             "All OrtEpDevice values in ep_devices must have the same execution provider.");
    if (std::ranges::find(choice.devices, devices[i]) == choice.devices.end())
      choice.devices.push_back(devices[i]);
  }
  choice.library = env.providers.owner(devices[0]);
  if (choice.library == nullptr && devices[0]->factory != nullptr)
    refuse(ORT_INVALID_ARGUMENT, "{}: the library of '{}' was unregistered", slot, devices[0]->name);
  return choice;
}

namespace {

// A provider that is appended once more keeps its place.
void append(std::vector<capi::EpChoice>& to, capi::EpChoice choice) {
  if (choice.library == nullptr) return;  // the CPU's is always there, behind all others
  const OrtEpFactory* factory = choice.devices[0]->factory;
  for (capi::EpChoice& c : to) {
    if (c.devices[0]->factory != factory) continue;
    c = std::move(choice);
    return;
  }
  to.push_back(std::move(choice));
}

// The kinds of hardware that a policy likes, the best first.
std::vector<OrtHardwareDeviceType> liked(OrtExecutionProviderDevicePolicy policy) {
  switch (policy) {
    case OrtExecutionProviderDevicePolicy_PREFER_NPU:
    case OrtExecutionProviderDevicePolicy_MAX_EFFICIENCY:
    case OrtExecutionProviderDevicePolicy_MIN_OVERALL_POWER:
      return {OrtHardwareDeviceType_NPU, OrtHardwareDeviceType_CPU};
    case OrtExecutionProviderDevicePolicy_PREFER_GPU:
    case OrtExecutionProviderDevicePolicy_MAX_PERFORMANCE:
      return {OrtHardwareDeviceType_GPU, OrtHardwareDeviceType_CPU};
    default:
      return {OrtHardwareDeviceType_CPU};
  }
}

// The first device of the best kind that is there, a library's before the CPU's own.
std::vector<capi::EpChoice> by_policy(const OrtEnv& env, OrtExecutionProviderDevicePolicy policy) {
  std::vector<capi::EpChoice> chosen;
  for (const OrtHardwareDeviceType type : liked(policy)) {
    for (const OrtEpDevice* d : env.providers.snapshot()) {
      if (d->factory == nullptr || d->device->type != type) continue;
      append(chosen, capi::choice_of("selection of devices", env, {&d, 1}));
      return chosen;
    }
  }
  return chosen;
}

std::vector<capi::EpChoice> by_program(const OrtEnv& env, const OrtSessionOptions& options,
                                       const std::map<std::string, std::string>& metadata) {
  constexpr std::size_t kRoom = 8;
  std::vector<const OrtEpDevice*> offered = env.providers.snapshot();
  const OrtEpDevice* selected[kRoom] = {};
  std::size_t count = 0;
  OrtKeyValuePairs of_model, of_runtime;
  for (const auto& [key, value] : metadata) of_model.entries.insert_or_assign(key, value);
  of_model.refresh();
  const std::unique_ptr<OrtStatus> status(options.select_devices(
      offered.data(), offered.size(), &of_model, &of_runtime, selected, kRoom, &count, options.select_state));
  if (status) capi::refuse(status->code, "the program's selection of devices failed: {}", status->text);
  if (count > kRoom)
    capi::refuse(ORT_FAIL, "the program selected {} devices where {} are allowed", count, std::size_t{kRoom});
  std::vector<capi::EpChoice> chosen;
  // Devices of one provider that stand together make one choice.
  for (std::size_t i = 0, end = 0; i < count; i = end) {
    for (end = i + 1; end < count && selected[i] != nullptr && selected[end] != nullptr &&
                      selected[end]->factory == selected[i]->factory;)
      ++end;
    append(chosen, capi::choice_of("selection of devices", env, {selected + i, end - i}));
  }
  return chosen;
}

}  // namespace

std::vector<capi::EpChoice> capi::chosen_providers(const OrtEnv& env, const OrtSessionOptions& options,
                                                   const std::map<std::string, std::string>& metadata) {
  if (options.select_devices != nullptr) return by_program(env, options, metadata);
  if (options.providers.empty() && options.device_policy) return by_policy(env, *options.device_policy);
  return options.providers;
}

OrtStatus* slots::SessionOptionsAppendExecutionProvider_V2(OrtSessionOptions* session_options, OrtEnv* env,
                                                           const OrtEpDevice* const* ep_devices,
                                                           std::size_t num_ep_devices,
                                                           const char* const* ep_option_keys,
                                                           const char* const* ep_option_vals,
                                                           std::size_t num_ep_options) noexcept {
  return capi::guarded([&] {
    constexpr const char* kSlot = "SessionOptionsAppendExecutionProvider_V2";
    capi::need_all(kSlot, session_options, env);
    capi::EpChoice choice =
        capi::choice_of(kSlot, *env, {ep_devices, ep_devices == nullptr ? 0 : num_ep_devices});
    if (num_ep_options > 0) capi::need_all(kSlot, ep_option_keys, ep_option_vals);
    auto config = session_options->config;  // all or nothing
    for (const OrtEpDevice* d : choice.devices) {
      for (const auto& [key, value] : d->options.entries)
        config.insert_or_assign(capi::option_key(d->name, key), value);
    }
    for (std::size_t i = 0; i < num_ep_options; ++i) {
      const char* key = capi::need_text(ep_option_keys[i], "an option's key");
      if (*key == 0) capi::refuse(ORT_INVALID_ARGUMENT, "{}: an option's key is empty", kSlot);
      config.insert_or_assign(capi::option_key(choice.devices[0]->name, key),
                              capi::need_text(ep_option_vals[i], "an option's value"));
    }
    session_options->config = std::move(config);
    session_options->cpu_providers += static_cast<std::size_t>(
        std::ranges::count_if(choice.devices, [](const OrtEpDevice* d) { return d->factory == nullptr; }));
    append(session_options->providers, std::move(choice));
  });
}

OrtStatus* slots::SessionOptionsSetEpSelectionPolicy(OrtSessionOptions* session_options,
                                                     OrtExecutionProviderDevicePolicy policy) noexcept {
  return capi::guarded([&] {
    OrtSessionOptions& o = capi::need(session_options, "session_options");
    o.device_policy = policy;
    o.select_devices = nullptr;
    o.select_state = nullptr;
  });
}

OrtStatus* slots::SessionOptionsSetEpSelectionPolicyDelegate(OrtSessionOptions* session_options,
                                                             EpSelectionDelegate delegate,
                                                             void* delegate_state) noexcept {
  return capi::guarded([&] {
    OrtSessionOptions& o = capi::need(session_options, "session_options");
    o.device_policy.reset();
    o.select_devices = delegate;
    o.select_state = delegate_state;
  });
}

}  // namespace sardonyx
