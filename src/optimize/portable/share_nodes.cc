// share_nodes: of two nodes with the same operator, fields and inputs one is enough.
#include <algorithm>

#include "optimize/rule.h"

namespace sardonyx {

namespace {

std::optional<Patch> match_twin(const RuleContext& c, NodeId id) {
  const Node& n = c.node(id);
  if (n.op->nondeterministic()) return std::nullopt;
  // A twin shares every input: the one with the fewest uses says who to compare with.
  ValueId rarest = kAbsent;
  for (ValueId v : n.inputs) {
    if (v != kAbsent &&
        (rarest == kAbsent || c.graph.value(v).uses.size() < c.graph.value(rarest).uses.size()))
      rarest = v;
  }
  if (rarest == kAbsent) return std::nullopt;
  for (Use u : c.graph.value(rarest).uses) {
    if (u.node >= id) continue;
    const Node& other = c.node(u.node);
    if (other.inputs != n.inputs || other.outputs.size() != n.outputs.size() || !same_op(*other.op, *n.op))
      continue;
    Patch patch(c.graph, "an earlier node computes the same");
    for (std::size_t i = 0; i < n.outputs.size(); ++i) {
      if (n.outputs[i] == kAbsent) continue;
      if (other.outputs[i] == kAbsent || c.graph.value(n.outputs[i]).is_output) return std::nullopt;
      patch.replace(n.outputs[i], other.outputs[i]);
    }
    return patch;
  }
  return std::nullopt;
}

}  // namespace

void register_rule_share_nodes(RuleRegistry& r) {
  r.add({"share_nodes", Pass::normalise, "bits", {}, match_twin});
}

}  // namespace sardonyx
