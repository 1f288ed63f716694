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
struct check_50 : Ort::CustomOpConfigs {
  static_assert(makes<Ort::CustomOpConfigs, void()>);
  static_assert(std::is_destructible_v<Ort::CustomOpConfigs>);
  static_assert(makes<Ort::CustomOpConfigs, void(const Ort::CustomOpConfigs&)>);
  static_assert(makes<Ort::CustomOpConfigs, void(Ort::CustomOpConfigs&& o)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] CustomOpConfigs& (Ort::CustomOpConfigs::* f)(const CustomOpConfigs&) = &Ort::CustomOpConfigs::operator=; }
    { [[maybe_unused]] CustomOpConfigs& (Ort::CustomOpConfigs::* f)(CustomOpConfigs&& o) = &Ort::CustomOpConfigs::operator=; }
    { [[maybe_unused]] CustomOpConfigs& (check_50::* f)(const char* custom_op_name, const char* config_key, const char* config_value) = &check_50::AddConfig; }
    { [[maybe_unused]] const std::unordered_map<std::string, std::string>& (check_50::* f)() const = &check_50::GetFlattenedConfigs; }
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_51 : Ort::detail::ConstSessionOptionsImpl<Ort::detail::Unowned<const OrtSessionOptions>> {
  using T = Ort::detail::Unowned<const OrtSessionOptions>;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] SessionOptions (check_51::* f)() const = &check_51::Clone; }
    { [[maybe_unused]] std::string (check_51::* f)(const char* config_key) const = &check_51::GetConfigEntry; }
    { [[maybe_unused]] bool (check_51::* f)(const char* config_key) const = &check_51::HasConfigEntry; }
    { [[maybe_unused]] std::string (check_51::* f)(const char* config_key, const std::string& def) const = &check_51::GetConfigEntryOrDefault; }
    { [[maybe_unused]] bool (check_51::* f)() const = &check_51::GetMemPatternEnabled; }
    { [[maybe_unused]] ExecutionMode (check_51::* f)() const = &check_51::GetExecutionMode; }
  }
};
}  // namespace Ort::detail

