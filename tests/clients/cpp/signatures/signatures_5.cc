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
struct check_69 : Ort::detail::Shape {
  [[gnu::used]] void check() {
    static_assert(std::is_same_v<decltype(check_69::shape), const int64_t*>);
    static_assert(std::is_same_v<decltype(check_69::shape_len), size_t>);
  }
};
}  // namespace Ort::detail

namespace Ort::detail {
struct check_70 : Ort::detail::ConstValueImpl<Ort::detail::Unowned<const OrtValue>> {
  using T = Ort::detail::Unowned<const OrtValue>;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] void (check_70::* f)(const char* domain, const char* type_name, float&) const = &check_70::GetOpaqueData; }
    { [[maybe_unused]] bool (check_70::* f)() const = &check_70::IsTensor; }
    { [[maybe_unused]] bool (check_70::* f)() const = &check_70::HasValue; }
    { [[maybe_unused]] size_t (check_70::* f)() const = &check_70::GetCount; }
    { [[maybe_unused]] Value (check_70::* f)(int index, OrtAllocator* allocator) const = &check_70::GetValue; }
    { [[maybe_unused]] size_t (check_70::* f)() const = &check_70::GetStringTensorDataLength; }
    { [[maybe_unused]] void (check_70::* f)(void* buffer, size_t buffer_length, size_t* offsets, size_t offsets_count) const = &check_70::GetStringTensorContent; }
    { [[maybe_unused]] const float* (check_70::* f)() const = &check_70::GetTensorData; }
    { [[maybe_unused]] const void* (check_70::* f)() const = &check_70::GetTensorRawData; }
    { [[maybe_unused]] TypeInfo (check_70::* f)() const = &check_70::GetTypeInfo; }
    { [[maybe_unused]] TensorTypeAndShapeInfo (check_70::* f)() const = &check_70::GetTensorTypeAndShapeInfo; }
    { [[maybe_unused]] ConstMemoryInfo (check_70::* f)() const = &check_70::GetTensorMemoryInfo; }
    { [[maybe_unused]] void (check_70::* f)(size_t buffer_length, size_t element_index, void* buffer) const = &check_70::GetStringTensorElement; }
    { [[maybe_unused]] std::string (check_70::* f)(size_t element_index) const = &check_70::GetStringTensorElement; }
    { [[maybe_unused]] size_t (check_70::* f)(size_t element_index) const = &check_70::GetStringTensorElementLength; }
    { [[maybe_unused]] size_t (check_70::* f)() const = &check_70::GetTensorSizeInBytes; }
    { [[maybe_unused]] OrtSparseFormat (check_70::* f)() const = &check_70::GetSparseFormat; }
    { [[maybe_unused]] TensorTypeAndShapeInfo (check_70::* f)() const = &check_70::GetSparseTensorValuesTypeAndShapeInfo; }
    { [[maybe_unused]] TensorTypeAndShapeInfo (check_70::* f)(OrtSparseIndicesFormat format) const = &check_70::GetSparseTensorIndicesTypeShapeInfo; }
    { [[maybe_unused]] const float* (check_70::* f)(OrtSparseIndicesFormat indices_format, size_t& num_indices) const = &check_70::GetSparseTensorIndicesData; }
    { [[maybe_unused]] bool (check_70::* f)() const = &check_70::IsSparseTensor; }
    { [[maybe_unused]] const float* (check_70::* f)() const = &check_70::GetSparseTensorValues; }
    { [[maybe_unused]] void (check_70::* f)(ONNXTensorElementDataType& elem_type, Shape& shape) const = &check_70::GetTensorElementTypeAndShapeDataReference; }
  }
};
}  // namespace Ort::detail

