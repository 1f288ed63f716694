// The environment: logging, threads and devices of the whole process.
#pragma once

#include "device.h"
#include "value.h"

namespace Ort {

// Of the pools that all sessions share.
struct ThreadingOptions : detail::Base<OrtThreadingOptions> {
  ThreadingOptions() : Base{detail::Ask<&OrtApi::CreateThreadingOptions>()} {}

  ThreadingOptions& SetGlobalIntraOpNumThreads(int intra_op_num_threads) {
    return Set<&OrtApi::SetGlobalIntraOpNumThreads>(intra_op_num_threads);
  }
  ThreadingOptions& SetGlobalInterOpNumThreads(int inter_op_num_threads) {
    return Set<&OrtApi::SetGlobalInterOpNumThreads>(inter_op_num_threads);
  }
  ThreadingOptions& SetGlobalSpinControl(int allow_spinning) {
    return Set<&OrtApi::SetGlobalSpinControl>(allow_spinning);
  }
  ThreadingOptions& SetGlobalDenormalAsZero() { return Set<&OrtApi::SetGlobalDenormalAsZero>(); }
  ThreadingOptions& SetGlobalCustomCreateThreadFn(OrtCustomCreateThreadFn ort_custom_create_thread_fn) {
    return Set<&OrtApi::SetGlobalCustomCreateThreadFn>(ort_custom_create_thread_fn);
  }
  ThreadingOptions& SetGlobalCustomThreadCreationOptions(void* ort_custom_thread_creation_options) {
    return Set<&OrtApi::SetGlobalCustomThreadCreationOptions>(ort_custom_thread_creation_options);
  }
  ThreadingOptions& SetGlobalCustomJoinThreadFn(OrtCustomJoinThreadFn ort_custom_join_thread_fn) {
    return Set<&OrtApi::SetGlobalCustomJoinThreadFn>(ort_custom_join_thread_fn);
  }

 private:
  template <auto slot, typename... Args>
  ThreadingOptions& Set(Args... args) {
    detail::Do<slot>(p_, args...);
    return *this;
  }
};

struct Env : detail::Base<OrtEnv> {
  explicit Env(std::nullptr_t) {}
  Env(OrtLoggingLevel logging_level = ORT_LOGGING_LEVEL_WARNING, const char* logid = "")
      : Base{detail::Ask<&OrtApi::CreateEnv>(logging_level, logid)} {
    TellLanguage(logid);
  }
  Env(OrtLoggingLevel logging_level, const char* logid, OrtLoggingFunction logging_function,
      void* logger_param)
      : Base{detail::Ask<&OrtApi::CreateEnvWithCustomLogger>(logging_function, logger_param, logging_level,
                                                             logid)} {
    TellLanguage(logid);
  }
  Env(const OrtThreadingOptions* tp_options, OrtLoggingLevel logging_level = ORT_LOGGING_LEVEL_WARNING,
      const char* logid = "")
      : Base{detail::Ask<&OrtApi::CreateEnvWithGlobalThreadPools>(logging_level, logid, tp_options)} {
    TellLanguage(logid);
  }
  Env(const OrtThreadingOptions* tp_options, OrtLoggingFunction logging_function, void* logger_param,
      OrtLoggingLevel logging_level = ORT_LOGGING_LEVEL_WARNING, const char* logid = "")
      : Base{detail::Ask<&OrtApi::CreateEnvWithCustomLoggerAndGlobalThreadPools>(
            logging_function, logger_param, logging_level, logid, tp_options)} {
    TellLanguage(logid);
  }
  explicit Env(const OrtEnvCreationOptions* options)
      : Base{detail::Ask<&OrtApi::CreateEnvWithOptions>(options)} {
    TellLanguage(options->log_id);
  }
  explicit Env(OrtEnv* p) : Base{p} {}

  Env& EnableTelemetryEvents() { return Set<&OrtApi::EnableTelemetryEvents>(); }
  Env& DisableTelemetryEvents() { return Set<&OrtApi::DisableTelemetryEvents>(); }
  Env& UpdateEnvWithCustomLogLevel(OrtLoggingLevel log_severity_level) {
    return Set<&OrtApi::UpdateEnvWithCustomLogLevel>(log_severity_level);
  }

