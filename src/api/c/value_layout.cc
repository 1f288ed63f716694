#include "api/c/value_layout.h"

#include <algorithm>
#include <set>

namespace sardonyx::capi {

namespace {

constexpr std::size_t kPastValue = 4, kPresentValue = 2;  // among the node's inputs and outputs

ValueInfoDef* find(std::vector<ValueInfoDef>& list, std::string_view name) {
  const auto it = std::ranges::find(list, name, &ValueInfoDef::name);
  return it == list.end() ? nullptr : &*it;
}

void turn(TypeDef& type) {
  if (type.has_shape && type.shape.size() == 4) std::swap(type.shape[2], type.shape[3]);
}

NodeDef transpose(std::string_view from, std::string_view to) {
  NodeDef node;
  node.name = to;
  node.op_type = "Transpose";
  node.inputs = {from};
  node.outputs = {to};
  AttributeDef& perm = node.attributes.emplace_back();
  perm.name = "perm";
  perm.type = AttributeType::ints;
  perm.ints = {0, 1, 3, 2};
  return node;
}

}  // namespace

bool turns_value_caches(const OrtSessionOptions& options) {
  return config_value(options, "session.gqa_value_layout") == "BNHS";
}

ModelFile with_turned_value_caches(ModelFile file) {
  GraphDef& graph = file.graph;
  std::vector<NodeDef> before, after;
  std::set<std::string_view> turned;
  const auto inside = [&](std::string_view name) { return file.keep(std::string(name) + "_bnsh"); };
  for (NodeDef& node : graph.nodes) {
    if (node.op_type != "GroupQueryAttention" || node.domain != "com.microsoft") continue;
    if (node.inputs.size() > kPastValue) {
      std::string_view& past = node.inputs[kPastValue];
      if (ValueInfoDef* input = find(graph.inputs, past)) {
        if (turned.insert(past).second) {
          turn(input->type);
          before.push_back(transpose(past, inside(past)));
        }
        past = inside(past);
      }
    }
    if (node.outputs.size() > kPresentValue) {
      std::string_view& present = node.outputs[kPresentValue];
      if (ValueInfoDef* output = find(graph.outputs, present)) {
        turn(output->type);
        after.push_back(transpose(inside(present), present));
        present = inside(present);
      }
    }
  }
  graph.nodes.insert(graph.nodes.begin(), before.begin(), before.end());
  graph.nodes.insert(graph.nodes.end(), after.begin(), after.end());
  return file;
}

}  // namespace sardonyx::capi
