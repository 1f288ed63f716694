// Looking at graphs and values: Graph_*, ValueInfo_*.
#include <algorithm>
#include <set>

#include "api/c/graph.h"
#include "api/c/metadata.h"
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

namespace {

// One fact of a graph; `get` gives it from the linked graph.
template <typename Out, typename Get>
OrtStatus* of_graph(const char* slot, const OrtGraph* graph, Out* out, const Get& get) noexcept {
  return capi::guarded([&] {
    capi::need_all(slot, graph, out);
    *out = get(capi::linked(graph));
  });
}

template <typename Out, typename Get>
OrtStatus* of_value(const char* slot, const OrtValueInfo* value, Out* out, const Get& get) noexcept {
  return capi::guarded([&] {
    capi::need_all(slot, value, out);
    *out = get(*value);
  });
}

template <typename List, typename Out>
OrtStatus* list_of_graph(const char* slot, const OrtGraph* graph, List OrtGraph::* list, Out* out,
                         std::size_t room) noexcept {
  return capi::guarded([&] {
    const auto& all = capi::linked(&capi::need(graph, "graph")).*list;
    capi::copy_list(slot, all, out, room);
  });
}

std::vector<const OrtNode*> nodes_of(const OrtGraph& g) {
  if (!g.lent.empty()) return g.lent;
  std::vector<const OrtNode*> all;
  for (const auto& n : g.nodes) all.push_back(n.get());
  return all;
}

// A default that the caller may replace is an input too.
bool replaceable(const OrtValueInfo& v) { return v.is_input && v.initializer != nullptr; }

}  // namespace

OrtStatus* slots::Graph_GetName(const OrtGraph* graph, const char** graph_name) noexcept {
  return of_graph("Graph_GetName", graph, graph_name, [](const OrtGraph& g) { return g.name.c_str(); });
}
OrtStatus* slots::Graph_GetModelPath(const OrtGraph* graph, const ORTCHAR_T** model_path) noexcept {
  return of_graph("Graph_GetModelPath", graph, model_path,
                  [](const OrtGraph& g) { return g.model_path.c_str(); });
}
OrtStatus* slots::Graph_GetOnnxIRVersion(const OrtGraph* graph, std::int64_t* onnx_ir_version) noexcept {
  return of_graph("Graph_GetOnnxIRVersion", graph, onnx_ir_version,
                  [](const OrtGraph& g) { return g.ir_version; });
}
OrtStatus* slots::Graph_GetNumOperatorSets(const OrtGraph* graph, std::size_t* num_operator_sets) noexcept {
  return of_graph("Graph_GetNumOperatorSets", graph, num_operator_sets,
                  [](const OrtGraph& g) { return g.opsets.size(); });
}

OrtStatus* slots::Graph_GetOperatorSets(const OrtGraph* graph, const char** domains,
                                        std::int64_t* opset_versions,
                                        std::size_t num_operator_sets) noexcept {
  return capi::guarded([&] {
    const OrtGraph& g = capi::linked(graph);
    capi::check_room("Graph_GetOperatorSets", g.opsets.size(), num_operator_sets);
    if (g.opsets.empty()) return;
    capi::need_all("Graph_GetOperatorSets", domains, opset_versions);
    for (std::size_t i = 0; i < g.opsets.size(); ++i) {
      domains[i] = g.opsets[i].first.c_str();
      opset_versions[i] = g.opsets[i].second;
    }
  });
}

