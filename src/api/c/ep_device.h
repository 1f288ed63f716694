// OrtHardwareDevice and OrtEpDevice: the processor, and the providers that run on it. Ours live as long as the process,
// those of a library as long as the library.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "api/c/key_values.h"
#include "api/c/memory.h"
#include "onnxruntime_ep_c_api.h"

namespace sardonyx::capi {
class EpLibrary;
}

struct OrtHardwareDevice {
  OrtHardwareDeviceType type = OrtHardwareDeviceType_CPU;
  std::uint32_t vendor_id = 0, device_id = 0;
  std::string vendor;
  OrtKeyValuePairs metadata;
};

struct OrtEpDevice {
  std::string name, vendor;
  OrtKeyValuePairs metadata, options;
  const OrtHardwareDevice* device = nullptr;
  // Of a library's provider.
  OrtEpFactory* factory = nullptr;
  std::unique_ptr<OrtHardwareDevice> own_device;  // that the library made up
  std::optional<OrtMemoryInfo> memory, host_memory;
  std::weak_ptr<sardonyx::capi::EpLibrary> library;
};

namespace sardonyx::capi {

inline constexpr const char* kCpuProvider = "CPUExecutionProvider";
const OrtEpDevice& cpu_device();
const OrtHardwareDevice& processor();

// Devices of one provider, as a program chose them for a session; the library stays open as long as this.
struct EpChoice {
  std::shared_ptr<EpLibrary> library;
  std::vector<const OrtEpDevice*> devices;
};

// Refuses what is no device of the environment, and devices of several providers. Gives no library for the CPU's.
EpChoice choice_of(const char* slot, const OrtEnv& env, std::span<const OrtEpDevice* const> devices);

// "ep.<provider>.<option>": where the configuration of a session has the options of a provider.
std::string option_key(std::string_view provider, std::string_view option);

}  // namespace sardonyx::capi
