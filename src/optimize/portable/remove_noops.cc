// remove_noops: nodes that give their input back: Identity, Cast to the same type, Reshape to the same shape, ...
#include <algorithm>

#include "optimize/rule.h"

namespace sardonyx {

namespace {

bool same_fact(const RuleContext& c, ValueId a, ValueId b) {
  const Fact& x = c.fact(a);
  const Fact& y = c.fact(b);
  return x.is_tensor() && x.dtype() != DType::undefined && x.type == y.type && x.shape.ranked() &&
         x.shape == y.shape;
}

bool identity_order(const Node& n) {
  Attributes fields = write_fields(*n.op, true);
  auto it = fields.find("perm");
  if (it == fields.end()) return false;
  const auto* perm = std::get_if<std::vector<std::int64_t>>(&it->second);
  if (perm == nullptr || perm->empty()) return false;
  for (std::size_t i = 0; i < perm->size(); ++i) {
    if ((*perm)[i] != static_cast<std::int64_t>(i)) return false;
  }
  return true;
}

// A slice that keeps every size may still reverse an axis.
bool all_positive(const RuleContext& c, const Node& n) {
  if (n.inputs.size() < 5 || n.inputs[4] == kAbsent) return true;
  const Tensor* steps = c.constant(n.inputs[4]);
  if (steps == nullptr) return false;
  std::vector<std::int64_t> s = steps->to_ints();
  return std::ranges::all_of(s, [](std::int64_t x) { return x > 0; });
}

bool nothing_done(const RuleContext& c, const Node& n) {
  const std::string& kind = n.kind();
  ValueId in = n.inputs[0], out = n.outputs[0];
  if (kind == "Identity") return c.fact(in).type == c.fact(out).type;
  if (kind == "Dropout") {
    bool mask = n.outputs.size() > 1 && n.outputs[1] != kAbsent;
    bool training = n.inputs.size() > 2 && n.inputs[2] != kAbsent;
    return !mask && !training;
  }
  if (kind == "Concat" || kind == "Sum" || kind == "Max" || kind == "Min" || kind == "Mean")
    return n.inputs.size() == 1 && same_fact(c, in, out);
  if (kind == "Transpose") return identity_order(n);
  if (kind == "Slice") return same_fact(c, in, out) && all_positive(c, n);
  if (kind == "Pad") {
    const Tensor* pads = n.inputs.size() > 1 ? c.constant(n.inputs[1]) : nullptr;
    if (pads == nullptr || !same_fact(c, in, out)) return false;
    std::vector<std::int64_t> p = pads->to_ints();
    return std::ranges::all_of(p, [](std::int64_t x) { return x == 0; });
  }
  // Cast, Reshape, Flatten, Squeeze, Unsqueeze, Expand: the same type and shape say it all.
  return same_fact(c, in, out);
}

std::optional<Patch> match_noop(const RuleContext& c, NodeId id) {
  const Node& n = c.node(id);
  if (!n.op->def().domain.empty() || n.inputs.empty() || n.inputs[0] == kAbsent || n.outputs.empty() ||
      n.outputs[0] == kAbsent || !nothing_done(c, n))
    return std::nullopt;
  Patch patch(c.graph, "the node gives its input back");
  patch.replace(n.outputs[0], n.inputs[0]);
  return patch;
}

}  // namespace

void register_rule_remove_noops(RuleRegistry& r) {
  r.add({"remove_noops",
         Pass::normalise,
         "bits",
         {"Identity", "Dropout", "Concat", "Sum", "Max", "Min", "Mean", "Transpose", "Slice", "Pad", "Cast",
          "Reshape", "Flatten", "Squeeze", "Unsqueeze", "Expand"},
         match_noop});
}

}  // namespace sardonyx
