// Gradients of functions of one number.
#include <cmath>
#include <numbers>

#include "ops/gradient.h"

namespace sardonyx {
namespace {

// dx from x, y and dy.
using Formula = Term (*)(Term x, Term y, Term dy);
GradientRule unary(Formula formula) {
  return [formula](GradientOf& g) { g.give(0, formula(g.x(0), g.y(), g.dy())); };
}

Term exp(Term x) { return call("Exp", {x}); }
Term sigmoid(Term x) { return call("Sigmoid", {x}); }
Term sqrt(Term x) { return call("Sqrt", {x}); }
Term above(Term x, double bound) { return call("Greater", {x, number(x, bound)}); }
Term below(Term x, double bound) { return call("Less", {x, number(x, bound)}); }

void add_powers(GradientRules& r) {
  r.add("Abs", unary([](Term x, Term, Term dy) { return dy * call("Sign", {x}); }));
  r.add("Neg", unary([](Term, Term, Term dy) { return -dy; }));
  r.add("Reciprocal", unary([](Term, Term y, Term dy) { return -(dy * (y * y)); }));
  r.add("Sqrt", unary([](Term, Term y, Term dy) { return dy * 0.5 / y; }));
  r.add("Exp", unary([](Term, Term y, Term dy) { return dy * y; }));
  r.add("Log", unary([](Term x, Term, Term dy) { return dy / x; }));
  r.add("Erf",
        unary([](Term x, Term, Term dy) { return dy * (2 * std::numbers::inv_sqrtpi) * exp(-(x * x)); }));
}

void add_angles(GradientRules& r) {
  r.add("Sin", unary([](Term x, Term, Term dy) { return dy * call("Cos", {x}); }));
  r.add("Cos", unary([](Term x, Term, Term dy) { return -(dy * call("Sin", {x})); }));
  r.add("Tan", unary([](Term, Term y, Term dy) { return dy * (y * y + 1); }));
  r.add("Asin", unary([](Term x, Term, Term dy) { return dy / sqrt(1 - x * x); }));
  r.add("Acos", unary([](Term x, Term, Term dy) { return -(dy / sqrt(1 - x * x)); }));
  r.add("Atan", unary([](Term x, Term, Term dy) { return dy / (x * x + 1); }));
  r.add("Sinh", unary([](Term x, Term, Term dy) { return dy * call("Cosh", {x}); }));
  r.add("Cosh", unary([](Term x, Term, Term dy) { return dy * call("Sinh", {x}); }));
  r.add("Tanh", unary([](Term, Term y, Term dy) { return dy * (1 - y * y); }));
  r.add("Asinh", unary([](Term x, Term, Term dy) { return dy / sqrt(x * x + 1); }));
  r.add("Acosh", unary([](Term x, Term, Term dy) { return dy / sqrt((x - 1) * (x + 1)); }));
  r.add("Atanh", unary([](Term x, Term, Term dy) { return dy / (1 - x * x); }));
}

Term mish(Term x, Term, Term dy) {
  const Term t = call("Tanh", {call("Softplus", {x})});
  return dy * (t + x * sigmoid(x) * (1 - t * t));
}

// The error function's form, or that of tanh.
void gelu(GradientOf& g, bool tanh) {
  const Term x = g.x(0);
  if (!tanh) {
    const Term share = (call("Erf", {x * std::numbers::sqrt2 * 0.5}) + 1) * 0.5;
    const Term density = exp(x * x * -0.5) * (std::numbers::inv_sqrtpi / std::numbers::sqrt2);
    return g.give(0, g.dy() * (share + x * density));
  }
  const double scale = std::sqrt(2 * std::numbers::inv_pi), cube = 0.044715;
  const Term square = x * x;
  const Term t = call("Tanh", {x * (square * cube + 1) * scale});
  const Term slope = (square * (3 * cube) + 1) * scale;
  g.give(0, g.dy() * ((t + 1) * 0.5 + x * 0.5 * (1 - t * t) * slope));
}

void swish(GradientOf& g, double alpha) {
  const Term x = g.x(0), s = sigmoid(x * alpha);
  g.give(0, g.dy() * (s + x * alpha * s * (1 - s)));
}

void add_activations(GradientRules& r) {
  r.add("Relu", unary([](Term x, Term, Term dy) { return where(above(x, 0), dy, 0); }));
  r.add("Sigmoid", unary([](Term, Term y, Term dy) { return dy * (y * (1 - y)); }));
  r.add("Softplus", unary([](Term x, Term, Term dy) { return dy * sigmoid(x); }));
  r.add("Softsign", unary([](Term x, Term, Term dy) {
          const Term base = call("Abs", {x}) + 1;
          return dy / (base * base);
        }));
  r.add("Mish", unary(mish));
  r.add("HardSwish", unary([](Term x, Term, Term dy) {
          const Term inside = where(above(x, -3), dy * (x / 3.0 + 0.5), 0);
          return where(below(x, 3), inside, dy);
        }));
  const auto gelu_rule = [](GradientOf& g) {
    gelu(g, g.field<std::string>("approximate", "none") == "tanh");
  };
  r.add("Gelu", gelu_rule);
  r.add("com.microsoft:Gelu", gelu_rule);
  r.add("Swish", [](GradientOf& g) { swish(g, static_cast<double>(g.field<float>("alpha", 1))); });
  r.add("com.microsoft:QuickGelu",
        [](GradientOf& g) { swish(g, static_cast<double>(g.field<float>("alpha", 1.702f))); });
}

void add_with_parameters(GradientRules& r) {
  const auto alpha = [](const GradientOf& g, float otherwise) {
    return static_cast<double>(g.field<float>("alpha", otherwise));
  };
  r.add("LeakyRelu",
        [alpha](GradientOf& g) { g.give(0, where(above(g.x(0), 0), g.dy(), g.dy() * alpha(g, 0.01f))); });
  r.add("Elu", [alpha](GradientOf& g) {
    g.give(0, where(above(g.x(0), 0), g.dy(), g.dy() * (g.y() + alpha(g, 1))));
  });
  r.add("Celu", [alpha](GradientOf& g) {
    g.give(0, where(above(g.x(0), 0), g.dy(), g.dy() * (g.y() / alpha(g, 1) + 1)));
  });
  r.add("ThresholdedRelu",
        [alpha](GradientOf& g) { g.give(0, where(above(g.x(0), alpha(g, 1)), g.dy(), 0)); });
  r.add("Selu", [alpha](GradientOf& g) {
    const double gamma = static_cast<double>(g.field<float>("gamma"));
    g.give(0, where(above(g.x(0), 0), g.dy() * gamma, g.dy() * (g.y() + alpha(g, 0) * gamma)));
  });
  r.add("HardSigmoid", [alpha](GradientOf& g) {
    const Term inside = call("And", {above(g.y(), 0), below(g.y(), 1)});
    g.give(0, where(inside, g.dy() * alpha(g, 0.2f), 0));
  });
  r.add("Shrink", [](GradientOf& g) {
    const double bound = static_cast<double>(g.field<float>("lambd", 0.5f));
    g.give(0, where(call("Or", {above(g.x(0), bound), below(g.x(0), -bound)}), g.dy(), 0));
  });
  r.add("PRelu", [](GradientOf& g) {
    const Term negative = below(g.x(0), 0);
    if (g.needs(0)) g.give(0, where(negative, g.dy() * g.x(1), g.dy()));
    if (g.needs(1)) g.give(1, where(negative, g.dy() * g.x(0), 0));
  });
}

// On a bound the gradient is x's.
void clip(GradientOf& g) {
  const Term x = g.x(0);
  Term y = x, dx = g.dy();
  if (g.has(1)) {
    const Term cut = call("Less", {x, g.x(1)});
    Term low = where(cut, g.dy(), 0);
    if (g.has(2)) low = where(call("Greater", {g.x(1), g.x(2)}), low * 0.0, low);
    g.give(1, low);
    dx = where(cut, number(dx, 0), dx);
    y = call("Max", {x, g.x(1)});
  }
  if (g.has(2)) {
    const Term cut = call("Greater", {y, g.x(2)});
    if (g.needs(2)) g.give(2, where(cut, g.dy(), 0));
    dx = where(cut, number(dx, 0), dx);
  }
  g.give(0, dx);
}

}  // namespace

void gradients_elementwise(GradientRules& r) {
  add_powers(r);
  add_angles(r);
  add_activations(r);
  add_with_parameters(r);
  r.add("Clip", clip);
  r.flat({"Ceil", "Floor", "Round", "Sign", "EyeLike", "Bernoulli", "RandomNormalLike", "RandomUniformLike",
          "Hardmax"});
}

}  // namespace sardonyx
