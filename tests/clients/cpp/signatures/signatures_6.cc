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
struct check_88 : Ort::CustomOpBase<SampleOp, SampleKernel> {
  static_assert(makes<Ort::CustomOpBase<SampleOp, SampleKernel>, void()>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] const char* (check_88::* f)() const = &check_88::GetExecutionProviderType; }
    { [[maybe_unused]] OrtCustomOpInputOutputCharacteristic (check_88::* f)(size_t) const = &check_88::GetInputCharacteristic; }
    { [[maybe_unused]] OrtCustomOpInputOutputCharacteristic (check_88::* f)(size_t) const = &check_88::GetOutputCharacteristic; }
    { [[maybe_unused]] OrtMemType (check_88::* f)(size_t) const = &check_88::GetInputMemoryType; }
    { [[maybe_unused]] int (check_88::* f)() const = &check_88::GetVariadicInputMinArity; }
    { [[maybe_unused]] bool (check_88::* f)() const = &check_88::GetVariadicInputHomogeneity; }
    { [[maybe_unused]] int (check_88::* f)() const = &check_88::GetVariadicOutputMinArity; }
    { [[maybe_unused]] bool (check_88::* f)() const = &check_88::GetVariadicOutputHomogeneity; }
    { [[maybe_unused]] std::vector<std::string> (check_88::* f)() const = &check_88::GetSessionConfigKeys; }
    { [[maybe_unused]] void (check_88::* f)(std::unordered_map<std::string, std::string>& out, ConstSessionOptions options) const = &check_88::GetSessionConfigs; }
    static_assert(std::is_same_v<decltype(check_88::start_ver_), int>);
    static_assert(std::is_same_v<decltype(check_88::end_ver_), int>);
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_89 : Ort::detail::ConstValueInfoImpl<OrtValueInfo> {
  using T = OrtValueInfo;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] std::string (check_89::* f)() const = &check_89::GetName; }
    { [[maybe_unused]] ConstTypeInfo (check_89::* f)() const = &check_89::TypeInfo; }
    { [[maybe_unused]] ValueInfoConsumerProducerInfo (check_89::* f)() const = &check_89::GetProducerNode; }
    { [[maybe_unused]] std::vector<ValueInfoConsumerProducerInfo> (check_89::* f)() const = &check_89::GetConsumers; }
    { [[maybe_unused]] Status (check_89::* f)(ConstValue& value) const = &check_89::GetInitializer; }
    { [[maybe_unused]] Status (check_89::* f)(ExternalInitializerInfo& info) const = &check_89::GetExternalInitializerInfo; }
    { [[maybe_unused]] bool (check_89::* f)() const = &check_89::IsRequiredGraphInput; }
    { [[maybe_unused]] bool (check_89::* f)() const = &check_89::IsOptionalGraphInput; }
    { [[maybe_unused]] bool (check_89::* f)() const = &check_89::IsGraphOutput; }
    { [[maybe_unused]] bool (check_89::* f)() const = &check_89::IsConstantInitializer; }
    { [[maybe_unused]] bool (check_89::* f)() const = &check_89::IsFromOuterScope; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_90 : Ort::ValueInfo {
  static_assert(makes<Ort::ValueInfo, void()>);
  static_assert(makes<Ort::ValueInfo, void(std::nullptr_t)>);
  static_assert(makes<Ort::ValueInfo, void(OrtValueInfo* p)>);
  static_assert(makes<Ort::ValueInfo, void(const std::string& name, const ConstTypeInfo& type_info)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] ConstValueInfo (check_90::* f)() const = &check_90::GetConst; }
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_91 : Ort::detail::ConstNodeImpl<OrtNode> {
  using T = OrtNode;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] size_t (check_91::* f)() const = &check_91::GetId; }
    { [[maybe_unused]] std::string (check_91::* f)() const = &check_91::GetName; }
    { [[maybe_unused]] std::string (check_91::* f)() const = &check_91::GetOperatorType; }
    { [[maybe_unused]] std::string (check_91::* f)() const = &check_91::GetDomain; }
    { [[maybe_unused]] int (check_91::* f)() const = &check_91::GetSinceVersion; }
    { [[maybe_unused]] std::vector<ConstValueInfo> (check_91::* f)() const = &check_91::GetInputs; }
    { [[maybe_unused]] std::vector<ConstValueInfo> (check_91::* f)() const = &check_91::GetOutputs; }
    { [[maybe_unused]] std::vector<ConstValueInfo> (check_91::* f)() const = &check_91::GetImplicitInputs; }
    { [[maybe_unused]] std::vector<ConstOpAttr> (check_91::* f)() const = &check_91::GetAttributes; }
    { [[maybe_unused]] Status (check_91::* f)(const std::string& name, ConstOpAttr& attr) const = &check_91::GetAttributeByName; }
    { [[maybe_unused]] std::vector<AttrNameSubgraph> (check_91::* f)() const = &check_91::GetSubgraphs; }
    { [[maybe_unused]] ConstGraphImpl<detail::Unowned<const OrtGraph>> (check_91::* f)() const = &check_91::GetGraph; }
    { [[maybe_unused]] std::string (check_91::* f)() const = &check_91::GetEpName; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_92 : Ort::Node {
  static_assert(makes<Ort::Node, void()>);
  static_assert(makes<Ort::Node, void(std::nullptr_t)>);
  static_assert(makes<Ort::Node, void(OrtNode* p)>);
  static_assert(makes<Ort::Node, void(const std::string& operator_name, const std::string& operator_domain, const std::string& node_name, const std::vector<std::string>& input_names, const std::vector<std::string>& output_names)>);
  static_assert(makes<Ort::Node, void(const std::string& operator_name, const std::string& operator_domain, const std::string& node_name, const std::vector<std::string>& input_names, const std::vector<std::string>& output_names, std::vector<OpAttr>& attributes)>);
  [[gnu::used]] void check() {
  }
};
}  // namespace Ort

