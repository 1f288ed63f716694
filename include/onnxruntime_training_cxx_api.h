// The C++ API of training, over a library that trains: on any other, GetTrainingApi throws.
#pragma once

#include <optional>
#include <variant>

#include "onnxruntime_cxx_api.h"
#include "onnxruntime_training_c_api.h"

namespace Ort {

inline const OrtTrainingApi& GetTrainingApi() {
  return detail::Available(GetApi().GetTrainingApi(ORT_API_VERSION), "Training");
}

namespace detail {

template <>
struct TableGetter<OrtTrainingApi> {
  static const OrtTrainingApi& Get() { return GetTrainingApi(); }
};

inline void OrtRelease(OrtCheckpointState* ptr) { GetTrainingApi().ReleaseCheckpointState(ptr); }
inline void OrtRelease(OrtTrainingSession* ptr) { GetTrainingApi().ReleaseTrainingSession(ptr); }

}  // namespace detail

using Property = std::variant<int64_t, float, std::string>;

// Parameters, the optimizer's state and properties of the program's own, as files keep them.
class CheckpointState : public detail::Base<OrtCheckpointState> {
 public:
  CheckpointState() = delete;

  static CheckpointState LoadCheckpoint(const std::basic_string<ORTCHAR_T>& path_to_checkpoint) {
    return CheckpointState(detail::Ask<&OrtTrainingApi::LoadCheckpoint>(path_to_checkpoint.c_str()));
  }
  static CheckpointState LoadCheckpointFromBuffer(const std::vector<uint8_t>& buffer) {
    return CheckpointState(
        detail::Ask<&OrtTrainingApi::LoadCheckpointFromBuffer>(buffer.data(), buffer.size()));
  }
  static void SaveCheckpoint(const CheckpointState& checkpoint_state,
                             const std::basic_string<ORTCHAR_T>& path_to_checkpoint,
                             const bool include_optimizer_state = false) {
    detail::Do<&OrtTrainingApi::SaveCheckpoint>(checkpoint_state, path_to_checkpoint.c_str(),
                                                include_optimizer_state);
  }

  void AddProperty(const std::string& property_name, const Property& property_value) {
    const auto add = [&](OrtPropertyType type, const void* value) {
      detail::Do<&OrtTrainingApi::AddProperty>(p_, property_name.c_str(), type, const_cast<void*>(value));
    };
    if (const auto* number = std::get_if<int64_t>(&property_value)) add(OrtIntProperty, number);
    if (const auto* real = std::get_if<float>(&property_value)) add(OrtFloatProperty, real);
    if (const auto* text = std::get_if<std::string>(&property_value)) add(OrtStringProperty, text->c_str());
  }
  Property GetProperty(const std::string& property_name) {
    OrtAllocator* allocator = detail::DefaultAllocator();
    OrtPropertyType type = OrtIntProperty;
    void* value = nullptr;
    detail::Do<&OrtTrainingApi::GetProperty>(p_, property_name.c_str(), allocator, &type, &value);
    const std::unique_ptr<void, detail::AllocatedFree> owner(value, detail::AllocatedFree(allocator));
    switch (type) {
      case OrtIntProperty:
        return *static_cast<const int64_t*>(value);
      case OrtFloatProperty:
        return *static_cast<const float*>(value);
      case OrtStringProperty:
        return std::string(static_cast<const char*>(value));
    }
    ORT_CXX_API_THROW("property " + property_name + " is of the unknown type " + std::to_string(type),
                      ORT_INVALID_ARGUMENT);
  }

  void UpdateParameter(const std::string& parameter_name, const Value& parameter) {
    detail::Do<&OrtTrainingApi::UpdateParameter>(p_, parameter_name.c_str(), parameter);
  }
  Value GetParameter(const std::string& parameter_name) {
    return Value(
        detail::Ask<&OrtTrainingApi::GetParameter>(p_, parameter_name.c_str(), detail::DefaultAllocator()));
  }

 private:
  using Base = detail::Base<OrtCheckpointState>;
  explicit CheckpointState(OrtCheckpointState* p) : Base{p} {}
};

// A model with its gradients, a model to evaluate, an optimizer.
class TrainingSession : public detail::Base<OrtTrainingSession> {
 public:
  TrainingSession(const Env& env, const SessionOptions& session_options, CheckpointState& checkpoint_state,
                  const std::basic_string<ORTCHAR_T>& train_model_path,
                  const std::optional<std::basic_string<ORTCHAR_T>>& eval_model_path = std::nullopt,
                  const std::optional<std::basic_string<ORTCHAR_T>>& optimizer_model_path = std::nullopt)
      : Base{detail::Ask<&OrtTrainingApi::CreateTrainingSession>(
            env, session_options, checkpoint_state, train_model_path.c_str(), PathOrNull(eval_model_path),
            PathOrNull(optimizer_model_path))} {
    CountOutputs();
  }
  TrainingSession(const Env& env, const SessionOptions& session_options, CheckpointState& checkpoint_state,
                  const std::vector<uint8_t>& train_model_data,
                  const std::vector<uint8_t>& eval_model_data = {},
                  const std::vector<uint8_t>& optim_model_data = {})
      : Base{detail::Ask<&OrtTrainingApi::CreateTrainingSessionFromBuffer>(
            env, session_options, checkpoint_state, train_model_data.data(), train_model_data.size(),
            eval_model_data.data(), eval_model_data.size(), optim_model_data.data(),
            optim_model_data.size())} {
    CountOutputs();
  }

