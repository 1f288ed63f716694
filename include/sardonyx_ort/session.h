// Sessions: a model, ready to run; and bindings of its inputs and outputs.
#pragma once

#include "graph.h"
#include "session_options.h"

namespace Ort {

struct IoBinding;

namespace detail {

template <typename T>
struct ConstSessionImpl : Base<T> {
  using B = Base<T>;
  using B::B;

  size_t GetInputCount() const { return Ask<&OrtApi::SessionGetInputCount>(this->p_); }
  size_t GetOutputCount() const { return Ask<&OrtApi::SessionGetOutputCount>(this->p_); }
  size_t GetOverridableInitializerCount() const {
    return Ask<&OrtApi::SessionGetOverridableInitializerCount>(this->p_);
  }

  std::vector<std::string> GetInputNames() const {
    return Names<&OrtApi::SessionGetInputName>(GetInputCount());
  }
  std::vector<std::string> GetOutputNames() const {
    return Names<&OrtApi::SessionGetOutputName>(GetOutputCount());
  }
  std::vector<std::string> GetOverridableInitializerNames() const {
    return Names<&OrtApi::SessionGetOverridableInitializerName>(GetOverridableInitializerCount());
  }
  AllocatedStringPtr GetInputNameAllocated(size_t index, OrtAllocator* allocator) const {
    return AskAllocated<&OrtApi::SessionGetInputName>(allocator, this->p_, index, allocator);
  }
  AllocatedStringPtr GetOutputNameAllocated(size_t index, OrtAllocator* allocator) const {
    return AskAllocated<&OrtApi::SessionGetOutputName>(allocator, this->p_, index, allocator);
  }
  AllocatedStringPtr GetOverridableInitializerNameAllocated(size_t index, OrtAllocator* allocator) const {
    return AskAllocated<&OrtApi::SessionGetOverridableInitializerName>(allocator, this->p_, index, allocator);
  }

  TypeInfo GetInputTypeInfo(size_t index) const {
    return TypeInfo{Ask<&OrtApi::SessionGetInputTypeInfo>(this->p_, index)};
  }
  TypeInfo GetOutputTypeInfo(size_t index) const {
    return TypeInfo{Ask<&OrtApi::SessionGetOutputTypeInfo>(this->p_, index)};
  }
  TypeInfo GetOverridableInitializerTypeInfo(size_t index) const {
    return TypeInfo{Ask<&OrtApi::SessionGetOverridableInitializerTypeInfo>(this->p_, index)};
  }

  std::vector<ConstMemoryInfo> GetMemoryInfoForInputs() const {
    return AskHandles<ConstMemoryInfo, &OrtApi::SessionGetInputCount, &OrtApi::SessionGetMemoryInfoForInputs>(
        this->p_);
  }
  std::vector<ConstMemoryInfo> GetMemoryInfoForOutputs() const {
    return AskHandles<ConstMemoryInfo, &OrtApi::SessionGetOutputCount,
                      &OrtApi::SessionGetMemoryInfoForOutputs>(this->p_);
  }
  std::vector<ConstEpDevice> GetEpDeviceForInputs() const {
    return AskHandles<ConstEpDevice, &OrtApi::SessionGetInputCount, &OrtApi::SessionGetEpDeviceForInputs>(
        this->p_);
  }
  std::vector<ConstEpDevice> GetEpDeviceForOutputs() const {
    return AskHandles<ConstEpDevice, &OrtApi::SessionGetOutputCount, &OrtApi::SessionGetEpDeviceForOutputs>(
        this->p_);
  }
  std::vector<ConstEpAssignedSubgraph> GetEpGraphAssignmentInfo() const {
    return AskLentHandles<ConstEpAssignedSubgraph, &OrtApi::Session_GetEpGraphAssignmentInfo>(this->p_);
  }

  uint64_t GetProfilingStartTimeNs() const { return Ask<&OrtApi::SessionGetProfilingStartTimeNs>(this->p_); }
  ModelMetadata GetModelMetadata() const {
    return ModelMetadata{Ask<&OrtApi::SessionGetModelMetadata>(this->p_)};
  }

#if !defined(ORT_MINIMAL_BUILD)
  int GetOpset(const std::string& domain) const {
    return Ask<&OrtModelEditorApi::SessionGetOpsetForDomain>(this->p_, domain.c_str());
  }
  std::vector<ValueInfo> GetInputs() const {
    return Infos<&OrtApi::SessionGetInputTypeInfo>(GetInputNames());
  }
  std::vector<ValueInfo> GetOutputs() const {
    return Infos<&OrtApi::SessionGetOutputTypeInfo>(GetOutputNames());
  }
#endif

