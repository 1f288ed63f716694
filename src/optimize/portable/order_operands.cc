// order_operands: of the operands of Add and Mul the constant comes second, so that patterns need one form only.
#include <utility>

#include "optimize/rule.h"

namespace sardonyx {

namespace {

std::optional<Patch> match_operands(const RuleContext& c, NodeId id) {
  const Node& n = c.node(id);
  if (!n.op->def().domain.empty() || n.inputs.size() != 2) return std::nullopt;
  if (c.constant(n.inputs[0]) == nullptr || c.constant(n.inputs[1]) != nullptr) return std::nullopt;
  Patch patch(c.graph, "the constant operand comes second");
  patch.replace(n.outputs[0], patch.add(n.op, {n.inputs[1], n.inputs[0]}, {id}));
  return patch;
}

}  // namespace

void register_rule_order_operands(RuleRegistry& r) {
  r.add({"order_operands",
         Pass::normalise,
         "bits: Add and Mul commute; of two NaN operands either payload may come out",
         {"Add", "Mul"},
         match_operands});
}

}  // namespace sardonyx
