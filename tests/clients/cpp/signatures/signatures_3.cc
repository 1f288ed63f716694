// Written by tools/make_cxx_api_check.py from a table of facts; do not edit.
// clang-format off
#include <onnxruntime_cxx_api.h>
#include <onnxruntime_cxx_inline.h>
#include <onnxruntime_float16.h>
#include <onnxruntime_c_api.h>
#include <onnxruntime_lite_custom_op.h>
#include <onnxruntime_training_c_api.h>
#include <onnxruntime_training_cxx_api.h>
#include <cpu_provider_factory.h>
#include <onnxruntime_session_options_config_keys.h>
#include <onnxruntime_run_options_config_keys.h>
#include <onnxruntime_env_config_keys.h>
#include <onnxruntime_ep_device_ep_metadata_keys.h>
#include <provider_options.h>

// What templates are tried with.
struct SampleKernel {
  void Compute(OrtKernelContext*) {}
};
struct SampleOp : Ort::CustomOpBase<SampleOp, SampleKernel> {
  void* CreateKernel(const OrtApi&, const OrtKernelInfo*) const { return nullptr; }
  const char* GetName() const { return ""; }
  size_t GetInputTypeCount() const { return 0; }
  ONNXTensorElementDataType GetInputType(size_t) const { return {}; }
  size_t GetOutputTypeCount() const { return 0; }
  ONNXTensorElementDataType GetOutputType(size_t) const { return {}; }
  static Ort::Status InferOutputShape(Ort::ShapeInferContext&) { return Ort::Status(); }
};
struct SampleStruct {
  SampleStruct(const OrtApi*, const OrtKernelInfo*) {}
  void Compute(const Ort::Custom::Tensor<float>&) {}
  static Ort::Status InferOutputShape(Ort::ShapeInferContext&) { return Ort::Status(); }
};

// Can T be made from the parameters of the function type?
template <typename T, typename Parameters>
constexpr bool makes = false;
template <typename T, typename... Args>
constexpr bool makes<T, void(Args...)> = std::is_constructible_v<T, Args...>;

