// fuse_gelu: x (1 + erf(x / sqrt 2)) / 2, and its approximation by tanh, in the ways in which exporters write them.
#include "graph/pattern.h"
#include "optimize/rule.h"

namespace sardonyx {

namespace {

Pattern x() { return Pattern::any("x"); }
Pattern number(double v) { return Pattern::number(v); }

// x * t / 2, in any order.
void add_halves(std::vector<Pattern>& out, const Pattern& t) {
  out.push_back(Pattern::binary("Mul", Pattern::binary("Mul", x(), t), number(0.5)));
  out.push_back(Pattern::binary("Mul", Pattern::binary("Mul", x(), number(0.5)), t));
  out.push_back(Pattern::binary("Mul", x(), Pattern::binary("Mul", t, number(0.5))));
  out.push_back(Pattern::binary("Div", Pattern::binary("Mul", x(), t), number(2)));
}

const std::vector<Pattern>& by_erf() {
  static const std::vector<Pattern> patterns = [] {
    std::vector<Pattern> p;
    for (const Pattern& scaled : {Pattern::binary("Div", x(), number(1.4142135623730951)),
                                  Pattern::binary("Mul", x(), number(0.7071067811865476))})
      add_halves(p, Pattern::binary("Add", Pattern::op("Erf", {scaled}), number(1)));
    return p;
  }();
  return patterns;
}

const std::vector<Pattern>& by_tanh() {
  static const std::vector<Pattern> patterns = [] {
    std::vector<Pattern> p;
    const Pattern square = Pattern::binary("Mul", x(), x());
    for (const Pattern& cube :
         {Pattern::binary("Pow", x(), number(3)), Pattern::binary("Mul", square, x())}) {
      const Pattern inner = Pattern::binary("Add", x(), Pattern::binary("Mul", cube, number(0.044715)));
      const Pattern tanh = Pattern::op("Tanh", {Pattern::binary("Mul", inner, number(0.7978845608028654))});
      add_halves(p, Pattern::binary("Add", tanh, number(1)));
    }
    return p;
  }();
  return patterns;
}

std::optional<Patch> match_gelu(const RuleContext& c, NodeId id) {
  const ValueId result = c.node(id).outputs[0];
  const auto attempt = [&](const std::vector<Pattern>& patterns, const char* kind) -> std::optional<Patch> {
    for (const Pattern& pattern : patterns) {
      const auto m = pattern.match(c.graph, result);
      if (!m || !(c.fact(m->at("x")).shape == c.fact(result).shape)) continue;
      Patch patch(c.graph, "written out in elementary operators");
      const auto op = make_op("", "Gelu", {{"approximate", std::string(kind)}});
      patch.replace(result, patch.add(op, {m->at("x")}, m->nodes));
      return patch;
    }
    return std::nullopt;
  };
  if (c.fact(result).dtype() != DType::float32) return std::nullopt;
  if (auto patch = attempt(by_erf(), "none")) return patch;
  return attempt(by_tanh(), "tanh");
}

}  // namespace

void register_rule_fuse_gelu(RuleRegistry& r) {
  r.add({"fuse_gelu",
         Pass::fuse,
         "values within float rounding; NaN and infinities",
         {"Mul", "Div"},
         match_gelu});
}

}  // namespace sardonyx
