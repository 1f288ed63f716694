// fuse_pointwise: an elementwise node joins the elementwise node that reads it, when both run over one space. What
// others read too becomes a further output, so nothing is computed twice.
#include <algorithm>
#include <unordered_set>

#include "ops/fused/fused_pointwise.h"
#include "ops/pointwise_fusion.h"
#include "optimize/rule.h"

namespace sardonyx {

namespace {

bool used_beside(const Graph& g, ValueId v, NodeId user) {
  const ValueInfo& info = g.value(v);
  return info.is_output || std::ranges::any_of(info.uses, [&](Use u) { return u.node != user; });
}

// Another way leads from `from` to `to`, through nodes in between: joining the two would make a cycle. Gives up, and
// says yes, after a bounded search.
bool joined_elsewhere(const Graph& g, NodeId from, NodeId to) {
  constexpr std::size_t kBound = 4096;
  std::unordered_set<NodeId> seen{to};
  std::vector<NodeId> work;
  const auto push = [&](NodeId reader) {
    for (ValueId v : g.node(reader).inputs) {
      const NodeId p = v == kAbsent ? kAbsent : g.value(v).producer;
      if (p == kAbsent || (reader == to && p == from)) continue;
      if (seen.insert(p).second) work.push_back(p);
    }
  };
  push(to);
  while (!work.empty() && seen.size() < kBound) {
    const NodeId n = work.back();
    work.pop_back();
    if (n == from) return true;
    push(n);
  }
  return !work.empty();
}

// All outputs that anybody wants run over the same space; gives it.
const SymShape* space_of(const Graph& g, const Node& n) {
  const SymShape* space = nullptr;
  for (ValueId v : n.outputs) {
    if (v == kAbsent) continue;
    const Fact& fact = g.value(v).fact;
    if (!fact.is_tensor() || !fact.shape.ranked() || is_size_arithmetic(fact)) return nullptr;
    if (space != nullptr && !(*space == fact.shape)) return nullptr;
    space = &fact.shape;
  }
  return space;
}

std::optional<Patch> join(const RuleContext& c, NodeId first, NodeId second) {
  const Node &a = c.node(first), &b = c.node(second);
  const auto program = program_of(c.graph, a), next = program_of(c.graph, b);
  if (!program || !next) return std::nullopt;
  bool others = false;
  for (ValueId v : a.outputs) others |= v != kAbsent && used_beside(c.graph, v, second);
  if (others && joined_elsewhere(c.graph, first, second)) return std::nullopt;

  ProgramBuilder builder(c.graph);
  builder.add(a, *program);
  builder.add(b, *next);
  std::vector<ValueId> results;
  for (ValueId v : b.outputs) {
    if (v != kAbsent) results.push_back(v);
  }
  for (ValueId v : a.outputs) {
    if (v != kAbsent && used_beside(c.graph, v, second)) results.push_back(v);
  }
  for (ValueId v : results) builder.output(v);
  pointwise::Program whole = builder.finish();
  if (builder.operands().empty() || !FusionLimits{}.hold(whole)) return std::nullopt;
  Patch patch(c.graph, "elementwise nodes over one space run as one program");
  const auto made = patch.add_node(FusedPointwise::make(std::move(whole)), builder.operands(), results.size(),
                                   {first, second});
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!(patch.fact(made[i]).shape == c.fact(results[i]).shape)) return std::nullopt;
    patch.replace(results[i], made[i]);
  }
  return patch;
}

std::optional<Patch> match_pointwise(const RuleContext& c, NodeId id) {
  const Node& b = c.node(id);
  if (dynamic_cast<const PointwiseOp*>(b.op.get()) == nullptr) return std::nullopt;
  const SymShape* space = space_of(c.graph, b);
  if (space == nullptr) return std::nullopt;
  for (ValueId v : b.inputs) {
    const NodeId first = v == kAbsent ? kAbsent : c.graph.value(v).producer;
    if (first == kAbsent || dynamic_cast<const PointwiseOp*>(c.node(first).op.get()) == nullptr) continue;
    const SymShape* other = space_of(c.graph, c.node(first));
    if (other == nullptr || !(*other == *space)) continue;
    if (auto patch = join(c, first, id)) return patch;
  }
  return std::nullopt;
}

}  // namespace

void register_rule_fuse_pointwise(RuleRegistry& r) {
  r.add({"fuse_pointwise",
         Pass::lower,
         "values; 16-bit floats in between are not rounded",
         {},
         match_pointwise});
}

}  // namespace sardonyx
