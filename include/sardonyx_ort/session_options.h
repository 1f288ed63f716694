// Options of sessions and of runs, domains of custom operators, adapters.
#pragma once

#include "../cpu_provider_factory.h"
#include "env.h"

namespace Ort {

// A name space of custom operators; it and they must outlive the sessions that use them.
struct CustomOpDomain : detail::Base<OrtCustomOpDomain> {
  using Base = detail::Base<OrtCustomOpDomain>;
  using Base::Base;

  explicit CustomOpDomain(std::nullptr_t) {}
  explicit CustomOpDomain(const char* domain) : Base{detail::Ask<&OrtApi::CreateCustomOpDomain>(domain)} {}

  void Add(const OrtCustomOp* op) { detail::Do<&OrtApi::CustomOpDomain_Add>(p_, op); }
};

// Weights that a run puts in the place of a model's; it must outlive the runs that use it.
struct LoraAdapter : detail::Base<OrtLoraAdapter> {
  using Base = detail::Base<OrtLoraAdapter>;
  using Base::Base;

  explicit LoraAdapter(std::nullptr_t) {}

  static LoraAdapter CreateLoraAdapter(const std::basic_string<ORTCHAR_T>& adapter_path,
                                       OrtAllocator* allocator) {
    return LoraAdapter(detail::Ask<&OrtApi::CreateLoraAdapter>(adapter_path.c_str(), allocator));
  }
  static LoraAdapter CreateLoraAdapterFromArray(const void* bytes, size_t num_bytes,
                                                OrtAllocator* allocator) {
    return LoraAdapter(detail::Ask<&OrtApi::CreateLoraAdapterFromArray>(bytes, num_bytes, allocator));
  }
};

// RunOptions{nullptr} stands for the defaults.
struct RunOptions : detail::Base<OrtRunOptions> {
  explicit RunOptions(std::nullptr_t) {}
  RunOptions() : Base{detail::Ask<&OrtApi::CreateRunOptions>()} {}

  RunOptions& SetRunLogVerbosityLevel(int level) {
    return Set<&OrtApi::RunOptionsSetRunLogVerbosityLevel>(level);
  }
  int GetRunLogVerbosityLevel() const { return detail::Ask<&OrtApi::RunOptionsGetRunLogVerbosityLevel>(p_); }
  RunOptions& SetRunLogSeverityLevel(int level) {
    return Set<&OrtApi::RunOptionsSetRunLogSeverityLevel>(level);
  }
  int GetRunLogSeverityLevel() const { return detail::Ask<&OrtApi::RunOptionsGetRunLogSeverityLevel>(p_); }
  RunOptions& SetRunTag(const char* run_tag) { return Set<&OrtApi::RunOptionsSetRunTag>(run_tag); }
  const char* GetRunTag() const { return detail::Ask<&OrtApi::RunOptionsGetRunTag>(p_); }

  RunOptions& AddConfigEntry(const char* config_key, const char* config_value) {
    return Set<&OrtApi::AddRunConfigEntry>(config_key, config_value);
  }
  // NULL without such a key.
  const char* GetConfigEntry(const char* config_key) { return GetApi().GetRunConfigEntry(p_, config_key); }

  // Ends the runs that use these options, now and later, until it is unset.
  RunOptions& SetTerminate() { return Set<&OrtApi::RunOptionsSetTerminate>(); }
  RunOptions& UnsetTerminate() { return Set<&OrtApi::RunOptionsUnsetTerminate>(); }

  RunOptions& AddActiveLoraAdapter(const LoraAdapter& adapter) {
    return Set<&OrtApi::RunOptionsAddActiveLoraAdapter>(static_cast<OrtLoraAdapter*>(adapter));
  }
  RunOptions& SetSyncStream(OrtSyncStream* stream) {
    GetApi().RunOptionsSetSyncStream(p_, stream);
    return *this;
  }
  RunOptions& EnableProfiling(const ORTCHAR_T* profile_file_prefix) {
    return Set<&OrtApi::RunOptionsEnableProfiling>(profile_file_prefix);
  }
  RunOptions& DisableProfiling() { return Set<&OrtApi::RunOptionsDisableProfiling>(); }

