// For authors of execution providers: kernels and their registries, schemas, profiling events.
#pragma once

#include "device.h"
#include "kernel.h"

namespace Ort {
namespace detail {

template <typename T>
struct ConstProfilingEventImpl : Ort::detail::Base<T> {
  using B = Ort::detail::Base<T>;
  using B::B;

  OrtProfilingEventCategory GetCategory() const {
    return Ask<&OrtEpApi::ProfilingEvent_GetCategory>(this->p_);
  }
  const char* GetName() const { return Ask<&OrtEpApi::ProfilingEvent_GetName>(this->p_); }
  int64_t GetTimestampUs() const { return Ask<&OrtEpApi::ProfilingEvent_GetTimestampUs>(this->p_); }
  int64_t GetDurationUs() const { return Ask<&OrtEpApi::ProfilingEvent_GetDurationUs>(this->p_); }
  const char* GetArgValue(const char* key) const {
    return Ask<&OrtEpApi::ProfilingEvent_GetArgValue>(this->p_, key);
  }
};

}  // namespace detail

using ConstProfilingEvent = detail::ConstProfilingEventImpl<detail::Unowned<const OrtProfilingEvent>>;

struct ProfilingEvent : detail::ConstProfilingEventImpl<OrtProfilingEvent> {
  explicit ProfilingEvent(std::nullptr_t) {}
  explicit ProfilingEvent(OrtProfilingEvent* p) : ConstProfilingEventImpl<OrtProfilingEvent>{p} {}
  ProfilingEvent(OrtProfilingEventCategory category, int32_t process_id, int32_t thread_id,
                 const char* event_name, int64_t timestamp_us, int64_t duration_us,
                 const std::unordered_map<std::string, std::string>& args = {}) {
    const detail::OptionArrays arrays(args);
    p_ = detail::Ask<&OrtEpApi::CreateProfilingEvent>(category, process_id, thread_id, event_name,
                                                      timestamp_us, duration_us, arrays.keys.data(),
                                                      arrays.values.data(), arrays.size());
  }
  ProfilingEvent(OrtProfilingEventCategory category, int32_t process_id, int32_t thread_id,
                 const char* event_name, int64_t timestamp_us, int64_t duration_us,
                 const char* const* arg_keys, const char* const* arg_values, size_t num_args)
      : ProfilingEvent(detail::Ask<&OrtEpApi::CreateProfilingEvent>(category, process_id, thread_id,
                                                                    event_name, timestamp_us, duration_us,
                                                                    arg_keys, arg_values, num_args)) {}

  ConstProfilingEvent GetConst() const { return ConstProfilingEvent{p_}; }
};

namespace detail {

template <typename T>
struct ProfilingEventsContainerImpl : Ort::detail::Base<T> {
  using B = Ort::detail::Base<T>;
  using B::B;

  // Of copies.
  Ort::Status AddEvents(const OrtProfilingEvent* const* events, size_t num_events) {
    return Try<&OrtEpApi::ProfilingEventsContainer_AddEvents>(this->p_, events, num_events);
  }
  Ort::Status AddEvents(const std::vector<ProfilingEvent>& events) {
    return AddEvents(Pointers(events.data()), events.size());
  }
};

template <typename T>
struct ConstKernelDefImpl : Base<T> {
  using B = Base<T>;
  using B::B;

  const char* GetOperatorType() const { return GetEpApi().KernelDef_GetOperatorType(this->p_); }
  const char* GetDomain() const { return GetEpApi().KernelDef_GetDomain(this->p_); }
  std::pair<int, int> GetSinceVersion() const {
    std::pair<int, int> versions;
    Do<&OrtEpApi::KernelDef_GetSinceVersion>(this->p_, &versions.first, &versions.second);
    return versions;
  }
  const char* GetExecutionProvider() const { return GetEpApi().KernelDef_GetExecutionProvider(this->p_); }
  OrtMemType GetInputMemType(size_t input_index) const {
    return Ask<&OrtEpApi::KernelDef_GetInputMemType>(this->p_, input_index);
  }
  OrtMemType GetOutputMemType(size_t output_index) const {
    return Ask<&OrtEpApi::KernelDef_GetOutputMemType>(this->p_, output_index);
  }
};

}  // namespace detail

using UnownedProfilingEventsContainer =
    detail::ProfilingEventsContainerImpl<detail::Unowned<OrtProfilingEventsContainer>>;
using ConstKernelDef = detail::ConstKernelDefImpl<detail::Unowned<const OrtKernelDef>>;

struct KernelDef : detail::ConstKernelDefImpl<OrtKernelDef> {
  using Base = detail::ConstKernelDefImpl<OrtKernelDef>;
  using Base::Base;

