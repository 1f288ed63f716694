// Written by tools/make_cxx_api_check.py from a table of facts; do not edit.
// clang-format off
#include <onnxruntime_cxx_api.h>
#include <onnxruntime_cxx_inline.h>
#include <onnxruntime_float16.h>
#include <onnxruntime_c_api.h>
#include <onnxruntime_lite_custom_op.h>
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

namespace Ort::Custom {
struct check_130 : Ort::Custom::Span<float> {
  using T = float;
  [[gnu::used]] void check() {
    static_assert(std::is_same_v<decltype(check_130::data_), const T*>);
    static_assert(std::is_same_v<decltype(check_130::size_), size_t>);
    { [[maybe_unused]] void (check_130::* f)(const T* data, size_t size) = &check_130::Assign; }
    { [[maybe_unused]] size_t (check_130::* f)() const = &check_130::size; }
    { [[maybe_unused]] T (check_130::* f)(size_t indice) const = &check_130::operator[]; }
    { [[maybe_unused]] const T* (check_130::* f)() const = &check_130::data; }
  }
};
}  // namespace Ort::Custom

namespace Ort::Custom {
struct check_131 : Ort::Custom::Tensor<float> {
  using T = float;
  static_assert(std::is_same_v<TT, typename std::remove_reference<T>::type>);
  static_assert(makes<Ort::Custom::Tensor<float>, void(OrtKernelContext* ctx, size_t indice, bool is_input)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] const TT* (check_131::* f)() const = &check_131::Data; }
    { [[maybe_unused]] TT* (check_131::* f)(const std::vector<int64_t>& shape) = &check_131::Allocate; }
    { [[maybe_unused]] TT (* f)() = &check_131::GetT; }
    { [[maybe_unused]] const Span<T>& (check_131::* f)() = &check_131::AsSpan; }
    { [[maybe_unused]] const T& (check_131::* f)() = &check_131::AsScalar; }
    { [[maybe_unused]] const void* (check_131::* f)() const = &check_131::DataRaw; }
    { [[maybe_unused]] size_t (check_131::* f)() const = &check_131::SizeInBytes; }
  }
};
}  // namespace Ort::Custom

namespace Ort::Custom {
struct check_132 : Ort::Custom::Tensor<std::string> {
  static_assert(std::is_same_v<strings, std::vector<std::string>>);
  static_assert(makes<Ort::Custom::Tensor<std::string>, void(OrtKernelContext* ctx, size_t indice, bool is_input)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] const strings& (check_132::* f)() const = &check_132::Data; }
    { [[maybe_unused]] const void* (check_132::* f)() const = &check_132::DataRaw; }
    { [[maybe_unused]] size_t (check_132::* f)() const = &check_132::SizeInBytes; }
    { [[maybe_unused]] void (check_132::* f)(const strings& ss, const std::vector<int64_t>& dims) = &check_132::SetStringOutput; }
    { [[maybe_unused]] const Span<std::string>& (check_132::* f)() = &check_132::AsSpan; }
    { [[maybe_unused]] const std::string& (check_132::* f)() = &check_132::AsScalar; }
  }
};
}  // namespace Ort::Custom

namespace Ort::Custom {
struct check_133 : Ort::Custom::Tensor<std::string_view> {
  static_assert(std::is_same_v<strings, std::vector<std::string>>);
  static_assert(std::is_same_v<string_views, std::vector<std::string_view>>);
  static_assert(makes<Ort::Custom::Tensor<std::string_view>, void(OrtKernelContext* ctx, size_t indice, bool is_input)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] const string_views& (check_133::* f)() const = &check_133::Data; }
    { [[maybe_unused]] const void* (check_133::* f)() const = &check_133::DataRaw; }
    { [[maybe_unused]] size_t (check_133::* f)() const = &check_133::SizeInBytes; }
    { [[maybe_unused]] void (check_133::* f)(const strings& ss, const std::vector<int64_t>& dims) = &check_133::SetStringOutput; }
    { [[maybe_unused]] const Span<std::string_view>& (check_133::* f)() = &check_133::AsSpan; }
    { [[maybe_unused]] std::string_view (check_133::* f)() = &check_133::AsScalar; }
  }
};
}  // namespace Ort::Custom

