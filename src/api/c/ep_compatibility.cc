// What providers of libraries say of hardware, and of models that were compiled for them.
#include <algorithm>

#include "api/c/env.h"
#include "api/c/ep_library.h"
#include "api/c/slots.h"
#include "api/c/status.h"

struct OrtDeviceEpIncompatibilityDetails {
  std::uint32_t reasons = 0;
  std::int32_t code = 0;
  std::string notes;
};

namespace sardonyx {

// The CPU compiles nothing ahead.
OrtStatus* slots::GetModelCompatibilityForEpDevices(const OrtEpDevice* const* ep_devices,
                                                    std::size_t num_ep_devices,
                                                    const char* compatibility_info,
                                                    OrtCompiledModelCompatibility* out_status) noexcept {
  return capi::guarded([&] {
    if (ep_devices == nullptr || num_ep_devices == 0 || compatibility_info == nullptr ||
        out_status == nullptr)
      capi::refuse(ORT_INVALID_ARGUMENT, "Invalid argument provided to GetModelCompatibilityForEpDevices.");
    std::vector<const OrtHardwareDevice*> hardware;
    for (std::size_t i = 0; i < num_ep_devices; ++i) {
      const OrtEpDevice& d = capi::need(ep_devices[i], "an element of ep_devices");
      if (d.factory != ep_devices[0]->factory)
        capi::refuse(ORT_INVALID_ARGUMENT,
                     "All OrtEpDevice values in ep_devices must have the same execution provider.");
      hardware.push_back(d.device);
    }
    *out_status = OrtCompiledModelCompatibility_EP_NOT_APPLICABLE;
    OrtEpFactory* f = ep_devices[0]->factory;
    constexpr std::uint32_t kFirst = 23;
    if (f != nullptr && capi::offers(*f, kFirst, &OrtEpFactory::ValidateCompiledModelCompatibilityInfo))
      capi::pass_on(f->ValidateCompiledModelCompatibilityInfo(f, hardware.data(), hardware.size(),
                                                              compatibility_info, out_status));
  });
}

OrtStatus* slots::GetHardwareDeviceEpIncompatibilityDetails(
    const OrtEnv* env, const char* ep_name, const OrtHardwareDevice* hw,
    OrtDeviceEpIncompatibilityDetails** details) noexcept {
  return capi::guarded([&] {
    capi::need_all("GetHardwareDeviceEpIncompatibilityDetails", env, ep_name, hw, details);
    const std::vector<const OrtEpDevice*> devices = env->providers.snapshot();
    const auto at = std::ranges::find(devices, std::string_view(ep_name),
                                      [](const OrtEpDevice* d) -> std::string_view { return d->name; });
    if (at == devices.end())
      capi::refuse(ORT_INVALID_ARGUMENT, "there is no execution provider '{}'", ep_name);
    const std::shared_ptr<capi::EpLibrary> open = env->providers.owner(*at);
    auto made = std::make_unique<OrtDeviceEpIncompatibilityDetails>();
    OrtEpFactory* f = (*at)->factory;
    constexpr std::uint32_t kFirst = 24;
    if (f != nullptr && capi::offers(*f, kFirst, &OrtEpFactory::GetHardwareDeviceIncompatibilityDetails))
      capi::pass_on(f->GetHardwareDeviceIncompatibilityDetails(f, hw, made.get()));
    *details = made.release();
  });
}

OrtStatus* slots::ep::DeviceEpIncompatibilityDetails_SetDetails(OrtDeviceEpIncompatibilityDetails* details,
                                                                std::uint32_t reasons_bitmask,
                                                                std::int32_t error_code,
                                                                const char* notes) noexcept {
  return capi::guarded(
      [&] { capi::need(details, "details") = {reasons_bitmask, error_code, notes == nullptr ? "" : notes}; });
}

OrtStatus* slots::DeviceEpIncompatibilityDetails_GetReasonsBitmask(
    const OrtDeviceEpIncompatibilityDetails* details, std::uint32_t* reasons_bitmask) noexcept {
  return capi::guarded(
      [&] { capi::need(reasons_bitmask, "reasons_bitmask") = capi::need(details, "details").reasons; });
}
// NULL where there are none.
OrtStatus* slots::DeviceEpIncompatibilityDetails_GetNotes(const OrtDeviceEpIncompatibilityDetails* details,
                                                          const char** notes) noexcept {
  return capi::guarded([&] {
    const std::string& held = capi::need(details, "details").notes;
    capi::need(notes, "notes") = held.empty() ? nullptr : held.c_str();
  });
}
OrtStatus* slots::DeviceEpIncompatibilityDetails_GetErrorCode(
    const OrtDeviceEpIncompatibilityDetails* details, std::int32_t* error_code) noexcept {
  return capi::guarded([&] { capi::need(error_code, "error_code") = capi::need(details, "details").code; });
}
void slots::ReleaseDeviceEpIncompatibilityDetails(OrtDeviceEpIncompatibilityDetails* input) noexcept {
  delete input;
}

}  // namespace sardonyx
