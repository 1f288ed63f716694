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

namespace Ort::detail {
static_assert(std::is_class_v<Ort::detail::Global>);
[[gnu::used]] inline void check_7_1() {
  { [[maybe_unused]] void (* f)(OrtAllocator* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_2() {
  { [[maybe_unused]] void (* f)(OrtArenaCfg* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_3() {
  { [[maybe_unused]] void (* f)(OrtCustomOpDomain* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_4() {
  { [[maybe_unused]] void (* f)(OrtDeviceEpIncompatibilityDetails* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_5() {
  { [[maybe_unused]] void (* f)(OrtEnv* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_6() {
  { [[maybe_unused]] void (* f)(OrtExternalInitializerInfo* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_7() {
  { [[maybe_unused]] void (* f)(OrtGraph* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_8() {
  { [[maybe_unused]] void (* f)(OrtIoBinding* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_9() {
  { [[maybe_unused]] void (* f)(OrtKernelInfo* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_10() {
  { [[maybe_unused]] void (* f)(OrtKeyValuePairs* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_11() {
  { [[maybe_unused]] void (* f)(OrtLoraAdapter* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_12() {
  { [[maybe_unused]] void (* f)(OrtMemoryInfo* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_13() {
  { [[maybe_unused]] void (* f)(OrtMapTypeInfo* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_14() {
  { [[maybe_unused]] void (* f)(OrtModel* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_15() {
  { [[maybe_unused]] void (* f)(OrtModelMetadata* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_16() {
  { [[maybe_unused]] void (* f)(OrtNode* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_17() {
  { [[maybe_unused]] void (* f)(OrtOp* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_18() {
  { [[maybe_unused]] void (* f)(OrtOpAttr* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_19() {
  { [[maybe_unused]] void (* f)(OrtPrepackedWeightsContainer* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_20() {
  { [[maybe_unused]] void (* f)(OrtRunOptions* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_21() {
  { [[maybe_unused]] void (* f)(OrtSession* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_22() {
  { [[maybe_unused]] void (* f)(OrtSessionOptions* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_23() {
  { [[maybe_unused]] void (* f)(OrtSequenceTypeInfo* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_24() {
  { [[maybe_unused]] void (* f)(OrtStatus* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_25() {
  { [[maybe_unused]] void (* f)(OrtSyncStream* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_26() {
  { [[maybe_unused]] void (* f)(OrtTensorTypeAndShapeInfo* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_27() {
  { [[maybe_unused]] void (* f)(OrtThreadingOptions* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_28() {
  { [[maybe_unused]] void (* f)(OrtTypeInfo* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_29() {
  { [[maybe_unused]] void (* f)(OrtValue* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_30() {
  { [[maybe_unused]] void (* f)(OrtValueInfo* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_31() {
  { [[maybe_unused]] void (* f)(OrtModelCompilationOptions* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_32() {
  { [[maybe_unused]] void (* f)(OrtEpDevice* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_33() {
  { [[maybe_unused]] void (* f)(OrtKernelDef* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_34() {
  { [[maybe_unused]] void (* f)(OrtKernelDefBuilder* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_35() {
  { [[maybe_unused]] void (* f)(OrtKernelRegistry* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_36() {
  { [[maybe_unused]] void (* f)(OrtOpSchema* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_37() {
  { [[maybe_unused]] void (* f)(OrtProfilingEvent* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_38() {
  { [[maybe_unused]] void (* f)(OrtTensorRTProviderOptionsV2* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_39() {
  { [[maybe_unused]] void (* f)(OrtCUDAProviderOptionsV2* ptr) = &Ort::detail::OrtRelease; }
}
static_assert(std::is_class_v<Ort::detail::AllocatedFree>);
[[gnu::used]] inline void check_7_56() {
  { [[maybe_unused]] std::string (* f)(const char* custom_op_name, const char* config) = &Ort::detail::MakeCustomOpConfigEntryKey; }
}
static_assert(std::is_class_v<Ort::detail::OrtSparseValuesParam>);
static_assert(std::is_class_v<Ort::detail::Shape>);
[[gnu::used]] inline void check_7_83() {
  { [[maybe_unused]] void (* f)(const Status& st) = &Ort::detail::ThrowStatus; }
}
[[gnu::used]] inline void check_7_86() {
  { [[maybe_unused]] Status (* f)(const OrtOpAttr* attr, OrtOpAttrType requested_type) = &Ort::detail::CheckAttrType; }
}
[[gnu::used]] inline void check_7_87() {
  { [[maybe_unused]] size_t (* f)(const OrtOpAttr* attr, OrtOpAttrType attr_type) = &Ort::detail::GetDataSize; }
}
[[gnu::used]] inline void check_7_88() {
  { [[maybe_unused]] Ort::Status (* f)(const OrtOpAttr* attr, float& out) = &Ort::detail::GetNumericValue; }
}
[[gnu::used]] inline void check_7_91() {
  { [[maybe_unused]] std::vector<const char*> (* f)(const std::vector<std::string>& strings) = &Ort::detail::StringsToCharPtrs; }
}
[[gnu::used]] inline void check_7_92() {
  { [[maybe_unused]] void (* f)(OrtCheckpointState* ptr) = &Ort::detail::OrtRelease; }
}
[[gnu::used]] inline void check_7_93() {
  { [[maybe_unused]] void (* f)(OrtTrainingSession* ptr) = &Ort::detail::OrtRelease; }
}
}  // namespace Ort::detail

namespace Ort::detail {
struct check_8 : Ort::detail::Global {
  [[gnu::used]] void check() {
    { [[maybe_unused]] const OrtApi* (* f)(const OrtApi* newValue) noexcept = &check_8::Api; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_9 : Ort::Float16_t {
  static_assert(std::is_same_v<Base, onnxruntime_float16::Float16Impl<Float16_t>>);
  static_assert(makes<Ort::Float16_t, void()>);
  static_assert(makes<Ort::Float16_t, void(float v)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] Float16_t (* f)(uint16_t v) noexcept = &check_9::FromBits; }
    { [[maybe_unused]] float (check_9::* f)() const noexcept = &check_9::ToFloat; }
    static_assert(sizeof(&check_9::IsNegative) > 0);
    static_assert(sizeof(&check_9::IsNaN) > 0);
    static_assert(sizeof(&check_9::IsFinite) > 0);
    static_assert(sizeof(&check_9::IsPositiveInfinity) > 0);
    static_assert(sizeof(&check_9::IsNegativeInfinity) > 0);
    static_assert(sizeof(&check_9::IsInfinity) > 0);
    static_assert(sizeof(&check_9::IsNaNOrZero) > 0);
    static_assert(sizeof(&check_9::IsNormal) > 0);
    static_assert(sizeof(&check_9::IsSubnormal) > 0);
    static_assert(sizeof(&check_9::Abs) > 0);
    static_assert(sizeof(&check_9::Negate) > 0);
    static_assert(sizeof(&check_9::AreZero) > 0);
    { [[maybe_unused]] float (check_9::*f)() const noexcept = &check_9::operator float; }
    static_assert(sizeof(&check_9::operator==) > 0);
    static_assert(sizeof(&check_9::operator!=) > 0);
    static_assert(sizeof(&check_9::operator<) > 0);
  }
};
}  // namespace Ort

namespace Ort {
struct check_10 : Ort::BFloat16_t {
  static_assert(std::is_same_v<Base, onnxruntime_float16::BFloat16Impl<BFloat16_t>>);
  static_assert(makes<Ort::BFloat16_t, void()>);
  static_assert(makes<Ort::BFloat16_t, void(float v)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] BFloat16_t (* f)(uint16_t v) noexcept = &check_10::FromBits; }
    { [[maybe_unused]] float (check_10::* f)() const noexcept = &check_10::ToFloat; }
    static_assert(sizeof(&check_10::IsNegative) > 0);
    static_assert(sizeof(&check_10::IsNaN) > 0);
    static_assert(sizeof(&check_10::IsFinite) > 0);
    static_assert(sizeof(&check_10::IsPositiveInfinity) > 0);
    static_assert(sizeof(&check_10::IsNegativeInfinity) > 0);
    static_assert(sizeof(&check_10::IsInfinity) > 0);
    static_assert(sizeof(&check_10::IsNaNOrZero) > 0);
    static_assert(sizeof(&check_10::IsNormal) > 0);
    static_assert(sizeof(&check_10::IsSubnormal) > 0);
    static_assert(sizeof(&check_10::Abs) > 0);
    static_assert(sizeof(&check_10::Negate) > 0);
    static_assert(sizeof(&check_10::AreZero) > 0);
    { [[maybe_unused]] float (check_10::*f)() const noexcept = &check_10::operator float; }
    { [[maybe_unused]] bool (check_10::* f)(const BFloat16_t& rhs) const noexcept = &check_10::operator==; }
    { [[maybe_unused]] bool (check_10::* f)(const BFloat16_t& rhs) const noexcept = &check_10::operator!=; }
    { [[maybe_unused]] bool (check_10::* f)(const BFloat16_t& rhs) const noexcept = &check_10::operator<; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_11 : Ort::Float8E4M3FN_t {
  static_assert(makes<Ort::Float8E4M3FN_t, void()>);
  static_assert(makes<Ort::Float8E4M3FN_t, void(uint8_t v)>);
  [[gnu::used]] void check() {
    static_assert(std::is_same_v<decltype(check_11::value), uint8_t>);
    { [[maybe_unused]] uint8_t (check_11::*f)() const noexcept = &check_11::operator uint8_t; }
    { [[maybe_unused]] bool (check_11::* f)(const Float8E4M3FN_t& rhs) const noexcept = &check_11::operator==; }
    { [[maybe_unused]] bool (check_11::* f)(const Float8E4M3FN_t& rhs) const noexcept = &check_11::operator!=; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_12 : Ort::Float8E4M3FNUZ_t {
  static_assert(makes<Ort::Float8E4M3FNUZ_t, void()>);
  static_assert(makes<Ort::Float8E4M3FNUZ_t, void(uint8_t v)>);
  [[gnu::used]] void check() {
    static_assert(std::is_same_v<decltype(check_12::value), uint8_t>);
    { [[maybe_unused]] uint8_t (check_12::*f)() const noexcept = &check_12::operator uint8_t; }
    { [[maybe_unused]] bool (check_12::* f)(const Float8E4M3FNUZ_t& rhs) const noexcept = &check_12::operator==; }
    { [[maybe_unused]] bool (check_12::* f)(const Float8E4M3FNUZ_t& rhs) const noexcept = &check_12::operator!=; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_13 : Ort::Float8E5M2_t {
  static_assert(makes<Ort::Float8E5M2_t, void()>);
  static_assert(makes<Ort::Float8E5M2_t, void(uint8_t v)>);
  [[gnu::used]] void check() {
    static_assert(std::is_same_v<decltype(check_13::value), uint8_t>);
    { [[maybe_unused]] uint8_t (check_13::*f)() const noexcept = &check_13::operator uint8_t; }
    { [[maybe_unused]] bool (check_13::* f)(const Float8E5M2_t& rhs) const noexcept = &check_13::operator==; }
    { [[maybe_unused]] bool (check_13::* f)(const Float8E5M2_t& rhs) const noexcept = &check_13::operator!=; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_14 : Ort::Float8E5M2FNUZ_t {
  static_assert(makes<Ort::Float8E5M2FNUZ_t, void()>);
  static_assert(makes<Ort::Float8E5M2FNUZ_t, void(uint8_t v)>);
  [[gnu::used]] void check() {
    static_assert(std::is_same_v<decltype(check_14::value), uint8_t>);
    { [[maybe_unused]] uint8_t (check_14::*f)() const noexcept = &check_14::operator uint8_t; }
    { [[maybe_unused]] bool (check_14::* f)(const Float8E5M2FNUZ_t& rhs) const noexcept = &check_14::operator==; }
    { [[maybe_unused]] bool (check_14::* f)(const Float8E5M2FNUZ_t& rhs) const noexcept = &check_14::operator!=; }
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_15 : Ort::detail::Unowned<OrtEnv> {
  using T = OrtEnv;
  static_assert(std::is_same_v<Type, T>);
  [[gnu::used]] void check() {
  }
};
}  // namespace Ort::detail

namespace Ort::detail {
struct check_16 : Ort::detail::Base<OrtEnv> {
  using T = OrtEnv;
  static_assert(std::is_same_v<contained_type, T>);
  static_assert(makes<Ort::detail::Base<OrtEnv>, void()>);
  static_assert(makes<Ort::detail::Base<OrtEnv>, void(contained_type* p)>);
  static_assert(std::is_destructible_v<Ort::detail::Base<OrtEnv>>);
  static_assert(!makes<Ort::detail::Base<OrtEnv>, void(const Ort::detail::Base<OrtEnv>&)>);
  static_assert(!std::is_copy_assignable_v<Ort::detail::Base<OrtEnv>>);
  static_assert(makes<Ort::detail::Base<OrtEnv>, void(Ort::detail::Base<OrtEnv>&& v)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] Base& (Ort::detail::Base<OrtEnv>::* f)(Base&& v) noexcept = &Ort::detail::Base<OrtEnv>::operator=; }
    { [[maybe_unused]] contained_type* (check_16::*f)() const noexcept = &check_16::operator contained_type*; }
    { [[maybe_unused]] contained_type& (check_16::* f)() const noexcept = &check_16::operator*; }
    { [[maybe_unused]] contained_type* (check_16::* f)() = &check_16::release; }
    static_assert(std::is_same_v<decltype(check_16::p_), contained_type*>);
  }
};
}  // namespace Ort::detail

namespace Ort::detail {
struct check_17 : Ort::detail::Base<Ort::detail::Unowned<OrtEnv>> {
  using T = OrtEnv;
  static_assert(std::is_same_v<contained_type, typename Unowned<T>::Type>);
  static_assert(makes<Ort::detail::Base<Ort::detail::Unowned<OrtEnv>>, void()>);
  static_assert(makes<Ort::detail::Base<Ort::detail::Unowned<OrtEnv>>, void(contained_type* p)>);
  static_assert(std::is_destructible_v<Ort::detail::Base<Ort::detail::Unowned<OrtEnv>>>);
  static_assert(makes<Ort::detail::Base<Ort::detail::Unowned<OrtEnv>>, void(const Ort::detail::Base<Ort::detail::Unowned<OrtEnv>>&)>);
  static_assert(makes<Ort::detail::Base<Ort::detail::Unowned<OrtEnv>>, void(Ort::detail::Base<Ort::detail::Unowned<OrtEnv>>&& v)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] Base& (Ort::detail::Base<Ort::detail::Unowned<OrtEnv>>::* f)(const Base&) = &Ort::detail::Base<Ort::detail::Unowned<OrtEnv>>::operator=; }
    { [[maybe_unused]] Base& (Ort::detail::Base<Ort::detail::Unowned<OrtEnv>>::* f)(Base&& v) noexcept = &Ort::detail::Base<Ort::detail::Unowned<OrtEnv>>::operator=; }
    { [[maybe_unused]] contained_type* (check_17::*f)() const noexcept = &check_17::operator contained_type*; }
    { [[maybe_unused]] contained_type& (check_17::* f)() const noexcept = &check_17::operator*; }
    static_assert(std::is_same_v<decltype(check_17::p_), contained_type*>);
  }
};
}  // namespace Ort::detail

namespace Ort::detail {
struct check_18 : Ort::detail::AllocatedFree {
  static_assert(makes<Ort::detail::AllocatedFree, void(OrtAllocator* allocator)>);
  [[gnu::used]] void check() {
    static_assert(std::is_same_v<decltype(check_18::allocator_), OrtAllocator*>);
    { [[maybe_unused]] void (check_18::* f)(void* ptr) const = &check_18::operator(); }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_19 : Ort::Status {
  static_assert(makes<Ort::Status, void()>);
  static_assert(makes<Ort::Status, void(std::nullptr_t)>);
  static_assert(makes<Ort::Status, void(OrtStatus* status)>);
  static_assert(makes<Ort::Status, void(const Exception&)>);
  static_assert(makes<Ort::Status, void(const std::exception&)>);
  static_assert(makes<Ort::Status, void(const char* message, OrtErrorCode code)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] std::string (check_19::* f)() const = &check_19::GetErrorMessage; }
    { [[maybe_unused]] OrtErrorCode (check_19::* f)() const = &check_19::GetErrorCode; }
    { [[maybe_unused]] bool (check_19::* f)() const noexcept = &check_19::IsOK; }
  }
};
}  // namespace Ort
