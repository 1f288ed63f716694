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

#ifndef ORT_CXX_API_THROW
#error "ORT_CXX_API_THROW is not defined"
#endif
#ifndef ORT_CXX_LOG
#error "ORT_CXX_LOG is not defined"
#endif
#ifndef ORT_CXX_LOG_NOEXCEPT
#error "ORT_CXX_LOG_NOEXCEPT is not defined"
#endif
#ifndef ORT_CXX_LOGF
#error "ORT_CXX_LOGF is not defined"
#endif
#ifndef ORT_CXX_LOGF_NOEXCEPT
#error "ORT_CXX_LOGF_NOEXCEPT is not defined"
#endif
#ifndef MAX_CUSTOM_OP_END_VER
#error "MAX_CUSTOM_OP_END_VER is not defined"
#endif
#ifndef ORT_CXX_RETURN_ON_API_FAIL
#error "ORT_CXX_RETURN_ON_API_FAIL is not defined"
#endif
#ifndef ORT_CXX_IF_CONSTEXPR
#error "ORT_CXX_IF_CONSTEXPR is not defined"
#endif
#ifndef ORT_API_VERSION
#error "ORT_API_VERSION is not defined"
#endif
#ifndef ORTCHAR_T
#error "ORTCHAR_T is not defined"
#endif
#ifndef ORT_TSTR
#error "ORT_TSTR is not defined"
#endif
#ifndef ORT_TSTR_ON_MACRO
#error "ORT_TSTR_ON_MACRO is not defined"
#endif
#ifndef ORT_FILE
#error "ORT_FILE is not defined"
#endif
#ifndef ORT_EXPORT
#error "ORT_EXPORT is not defined"
#endif
#ifndef ORT_API_CALL
#error "ORT_API_CALL is not defined"
#endif
#ifndef ORT_MUST_USE_RESULT
#error "ORT_MUST_USE_RESULT is not defined"
#endif
#ifndef ORT_ALL_ARGS_NONNULL
#error "ORT_ALL_ARGS_NONNULL is not defined"
#endif
#ifndef NO_EXCEPTION
#error "NO_EXCEPTION is not defined"
#endif
#ifndef ORT_API
#error "ORT_API is not defined"
#endif
#ifndef ORT_API_T
#error "ORT_API_T is not defined"
#endif
#ifndef ORT_API_STATUS
#error "ORT_API_STATUS is not defined"
#endif
#ifndef ORT_API2_STATUS
#error "ORT_API2_STATUS is not defined"
#endif
#ifndef ORT_API_STATUS_IMPL
#error "ORT_API_STATUS_IMPL is not defined"
#endif
#ifndef ORT_CLASS_RELEASE
#error "ORT_CLASS_RELEASE is not defined"
#endif
#ifndef ORT_RUNTIME_CLASS
#error "ORT_RUNTIME_CLASS is not defined"
#endif
#ifndef _In_
#error "_In_ is not defined"
#endif
#ifndef _In_opt_
#error "_In_opt_ is not defined"
#endif
#ifndef _Out_
#error "_Out_ is not defined"
#endif
#ifndef _Outptr_
#error "_Outptr_ is not defined"
#endif
#ifndef _Inout_
#error "_Inout_ is not defined"
#endif
#ifndef _In_reads_
#error "_In_reads_ is not defined"
#endif
#ifndef _Outptr_result_maybenull_
#error "_Outptr_result_maybenull_ is not defined"
#endif
#ifndef _Frees_ptr_opt_
#error "_Frees_ptr_opt_ is not defined"
#endif
#ifndef _Check_return_
#error "_Check_return_ is not defined"
#endif
#ifndef _Success_
#error "_Success_ is not defined"
#endif
#ifndef _Ret_maybenull_
#error "_Ret_maybenull_ is not defined"
#endif

namespace onnxruntime_float16::detail {
static_assert(static_cast<int>(onnxruntime_float16::detail::endian::little) == 1234);
static_assert(static_cast<int>(onnxruntime_float16::detail::endian::big) == 4321);
static_assert(static_cast<int>(onnxruntime_float16::detail::endian::native) == 1234);
}  // namespace onnxruntime_float16::detail


