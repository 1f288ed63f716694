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

[[gnu::used]] inline const char* check_142_0() { return kOrtSessionOptionsConfigDisablePrepacking; }
[[gnu::used]] inline const char* check_142_1() { return kOrtSessionOptionsConfigUseEnvAllocators; }
[[gnu::used]] inline const char* check_142_2() { return kOrtSessionOptionsConfigLoadModelFormat; }
[[gnu::used]] inline const char* check_142_3() { return kOrtSessionOptionsConfigSaveModelFormat; }
[[gnu::used]] inline const char* check_142_4() { return kOrtSessionOptionsConfigSetDenormalAsZero; }
[[gnu::used]] inline const char* check_142_5() { return kOrtSessionOptionsDisableQuantQDQ; }
[[gnu::used]] inline const char* check_142_6() { return kOrtSessionOptionsDisableQDQConstantFolding; }
[[gnu::used]] inline const char* check_142_7() { return kOrtSessionOptionsDisableDoubleQDQRemover; }
[[gnu::used]] inline const char* check_142_8() { return kOrtSessionOptionsEnableQuantQDQCleanup; }
[[gnu::used]] inline const char* check_142_9() { return kOrtSessionOptionsEnableGeluApproximation; }
[[gnu::used]] inline const char* check_142_10() { return kOrtSessionOptionsEnableCastChainElimination; }
[[gnu::used]] inline const char* check_142_11() { return kOrtSessionOptionsDisableAheadOfTimeFunctionInlining; }
[[gnu::used]] inline const char* check_142_12() { return kOrtSessionOptionsMemoryOptimizerApplyConfig; }
[[gnu::used]] inline const char* check_142_13() { return kOrtSessionOptionsMemoryOptimizerProbeConfig; }
[[gnu::used]] inline const char* check_142_14() { return kOrtSessionOptionsDisableSpecifiedOptimizers; }
[[gnu::used]] inline const char* check_142_15() { return kOrtSessionOptionsConstantFoldingMaxOutputSizeInBytes; }
[[gnu::used]] inline const char* check_142_16() { return kOrtSessionOptionsGraphOptimizationsLoopLevel; }
[[gnu::used]] inline const char* check_142_17() { return kOrtSessionOptionsUseDeviceAllocatorForInitializers; }
[[gnu::used]] inline const char* check_142_18() { return kOrtSessionOptionsConfigAllowInterOpSpinning; }
[[gnu::used]] inline const char* check_142_19() { return kOrtSessionOptionsConfigAllowIntraOpSpinning; }
[[gnu::used]] inline const char* check_142_20() { return kOrtSessionOptionsConfigIntraOpSpinDurationUs; }
[[gnu::used]] inline const char* check_142_21() { return kOrtSessionOptionsConfigInterOpSpinDurationUs; }
[[gnu::used]] inline const char* check_142_22() { return kOrtSessionOptionsConfigIntraOpSpinBackoffMax; }
[[gnu::used]] inline const char* check_142_23() { return kOrtSessionOptionsConfigInterOpSpinBackoffMax; }
[[gnu::used]] inline const char* check_142_24() { return kOrtSessionOptionsConfigUseORTModelBytesDirectly; }
[[gnu::used]] inline const char* check_142_25() { return kOrtSessionOptionsConfigUseORTModelBytesForInitializers; }
[[gnu::used]] inline const char* check_142_26() { return kOrtSessionOptionsConfigUseMemoryMappedOrtModel; }
[[gnu::used]] inline const char* check_142_27() { return kOrtSessionOptionsQDQIsInt8Allowed; }
[[gnu::used]] inline const char* check_142_28() { return kOrtSessionOptionsAvx2PrecisionMode; }
[[gnu::used]] inline const char* check_142_29() { return kOrtSessionOptionsConfigMinimalBuildOptimizations; }
[[gnu::used]] inline const char* check_142_30() { return kOrtSessionOptionsConfigEnableSavedRuntimeOptimizations; }
[[gnu::used]] inline const char* check_142_31() { return kOrtSessionOptionsConfigNnapiEpPartitioningStopOps; }
[[gnu::used]] inline const char* check_142_32() { return kOrtSessionOptionsConfigDynamicBlockBase; }
[[gnu::used]] inline const char* check_142_33() { return kOrtSessionOptionsConfigForceSpinningStop; }
[[gnu::used]] inline const char* check_142_34() { return kOrtSessionOptionsConfigStrictShapeTypeInference; }
[[gnu::used]] inline const char* check_142_35() { return kOrtSessionOptionsConfigStrictAllowReleasedOpsetsOnly; }
[[gnu::used]] inline const char* check_142_36() { return kNodePartitionConfigFile; }
[[gnu::used]] inline const char* check_142_37() { return kOrtSessionOptionsConfigIntraOpThreadAffinities; }
[[gnu::used]] inline const char* check_142_38() { return kDebugLayoutTransformation; }
[[gnu::used]] inline const char* check_142_39() { return kOrtSessionOptionsDisableCPUEPFallback; }
[[gnu::used]] inline const char* check_142_40() { return kOrtSessionOptionsOptimizedModelExternalInitializersFileName; }
[[gnu::used]] inline const char* check_142_41() { return kOrtSessionOptionsOptimizedModelExternalInitializersMinSizeInBytes; }
[[gnu::used]] inline const char* check_142_42() { return kOrtSessionOptionsModelExternalInitializersFileFolderPath; }
[[gnu::used]] inline const char* check_142_43() { return kOrtSessionOptionsSavePrePackedConstantInitializers; }
[[gnu::used]] inline const char* check_142_44() { return kOrtSessionOptionsCollectNodeMemoryStatsToFile; }
[[gnu::used]] inline const char* check_142_45() { return kOrtSessionOptionsResourceCudaPartitioningSettings; }
[[gnu::used]] inline const char* check_142_46() { return kOrtSessionOptionsLayerAssignmentSettings; }
[[gnu::used]] inline const char* check_142_47() { return kOrtSessionOptionsNameBasedLayerAssignment; }
[[gnu::used]] inline const char* check_142_48() { return kOrtSessionOptionsMaxShapeOverride; }
[[gnu::used]] inline const char* check_142_49() { return kOrtSessionOptionEpContextEnable; }
[[gnu::used]] inline const char* check_142_50() { return kOrtSessionOptionEpContextFilePath; }
[[gnu::used]] inline const char* check_142_51() { return kOrtSessionOptionEpContextEmbedMode; }
[[gnu::used]] inline const char* check_142_52() { return kOrtSessionOptionEpContextNodeNamePrefix; }
[[gnu::used]] inline const char* check_142_53() { return kOrtSessionOptionShareEpContexts; }
[[gnu::used]] inline const char* check_142_54() { return kOrtSessionOptionStopShareEpContexts; }
[[gnu::used]] inline const char* check_142_55() { return kOrtSessionOptionsEpContextModelExternalInitializersFileName; }
[[gnu::used]] inline const char* check_142_56() { return kOrtSessionOptionCompileOnly; }
[[gnu::used]] inline const char* check_142_57() { return kOrtSessionOptionsMlasGemmFastMathArm64Bfloat16; }
[[gnu::used]] inline const char* check_142_58() { return kOrtSessionOptionsMlasLutGemm; }
[[gnu::used]] inline const char* check_142_59() { return kOrtSessionOptionsMlasDisableKleidiAi; }
[[gnu::used]] inline const char* check_142_60() { return kOrtSessionOptionsMlasKleidiAiConvIgemmMaxWork; }
[[gnu::used]] inline const char* check_142_61() { return kOrtSessionOptionsMlasNchwcPointwiseConvMaxInputChannelBatch; }
[[gnu::used]] inline const char* check_142_62() { return kOrtSessionOptionsQDQMatMulNBitsAccuracyLevel; }
[[gnu::used]] inline const char* check_142_63() { return kOrtSessionOptionsQDQMatMulNBitsBlockSize; }
[[gnu::used]] inline const char* check_142_64() { return kOrtSessionOptionsEnableDQMatMulNBitsFusion; }
[[gnu::used]] inline const char* check_142_65() { return kOrtEpDynamicOptionsWorkloadType; }
[[gnu::used]] inline const char* check_142_66() { return kOrtSessionOptionsDisableModelCompile; }
[[gnu::used]] inline const char* check_142_67() { return kOrtSessionOptionsFailOnSuboptimalCompiledModel; }
[[gnu::used]] inline const char* check_142_68() { return kOrtEpDynamicOptionsQnnHtpPerformanceMode; }
[[gnu::used]] inline const char* check_142_69() { return kOrtSessionOptionsRecordEpGraphAssignmentInfo; }
[[gnu::used]] inline const char* check_142_70() { return kOrtSessionOptionEpEnableWeightlessEpContextNodes; }
[[gnu::used]] inline const char* check_142_71() { return kOrtSessionOptionEpEnableWeightless; }
[[gnu::used]] inline const char* check_142_72() { return kOrtSessionOptionEpContextSourceModelPath; }
[[gnu::used]] inline const char* check_142_73() { return kOrtSessionOptionsConfigIntraOpNumThreads; }
[[gnu::used]] inline const char* check_142_74() { return kOrtSessionOptionsConfigInterOpNumThreads; }
[[gnu::used]] inline const char* check_142_75() { return kOrtSessionOptionsConfigEnableCpuMemArena; }
[[gnu::used]] inline const char* check_142_76() { return kOrtSessionOptionsConfigEnableMemPattern; }
[[gnu::used]] inline const char* check_142_77() { return kOrtSessionOptionsConfigLogId; }
[[gnu::used]] inline const char* check_142_78() { return kOrtSessionOptionsConfigLogSeverityLevel; }
[[gnu::used]] inline const char* check_142_79() { return kOrtSessionOptionsConfigLogVerbosityLevel; }
[[gnu::used]] inline const char* check_142_80() { return kOrtSessionOptionsConfigEnableProfiling; }
[[gnu::used]] inline const char* check_142_81() { return kOrtSessionOptionsConfigGraphOptimizationLevel; }
[[gnu::used]] inline const char* check_142_82() { return kOrtSessionOptionsConfigOptimizedModelFilePath; }
[[gnu::used]] inline const char* check_142_83() { return kOrtSessionOptionsConfigExecutionMode; }
[[gnu::used]] inline const char* check_142_84() { return kOrtSessionOptionsConfigUsePerSessionThreads; }
[[gnu::used]] inline const char* check_142_85() { return kOrtSessionOptionsConfigUseDeterministicCompute; }
[[gnu::used]] inline const char* check_142_86() { return kOrtRunOptionsConfigEnableMemoryArenaShrinkage; }
[[gnu::used]] inline const char* check_142_87() { return kOrtRunOptionsConfigDisableSynchronizeExecutionProviders; }
[[gnu::used]] inline const char* check_142_88() { return kOrtRunOptionsConfigQnnPerfMode; }
[[gnu::used]] inline const char* check_142_89() { return kOrtRunOptionsConfigQnnPerfModePostRun; }
[[gnu::used]] inline const char* check_142_90() { return kOrtRunOptionsConfigQnnRpcControlLatency; }
[[gnu::used]] inline const char* check_142_91() { return kOrtRunOptionsConfigQnnLoraConfig; }
[[gnu::used]] inline const char* check_142_92() { return kOrtRunOptionsConfigCudaGraphAnnotation; }
[[gnu::used]] inline const char* check_142_93() { return kOrtEnvAllowVirtualDevices; }
[[gnu::used]] inline const char* check_142_94() { return kOrtEpDevice_EpMetadataKey_Version; }
[[gnu::used]] inline const char* check_142_95() { return kOrtEpDevice_EpMetadataKey_OSDriverVersion; }
[[gnu::used]] inline const char* check_142_96() { return kOrtModelMetadata_EpCompatibilityInfoPrefix; }
[[gnu::used]] inline const char* check_142_97() { return kOrtEpDevice_EpMetadataKey_LibraryPath; }
[[gnu::used]] inline const char* check_142_98() { return kOrtHardwareDevice_MetadataKey_IsVirtual; }
[[gnu::used]] inline const char* check_142_99() { return kOrtEpDevice_EpMetadataKey_WeightlessSupport; }
[[gnu::used]] inline void check_142_100() {
  { [[maybe_unused]] OrtStatus* (* f)(OrtSessionOptions* options, int use_arena) = &OrtSessionOptionsAppendExecutionProvider_CPU; }
}
static_assert(std::is_class_v<OrtTrainingApi>);
static_assert(sizeof(OrtTrainingSession*) > 0);
static_assert(sizeof(OrtCheckpointState*) > 0);
static_assert(static_cast<int>(OrtIntProperty) == 0);
static_assert(static_cast<int>(OrtFloatProperty) == 1);
static_assert(static_cast<int>(OrtStringProperty) == 2);

namespace onnxruntime {
static_assert(std::is_same_v<onnxruntime::ProviderOptions, std::unordered_map<std::string, std::string>>);
static_assert(std::is_same_v<onnxruntime::ProviderOptionsVector, std::vector<ProviderOptions>>);
static_assert(std::is_same_v<onnxruntime::ProviderOptionsMap, std::unordered_map<std::string, ProviderOptions>>);
}  // namespace onnxruntime
