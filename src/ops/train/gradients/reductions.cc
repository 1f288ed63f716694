// Gradients of reductions, of softmax and of running sums.
#include "ops/gradient.h"

namespace sardonyx {
namespace {

// The reduction `op` over the same axes, which stay with size 1.
Term over(const GradientOf& g, std::string_view op, Term x) {
  Attributes a{{"keepdims", std::int64_t{1}}};
  if (g.field<std::int64_t>("noop_with_empty_axes") != 0) a["noop_with_empty_axes"] = std::int64_t{1};
  std::vector<Term> in{x};
  if (g.has(1)) in.push_back(g.x(1));
  return call(op, in, std::move(a));
}

bool kept(const GradientOf& g) { return g.field<std::int64_t>("keepdims", 1) != 0; }

// The gradient of the output with its axes of size 1 back.
Term spread(const GradientOf& g) {
  return kept(g) ? g.dy() : reshaped(g.dy(), sizes(over(g, "ReduceSum", g.x(0))));
}

Term again_kept(const GradientOf& g) { return kept(g) ? g.y() : over(g, g.name(), g.x(0)); }

// dx from x, y and dy, these two with axes of size 1.
using ReductionFormula = Term (*)(const GradientOf& g, Term x, Term y, Term dy);
GradientRule with_result(ReductionFormula formula) {
  return [formula](GradientOf& g) {
    g.give(0, call("Expand", {formula(g, g.x(0), again_kept(g), spread(g)), sizes(g.x(0))}));
  };
}
GradientRule without_result(ReductionFormula formula) {
  return [formula](GradientOf& g) {
    g.give(0, call("Expand", {formula(g, g.x(0), Term(), spread(g)), sizes(g.x(0))}));
  };
}

// Among equals the gradient is shared.
Term extreme(const GradientOf& g, Term x, Term y, Term dy) {
  const Term is = call("CastLike", {call("Equal", {x, y}), x});
  return is * (dy / over(g, "ReduceSum", is));
}

Term mean(const GradientOf& g, Term x, Term, Term dy) {
  const Term all = call("CastLike", {call("Size", {x}), x});
  const Term results = call("CastLike", {call("Size", {g.y()}), x});
  return dy * (results / all);
}

// The product of the others: where one factor is zero only its own is not, where two are all are.
Term product(const GradientOf& g, Term x, Term, Term dy) {
  const Term zero = call("Equal", {x, number(x, 0)});
  const Term factor = where(zero, number(x, 1), x);
  const Term others = over(g, "ReduceProd", factor);
  const Term zeros = over(g, "ReduceSum", call("CastLike", {zero, x}));
  const Term single = call("And", {zero, call("Equal", {zeros, number(x, 1)})});
  const Term none = call("Equal", {zeros, number(x, 0)});
  return dy * where(none, others / factor, where(single, others, 0));
}

void add_reductions(GradientRules& r) {
  r.add("ReduceSum", without_result([](const GradientOf&, Term, Term, Term dy) { return dy; }));
  r.add("ReduceMean", without_result(mean));
  r.add("ReduceProd", without_result(product));
  r.add("ReduceMax", with_result(extreme));
  r.add("ReduceMin", with_result(extreme));
  r.add("ReduceL1",
        without_result([](const GradientOf&, Term x, Term, Term dy) { return dy * call("Sign", {x}); }));
  r.add("ReduceL2", with_result([](const GradientOf&, Term x, Term y, Term dy) {
          const Term zero = call("Equal", {y, number(y, 0)});
          return where(zero, number(x, 0), dy * x / where(zero, number(y, 1), y));
        }));
  r.add("ReduceSumSquare",
        without_result([](const GradientOf&, Term x, Term, Term dy) { return dy * x * 2.0; }));
  r.add("ReduceLogSum", without_result([](const GradientOf& g, Term x, Term, Term dy) {
          return dy / over(g, "ReduceSum", x);
        }));
  r.add("ReduceLogSumExp",
        with_result([](const GradientOf&, Term x, Term y, Term dy) { return dy * call("Exp", {x - y}); }));
}

// Softmax goes along one axis, or, in its older form, along all from one on.
Term softmax_axes(const GradientOf& g) {
  const auto axis = g.field<std::int64_t>("axis", -1);
  if (g.field<std::int64_t>("flatten") == 0) return ints(g.x(0), {axis});
  const std::size_t rank = g.x(0).rank();
  const auto first = axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis;
  return ints(g.x(0), axes_from(static_cast<std::size_t>(std::max<std::int64_t>(first, 0)), rank));
}

void softmax(GradientOf& g) {
  const Term weighted = g.dy() * g.y();
  g.give(0, weighted - g.y() * summed(weighted, softmax_axes(g)));
}

void log_softmax(GradientOf& g) {
  g.give(0, g.dy() - call("Exp", {g.y()}) * summed(g.dy(), softmax_axes(g)));
}

// The sum of what comes after, or before.
void running_sum(GradientOf& g) {
  const std::int64_t back = g.field<std::int64_t>("reverse") == 0 ? 1 : 0;
  g.give(0, g.again({g.dy(), g.x(1)}, 1, {{"reverse", back}})[0]);
}

}  // namespace

void gradients_reductions(GradientRules& r) {
  add_reductions(r);
  r.add("Softmax", softmax);
  r.add("LogSoftmax", log_softmax);
  r.add("CumSum", running_sum);
}

}  // namespace sardonyx