 private:
  template <auto slot>
  std::vector<std::string> Names(size_t count) const {
    OrtAllocator* allocator = DefaultAllocator();
    std::vector<std::string> names;
    names.reserve(count);
    for (size_t i = 0; i < count; ++i) names.push_back(TakeText(Ask<slot>(this->p_, i, allocator)));
    return names;
  }

#if !defined(ORT_MINIMAL_BUILD)
  template <auto type_slot>
  std::vector<ValueInfo> Infos(const std::vector<std::string>& names) const {
    std::vector<ValueInfo> infos;
    infos.reserve(names.size());
    for (size_t i = 0; i < names.size(); ++i) {
      const TypeInfo type{Ask<type_slot>(this->p_, i)};
      infos.emplace_back(names[i], type.GetConst());
    }
    return infos;
  }
#endif
};

template <typename T>
struct SessionImpl : ConstSessionImpl<T> {
  using B = ConstSessionImpl<T>;
  using B::B;

  // One value may be passed by its address.
  std::vector<Value> Run(const RunOptions& run_options, const char* const* input_names,
                         const Value* input_values, size_t input_count, const char* const* output_names,
                         size_t output_count) {
    std::vector<Value> outputs(output_count);
    Run(run_options, input_names, input_values, input_count, output_names, outputs.data(), output_count);
    return outputs;
  }
  // Fills empty outputs; writes into others.
  void Run(const RunOptions& run_options, const char* const* input_names, const Value* input_values,
           size_t input_count, const char* const* output_names, Value* output_values, size_t output_count) {
    Do<&OrtApi::Run>(this->p_, run_options, input_names, Pointers(input_values), input_count, output_names,
                     output_count, Pointers(output_values));
  }
  void Run(const RunOptions& run_options, const IoBinding&);

  // Every array must stay until the callback.
  void RunAsync(const RunOptions& run_options, const char* const* input_names, const Value* input_values,
                size_t input_count, const char* const* output_names, Value* output_values,
                size_t output_count, RunAsyncCallbackFn callback, void* user_data) {
    Do<&OrtApi::RunAsync>(this->p_, run_options, input_names, Pointers(input_values), input_count,
                          output_names, output_count, Pointers(output_values), callback, user_data);
  }

  // The name of the file, "" where nothing was profiled.
  AllocatedStringPtr EndProfilingAllocated(OrtAllocator* allocator) {
    return AskAllocated<&OrtApi::SessionEndProfiling>(allocator, this->p_, allocator);
  }
  void SetEpDynamicOptions(const char* const* keys, const char* const* values, size_t kv_len) {
    Do<&OrtApi::SetEpDynamicOptions>(this->p_, keys, values, kv_len);
  }
  void ReleaseCapturedGraph(int graph_annotation_id) {
    Do<&OrtApi::SessionReleaseCapturedGraph>(this->p_, graph_annotation_id);
  }
#if !defined(ORT_MINIMAL_BUILD)
  void FinalizeModelEditorSession(const Model& model, const SessionOptions& options,
                                  OrtPrepackedWeightsContainer* prepacked_weights_container = nullptr) {
    Do<&OrtModelEditorApi::ApplyModelToModelEditorSession>(this->p_, model);
    Do<&OrtModelEditorApi::FinalizeModelEditorSession>(this->p_, options, prepacked_weights_container);
  }
#endif
};

}  // namespace detail

using ConstSession = detail::ConstSessionImpl<detail::Unowned<const OrtSession>>;
using UnownedSession = detail::SessionImpl<detail::Unowned<OrtSession>>;

struct Session : detail::SessionImpl<OrtSession> {
  explicit Session(std::nullptr_t) {}
  explicit Session(OrtSession* p) : SessionImpl{p} {}
  Session(const Env& env, const ORTCHAR_T* model_path, const SessionOptions& options)
      : SessionImpl{detail::Ask<&OrtApi::CreateSession>(env, model_path, options)} {}
  Session(const Env& env, const ORTCHAR_T* model_path, const SessionOptions& options,
          OrtPrepackedWeightsContainer* prepacked_weights_container)
      : SessionImpl{detail::Ask<&OrtApi::CreateSessionWithPrepackedWeightsContainer>(
            env, model_path, options, prepacked_weights_container)} {}
  Session(const Env& env, const void* model_data, size_t model_data_length, const SessionOptions& options)
      : SessionImpl{
            detail::Ask<&OrtApi::CreateSessionFromArray>(env, model_data, model_data_length, options)} {}
  Session(const Env& env, const void* model_data, size_t model_data_length, const SessionOptions& options,
          OrtPrepackedWeightsContainer* prepacked_weights_container)
      : SessionImpl{detail::Ask<&OrtApi::CreateSessionFromArrayWithPrepackedWeightsContainer>(
            env, model_data, model_data_length, options, prepacked_weights_container)} {}
#if !defined(ORT_MINIMAL_BUILD)
  Session(const Env& env, const Model& model, const SessionOptions& options)
      : SessionImpl{detail::Ask<&OrtModelEditorApi::CreateSessionFromModel>(env, model, options)} {}