namespace onnxruntime_float16 {
struct check_3 : onnxruntime_float16::Float16Impl<Ort::Float16_t> {
  using Derived = Ort::Float16_t;
  static_assert(makes<onnxruntime_float16::Float16Impl<Ort::Float16_t>, void()>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] uint16_t (* f)(float v) noexcept = &check_3::ToUint16Impl; }
    { [[maybe_unused]] float (check_3::* f)() const noexcept = &check_3::ToFloatImpl; }
    { [[maybe_unused]] uint16_t (check_3::* f)() const noexcept = &check_3::AbsImpl; }
    { [[maybe_unused]] uint16_t (check_3::* f)() const noexcept = &check_3::NegateImpl; }
    static_assert(check_3::kSignMask == 0x8000U);
    static_assert(check_3::kBiasedExponentMask == 0x7C00U);
    static_assert(check_3::kPositiveInfinityBits == 0x7C00U);
    static_assert(check_3::kNegativeInfinityBits == 0xFC00U);
    static_assert(check_3::kPositiveQNaNBits == 0x7E00U);
    static_assert(check_3::kNegativeQNaNBits == 0xFE00U);
    static_assert(check_3::kMaxValueBits == 0x7BFFU);
    static_assert(check_3::kMinValueBits == 0xFBFFU);
    static_assert(check_3::kOneBits == 0x3C00U);
    static_assert(check_3::kMinusOneBits == 0xBC00U);
    static_assert(std::is_same_v<decltype(check_3::val), uint16_t>);
    { [[maybe_unused]] bool (check_3::* f)() const noexcept = &check_3::IsNegative; }
    { [[maybe_unused]] bool (check_3::* f)() const noexcept = &check_3::IsNaN; }
    { [[maybe_unused]] bool (check_3::* f)() const noexcept = &check_3::IsFinite; }
    { [[maybe_unused]] bool (check_3::* f)() const noexcept = &check_3::IsPositiveInfinity; }
    { [[maybe_unused]] bool (check_3::* f)() const noexcept = &check_3::IsNegativeInfinity; }
    { [[maybe_unused]] bool (check_3::* f)() const noexcept = &check_3::IsInfinity; }
    { [[maybe_unused]] bool (check_3::* f)() const noexcept = &check_3::IsNaNOrZero; }
    { [[maybe_unused]] bool (check_3::* f)() const noexcept = &check_3::IsNormal; }
    { [[maybe_unused]] bool (check_3::* f)() const noexcept = &check_3::IsSubnormal; }
    { [[maybe_unused]] Derived (check_3::* f)() const noexcept = &check_3::Abs; }
    { [[maybe_unused]] Derived (check_3::* f)() const noexcept = &check_3::Negate; }
    { [[maybe_unused]] bool (* f)(const Float16Impl& lhs, const Float16Impl& rhs) noexcept = &check_3::AreZero; }
    { [[maybe_unused]] bool (check_3::* f)(const Float16Impl& rhs) const noexcept = &check_3::operator==; }
    { [[maybe_unused]] bool (check_3::* f)(const Float16Impl& rhs) const noexcept = &check_3::operator!=; }
    { [[maybe_unused]] bool (check_3::* f)(const Float16Impl& rhs) const noexcept = &check_3::operator<; }
  }
};
}  // namespace onnxruntime_float16