  explicit KernelDef(std::nullptr_t) {}
  explicit KernelDef(OrtKernelDef* p) : Base{p} {}
  ConstKernelDef GetConst() const { return ConstKernelDef{p_}; }
};

// Says step by step which nodes a kernel is for.
struct KernelDefBuilder : detail::Base<OrtKernelDefBuilder> {
  KernelDefBuilder() : Base{detail::Ask<&OrtEpApi::CreateKernelDefBuilder>()} {}
  explicit KernelDefBuilder(std::nullptr_t) {}
  explicit KernelDefBuilder(OrtKernelDefBuilder* ort_kernel_def_builder) : Base{ort_kernel_def_builder} {}

  KernelDefBuilder& SetOperatorType(const char* op_type) {
    return Set<&OrtEpApi::KernelDefBuilder_SetOperatorType>(op_type);
  }
  KernelDefBuilder& SetDomain(const char* domain) {
    return Set<&OrtEpApi::KernelDefBuilder_SetDomain>(domain);
  }
  KernelDefBuilder& SetSinceVersion(int since_version_start, int since_version_end) {
    return Set<&OrtEpApi::KernelDefBuilder_SetSinceVersion>(since_version_start, since_version_end);
  }
  KernelDefBuilder& SetExecutionProvider(const char* ep_name) {
    return Set<&OrtEpApi::KernelDefBuilder_SetExecutionProvider>(ep_name);
  }
  KernelDefBuilder& SetInputMemType(size_t input_index, OrtMemType mem_type) {
    return Set<&OrtEpApi::KernelDefBuilder_SetInputMemType>(input_index, mem_type);
  }
  KernelDefBuilder& SetOutputMemType(size_t output_index, OrtMemType mem_type) {
    return Set<&OrtEpApi::KernelDefBuilder_SetOutputMemType>(output_index, mem_type);
  }
  KernelDefBuilder& AddTypeConstraint(const char* arg_name, const OrtDataType* data_type) {
    return Set<&OrtEpApi::KernelDefBuilder_AddTypeConstraint>(arg_name, &data_type, size_t{1});
  }
  KernelDefBuilder& AddTypeConstraint(const char* arg_name,
                                      const std::vector<const OrtDataType*>& data_types) {
    return Set<&OrtEpApi::KernelDefBuilder_AddTypeConstraint>(arg_name, data_types.data(), data_types.size());
  }

  // Pairs of an input and an output that are the same memory; mutable: that may be.
  KernelDefBuilder& AddInputOutputAlias(int input_index, int output_index) {
    return Set<&OrtEpApi::KernelDefBuilder_AddInputOutputAliases>(&input_index, &output_index, size_t{1});
  }
  KernelDefBuilder& AddInputOutputAliases(const std::vector<int>& input_indices,
                                          const std::vector<int>& output_indices) {
    NeedPairs(input_indices, output_indices);
    return Set<&OrtEpApi::KernelDefBuilder_AddInputOutputAliases>(input_indices.data(), output_indices.data(),
                                                                  input_indices.size());
  }
  KernelDefBuilder& AddInputOutputMutableAlias(int input_index, int output_index) {
    return Set<&OrtEpApi::KernelDefBuilder_AddInputOutputMutableAliases>(&input_index, &output_index,
                                                                         size_t{1});
  }
  KernelDefBuilder& AddInputOutputMutableAliases(const std::vector<int>& input_indices,
                                                 const std::vector<int>& output_indices) {
    NeedPairs(input_indices, output_indices);
    return Set<&OrtEpApi::KernelDefBuilder_AddInputOutputMutableAliases>(
        input_indices.data(), output_indices.data(), input_indices.size());
  }

  KernelDef Build() { return KernelDef(detail::Ask<&OrtEpApi::KernelDefBuilder_Build>(p_)); }

 private:
  template <auto slot, typename... Args>
  KernelDefBuilder& Set(Args... args) {
    detail::Do<slot>(p_, args...);
    return *this;
  }
  static void NeedPairs(const std::vector<int>& inputs, const std::vector<int>& outputs) {
    if (inputs.size() != outputs.size())
      ORT_CXX_API_THROW("expected as many output indices as input indices, " + std::to_string(inputs.size()) +
                            ", got " + std::to_string(outputs.size()),
                        ORT_INVALID_ARGUMENT);
  }
};

struct KernelRegistry : detail::Base<OrtKernelRegistry> {
  KernelRegistry() : Base{detail::Ask<&OrtEpApi::CreateKernelRegistry>()} {}
  explicit KernelRegistry(std::nullptr_t) {}
  explicit KernelRegistry(OrtKernelRegistry* ort_kernel_registry) : Base{ort_kernel_registry} {}