namespace Ort::detail {
struct check_52 : Ort::detail::SessionOptionsImpl<OrtSessionOptions> {
  using T = OrtSessionOptions;
  static_assert(std::is_same_v<B, ConstSessionOptionsImpl<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(int intra_op_num_threads) = &check_52::SetIntraOpNumThreads; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(int inter_op_num_threads) = &check_52::SetInterOpNumThreads; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(GraphOptimizationLevel graph_optimization_level) = &check_52::SetGraphOptimizationLevel; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(bool value) = &check_52::SetDeterministicCompute; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)() = &check_52::EnableCpuMemArena; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)() = &check_52::DisableCpuMemArena; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const ORTCHAR_T* optimized_model_file) = &check_52::SetOptimizedModelFilePath; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const ORTCHAR_T* profile_file_prefix) = &check_52::EnableProfiling; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)() = &check_52::DisableProfiling; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)() = &check_52::EnableOrtCustomOps; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)() = &check_52::EnableMemPattern; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)() = &check_52::DisableMemPattern; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(ExecutionMode execution_mode) = &check_52::SetExecutionMode; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(bool value) = &check_52::SetLoadCancellationFlag; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const char* logid) = &check_52::SetLogId; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(int level) = &check_52::SetLogSeverityLevel; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(OrtCustomOpDomain* custom_op_domain) = &check_52::Add; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)() = &check_52::DisablePerSessionThreads; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const char* config_key, const char* config_value) = &check_52::AddConfigEntry; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const char* name, const OrtValue* ort_val) = &check_52::AddInitializer; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const std::vector<std::string>& names, const std::vector<Value>& ort_values) = &check_52::AddExternalInitializers; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const std::vector<std::basic_string<ORTCHAR_T>>& external_initializer_file_names, const std::vector<char*>& external_initializer_file_buffer_array, const std::vector<size_t>& external_initializer_file_lengths) = &check_52::AddExternalInitializersFromFilesInMemory; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(int use_arena) = &check_52::AppendExecutionProvider_CPU; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const OrtCUDAProviderOptions& provider_options) = &check_52::AppendExecutionProvider_CUDA; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const OrtCUDAProviderOptionsV2& provider_options) = &check_52::AppendExecutionProvider_CUDA_V2; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const OrtROCMProviderOptions& provider_options) = &check_52::AppendExecutionProvider_ROCM; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const OrtOpenVINOProviderOptions& provider_options) = &check_52::AppendExecutionProvider_OpenVINO; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const std::unordered_map<std::string, std::string>& provider_options) = &check_52::AppendExecutionProvider_OpenVINO_V2; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const OrtTensorRTProviderOptions& provider_options) = &check_52::AppendExecutionProvider_TensorRT; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const OrtTensorRTProviderOptionsV2& provider_options) = &check_52::AppendExecutionProvider_TensorRT_V2; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const OrtMIGraphXProviderOptions& provider_options) = &check_52::AppendExecutionProvider_MIGraphX; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const OrtCANNProviderOptions& provider_options) = &check_52::AppendExecutionProvider_CANN; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const OrtDnnlProviderOptions& provider_options) = &check_52::AppendExecutionProvider_Dnnl; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const std::string& provider_name, const std::unordered_map<std::string, std::string>& provider_options) = &check_52::AppendExecutionProvider; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(Env& env, const std::vector<ConstEpDevice>& ep_devices, const KeyValuePairs& ep_options) = &check_52::AppendExecutionProvider_V2; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(Env& env, const std::vector<ConstEpDevice>& ep_devices, const std::unordered_map<std::string, std::string>& ep_options) = &check_52::AppendExecutionProvider_V2; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(OrtExecutionProviderDevicePolicy policy) = &check_52::SetEpSelectionPolicy; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(EpSelectionDelegate delegate, void* state) = &check_52::SetEpSelectionPolicy; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(OrtCustomCreateThreadFn ort_custom_create_thread_fn) = &check_52::SetCustomCreateThreadFn; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(void* ort_custom_thread_creation_options) = &check_52::SetCustomThreadCreationOptions; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(OrtCustomJoinThreadFn ort_custom_join_thread_fn) = &check_52::SetCustomJoinThreadFn; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const ORTCHAR_T* library_name, const CustomOpConfigs& custom_op_configs) = &check_52::RegisterCustomOpsLibrary; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const char* function_name) = &check_52::RegisterCustomOpsUsingFunction; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const std::unordered_map<std::string, std::string>& provider_options) = &check_52::AppendExecutionProvider_VitisAI; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const char* dim_denotation, int64_t dim_value) = &check_52::AddFreeDimensionOverride; }
    { [[maybe_unused]] SessionOptionsImpl& (check_52::* f)(const char* dim_name, int64_t dim_value) = &check_52::AddFreeDimensionOverrideByName; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_53 : Ort::SessionOptions {
  static_assert(makes<Ort::SessionOptions, void(std::nullptr_t)>);
  static_assert(makes<Ort::SessionOptions, void()>);
  static_assert(makes<Ort::SessionOptions, void(OrtSessionOptions* p)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] UnownedSessionOptions (check_53::* f)() const = &check_53::GetUnowned; }
    { [[maybe_unused]] ConstSessionOptions (check_53::* f)() const = &check_53::GetConst; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_54 : Ort::ModelCompilationOptions {
  static_assert(std::is_same_v<Base, detail::Base<OrtModelCompilationOptions>>);
  static_assert(makes<Ort::ModelCompilationOptions, void(std::nullptr_t)>);
  static_assert(makes<Ort::ModelCompilationOptions, void(const Env& env, const SessionOptions& session_options)>);
  static_assert(makes<Ort::ModelCompilationOptions, void(const Env& env, ConstSessionOptions session_options)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] ModelCompilationOptions& (check_54::* f)(const ORTCHAR_T* input_model_path) = &check_54::SetInputModelPath; }
    { [[maybe_unused]] ModelCompilationOptions& (check_54::* f)(const void* input_model_data, size_t input_model_data_size) = &check_54::SetInputModelFromBuffer; }
    { [[maybe_unused]] ModelCompilationOptions& (check_54::* f)(bool embed_ep_context_in_model) = &check_54::SetEpContextEmbedMode; }
    { [[maybe_unused]] ModelCompilationOptions& (check_54::* f)(const ORTCHAR_T* output_model_path) = &check_54::SetOutputModelPath; }
    { [[maybe_unused]] ModelCompilationOptions& (check_54::* f)(const ORTCHAR_T* file_path, size_t initializer_size_threshold) = &check_54::SetOutputModelExternalInitializersFile; }
    { [[maybe_unused]] ModelCompilationOptions& (check_54::* f)(OrtGetInitializerLocationFunc get_initializer_location_func, void* state) = &check_54::SetOutputModelGetInitializerLocationFunc; }
    { [[maybe_unused]] ModelCompilationOptions& (check_54::* f)(OrtAllocator* allocator, void** output_model_buffer_ptr, size_t* output_model_buffer_size_ptr) = &check_54::SetOutputModelBuffer; }
    { [[maybe_unused]] ModelCompilationOptions& (check_54::* f)(OrtWriteBufferFunc write_func, void* state) = &check_54::SetOutputModelWriteFunc; }
    { [[maybe_unused]] ModelCompilationOptions& (check_54::* f)(const ORTCHAR_T* output_directory, const ORTCHAR_T* model_name) = &check_54::SetEpContextBinaryInformation; }
    { [[maybe_unused]] ModelCompilationOptions& (check_54::* f)(uint32_t flags) = &check_54::SetFlags; }
    { [[maybe_unused]] ModelCompilationOptions& (check_54::* f)(GraphOptimizationLevel graph_optimization_level) = &check_54::SetGraphOptimizationLevel; }
    { [[maybe_unused]] ModelCompilationOptions& (check_54::* f)(const OrtModel* model) = &check_54::SetInputModel; }
    { [[maybe_unused]] ModelCompilationOptions& (check_54::* f)(bool use_weightless) = &check_54::SetWeightlessEnabled; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_55 : Ort::ModelMetadata {
  static_assert(std::is_same_v<Base, detail::Base<OrtModelMetadata>>);
  static_assert(makes<Ort::ModelMetadata, void(std::nullptr_t)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] AllocatedStringPtr (check_55::* f)(OrtAllocator* allocator) const = &check_55::GetProducerNameAllocated; }
    { [[maybe_unused]] AllocatedStringPtr (check_55::* f)(OrtAllocator* allocator) const = &check_55::GetGraphNameAllocated; }
    { [[maybe_unused]] AllocatedStringPtr (check_55::* f)(OrtAllocator* allocator) const = &check_55::GetDomainAllocated; }
    { [[maybe_unused]] AllocatedStringPtr (check_55::* f)(OrtAllocator* allocator) const = &check_55::GetDescriptionAllocated; }
    { [[maybe_unused]] AllocatedStringPtr (check_55::* f)(OrtAllocator* allocator) const = &check_55::GetGraphDescriptionAllocated; }
    { [[maybe_unused]] std::vector<AllocatedStringPtr> (check_55::* f)(OrtAllocator* allocator) const = &check_55::GetCustomMetadataMapKeysAllocated; }
    { [[maybe_unused]] AllocatedStringPtr (check_55::* f)(const char* key, OrtAllocator* allocator) const = &check_55::LookupCustomMetadataMapAllocated; }
    { [[maybe_unused]] int64_t (check_55::* f)() const = &check_55::GetVersion; }
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_56 : Ort::detail::ConstSessionImpl<Ort::detail::Unowned<const OrtSession>> {
  using T = Ort::detail::Unowned<const OrtSession>;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] size_t (check_56::* f)() const = &check_56::GetInputCount; }
    { [[maybe_unused]] size_t (check_56::* f)() const = &check_56::GetOutputCount; }
    { [[maybe_unused]] size_t (check_56::* f)() const = &check_56::GetOverridableInitializerCount; }
    { [[maybe_unused]] std::vector<std::string> (check_56::* f)() const = &check_56::GetInputNames; }
    { [[maybe_unused]] std::vector<std::string> (check_56::* f)() const = &check_56::GetOutputNames; }
    { [[maybe_unused]] std::vector<std::string> (check_56::* f)() const = &check_56::GetOverridableInitializerNames; }
    { [[maybe_unused]] std::vector<ConstMemoryInfo> (check_56::* f)() const = &check_56::GetMemoryInfoForInputs; }
    { [[maybe_unused]] std::vector<ConstMemoryInfo> (check_56::* f)() const = &check_56::GetMemoryInfoForOutputs; }
    { [[maybe_unused]] std::vector<ConstEpDevice> (check_56::* f)() const = &check_56::GetEpDeviceForInputs; }
    { [[maybe_unused]] std::vector<ConstEpDevice> (check_56::* f)() const = &check_56::GetEpDeviceForOutputs; }
    { [[maybe_unused]] AllocatedStringPtr (check_56::* f)(size_t index, OrtAllocator* allocator) const = &check_56::GetInputNameAllocated; }
    { [[maybe_unused]] AllocatedStringPtr (check_56::* f)(size_t index, OrtAllocator* allocator) const = &check_56::GetOutputNameAllocated; }
    { [[maybe_unused]] AllocatedStringPtr (check_56::* f)(size_t index, OrtAllocator* allocator) const = &check_56::GetOverridableInitializerNameAllocated; }
    { [[maybe_unused]] uint64_t (check_56::* f)() const = &check_56::GetProfilingStartTimeNs; }
    { [[maybe_unused]] ModelMetadata (check_56::* f)() const = &check_56::GetModelMetadata; }
    { [[maybe_unused]] TypeInfo (check_56::* f)(size_t index) const = &check_56::GetInputTypeInfo; }
    { [[maybe_unused]] TypeInfo (check_56::* f)(size_t index) const = &check_56::GetOutputTypeInfo; }
    { [[maybe_unused]] TypeInfo (check_56::* f)(size_t index) const = &check_56::GetOverridableInitializerTypeInfo; }
    { [[maybe_unused]] int (check_56::* f)(const std::string& domain) const = &check_56::GetOpset; }
    { [[maybe_unused]] std::vector<ValueInfo> (check_56::* f)() const = &check_56::GetInputs; }
    { [[maybe_unused]] std::vector<ValueInfo> (check_56::* f)() const = &check_56::GetOutputs; }
    { [[maybe_unused]] std::vector<ConstEpAssignedSubgraph> (check_56::* f)() const = &check_56::GetEpGraphAssignmentInfo; }
  }
};
}  // namespace Ort::detail