namespace onnxruntime_float16 {
struct check_4 : onnxruntime_float16::BFloat16Impl<Ort::BFloat16_t> {
  using Derived = Ort::BFloat16_t;
  static_assert(makes<onnxruntime_float16::BFloat16Impl<Ort::BFloat16_t>, void()>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] uint16_t (* f)(float v) noexcept = &check_4::ToUint16Impl; }
    { [[maybe_unused]] float (check_4::* f)() const noexcept = &check_4::ToFloatImpl; }
    { [[maybe_unused]] uint16_t (check_4::* f)() const noexcept = &check_4::AbsImpl; }
    { [[maybe_unused]] uint16_t (check_4::* f)() const noexcept = &check_4::NegateImpl; }
    static_assert(check_4::kSignMask == 0x8000U);
    static_assert(check_4::kBiasedExponentMask == 0x7F80U);
    static_assert(check_4::kPositiveInfinityBits == 0x7F80U);
    static_assert(check_4::kNegativeInfinityBits == 0xFF80U);
    static_assert(check_4::kPositiveQNaNBits == 0x7FC1U);
    static_assert(check_4::kNegativeQNaNBits == 0xFFC1U);
    static_assert(check_4::kMaxValueBits == 0x7F7FU);
    static_assert(check_4::kMinValueBits == 0xFF7FU);
    static_assert(check_4::kRoundToNearest == 0x7FFFU);
    static_assert(check_4::kOneBits == 0x3F80U);
    static_assert(check_4::kMinusOneBits == 0xBF80U);
    static_assert(std::is_same_v<decltype(check_4::val), uint16_t>);
    { [[maybe_unused]] bool (check_4::* f)() const noexcept = &check_4::IsNegative; }
    { [[maybe_unused]] bool (check_4::* f)() const noexcept = &check_4::IsNaN; }
    { [[maybe_unused]] bool (check_4::* f)() const noexcept = &check_4::IsFinite; }
    { [[maybe_unused]] bool (check_4::* f)() const noexcept = &check_4::IsPositiveInfinity; }
    { [[maybe_unused]] bool (check_4::* f)() const noexcept = &check_4::IsNegativeInfinity; }
    { [[maybe_unused]] bool (check_4::* f)() const noexcept = &check_4::IsInfinity; }
    { [[maybe_unused]] bool (check_4::* f)() const noexcept = &check_4::IsNaNOrZero; }
    { [[maybe_unused]] bool (check_4::* f)() const noexcept = &check_4::IsNormal; }
    { [[maybe_unused]] bool (check_4::* f)() const noexcept = &check_4::IsSubnormal; }
    { [[maybe_unused]] Derived (check_4::* f)() const noexcept = &check_4::Abs; }
    { [[maybe_unused]] Derived (check_4::* f)() const noexcept = &check_4::Negate; }
    { [[maybe_unused]] bool (* f)(const BFloat16Impl& lhs, const BFloat16Impl& rhs) noexcept = &check_4::AreZero; }
  }
};
}  // namespace onnxruntime_float16

