// Devices, the providers that drive them, and what a session gave to which.
#pragma once

#include "memory.h"

namespace Ort {
namespace detail {

template <typename T>
struct HardwareDeviceImpl : Ort::detail::Base<T> {
  using B = Ort::detail::Base<T>;
  using B::B;

  OrtHardwareDeviceType Type() const { return GetApi().HardwareDevice_Type(this->p_); }
  uint32_t VendorId() const { return GetApi().HardwareDevice_VendorId(this->p_); }
  uint32_t DeviceId() const { return GetApi().HardwareDevice_DeviceId(this->p_); }
  const char* Vendor() const { return GetApi().HardwareDevice_Vendor(this->p_); }
  ConstKeyValuePairs Metadata() const {
    return ConstKeyValuePairs{GetApi().HardwareDevice_Metadata(this->p_)};
  }
};

}  // namespace detail

using ConstHardwareDevice = detail::HardwareDeviceImpl<detail::Unowned<const OrtHardwareDevice>>;

namespace detail {

template <typename T>
struct DeviceEpIncompatibilityDetailsImpl : Ort::detail::Base<T> {
  using B = Ort::detail::Base<T>;
  using B::B;

  uint32_t GetReasonsBitmask() const {
    return Ask<&OrtApi::DeviceEpIncompatibilityDetails_GetReasonsBitmask>(this->p_);
  }
  const char* GetNotes() const { return Ask<&OrtApi::DeviceEpIncompatibilityDetails_GetNotes>(this->p_); }
  int32_t GetErrorCode() const { return Ask<&OrtApi::DeviceEpIncompatibilityDetails_GetErrorCode>(this->p_); }
};

}  // namespace detail

struct DeviceEpIncompatibilityDetails
    : detail::DeviceEpIncompatibilityDetailsImpl<OrtDeviceEpIncompatibilityDetails> {
  explicit DeviceEpIncompatibilityDetails(std::nullptr_t) {}
  explicit DeviceEpIncompatibilityDetails(OrtDeviceEpIncompatibilityDetails* p)
      : DeviceEpIncompatibilityDetailsImpl<OrtDeviceEpIncompatibilityDetails>{p} {}
};

namespace detail {

template <typename T>
struct EpDeviceImpl : Ort::detail::Base<T> {
  using B = Ort::detail::Base<T>;
  using B::B;

  const char* EpName() const { return GetApi().EpDevice_EpName(this->p_); }
  const char* EpVendor() const { return GetApi().EpDevice_EpVendor(this->p_); }
  ConstKeyValuePairs EpMetadata() const { return ConstKeyValuePairs(GetApi().EpDevice_EpMetadata(this->p_)); }
  ConstKeyValuePairs EpOptions() const { return ConstKeyValuePairs(GetApi().EpDevice_EpOptions(this->p_)); }
  ConstHardwareDevice Device() const { return ConstHardwareDevice(GetApi().EpDevice_Device(this->p_)); }
  // Wraps NULL where the device has no memory of that type.
  ConstMemoryInfo GetMemoryInfo(OrtDeviceMemoryType memory_type) const {
    return ConstMemoryInfo{GetApi().EpDevice_MemoryInfo(this->p_, memory_type)};
  }
  SyncStream CreateSyncStream(ConstKeyValuePairs stream_options = {}) const {
    return SyncStream(Ask<&OrtApi::CreateSyncStreamForEpDevice>(this->p_, stream_options));
  }
};

}  // namespace detail

using ConstEpDevice = detail::EpDeviceImpl<detail::Unowned<const OrtEpDevice>>;

// For authors of providers.
struct EpDevice : detail::EpDeviceImpl<OrtEpDevice> {
  explicit EpDevice(std::nullptr_t) {}
  explicit EpDevice(OrtEpDevice* p) : EpDeviceImpl<OrtEpDevice>{p} {}
  EpDevice(OrtEpFactory& ep_factory, ConstHardwareDevice& hardware_device,
           ConstKeyValuePairs ep_metadata = {}, ConstKeyValuePairs ep_options = {})
      : EpDevice(
            detail::Ask<&OrtEpApi::CreateEpDevice>(&ep_factory, hardware_device, ep_metadata, ep_options)) {}
};

inline OrtCompiledModelCompatibility GetModelCompatibilityForEpDevices(
    const std::vector<ConstEpDevice>& ep_devices, const char* compatibility_info) {
  if (ep_devices.empty())
    ORT_CXX_API_THROW("GetModelCompatibilityForEpDevices: at least one device is needed, got none",
                      ORT_INVALID_ARGUMENT);
  return detail::Ask<&OrtApi::GetModelCompatibilityForEpDevices>(detail::Pointers(ep_devices.data()),
                                                                 ep_devices.size(), compatibility_info);
}
inline AllocatedStringPtr GetCompatibilityInfoFromModelAllocated(const ORTCHAR_T* model_path,
                                                                 const char* ep_type,
                                                                 OrtAllocator* allocator) {
  return detail::AskAllocated<&OrtApi::GetCompatibilityInfoFromModel>(allocator, model_path, ep_type,
                                                                      allocator);
}
inline AllocatedStringPtr GetCompatibilityInfoFromModelBytesAllocated(const void* model_data,
                                                                      size_t model_data_length,
                                                                      const char* ep_type,
                                                                      OrtAllocator* allocator) {
  return detail::AskAllocated<&OrtApi::GetCompatibilityInfoFromModelBytes>(
      allocator, model_data, model_data_length, ep_type, allocator);
}

namespace detail {

template <typename T>
struct EpAssignedNodeImpl : Ort::detail::Base<T> {
  using B = Ort::detail::Base<T>;
  using B::B;