namespace Ort {
struct check_93 : Ort::ValueInfoConsumerProducerInfo {
  [[gnu::used]] void check() {
    static_assert(std::is_same_v<decltype(check_93::node), ConstNode>);
    static_assert(std::is_same_v<decltype(check_93::index), int64_t>);
  }
};
}  // namespace Ort

namespace Ort {
struct check_94 : Ort::OperatorSet {
  [[gnu::used]] void check() {
    static_assert(std::is_same_v<decltype(check_94::domain), std::string>);
    static_assert(std::is_same_v<decltype(check_94::version), int64_t>);
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_95 : Ort::detail::ConstGraphImpl<Ort::detail::Unowned<const OrtGraph>> {
  using T = Ort::detail::Unowned<const OrtGraph>;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] std::string (check_95::* f)() const = &check_95::GetName; }
    { [[maybe_unused]] std::basic_string<ORTCHAR_T> (check_95::* f)() const = &check_95::GetModelPath; }
    { [[maybe_unused]] int64_t (check_95::* f)() const = &check_95::GetOnnxIRVersion; }
    { [[maybe_unused]] std::vector<OperatorSet> (check_95::* f)() const = &check_95::GetOperatorSets; }
    { [[maybe_unused]] std::vector<ConstValueInfo> (check_95::* f)() const = &check_95::GetInputs; }
    { [[maybe_unused]] std::vector<ConstValueInfo> (check_95::* f)() const = &check_95::GetOutputs; }
    { [[maybe_unused]] std::vector<ConstValueInfo> (check_95::* f)() const = &check_95::GetInitializers; }
    { [[maybe_unused]] std::vector<ConstNode> (check_95::* f)() const = &check_95::GetNodes; }
    { [[maybe_unused]] ConstNode (check_95::* f)() const = &check_95::GetParentNode; }
    { [[maybe_unused]] Graph (check_95::* f)(const std::vector<ConstNode>& nodes) const = &check_95::GetGraphView; }
    { [[maybe_unused]] ModelMetadata (check_95::* f)() const = &check_95::GetModelMetadata; }
  }
};
}  // namespace Ort::detail

