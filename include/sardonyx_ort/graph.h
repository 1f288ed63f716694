// Graphs: read as a session or a provider sees them, and built node by node.
#pragma once

#include "model_metadata.h"
#include "op_attr.h"
#include "value.h"

namespace Ort {
namespace detail {

template <typename T>
struct ConstExternalInitializerInfoImpl : Base<T> {
  using B = Base<T>;
  using B::B;

  const std::basic_string<ORTCHAR_T> GetFilePath() const {
    return GetApi().ExternalInitializerInfo_GetFilePath(this->p_);
  }
  int64_t GetFileOffset() const { return GetApi().ExternalInitializerInfo_GetFileOffset(this->p_); }
  size_t GetByteSize() const { return GetApi().ExternalInitializerInfo_GetByteSize(this->p_); }
};

}  // namespace detail

using ConstExternalInitializerInfo =
    detail::ConstExternalInitializerInfoImpl<detail::Unowned<const OrtExternalInitializerInfo>>;

// Where in a file the bytes of an initializer are.
struct ExternalInitializerInfo : detail::ConstExternalInitializerInfoImpl<OrtExternalInitializerInfo> {
  using Base = detail::ConstExternalInitializerInfoImpl<OrtExternalInitializerInfo>;
  using Base::Base;

  explicit ExternalInitializerInfo(std::nullptr_t) {}
  explicit ExternalInitializerInfo(OrtExternalInitializerInfo* p) : Base{p} {}
  ExternalInitializerInfo(const ORTCHAR_T* filepath, int64_t file_offset, size_t byte_size)
      : Base{detail::Ask<&OrtApi::CreateExternalInitializerInfo>(filepath, file_offset, byte_size)} {}

  ConstExternalInitializerInfo GetConst() const { return ConstExternalInitializerInfo{p_}; }

  static Status Create(const ORTCHAR_T* filepath, int64_t file_offset, size_t byte_size,
                       ExternalInitializerInfo& out) {
    OrtExternalInitializerInfo* info = nullptr;
    Status status =
        detail::Try<&OrtApi::CreateExternalInitializerInfo>(filepath, file_offset, byte_size, &info);
    if (status.IsOK()) out = ExternalInitializerInfo{info};
    return status;
  }
};

struct ValueInfoConsumerProducerInfo;
struct AttrNameSubgraph;
struct Graph;

namespace detail {

template <typename T>
struct ConstGraphImpl;

template <typename T>
struct ConstValueInfoImpl : Base<T> {
  using B = Base<T>;
  using B::B;

  std::string GetName() const { return Ask<&OrtApi::GetValueInfoName>(this->p_); }
  ConstTypeInfo TypeInfo() const { return ConstTypeInfo{Ask<&OrtApi::GetValueInfoTypeInfo>(this->p_)}; }

  // The node wraps NULL where no node makes the value.
  ValueInfoConsumerProducerInfo GetProducerNode() const;
  std::vector<ValueInfoConsumerProducerInfo> GetConsumers() const;

  // Wraps NULL where the value is no initializer.
  Status GetInitializer(ConstValue& value) const {
    const OrtValue* found = nullptr;
    Status status = Try<&OrtApi::ValueInfo_GetInitializerValue>(this->p_, &found);
    if (status.IsOK()) value = ConstValue{found};
    return status;
  }
  Status GetExternalInitializerInfo(ExternalInitializerInfo& info) const {
    OrtExternalInitializerInfo* found = nullptr;
    Status status = Try<&OrtApi::ValueInfo_GetExternalInitializerInfo>(this->p_, &found);
    if (status.IsOK()) info = ExternalInitializerInfo{found};
    return status;
  }

