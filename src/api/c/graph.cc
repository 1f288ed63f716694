#include "api/c/graph.h"

#include <algorithm>
#include <set>

#include "api/c/status.h"
#include "graph/spec.h"

OrtNode::~OrtNode() = default;

namespace sardonyx {

namespace {

class Linker {
 public:
  explicit Linker(OrtGraph& graph) : graph_(graph) {}

  void run() {
    for (const auto& v : graph_.values) {
      v->producer = nullptr;
      v->consumers.clear();
    }
    // Of several values with one name the declared one is meant, an input before all.
    for (const auto* list : {&graph_.outputs, &graph_.initializers, &graph_.inputs}) {
      for (OrtValueInfo* v : *list) graph_.by_name.insert_or_assign(v->name, v);
    }
    for (OrtValueInfo* v : graph_.inputs) v->is_input = true;
    for (const OrtValueInfo* v : graph_.initializers)
      capi::find_value(graph_, v->name)->initializer = v->initializer;
    for (OrtValueInfo* v : graph_.outputs) mark_output(*v);
    std::size_t id = 0;
    for (const auto& n : graph_.nodes) make_outputs(*n, id++);
    for (const auto& n : graph_.nodes) read_inputs(*n);
  }

 private:
  // The value of this name; made here where it comes from outside or from nowhere.
  OrtValueInfo& value(const std::string& name) {
    if (OrtValueInfo* known = capi::find_value(graph_, name)) return *known;
    auto made = std::make_unique<OrtValueInfo>();
    made->name = name;
    for (const OrtNode* p = graph_.parent; p != nullptr && p->graph != nullptr; p = p->graph->parent) {
      const OrtValueInfo* outer = capi::find_value(*p->graph, name);
      if (outer == nullptr) continue;
      made->type = outer->type;
      if (!outer->is_input) made->initializer = outer->initializer;  // else the caller may replace it
      made->from_outside = true;
      break;
    }
    return graph_.own(std::move(made));
  }

  // A declared output and the node's value of that name are one.
  void mark_output(OrtValueInfo& declared) {
    declared.is_output = true;
    if (OrtValueInfo* known = capi::find_value(graph_, declared.name)) known->is_output = true;
  }

  void make_outputs(OrtNode& n, std::size_t id) {
    n.id = id;
    n.graph = &graph_;
    n.since_version = since_version(n);
    n.outputs.clear();
    for (std::size_t i = 0; i < n.output_names.size(); ++i) {
      OrtValueInfo* v = n.output_names[i].empty() ? nullptr : &value(n.output_names[i]);
      n.outputs.push_back(v);
      if (v == nullptr) continue;
      v->producer = &n;
      v->producer_output = i;
    }
  }

  void read_inputs(OrtNode& n) {
    n.inputs.clear();
    n.implicit.clear();
    for (std::size_t i = 0; i < n.input_names.size(); ++i) {
      OrtValueInfo* v = n.input_names[i].empty() ? nullptr : &value(n.input_names[i]);
      n.inputs.push_back(v);
      if (v != nullptr) v->consumers.push_back({&n, static_cast<std::int64_t>(i)});
    }
    std::set<std::string> outer;
    for (OrtNode::Subgraph& s : n.subgraphs) {
      s.graph->parent = &n;
      capi::link(*s.graph);
      for (const auto& v : s.graph->values) {
        if (v->from_outside) outer.insert(v->name);
      }
    }
    for (const std::string& name : outer) {
      OrtValueInfo& v = value(name);
      n.implicit.push_back(&v);
      v.consumers.push_back({&n, -1});
    }
  }

  int since_version(const OrtNode& n) const {
    for (const auto& [domain, version] : graph_.opsets) {
      if (domain != n.domain) continue;
      const OpSpec* spec = find_spec(domain, n.op, version);
      return spec == nullptr ? version : spec->since_version;
    }
    return 1;
  }

  OrtGraph& graph_;
};

}  // namespace

void capi::link(OrtGraph& graph) {
  const std::lock_guard lock(graph.linking);
  if (graph.linked) return;
  for (const auto& n : graph.nodes) n->graph = &graph;
  for (const auto& n : graph.nodes) {
    for (const OrtNode::Subgraph& s : n->subgraphs) s.graph->opsets = graph.opsets;
  }
  Linker(graph).run();
  graph.linked = true;
}

OrtValueInfo* capi::find_value(const OrtGraph& graph, const std::string& name) {
  const auto it = graph.by_name.find(name);
  return it == graph.by_name.end() ? nullptr : it->second;
}

void capi::check_room(const char* slot, std::size_t count, std::size_t room) {
  if (room < count)
    refuse(ORT_INVALID_ARGUMENT, "{}: there is room for {}, but there are {}", slot, room, count);
}

void capi::find_border(OrtGraph& view) {
  const std::set<const OrtNode*> inside(view.lent.begin(), view.lent.end());
  std::set<const OrtValueInfo*> seen;
  const auto add = [&](std::vector<OrtValueInfo*>& list, const OrtValueInfo* v) {
    if (seen.insert(v).second) list.push_back(&view.own(std::make_unique<OrtValueInfo>(*v)));
  };
  for (const OrtNode* n : view.lent) {
    for (const auto* list : {&n->inputs, &n->implicit}) {
      for (const OrtValueInfo* v : *list) {
        if (v == nullptr || inside.contains(v->producer)) continue;
        add(v->initializer != nullptr && !v->is_input ? view.initializers : view.inputs, v);
      }
    }
    for (const OrtValueInfo* v : n->outputs) {
      if (v == nullptr) continue;
      const bool leaves =
          std::ranges::any_of(v->consumers, [&](const auto& u) { return !inside.contains(u.node); });
      if (v->is_output || leaves) add(view.outputs, v);
    }
  }
  for (OrtValueInfo* v : view.inputs) v->is_input = true;
  for (OrtValueInfo* v : view.outputs) v->is_output = true;
}

// The handles that programs hold are const to them; linking changes nothing that they have seen.
const OrtGraph& capi::linked(const OrtGraph* graph) {
  need(graph, "graph");
  link(*const_cast<OrtGraph*>(graph));
  return *graph;
}

const OrtNode& capi::linked(const OrtNode* node) {
  need(node, "node");
  if (node->graph == nullptr)
    refuse(ORT_INVALID_ARGUMENT, "the node '{}' is in no graph yet, so that its values are not known",
           node->name);
  linked(node->graph);
  return *node;
}

const OrtValueInfo& capi::linked(const OrtValueInfo* value) { return need(value, "value_info"); }

}  // namespace sardonyx