namespace Ort::detail {
struct check_71 : Ort::detail::ValueImpl<OrtValue> {
  using T = OrtValue;
  static_assert(std::is_same_v<B, ConstValueImpl<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] float* (check_71::* f)() = &check_71::GetTensorMutableData; }
    { [[maybe_unused]] void* (check_71::* f)() = &check_71::GetTensorMutableRawData; }
    { [[maybe_unused]] float& (check_71::* f)(const std::vector<int64_t>& location) = &check_71::At; }
    { [[maybe_unused]] void (check_71::* f)(const char* const* s, size_t s_len) = &check_71::FillStringTensor; }
    { [[maybe_unused]] void (check_71::* f)(const char* s, size_t index) = &check_71::FillStringTensorElement; }
    { [[maybe_unused]] char* (check_71::* f)(size_t index, size_t buffer_length) = &check_71::GetResizedStringTensorElementBuffer; }
    { [[maybe_unused]] void (check_71::* f)(int64_t* indices_data, size_t indices_num) = &check_71::UseCooIndices; }
    { [[maybe_unused]] void (check_71::* f)(int64_t* inner_data, size_t inner_num, int64_t* outer_data, size_t outer_num) = &check_71::UseCsrIndices; }
    { [[maybe_unused]] void (check_71::* f)(const Shape& indices_shape, int32_t* indices_data) = &check_71::UseBlockSparseIndices; }
    { [[maybe_unused]] void (check_71::* f)(const OrtMemoryInfo* data_mem_info, const OrtSparseValuesParam& values_param, const int64_t* indices_data, size_t indices_num) = &check_71::FillSparseTensorCoo; }
    { [[maybe_unused]] void (check_71::* f)(const OrtMemoryInfo* data_mem_info, const OrtSparseValuesParam& values, const int64_t* inner_indices_data, size_t inner_indices_num, const int64_t* outer_indices_data, size_t outer_indices_num) = &check_71::FillSparseTensorCsr; }
    { [[maybe_unused]] void (check_71::* f)(const OrtMemoryInfo* data_mem_info, const OrtSparseValuesParam& values, const Shape& indices_shape, const int32_t* indices_data) = &check_71::FillSparseTensorBlockSparse; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_72 : Ort::Value {
  static_assert(std::is_same_v<Base, detail::ValueImpl<OrtValue>>);
  static_assert(std::is_same_v<OrtSparseValuesParam, detail::OrtSparseValuesParam>);
  static_assert(std::is_same_v<Shape, detail::Shape>);
  static_assert(makes<Ort::Value, void(std::nullptr_t)>);
  static_assert(makes<Ort::Value, void(Ort::Value&&)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] Value& (Ort::Value::* f)(Value&&) = &Ort::Value::operator=; }
    { [[maybe_unused]] ConstValue (check_72::* f)() const = &check_72::GetConst; }
    { [[maybe_unused]] UnownedValue (check_72::* f)() const = &check_72::GetUnowned; }
    { [[maybe_unused]] Value (* f)(const OrtMemoryInfo* info, float* p_data, size_t p_data_element_count, const int64_t* shape, size_t shape_len) = &check_72::CreateTensor; }
    { [[maybe_unused]] Value (* f)(const OrtMemoryInfo* info, void* p_data, size_t p_data_byte_count, const int64_t* shape, size_t shape_len, ONNXTensorElementDataType type) = &check_72::CreateTensor; }
    { [[maybe_unused]] Value (* f)(OrtAllocator* deleter, void* p_data, size_t p_data_byte_count, const int64_t* shape, size_t shape_len, ONNXTensorElementDataType type) = &check_72::CreateTensor; }
    { [[maybe_unused]] Value (* f)(OrtAllocator* allocator, const int64_t* shape, size_t shape_len) = &check_72::CreateTensor<float>; }
    { [[maybe_unused]] Value (* f)(OrtAllocator* allocator, const int64_t* shape, size_t shape_len, ONNXTensorElementDataType type) = &check_72::CreateTensor; }
    { [[maybe_unused]] Value (* f)(const Value& keys, const Value& values) = &check_72::CreateMap; }
    { [[maybe_unused]] Value (* f)(const std::vector<Value>& values) = &check_72::CreateSequence; }
    { [[maybe_unused]] Value (* f)(const char* domain, const char* type_name, const float& value) = &check_72::CreateOpaque; }
    { [[maybe_unused]] Value (* f)(const OrtMemoryInfo* info, float* p_data, const Shape& dense_shape, const Shape& values_shape) = &check_72::CreateSparseTensor; }
    { [[maybe_unused]] Value (* f)(const OrtMemoryInfo* info, void* p_data, const Shape& dense_shape, const Shape& values_shape, ONNXTensorElementDataType type) = &check_72::CreateSparseTensor; }
    { [[maybe_unused]] Value (* f)(OrtAllocator* allocator, const Shape& dense_shape) = &check_72::CreateSparseTensor<float>; }
    { [[maybe_unused]] Value (* f)(OrtAllocator* allocator, const Shape& dense_shape, ONNXTensorElementDataType type) = &check_72::CreateSparseTensor; }
  }
};
}  // namespace Ort