namespace Ort {
static_assert(std::is_class_v<Ort::Exception>);
static_assert(std::is_base_of_v<std::exception, Ort::Exception>);
[[gnu::used]] inline void check_5_1() {
  { [[maybe_unused]] const OrtApi& (* f)() noexcept = &Ort::GetApi; }
}
[[gnu::used]] inline void check_5_2() {
  { [[maybe_unused]] std::string (* f)() = &Ort::GetVersionString; }
}
[[gnu::used]] inline void check_5_3() {
  { [[maybe_unused]] std::string (* f)() = &Ort::GetBuildInfoString; }
}
[[gnu::used]] inline void check_5_4() {
  { [[maybe_unused]] std::vector<std::string> (* f)() = &Ort::GetAvailableProviders; }
}
[[gnu::used]] inline void check_5_5() {
  { [[maybe_unused]] const OrtModelEditorApi& (* f)() = &Ort::GetModelEditorApi; }
}
[[gnu::used]] inline void check_5_6() {
  { [[maybe_unused]] const OrtCompileApi& (* f)() = &Ort::GetCompileApi; }
}
[[gnu::used]] inline void check_5_7() {
  { [[maybe_unused]] const OrtInteropApi& (* f)() = &Ort::GetInteropApi; }
}
[[gnu::used]] inline void check_5_8() {
  { [[maybe_unused]] const OrtEpApi& (* f)() = &Ort::GetEpApi; }
}
static_assert(std::is_class_v<Ort::Float16_t>);
static_assert(std::is_base_of_v<onnxruntime_float16::Float16Impl<Float16_t>, Ort::Float16_t>);
static_assert(std::is_class_v<Ort::BFloat16_t>);
static_assert(std::is_base_of_v<onnxruntime_float16::BFloat16Impl<BFloat16_t>, Ort::BFloat16_t>);
static_assert(std::is_class_v<Ort::Float8E4M3FN_t>);
static_assert(std::is_class_v<Ort::Float8E4M3FNUZ_t>);
static_assert(std::is_class_v<Ort::Float8E5M2_t>);
static_assert(std::is_class_v<Ort::Float8E5M2FNUZ_t>);
static_assert(std::is_same_v<Ort::AllocatedStringPtr, std::unique_ptr<char, detail::AllocatedFree>>);
static_assert(std::is_class_v<Ort::Status>);
static_assert(std::is_base_of_v<detail::Base<OrtStatus>, Ort::Status>);
static_assert(std::is_class_v<Ort::ThreadingOptions>);
static_assert(std::is_base_of_v<detail::Base<OrtThreadingOptions>, Ort::ThreadingOptions>);
static_assert(std::is_class_v<Ort::TensorRTProviderOptions>);
static_assert(std::is_base_of_v<detail::Base<OrtTensorRTProviderOptionsV2>, Ort::TensorRTProviderOptions>);
static_assert(std::is_class_v<Ort::CUDAProviderOptions>);
static_assert(std::is_base_of_v<detail::Base<OrtCUDAProviderOptionsV2>, Ort::CUDAProviderOptions>);
static_assert(std::is_class_v<Ort::PrepackedWeightsContainer>);
static_assert(std::is_base_of_v<detail::Base<OrtPrepackedWeightsContainer>, Ort::PrepackedWeightsContainer>);
static_assert(std::is_same_v<Ort::ConstExternalInitializerInfo, detail::ConstExternalInitializerInfoImpl<detail::Unowned<const OrtExternalInitializerInfo>>>);
static_assert(std::is_class_v<Ort::ExternalInitializerInfo>);
static_assert(std::is_base_of_v<detail::ConstExternalInitializerInfoImpl<OrtExternalInitializerInfo>, Ort::ExternalInitializerInfo>);
static_assert(std::is_same_v<Ort::ConstKeyValuePairs, detail::KeyValuePairsImpl<Ort::detail::Unowned<const OrtKeyValuePairs>>>);
static_assert(std::is_class_v<Ort::KeyValuePairs>);
static_assert(std::is_base_of_v<detail::KeyValuePairsImpl<OrtKeyValuePairs>, Ort::KeyValuePairs>);
static_assert(std::is_same_v<Ort::ConstMemoryInfo, detail::MemoryInfoImpl<detail::Unowned<const OrtMemoryInfo>>>);
static_assert(std::is_class_v<Ort::MemoryInfo>);
static_assert(std::is_base_of_v<detail::MemoryInfoImpl<OrtMemoryInfo>, Ort::MemoryInfo>);
static_assert(std::is_class_v<Ort::MemoryAllocation>);
static_assert(std::is_class_v<Ort::AllocatorWithDefaultOptions>);
static_assert(std::is_base_of_v<detail::AllocatorImpl<detail::Unowned<OrtAllocator>>, Ort::AllocatorWithDefaultOptions>);
static_assert(std::is_class_v<Ort::Allocator>);
static_assert(std::is_base_of_v<detail::AllocatorImpl<OrtAllocator>, Ort::Allocator>);
static_assert(std::is_same_v<Ort::UnownedAllocator, detail::AllocatorImpl<detail::Unowned<OrtAllocator>>>);
static_assert(std::is_class_v<Ort::SyncStream>);
static_assert(std::is_base_of_v<detail::SyncStreamImpl<OrtSyncStream>, Ort::SyncStream>);
static_assert(std::is_same_v<Ort::UnownedSyncStream, detail::SyncStreamImpl<detail::Unowned<OrtSyncStream>>>);
static_assert(std::is_same_v<Ort::ConstHardwareDevice, detail::HardwareDeviceImpl<Ort::detail::Unowned<const OrtHardwareDevice>>>);
static_assert(std::is_class_v<Ort::DeviceEpIncompatibilityDetails>);
static_assert(std::is_base_of_v<detail::DeviceEpIncompatibilityDetailsImpl<OrtDeviceEpIncompatibilityDetails>, Ort::DeviceEpIncompatibilityDetails>);
static_assert(std::is_same_v<Ort::ConstEpDevice, detail::EpDeviceImpl<Ort::detail::Unowned<const OrtEpDevice>>>);
static_assert(std::is_class_v<Ort::EpDevice>);
static_assert(std::is_base_of_v<detail::EpDeviceImpl<OrtEpDevice>, Ort::EpDevice>);
[[gnu::used]] inline void check_5_37() {
  { [[maybe_unused]] OrtCompiledModelCompatibility (* f)(const std::vector<ConstEpDevice>& ep_devices, const char* compatibility_info) = &Ort::GetModelCompatibilityForEpDevices; }
}
[[gnu::used]] inline void check_5_38() {
  { [[maybe_unused]] AllocatedStringPtr (* f)(const ORTCHAR_T* model_path, const char* ep_type, OrtAllocator* allocator) = &Ort::GetCompatibilityInfoFromModelAllocated; }
}
[[gnu::used]] inline void check_5_39() {
  { [[maybe_unused]] AllocatedStringPtr (* f)(const void* model_data, size_t model_data_length, const char* ep_type, OrtAllocator* allocator) = &Ort::GetCompatibilityInfoFromModelBytesAllocated; }
}
static_assert(std::is_same_v<Ort::ConstEpAssignedNode, detail::EpAssignedNodeImpl<Ort::detail::Unowned<const OrtEpAssignedNode>>>);
static_assert(std::is_same_v<Ort::ConstEpAssignedSubgraph, detail::EpAssignedSubgraphImpl<Ort::detail::Unowned<const OrtEpAssignedSubgraph>>>);
static_assert(std::is_same_v<Ort::ConstProfilingEvent, detail::ConstProfilingEventImpl<Ort::detail::Unowned<const OrtProfilingEvent>>>);
static_assert(std::is_class_v<Ort::ProfilingEvent>);
static_assert(std::is_base_of_v<detail::ConstProfilingEventImpl<OrtProfilingEvent>, Ort::ProfilingEvent>);
static_assert(std::is_same_v<Ort::UnownedProfilingEventsContainer, detail::ProfilingEventsContainerImpl<detail::Unowned<OrtProfilingEventsContainer>>>);
static_assert(std::is_class_v<Ort::Env>);
static_assert(std::is_base_of_v<detail::Base<OrtEnv>, Ort::Env>);
static_assert(std::is_class_v<Ort::CustomOpDomain>);
static_assert(std::is_base_of_v<detail::Base<OrtCustomOpDomain>, Ort::CustomOpDomain>);
static_assert(std::is_class_v<Ort::LoraAdapter>);
static_assert(std::is_base_of_v<detail::Base<OrtLoraAdapter>, Ort::LoraAdapter>);
static_assert(std::is_class_v<Ort::RunOptions>);
static_assert(std::is_base_of_v<detail::Base<OrtRunOptions>, Ort::RunOptions>);
static_assert(std::is_class_v<Ort::CustomOpConfigs>);
static_assert(std::is_same_v<Ort::UnownedSessionOptions, detail::SessionOptionsImpl<detail::Unowned<OrtSessionOptions>>>);
static_assert(std::is_same_v<Ort::ConstSessionOptions, detail::ConstSessionOptionsImpl<detail::Unowned<const OrtSessionOptions>>>);
static_assert(std::is_class_v<Ort::SessionOptions>);
static_assert(std::is_base_of_v<detail::SessionOptionsImpl<OrtSessionOptions>, Ort::SessionOptions>);
static_assert(std::is_class_v<Ort::ModelCompilationOptions>);
static_assert(std::is_base_of_v<detail::Base<OrtModelCompilationOptions>, Ort::ModelCompilationOptions>);
[[gnu::used]] inline void check_5_54() {
  { [[maybe_unused]] Status (* f)(const Env& env, const ModelCompilationOptions& model_compilation_options) = &Ort::CompileModel; }
}
static_assert(std::is_class_v<Ort::ModelMetadata>);
static_assert(std::is_base_of_v<detail::Base<OrtModelMetadata>, Ort::ModelMetadata>);
static_assert(std::is_same_v<Ort::ConstSession, detail::ConstSessionImpl<detail::Unowned<const OrtSession>>>);
static_assert(std::is_same_v<Ort::UnownedSession, detail::SessionImpl<detail::Unowned<OrtSession>>>);
static_assert(std::is_class_v<Ort::Session>);
static_assert(std::is_base_of_v<detail::SessionImpl<OrtSession>, Ort::Session>);
static_assert(std::is_same_v<Ort::ConstTensorTypeAndShapeInfo, detail::TensorTypeAndShapeInfoImpl<detail::Unowned<const OrtTensorTypeAndShapeInfo>>>);
static_assert(std::is_class_v<Ort::TensorTypeAndShapeInfo>);
static_assert(std::is_base_of_v<detail::TensorTypeAndShapeInfoImpl<OrtTensorTypeAndShapeInfo>, Ort::TensorTypeAndShapeInfo>);
static_assert(std::is_same_v<Ort::ConstSequenceTypeInfo, detail::SequenceTypeInfoImpl<detail::Unowned<const OrtSequenceTypeInfo>>>);
static_assert(std::is_class_v<Ort::SequenceTypeInfo>);
static_assert(std::is_base_of_v<detail::SequenceTypeInfoImpl<OrtSequenceTypeInfo>, Ort::SequenceTypeInfo>);
static_assert(std::is_same_v<Ort::ConstOptionalTypeInfo, detail::OptionalTypeInfoImpl<detail::Unowned<const OrtOptionalTypeInfo>>>);
static_assert(std::is_same_v<Ort::ConstMapTypeInfo, detail::MapTypeInfoImpl<detail::Unowned<const OrtMapTypeInfo>>>);
static_assert(std::is_class_v<Ort::MapTypeInfo>);
static_assert(std::is_base_of_v<detail::MapTypeInfoImpl<OrtMapTypeInfo>, Ort::MapTypeInfo>);
static_assert(std::is_same_v<Ort::ConstTypeInfo, detail::TypeInfoImpl<detail::Unowned<const OrtTypeInfo>>>);
static_assert(std::is_class_v<Ort::TypeInfo>);
static_assert(std::is_base_of_v<detail::TypeInfoImpl<OrtTypeInfo>, Ort::TypeInfo>);
static_assert(std::is_same_v<Ort::ConstValue, detail::ConstValueImpl<detail::Unowned<const OrtValue>>>);
static_assert(std::is_same_v<Ort::UnownedValue, detail::ValueImpl<detail::Unowned<OrtValue>>>);
static_assert(std::is_class_v<Ort::Value>);
static_assert(std::is_base_of_v<detail::ValueImpl<OrtValue>, Ort::Value>);
static_assert(std::is_same_v<Ort::ConstIoBinding, detail::ConstIoBindingImpl<detail::Unowned<const OrtIoBinding>>>);
static_assert(std::is_same_v<Ort::UnownedIoBinding, detail::IoBindingImpl<detail::Unowned<OrtIoBinding>>>);
static_assert(std::is_class_v<Ort::IoBinding>);
static_assert(std::is_base_of_v<detail::IoBindingImpl<OrtIoBinding>, Ort::IoBinding>);
static_assert(std::is_class_v<Ort::ArenaCfg>);
static_assert(std::is_base_of_v<detail::Base<OrtArenaCfg>, Ort::ArenaCfg>);
static_assert(std::is_same_v<Ort::ConstOpAttr, detail::ConstOpAttrImpl<detail::Unowned<const OrtOpAttr>>>);
static_assert(std::is_class_v<Ort::OpAttr>);
static_assert(std::is_base_of_v<detail::ConstOpAttrImpl<OrtOpAttr>, Ort::OpAttr>);
static_assert(std::is_class_v<Ort::Logger>);
static_assert(std::is_class_v<Ort::KernelContext>);
static_assert(std::is_same_v<Ort::ConstKernelInfo, detail::KernelInfoImpl<detail::Unowned<const OrtKernelInfo>>>);
static_assert(std::is_class_v<Ort::KernelInfo>);
static_assert(std::is_base_of_v<detail::KernelInfoImpl<OrtKernelInfo>, Ort::KernelInfo>);
static_assert(std::is_class_v<Ort::Op>);
static_assert(std::is_base_of_v<detail::Base<OrtOp>, Ort::Op>);
static_assert(std::is_class_v<Ort::ShapeInferContext>);
static_assert(std::is_same_v<Ort::ShapeInferFn, Ort::Status(*)(Ort::ShapeInferContext&)>);
static_assert(std::is_same_v<Ort::ConstValueInfo, detail::ConstValueInfoImpl<detail::Unowned<const OrtValueInfo>>>);
static_assert(std::is_class_v<Ort::ValueInfo>);
static_assert(std::is_base_of_v<detail::ConstValueInfoImpl<OrtValueInfo>, Ort::ValueInfo>);
static_assert(std::is_same_v<Ort::ConstNode, detail::ConstNodeImpl<detail::Unowned<const OrtNode>>>);
static_assert(std::is_class_v<Ort::Node>);
static_assert(std::is_base_of_v<detail::ConstNodeImpl<OrtNode>, Ort::Node>);
static_assert(std::is_class_v<Ort::ValueInfoConsumerProducerInfo>);
static_assert(std::is_class_v<Ort::OperatorSet>);
static_assert(std::is_same_v<Ort::ConstGraph, detail::ConstGraphImpl<detail::Unowned<const OrtGraph>>>);
static_assert(std::is_class_v<Ort::AttrNameSubgraph>);
static_assert(std::is_class_v<Ort::Graph>);
static_assert(std::is_base_of_v<detail::GraphImpl<OrtGraph>, Ort::Graph>);
static_assert(std::is_same_v<Ort::UnownedModel, detail::ModelImpl<detail::Unowned<OrtModel>>>);
static_assert(std::is_class_v<Ort::Model>);
static_assert(std::is_base_of_v<detail::ModelImpl<OrtModel>, Ort::Model>);
static_assert(std::is_same_v<Ort::ConstKernelDef, detail::ConstKernelDefImpl<detail::Unowned<const OrtKernelDef>>>);
static_assert(std::is_class_v<Ort::KernelDef>);
static_assert(std::is_base_of_v<detail::ConstKernelDefImpl<OrtKernelDef>, Ort::KernelDef>);
static_assert(std::is_class_v<Ort::KernelDefBuilder>);
static_assert(std::is_base_of_v<detail::Base<OrtKernelDefBuilder>, Ort::KernelDefBuilder>);
static_assert(std::is_class_v<Ort::KernelRegistry>);
static_assert(std::is_base_of_v<detail::Base<OrtKernelRegistry>, Ort::KernelRegistry>);
static_assert(std::is_same_v<Ort::ConstOpSchemaTypeConstraint, detail::OpSchemaTypeConstraintImpl<detail::Unowned<const OrtOpSchemaTypeConstraint>>>);
static_assert(std::is_same_v<Ort::OpSchema, detail::OpSchemaImpl<OrtOpSchema>>);
[[gnu::used]] inline void check_5_102() {
  { [[maybe_unused]] OpSchema (* f)(const char* name, int max_inclusive_version, const char* domain) = &Ort::GetOpSchema; }
}
static_assert(std::is_same_v<Ort::UnownedSharedPrePackedWeightCache, detail::SharedPrePackedWeightCacheImpl<Ort::detail::Unowned<OrtSharedPrePackedWeightCache>>>);
[[gnu::used]] inline void check_5_104() {
  { [[maybe_unused]] Ort::KeyValuePairs (* f)() = &Ort::GetEnvConfigEntries; }
}
[[gnu::used]] inline void check_5_105() {
  { [[maybe_unused]] void (* f)(OrtStatus* ort_status) = &Ort::ThrowOnError; }
}
[[gnu::used]] inline void check_5_106() {
  { [[maybe_unused]] void (* f)(const Status& st) = &Ort::ThrowOnError; }
}
[[gnu::used]] inline void check_5_125() {
  { [[maybe_unused]] const OrtTrainingApi& (* f)() = &Ort::GetTrainingApi; }
}
static_assert(std::is_same_v<Ort::Property, std::variant<int64_t, float, std::string>>);
static_assert(std::is_class_v<Ort::CheckpointState>);
static_assert(std::is_base_of_v<detail::Base<OrtCheckpointState>, Ort::CheckpointState>);
static_assert(std::is_class_v<Ort::TrainingSession>);
static_assert(std::is_base_of_v<detail::Base<OrtTrainingSession>, Ort::TrainingSession>);
[[gnu::used]] inline void check_5_129() {
  { [[maybe_unused]] void (* f)(const int64_t seed) = &Ort::SetSeed; }
}
}  // namespace Ort

namespace Ort {
struct check_6 : Ort::Exception {
  static_assert(makes<Ort::Exception, void(const std::string& string, OrtErrorCode code)>);
  static_assert(makes<Ort::Exception, void(std::string&& string, OrtErrorCode code)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] OrtErrorCode (check_6::* f)() const = &check_6::GetOrtErrorCode; }
    { [[maybe_unused]] const char* (check_6::* f)() const noexcept = &check_6::what; }
  }
};
}  // namespace Ort