OrtStatus* slots::Graph_GetNumInputs(const OrtGraph* graph, std::size_t* num_inputs) noexcept {
  return of_graph("Graph_GetNumInputs", graph, num_inputs, [](const OrtGraph& g) { return g.inputs.size(); });
}
OrtStatus* slots::Graph_GetInputs(const OrtGraph* graph, const OrtValueInfo** inputs,
                                  std::size_t num_inputs) noexcept {
  return list_of_graph("Graph_GetInputs", graph, &OrtGraph::inputs, inputs, num_inputs);
}
OrtStatus* slots::Graph_GetNumOutputs(const OrtGraph* graph, std::size_t* num_outputs) noexcept {
  return of_graph("Graph_GetNumOutputs", graph, num_outputs,
                  [](const OrtGraph& g) { return g.outputs.size(); });
}
OrtStatus* slots::Graph_GetOutputs(const OrtGraph* graph, const OrtValueInfo** outputs,
                                   std::size_t num_outputs) noexcept {
  return list_of_graph("Graph_GetOutputs", graph, &OrtGraph::outputs, outputs, num_outputs);
}
OrtStatus* slots::Graph_GetNumInitializers(const OrtGraph* graph, std::size_t* num_initializers) noexcept {
  return of_graph("Graph_GetNumInitializers", graph, num_initializers,
                  [](const OrtGraph& g) { return g.initializers.size(); });
}
OrtStatus* slots::Graph_GetInitializers(const OrtGraph* graph, const OrtValueInfo** initializers,
                                        std::size_t num_initializers) noexcept {
  return list_of_graph("Graph_GetInitializers", graph, &OrtGraph::initializers, initializers,
                       num_initializers);
}
OrtStatus* slots::Graph_GetNumNodes(const OrtGraph* graph, std::size_t* num_nodes) noexcept {
  return of_graph("Graph_GetNumNodes", graph, num_nodes,
                  [](const OrtGraph& g) { return nodes_of(g).size(); });
}
OrtStatus* slots::Graph_GetNodes(const OrtGraph* graph, const OrtNode** nodes,
                                 std::size_t num_nodes) noexcept {
  return capi::guarded(
      [&] { capi::copy_list("Graph_GetNodes", nodes_of(capi::linked(graph)), nodes, num_nodes); });
}
OrtStatus* slots::Graph_GetParentNode(const OrtGraph* graph, const OrtNode** node) noexcept {
  return of_graph("Graph_GetParentNode", graph, node, [](const OrtGraph& g) { return g.parent; });
}

OrtStatus* slots::Graph_GetModelMetadata(const OrtGraph* graph, OrtModelMetadata** out) noexcept {
  return of_graph("Graph_GetModelMetadata", graph, out, [](const OrtGraph& g) {
    auto made = std::make_unique<OrtModelMetadata>();
    made->content.graph_name = g.name;
    made->content.ir_version = g.ir_version;
    made->content.custom = g.metadata;
    if (g.file != nullptr) {
      made->content.producer_name = g.file->producer_name;
      made->content.domain = g.file->domain;
      made->content.description = g.file->doc;
      made->content.graph_description = g.file->graph.doc;
      made->content.model_version = g.file->model_version;
    }
    return made.release();
  });
}

// The view owns copies of the values at its border: what its nodes read and others make, and the other way round.
OrtStatus* slots::Graph_GetGraphView(const OrtGraph* src_graph, const OrtNode** nodes, std::size_t num_nodes,
                                     OrtGraph** dst_graph) noexcept {
  return of_graph("Graph_GetGraphView", src_graph, dst_graph, [&](const OrtGraph& g) {
    if (num_nodes > 0) capi::need_data(nodes, "nodes");
    auto view = std::make_unique<OrtGraph>();
    view->name = g.name;
    view->model_path = g.model_path;
    view->ir_version = g.ir_version;
    view->opsets = g.opsets;
    view->metadata = g.metadata;
    view->file = g.file;
    view->parent = g.parent;
    const std::vector<const OrtNode*> known = nodes_of(g);
    const std::set<const OrtNode*> mine(known.begin(), known.end());
    for (std::size_t i = 0; i < num_nodes; ++i) {
      if (!mine.contains(nodes[i]))
        capi::refuse(ORT_INVALID_ARGUMENT, "nodes[{}] is no node of the graph", i);
      view->lent.push_back(nodes[i]);
    }
    capi::find_border(*view);
    view->linked = true;
    return view.release();
  });
}

OrtStatus* slots::GetValueInfoName(const OrtValueInfo* value_info, const char** name) noexcept {
  return of_value("GetValueInfoName", value_info, name, [](const OrtValueInfo& v) { return v.name.c_str(); });
}
OrtStatus* slots::GetValueInfoTypeInfo(const OrtValueInfo* value_info,
                                       const OrtTypeInfo** type_info) noexcept {
  return of_value("GetValueInfoTypeInfo", value_info, type_info,
                  [](const OrtValueInfo& v) { return &v.type; });
}

