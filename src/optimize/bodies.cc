#include "optimize/bodies.h"

#include <algorithm>

#include "base/error.h"

namespace sardonyx {

namespace {

// Collects and replaces the graphs among an operator's fields.
class GraphFields final : public FieldVisitor {
 public:
  std::vector<std::shared_ptr<Graph>*> graphs;
  std::int64_t captures = 0;

 protected:
  void visit(std::string_view name, FieldRef field) override {
    if (auto* g = std::get_if<std::shared_ptr<Graph>*>(&field); g != nullptr && **g != nullptr)
      graphs.push_back(*g);
    if (auto* i = std::get_if<std::int64_t*>(&field); i != nullptr && name == "captures") captures = **i;
  }
};

// Captured operands are the last inputs of node and body alike. What is known of them holds inside; a constant
// becomes the body's own (its input stays, unused, so that positions keep).
void tell_captures(Graph& body, const Graph& parent, const Node& node, std::size_t captures) {
  for (std::size_t i = 0; i < captures && i < body.inputs.size() && i < node.inputs.size(); ++i) {
    ValueId outer = node.inputs[node.inputs.size() - 1 - i];
    ValueId inner = body.inputs[body.inputs.size() - 1 - i];
    if (outer == kAbsent) continue;
    const Fact& fact = parent.value(outer).fact;
    if (fact.content) {
      body.replace_uses(inner, body.add_constant(parent.value(outer).name, *fact.content));
    } else {
      body.value(inner).fact = fact;
    }
  }
}

}  // namespace

void optimize_bodies(Graph& graph, const OptimizeOptions& options, OptimizeReport& report) {
  for (NodeId id : graph.order()) {
    Node& node = graph.node(id);
    std::shared_ptr<Op> op = node.op->clone();
    GraphFields found;
    op->fields(found);
    if (found.graphs.empty()) continue;
    for (std::shared_ptr<Graph>* held : found.graphs) {
      auto body = std::make_shared<Graph>(**held);
      tell_captures(*body, graph, node, static_cast<std::size_t>(found.captures));
      try {
        body->infer_all();
      } catch (const Error& e) {
        // What contradicts the facts at hand may never run; it stays as it is, for whoever runs it to refuse.
        if (e.code() != Code::invalid_argument) throw;
        continue;
      }
      OptimizeReport inner = optimize(*body, options);
      for (std::size_t i = 0; i < inner.rules.size(); ++i) {
        report.rules[i].applied += inner.rules[i].applied;
        report.rules[i].nanoseconds += inner.rules[i].nanoseconds;
      }
      report.notes.insert(report.notes.end(), inner.notes.begin(), inner.notes.end());
      *held = std::move(body);
    }
    node.op = std::move(op);
  }
}

}  // namespace sardonyx