  Status AddKernel(const OrtKernelDef* kernel_def, OrtKernelCreateFunc kernel_create_func,
                   void* kernel_create_func_state) {
    return detail::Try<&OrtEpApi::KernelRegistry_AddKernel>(p_, kernel_def, kernel_create_func,
                                                            kernel_create_func_state);
  }
};

namespace detail {

template <typename T>
struct OpSchemaTypeConstraintImpl : Base<T> {
  using B = Base<T>;
  using B::B;

  std::string GetTypeParamName() const {
    return Ask<&OrtEpApi::OpSchemaTypeConstraint_GetTypeParamName>(this->p_);
  }
  std::vector<std::string> GetAllowedTypes() const {
    return Lent<&OrtEpApi::OpSchemaTypeConstraint_GetAllowedTypes, std::string>();
  }
  std::vector<size_t> GetInputIndices() const {
    return Lent<&OrtEpApi::OpSchemaTypeConstraint_GetInputIndices, size_t>();
  }
  std::vector<size_t> GetOutputIndices() const {
    return Lent<&OrtEpApi::OpSchemaTypeConstraint_GetOutputIndices, size_t>();
  }

 private:
  // What a slot lends, copied.
  template <auto slot, typename Item>
  std::vector<Item> Lent() const {
    std::conditional_t<std::is_same_v<Item, std::string>, const char*, Item> const* items = nullptr;
    size_t count = 0;
    Do<slot>(this->p_, &items, &count);
    return std::vector<Item>(items, items + count);
  }
};

}  // namespace detail

using ConstOpSchemaTypeConstraint =
    detail::OpSchemaTypeConstraintImpl<detail::Unowned<const OrtOpSchemaTypeConstraint>>;

namespace detail {

template <typename T>
struct OpSchemaImpl : Base<T> {
  using B = Base<T>;
  using B::B;

  int GetSinceVersion() const { return Ask<&OrtEpApi::OpSchema_GetSinceVersion>(this->p_); }
  size_t GetNumInputs() const { return Ask<&OrtEpApi::OpSchema_GetNumInputs>(this->p_); }
  std::string GetInputName(size_t index) const {
    return Ask<&OrtEpApi::OpSchema_GetInputName>(this->p_, index);
  }
  // Wraps NULL where the type is fixed.
  ConstOpSchemaTypeConstraint GetInputTypeConstraint(size_t index) const {
    return ConstOpSchemaTypeConstraint{Ask<&OrtEpApi::OpSchema_GetInputTypeConstraint>(this->p_, index)};
  }
  size_t GetNumOutputs() const { return Ask<&OrtEpApi::OpSchema_GetNumOutputs>(this->p_); }
  std::string GetOutputName(size_t index) const {
    return Ask<&OrtEpApi::OpSchema_GetOutputName>(this->p_, index);
  }
  ConstOpSchemaTypeConstraint GetOutputTypeConstraint(size_t index) const {
    return ConstOpSchemaTypeConstraint{Ask<&OrtEpApi::OpSchema_GetOutputTypeConstraint>(this->p_, index)};
  }
  size_t GetTypeConstraintCount() const { return Ask<&OrtEpApi::OpSchema_GetTypeConstraintCount>(this->p_); }
  ConstOpSchemaTypeConstraint GetTypeConstraint(size_t index) const {
    return ConstOpSchemaTypeConstraint{Ask<&OrtEpApi::OpSchema_GetTypeConstraint>(this->p_, index)};
  }
};

template <typename T>
struct SharedPrePackedWeightCacheImpl : Ort::detail::Base<T> {
  using B = Ort::detail::Base<T>;
  using B::B;

  Status StoreWeightData(void** buffer_data_ptrs, size_t* buffer_sizes, size_t num_buffers) {
    return Try<&OrtEpApi::SharedPrePackedWeightCache_StoreWeightData>(this->p_, buffer_data_ptrs,
                                                                      buffer_sizes, num_buffers);
  }
};

}  // namespace detail

using OpSchema = detail::OpSchemaImpl<OrtOpSchema>;
using UnownedSharedPrePackedWeightCache =
    detail::SharedPrePackedWeightCacheImpl<detail::Unowned<OrtSharedPrePackedWeightCache>>;

// The newest version of an operator that is no newer than asked for.
inline OpSchema GetOpSchema(const char* name, int max_inclusive_version, const char* domain) {
  return OpSchema{detail::Ask<&OrtEpApi::GetOpSchema>(name, max_inclusive_version, domain)};
}

inline Ort::KeyValuePairs GetEnvConfigEntries() {
  return Ort::KeyValuePairs{detail::Ask<&OrtEpApi::GetEnvConfigEntries>()};
}

}  // namespace Ort
