// What libraries of providers make: devices, and what they say of memory.
#include "api/c/ep_device.h"
#include "api/c/ep_library.h"
#include "api/c/slots.h"
#include "api/c/status.h"
#include "api/c/value.h"

namespace sardonyx {

namespace {

namespace own = slots::ep;

std::string text_or_empty(const char* text) { return text == nullptr ? "" : text; }

}  // namespace

OrtStatus* own::CreateEpDevice(OrtEpFactory* ep_factory, const OrtHardwareDevice* hardware_device,
                               const OrtKeyValuePairs* ep_metadata, const OrtKeyValuePairs* ep_options,
                               OrtEpDevice** ep_device) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateEpDevice", ep_factory, hardware_device, ep_device);
    if (ep_factory->ort_version_supported < capi::kFirstEpVersion || ep_factory->GetName == nullptr ||
        ep_factory->GetVendor == nullptr)
      capi::refuse(ORT_INVALID_ARGUMENT, "CreateEpDevice: the factory has no name and vendor");
    auto made = std::make_unique<OrtEpDevice>();
    made->name = text_or_empty(ep_factory->GetName(ep_factory));
    made->vendor = text_or_empty(ep_factory->GetVendor(ep_factory));
    made->factory = ep_factory;
    if (ep_metadata != nullptr) made->metadata.entries = ep_metadata->entries;
    if (ep_options != nullptr) made->options.entries = ep_options->entries;
    made->metadata.refresh();
    made->options.refresh();
    if (hardware_device == &capi::processor()) {
      made->device = hardware_device;
    } else {  // it may end before this does
      made->own_device = std::make_unique<OrtHardwareDevice>();
      *made->own_device = {hardware_device->type,
                           hardware_device->vendor_id,
                           hardware_device->device_id,
                           hardware_device->vendor,
                           {}};
      made->own_device->metadata.entries = hardware_device->metadata.entries;
      made->own_device->metadata.refresh();
      made->device = made->own_device.get();
    }
    *ep_device = made.release();
  });
}

void own::ReleaseEpDevice(OrtEpDevice* input) noexcept {
  if (input != &capi::cpu_device()) delete input;
}

// A device has at most one memory of its own, and one that the processor reaches too.
OrtStatus* own::EpDevice_AddAllocatorInfo(OrtEpDevice* ep_device,
                                          const OrtMemoryInfo* allocator_memory_info) noexcept {
  return capi::guarded([&] {
    capi::need_all("EpDevice_AddAllocatorInfo", ep_device, allocator_memory_info);
    const bool host = allocator_memory_info->device_memory == OrtDeviceMemoryType_HOST_ACCESSIBLE;
    (host ? ep_device->host_memory : ep_device->memory) = *allocator_memory_info;
  });
}

OrtStatus* own::CreateHardwareDevice(OrtHardwareDeviceType type, std::uint32_t vendor_id,
                                     std::uint32_t device_id, const char* vendor_name,
                                     const OrtKeyValuePairs* metadata,
                                     OrtHardwareDevice** hardware_device) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateHardwareDevice", vendor_name, hardware_device);
    auto made = std::make_unique<OrtHardwareDevice>();
    made->type = type;
    made->vendor_id = vendor_id;
    made->device_id = device_id;
    made->vendor = vendor_name;
    if (metadata != nullptr) made->metadata.entries = metadata->entries;
    made->metadata.refresh();
    *hardware_device = made.release();
  });
}

void own::ReleaseHardwareDevice(OrtHardwareDevice* input) noexcept {
  if (input != &capi::processor()) delete input;
}

const OrtMemoryDevice* own::MemoryInfo_GetMemoryDevice(const OrtMemoryInfo* memory_info) noexcept {
  return memory_info;
}
const OrtMemoryDevice* own::Value_GetMemoryDevice(const OrtValue* value) noexcept {
  if (value == nullptr) return nullptr;
  return value->memory == nullptr ? &capi::cpu_memory() : value->memory.get();
}
bool own::MemoryDevice_AreEqual(const OrtMemoryDevice* a, const OrtMemoryDevice* b) noexcept {
  return a == b || (a != nullptr && b != nullptr && *a == *b);
}
// NULL gives what the processor's memory has.
OrtMemoryInfoDeviceType own::MemoryDevice_GetDeviceType(const OrtMemoryDevice* memory_device) noexcept {
  return memory_device == nullptr ? OrtMemoryInfoDeviceType_CPU : memory_device->device;
}
OrtDeviceMemoryType own::MemoryDevice_GetMemoryType(const OrtMemoryDevice* memory_device) noexcept {
  return memory_device == nullptr ? OrtDeviceMemoryType_DEFAULT : memory_device->device_memory;
}
std::uint32_t own::MemoryDevice_GetVendorId(const OrtMemoryDevice* memory_device) noexcept {
  return memory_device == nullptr ? 0 : memory_device->vendor;
}
std::uint32_t own::MemoryDevice_GetDeviceId(const OrtMemoryDevice* memory_device) noexcept {
  return memory_device == nullptr ? 0 : static_cast<std::uint32_t>(memory_device->id);
}

}  // namespace sardonyx