  Env& CreateAndRegisterAllocator(const OrtMemoryInfo* mem_info, const OrtArenaCfg* arena_cfg) {
    return Set<&OrtApi::CreateAndRegisterAllocator>(mem_info, arena_cfg);
  }
  Env& CreateAndRegisterAllocatorV2(const std::string& provider_type, const OrtMemoryInfo* mem_info,
                                    const std::unordered_map<std::string, std::string>& options,
                                    const OrtArenaCfg* arena_cfg) {
    const detail::OptionArrays arrays(options);
    return Set<&OrtApi::CreateAndRegisterAllocatorV2>(
        provider_type.c_str(), mem_info, arena_cfg, arrays.keys.data(), arrays.values.data(), arrays.size());
  }
  Env& RegisterAllocator(OrtAllocator* allocator) { return Set<&OrtApi::RegisterAllocator>(allocator); }
  Env& UnregisterAllocator(const OrtMemoryInfo* mem_info) {
    return Set<&OrtApi::UnregisterAllocator>(mem_info);
  }

  // Allocators of the environment's own.
  UnownedAllocator CreateSharedAllocator(const OrtEpDevice* ep_device, OrtDeviceMemoryType mem_type,
                                         OrtAllocatorType allocator_type,
                                         const OrtKeyValuePairs* allocator_options) {
    return UnownedAllocator{detail::Ask<&OrtApi::CreateSharedAllocator>(p_, ep_device, mem_type,
                                                                        allocator_type, allocator_options)};
  }
  UnownedAllocator GetSharedAllocator(const OrtMemoryInfo* mem_info) {
    return UnownedAllocator{detail::Ask<&OrtApi::GetSharedAllocator>(p_, mem_info)};
  }
  void ReleaseSharedAllocator(const OrtEpDevice* ep_device, OrtDeviceMemoryType mem_type) {
    detail::Do<&OrtApi::ReleaseSharedAllocator>(p_, ep_device, mem_type);
  }

  Env& RegisterExecutionProviderLibrary(const char* registration_name,
                                        const std::basic_string<ORTCHAR_T>& path) {
    return Set<&OrtApi::RegisterExecutionProviderLibrary>(registration_name, path.c_str());
  }
  Env& UnregisterExecutionProviderLibrary(const char* registration_name) {
    return Set<&OrtApi::UnregisterExecutionProviderLibrary>(registration_name);
  }

  std::vector<ConstEpDevice> GetEpDevices() const {
    return detail::AskLentHandles<ConstEpDevice, &OrtApi::GetEpDevices>(p_);
  }
  size_t GetNumHardwareDevices() const { return detail::Ask<&OrtApi::GetNumHardwareDevices>(p_); }
  std::vector<ConstHardwareDevice> GetHardwareDevices() const {
    return detail::AskHandles<ConstHardwareDevice, &OrtApi::GetNumHardwareDevices,
                              &OrtApi::GetHardwareDevices>(p_);
  }
  DeviceEpIncompatibilityDetails GetHardwareDeviceEpIncompatibilityDetails(const char* ep_name,
                                                                           ConstHardwareDevice hw) const {
    return DeviceEpIncompatibilityDetails(
        detail::Ask<&OrtApi::GetHardwareDeviceEpIncompatibilityDetails>(p_, ep_name, hw));
  }

  Status CopyTensors(const std::vector<Value>& src_tensors, const std::vector<Value>& dst_tensors,
                     OrtSyncStream* stream) const {
    if (src_tensors.size() != dst_tensors.size())
      return Status("CopyTensors: as many sources as destinations are needed", ORT_INVALID_ARGUMENT);
    if (src_tensors.empty()) return Status();
    return detail::Try<&OrtApi::CopyTensors>(p_, detail::Pointers(src_tensors.data()),
                                             detail::Pointers(dst_tensors.data()), stream,
                                             src_tensors.size());
  }
  Status CopyTensor(const OrtValue* src_tensor, OrtValue* dst_tensor, OrtSyncStream* stream) const {
    return detail::Try<&OrtApi::CopyTensors>(p_, &src_tensor, &dst_tensor, stream, size_t{1});
  }

  Env& SetPerSessionThreadPoolCallbacks(const OrtThreadPoolCallbacksConfig& config) {
    return Set<&OrtApi::SetPerSessionThreadPoolCallbacks>(&config);
  }

 private:
  template <auto slot, typename... Args>
  Env& Set(Args... args) {
    detail::Do<slot>(p_, args...);
    return *this;
  }

  void TellLanguage(const char* logid) {
    const bool node = logid != nullptr && std::string("onnxruntime-node") == logid;
    detail::Do<&OrtApi::SetLanguageProjection>(p_, node ? ORT_PROJECTION_NODEJS : ORT_PROJECTION_CPLUSPLUS);
  }
};

}  // namespace Ort