  std::vector<Value> TrainStep(const std::vector<Value>& input_values) {
    return Step<&OrtTrainingApi::TrainStep>(input_values, training_outputs_);
  }
  void LazyResetGrad() { detail::Do<&OrtTrainingApi::LazyResetGrad>(p_); }
  std::vector<Value> EvalStep(const std::vector<Value>& input_values) {
    return Step<&OrtTrainingApi::EvalStep>(input_values, eval_outputs_);
  }

  void SetLearningRate(float learning_rate) {
    detail::Do<&OrtTrainingApi::SetLearningRate>(p_, learning_rate);
  }
  float GetLearningRate() const { return detail::Ask<&OrtTrainingApi::GetLearningRate>(p_); }
  void RegisterLinearLRScheduler(int64_t warmup_step_count, int64_t total_step_count, float initial_lr) {
    detail::Do<&OrtTrainingApi::RegisterLinearLRScheduler>(p_, warmup_step_count, total_step_count,
                                                           initial_lr);
  }
  void SchedulerStep() { detail::Do<&OrtTrainingApi::SchedulerStep>(p_); }
  void OptimizerStep() {
    const RunOptions options;
    detail::Do<&OrtTrainingApi::OptimizerStep>(p_, options);
  }

  void ExportModelForInferencing(const std::basic_string<ORTCHAR_T>& inference_model_path,
                                 const std::vector<std::string>& graph_output_names) {
    const std::vector<const char*> names = detail::StringsToCharPtrs(graph_output_names);
    detail::Do<&OrtTrainingApi::ExportModelForInferencing>(p_, inference_model_path.c_str(), names.size(),
                                                           names.data());
  }

  std::vector<std::string> InputNames(const bool training) {
    return training ? Names<&OrtTrainingApi::TrainingSessionGetTrainingModelInputCount,
                            &OrtTrainingApi::TrainingSessionGetTrainingModelInputName>()
                    : Names<&OrtTrainingApi::TrainingSessionGetEvalModelInputCount,
                            &OrtTrainingApi::TrainingSessionGetEvalModelInputName>();
  }
  std::vector<std::string> OutputNames(const bool training) {
    return training ? Names<&OrtTrainingApi::TrainingSessionGetTrainingModelOutputCount,
                            &OrtTrainingApi::TrainingSessionGetTrainingModelOutputName>()
                    : Names<&OrtTrainingApi::TrainingSessionGetEvalModelOutputCount,
                            &OrtTrainingApi::TrainingSessionGetEvalModelOutputName>();
  }

  // All parameters, one after the other, as one tensor of floats.
  Value ToBuffer(const bool only_trainable) {
    const int64_t size = ParametersSize(only_trainable);
    Value buffer = Value::CreateTensor<float>(detail::DefaultAllocator(), &size, 1);
    detail::Do<&OrtTrainingApi::CopyParametersToBuffer>(p_, buffer, only_trainable);
    return buffer;
  }
  void FromBuffer(Value& buffer) {
    if (!buffer.IsTensor()) ORT_CXX_API_THROW("FromBuffer: expected a tensor", ORT_INVALID_ARGUMENT);
    const auto count = static_cast<int64_t>(buffer.GetTensorTypeAndShapeInfo().GetElementCount());
    const int64_t trainable = ParametersSize(true), all = ParametersSize(false);
    if (count != trainable && count != all)
      ORT_CXX_API_THROW("FromBuffer: expected " + std::to_string(trainable) + " numbers or " +
                            std::to_string(all) + ", got " + std::to_string(count),
                        ORT_INVALID_ARGUMENT);
    detail::Do<&OrtTrainingApi::CopyBufferToParameters>(p_, buffer, count != all);
  }

 private:
  static const ORTCHAR_T* PathOrNull(const std::optional<std::basic_string<ORTCHAR_T>>& path) {
    return path.has_value() ? path->c_str() : nullptr;
  }
  void CountOutputs() {
    training_outputs_ = detail::Ask<&OrtTrainingApi::TrainingSessionGetTrainingModelOutputCount>(p_);
    eval_outputs_ = detail::Ask<&OrtTrainingApi::TrainingSessionGetEvalModelOutputCount>(p_);
  }
  template <auto slot>
  std::vector<Value> Step(const std::vector<Value>& inputs, size_t output_count) {
    std::vector<Value> outputs(output_count);
    const RunOptions options;
    detail::Do<slot>(p_, options, inputs.size(), detail::Pointers(inputs.data()), outputs.size(),
                     detail::Pointers(outputs.data()));
    return outputs;
  }
  template <auto count, auto name>
  std::vector<std::string> Names() {
    std::vector<std::string> names(detail::Ask<count>(p_));
    for (size_t i = 0; i < names.size(); ++i)
      names[i] = detail::TakeText(detail::Ask<name>(p_, i, detail::DefaultAllocator()));
    return names;
  }
  int64_t ParametersSize(bool only_trainable) const {
    size_t size = 0;
    detail::Do<&OrtTrainingApi::GetParametersSize>(p_, &size, only_trainable);
    return static_cast<int64_t>(size);
  }

  size_t training_outputs_ = 0;
  size_t eval_outputs_ = 0;
};

// Of everything that training draws at random.
inline void SetSeed(const int64_t seed) { detail::Do<&OrtTrainingApi::SetSeed>(seed); }

}  // namespace Ort
