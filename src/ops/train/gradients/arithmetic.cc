// Gradients of functions of several numbers, which broadcast.
#include "ops/gradient.h"

namespace sardonyx {
namespace {

void times(GradientOf& g) {
  if (g.needs(0)) g.give(0, g.dy() * g.x(1));
  if (g.needs(1)) g.give(1, g.dy() * g.x(0));
}

void divide(GradientOf& g) {
  if (g.needs(0)) g.give(0, g.dy() / g.x(1));
  if (g.needs(1)) g.give(1, -(g.dy() * g.y() / g.x(1)));
}

// The exponent may be of another type than the base, whose type the result has.
void power(GradientOf& g) {
  const Term x = g.x(0), y = g.y(), dy = g.dy();
  const Term exponent = call("CastLike", {g.x(1), x});
  if (g.needs(0)) {
    const Term slope = exponent * call("Pow", {x, exponent - 1});
    g.give(0, where(call("Equal", {exponent, number(x, 0)}), number(x, 0), dy * slope));
  }
  if (!g.needs(1)) return;
  const Term positive = call("Greater", {x, number(x, 0)});
  g.give(1, where(positive, dy * y * call("Log", {where(positive, x, 1)}), 0));
}

// x - q * m, where the quotient q does not change near x.
void remainder(GradientOf& g) {
  g.give(0, g.dy());
  if (g.needs(1)) g.give(1, g.dy() * call("Round", {(g.y() - g.x(0)) / g.x(1)}));
}

// Among equals the gradient is shared.
void extreme(GradientOf& g) {
  std::vector<Term> chosen;
  Term count;
  for (std::size_t i = 0; i < g.inputs(); ++i) {
    const Term is = call("CastLike", {call("Equal", {g.x(i), g.y()}), g.y()});
    count = count ? count + is : is;
    chosen.push_back(is);
  }
  const Term share = g.dy() / count;
  for (std::size_t i = 0; i < g.inputs(); ++i) {
    if (g.needs(i)) g.give(i, chosen[i] * share);
  }
}

void select(GradientOf& g) {
  if (g.needs(1)) g.give(1, where(g.x(0), g.dy(), 0));
  if (g.needs(2)) g.give(2, where(g.x(0), number(g.dy(), 0), g.dy()));
}

}  // namespace

void gradients_arithmetic(GradientRules& r) {
  r.add("Add", [](GradientOf& g) {
    g.give(0, g.dy());
    g.give(1, g.dy());
  });
  r.add("Sub", [](GradientOf& g) {
    g.give(0, g.dy());
    if (g.needs(1)) g.give(1, -g.dy());
  });
  r.add("Mul", times);
  r.add("Div", divide);
  r.add("Pow", power);
  r.add("Mod", remainder);
  r.add("Min", extreme);
  r.add("Max", extreme);
  r.add("Sum", [](GradientOf& g) {
    for (std::size_t i = 0; i < g.inputs(); ++i) g.give(i, g.dy());
  });
  r.add("Mean", [](GradientOf& g) {
    const Term share = g.dy() / static_cast<double>(g.inputs());
    for (std::size_t i = 0; i < g.inputs(); ++i) g.give(i, share);
  });
  r.add("Where", select);
  for (const char* cast : {"Cast", "CastLike"}) r.add(cast, [](GradientOf& g) { g.give(0, g.dy()); });
}

}  // namespace sardonyx