namespace Ort::detail::binding_utils {
[[gnu::used]] inline void check_73_0() {
  { [[maybe_unused]] std::vector<std::string> (* f)(const OrtIoBinding* binding, OrtAllocator*) = &Ort::detail::binding_utils::GetOutputNamesHelper; }
}
[[gnu::used]] inline void check_73_1() {
  { [[maybe_unused]] std::vector<Value> (* f)(const OrtIoBinding* binding, OrtAllocator*) = &Ort::detail::binding_utils::GetOutputValuesHelper; }
}
}  // namespace Ort::detail::binding_utils

namespace Ort::detail {
struct check_74 : Ort::detail::ConstIoBindingImpl<Ort::detail::Unowned<const OrtIoBinding>> {
  using T = Ort::detail::Unowned<const OrtIoBinding>;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] std::vector<std::string> (check_74::* f)() const = &check_74::GetOutputNames; }
    { [[maybe_unused]] std::vector<std::string> (check_74::* f)(OrtAllocator*) const = &check_74::GetOutputNames; }
    { [[maybe_unused]] std::vector<Value> (check_74::* f)() const = &check_74::GetOutputValues; }
    { [[maybe_unused]] std::vector<Value> (check_74::* f)(OrtAllocator*) const = &check_74::GetOutputValues; }
  }
};
}  // namespace Ort::detail