namespace Ort::detail {
struct check_96 : Ort::detail::GraphImpl<OrtGraph> {
  using T = OrtGraph;
  static_assert(std::is_same_v<B, ConstGraphImpl<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] void (check_96::* f)(std::vector<ValueInfo>& inputs) = &check_96::SetInputs; }
    { [[maybe_unused]] void (check_96::* f)(std::vector<ValueInfo>& outputs) = &check_96::SetOutputs; }
    { [[maybe_unused]] void (check_96::* f)(const std::string& name, Value& initializer, bool data_is_external) = &check_96::AddInitializer; }
    { [[maybe_unused]] void (check_96::* f)(Node& node) = &check_96::AddNode; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_97 : Ort::AttrNameSubgraph {
  [[gnu::used]] void check() {
    static_assert(std::is_same_v<decltype(check_97::attr_name), std::string>);
    static_assert(std::is_same_v<decltype(check_97::sub_graph), ConstGraph>);
  }
};
}  // namespace Ort

namespace Ort {
struct check_98 : Ort::Graph {
  static_assert(makes<Ort::Graph, void(std::nullptr_t)>);
  static_assert(makes<Ort::Graph, void(OrtGraph* p)>);
  static_assert(makes<Ort::Graph, void()>);
  [[gnu::used]] void check() {
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_99 : Ort::detail::ModelImpl<OrtModel> {
  using T = OrtModel;
  static_assert(std::is_same_v<B, Ort::detail::Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] void (check_99::* f)(Graph& graph) = &check_99::AddGraph; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_100 : Ort::Model {
  static_assert(std::is_same_v<DomainOpsetPair, std::pair<std::string, int>>);
  static_assert(makes<Ort::Model, void(std::nullptr_t)>);
  static_assert(makes<Ort::Model, void(OrtModel* p)>);
  static_assert(makes<Ort::Model, void(const std::vector<DomainOpsetPair>& opsets)>);
  [[gnu::used]] void check() {
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_101 : Ort::detail::ConstKernelDefImpl<OrtKernelDef> {
  using T = OrtKernelDef;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] const char* (check_101::* f)() const = &check_101::GetOperatorType; }
    { [[maybe_unused]] const char* (check_101::* f)() const = &check_101::GetDomain; }
    { [[maybe_unused]] std::pair<int, int> (check_101::* f)() const = &check_101::GetSinceVersion; }
    { [[maybe_unused]] const char* (check_101::* f)() const = &check_101::GetExecutionProvider; }
    { [[maybe_unused]] OrtMemType (check_101::* f)(size_t input_index) const = &check_101::GetInputMemType; }
    { [[maybe_unused]] OrtMemType (check_101::* f)(size_t output_index) const = &check_101::GetOutputMemType; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_102 : Ort::KernelDef {
  static_assert(std::is_same_v<Base, detail::ConstKernelDefImpl<OrtKernelDef>>);
  static_assert(makes<Ort::KernelDef, void(std::nullptr_t)>);
  static_assert(makes<Ort::KernelDef, void(OrtKernelDef* p)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] ConstKernelDef (check_102::* f)() const = &check_102::GetConst; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_103 : Ort::KernelDefBuilder {
  static_assert(makes<Ort::KernelDefBuilder, void()>);
  static_assert(makes<Ort::KernelDefBuilder, void(std::nullptr_t)>);
  static_assert(makes<Ort::KernelDefBuilder, void(OrtKernelDefBuilder* ort_kernel_def_builder)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] KernelDefBuilder& (check_103::* f)(const char* op_type) = &check_103::SetOperatorType; }
    { [[maybe_unused]] KernelDefBuilder& (check_103::* f)(const char* domain) = &check_103::SetDomain; }
    { [[maybe_unused]] KernelDefBuilder& (check_103::* f)(int since_version_start, int since_version_end) = &check_103::SetSinceVersion; }
    { [[maybe_unused]] KernelDefBuilder& (check_103::* f)(const char* ep_name) = &check_103::SetExecutionProvider; }
    { [[maybe_unused]] KernelDefBuilder& (check_103::* f)(size_t input_index, OrtMemType mem_type) = &check_103::SetInputMemType; }
    { [[maybe_unused]] KernelDefBuilder& (check_103::* f)(size_t output_index, OrtMemType mem_type) = &check_103::SetOutputMemType; }
    { [[maybe_unused]] KernelDefBuilder& (check_103::* f)(const char* arg_name, const OrtDataType* data_type) = &check_103::AddTypeConstraint; }
    { [[maybe_unused]] KernelDefBuilder& (check_103::* f)(const char* arg_name, const std::vector<const OrtDataType*>& data_types) = &check_103::AddTypeConstraint; }
    { [[maybe_unused]] KernelDefBuilder& (check_103::* f)(int input_index, int output_index) = &check_103::AddInputOutputAlias; }
    { [[maybe_unused]] KernelDefBuilder& (check_103::* f)(const std::vector<int>& input_indices, const std::vector<int>& output_indices) = &check_103::AddInputOutputAliases; }
    { [[maybe_unused]] KernelDefBuilder& (check_103::* f)(int input_index, int output_index) = &check_103::AddInputOutputMutableAlias; }
    { [[maybe_unused]] KernelDefBuilder& (check_103::* f)(const std::vector<int>& input_indices, const std::vector<int>& output_indices) = &check_103::AddInputOutputMutableAliases; }
    { [[maybe_unused]] KernelDef (check_103::* f)() = &check_103::Build; }
  }
};
}  // namespace Ort

namespace Ort {
struct check_104 : Ort::KernelRegistry {
  static_assert(makes<Ort::KernelRegistry, void()>);
  static_assert(makes<Ort::KernelRegistry, void(std::nullptr_t)>);
  static_assert(makes<Ort::KernelRegistry, void(OrtKernelRegistry* ort_kernel_registry)>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] Status (check_104::* f)(const OrtKernelDef* kernel_def, OrtKernelCreateFunc kernel_create_func, void* kernel_create_func_state) = &check_104::AddKernel; }
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_105 : Ort::detail::OpSchemaTypeConstraintImpl<Ort::detail::Unowned<const OrtOpSchemaTypeConstraint>> {
  using T = Ort::detail::Unowned<const OrtOpSchemaTypeConstraint>;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] std::string (check_105::* f)() const = &check_105::GetTypeParamName; }
    { [[maybe_unused]] std::vector<std::string> (check_105::* f)() const = &check_105::GetAllowedTypes; }
    { [[maybe_unused]] std::vector<size_t> (check_105::* f)() const = &check_105::GetInputIndices; }
    { [[maybe_unused]] std::vector<size_t> (check_105::* f)() const = &check_105::GetOutputIndices; }
  }
};
}  // namespace Ort::detail

namespace Ort::detail {
struct check_106 : Ort::detail::OpSchemaImpl<OrtOpSchema> {
  using T = OrtOpSchema;
  static_assert(std::is_same_v<B, Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] int (check_106::* f)() const = &check_106::GetSinceVersion; }
    { [[maybe_unused]] size_t (check_106::* f)() const = &check_106::GetNumInputs; }
    { [[maybe_unused]] std::string (check_106::* f)(size_t index) const = &check_106::GetInputName; }
    { [[maybe_unused]] ConstOpSchemaTypeConstraint (check_106::* f)(size_t index) const = &check_106::GetInputTypeConstraint; }
    { [[maybe_unused]] size_t (check_106::* f)() const = &check_106::GetNumOutputs; }
    { [[maybe_unused]] std::string (check_106::* f)(size_t index) const = &check_106::GetOutputName; }
    { [[maybe_unused]] ConstOpSchemaTypeConstraint (check_106::* f)(size_t index) const = &check_106::GetOutputTypeConstraint; }
    { [[maybe_unused]] size_t (check_106::* f)() const = &check_106::GetTypeConstraintCount; }
    { [[maybe_unused]] ConstOpSchemaTypeConstraint (check_106::* f)(size_t index) const = &check_106::GetTypeConstraint; }
  }
};
}  // namespace Ort::detail