 private:
  template <auto slot, typename... Args>
  RunOptions& Set(Args... args) {
    detail::Do<slot>(p_, args...);
    return *this;
  }
};

namespace detail {

// The key of a session's options under which a custom operator finds a setting of its own.
inline std::string MakeCustomOpConfigEntryKey(const char* custom_op_name, const char* config) {
  return std::string("custom_op.") + custom_op_name + "." + config;
}

}  // namespace detail

// Settings of the custom operators of a library.
struct CustomOpConfigs {
  CustomOpConfigs() = default;
  ~CustomOpConfigs() = default;
  CustomOpConfigs(const CustomOpConfigs&) = default;
  CustomOpConfigs& operator=(const CustomOpConfigs&) = default;
  CustomOpConfigs(CustomOpConfigs&& o) = default;
  CustomOpConfigs& operator=(CustomOpConfigs&& o) = default;

  CustomOpConfigs& AddConfig(const char* custom_op_name, const char* config_key, const char* config_value) {
    flattened_[detail::MakeCustomOpConfigEntryKey(custom_op_name, config_key)] = config_value;
    return *this;
  }
  const std::unordered_map<std::string, std::string>& GetFlattenedConfigs() const { return flattened_; }

 private:
  std::unordered_map<std::string, std::string> flattened_;
};

struct SessionOptions;

namespace detail {

template <typename T>
struct ConstSessionOptionsImpl : Base<T> {
  using B = Base<T>;
  using B::B;

  SessionOptions Clone() const;

  // Throws without such a key.
  std::string GetConfigEntry(const char* config_key) const {
    return AskText<&OrtApi::GetSessionConfigEntry>(this->p_, config_key);
  }
  bool HasConfigEntry(const char* config_key) const {
    return Ask<&OrtApi::HasSessionConfigEntry>(this->p_, config_key) != 0;
  }
  std::string GetConfigEntryOrDefault(const char* config_key, const std::string& def) const {
    return HasConfigEntry(config_key) ? GetConfigEntry(config_key) : def;
  }
  bool GetMemPatternEnabled() const { return Ask<&OrtApi::GetMemPatternEnabled>(this->p_) != 0; }
  ExecutionMode GetExecutionMode() const { return Ask<&OrtApi::GetSessionExecutionMode>(this->p_); }
};

template <typename T>
struct SessionOptionsImpl : ConstSessionOptionsImpl<T> {
  using B = ConstSessionOptionsImpl<T>;
  using B::B;

