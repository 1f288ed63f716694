// fuse_epilogue: an elementwise node whose operand is made by a producer that takes epilogues (convolution, matrix
// product, ...) is applied there, while the result is still in cache.
#include <algorithm>

#include "ops/pointwise_fusion.h"
#include "ops/pointwise_op.h"
#include "optimize/rule.h"

namespace sardonyx {

namespace {

bool read_only_by(const Graph& g, ValueId v, NodeId user) {
  const ValueInfo& info = g.value(v);
  return !info.is_output && std::ranges::all_of(info.uses, [&](Use u) { return u.node == user; });
}

std::optional<Patch> attach(const RuleContext& c, NodeId producer, NodeId user) {
  const Node &p = c.node(producer), &b = c.node(user);
  const ValueId v = p.outputs[0];
  const auto program = program_of(c.graph, b);
  if (!program) return std::nullopt;
  ProgramBuilder builder(c.graph);
  std::vector<ValueId> base = p.inputs;
  // The producer's bare result has no value of its own once it has an epilogue: its type is the program's first.
  if (p.epilogue != nullptr) {
    base.resize(p.epilogue_first);
    builder.resume(*p.epilogue, std::span(p.inputs).subspan(p.epilogue_first), v);
  } else {
    builder.operand(v);
  }
  builder.add(b, *program);
  builder.output(b.outputs[0]);
  pointwise::Program whole = builder.finish();
  if (!FusionLimits{}.hold(whole) || !p.op->takes_epilogue(whole)) return std::nullopt;

  Patch patch(c.graph, "applied where " + p.text() + " makes its operand");
  const auto made = patch.add_node(p.op, base, p.outputs.size(), {producer, user});
  std::vector<ValueId> operands(builder.operands().begin() + (p.epilogue == nullptr ? 1 : 0),
                                builder.operands().end());
  Fact result = Fact::tensor(whole.type(whole.outputs()[0]), c.fact(b.outputs[0]).shape);
  patch.set_epilogue(std::make_shared<const pointwise::Program>(std::move(whole)), std::move(operands),
                     std::move(result));
  patch.replace(b.outputs[0], made[0]);
  for (std::size_t i = 1; i < p.outputs.size(); ++i) {
    if (p.outputs[i] != kAbsent) patch.replace(p.outputs[i], made[i]);
  }
  return patch;
}

std::optional<Patch> match_epilogue(const RuleContext& c, NodeId id) {
  const Node& b = c.node(id);
  if (dynamic_cast<const PointwiseOp*>(b.op.get()) == nullptr || b.outputs.size() != 1) return std::nullopt;
  const Fact& result = c.fact(b.outputs[0]);
  if (!result.shape.ranked() || is_size_arithmetic(result)) return std::nullopt;
  for (ValueId v : b.inputs) {
    const NodeId producer = v == kAbsent ? kAbsent : c.graph.value(v).producer;
    if (producer == kAbsent || c.graph.value(v).producer_index != 0) continue;
    if (dynamic_cast<const PointwiseOp*>(c.node(producer).op.get()) != nullptr) continue;
    if (!(c.fact(v).shape == result.shape) || !read_only_by(c.graph, v, id)) continue;
    if (auto patch = attach(c, producer, id)) return patch;
  }
  return std::nullopt;
}

}  // namespace

void register_rule_fuse_epilogue(RuleRegistry& r) {
  r.add(
      {"fuse_epilogue", Pass::lower, "values; 16-bit floats in between are not rounded", {}, match_epilogue});
}

}  // namespace sardonyx
