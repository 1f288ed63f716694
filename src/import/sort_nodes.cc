// Files should list nodes in order, but not all do: nodes are put into an order in which names are defined before use.
#include <algorithm>
#include <functional>

#include "base/error.h"
#include "import/importer.h"

namespace sardonyx {

namespace {

// Tensors that attributes name: Gradient is of the graph in front of it.
void named_by_attributes(const NodeDef& n, std::vector<std::string_view>& out) {
  if (n.op_type != "Gradient" || n.domain != "ai.onnx.preview.training") return;
  for (const AttributeDef& a : n.attributes) {
    out.insert(out.end(), a.strings.begin(), a.strings.end());
    if (!a.s.empty()) out.push_back(a.s);
  }
}

// Every name that `graph` (with its bodies) mentions as an input or output; some may be its own, which does no harm.
void mentioned(const GraphDef& graph, std::vector<std::string_view>& out) {
  for (const NodeDef& n : graph.nodes) {
    out.insert(out.end(), n.inputs.begin(), n.inputs.end());
    named_by_attributes(n, out);
    for (const AttributeDef& a : n.attributes) {
      if (a.g) mentioned(*a.g, out);
      for (const auto& g : a.graphs) mentioned(*g, out);
    }
  }
  for (const ValueInfoDef& o : graph.outputs) out.push_back(o.name);
}

std::vector<std::string_view> needs(const NodeDef& n) {
  std::vector<std::string_view> out(n.inputs.begin(), n.inputs.end());
  named_by_attributes(n, out);
  for (const AttributeDef& a : n.attributes) {
    if (a.g) mentioned(*a.g, out);
    for (const auto& g : a.graphs) mentioned(*g, out);
  }
  return out;
}

bool in_order(std::span<const NodeDef> nodes,
              const std::unordered_map<std::string_view, std::size_t>& made_by) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::string_view name : nodes[i].inputs) {
      auto it = made_by.find(name);
      if (it != made_by.end() && it->second >= i) return false;
    }
    std::vector<std::string_view> named;
    named_by_attributes(nodes[i], named);
    for (std::string_view name : named) {
      auto it = made_by.find(name);
      if (it != made_by.end() && it->second >= i) return false;
    }
    for (const AttributeDef& a : nodes[i].attributes) {
      if (!a.g && a.graphs.empty()) continue;
      for (std::string_view name : needs(nodes[i])) {
        auto it = made_by.find(name);
        if (it != made_by.end() && it->second > i) return false;
      }
    }
  }
  return true;
}

}  // namespace

std::vector<const NodeDef*> Importer::sorted(const NameFrame&, std::span<const NodeDef> nodes) const {
  std::unordered_map<std::string_view, std::size_t> made_by;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::string_view name : nodes[i].outputs) {
      if (!name.empty()) made_by.emplace(name, i);
    }
  }
  std::vector<const NodeDef*> out;
  out.reserve(nodes.size());
  if (in_order(nodes, made_by)) {
    for (const NodeDef& n : nodes) out.push_back(&n);
    return out;
  }
  std::vector<std::vector<std::size_t>> users(nodes.size());
  std::vector<std::size_t> waiting(nodes.size(), 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::string_view name : needs(nodes[i])) {
      auto it = made_by.find(name);
      bool own = it != made_by.end() && it->second == i;
      // A body may define a name of its own that is also an output of its node; a plain input may not.
      if (it == made_by.end() || (own && std::ranges::find(nodes[i].inputs, name) == nodes[i].inputs.end()))
        continue;
      users[it->second].push_back(i);
      ++waiting[i];
    }
  }
  std::vector<std::size_t> ready;
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (waiting[i] == 0) ready.push_back(i);
  }
  while (!ready.empty()) {
    std::size_t i = ready.back();
    ready.pop_back();
    out.push_back(&nodes[i]);
    for (std::size_t u : users[i]) {
      if (--waiting[u] == 0) ready.push_back(u);
    }
  }
  for (std::size_t i = 0; i < nodes.size() && out.size() < nodes.size(); ++i) {
    require(waiting[i] == 0, Code::invalid_model, "the graph has a cycle through node '{}' ({})",
            nodes[i].name, nodes[i].op_type);
  }
  return out;
}

}  // namespace sardonyx