  SessionOptionsImpl& SetIntraOpNumThreads(int intra_op_num_threads) {
    return Set<&OrtApi::SetIntraOpNumThreads>(intra_op_num_threads);
  }
  SessionOptionsImpl& SetInterOpNumThreads(int inter_op_num_threads) {
    return Set<&OrtApi::SetInterOpNumThreads>(inter_op_num_threads);
  }
  SessionOptionsImpl& SetGraphOptimizationLevel(GraphOptimizationLevel graph_optimization_level) {
    return Set<&OrtApi::SetSessionGraphOptimizationLevel>(graph_optimization_level);
  }
  SessionOptionsImpl& SetDeterministicCompute(bool value) {
    return Set<&OrtApi::SetDeterministicCompute>(value);
  }
  SessionOptionsImpl& SetExecutionMode(ExecutionMode execution_mode) {
    return Set<&OrtApi::SetSessionExecutionMode>(execution_mode);
  }
  SessionOptionsImpl& SetLoadCancellationFlag(bool value) {
    return Set<&OrtApi::SessionOptionsSetLoadCancellationFlag>(value);
  }
  SessionOptionsImpl& EnableCpuMemArena() { return Set<&OrtApi::EnableCpuMemArena>(); }
  SessionOptionsImpl& DisableCpuMemArena() { return Set<&OrtApi::DisableCpuMemArena>(); }
  SessionOptionsImpl& EnableMemPattern() { return Set<&OrtApi::EnableMemPattern>(); }
  SessionOptionsImpl& DisableMemPattern() { return Set<&OrtApi::DisableMemPattern>(); }
  SessionOptionsImpl& SetOptimizedModelFilePath(const ORTCHAR_T* optimized_model_file) {
    return Set<&OrtApi::SetOptimizedModelFilePath>(optimized_model_file);
  }
  SessionOptionsImpl& EnableProfiling(const ORTCHAR_T* profile_file_prefix) {
    return Set<&OrtApi::EnableProfiling>(profile_file_prefix);
  }
  SessionOptionsImpl& DisableProfiling() { return Set<&OrtApi::DisableProfiling>(); }
  SessionOptionsImpl& SetLogId(const char* logid) { return Set<&OrtApi::SetSessionLogId>(logid); }
  SessionOptionsImpl& SetLogSeverityLevel(int level) {
    return Set<&OrtApi::SetSessionLogSeverityLevel>(level);
  }
  SessionOptionsImpl& DisablePerSessionThreads() { return Set<&OrtApi::DisablePerSessionThreads>(); }
  SessionOptionsImpl& AddConfigEntry(const char* config_key, const char* config_value) {
    return Set<&OrtApi::AddSessionConfigEntry>(config_key, config_value);
  }
  // Programs give it denotations, as it says, and names, as it has always been taken; both ignore what they do not know.
  SessionOptionsImpl& AddFreeDimensionOverride(const char* dim_denotation, int64_t dim_value) {
    Set<&OrtApi::AddFreeDimensionOverride>(dim_denotation, dim_value);
    return AddFreeDimensionOverrideByName(dim_denotation, dim_value);
  }
  SessionOptionsImpl& AddFreeDimensionOverrideByName(const char* dim_name, int64_t dim_value) {
    return Set<&OrtApi::AddFreeDimensionOverrideByName>(dim_name, dim_value);
  }

  // The value and its memory must outlive every session made from these options.
  SessionOptionsImpl& AddInitializer(const char* name, const OrtValue* ort_val) {
    return Set<&OrtApi::AddInitializer>(name, ort_val);
  }

  // The domain and its operators must outlive every session made from these options.
  SessionOptionsImpl& Add(OrtCustomOpDomain* custom_op_domain) {
    return Set<&OrtApi::AddCustomOpDomain>(custom_op_domain);
  }
  SessionOptionsImpl& EnableOrtCustomOps() { return Set<&OrtApi::EnableOrtCustomOps>(); }
  SessionOptionsImpl& RegisterCustomOpsUsingFunction(const char* function_name) {
    return Set<&OrtApi::RegisterCustomOpsUsingFunction>(function_name);
  }

  SessionOptionsImpl& SetCustomCreateThreadFn(OrtCustomCreateThreadFn ort_custom_create_thread_fn) {
    return Set<&OrtApi::SessionOptionsSetCustomCreateThreadFn>(ort_custom_create_thread_fn);
  }
  SessionOptionsImpl& SetCustomThreadCreationOptions(void* ort_custom_thread_creation_options) {
    return Set<&OrtApi::SessionOptionsSetCustomThreadCreationOptions>(ort_custom_thread_creation_options);
  }
  SessionOptionsImpl& SetCustomJoinThreadFn(OrtCustomJoinThreadFn ort_custom_join_thread_fn) {
    return Set<&OrtApi::SessionOptionsSetCustomJoinThreadFn>(ort_custom_join_thread_fn);
  }

