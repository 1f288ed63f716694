// merge_transposes: Transpose of a Transpose is one Transpose.
#include <algorithm>

#include "optimize/rule.h"

namespace sardonyx {

namespace {

std::optional<std::vector<std::int64_t>> order_of(const RuleContext& c, const Node& n) {
  Attributes fields = write_fields(*n.op, true);
  if (auto it = fields.find("perm"); it != fields.end()) {
    const auto* perm = std::get_if<std::vector<std::int64_t>>(&it->second);
    if (perm != nullptr && !perm->empty()) return *perm;
  }
  const SymShape& shape = c.fact(n.inputs[0]).shape;  // no perm: reversed
  if (!shape.ranked()) return std::nullopt;
  std::vector<std::int64_t> reversed;
  for (std::size_t i = shape.rank(); i-- > 0;) reversed.push_back(static_cast<std::int64_t>(i));
  return reversed;
}

std::optional<Patch> match_transposes(const RuleContext& c, NodeId id) {
  const Node& second = c.node(id);
  const Node* first = c.producer(second.inputs[0], "Transpose");
  if (first == nullptr) return std::nullopt;
  auto a = order_of(c, *first), b = order_of(c, second);
  if (!a || !b || a->size() != b->size()) return std::nullopt;
  const auto rank = static_cast<std::int64_t>(a->size());
  if (std::ranges::any_of(*b, [rank](std::int64_t i) { return i < 0 || i >= rank; }))
    return std::nullopt;  // whoever runs the node refuses it
  std::vector<std::int64_t> both(b->size());
  for (std::size_t i = 0; i < both.size(); ++i) both[i] = (*a)[static_cast<std::size_t>((*b)[i])];
  Patch patch(c.graph, "two transposes make one");
  NodeId first_id = c.graph.value(second.inputs[0]).producer;
  patch.replace(second.outputs[0],
                patch.add(make_op("", "Transpose", {{"perm", both}}), {first->inputs[0]}, {first_id, id}));
  return patch;
}

}  // namespace

void register_rule_merge_transposes(RuleRegistry& r) {
  r.add({"merge_transposes", Pass::normalise, "bits", {"Transpose"}, match_transposes});
}

}  // namespace sardonyx