  bool IsRequiredGraphInput() const { return Ask<&OrtApi::ValueInfo_IsRequiredGraphInput>(this->p_); }
  bool IsOptionalGraphInput() const { return Ask<&OrtApi::ValueInfo_IsOptionalGraphInput>(this->p_); }
  bool IsGraphOutput() const { return Ask<&OrtApi::ValueInfo_IsGraphOutput>(this->p_); }
  bool IsConstantInitializer() const { return Ask<&OrtApi::ValueInfo_IsConstantInitializer>(this->p_); }
  bool IsFromOuterScope() const { return Ask<&OrtApi::ValueInfo_IsFromOuterScope>(this->p_); }
};

}  // namespace detail

using ConstValueInfo = detail::ConstValueInfoImpl<detail::Unowned<const OrtValueInfo>>;

struct ValueInfo : detail::ConstValueInfoImpl<OrtValueInfo> {
  ValueInfo() = default;
  explicit ValueInfo(std::nullptr_t) {}
  explicit ValueInfo(OrtValueInfo* p) : ConstValueInfoImpl<OrtValueInfo>{p} {}
#if !defined(ORT_MINIMAL_BUILD)
  explicit ValueInfo(const std::string& name, const ConstTypeInfo& type_info)
      : ValueInfo(detail::Ask<&OrtModelEditorApi::CreateValueInfo>(name.c_str(), type_info)) {}
#endif

  ConstValueInfo GetConst() const { return ConstValueInfo{p_}; }
};

namespace detail {

template <typename T>
struct ConstNodeImpl : Base<T> {
  using B = Base<T>;
  using B::B;

  size_t GetId() const { return Ask<&OrtApi::Node_GetId>(this->p_); }
  std::string GetName() const { return Ask<&OrtApi::Node_GetName>(this->p_); }
  std::string GetOperatorType() const { return Ask<&OrtApi::Node_GetOperatorType>(this->p_); }
  std::string GetDomain() const { return Ask<&OrtApi::Node_GetDomain>(this->p_); }
  int GetSinceVersion() const { return Ask<&OrtApi::Node_GetSinceVersion>(this->p_); }

  // An absent optional one wraps NULL.
  std::vector<ConstValueInfo> GetInputs() const {
    return AskHandles<ConstValueInfo, &OrtApi::Node_GetNumInputs, &OrtApi::Node_GetInputs>(this->p_);
  }
  std::vector<ConstValueInfo> GetOutputs() const {
    return AskHandles<ConstValueInfo, &OrtApi::Node_GetNumOutputs, &OrtApi::Node_GetOutputs>(this->p_);
  }
  std::vector<ConstValueInfo> GetImplicitInputs() const {
    return AskHandles<ConstValueInfo, &OrtApi::Node_GetNumImplicitInputs, &OrtApi::Node_GetImplicitInputs>(
        this->p_);
  }
  std::vector<ConstOpAttr> GetAttributes() const {
    return AskHandles<ConstOpAttr, &OrtApi::Node_GetNumAttributes, &OrtApi::Node_GetAttributes>(this->p_);
  }
  Status GetAttributeByName(const std::string& name, ConstOpAttr& attr) const {
    const OrtOpAttr* found = nullptr;
    Status status = Try<&OrtApi::Node_GetAttributeByName>(this->p_, name.c_str(), &found);
    if (status.IsOK()) attr = ConstOpAttr{found};
    return status;
  }
  std::vector<AttrNameSubgraph> GetSubgraphs() const;
  ConstGraphImpl<detail::Unowned<const OrtGraph>> GetGraph() const;
  std::string GetEpName() const { return Ask<&OrtApi::Node_GetEpName>(this->p_); }
};

}  // namespace detail

using ConstNode = detail::ConstNodeImpl<detail::Unowned<const OrtNode>>;

struct Node : detail::ConstNodeImpl<OrtNode> {
  Node() = default;
  explicit Node(std::nullptr_t) {}
  explicit Node(OrtNode* p) : ConstNodeImpl<OrtNode>{p} {}
#if !defined(ORT_MINIMAL_BUILD)
  Node(const std::string& operator_name, const std::string& operator_domain, const std::string& node_name,
       const std::vector<std::string>& input_names, const std::vector<std::string>& output_names)
      : Node(Create(operator_name, operator_domain, node_name, input_names, output_names, nullptr, 0)) {}
  // The attributes are copied.
  Node(const std::string& operator_name, const std::string& operator_domain, const std::string& node_name,
       const std::vector<std::string>& input_names, const std::vector<std::string>& output_names,
       std::vector<OpAttr>& attributes)
      : Node(Create(operator_name, operator_domain, node_name, input_names, output_names,
                    detail::Pointers(attributes.data()), attributes.size())) {}