namespace Ort::detail {
struct check_107 : Ort::detail::SharedPrePackedWeightCacheImpl<Ort::detail::Unowned<OrtSharedPrePackedWeightCache>> {
  using T = Ort::detail::Unowned<OrtSharedPrePackedWeightCache>;
  static_assert(std::is_same_v<B, Ort::detail::Base<T>>);
  [[gnu::used]] void check() {
    { [[maybe_unused]] Status (check_107::* f)(void** buffer_data_ptrs, size_t* buffer_sizes, size_t num_buffers) = &check_107::StoreWeightData; }
  }
};
}  // namespace Ort::detail

namespace Ort {
struct check_108 : Ort::TypeToTensorType<float> {
  [[gnu::used]] void check() {
    static_assert(check_108::type == ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT);
  }
};
}  // namespace Ort

namespace Ort {
struct check_109 : Ort::TypeToTensorType<Ort::Float16_t> {
  [[gnu::used]] void check() {
    static_assert(check_109::type == ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16);
  }
};
}  // namespace Ort

namespace Ort {
struct check_110 : Ort::TypeToTensorType<Ort::BFloat16_t> {
  [[gnu::used]] void check() {
    static_assert(check_110::type == ONNX_TENSOR_ELEMENT_DATA_TYPE_BFLOAT16);
  }
};
}  // namespace Ort

