// Looking at nodes and their attributes: Node_*, OpAttr_*.
#include <algorithm>

#include "api/c/ep_device.h"
#include "api/c/graph.h"
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

namespace {

// A fact that a node has by itself.
template <typename Out, typename Get>
OrtStatus* own(const char* slot, const OrtNode* node, Out* out, const Get& get) noexcept {
  return capi::guarded([&] {
    capi::need_all(slot, node, out);
    *out = get(*node);
  });
}

// A fact that it has by its graph.
template <typename Out, typename Get>
OrtStatus* by_graph(const char* slot, const OrtNode* node, Out* out, const Get& get) noexcept {
  return capi::guarded([&] {
    capi::need_all(slot, node, out);
    *out = get(capi::linked(node));
  });
}

OrtStatus* values(const char* slot, const OrtNode* node, std::vector<const OrtValueInfo*> OrtNode::* list,
                  const OrtValueInfo** out, std::size_t room) noexcept {
  return capi::guarded([&] { capi::copy_list(slot, capi::linked(node).*list, out, room); });
}

}  // namespace

OrtStatus* slots::Node_GetId(const OrtNode* node, std::size_t* node_id) noexcept {
  return own("Node_GetId", node, node_id, [](const OrtNode& n) { return n.id; });
}
OrtStatus* slots::Node_GetName(const OrtNode* node, const char** node_name) noexcept {
  return own("Node_GetName", node, node_name, [](const OrtNode& n) { return n.name.c_str(); });
}
OrtStatus* slots::Node_GetOperatorType(const OrtNode* node, const char** operator_type) noexcept {
  return own("Node_GetOperatorType", node, operator_type, [](const OrtNode& n) { return n.op.c_str(); });
}
OrtStatus* slots::Node_GetDomain(const OrtNode* node, const char** domain_name) noexcept {
  return own("Node_GetDomain", node, domain_name, [](const OrtNode& n) { return n.domain.c_str(); });
}
OrtStatus* slots::Node_GetSinceVersion(const OrtNode* node, int* since_version) noexcept {
  return by_graph("Node_GetSinceVersion", node, since_version,
                  [](const OrtNode& n) { return n.since_version; });
}
OrtStatus* slots::Node_GetNumInputs(const OrtNode* node, std::size_t* num_inputs) noexcept {
  return own("Node_GetNumInputs", node, num_inputs, [](const OrtNode& n) { return n.input_names.size(); });
}
OrtStatus* slots::Node_GetInputs(const OrtNode* node, const OrtValueInfo** inputs,
                                 std::size_t num_inputs) noexcept {
  return values("Node_GetInputs", node, &OrtNode::inputs, inputs, num_inputs);
}
OrtStatus* slots::Node_GetNumOutputs(const OrtNode* node, std::size_t* num_outputs) noexcept {
  return own("Node_GetNumOutputs", node, num_outputs, [](const OrtNode& n) { return n.output_names.size(); });
}
OrtStatus* slots::Node_GetOutputs(const OrtNode* node, const OrtValueInfo** outputs,
                                  std::size_t num_outputs) noexcept {
  return values("Node_GetOutputs", node, &OrtNode::outputs, outputs, num_outputs);
}
OrtStatus* slots::Node_GetNumImplicitInputs(const OrtNode* node, std::size_t* num_implicit_inputs) noexcept {
  return by_graph("Node_GetNumImplicitInputs", node, num_implicit_inputs,
                  [](const OrtNode& n) { return n.implicit.size(); });
}
OrtStatus* slots::Node_GetImplicitInputs(const OrtNode* node, const OrtValueInfo** implicit_inputs,
                                         std::size_t num_implicit_inputs) noexcept {
  return values("Node_GetImplicitInputs", node, &OrtNode::implicit, implicit_inputs, num_implicit_inputs);
}
OrtStatus* slots::Node_GetNumAttributes(const OrtNode* node, std::size_t* num_attributes) noexcept {
  return own("Node_GetNumAttributes", node, num_attributes,
             [](const OrtNode& n) { return n.attributes.size(); });
}