  SessionOptionsImpl& SetEpSelectionPolicy(OrtExecutionProviderDevicePolicy policy) {
    return Set<&OrtApi::SessionOptionsSetEpSelectionPolicy>(policy);
  }
  SessionOptionsImpl& SetEpSelectionPolicy(EpSelectionDelegate delegate, void* state = nullptr) {
    return Set<&OrtApi::SessionOptionsSetEpSelectionPolicyDelegate>(delegate, state);
  }
  SessionOptionsImpl& AppendExecutionProvider_CUDA(const OrtCUDAProviderOptions& provider_options) {
    return Set<&OrtApi::SessionOptionsAppendExecutionProvider_CUDA>(&provider_options);
  }
  SessionOptionsImpl& AppendExecutionProvider_CUDA_V2(const OrtCUDAProviderOptionsV2& provider_options) {
    return Set<&OrtApi::SessionOptionsAppendExecutionProvider_CUDA_V2>(&provider_options);
  }
  SessionOptionsImpl& AppendExecutionProvider_ROCM(const OrtROCMProviderOptions& provider_options) {
    return Set<&OrtApi::SessionOptionsAppendExecutionProvider_ROCM>(&provider_options);
  }
  SessionOptionsImpl& AppendExecutionProvider_OpenVINO(const OrtOpenVINOProviderOptions& provider_options) {
    return Set<&OrtApi::SessionOptionsAppendExecutionProvider_OpenVINO>(&provider_options);
  }
  SessionOptionsImpl& AppendExecutionProvider_TensorRT(const OrtTensorRTProviderOptions& provider_options) {
    return Set<&OrtApi::SessionOptionsAppendExecutionProvider_TensorRT>(&provider_options);
  }
  SessionOptionsImpl& AppendExecutionProvider_TensorRT_V2(
      const OrtTensorRTProviderOptionsV2& provider_options) {
    return Set<&OrtApi::SessionOptionsAppendExecutionProvider_TensorRT_V2>(&provider_options);
  }
  SessionOptionsImpl& AppendExecutionProvider_MIGraphX(const OrtMIGraphXProviderOptions& provider_options) {
    return Set<&OrtApi::SessionOptionsAppendExecutionProvider_MIGraphX>(&provider_options);
  }
  SessionOptionsImpl& AppendExecutionProvider_CANN(const OrtCANNProviderOptions& provider_options) {
    return Set<&OrtApi::SessionOptionsAppendExecutionProvider_CANN>(&provider_options);
  }
  SessionOptionsImpl& AppendExecutionProvider_Dnnl(const OrtDnnlProviderOptions& provider_options) {
    return Set<&OrtApi::SessionOptionsAppendExecutionProvider_Dnnl>(&provider_options);
  }
  SessionOptionsImpl& AppendExecutionProvider_CPU(int use_arena) {
    ThrowOnError(OrtSessionOptionsAppendExecutionProvider_CPU(this->p_, use_arena));
    return *this;
  }
  SessionOptionsImpl& AppendExecutionProvider_OpenVINO_V2(
      const std::unordered_map<std::string, std::string>& provider_options = {}) {
    const OptionArrays arrays(provider_options);
    return Set<&OrtApi::SessionOptionsAppendExecutionProvider_OpenVINO_V2>(
        arrays.keys.data(), arrays.values.data(), arrays.size());
  }
  SessionOptionsImpl& AppendExecutionProvider_VitisAI(
      const std::unordered_map<std::string, std::string>& provider_options = {}) {
    const OptionArrays arrays(provider_options);
    return Set<&OrtApi::SessionOptionsAppendExecutionProvider_VitisAI>(arrays.keys.data(),
                                                                       arrays.values.data(), arrays.size());
  }
  SessionOptionsImpl& AppendExecutionProvider(
      const std::string& provider_name,
      const std::unordered_map<std::string, std::string>& provider_options = {}) {
    const OptionArrays arrays(provider_options);
    return Set<&OrtApi::SessionOptionsAppendExecutionProvider>(provider_name.c_str(), arrays.keys.data(),
                                                               arrays.values.data(), arrays.size());
  }
  SessionOptionsImpl& AppendExecutionProvider_V2(Env& env, const std::vector<ConstEpDevice>& ep_devices,
                                                 const KeyValuePairs& ep_options) {
    std::vector<const char*> keys, values;
    ep_options.GetKeyValuePairs(keys, values);
    return Append(env, ep_devices, keys, values);
  }
  SessionOptionsImpl& AppendExecutionProvider_V2(
      Env& env, const std::vector<ConstEpDevice>& ep_devices,
      const std::unordered_map<std::string, std::string>& ep_options) {
    const OptionArrays arrays(ep_options);
    return Append(env, ep_devices, arrays.keys, arrays.values);
  }