namespace Ort::detail {
struct check_57 : Ort::detail::SessionImpl<OrtSession> {
  using T = OrtSession;
  static_assert(std::is_same_v<B, ConstSessionImpl<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] std::vector<Value> (check_57::* f)(const RunOptions& run_options, const char* const* input_names, const Value* input_values, size_t input_count, const char* const* output_names, size_t output_count) = &check_57::Run; }
    { [[maybe_unused]] void (check_57::* f)(const RunOptions& run_options, const char* const* input_names, const Value* input_values, size_t input_count, const char* const* output_names, Value* output_values, size_t output_count) = &check_57::Run; }
    { [[maybe_unused]] void (check_57::* f)(const RunOptions& run_options, const IoBinding&) = &check_57::Run; }
    { [[maybe_unused]] void (check_57::* f)(const RunOptions& run_options, const char* const* input_names, const Value* input_values, size_t input_count, const char* const* output_names, Value* output_values, size_t output_count, RunAsyncCallbackFn callback, void* user_data) = &check_57::RunAsync; }
    { [[maybe_unused]] AllocatedStringPtr (check_57::* f)(OrtAllocator* allocator) = &check_57::EndProfilingAllocated; }
    { [[maybe_unused]] void (check_57::* f)(const char* const* keys, const char* const* values, size_t kv_len) = &check_57::SetEpDynamicOptions; }
    { [[maybe_unused]] void (check_57::* f)(const Model& model, const SessionOptions& options, OrtPrepackedWeightsContainer* prepacked_weights_container) = &check_57::FinalizeModelEditorSession; }
    { [[maybe_unused]] void (check_57::* f)(int graph_annotation_id) = &check_57::ReleaseCapturedGraph; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_58 : Ort::Session {
  static_assert(makes<Ort::Session, void(std::nullptr_t)>);
  static_assert(makes<Ort::Session, void(OrtSession* p)>);
  static_assert(makes<Ort::Session, void(const Env& env, const ORTCHAR_T* model_path, const SessionOptions& options)>);
  static_assert(makes<Ort::Session, void(const Env& env, const ORTCHAR_T* model_path, const SessionOptions& options, OrtPrepackedWeightsContainer* prepacked_weights_container)>);
  static_assert(makes<Ort::Session, void(const Env& env, const void* model_data, size_t model_data_length, const SessionOptions& options)>);
  static_assert(makes<Ort::Session, void(const Env& env, const void* model_data, size_t model_data_length, const SessionOptions& options, OrtPrepackedWeightsContainer* prepacked_weights_container)>);
  static_assert(makes<Ort::Session, void(const Env& env, const Model& model, const SessionOptions& options)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] Session (* f)(const Env& env, const ORTCHAR_T* model_path, const SessionOptions& options) = &check_58::CreateModelEditorSession; }
    { [[maybe_unused]] Session (* f)(const Env& env, const void* model_data, size_t model_data_length, const SessionOptions& options) = &check_58::CreateModelEditorSession; }
    { [[maybe_unused]] ConstSession (check_58::* f)() const = &check_58::GetConst; }
    { [[maybe_unused]] UnownedSession (check_58::* f)() const = &check_58::GetUnowned; }
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_59 : Ort::detail::TensorTypeAndShapeInfoImpl<OrtTensorTypeAndShapeInfo> {
  using T = OrtTensorTypeAndShapeInfo;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] ONNXTensorElementDataType (check_59::* f)() const = &check_59::GetElementType; }
    { [[maybe_unused]] size_t (check_59::* f)() const = &check_59::GetElementCount; }
    { [[maybe_unused]] size_t (check_59::* f)() const = &check_59::GetDimensionsCount; }
    { [[maybe_unused]] void (check_59::* f)(int64_t* values, size_t values_count) const = &check_59::GetDimensions; }
    { [[maybe_unused]] void (check_59::* f)(const char** values, size_t values_count) const = &check_59::GetSymbolicDimensions; }
    { [[maybe_unused]] std::vector<const char*> (check_59::* f)() const = &check_59::GetSymbolicDimensions; }
    { [[maybe_unused]] bool (check_59::* f)() const = &check_59::HasShape; }
    { [[maybe_unused]] std::vector<int64_t> (check_59::* f)() const = &check_59::GetShape; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_60 : Ort::TensorTypeAndShapeInfo {
  static_assert(std::is_same_v<Base, detail::TensorTypeAndShapeInfoImpl<OrtTensorTypeAndShapeInfo>>);
  static_assert(makes<Ort::TensorTypeAndShapeInfo, void(std::nullptr_t)>);
  static_assert(makes<Ort::TensorTypeAndShapeInfo, void(OrtTensorTypeAndShapeInfo* p)>);
  static_assert(makes<Ort::TensorTypeAndShapeInfo, void(ONNXTensorElementDataType element_type, const std::vector<int64_t>& dims, const std::vector<std::string>* symbolic_dims)>);
  static_assert(makes<Ort::TensorTypeAndShapeInfo, void(ONNXTensorElementDataType element_type, const std::vector<int64_t>& dims)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] ConstTensorTypeAndShapeInfo (check_60::* f)() const = &check_60::GetConst; }
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_61 : Ort::detail::SequenceTypeInfoImpl<OrtSequenceTypeInfo> {
  using T = OrtSequenceTypeInfo;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] TypeInfo (check_61::* f)() const = &check_61::GetSequenceElementType; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_62 : Ort::SequenceTypeInfo {
  static_assert(std::is_same_v<Base, detail::SequenceTypeInfoImpl<OrtSequenceTypeInfo>>);
  static_assert(makes<Ort::SequenceTypeInfo, void(std::nullptr_t)>);
  static_assert(makes<Ort::SequenceTypeInfo, void(OrtSequenceTypeInfo* p)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] ConstSequenceTypeInfo (check_62::* f)() const = &check_62::GetConst; }
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_63 : Ort::detail::OptionalTypeInfoImpl<Ort::detail::Unowned<const OrtOptionalTypeInfo>> {
  using T = Ort::detail::Unowned<const OrtOptionalTypeInfo>;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] TypeInfo (check_63::* f)() const = &check_63::GetOptionalElementType; }
  }
};
}  // namespace Ort::detail

