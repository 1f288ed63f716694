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

namespace Ort {
struct check_140 : Ort::CheckpointState {
  static_assert(!makes<Ort::CheckpointState, void()>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] CheckpointState (* f)(const std::basic_string<ORTCHAR_T>& path_to_checkpoint) = &check_140::LoadCheckpoint; }
    { [[maybe_unused]] CheckpointState (* f)(const std::vector<uint8_t>& buffer) = &check_140::LoadCheckpointFromBuffer; }
    { [[maybe_unused]] void (* f)(const CheckpointState& checkpoint_state, const std::basic_string<ORTCHAR_T>& path_to_checkpoint, const bool include_optimizer_state) = &check_140::SaveCheckpoint; }
    { [[maybe_unused]] void (check_140::* f)(const std::string& property_name, const Property& property_value) = &check_140::AddProperty; }
    { [[maybe_unused]] Property (check_140::* f)(const std::string& property_name) = &check_140::GetProperty; }
    { [[maybe_unused]] void (check_140::* f)(const std::string& parameter_name, const Value& parameter) = &check_140::UpdateParameter; }
    { [[maybe_unused]] Value (check_140::* f)(const std::string& parameter_name) = &check_140::GetParameter; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_141 : Ort::TrainingSession {
  static_assert(makes<Ort::TrainingSession, void(const Env& env, const SessionOptions& session_options, CheckpointState& checkpoint_state, const std::basic_string<ORTCHAR_T>& train_model_path, const std::optional<std::basic_string<ORTCHAR_T>>& eval_model_path, const std::optional<std::basic_string<ORTCHAR_T>>& optimizer_model_path)>);
  static_assert(makes<Ort::TrainingSession, void(const Env& env, const SessionOptions& session_options, CheckpointState& checkpoint_state, const std::basic_string<ORTCHAR_T>& train_model_path)>);
  static_assert(makes<Ort::TrainingSession, void(const Env& env, const SessionOptions& session_options, CheckpointState& checkpoint_state, const std::vector<uint8_t>& train_model_data, const std::vector<uint8_t>& eval_model_data, const std::vector<uint8_t>& optim_model_data)>);
  static_assert(makes<Ort::TrainingSession, void(const Env& env, const SessionOptions& session_options, CheckpointState& checkpoint_state, const std::vector<uint8_t>& train_model_data)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] std::vector<Value> (check_141::* f)(const std::vector<Value>& input_values) = &check_141::TrainStep; }
    { [[maybe_unused]] void (check_141::* f)() = &check_141::LazyResetGrad; }
    { [[maybe_unused]] std::vector<Value> (check_141::* f)(const std::vector<Value>& input_values) = &check_141::EvalStep; }
    { [[maybe_unused]] void (check_141::* f)(float learning_rate) = &check_141::SetLearningRate; }
    { [[maybe_unused]] float (check_141::* f)() const = &check_141::GetLearningRate; }
    { [[maybe_unused]] void (check_141::* f)(int64_t warmup_step_count, int64_t total_step_count, float initial_lr) = &check_141::RegisterLinearLRScheduler; }
    { [[maybe_unused]] void (check_141::* f)() = &check_141::SchedulerStep; }
    { [[maybe_unused]] void (check_141::* f)() = &check_141::OptimizerStep; }
    { [[maybe_unused]] void (check_141::* f)(const std::basic_string<ORTCHAR_T>& inference_model_path, const std::vector<std::string>& graph_output_names) = &check_141::ExportModelForInferencing; }
    { [[maybe_unused]] std::vector<std::string> (check_141::* f)(const bool training) = &check_141::InputNames; }
    { [[maybe_unused]] std::vector<std::string> (check_141::* f)(const bool training) = &check_141::OutputNames; }
    { [[maybe_unused]] Value (check_141::* f)(const bool only_trainable) = &check_141::ToBuffer; }
    { [[maybe_unused]] void (check_141::* f)(Value& buffer) = &check_141::FromBuffer; }
  }
};
}  // namespace Ort