namespace Ort::Custom {
struct check_134 : Ort::Custom::TensorArray {
  static_assert(makes<Ort::Custom::TensorArray, void(OrtKernelContext* ctx, size_t start_indice, bool is_input)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] float* (check_134::* f)(size_t ith_output, const std::vector<int64_t>& shape) = &check_134::AllocateOutput; }
    { [[maybe_unused]] Tensor<std::string>& (check_134::* f)(size_t ith_output) = &check_134::AllocateStringTensor; }
    { [[maybe_unused]] size_t (check_134::* f)() const = &check_134::Size; }
    { [[maybe_unused]] const TensorPtr& (check_134::* f)(size_t ith_input) const = &check_134::operator[]; }
  }
};
}  // namespace Ort::Custom

namespace Ort::Custom {
struct check_135 : Ort::Custom::OrtLiteCustomOp {
  static_assert(std::is_same_v<ConstOptionalFloatTensor, std::optional<const Custom::Tensor<float>&>>);
  static_assert(std::is_same_v<OptionalFloatTensor, std::optional<Custom::Tensor<float>>>);
  static_assert(makes<Ort::Custom::OrtLiteCustomOp, void(const char* op_name, const char* execution_provider, ShapeInferFn shape_infer_fn, int start_ver, int end_ver)>);
  static_assert(makes<Ort::Custom::OrtLiteCustomOp, void(const char* op_name, const char* execution_provider, ShapeInferFn shape_infer_fn)>);
  [[gnu::used]] void check() {
    static_assert(std::is_same_v<decltype(check_135::op_name_), const std::string>);
    static_assert(std::is_same_v<decltype(check_135::execution_provider_), const std::string>);
    static_assert(std::is_same_v<decltype(check_135::input_types_), std::vector<ONNXTensorElementDataType>>);
    static_assert(std::is_same_v<decltype(check_135::output_types_), std::vector<ONNXTensorElementDataType>>);
    static_assert(std::is_same_v<decltype(check_135::shape_infer_fn_), ShapeInferFn>);
    static_assert(std::is_same_v<decltype(check_135::start_ver_), int>);
    static_assert(std::is_same_v<decltype(check_135::end_ver_), int>);
    static_assert(std::is_same_v<decltype(check_135::compute_fn_), void*>);
    static_assert(std::is_same_v<decltype(check_135::compute_fn_return_status_), void*>);
  }
};
}  // namespace Ort::Custom

namespace Ort::Custom {
struct check_136 : Ort::Custom::OrtLiteCustomFunc<const Ort::Custom::Tensor<float>&> {
  using Arg = const Ort::Custom::Tensor<float>&;
  static_assert(std::is_same_v<ComputeFn, void(*)(const Ort::Custom::Tensor<float>&)>);
  static_assert(std::is_same_v<ComputeFnReturnStatus, Status(*)(const Ort::Custom::Tensor<float>&)>);
  static_assert(std::is_same_v<MyType, OrtLiteCustomFunc<const Ort::Custom::Tensor<float>&>>);
  static_assert(makes<Ort::Custom::OrtLiteCustomFunc<const Ort::Custom::Tensor<float>&>, void(const char* op_name, const char* execution_provider, ComputeFn compute_fn, ShapeInferFn shape_infer_fn, int start_ver, int end_ver)>);
  static_assert(makes<Ort::Custom::OrtLiteCustomFunc<const Ort::Custom::Tensor<float>&>, void(const char* op_name, const char* execution_provider, ComputeFn compute_fn)>);
  static_assert(makes<Ort::Custom::OrtLiteCustomFunc<const Ort::Custom::Tensor<float>&>, void(const char* op_name, const char* execution_provider, ComputeFnReturnStatus compute_fn_return_status, ShapeInferFn shape_infer_fn, int start_ver, int end_ver)>);
  static_assert(makes<Ort::Custom::OrtLiteCustomFunc<const Ort::Custom::Tensor<float>&>, void(const char* op_name, const char* execution_provider, ComputeFnReturnStatus compute_fn_return_status)>);
  [[gnu::used]] void check() {
  }
};
}  // namespace Ort::Custom