OrtStatus* slots::ValueInfo_GetValueProducer(const OrtValueInfo* value_info, const OrtNode** producer_node,
                                             std::size_t* producer_output_index) noexcept {
  return capi::guarded([&] {
    capi::need_all("ValueInfo_GetValueProducer", value_info, producer_node);
    *producer_node = value_info->producer;
    if (producer_output_index != nullptr) *producer_output_index = value_info->producer_output;
  });
}

OrtStatus* slots::ValueInfo_GetValueNumConsumers(const OrtValueInfo* value_info,
                                                 std::size_t* num_consumers) noexcept {
  return of_value("ValueInfo_GetValueNumConsumers", value_info, num_consumers,
                  [](const OrtValueInfo& v) { return v.consumers.size(); });
}

OrtStatus* slots::ValueInfo_GetValueConsumers(const OrtValueInfo* value_info, const OrtNode** nodes,
                                              std::int64_t* input_indices,
                                              std::size_t num_consumers) noexcept {
  return capi::guarded([&] {
    const OrtValueInfo& v = capi::need(value_info, "value_info");
    capi::check_room("ValueInfo_GetValueConsumers", v.consumers.size(), num_consumers);
    if (v.consumers.empty()) return;
    capi::need_all("ValueInfo_GetValueConsumers", nodes, input_indices);
    for (std::size_t i = 0; i < v.consumers.size(); ++i) {
      nodes[i] = v.consumers[i].node;
      input_indices[i] = v.consumers[i].input;
    }
  });
}

OrtStatus* slots::ValueInfo_GetInitializerValue(const OrtValueInfo* value_info,
                                                const OrtValue** initializer_value) noexcept {
  return of_value("ValueInfo_GetInitializerValue", value_info, initializer_value,
                  [](const OrtValueInfo& v) { return v.initializer.get(); });
}

OrtStatus* slots::ValueInfo_GetExternalInitializerInfo(const OrtValueInfo* value_info,
                                                       OrtExternalInitializerInfo** info) noexcept {
  return of_value("ValueInfo_GetExternalInitializerInfo", value_info, info, [](const OrtValueInfo& v) {
    return v.external == nullptr ? nullptr : new OrtExternalInitializerInfo(*v.external);
  });
}

OrtStatus* slots::ValueInfo_IsRequiredGraphInput(const OrtValueInfo* value_info,
                                                 bool* is_required_graph_input) noexcept {
  return of_value("ValueInfo_IsRequiredGraphInput", value_info, is_required_graph_input,
                  [](const OrtValueInfo& v) { return v.is_input && !replaceable(v); });
}
OrtStatus* slots::ValueInfo_IsOptionalGraphInput(const OrtValueInfo* value_info,
                                                 bool* is_optional_graph_input) noexcept {
  return of_value("ValueInfo_IsOptionalGraphInput", value_info, is_optional_graph_input, replaceable);
}
OrtStatus* slots::ValueInfo_IsGraphOutput(const OrtValueInfo* value_info, bool* is_graph_output) noexcept {
  return of_value("ValueInfo_IsGraphOutput", value_info, is_graph_output,
                  [](const OrtValueInfo& v) { return v.is_output; });
}
OrtStatus* slots::ValueInfo_IsConstantInitializer(const OrtValueInfo* value_info,
                                                  bool* is_constant_initializer) noexcept {
  return of_value(
      "ValueInfo_IsConstantInitializer", value_info, is_constant_initializer,
      [](const OrtValueInfo& v) { return v.initializer != nullptr && (v.fixed || !replaceable(v)); });
}
OrtStatus* slots::ValueInfo_IsFromOuterScope(const OrtValueInfo* value_info,
                                             bool* is_from_outer_scope) noexcept {
  return of_value("ValueInfo_IsFromOuterScope", value_info, is_from_outer_scope,
                  [](const OrtValueInfo& v) { return v.from_outside; });
}

}  // namespace sardonyx
