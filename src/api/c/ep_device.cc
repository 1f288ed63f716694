#include "api/c/ep_device.h"

#include <algorithm>
#include <filesystem>

#include "api/c/memory.h"
#include "api/c/plugin.h"
#include "api/c/session.h"
#include "api/c/slots.h"
#include "api/c/status.h"
#include "model/model_file.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace sardonyx {

namespace {

// The maker of the processor, by its name in the processor and its number among PCI vendors.
void name_vendor(OrtHardwareDevice& device) {
#if defined(__x86_64__)
  std::uint32_t a = 0, text[3] = {};
  if (__get_cpuid(0, &a, &text[0], &text[2], &text[1]) == 0) return;
  const std::string_view id(reinterpret_cast<const char*>(text), sizeof text);
  struct Maker {
    std::string_view id;
    const char* name;
    std::uint32_t number;
  };
  static constexpr Maker kMakers[] = {{"GenuineIntel", "Intel", 0x8086}, {"AuthenticAMD", "AMD", 0x1022}};
  device.vendor = id;
  for (const Maker& m : kMakers) {
    if (m.id != id) continue;
    device.vendor = m.name;
    device.vendor_id = m.number;
  }
#else
  device.vendor = "unknown";
#endif
}

// The device of who reads an input of the model, or makes an output.
const OrtEpDevice& device_at(const capi::Loaded& l, const std::string& name, bool input) {
  if (l.plugins == nullptr) return capi::cpu_device();
  for (const auto& claim : l.plugins->ops()->claims()) {
    const auto& names = input ? claim->site.inputs : claim->site.outputs;
    if (!claim->site.nested && std::ranges::find(names, name) != names.end())
      return claim->provider->device();
  }
  return capi::cpu_device();
}

OrtStatus* devices_for(const char* slot, const OrtSession* session, const OrtEpDevice** out,
                       std::size_t count, bool inputs) noexcept {
  return capi::guarded([&] {
    const capi::Loaded& l = capi::loaded_of(session);
    const std::size_t expected = inputs ? l.required.size() : l.session.outputs().size();
    if (out == nullptr || count != expected)
      capi::refuse(ORT_INVALID_ARGUMENT, "Invalid argument provided to {}.", slot);
    for (std::size_t i = 0; i < count; ++i)
      out[i] = &device_at(l, inputs ? l.session.inputs()[l.required[i]].name : l.session.outputs()[i].name,
                          inputs);
  });
}

// What a compiled model says of the provider that it was compiled for; NULL when it says nothing.
char* compatibility(const ModelFile& model, const char* provider, OrtAllocator& allocator) {
  const std::string key = std::string("ep_compatibility_info.") + provider;
  for (const KeyValueDef& kv : model.metadata) {
    if (kv.key == key) return capi::copy_text(allocator, kv.value);
  }
  return nullptr;
}

template <typename Read>
OrtStatus* compatibility_of(const char* slot, bool complete, const char* provider, OrtAllocator* allocator,
                            char** out, const Read& read) noexcept {
  return capi::guarded([&] {
    if (!complete || provider == nullptr || *provider == 0 || allocator == nullptr || out == nullptr)
      capi::refuse(ORT_INVALID_ARGUMENT, "Invalid argument provided to {}.", slot);
    *out = nullptr;
    try {
      *out = compatibility(read(), provider, *allocator);
    } catch (const Error& e) {
      if (e.code() != Code::invalid_model) throw;
      capi::refuse(ORT_INVALID_GRAPH, "Protobuf parsing failed. {}", e.what());
    }
  });
}

}  // namespace

const OrtHardwareDevice& capi::processor() {
  static const OrtHardwareDevice* made = [] {
    auto* d = new OrtHardwareDevice;
    name_vendor(*d);
    return d;
  }();
  return *made;
}

const OrtEpDevice& capi::cpu_device() {
  static const OrtEpDevice* made = [] {
    auto* d = new OrtEpDevice;
    d->name = kCpuProvider;
    d->vendor = "Microsoft";  // the name that programs look for
    d->device = &processor();
    d->metadata.add("version", OrtGetApiBase()->GetVersionString());
    return d;
  }();
  return *made;
}

OrtStatus* slots::GetNumHardwareDevices(const OrtEnv* env, std::size_t* num_devices) noexcept {
  return capi::guarded([&] {
    capi::need_all("GetNumHardwareDevices", env, num_devices);
    *num_devices = 1;
  });
}

