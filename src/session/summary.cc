// What `sard inspect` and `explain` show of a graph.
#include <unordered_set>

#include "session/session_state.h"

namespace sardonyx {

namespace {

double elements(const Fact& f) {
  auto shape = f.shape.numbers();
  return shape ? static_cast<double>(shape->count()) : 0;
}

// Twice the multiply-accumulates of the heavy operators, one per element for the rest; 0 when shapes are open.
double flops(const Graph& g, const Node& n) {
  if (n.outputs.empty() || n.outputs[0] == kAbsent || n.inputs.empty() || n.inputs[0] == kAbsent) return 0;
  double out = elements(g.value(n.outputs[0]).fact);
  if (n.inputs.size() < 2 || n.inputs[1] == kAbsent) return out;
  const SymShape& x = g.value(n.inputs[0]).fact.shape;
  const SymShape& w = g.value(n.inputs[1]).fact.shape;
  if (!w.concrete()) return out;
  const std::string& kind = n.kind();
  if (kind == "Conv" || kind == "FusedConv" || kind == "ConvInteger") {
    double per = elements(g.value(n.inputs[1]).fact);
    return w.rank() > 0 && w[0].number() > 0 ? 2 * out * per / static_cast<double>(w[0].number()) : 0;
  }
  if (kind == "ConvTranspose") {
    double per = elements(g.value(n.inputs[1]).fact);
    return w.rank() > 0 && w[0].number() > 0
               ? 2 * elements(g.value(n.inputs[0]).fact) * per / static_cast<double>(w[0].number())
               : 0;
  }
  bool matrix = kind == "MatMul" || kind == "Gemm" || kind == "FusedGemm" || kind == "FusedMatMul" ||
                kind == "MatMulInteger";
  if (matrix && x.ranked() && x.rank() > 0 && x.dims().back().is_number())
    return 2 * out * static_cast<double>(x.dims().back().number());
  return out;
}

std::vector<GraphSummary::NodeLine> lines(const Graph& g) {
  std::vector<GraphSummary::NodeLine> out;
  for (NodeId id : g.order()) {
    const Node& n = g.node(id);
    GraphSummary::NodeLine line;
    line.name = n.name;
    line.op = n.kind();
    line.domain = n.op->def().domain;
    for (ValueId v : n.inputs) line.inputs.push_back(v == kAbsent ? "" : g.value(v).name);
    for (ValueId v : n.outputs) {
      line.outputs.push_back(v == kAbsent ? "" : g.value(v).name);
      line.output_facts.push_back(v == kAbsent ? "" : g.value(v).fact.text());
    }
    line.fields = fields_text(*n.op);
    line.flops = flops(g, n);
    out.push_back(std::move(line));
  }
  return out;
}

// Every graph inside of `g`'s nodes, at any depth.
std::vector<std::shared_ptr<Graph>> bodies_of(const Graph& g) {
  std::vector<std::shared_ptr<Graph>> found;
  auto add = [&found](const Graph& graph) {
    for (NodeId id : graph.order()) {
      for (const auto& [name, value] : write_fields(*graph.node(id).op, true)) {
        if (const auto* body = std::get_if<std::shared_ptr<Graph>>(&value)) found.push_back(*body);
      }
    }
  };
  add(g);
  for (std::size_t i = 0; i < found.size(); ++i) add(*std::shared_ptr<Graph>(found[i]));
  return found;
}

// A weight that several values share counts once.
void count_constants(const Graph& g, GraphSummary& s, std::unordered_set<const void*>& seen) {
  for (std::size_t v = 0; v < g.value_slots(); ++v) {
    const ValueInfo& info = g.value(static_cast<ValueId>(v));
    const Tensor* t = info.constant() && !info.uses.empty() ? info.fact.constant() : nullptr;
    if (t == nullptr || !seen.insert(t->data()).second) continue;
    s.parameters += t->count();
    s.parameter_bytes += static_cast<std::int64_t>(t->bytes());
  }
}

}  // namespace

GraphSummary summarize(const Graph& source, const Graph& optimized, const OptimizeReport& report) {
  GraphSummary s;
  s.source = lines(source);
  s.optimized = lines(optimized);
  std::unordered_set<const void*> seen;
  count_constants(source, s, seen);
  for (const std::shared_ptr<Graph>& body : bodies_of(source)) {
    std::vector<GraphSummary::NodeLine> inner = lines(*body);
    s.bodies.insert(s.bodies.end(), inner.begin(), inner.end());
    count_constants(*body, s, seen);
  }
  for (const RuleReport& r : report.rules) s.rules.push_back({r.rule, r.applied, r.nanoseconds, r.enabled});
  s.notes = report.notes;
  return s;
}

}  // namespace sardonyx