namespace Ort {
struct check_111 : Ort::TypeToTensorType<double> {
  [[gnu::used]] void check() {
    static_assert(check_111::type == ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE);
  }
};
}  // namespace Ort

namespace Ort {
struct check_112 : Ort::TypeToTensorType<int8_t> {
  [[gnu::used]] void check() {
    static_assert(check_112::type == ONNX_TENSOR_ELEMENT_DATA_TYPE_INT8);
  }
};
}  // namespace Ort

namespace Ort {
struct check_113 : Ort::TypeToTensorType<int16_t> {
  [[gnu::used]] void check() {
    static_assert(check_113::type == ONNX_TENSOR_ELEMENT_DATA_TYPE_INT16);
  }
};
}  // namespace Ort

namespace Ort {
struct check_114 : Ort::TypeToTensorType<int32_t> {
  [[gnu::used]] void check() {
    static_assert(check_114::type == ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32);
  }
};
}  // namespace Ort

namespace Ort {
struct check_115 : Ort::TypeToTensorType<int64_t> {
  [[gnu::used]] void check() {
    static_assert(check_115::type == ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64);
  }
};
}  // namespace Ort

namespace Ort {
struct check_116 : Ort::TypeToTensorType<uint8_t> {
  [[gnu::used]] void check() {
    static_assert(check_116::type == ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8);
  }
};
}  // namespace Ort

namespace Ort {
struct check_117 : Ort::TypeToTensorType<uint16_t> {
  [[gnu::used]] void check() {
    static_assert(check_117::type == ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT16);
  }
};
}  // namespace Ort

namespace Ort {
struct check_118 : Ort::TypeToTensorType<uint32_t> {
  [[gnu::used]] void check() {
    static_assert(check_118::type == ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT32);
  }
};
}  // namespace Ort

namespace Ort {
struct check_119 : Ort::TypeToTensorType<uint64_t> {
  [[gnu::used]] void check() {
    static_assert(check_119::type == ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT64);
  }
};
}  // namespace Ort

namespace Ort {
struct check_120 : Ort::TypeToTensorType<bool> {
  [[gnu::used]] void check() {
    static_assert(check_120::type == ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL);
  }
};
}  // namespace Ort

namespace Ort {
struct check_121 : Ort::TypeToTensorType<Ort::Float8E4M3FN_t> {
  [[gnu::used]] void check() {
    static_assert(check_121::type == ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E4M3FN);
  }
};
}  // namespace Ort

namespace Ort {
struct check_122 : Ort::TypeToTensorType<Ort::Float8E4M3FNUZ_t> {
  [[gnu::used]] void check() {
    static_assert(check_122::type == ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E4M3FNUZ);
  }
};
}  // namespace Ort

namespace Ort {
struct check_123 : Ort::TypeToTensorType<Ort::Float8E5M2_t> {
  [[gnu::used]] void check() {
    static_assert(check_123::type == ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E5M2);
  }
};
}  // namespace Ort

namespace Ort {
struct check_124 : Ort::TypeToTensorType<Ort::Float8E5M2FNUZ_t> {
  [[gnu::used]] void check() {
    static_assert(check_124::type == ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E5M2FNUZ);
  }
};
}  // namespace Ort