OrtStatus* slots::GetHardwareDevices(const OrtEnv* env, const OrtHardwareDevice** devices,
                                     std::size_t num_devices) noexcept {
  return capi::guarded([&] {
    capi::need_all("GetHardwareDevices", env, devices);
    if (num_devices < 1)
      capi::refuse(ORT_INVALID_ARGUMENT,
                   "num_devices is less than the number of available hardware devices. Use "
                   "GetNumHardwareDevices() to get the required array size.");
    devices[0] = &capi::processor();
  });
}

// NULL devices give what stands for nothing.
OrtHardwareDeviceType slots::HardwareDevice_Type(const OrtHardwareDevice* device) noexcept {
  return device == nullptr ? OrtHardwareDeviceType_CPU : device->type;
}
std::uint32_t slots::HardwareDevice_VendorId(const OrtHardwareDevice* device) noexcept {
  return device == nullptr ? 0 : device->vendor_id;
}
const char* slots::HardwareDevice_Vendor(const OrtHardwareDevice* device) noexcept {
  return device == nullptr ? "" : device->vendor.c_str();
}
std::uint32_t slots::HardwareDevice_DeviceId(const OrtHardwareDevice* device) noexcept {
  return device == nullptr ? 0 : device->device_id;
}
const OrtKeyValuePairs* slots::HardwareDevice_Metadata(const OrtHardwareDevice* device) noexcept {
  return device == nullptr ? nullptr : &device->metadata;
}
const char* slots::EpDevice_EpName(const OrtEpDevice* ep_device) noexcept {
  return ep_device == nullptr ? "" : ep_device->name.c_str();
}
const char* slots::EpDevice_EpVendor(const OrtEpDevice* ep_device) noexcept {
  return ep_device == nullptr ? "" : ep_device->vendor.c_str();
}
const OrtKeyValuePairs* slots::EpDevice_EpMetadata(const OrtEpDevice* ep_device) noexcept {
  return ep_device == nullptr ? nullptr : &ep_device->metadata;
}
const OrtKeyValuePairs* slots::EpDevice_EpOptions(const OrtEpDevice* ep_device) noexcept {
  return ep_device == nullptr ? nullptr : &ep_device->options;
}
const OrtHardwareDevice* slots::EpDevice_Device(const OrtEpDevice* ep_device) noexcept {
  return ep_device == nullptr ? nullptr : ep_device->device;
}
// The processor's memory is not the device's own: there is nothing to tell.
const OrtMemoryInfo* slots::EpDevice_MemoryInfo(const OrtEpDevice* ep_device,
                                                OrtDeviceMemoryType memory_type) noexcept {
  if (ep_device == nullptr) return nullptr;
  const auto& held = memory_type == OrtDeviceMemoryType_DEFAULT ? ep_device->memory : ep_device->host_memory;
  return held ? &*held : nullptr;
}

OrtStatus* slots::SessionGetEpDeviceForInputs(const OrtSession* session,
                                              const OrtEpDevice** inputs_ep_devices,
                                              std::size_t num_inputs) noexcept {
  return devices_for("SessionGetEpDeviceForInputs", session, inputs_ep_devices, num_inputs, true);
}
OrtStatus* slots::SessionGetEpDeviceForOutputs(const OrtSession* session,
                                               const OrtEpDevice** outputs_ep_devices,
                                               std::size_t num_outputs) noexcept {
  return devices_for("SessionGetEpDeviceForOutputs", session, outputs_ep_devices, num_outputs, false);
}

OrtStatus* slots::GetCompatibilityInfoFromModel(const ORTCHAR_T* model_path, const char* ep_type,
                                                OrtAllocator* allocator, char** compatibility_info) noexcept {
  const bool complete = model_path != nullptr && *model_path != 0;
  return compatibility_of(
      "GetCompatibilityInfoFromModel", complete, ep_type, allocator, compatibility_info, [&] {
        const std::filesystem::path path(model_path);
        std::error_code ignored;
        if (!std::filesystem::exists(path, ignored))
          capi::refuse(ORT_NO_SUCHFILE, "Load model {} failed. File doesn't exist", model_path);
        return read_model(path);
      });
}

OrtStatus* slots::GetCompatibilityInfoFromModelBytes(const void* model_data, std::size_t model_data_length,
                                                     const char* ep_type, OrtAllocator* allocator,
                                                     char** compatibility_info) noexcept {
  const bool complete = model_data != nullptr && model_data_length > 0;
  return compatibility_of("GetCompatibilityInfoFromModelBytes", complete, ep_type, allocator,
                          compatibility_info, [&] {
                            auto* data = const_cast<void*>(model_data);  // the block is read-only
                            return read_model(Block::borrow(data, model_data_length, false));
                          });
}

}  // namespace sardonyx