namespace Ort {
struct check_20 : Ort::ThreadingOptions {
  static_assert(makes<Ort::ThreadingOptions, void()>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] ThreadingOptions& (check_20::* f)(int intra_op_num_threads) = &check_20::SetGlobalIntraOpNumThreads; }
    { [[maybe_unused]] ThreadingOptions& (check_20::* f)(int inter_op_num_threads) = &check_20::SetGlobalInterOpNumThreads; }
    { [[maybe_unused]] ThreadingOptions& (check_20::* f)(int allow_spinning) = &check_20::SetGlobalSpinControl; }
    { [[maybe_unused]] ThreadingOptions& (check_20::* f)() = &check_20::SetGlobalDenormalAsZero; }
    { [[maybe_unused]] ThreadingOptions& (check_20::* f)(OrtCustomCreateThreadFn ort_custom_create_thread_fn) = &check_20::SetGlobalCustomCreateThreadFn; }
    { [[maybe_unused]] ThreadingOptions& (check_20::* f)(void* ort_custom_thread_creation_options) = &check_20::SetGlobalCustomThreadCreationOptions; }
    { [[maybe_unused]] ThreadingOptions& (check_20::* f)(OrtCustomJoinThreadFn ort_custom_join_thread_fn) = &check_20::SetGlobalCustomJoinThreadFn; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_21 : Ort::TensorRTProviderOptions {
  static_assert(makes<Ort::TensorRTProviderOptions, void(std::nullptr_t)>);
  static_assert(makes<Ort::TensorRTProviderOptions, void()>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] void (check_21::* f)(const std::unordered_map<std::string, std::string>& options) = &check_21::Update; }
    { [[maybe_unused]] void (check_21::* f)(const char* key, void* value) = &check_21::UpdateWithValue; }
    { [[maybe_unused]] void* (check_21::* f)(const char* name) const = &check_21::GetOptionByName; }
    { [[maybe_unused]] std::string (check_21::* f)() const = &check_21::GetTensorRTProviderOptionsAsString; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_22 : Ort::CUDAProviderOptions {
  static_assert(makes<Ort::CUDAProviderOptions, void(std::nullptr_t)>);
  static_assert(makes<Ort::CUDAProviderOptions, void()>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] void (check_22::* f)(const std::unordered_map<std::string, std::string>& options) = &check_22::Update; }
    { [[maybe_unused]] std::string (check_22::* f)() const = &check_22::GetCUDAProviderOptionsAsString; }
    { [[maybe_unused]] void (check_22::* f)(const char* key, void* value) = &check_22::UpdateWithValue; }
    { [[maybe_unused]] void* (check_22::* f)(const char* name) const = &check_22::GetOptionByName; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_23 : Ort::PrepackedWeightsContainer {
  static_assert(std::is_same_v<Base, detail::Base<OrtPrepackedWeightsContainer>>);
  static_assert(makes<Ort::PrepackedWeightsContainer, void(std::nullptr_t)>);
  static_assert(makes<Ort::PrepackedWeightsContainer, void(OrtPrepackedWeightsContainer* p)>);
  static_assert(makes<Ort::PrepackedWeightsContainer, void()>);
  [[gnu::used]] void check() {
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_24 : Ort::detail::ConstExternalInitializerInfoImpl<OrtExternalInitializerInfo> {
  using T = OrtExternalInitializerInfo;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] const std::basic_string<ORTCHAR_T> (check_24::* f)() const = &check_24::GetFilePath; }
    { [[maybe_unused]] int64_t (check_24::* f)() const = &check_24::GetFileOffset; }
    { [[maybe_unused]] size_t (check_24::* f)() const = &check_24::GetByteSize; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_25 : Ort::ExternalInitializerInfo {
  static_assert(std::is_same_v<Base, detail::ConstExternalInitializerInfoImpl<OrtExternalInitializerInfo>>);
  static_assert(makes<Ort::ExternalInitializerInfo, void(std::nullptr_t)>);
  static_assert(makes<Ort::ExternalInitializerInfo, void(OrtExternalInitializerInfo* p)>);
  static_assert(makes<Ort::ExternalInitializerInfo, void(const ORTCHAR_T* filepath, int64_t file_offset, size_t byte_size)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] ConstExternalInitializerInfo (check_25::* f)() const = &check_25::GetConst; }
    { [[maybe_unused]] Status (* f)(const ORTCHAR_T* filepath, int64_t file_offset, size_t byte_size, ExternalInitializerInfo& out) = &check_25::Create; }
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_26 : Ort::detail::KeyValuePairsImpl<OrtKeyValuePairs> {
  using T = OrtKeyValuePairs;
  static_assert(std::is_same_v<B, Ort::detail::Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] const char* (check_26::* f)(const char* key) const = &check_26::GetValue; }
    { [[maybe_unused]] std::unordered_map<std::string, std::string> (check_26::* f)() const = &check_26::GetKeyValuePairs; }
    { [[maybe_unused]] void (check_26::* f)(std::vector<const char*>& keys, std::vector<const char*>& values) const = &check_26::GetKeyValuePairs; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_27 : Ort::KeyValuePairs {
  static_assert(makes<Ort::KeyValuePairs, void(std::nullptr_t)>);
  static_assert(makes<Ort::KeyValuePairs, void(OrtKeyValuePairs* p)>);
  static_assert(makes<Ort::KeyValuePairs, void()>);
  static_assert(makes<Ort::KeyValuePairs, void(const std::unordered_map<std::string, std::string>& kv_pairs)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] void (check_27::* f)(const char* key, const char* value) = &check_27::Add; }
    { [[maybe_unused]] void (check_27::* f)(const char* key) = &check_27::Remove; }
    { [[maybe_unused]] ConstKeyValuePairs (check_27::* f)() const = &check_27::GetConst; }
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_28 : Ort::detail::MemoryInfoImpl<OrtMemoryInfo> {
  using T = OrtMemoryInfo;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] std::string (check_28::* f)() const = &check_28::GetAllocatorName; }
    { [[maybe_unused]] OrtAllocatorType (check_28::* f)() const = &check_28::GetAllocatorType; }
    { [[maybe_unused]] int (check_28::* f)() const = &check_28::GetDeviceId; }
    { [[maybe_unused]] OrtMemoryInfoDeviceType (check_28::* f)() const = &check_28::GetDeviceType; }
    { [[maybe_unused]] OrtMemType (check_28::* f)() const = &check_28::GetMemoryType; }
    { [[maybe_unused]] OrtDeviceMemoryType (check_28::* f)() const = &check_28::GetDeviceMemoryType; }
    { [[maybe_unused]] uint32_t (check_28::* f)() const = &check_28::GetVendorId; }
    { [[maybe_unused]] bool (check_28::* f)(const MemoryInfoImpl<OrtMemoryInfo>& o) const = &check_28::operator==; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_29 : Ort::MemoryInfo {
  static_assert(makes<Ort::MemoryInfo, void(std::nullptr_t)>);
  static_assert(makes<Ort::MemoryInfo, void(OrtMemoryInfo* p)>);
  static_assert(makes<Ort::MemoryInfo, void(const char* name, OrtAllocatorType type, int id, OrtMemType mem_type)>);
  static_assert(makes<Ort::MemoryInfo, void(const char* name, OrtMemoryInfoDeviceType device_type, uint32_t vendor_id, uint32_t device_id, OrtDeviceMemoryType mem_type, size_t alignment, OrtAllocatorType allocator_type)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] MemoryInfo (* f)(OrtAllocatorType type, OrtMemType mem_type1) = &check_29::CreateCpu; }
    { [[maybe_unused]] ConstMemoryInfo (check_29::* f)() const = &check_29::GetConst; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_30 : Ort::MemoryAllocation {
  static_assert(makes<Ort::MemoryAllocation, void(OrtAllocator* allocator, void* p, size_t size)>);
  static_assert(std::is_destructible_v<Ort::MemoryAllocation>);
  static_assert(!makes<Ort::MemoryAllocation, void(const Ort::MemoryAllocation&)>);
  static_assert(!std::is_copy_assignable_v<Ort::MemoryAllocation>);
  static_assert(makes<Ort::MemoryAllocation, void(Ort::MemoryAllocation&&)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] MemoryAllocation& (Ort::MemoryAllocation::* f)(MemoryAllocation&&) noexcept = &Ort::MemoryAllocation::operator=; }
    { [[maybe_unused]] void* (check_30::* f)() = &check_30::get; }
    { [[maybe_unused]] size_t (check_30::* f)() const = &check_30::size; }
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_31 : Ort::detail::AllocatorImpl<Ort::detail::Unowned<OrtAllocator>> {
  using T = Ort::detail::Unowned<OrtAllocator>;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] void* (check_31::* f)(size_t size) = &check_31::Alloc; }
    { [[maybe_unused]] void* (check_31::* f)(size_t size) = &check_31::Reserve; }
    { [[maybe_unused]] MemoryAllocation (check_31::* f)(size_t size) = &check_31::GetAllocation; }
    { [[maybe_unused]] void (check_31::* f)(void* p) = &check_31::Free; }
    { [[maybe_unused]] ConstMemoryInfo (check_31::* f)() const = &check_31::GetInfo; }
    { [[maybe_unused]] KeyValuePairs (check_31::* f)() const = &check_31::GetStats; }
    { [[maybe_unused]] void (check_31::* f)() = &check_31::Shrink; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_32 : Ort::AllocatorWithDefaultOptions {
  static_assert(makes<Ort::AllocatorWithDefaultOptions, void(std::nullptr_t)>);
  static_assert(makes<Ort::AllocatorWithDefaultOptions, void()>);
  [[gnu::used]] void check() {
  }
};
}  // namespace Ort

namespace Ort {
struct check_33 : Ort::Allocator {
  static_assert(makes<Ort::Allocator, void(std::nullptr_t)>);
  static_assert(makes<Ort::Allocator, void(const Session& session, const OrtMemoryInfo*)>);
  static_assert(makes<Ort::Allocator, void(OrtAllocator* p)>);
  [[gnu::used]] void check() {
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_34 : Ort::detail::SyncStreamImpl<Ort::detail::Unowned<OrtSyncStream>> {
  using T = Ort::detail::Unowned<OrtSyncStream>;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] void* (check_34::* f)() = &check_34::GetHandle; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_35 : Ort::SyncStream {
  static_assert(makes<Ort::SyncStream, void(std::nullptr_t)>);
  static_assert(makes<Ort::SyncStream, void(OrtSyncStream* p)>);
  [[gnu::used]] void check() {
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_36 : Ort::detail::HardwareDeviceImpl<Ort::detail::Unowned<const OrtHardwareDevice>> {
  using T = Ort::detail::Unowned<const OrtHardwareDevice>;
  static_assert(std::is_same_v<B, Ort::detail::Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] OrtHardwareDeviceType (check_36::* f)() const = &check_36::Type; }
    { [[maybe_unused]] uint32_t (check_36::* f)() const = &check_36::VendorId; }
    { [[maybe_unused]] uint32_t (check_36::* f)() const = &check_36::DeviceId; }
    { [[maybe_unused]] const char* (check_36::* f)() const = &check_36::Vendor; }
    { [[maybe_unused]] ConstKeyValuePairs (check_36::* f)() const = &check_36::Metadata; }
  }
};
}  // namespace Ort::detail

namespace Ort::detail {
struct check_37 : Ort::detail::DeviceEpIncompatibilityDetailsImpl<OrtDeviceEpIncompatibilityDetails> {
  using T = OrtDeviceEpIncompatibilityDetails;
  static_assert(std::is_same_v<B, Ort::detail::Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] uint32_t (check_37::* f)() const = &check_37::GetReasonsBitmask; }
    { [[maybe_unused]] const char* (check_37::* f)() const = &check_37::GetNotes; }
    { [[maybe_unused]] int32_t (check_37::* f)() const = &check_37::GetErrorCode; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_38 : Ort::DeviceEpIncompatibilityDetails {
  static_assert(makes<Ort::DeviceEpIncompatibilityDetails, void(std::nullptr_t)>);
  static_assert(makes<Ort::DeviceEpIncompatibilityDetails, void(OrtDeviceEpIncompatibilityDetails* p)>);
  [[gnu::used]] void check() {
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_39 : Ort::detail::EpDeviceImpl<OrtEpDevice> {
  using T = OrtEpDevice;
  static_assert(std::is_same_v<B, Ort::detail::Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] const char* (check_39::* f)() const = &check_39::EpName; }
    { [[maybe_unused]] const char* (check_39::* f)() const = &check_39::EpVendor; }
    { [[maybe_unused]] ConstKeyValuePairs (check_39::* f)() const = &check_39::EpMetadata; }
    { [[maybe_unused]] ConstKeyValuePairs (check_39::* f)() const = &check_39::EpOptions; }
    { [[maybe_unused]] ConstHardwareDevice (check_39::* f)() const = &check_39::Device; }
    { [[maybe_unused]] ConstMemoryInfo (check_39::* f)(OrtDeviceMemoryType memory_type) const = &check_39::GetMemoryInfo; }
    { [[maybe_unused]] SyncStream (check_39::* f)(ConstKeyValuePairs stream_options) const = &check_39::CreateSyncStream; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_40 : Ort::EpDevice {
  static_assert(makes<Ort::EpDevice, void(std::nullptr_t)>);
  static_assert(makes<Ort::EpDevice, void(OrtEpDevice* p)>);
  static_assert(makes<Ort::EpDevice, void(OrtEpFactory& ep_factory, ConstHardwareDevice& hardware_device, ConstKeyValuePairs ep_metadata, ConstKeyValuePairs ep_options)>);
  static_assert(makes<Ort::EpDevice, void(OrtEpFactory& ep_factory, ConstHardwareDevice& hardware_device)>);
  [[gnu::used]] void check() {
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_41 : Ort::detail::EpAssignedNodeImpl<Ort::detail::Unowned<const OrtEpAssignedNode>> {
  using T = Ort::detail::Unowned<const OrtEpAssignedNode>;
  static_assert(std::is_same_v<B, Ort::detail::Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] std::string (check_41::* f)() const = &check_41::GetName; }
    { [[maybe_unused]] std::string (check_41::* f)() const = &check_41::GetDomain; }
    { [[maybe_unused]] std::string (check_41::* f)() const = &check_41::GetOperatorType; }
  }
};
}  // namespace Ort::detail

namespace Ort::detail {
struct check_42 : Ort::detail::EpAssignedSubgraphImpl<Ort::detail::Unowned<const OrtEpAssignedSubgraph>> {
  using T = Ort::detail::Unowned<const OrtEpAssignedSubgraph>;
  static_assert(std::is_same_v<B, Ort::detail::Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] std::string (check_42::* f)() const = &check_42::GetEpName; }
    { [[maybe_unused]] std::vector<ConstEpAssignedNode> (check_42::* f)() const = &check_42::GetNodes; }
  }
};
}  // namespace Ort::detail

namespace Ort::detail {
struct check_43 : Ort::detail::ConstProfilingEventImpl<OrtProfilingEvent> {
  using T = OrtProfilingEvent;
  static_assert(std::is_same_v<B, Ort::detail::Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] OrtProfilingEventCategory (check_43::* f)() const = &check_43::GetCategory; }
    { [[maybe_unused]] const char* (check_43::* f)() const = &check_43::GetName; }
    { [[maybe_unused]] int64_t (check_43::* f)() const = &check_43::GetTimestampUs; }
    { [[maybe_unused]] int64_t (check_43::* f)() const = &check_43::GetDurationUs; }
    { [[maybe_unused]] const char* (check_43::* f)(const char* key) const = &check_43::GetArgValue; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_44 : Ort::ProfilingEvent {
  static_assert(makes<Ort::ProfilingEvent, void(std::nullptr_t)>);
  static_assert(makes<Ort::ProfilingEvent, void(OrtProfilingEvent* p)>);
  static_assert(makes<Ort::ProfilingEvent, void(OrtProfilingEventCategory category, int32_t process_id, int32_t thread_id, const char* event_name, int64_t timestamp_us, int64_t duration_us, const std::unordered_map<std::string, std::string>& args)>);
  static_assert(makes<Ort::ProfilingEvent, void(OrtProfilingEventCategory category, int32_t process_id, int32_t thread_id, const char* event_name, int64_t timestamp_us, int64_t duration_us)>);
  static_assert(makes<Ort::ProfilingEvent, void(OrtProfilingEventCategory category, int32_t process_id, int32_t thread_id, const char* event_name, int64_t timestamp_us, int64_t duration_us, const char* const* arg_keys, const char* const* arg_values, size_t num_args)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] ConstProfilingEvent (check_44::* f)() const = &check_44::GetConst; }
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_45 : Ort::detail::ProfilingEventsContainerImpl<Ort::detail::Unowned<OrtProfilingEventsContainer>> {
  using T = Ort::detail::Unowned<OrtProfilingEventsContainer>;
  static_assert(std::is_same_v<B, Ort::detail::Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] Ort::Status (check_45::* f)(const OrtProfilingEvent* const* events, size_t num_events) = &check_45::AddEvents; }
    { [[maybe_unused]] Ort::Status (check_45::* f)(const std::vector<ProfilingEvent>& events) = &check_45::AddEvents; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_46 : Ort::Env {
  static_assert(makes<Ort::Env, void(std::nullptr_t)>);
  static_assert(makes<Ort::Env, void(OrtLoggingLevel logging_level, const char* logid)>);
  static_assert(makes<Ort::Env, void()>);
  static_assert(makes<Ort::Env, void(OrtLoggingLevel logging_level, const char* logid, OrtLoggingFunction logging_function, void* logger_param)>);
  static_assert(makes<Ort::Env, void(const OrtThreadingOptions* tp_options, OrtLoggingLevel logging_level, const char* logid)>);
  static_assert(makes<Ort::Env, void(const OrtThreadingOptions* tp_options)>);
  static_assert(makes<Ort::Env, void(const OrtThreadingOptions* tp_options, OrtLoggingFunction logging_function, void* logger_param, OrtLoggingLevel logging_level, const char* logid)>);
  static_assert(makes<Ort::Env, void(const OrtThreadingOptions* tp_options, OrtLoggingFunction logging_function, void* logger_param)>);
  static_assert(makes<Ort::Env, void(const OrtEnvCreationOptions* options)>);
  static_assert(makes<Ort::Env, void(OrtEnv* p)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] Env& (check_46::* f)() = &check_46::EnableTelemetryEvents; }
    { [[maybe_unused]] Env& (check_46::* f)() = &check_46::DisableTelemetryEvents; }
    { [[maybe_unused]] Env& (check_46::* f)(OrtLoggingLevel log_severity_level) = &check_46::UpdateEnvWithCustomLogLevel; }
    { [[maybe_unused]] Env& (check_46::* f)(const OrtMemoryInfo* mem_info, const OrtArenaCfg* arena_cfg) = &check_46::CreateAndRegisterAllocator; }
    { [[maybe_unused]] Env& (check_46::* f)(const std::string& provider_type, const OrtMemoryInfo* mem_info, const std::unordered_map<std::string, std::string>& options, const OrtArenaCfg* arena_cfg) = &check_46::CreateAndRegisterAllocatorV2; }
    { [[maybe_unused]] Env& (check_46::* f)(OrtAllocator* allocator) = &check_46::RegisterAllocator; }
    { [[maybe_unused]] Env& (check_46::* f)(const OrtMemoryInfo* mem_info) = &check_46::UnregisterAllocator; }
    { [[maybe_unused]] UnownedAllocator (check_46::* f)(const OrtEpDevice* ep_device, OrtDeviceMemoryType mem_type, OrtAllocatorType allocator_type, const OrtKeyValuePairs* allocator_options) = &check_46::CreateSharedAllocator; }
    { [[maybe_unused]] UnownedAllocator (check_46::* f)(const OrtMemoryInfo* mem_info) = &check_46::GetSharedAllocator; }
    { [[maybe_unused]] void (check_46::* f)(const OrtEpDevice* ep_device, OrtDeviceMemoryType mem_type) = &check_46::ReleaseSharedAllocator; }
    { [[maybe_unused]] Env& (check_46::* f)(const char* registration_name, const std::basic_string<ORTCHAR_T>& path) = &check_46::RegisterExecutionProviderLibrary; }
    { [[maybe_unused]] Env& (check_46::* f)(const char* registration_name) = &check_46::UnregisterExecutionProviderLibrary; }
    { [[maybe_unused]] std::vector<ConstEpDevice> (check_46::* f)() const = &check_46::GetEpDevices; }
    { [[maybe_unused]] size_t (check_46::* f)() const = &check_46::GetNumHardwareDevices; }
    { [[maybe_unused]] std::vector<ConstHardwareDevice> (check_46::* f)() const = &check_46::GetHardwareDevices; }
    { [[maybe_unused]] DeviceEpIncompatibilityDetails (check_46::* f)(const char* ep_name, ConstHardwareDevice hw) const = &check_46::GetHardwareDeviceEpIncompatibilityDetails; }
    { [[maybe_unused]] Status (check_46::* f)(const std::vector<Value>& src_tensors, const std::vector<Value>& dst_tensors, OrtSyncStream* stream) const = &check_46::CopyTensors; }
    { [[maybe_unused]] Status (check_46::* f)(const OrtValue* src_tensor, OrtValue* dst_tensor, OrtSyncStream* stream) const = &check_46::CopyTensor; }
    { [[maybe_unused]] Env& (check_46::* f)(const OrtThreadPoolCallbacksConfig& config) = &check_46::SetPerSessionThreadPoolCallbacks; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_47 : Ort::CustomOpDomain {
  static_assert(std::is_same_v<Base, detail::Base<OrtCustomOpDomain>>);
  static_assert(makes<Ort::CustomOpDomain, void(std::nullptr_t)>);
  static_assert(makes<Ort::CustomOpDomain, void(const char* domain)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] void (check_47::* f)(const OrtCustomOp* op) = &check_47::Add; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_48 : Ort::LoraAdapter {
  static_assert(std::is_same_v<Base, detail::Base<OrtLoraAdapter>>);
  static_assert(makes<Ort::LoraAdapter, void(std::nullptr_t)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] LoraAdapter (* f)(const std::basic_string<ORTCHAR_T>& adapter_path, OrtAllocator* allocator) = &check_48::CreateLoraAdapter; }
    { [[maybe_unused]] LoraAdapter (* f)(const void* bytes, size_t num_bytes, OrtAllocator* allocator) = &check_48::CreateLoraAdapterFromArray; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_49 : Ort::RunOptions {
  static_assert(makes<Ort::RunOptions, void(std::nullptr_t)>);
  static_assert(makes<Ort::RunOptions, void()>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] RunOptions& (check_49::* f)(int) = &check_49::SetRunLogVerbosityLevel; }
    { [[maybe_unused]] int (check_49::* f)() const = &check_49::GetRunLogVerbosityLevel; }
    { [[maybe_unused]] RunOptions& (check_49::* f)(int) = &check_49::SetRunLogSeverityLevel; }
    { [[maybe_unused]] int (check_49::* f)() const = &check_49::GetRunLogSeverityLevel; }
    { [[maybe_unused]] RunOptions& (check_49::* f)(const char* run_tag) = &check_49::SetRunTag; }
    { [[maybe_unused]] const char* (check_49::* f)() const = &check_49::GetRunTag; }
    { [[maybe_unused]] RunOptions& (check_49::* f)(const char* config_key, const char* config_value) = &check_49::AddConfigEntry; }
    { [[maybe_unused]] const char* (check_49::* f)(const char* config_key) = &check_49::GetConfigEntry; }
    { [[maybe_unused]] RunOptions& (check_49::* f)() = &check_49::SetTerminate; }
    { [[maybe_unused]] RunOptions& (check_49::* f)() = &check_49::UnsetTerminate; }
    { [[maybe_unused]] RunOptions& (check_49::* f)(const LoraAdapter& adapter) = &check_49::AddActiveLoraAdapter; }
    { [[maybe_unused]] RunOptions& (check_49::* f)(OrtSyncStream* stream) = &check_49::SetSyncStream; }
    { [[maybe_unused]] RunOptions& (check_49::* f)(const ORTCHAR_T* profile_file_prefix) = &check_49::EnableProfiling; }
    { [[maybe_unused]] RunOptions& (check_49::* f)() = &check_49::DisableProfiling; }
  }
};
}  // namespace Ort