 private:
  static OrtNode* Create(const std::string& type, const std::string& domain, const std::string& name,
                         const std::vector<std::string>& input_names,
                         const std::vector<std::string>& output_names, OrtOpAttr** attributes,
                         size_t attribute_count) {
    const std::vector<const char*> inputs = detail::StringsToCharPtrs(input_names);
    const std::vector<const char*> outputs = detail::StringsToCharPtrs(output_names);
    return detail::Ask<&OrtModelEditorApi::CreateNode>(type.c_str(), domain.c_str(), name.c_str(),
                                                       inputs.data(), inputs.size(), outputs.data(),
                                                       outputs.size(), attributes, attribute_count);
  }
#endif
};

// One end of a value: a node, and which of its inputs or outputs; -1 for a value that it captures.
struct ValueInfoConsumerProducerInfo {
  ValueInfoConsumerProducerInfo(ConstNode n, int64_t i) : node(n), index(i) {}
  ConstNode node;
  int64_t index;
};

struct OperatorSet {
  OperatorSet(std::string d, int64_t v) : domain(std::move(d)), version(v) {}
  std::string domain;
  int64_t version;
};

namespace detail {

template <typename T>
struct ConstGraphImpl : Base<T> {
  using B = Base<T>;
  using B::B;

  std::string GetName() const { return Ask<&OrtApi::Graph_GetName>(this->p_); }
  std::basic_string<ORTCHAR_T> GetModelPath() const { return Ask<&OrtApi::Graph_GetModelPath>(this->p_); }
  int64_t GetOnnxIRVersion() const { return Ask<&OrtApi::Graph_GetOnnxIRVersion>(this->p_); }
  std::vector<OperatorSet> GetOperatorSets() const {
    const size_t count = Ask<&OrtApi::Graph_GetNumOperatorSets>(this->p_);
    std::vector<const char*> domains(count);
    std::vector<int64_t> versions(count);
    Do<&OrtApi::Graph_GetOperatorSets>(this->p_, domains.data(), versions.data(), count);
    std::vector<OperatorSet> sets;
    for (size_t i = 0; i < count; ++i) sets.emplace_back(domains[i], versions[i]);
    return sets;
  }
  std::vector<ConstValueInfo> GetInputs() const {
    return AskHandles<ConstValueInfo, &OrtApi::Graph_GetNumInputs, &OrtApi::Graph_GetInputs>(this->p_);
  }
  std::vector<ConstValueInfo> GetOutputs() const {
    return AskHandles<ConstValueInfo, &OrtApi::Graph_GetNumOutputs, &OrtApi::Graph_GetOutputs>(this->p_);
  }
  std::vector<ConstValueInfo> GetInitializers() const {
    return AskHandles<ConstValueInfo, &OrtApi::Graph_GetNumInitializers, &OrtApi::Graph_GetInitializers>(
        this->p_);
  }
  std::vector<ConstNode> GetNodes() const {
    return AskHandles<ConstNode, &OrtApi::Graph_GetNumNodes, &OrtApi::Graph_GetNodes>(this->p_);
  }
  // Of a sub-graph the node that holds it; else wraps NULL.
  ConstNode GetParentNode() const { return ConstNode{Ask<&OrtApi::Graph_GetParentNode>(this->p_)}; }
  // A graph of some of the nodes, that lives no longer than this one.
  Graph GetGraphView(const std::vector<ConstNode>& nodes) const;
  ModelMetadata GetModelMetadata() const {
    return ModelMetadata(Ask<&OrtApi::Graph_GetModelMetadata>(this->p_));
  }
};

template <typename T>
struct GraphImpl : ConstGraphImpl<T> {
  using B = ConstGraphImpl<T>;
  using B::B;

#if !defined(ORT_MINIMAL_BUILD)
  // What is given becomes the graph's: the arguments are empty afterwards.
  void SetInputs(std::vector<ValueInfo>& inputs) {
    Do<&OrtModelEditorApi::SetGraphInputs>(this->p_, detail::Pointers(inputs.data()), inputs.size());
  }
  void SetOutputs(std::vector<ValueInfo>& outputs) {
    Do<&OrtModelEditorApi::SetGraphOutputs>(this->p_, detail::Pointers(outputs.data()), outputs.size());
  }
  void AddInitializer(const std::string& name, Value& initializer, bool data_is_external) {
    Do<&OrtModelEditorApi::AddInitializerToGraph>(this->p_, name.c_str(), initializer, data_is_external);
    initializer.release();
  }
  void AddNode(Node& node) {
    Do<&OrtModelEditorApi::AddNodeToGraph>(this->p_, node);
    node.release();
  }
#endif
};

}  // namespace detail

using ConstGraph = detail::ConstGraphImpl<detail::Unowned<const OrtGraph>>;

struct AttrNameSubgraph {
  AttrNameSubgraph(std::string name, ConstGraph graph) : attr_name(std::move(name)), sub_graph(graph) {}
  std::string attr_name;
  ConstGraph sub_graph;
};

struct Graph : detail::GraphImpl<OrtGraph> {
  explicit Graph(std::nullptr_t) {}
  explicit Graph(OrtGraph* p) : GraphImpl<OrtGraph>{p} {}
#if !defined(ORT_MINIMAL_BUILD)
  Graph() : Graph(detail::Ask<&OrtModelEditorApi::CreateGraph>()) {}
#endif
};

namespace detail {

template <typename T>
ValueInfoConsumerProducerInfo ConstValueInfoImpl<T>::GetProducerNode() const {
  const OrtNode* node = nullptr;
  size_t index = 0;
  Do<&OrtApi::ValueInfo_GetValueProducer>(this->p_, &node, &index);
  return {ConstNode{node}, static_cast<int64_t>(index)};
}

template <typename T>
std::vector<ValueInfoConsumerProducerInfo> ConstValueInfoImpl<T>::GetConsumers() const {
  const size_t count = Ask<&OrtApi::ValueInfo_GetValueNumConsumers>(this->p_);
  std::vector<const OrtNode*> nodes(count);
  std::vector<int64_t> indices(count);
  if (count > 0) Do<&OrtApi::ValueInfo_GetValueConsumers>(this->p_, nodes.data(), indices.data(), count);
  std::vector<ValueInfoConsumerProducerInfo> consumers;
  for (size_t i = 0; i < count; ++i) consumers.emplace_back(ConstNode{nodes[i]}, indices[i]);
  return consumers;
}

template <typename T>
std::vector<AttrNameSubgraph> ConstNodeImpl<T>::GetSubgraphs() const {
  const size_t count = Ask<&OrtApi::Node_GetNumSubgraphs>(this->p_);
  std::vector<const OrtGraph*> graphs(count);
  std::vector<const char*> names(count);
  if (count > 0) Do<&OrtApi::Node_GetSubgraphs>(this->p_, graphs.data(), count, names.data());
  std::vector<AttrNameSubgraph> subgraphs;
  for (size_t i = 0; i < count; ++i) subgraphs.emplace_back(names[i], ConstGraph{graphs[i]});
  return subgraphs;
}

template <typename T>
ConstGraphImpl<detail::Unowned<const OrtGraph>> ConstNodeImpl<T>::GetGraph() const {
  return ConstGraph{Ask<&OrtApi::Node_GetGraph>(this->p_)};
}

template <typename T>
Graph ConstGraphImpl<T>::GetGraphView(const std::vector<ConstNode>& nodes) const {
  std::vector<const OrtNode*> pointers(nodes.begin(), nodes.end());
  return Graph(Ask<&OrtApi::Graph_GetGraphView>(this->p_, pointers.data(), pointers.size()));
}

template <typename T>
struct ModelImpl : detail::Base<T> {
  using B = Ort::detail::Base<T>;
  using B::B;

#if !defined(ORT_MINIMAL_BUILD)
  // The graph becomes the model's: the argument is empty afterwards.
  void AddGraph(Graph& graph) {
    Do<&OrtModelEditorApi::AddGraphToModel>(this->p_, graph);
    graph.release();
  }
#endif
};

}  // namespace detail

using UnownedModel = detail::ModelImpl<detail::Unowned<OrtModel>>;

struct Model : detail::ModelImpl<OrtModel> {
  using DomainOpsetPair = std::pair<std::string, int>;

  explicit Model(std::nullptr_t) {}
  explicit Model(OrtModel* p) : ModelImpl<OrtModel>{p} {}
#if !defined(ORT_MINIMAL_BUILD)
  explicit Model(const std::vector<DomainOpsetPair>& opsets) {
    std::vector<const char*> domains;
    std::vector<int> versions;
    for (const auto& [domain, version] : opsets) {
      domains.push_back(domain.c_str());
      versions.push_back(version);
    }
    p_ = detail::Ask<&OrtModelEditorApi::CreateModel>(domains.data(), versions.data(), opsets.size());
  }
#endif
};

}  // namespace Ort
