// OrtHardwareDevice and OrtEpDevice: the processor, and the provider that runs on it. Both live as long as the process.
#pragma once

#include <string>

#include "api/c/key_values.h"
#include "onnxruntime_c_api.h"

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
};

namespace sardonyx::capi {

inline constexpr const char* kCpuProvider = "CPUExecutionProvider";
const OrtEpDevice& cpu_device();

}  // namespace sardonyx::capi