namespace Ort::detail {
struct check_64 : Ort::detail::MapTypeInfoImpl<OrtMapTypeInfo> {
  using T = OrtMapTypeInfo;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] ONNXTensorElementDataType (check_64::* f)() const = &check_64::GetMapKeyType; }
    { [[maybe_unused]] TypeInfo (check_64::* f)() const = &check_64::GetMapValueType; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_65 : Ort::MapTypeInfo {
  static_assert(std::is_same_v<Base, detail::MapTypeInfoImpl<OrtMapTypeInfo>>);
  static_assert(makes<Ort::MapTypeInfo, void(std::nullptr_t)>);
  static_assert(makes<Ort::MapTypeInfo, void(OrtMapTypeInfo* p)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] ConstMapTypeInfo (check_65::* f)() const = &check_65::GetConst; }
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_66 : Ort::detail::TypeInfoImpl<OrtTypeInfo> {
  using T = OrtTypeInfo;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] ConstTensorTypeAndShapeInfo (check_66::* f)() const = &check_66::GetTensorTypeAndShapeInfo; }
    { [[maybe_unused]] ConstSequenceTypeInfo (check_66::* f)() const = &check_66::GetSequenceTypeInfo; }
    { [[maybe_unused]] ConstMapTypeInfo (check_66::* f)() const = &check_66::GetMapTypeInfo; }
    { [[maybe_unused]] ConstOptionalTypeInfo (check_66::* f)() const = &check_66::GetOptionalTypeInfo; }
    { [[maybe_unused]] ONNXType (check_66::* f)() const = &check_66::GetONNXType; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_67 : Ort::TypeInfo {
  static_assert(std::is_same_v<Base, detail::TypeInfoImpl<OrtTypeInfo>>);
  static_assert(makes<Ort::TypeInfo, void(std::nullptr_t)>);
  static_assert(makes<Ort::TypeInfo, void(OrtTypeInfo* p)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] TypeInfo (* f)(ConstTensorTypeAndShapeInfo tensor_info) = &check_67::CreateTensorInfo; }
    { [[maybe_unused]] TypeInfo (* f)(ConstTensorTypeAndShapeInfo sparse_tensor_info) = &check_67::CreateSparseTensorInfo; }
    { [[maybe_unused]] TypeInfo (* f)(ConstTypeInfo sequence_type) = &check_67::CreateSequenceTypeInfo; }
    { [[maybe_unused]] TypeInfo (* f)(ONNXTensorElementDataType key_type, ConstTypeInfo value_type) = &check_67::CreateMapTypeInfo; }
    { [[maybe_unused]] TypeInfo (* f)(ConstTypeInfo contained_type) = &check_67::CreateOptionalTypeInfo; }
    { [[maybe_unused]] ConstTypeInfo (check_67::* f)() const = &check_67::GetConst; }
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_68 : Ort::detail::OrtSparseValuesParam {
  [[gnu::used]] void check() {
    static_assert(std::is_same_v<decltype(check_68::values_shape), const int64_t*>);
    static_assert(std::is_same_v<decltype(check_68::values_shape_len), size_t>);
    static_assert(sizeof(check_68::data) == sizeof(void*));
  }
};
}  // namespace Ort::detail