  // A session that waits for what is added to its model, and for FinalizeModelEditorSession.
  static Session CreateModelEditorSession(const Env& env, const ORTCHAR_T* model_path,
                                          const SessionOptions& options) {
    return Session(detail::Ask<&OrtModelEditorApi::CreateModelEditorSession>(env, model_path, options));
  }
  static Session CreateModelEditorSession(const Env& env, const void* model_data, size_t model_data_length,
                                          const SessionOptions& options) {
    return Session(detail::Ask<&OrtModelEditorApi::CreateModelEditorSessionFromArray>(
        env, model_data, model_data_length, options));
  }
#endif

  ConstSession GetConst() const { return ConstSession{p_}; }
  UnownedSession GetUnowned() const { return UnownedSession{p_}; }
};

inline Allocator::Allocator(const Session& session, const OrtMemoryInfo* mem_info)
    : Allocator(detail::Ask<&OrtApi::CreateAllocator>(session, mem_info)) {}

namespace detail {
namespace binding_utils {

// The library gives one block of characters without terminators, and the length of every name.
inline std::vector<std::string> GetOutputNamesHelper(const OrtIoBinding* binding, OrtAllocator* allocator) {
  const AllocatedFree free(allocator);
  char* text = nullptr;
  size_t* lengths = nullptr;
  size_t count = 0;
  Do<&OrtApi::GetBoundOutputNames>(binding, allocator, &text, &lengths, &count);
  const std::unique_ptr<char, AllocatedFree> text_owner(text, free);
  const std::unique_ptr<size_t, AllocatedFree> lengths_owner(lengths, free);
  std::vector<std::string> names;
  names.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    names.emplace_back(text, lengths[i]);
    text += lengths[i];
  }
  return names;
}

inline std::vector<Value> GetOutputValuesHelper(const OrtIoBinding* binding, OrtAllocator* allocator) {
  OrtValue** values = nullptr;
  size_t count = 0;
  Do<&OrtApi::GetBoundOutputValues>(binding, allocator, &values, &count);
  const std::unique_ptr<OrtValue*, AllocatedFree> owner(values, AllocatedFree(allocator));
  std::vector<Value> result;
  result.reserve(count);
  for (size_t i = 0; i < count; ++i) result.emplace_back(values[i]);
  return result;
}

}  // namespace binding_utils

template <typename T>
struct ConstIoBindingImpl : Base<T> {
  using B = Base<T>;
  using B::B;

  std::vector<std::string> GetOutputNames() const { return GetOutputNames(DefaultAllocator()); }
  std::vector<std::string> GetOutputNames(OrtAllocator* allocator) const {
    return binding_utils::GetOutputNamesHelper(this->p_, allocator);
  }
  std::vector<Value> GetOutputValues() const { return GetOutputValues(DefaultAllocator()); }
  std::vector<Value> GetOutputValues(OrtAllocator* allocator) const {
    return binding_utils::GetOutputValuesHelper(this->p_, allocator);
  }
};

template <typename T>
struct IoBindingImpl : ConstIoBindingImpl<T> {
  using B = ConstIoBindingImpl<T>;
  using B::B;

  void BindInput(const char* name, const Value& value) { Do<&OrtApi::BindInput>(this->p_, name, value); }
  void BindOutput(const char* name, const Value& value) { Do<&OrtApi::BindOutput>(this->p_, name, value); }
  // The run allocates the output in memory of that kind.
  void BindOutput(const char* name, const OrtMemoryInfo* mem_info) {
    Do<&OrtApi::BindOutputToDevice>(this->p_, name, mem_info);
  }
  void ClearBoundInputs() { GetApi().ClearBoundInputs(this->p_); }
  void ClearBoundOutputs() { GetApi().ClearBoundOutputs(this->p_); }
  void SynchronizeInputs() { Do<&OrtApi::SynchronizeBoundInputs>(this->p_); }
  void SynchronizeOutputs() { Do<&OrtApi::SynchronizeBoundOutputs>(this->p_); }
};

}  // namespace detail

using ConstIoBinding = detail::ConstIoBindingImpl<detail::Unowned<const OrtIoBinding>>;
using UnownedIoBinding = detail::IoBindingImpl<detail::Unowned<OrtIoBinding>>;

struct IoBinding : detail::IoBindingImpl<OrtIoBinding> {
  explicit IoBinding(std::nullptr_t) {}
  explicit IoBinding(Session& session) : IoBindingImpl{detail::Ask<&OrtApi::CreateIoBinding>(session)} {}

  ConstIoBinding GetConst() const { return ConstIoBinding{p_}; }
  UnownedIoBinding GetUnowned() const { return UnownedIoBinding{p_}; }
};

namespace detail {

template <typename T>
void SessionImpl<T>::Run(const RunOptions& run_options, const IoBinding& io_binding) {
  Do<&OrtApi::RunWithBinding>(this->p_, run_options, io_binding);
}

}  // namespace detail
}  // namespace Ort