namespace Ort::Custom {
struct check_137 : Ort::Custom::OrtLiteCustomFunc<const Ort::Custom::Tensor<float>&>::Kernel {
  using Arg = const Ort::Custom::Tensor<float>&;
  using ComputeFn = Ort::Custom::OrtLiteCustomFunc<const Ort::Custom::Tensor<float>&>::ComputeFn;
  using ComputeFnReturnStatus = Ort::Custom::OrtLiteCustomFunc<const Ort::Custom::Tensor<float>&>::ComputeFnReturnStatus;
  using MyType = Ort::Custom::OrtLiteCustomFunc<const Ort::Custom::Tensor<float>&>::MyType;
  [[gnu::used]] void check() {
    static_assert(std::is_same_v<decltype(check_137::num_input_), size_t>);
    static_assert(std::is_same_v<decltype(check_137::num_output_), size_t>);
    static_assert(std::is_same_v<decltype(check_137::compute_fn_), ComputeFn>);
    static_assert(std::is_same_v<decltype(check_137::compute_fn_return_status_), ComputeFnReturnStatus>);
    static_assert(std::is_same_v<decltype(check_137::ep_), std::string>);
  }
};
}  // namespace Ort::Custom

namespace Ort::Custom {
struct check_138 : Ort::Custom::OrtLiteCustomStruct<SampleStruct> {
  using CustomOp = SampleStruct;
  static_assert(std::is_same_v<MyType, OrtLiteCustomStruct<CustomOp>>);
  static_assert(makes<Ort::Custom::OrtLiteCustomStruct<SampleStruct>, void(const char* op_name, const char* execution_provider, int start_ver, int end_ver)>);
  static_assert(makes<Ort::Custom::OrtLiteCustomStruct<SampleStruct>, void(const char* op_name, const char* execution_provider)>);
  [[gnu::used]] void check() {
  }
};
}  // namespace Ort::Custom

namespace Ort::Custom {
struct check_139 : Ort::Custom::OrtLiteCustomStruct<SampleStruct>::Kernel {
  using CustomOp = SampleStruct;
  using MyType = Ort::Custom::OrtLiteCustomStruct<SampleStruct>::MyType;
  [[gnu::used]] void check() {
    static_assert(std::is_same_v<decltype(check_139::num_input_), size_t>);
    static_assert(std::is_same_v<decltype(check_139::num_output_), size_t>);
    static_assert(std::is_same_v<decltype(check_139::custom_op_), std::unique_ptr<CustomOp>>);
    static_assert(std::is_same_v<decltype(check_139::ep_), std::string>);
  }
};
}  // namespace Ort::Custom