  SessionOptionsImpl& AddExternalInitializers(const std::vector<std::string>& names,
                                              const std::vector<Value>& ort_values) {
    NeedAsMany("AddExternalInitializers", "values", names.size(), ort_values.size());
    const std::vector<const char*> texts = StringsToCharPtrs(names);
    return Set<&OrtApi::AddExternalInitializers>(texts.data(), Pointers(ort_values.data()), texts.size());
  }
  SessionOptionsImpl& AddExternalInitializersFromFilesInMemory(
      const std::vector<std::basic_string<ORTCHAR_T>>& external_initializer_file_names,
      const std::vector<char*>& external_initializer_file_buffer_array,
      const std::vector<size_t>& external_initializer_file_lengths) {
    const char* what = "AddExternalInitializersFromFilesInMemory";
    const size_t count = external_initializer_file_names.size();
    NeedAsMany(what, "buffers", count, external_initializer_file_buffer_array.size());
    NeedAsMany(what, "lengths", count, external_initializer_file_lengths.size());
    std::vector<const ORTCHAR_T*> names;
    for (const auto& name : external_initializer_file_names) names.push_back(name.c_str());
    return Set<&OrtApi::AddExternalInitializersFromFilesInMemory>(
        names.data(), external_initializer_file_buffer_array.data(), external_initializer_file_lengths.data(),
        count);
  }

  // The settings first, for the library may read them.
  SessionOptionsImpl& RegisterCustomOpsLibrary(const ORTCHAR_T* library_name,
                                               const CustomOpConfigs& custom_op_configs = {}) {
    for (const auto& [key, value] : custom_op_configs.GetFlattenedConfigs())
      AddConfigEntry(key.c_str(), value.c_str());
    return Set<&OrtApi::RegisterCustomOpsLibrary_V2>(library_name);
  }

 private:
  template <auto slot, typename... Args>
  SessionOptionsImpl& Set(Args... args) {
    Do<slot>(this->p_, args...);
    return *this;
  }

  SessionOptionsImpl& Append(Env& env, const std::vector<ConstEpDevice>& devices,
                             const std::vector<const char*>& keys, const std::vector<const char*>& values) {
    return Set<&OrtApi::SessionOptionsAppendExecutionProvider_V2>(static_cast<OrtEnv*>(env),
                                                                  Pointers(devices.data()), devices.size(),
                                                                  keys.data(), values.data(), keys.size());
  }

  static void NeedAsMany(const char* function, const char* what, size_t names, size_t others) {
    if (names != others)
      ORT_CXX_API_THROW(std::string(function) + ": expected " + std::to_string(names) + " " + what +
                            ", one for each name, got " + std::to_string(others),
                        ORT_INVALID_ARGUMENT);
  }
};

}  // namespace detail

using UnownedSessionOptions = detail::SessionOptionsImpl<detail::Unowned<OrtSessionOptions>>;
using ConstSessionOptions = detail::ConstSessionOptionsImpl<detail::Unowned<const OrtSessionOptions>>;

// SessionOptions{nullptr} stands for the defaults.
struct SessionOptions : detail::SessionOptionsImpl<OrtSessionOptions> {
  explicit SessionOptions(std::nullptr_t) {}
  SessionOptions() : SessionOptions(detail::Ask<&OrtApi::CreateSessionOptions>()) {}
  explicit SessionOptions(OrtSessionOptions* p) : SessionOptionsImpl<OrtSessionOptions>{p} {}

  UnownedSessionOptions GetUnowned() const { return UnownedSessionOptions{p_}; }
  ConstSessionOptions GetConst() const { return ConstSessionOptions{p_}; }
};

namespace detail {

template <typename T>
SessionOptions ConstSessionOptionsImpl<T>::Clone() const {
  return SessionOptions{Ask<&OrtApi::CloneSessionOptions>(this->p_)};
}

}  // namespace detail
}  // namespace Ort