namespace Ort::detail {
struct check_125 : Ort::detail::GetValueImpl<int64_t> {
  using T = int64_t;
  [[gnu::used]] void check() {
    { [[maybe_unused]] Status (* f)(const OrtOpAttr* attr, T& out) = &check_125::GetValue; }
    { [[maybe_unused]] Status (* f)(const OrtOpAttr* attr, std::vector<T>& out) = &check_125::GetValues; }
  }
};
}  // namespace Ort::detail

namespace Ort::detail {
struct check_126 : Ort::detail::GetValueImpl<std::string> {
  [[gnu::used]] void check() {
    { [[maybe_unused]] Status (* f)(const OrtOpAttr* attr, std::string& out) = &check_126::GetValue; }
    { [[maybe_unused]] Status (* f)(const OrtOpAttr* attr, std::vector<std::string>& out) = &check_126::GetValues; }
  }
};
}  // namespace Ort::detail

namespace Ort::Custom {
static_assert(std::is_class_v<Ort::Custom::ArgBase>);
static_assert(std::is_same_v<Ort::Custom::ArgPtr, std::unique_ptr<Custom::ArgBase>>);
static_assert(std::is_same_v<Ort::Custom::ArgPtrs, std::vector<ArgPtr>>);
static_assert(std::is_class_v<Ort::Custom::TensorBase>);
static_assert(std::is_base_of_v<Ort::Custom::ArgBase, Ort::Custom::TensorBase>);
static_assert(std::is_same_v<Ort::Custom::TensorPtr, std::unique_ptr<Custom::TensorBase>>);
static_assert(std::is_same_v<Ort::Custom::TensorPtrs, std::vector<TensorPtr>>);
static_assert(std::is_class_v<Ort::Custom::TensorArray>);
static_assert(std::is_base_of_v<Ort::Custom::ArgBase, Ort::Custom::TensorArray>);
static_assert(std::is_same_v<Ort::Custom::Variadic, TensorArray>);
static_assert(std::is_class_v<Ort::Custom::OrtLiteCustomOp>);
static_assert(std::is_base_of_v<OrtCustomOp, Ort::Custom::OrtLiteCustomOp>);
}  // namespace Ort::Custom

namespace Ort::Custom {
struct check_128 : Ort::Custom::ArgBase {
  static_assert(makes<Ort::Custom::ArgBase, void(OrtKernelContext* ctx, size_t indice, bool is_input)>);
  static_assert(std::is_destructible_v<Ort::Custom::ArgBase>);
  [[gnu::used]] void check() {
    static_assert(std::is_same_v<decltype(check_128::ctx_), struct KernelContext>);
    static_assert(std::is_same_v<decltype(check_128::indice_), size_t>);
    static_assert(std::is_same_v<decltype(check_128::is_input_), bool>);
  }
};
}  // namespace Ort::Custom

namespace Ort::Custom {
struct check_129 : Ort::Custom::TensorBase {
  [[gnu::used]] void check() {
    { [[maybe_unused]] bool (check_129::*f)() const = &check_129::operator bool; }
    { [[maybe_unused]] const std::vector<int64_t>& (check_129::* f)() const = &check_129::Shape; }
    { [[maybe_unused]] ONNXTensorElementDataType (check_129::* f)() const = &check_129::Type; }
    { [[maybe_unused]] int64_t (check_129::* f)() const = &check_129::NumberOfElement; }
    { [[maybe_unused]] std::string (check_129::* f)() const = &check_129::Shape2Str; }
    { [[maybe_unused]] bool (check_129::* f)() const = &check_129::IsCpuTensor; }
    { [[maybe_unused]] const void* (check_129::* f)() const = &check_129::DataRaw; }
    { [[maybe_unused]] size_t (check_129::* f)() const = &check_129::SizeInBytes; }
    static_assert(std::is_same_v<decltype(check_129::shape_), std::optional<std::vector<int64_t>>>);
    static_assert(std::is_same_v<decltype(check_129::type_), ONNXTensorElementDataType>);
    static_assert(std::is_same_v<decltype(check_129::mem_type_), const char*>);
  }
};
}  // namespace Ort::Custom