namespace Ort::detail {
struct check_75 : Ort::detail::IoBindingImpl<OrtIoBinding> {
  using T = OrtIoBinding;
  static_assert(std::is_same_v<B, ConstIoBindingImpl<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] void (check_75::* f)(const char* name, const Value&) = &check_75::BindInput; }
    { [[maybe_unused]] void (check_75::* f)(const char* name, const Value&) = &check_75::BindOutput; }
    { [[maybe_unused]] void (check_75::* f)(const char* name, const OrtMemoryInfo*) = &check_75::BindOutput; }
    { [[maybe_unused]] void (check_75::* f)() = &check_75::ClearBoundInputs; }
    { [[maybe_unused]] void (check_75::* f)() = &check_75::ClearBoundOutputs; }
    { [[maybe_unused]] void (check_75::* f)() = &check_75::SynchronizeInputs; }
    { [[maybe_unused]] void (check_75::* f)() = &check_75::SynchronizeOutputs; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_76 : Ort::IoBinding {
  static_assert(makes<Ort::IoBinding, void(std::nullptr_t)>);
  static_assert(makes<Ort::IoBinding, void(Session& session)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] ConstIoBinding (check_76::* f)() const = &check_76::GetConst; }
    { [[maybe_unused]] UnownedIoBinding (check_76::* f)() const = &check_76::GetUnowned; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_77 : Ort::ArenaCfg {
  static_assert(makes<Ort::ArenaCfg, void(std::nullptr_t)>);
  static_assert(makes<Ort::ArenaCfg, void(size_t max_mem, int arena_extend_strategy, int initial_chunk_size_bytes, int max_dead_bytes_per_chunk)>);
  static_assert(makes<Ort::ArenaCfg, void(const std::unordered_map<std::string, size_t>& arena_config)>);
  [[gnu::used]] void check() {
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_78 : Ort::detail::ConstOpAttrImpl<OrtOpAttr> {
  using T = OrtOpAttr;
  static_assert(std::is_same_v<B, detail::Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] std::string (check_78::* f)() const = &check_78::GetName; }
    { [[maybe_unused]] OrtOpAttrType (check_78::* f)() const = &check_78::GetType; }
    { [[maybe_unused]] Status (check_78::* f)(float& out) const = &check_78::GetValue; }
    { [[maybe_unused]] Status (check_78::* f)(std::vector<float>& out) const = &check_78::GetValueArray; }
    { [[maybe_unused]] Status (check_78::* f)(Value&) const = &check_78::GetTensorAttributeAsOrtValue; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_79 : Ort::OpAttr {
  static_assert(std::is_same_v<Base, detail::ConstOpAttrImpl<OrtOpAttr>>);
  static_assert(makes<Ort::OpAttr, void()>);
  static_assert(makes<Ort::OpAttr, void(std::nullptr_t)>);
  static_assert(makes<Ort::OpAttr, void(const char* name, const void* data, int len, OrtOpAttrType type)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] ConstOpAttr (check_79::* f)() const = &check_79::GetConst; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_80 : Ort::Logger {
  static_assert(makes<Ort::Logger, void()>);
  static_assert(makes<Ort::Logger, void(std::nullptr_t)>);
  static_assert(makes<Ort::Logger, void(const OrtLogger* logger)>);
  static_assert(std::is_destructible_v<Ort::Logger>);
  static_assert(makes<Ort::Logger, void(const Ort::Logger&)>);
  static_assert(makes<Ort::Logger, void(Ort::Logger&& v)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] Logger& (Ort::Logger::* f)(const Logger&) = &Ort::Logger::operator=; }
    { [[maybe_unused]] Logger& (Ort::Logger::* f)(Logger&& v) noexcept = &Ort::Logger::operator=; }
    { [[maybe_unused]] OrtLoggingLevel (check_80::* f)() const noexcept = &check_80::GetLoggingSeverityLevel; }
    { [[maybe_unused]] Status (check_80::* f)(OrtLoggingLevel log_severity_level, const ORTCHAR_T* file_path, int line_number, const char* func_name, const char* message) const noexcept = &check_80::LogMessage; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_81 : Ort::KernelContext {
  static_assert(makes<Ort::KernelContext, void(OrtKernelContext* context)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] size_t (check_81::* f)() const = &check_81::GetInputCount; }
    { [[maybe_unused]] size_t (check_81::* f)() const = &check_81::GetOutputCount; }
    { [[maybe_unused]] ConstValue (check_81::* f)(size_t index) const = &check_81::GetInput; }
    { [[maybe_unused]] UnownedValue (check_81::* f)(size_t index, const int64_t* dim_values, size_t dim_count) const = &check_81::GetOutput; }
    { [[maybe_unused]] UnownedValue (check_81::* f)(size_t index, const std::vector<int64_t>& dims) const = &check_81::GetOutput; }
    { [[maybe_unused]] void* (check_81::* f)() const = &check_81::GetGPUComputeStream; }
    { [[maybe_unused]] OrtSyncStream* (check_81::* f)() const = &check_81::GetSyncStream; }
    { [[maybe_unused]] Logger (check_81::* f)() const = &check_81::GetLogger; }
    { [[maybe_unused]] Ort::Allocator (check_81::* f)(const OrtMemoryInfo& memory_info) const = &check_81::GetAllocator; }
    { [[maybe_unused]] OrtKernelContext* (check_81::* f)() const = &check_81::GetOrtKernelContext; }
    { [[maybe_unused]] void (check_81::* f)(void(* fn)(void*, size_t), size_t total, size_t num_batch, void* usr_data) const = &check_81::ParallelFor; }
  }
};
}  // namespace Ort

namespace Ort::detail::attr_utils {
[[gnu::used]] inline void check_82_0() {
  { [[maybe_unused]] void (* f)(const OrtKernelInfo* p, const char* name, float&) = &Ort::detail::attr_utils::GetAttr; }
}
[[gnu::used]] inline void check_82_1() {
  { [[maybe_unused]] void (* f)(const OrtKernelInfo* p, const char* name, int64_t&) = &Ort::detail::attr_utils::GetAttr; }
}
[[gnu::used]] inline void check_82_2() {
  { [[maybe_unused]] void (* f)(const OrtKernelInfo* p, const char* name, std::string&) = &Ort::detail::attr_utils::GetAttr; }
}
[[gnu::used]] inline void check_82_3() {
  { [[maybe_unused]] void (* f)(const OrtKernelInfo* p, const char* name, std::vector<float>&) = &Ort::detail::attr_utils::GetAttrs; }
}
[[gnu::used]] inline void check_82_4() {
  { [[maybe_unused]] void (* f)(const OrtKernelInfo* p, const char* name, std::vector<int64_t>&) = &Ort::detail::attr_utils::GetAttrs; }
}
[[gnu::used]] inline void check_82_5() {
  { [[maybe_unused]] void (* f)(const OrtKernelInfo* p, const char* name, std::vector<std::string>&) = &Ort::detail::attr_utils::GetAttrs; }
}
}  // namespace Ort::detail::attr_utils

namespace Ort::detail {
struct check_83 : Ort::detail::KernelInfoImpl<OrtKernelInfo> {
  using T = OrtKernelInfo;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] KernelInfo (check_83::* f)() const = &check_83::Copy; }
    { [[maybe_unused]] float (check_83::* f)(const char* name) const = &check_83::GetAttribute; }
    { [[maybe_unused]] std::vector<float> (check_83::* f)(const char* name) const = &check_83::GetAttributes; }
    { [[maybe_unused]] Value (check_83::* f)(const char* name, OrtAllocator* allocator) const = &check_83::GetTensorAttribute; }
    { [[maybe_unused]] size_t (check_83::* f)() const = &check_83::GetInputCount; }
    { [[maybe_unused]] size_t (check_83::* f)() const = &check_83::GetOutputCount; }
    { [[maybe_unused]] std::string (check_83::* f)(size_t index) const = &check_83::GetInputName; }
    { [[maybe_unused]] std::string (check_83::* f)(size_t index) const = &check_83::GetOutputName; }
    { [[maybe_unused]] TypeInfo (check_83::* f)(size_t index) const = &check_83::GetInputTypeInfo; }
    { [[maybe_unused]] TypeInfo (check_83::* f)(size_t index) const = &check_83::GetOutputTypeInfo; }
    { [[maybe_unused]] ConstValue (check_83::* f)(size_t index, int* is_constant) const = &check_83::GetTensorConstantInput; }
    { [[maybe_unused]] std::string (check_83::* f)() const = &check_83::GetNodeName; }
    { [[maybe_unused]] Logger (check_83::* f)() const = &check_83::GetLogger; }
    { [[maybe_unused]] KeyValuePairs (check_83::* f)() const = &check_83::GetConfigEntries; }
    { [[maybe_unused]] std::string (check_83::* f)() const = &check_83::GetOperatorDomain; }
    { [[maybe_unused]] std::string (check_83::* f)() const = &check_83::GetOperatorType; }
    { [[maybe_unused]] int (check_83::* f)() const = &check_83::GetOperatorSinceVersion; }
    { [[maybe_unused]] const OrtEp* (check_83::* f)() const = &check_83::GetEp; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_84 : Ort::KernelInfo {
  static_assert(std::is_same_v<Base, detail::KernelInfoImpl<OrtKernelInfo>>);
  static_assert(makes<Ort::KernelInfo, void(std::nullptr_t)>);
  static_assert(makes<Ort::KernelInfo, void(OrtKernelInfo* info)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] ConstKernelInfo (check_84::* f)() const = &check_84::GetConst; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_85 : Ort::Op {
  static_assert(std::is_same_v<Base, detail::Base<OrtOp>>);
  static_assert(makes<Ort::Op, void(std::nullptr_t)>);
  static_assert(makes<Ort::Op, void(OrtOp*)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] Op (* f)(const OrtKernelInfo* info, const char* op_name, const char* domain, int version, const char** type_constraint_names, const ONNXTensorElementDataType* type_constraint_values, size_t type_constraint_count, const OpAttr* attr_values, size_t attr_count, size_t input_count, size_t output_count) = &check_85::Create; }
    { [[maybe_unused]] void (check_85::* f)(const OrtKernelContext* context, const Value* input_values, size_t input_count, Value* output_values, size_t output_count) = &check_85::Invoke; }
    { [[maybe_unused]] void (check_85::* f)(const OrtKernelContext* context, const OrtValue* const* input_values, size_t input_count, OrtValue* const* output_values, size_t output_count) = &check_85::Invoke; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_86 : Ort::ShapeInferContext {
  static_assert(std::is_same_v<Shape, std::vector<SymbolicInteger>>);
  static_assert(makes<Ort::ShapeInferContext, void(const OrtApi* ort_api, OrtShapeInferContext* ctx)>);
  static_assert(std::is_same_v<Ints, std::vector<int64_t>>);
  static_assert(std::is_same_v<Floats, std::vector<float>>);
  static_assert(std::is_same_v<Strings, std::vector<std::string>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] const Shape& (check_86::* f)(size_t indice) const = &check_86::GetInputShape; }
    { [[maybe_unused]] size_t (check_86::* f)() const = &check_86::GetInputCount; }
    { [[maybe_unused]] Status (check_86::* f)(size_t indice, const Shape& shape, ONNXTensorElementDataType type) = &check_86::SetOutputShape; }
    { [[maybe_unused]] int64_t (check_86::* f)(const char* attr_name) = &check_86::GetAttrInt; }
    { [[maybe_unused]] Ints (check_86::* f)(const char* attr_name) = &check_86::GetAttrInts; }
    { [[maybe_unused]] float (check_86::* f)(const char* attr_name) = &check_86::GetAttrFloat; }
    { [[maybe_unused]] Floats (check_86::* f)(const char* attr_name) = &check_86::GetAttrFloats; }
    { [[maybe_unused]] std::string (check_86::* f)(const char* attr_name) = &check_86::GetAttrString; }
    { [[maybe_unused]] Strings (check_86::* f)(const char* attr_name) = &check_86::GetAttrStrings; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_87 : Ort::ShapeInferContext::SymbolicInteger {
  using Shape = Ort::ShapeInferContext::Shape;
  using Ints = Ort::ShapeInferContext::Ints;
  using Floats = Ort::ShapeInferContext::Floats;
  using Strings = Ort::ShapeInferContext::Strings;
  static_assert(makes<Ort::ShapeInferContext::SymbolicInteger, void(int64_t i)>);
  static_assert(makes<Ort::ShapeInferContext::SymbolicInteger, void(const char* s)>);
  static_assert(makes<Ort::ShapeInferContext::SymbolicInteger, void(const Ort::ShapeInferContext::SymbolicInteger&)>);
  static_assert(makes<Ort::ShapeInferContext::SymbolicInteger, void(Ort::ShapeInferContext::SymbolicInteger&&)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] SymbolicInteger& (Ort::ShapeInferContext::SymbolicInteger::* f)(const SymbolicInteger&) = &Ort::ShapeInferContext::SymbolicInteger::operator=; }
    { [[maybe_unused]] SymbolicInteger& (Ort::ShapeInferContext::SymbolicInteger::* f)(SymbolicInteger&&) = &Ort::ShapeInferContext::SymbolicInteger::operator=; }
    { [[maybe_unused]] bool (check_87::* f)(const SymbolicInteger& dim) const = &check_87::operator==; }
    { [[maybe_unused]] bool (check_87::* f)() const = &check_87::IsInt; }
    { [[maybe_unused]] int64_t (check_87::* f)() const = &check_87::AsInt; }
    { [[maybe_unused]] const char* (check_87::* f)() const = &check_87::AsSym; }
    static_assert(check_87::INVALID_INT_DIM == - 2);
  }
};
}  // namespace Ort