[[gnu::used]] inline const char* check_140_0() { return kOrtSessionOptionsConfigDisablePrepacking; }
[[gnu::used]] inline const char* check_140_1() { return kOrtSessionOptionsConfigUseEnvAllocators; }
[[gnu::used]] inline const char* check_140_2() { return kOrtSessionOptionsConfigLoadModelFormat; }
[[gnu::used]] inline const char* check_140_3() { return kOrtSessionOptionsConfigSaveModelFormat; }
[[gnu::used]] inline const char* check_140_4() { return kOrtSessionOptionsConfigSetDenormalAsZero; }
[[gnu::used]] inline const char* check_140_5() { return kOrtSessionOptionsDisableQuantQDQ; }
[[gnu::used]] inline const char* check_140_6() { return kOrtSessionOptionsDisableQDQConstantFolding; }
[[gnu::used]] inline const char* check_140_7() { return kOrtSessionOptionsDisableDoubleQDQRemover; }
[[gnu::used]] inline const char* check_140_8() { return kOrtSessionOptionsEnableQuantQDQCleanup; }
[[gnu::used]] inline const char* check_140_9() { return kOrtSessionOptionsEnableGeluApproximation; }
[[gnu::used]] inline const char* check_140_10() { return kOrtSessionOptionsEnableCastChainElimination; }
[[gnu::used]] inline const char* check_140_11() { return kOrtSessionOptionsDisableAheadOfTimeFunctionInlining; }
[[gnu::used]] inline const char* check_140_12() { return kOrtSessionOptionsMemoryOptimizerApplyConfig; }
[[gnu::used]] inline const char* check_140_13() { return kOrtSessionOptionsMemoryOptimizerProbeConfig; }
[[gnu::used]] inline const char* check_140_14() { return kOrtSessionOptionsDisableSpecifiedOptimizers; }
[[gnu::used]] inline const char* check_140_15() { return kOrtSessionOptionsConstantFoldingMaxOutputSizeInBytes; }
[[gnu::used]] inline const char* check_140_16() { return kOrtSessionOptionsGraphOptimizationsLoopLevel; }
[[gnu::used]] inline const char* check_140_17() { return kOrtSessionOptionsUseDeviceAllocatorForInitializers; }
[[gnu::used]] inline const char* check_140_18() { return kOrtSessionOptionsConfigAllowInterOpSpinning; }
[[gnu::used]] inline const char* check_140_19() { return kOrtSessionOptionsConfigAllowIntraOpSpinning; }
[[gnu::used]] inline const char* check_140_20() { return kOrtSessionOptionsConfigIntraOpSpinDurationUs; }
[[gnu::used]] inline const char* check_140_21() { return kOrtSessionOptionsConfigInterOpSpinDurationUs; }
[[gnu::used]] inline const char* check_140_22() { return kOrtSessionOptionsConfigIntraOpSpinBackoffMax; }
[[gnu::used]] inline const char* check_140_23() { return kOrtSessionOptionsConfigInterOpSpinBackoffMax; }
[[gnu::used]] inline const char* check_140_24() { return kOrtSessionOptionsConfigUseORTModelBytesDirectly; }
[[gnu::used]] inline const char* check_140_25() { return kOrtSessionOptionsConfigUseORTModelBytesForInitializers; }
[[gnu::used]] inline const char* check_140_26() { return kOrtSessionOptionsConfigUseMemoryMappedOrtModel; }
[[gnu::used]] inline const char* check_140_27() { return kOrtSessionOptionsQDQIsInt8Allowed; }
[[gnu::used]] inline const char* check_140_28() { return kOrtSessionOptionsAvx2PrecisionMode; }
[[gnu::used]] inline const char* check_140_29() { return kOrtSessionOptionsConfigMinimalBuildOptimizations; }
[[gnu::used]] inline const char* check_140_30() { return kOrtSessionOptionsConfigEnableSavedRuntimeOptimizations; }
[[gnu::used]] inline const char* check_140_31() { return kOrtSessionOptionsConfigNnapiEpPartitioningStopOps; }
[[gnu::used]] inline const char* check_140_32() { return kOrtSessionOptionsConfigDynamicBlockBase; }
[[gnu::used]] inline const char* check_140_33() { return kOrtSessionOptionsConfigForceSpinningStop; }
[[gnu::used]] inline const char* check_140_34() { return kOrtSessionOptionsConfigStrictShapeTypeInference; }
[[gnu::used]] inline const char* check_140_35() { return kOrtSessionOptionsConfigStrictAllowReleasedOpsetsOnly; }
[[gnu::used]] inline const char* check_140_36() { return kNodePartitionConfigFile; }
[[gnu::used]] inline const char* check_140_37() { return kOrtSessionOptionsConfigIntraOpThreadAffinities; }
[[gnu::used]] inline const char* check_140_38() { return kDebugLayoutTransformation; }
[[gnu::used]] inline const char* check_140_39() { return kOrtSessionOptionsDisableCPUEPFallback; }
[[gnu::used]] inline const char* check_140_40() { return kOrtSessionOptionsOptimizedModelExternalInitializersFileName; }
[[gnu::used]] inline const char* check_140_41() { return kOrtSessionOptionsOptimizedModelExternalInitializersMinSizeInBytes; }
[[gnu::used]] inline const char* check_140_42() { return kOrtSessionOptionsModelExternalInitializersFileFolderPath; }
[[gnu::used]] inline const char* check_140_43() { return kOrtSessionOptionsSavePrePackedConstantInitializers; }
[[gnu::used]] inline const char* check_140_44() { return kOrtSessionOptionsCollectNodeMemoryStatsToFile; }
[[gnu::used]] inline const char* check_140_45() { return kOrtSessionOptionsResourceCudaPartitioningSettings; }
[[gnu::used]] inline const char* check_140_46() { return kOrtSessionOptionsLayerAssignmentSettings; }
[[gnu::used]] inline const char* check_140_47() { return kOrtSessionOptionsNameBasedLayerAssignment; }
[[gnu::used]] inline const char* check_140_48() { return kOrtSessionOptionsMaxShapeOverride; }
[[gnu::used]] inline const char* check_140_49() { return kOrtSessionOptionEpContextEnable; }
[[gnu::used]] inline const char* check_140_50() { return kOrtSessionOptionEpContextFilePath; }
[[gnu::used]] inline const char* check_140_51() { return kOrtSessionOptionEpContextEmbedMode; }
[[gnu::used]] inline const char* check_140_52() { return kOrtSessionOptionEpContextNodeNamePrefix; }
[[gnu::used]] inline const char* check_140_53() { return kOrtSessionOptionShareEpContexts; }
[[gnu::used]] inline const char* check_140_54() { return kOrtSessionOptionStopShareEpContexts; }
[[gnu::used]] inline const char* check_140_55() { return kOrtSessionOptionsEpContextModelExternalInitializersFileName; }
[[gnu::used]] inline const char* check_140_56() { return kOrtSessionOptionCompileOnly; }
[[gnu::used]] inline const char* check_140_57() { return kOrtSessionOptionsMlasGemmFastMathArm64Bfloat16; }
[[gnu::used]] inline const char* check_140_58() { return kOrtSessionOptionsMlasLutGemm; }
[[gnu::used]] inline const char* check_140_59() { return kOrtSessionOptionsMlasDisableKleidiAi; }
[[gnu::used]] inline const char* check_140_60() { return kOrtSessionOptionsMlasKleidiAiConvIgemmMaxWork; }
[[gnu::used]] inline const char* check_140_61() { return kOrtSessionOptionsMlasNchwcPointwiseConvMaxInputChannelBatch; }
[[gnu::used]] inline const char* check_140_62() { return kOrtSessionOptionsQDQMatMulNBitsAccuracyLevel; }
[[gnu::used]] inline const char* check_140_63() { return kOrtSessionOptionsQDQMatMulNBitsBlockSize; }
[[gnu::used]] inline const char* check_140_64() { return kOrtSessionOptionsEnableDQMatMulNBitsFusion; }
[[gnu::used]] inline const char* check_140_65() { return kOrtEpDynamicOptionsWorkloadType; }
[[gnu::used]] inline const char* check_140_66() { return kOrtSessionOptionsDisableModelCompile; }
[[gnu::used]] inline const char* check_140_67() { return kOrtSessionOptionsFailOnSuboptimalCompiledModel; }
[[gnu::used]] inline const char* check_140_68() { return kOrtEpDynamicOptionsQnnHtpPerformanceMode; }
[[gnu::used]] inline const char* check_140_69() { return kOrtSessionOptionsRecordEpGraphAssignmentInfo; }
[[gnu::used]] inline const char* check_140_70() { return kOrtSessionOptionEpEnableWeightlessEpContextNodes; }
[[gnu::used]] inline const char* check_140_71() { return kOrtSessionOptionEpEnableWeightless; }
[[gnu::used]] inline const char* check_140_72() { return kOrtSessionOptionEpContextSourceModelPath; }
[[gnu::used]] inline const char* check_140_73() { return kOrtSessionOptionsConfigIntraOpNumThreads; }
[[gnu::used]] inline const char* check_140_74() { return kOrtSessionOptionsConfigInterOpNumThreads; }
[[gnu::used]] inline const char* check_140_75() { return kOrtSessionOptionsConfigEnableCpuMemArena; }
[[gnu::used]] inline const char* check_140_76() { return kOrtSessionOptionsConfigEnableMemPattern; }
[[gnu::used]] inline const char* check_140_77() { return kOrtSessionOptionsConfigLogId; }
[[gnu::used]] inline const char* check_140_78() { return kOrtSessionOptionsConfigLogSeverityLevel; }
[[gnu::used]] inline const char* check_140_79() { return kOrtSessionOptionsConfigLogVerbosityLevel; }
[[gnu::used]] inline const char* check_140_80() { return kOrtSessionOptionsConfigEnableProfiling; }
[[gnu::used]] inline const char* check_140_81() { return kOrtSessionOptionsConfigGraphOptimizationLevel; }
[[gnu::used]] inline const char* check_140_82() { return kOrtSessionOptionsConfigOptimizedModelFilePath; }
[[gnu::used]] inline const char* check_140_83() { return kOrtSessionOptionsConfigExecutionMode; }
[[gnu::used]] inline const char* check_140_84() { return kOrtSessionOptionsConfigUsePerSessionThreads; }
[[gnu::used]] inline const char* check_140_85() { return kOrtSessionOptionsConfigUseDeterministicCompute; }
[[gnu::used]] inline const char* check_140_86() { return kOrtRunOptionsConfigEnableMemoryArenaShrinkage; }
[[gnu::used]] inline const char* check_140_87() { return kOrtRunOptionsConfigDisableSynchronizeExecutionProviders; }
[[gnu::used]] inline const char* check_140_88() { return kOrtRunOptionsConfigQnnPerfMode; }
[[gnu::used]] inline const char* check_140_89() { return kOrtRunOptionsConfigQnnPerfModePostRun; }
[[gnu::used]] inline const char* check_140_90() { return kOrtRunOptionsConfigQnnRpcControlLatency; }
[[gnu::used]] inline const char* check_140_91() { return kOrtRunOptionsConfigQnnLoraConfig; }
[[gnu::used]] inline const char* check_140_92() { return kOrtRunOptionsConfigCudaGraphAnnotation; }
[[gnu::used]] inline const char* check_140_93() { return kOrtEnvAllowVirtualDevices; }
[[gnu::used]] inline const char* check_140_94() { return kOrtEpDevice_EpMetadataKey_Version; }
[[gnu::used]] inline const char* check_140_95() { return kOrtEpDevice_EpMetadataKey_OSDriverVersion; }
[[gnu::used]] inline const char* check_140_96() { return kOrtModelMetadata_EpCompatibilityInfoPrefix; }
[[gnu::used]] inline const char* check_140_97() { return kOrtEpDevice_EpMetadataKey_LibraryPath; }
[[gnu::used]] inline const char* check_140_98() { return kOrtHardwareDevice_MetadataKey_IsVirtual; }
[[gnu::used]] inline const char* check_140_99() { return kOrtEpDevice_EpMetadataKey_WeightlessSupport; }
[[gnu::used]] inline void check_140_100() {
  { [[maybe_unused]] OrtStatus* (* f)(OrtSessionOptions* options, int use_arena) = &OrtSessionOptionsAppendExecutionProvider_CPU; }
}

namespace onnxruntime {
static_assert(std::is_same_v<onnxruntime::ProviderOptions, std::unordered_map<std::string, std::string>>);
static_assert(std::is_same_v<onnxruntime::ProviderOptionsVector, std::vector<ProviderOptions>>);
static_assert(std::is_same_v<onnxruntime::ProviderOptionsMap, std::unordered_map<std::string, ProviderOptions>>);
}  // namespace onnxruntime
