// join_constants: (x + a) + b is x + (a + b), and (x * a) * b is x * (a * b), for constants a and b. The sum or
// product of the constants is folded by fold_constants afterwards.
#include <cmath>

#include "graph/pattern.h"
#include "optimize/rule.h"

namespace sardonyx {

namespace {

// Integers wrap, so that any order gives the same bits. Floats: one-element constants whose joined value is finite and
// no subnormal, so that only rounding differs.
bool may_join(const RuleContext& c, const std::string& kind, ValueId a, ValueId b) {
  DType d = c.fact(a).dtype();
  if (is_integer(d)) return true;
  if (d != DType::float32 && d != DType::float64) return false;
  auto x = scalar(c, a), y = scalar(c, b);
  if (!x || !y) return false;
  double joined = kind == "Add" ? *x + *y : *x * *y;
  double largest = d == DType::float32 ? 1e37 : 1e300, smallest = d == DType::float32 ? 1e-37 : 1e-300;
  bool fits =
      std::isfinite(joined) && std::fabs(joined) < largest && (joined == 0 || std::fabs(joined) > smallest);
  // x + 1e8 - 1e8 rounds x on its way: joining may only remove less than it keeps.
  bool cancels = kind == "Add" && std::fabs(joined) < 0.5 * std::fabs(*x);
  return fits && !cancels && !(kind == "Mul" && joined == 0);
}

std::optional<Patch> match_constant_chain(const RuleContext& c, NodeId id) {
  const Node& outer = c.node(id);
  if (!outer.op->def().domain.empty() || outer.outputs[0] == kAbsent) return std::nullopt;
  const std::string& kind = outer.kind();
  Pattern chain = Pattern::op(kind, {Pattern::op(kind, {Pattern::any("x"), Pattern::constant("a")}, "inner"),
                                     Pattern::constant("b")});
  auto m = chain.match(c.graph, outer.outputs[0]);
  if (!m || c.constant(m->at("x")) != nullptr || !may_join(c, kind, m->at("a"), m->at("b")))
    return std::nullopt;
  Patch patch(c.graph, "two constants of a chain make one");
  ValueId joined = patch.add(outer.op, {m->at("a"), m->at("b")}, {id});
  patch.replace(outer.outputs[0], patch.add(outer.op, {m->at("x"), joined}, m->nodes));
  return patch;
}

}  // namespace

void register_rule_join_constants(RuleRegistry& r) {
  r.add({"join_constants",
         Pass::normalise,
         "integers: bits; floats: within rounding, NaN and infinities of x kept",
         {"Add", "Mul"},
         match_constant_chain});
}

}  // namespace sardonyx