OrtStatus* slots::Node_GetAttributes(const OrtNode* node, const OrtOpAttr** attributes,
                                     std::size_t num_attributes) noexcept {
  return capi::guarded([&] {
    std::vector<const OrtOpAttr*> all;
    for (const OrtOpAttr& a : capi::need(node, "node").attributes) all.push_back(&a);
    capi::copy_list("Node_GetAttributes", all, attributes, num_attributes);
  });
}

OrtStatus* slots::Node_GetAttributeByName(const OrtNode* node, const char* attribute_name,
                                          const OrtOpAttr** attribute) noexcept {
  return capi::guarded([&] {
    capi::need_all("Node_GetAttributeByName", node, attribute_name, attribute);
    const auto it = std::ranges::find(node->attributes, attribute_name, &OrtOpAttr::name);
    *attribute = it == node->attributes.end() ? nullptr : &*it;
    if (*attribute == nullptr)
      capi::refuse(ORT_NOT_FOUND, "Node attribute with name '{}' does not exist; node '{}' ({})",
                   attribute_name, node->name, node->op);
  });
}

OrtStatus* slots::Node_GetNumSubgraphs(const OrtNode* node, std::size_t* num_subgraphs) noexcept {
  return own("Node_GetNumSubgraphs", node, num_subgraphs,
             [](const OrtNode& n) { return n.subgraphs.size(); });
}

OrtStatus* slots::Node_GetSubgraphs(const OrtNode* node, const OrtGraph** subgraphs,
                                    std::size_t num_subgraphs, const char** attribute_names) noexcept {
  return capi::guarded([&] {
    const OrtNode& n = capi::need(node, "node");
    std::vector<const OrtGraph*> all;
    for (const OrtNode::Subgraph& s : n.subgraphs) all.push_back(s.graph.get());
    capi::copy_list("Node_GetSubgraphs", all, subgraphs, num_subgraphs);
    for (std::size_t i = 0; attribute_names != nullptr && i < n.subgraphs.size(); ++i)
      attribute_names[i] = n.subgraphs[i].attribute.c_str();
  });
}

OrtStatus* slots::Node_GetGraph(const OrtNode* node, const OrtGraph** graph) noexcept {
  return own("Node_GetGraph", node, graph, [](const OrtNode& n) { return n.graph; });
}

// "" before a model is shared out among providers.
OrtStatus* slots::Node_GetEpName(const OrtNode* node, const char** out) noexcept {
  return own("Node_GetEpName", node, out, [](const OrtNode& n) { return n.ep.c_str(); });
}

OrtStatus* slots::OpAttr_GetType(const OrtOpAttr* attribute, OrtOpAttrType* type) noexcept {
  return capi::guarded([&] { capi::need(type, "type") = capi::need(attribute, "attribute").type; });
}
OrtStatus* slots::OpAttr_GetName(const OrtOpAttr* attribute, const char** name) noexcept {
  return capi::guarded([&] { capi::need(name, "name") = capi::need(attribute, "attribute").name.c_str(); });
}

OrtStatus* slots::OpAttr_GetTensorAttributeAsOrtValue(const OrtOpAttr* attribute,
                                                      OrtValue** attr_tensor) noexcept {
  return capi::guarded([&] {
    const OrtOpAttr& a = capi::need(attribute, "attribute");
    const auto* tensor = std::get_if<Tensor>(&a.value);
    if (tensor == nullptr) capi::refuse(ORT_INVALID_ARGUMENT, "attribute '{}' is no tensor", a.name);
    capi::need(attr_tensor, "attr_tensor");
    auto made = std::make_unique<OrtValue>();
    made->value = *tensor;
    *attr_tensor = made.release();
  });
}

}  // namespace sardonyx
