// fuse_layer_norm: (x - mean(x)) / sqrt(mean((x - mean(x))^2) + epsilon) * scale + bias over the last axis is
// LayerNormalization; the same without the mean and the bias is RMSNormalization.
#include <cmath>

#include "graph/pattern.h"
#include "optimize/rule.h"

namespace sardonyx {

namespace {

Pattern any(const char* name) { return Pattern::any(name); }

Pattern mean(Pattern of, const char* name, const char* axes) {
  return Pattern::op("ReduceMean", {std::move(of), Pattern::constant(axes)}, name);
}

// sqrt(mean(square) + epsilon)
Pattern deviation(Pattern square) {
  return Pattern::op("Sqrt", {Pattern::binary("Add", mean(std::move(square), "variance", "axes"),
                                              Pattern::scalar("epsilon"))});
}

std::vector<Pattern> squares(const char* of) {
  return {Pattern::binary("Pow", any(of), Pattern::number(2)), Pattern::binary("Mul", any(of), any(of))};
}

const std::vector<Pattern>& centred() {
  static const std::vector<Pattern> patterns = [] {
    std::vector<Pattern> p;
    for (const Pattern& square : squares("d")) {
      const Pattern d = Pattern::op("Sub", {any("x"), mean(any("x"), "mean", "mean_axes")}, "d").shared();
      const Pattern normal = Pattern::binary("Div", d, deviation(square));
      p.push_back(Pattern::binary("Add", Pattern::binary("Mul", normal, Pattern::constant("scale")),
                                  Pattern::constant("bias")));
    }
    return p;
  }();
  return patterns;
}

const std::vector<Pattern>& plain() {
  static const std::vector<Pattern> patterns = [] {
    std::vector<Pattern> p;
    for (const Pattern& square : squares("x")) {
      const Pattern normal = Pattern::binary("Div", any("x"), deviation(square));
      const Pattern by_inverse =
          Pattern::binary("Mul", any("x"), Pattern::binary("Div", Pattern::number(1), deviation(square)));
      const Pattern by_reciprocal =
          Pattern::binary("Mul", any("x"), Pattern::op("Reciprocal", {deviation(square)}));
      for (const Pattern& n : {normal, by_inverse, by_reciprocal})
        p.push_back(Pattern::binary("Mul", n, Pattern::constant("scale")));
    }
    return p;
  }();
  return patterns;
}

// Whether `v` is the mean over the last axis alone, of a value of this rank.
bool over_last(const RuleContext& c, ValueId v, ValueId axes, std::size_t rank) {
  const Attributes fields = write_fields(*c.graph.producer(v)->op, true);
  if (auto it = fields.find("keepdims"); it != fields.end() && std::get<std::int64_t>(it->second) == 0)
    return false;
  const auto axis = scalar(c, axes);
  return axis && (*axis == -1 || *axis == static_cast<double>(rank) - 1);
}

// A vector as long as the last axis.
bool fits(const RuleContext& c, ValueId v, const Dim& length) {
  const Tensor* t = c.constant(v);
  return t->dtype() == DType::float32 && t->rank() == 1 && length == Dim(t->shape()[0]);
}

std::optional<Patch> build(const RuleContext& c, const Pattern::Match& m, ValueId result, bool is_centred) {
  const Fact& x = c.fact(m.at("x"));
  const auto epsilon = scalar(c, m.at("epsilon"));
  if (x.dtype() != DType::float32 || !x.shape.ranked() || x.shape.rank() < 1) return std::nullopt;
  const std::size_t rank = x.shape.rank();
  const Dim& length = x.shape[rank - 1];
  if (!epsilon || !std::isfinite(*epsilon) || *epsilon < 0) return std::nullopt;
  if (!over_last(c, m.at("variance"), m.at("axes"), rank) || !fits(c, m.at("scale"), length))
    return std::nullopt;
  if (is_centred && (!over_last(c, m.at("mean"), m.at("mean_axes"), rank) || !fits(c, m.at("bias"), length)))
    return std::nullopt;
  const Attributes fields{{"axis", std::int64_t{-1}}, {"epsilon", static_cast<float>(*epsilon)}};
  std::vector<ValueId> inputs{m.at("x"), m.at("scale")};
  if (is_centred) inputs.push_back(m.at("bias"));
  Patch patch(c.graph, "written out in elementary operators");
  const auto op = make_op("", is_centred ? "LayerNormalization" : "RMSNormalization", fields);
  patch.replace(result, patch.add(op, inputs, m.nodes));
  return patch;
}

std::optional<Patch> match_layer_norm(const RuleContext& c, NodeId id) {
  const bool is_centred = c.node(id).is("Add");
  const ValueId result = c.node(id).outputs[0];
  for (const Pattern& pattern : is_centred ? centred() : plain()) {
    const auto m = pattern.match(c.graph, result);
    if (!m) continue;
    if (auto patch = build(c, *m, result, is_centred)) return patch;
  }
  return std::nullopt;
}

}  // namespace

void register_rule_fuse_layer_norm(RuleRegistry& r) {
  r.add({"fuse_layer_norm",
         Pass::fuse,
         "values within float rounding; NaN and infinities",
         {"Add", "Mul"},
         match_layer_norm});
}

}  // namespace sardonyx