  std::string GetName() const { return Ask<&OrtApi::EpAssignedNode_GetName>(this->p_); }
  std::string GetDomain() const { return Ask<&OrtApi::EpAssignedNode_GetDomain>(this->p_); }
  std::string GetOperatorType() const { return Ask<&OrtApi::EpAssignedNode_GetOperatorType>(this->p_); }
};

}  // namespace detail

using ConstEpAssignedNode = detail::EpAssignedNodeImpl<detail::Unowned<const OrtEpAssignedNode>>;

namespace detail {

template <typename T>
struct EpAssignedSubgraphImpl : Ort::detail::Base<T> {
  using B = Ort::detail::Base<T>;
  using B::B;

  std::string GetEpName() const { return Ask<&OrtApi::EpAssignedSubgraph_GetEpName>(this->p_); }
  std::vector<ConstEpAssignedNode> GetNodes() const {
    return AskLentHandles<ConstEpAssignedNode, &OrtApi::EpAssignedSubgraph_GetNodes>(this->p_);
  }
};

}  // namespace detail

using ConstEpAssignedSubgraph = detail::EpAssignedSubgraphImpl<detail::Unowned<const OrtEpAssignedSubgraph>>;

// Options of providers that this library may not have: then creating them throws.
struct TensorRTProviderOptions : detail::Base<OrtTensorRTProviderOptionsV2> {
  TensorRTProviderOptions(std::nullptr_t) {}
  TensorRTProviderOptions() : Base{detail::Ask<&OrtApi::CreateTensorRTProviderOptions>()} {}

  void Update(const std::unordered_map<std::string, std::string>& options) {
    const detail::OptionArrays arrays(options);
    detail::Do<&OrtApi::UpdateTensorRTProviderOptions>(p_, arrays.keys.data(), arrays.values.data(),
                                                       arrays.size());
  }
  void UpdateWithValue(const char* key, void* value) {
    detail::Do<&OrtApi::UpdateTensorRTProviderOptionsWithValue>(p_, key, value);
  }
  void* GetOptionByName(const char* name) const {
    return detail::Ask<&OrtApi::GetTensorRTProviderOptionsByName>(p_, name);
  }
  std::string GetTensorRTProviderOptionsAsString() const {
    return detail::TakeText(
        detail::Ask<&OrtApi::GetTensorRTProviderOptionsAsString>(p_, detail::DefaultAllocator()));
  }
};

struct CUDAProviderOptions : detail::Base<OrtCUDAProviderOptionsV2> {
  CUDAProviderOptions(std::nullptr_t) {}
  CUDAProviderOptions() : Base{detail::Ask<&OrtApi::CreateCUDAProviderOptions>()} {}

  void Update(const std::unordered_map<std::string, std::string>& options) {
    const detail::OptionArrays arrays(options);
    detail::Do<&OrtApi::UpdateCUDAProviderOptions>(p_, arrays.keys.data(), arrays.values.data(),
                                                   arrays.size());
  }
  std::string GetCUDAProviderOptionsAsString() const {
    return detail::TakeText(
        detail::Ask<&OrtApi::GetCUDAProviderOptionsAsString>(p_, detail::DefaultAllocator()));
  }
  void UpdateWithValue(const char* key, void* value) {
    detail::Do<&OrtApi::UpdateCUDAProviderOptionsWithValue>(p_, key, value);
  }
  void* GetOptionByName(const char* name) const {
    return detail::Ask<&OrtApi::GetCUDAProviderOptionsByName>(p_, name);
  }
};

}  // namespace Ort
