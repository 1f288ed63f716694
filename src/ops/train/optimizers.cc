// Steps of training, ai.onnx.preview.training: Adagrad, Adam, Momentum.
//
// Inputs: rate R, step count T, then all tensors, all gradients, all states; outputs: new tensors, new states.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "graph/op.h"
#include "ops/dispatch.h"

namespace sardonyx {
namespace {

constexpr std::int64_t kGrain = 8192;

// What one element's step works on: the tensor's element and gradient, and up to two states, changed in place.
struct Element {
  double x, g, s0, s1;
};

// Runs `step(element, rate, count)` over all tensors; `states` per tensor.
template <typename Step>
Kernel stepping(const LowerContext& c, std::size_t states, const Step& step) {
  const std::size_t kinds = 2 + states, tensors = (c.inputs() - 2) / kinds;
  std::vector<std::int64_t> counts(tensors);
  for (std::size_t t = 0; t < tensors; ++t) counts[t] = c.shape(2 + t).count();
  return dispatch_real(c.dtype(2), [&]<typename T>() {
    return Kernel::of([counts = std::move(counts), tensors, states, step, rates = c.dtype(0)](Call& call) {
      const double rate =
          rates == DType::float64 ? *call.in<double>(0) : static_cast<double>(*call.in<float>(0));
      const std::int64_t count = *call.in<std::int64_t>(1);
      for (std::size_t t = 0; t < tensors; ++t) {
        const auto in = [&](std::size_t kind) { return call.in<T>(2 + kind * tensors + t); };
        const auto out = [&](std::size_t kind) { return call.out<T>(kind * tensors + t); };
        const T *x = in(0), *g = in(1), *s0 = in(2), *s1 = states > 1 ? in(3) : nullptr;
        T *to = out(0), *to0 = out(1), *to1 = states > 1 ? out(2) : nullptr;
        call.for_range(counts[t], kGrain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
          for (std::int64_t i = begin; i < end; ++i) {
            Element e{static_cast<double>(x[i]), static_cast<double>(g[i]), static_cast<double>(s0[i]),
                      s1 != nullptr ? static_cast<double>(s1[i]) : 0};
            step(e, rate, count);
            if (to != nullptr) to[i] = static_cast<T>(e.x);
            if (to0 != nullptr) to0[i] = static_cast<T>(e.s0);
            if (to1 != nullptr) to1[i] = static_cast<T>(e.s1);
          }
        });
      }
    });
  });
}

void infer_steps(InferContext& c, std::size_t states) {
  const std::size_t kinds = 2 + states;
  require(c.inputs() > 2 && (c.inputs() - 2) % kinds == 0, Code::invalid_model,
          "expected {} inputs per tensor after R and T, found {} in all", kinds, c.inputs() - 2);
  const std::size_t tensors = (c.inputs() - 2) / kinds;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto count = c.shape(i).count();
    require(!count || !count->is_number() || count->equals(1), Code::invalid_argument,
            "input {} of shape {} must hold one number", i, c.shape(i));
  }
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    for (std::size_t t = 0; t < tensors; ++t) {
      const auto x = c.shape(2 + t).numbers(), other = c.shape(2 + kind * tensors + t).numbers();
      require(!x || !other || *x == *other, Code::invalid_argument,
              "tensor {} is {}, its gradient or state {}", t, c.shape(2 + t),
              c.shape(2 + kind * tensors + t));
      require(c.dtype(2 + kind * tensors + t) == c.dtype(2), Code::invalid_argument, "element types differ");
      if (kind != 1) c.out((kind == 0 ? 0 : kind - 1) * tensors + t, c.dtype(2 + t), c.shape(2 + t));
    }
  }
}

struct Adagrad final : Op {
  float decay_factor = 0, epsilon = 1e-6f, norm_coefficient = 0;
  void fields(FieldVisitor& f) override {
    f("decay_factor", decay_factor);
    f("epsilon", epsilon);
    f("norm_coefficient", norm_coefficient);
  }
  void infer(InferContext& c) const override { infer_steps(c, 1); }
  Kernel lower(LowerContext& c) const override {
    const double decay = static_cast<double>(decay_factor), small = static_cast<double>(epsilon),
                 norm = static_cast<double>(norm_coefficient);
    return stepping(c, 1, [=](Element& e, double rate, std::int64_t count) noexcept {
      const double g = norm * e.x + e.g;
      e.s0 += g * g;
      e.x -= rate / (1 + static_cast<double>(count) * decay) * g / (std::sqrt(e.s0) + small);
    });
  }
};

struct Adam final : Op {
  float alpha = 0.9f, beta = 0.999f, epsilon = 1e-6f, norm_coefficient = 0, norm_coefficient_post = 0;
  void fields(FieldVisitor& f) override {
    f("alpha", alpha);
    f("beta", beta);
    f("epsilon", epsilon);
    f("norm_coefficient", norm_coefficient);
    f("norm_coefficient_post", norm_coefficient_post);
  }
  void infer(InferContext& c) const override { infer_steps(c, 2); }
  Kernel lower(LowerContext& c) const override {
    const double a = static_cast<double>(alpha), b = static_cast<double>(beta),
                 small = static_cast<double>(epsilon), norm = static_cast<double>(norm_coefficient),
                 post = static_cast<double>(norm_coefficient_post);
    return stepping(c, 2, [=](Element& e, double rate, std::int64_t count) noexcept {
      const double g = norm * e.x + e.g, t = static_cast<double>(count);
      e.s0 = a * e.s0 + (1 - a) * g;
      e.s1 = b * e.s1 + (1 - b) * g * g;
      if (count > 0) rate *= std::sqrt(1 - std::pow(b, t)) / (1 - std::pow(a, t));
      e.x = (1 - post) * (e.x - rate * e.s0 / (std::sqrt(e.s1) + small));
    });
  }
};

struct Momentum final : Op {
  float alpha = 0, beta = 0, norm_coefficient = 0;
  std::string mode;
  void fields(FieldVisitor& f) override {
    f("alpha", alpha);
    f("beta", beta);
    f("mode", mode);
    f("norm_coefficient", norm_coefficient);
  }
  void infer(InferContext& c) const override {
    require(mode == "standard" || mode == "nesterov", Code::invalid_model,
            "mode is '{}', expected standard or nesterov", mode);
    infer_steps(c, 1);
  }
  Kernel lower(LowerContext& c) const override {
    const double a = static_cast<double>(alpha), b = static_cast<double>(beta),
                 norm = static_cast<double>(norm_coefficient);
    return stepping(c, 1,
                    [=, ahead = mode == "nesterov"](Element& e, double rate, std::int64_t count) noexcept {
                      const double g = norm * e.x + e.g;
                      e.s0 = a * e.s0 + (count > 0 ? b : 1.0) * g;
                      e.x -= rate * (ahead ? g + a * e.s0 : e.s0);
                    });
  }
};

}  // namespace

void register_optimizers(OpRegistry& r) {
  r.add<Adagrad>("ai.onnx.preview.training", "Adagrad");
  r.add<Adam>("ai.onnx.preview.training", "Adam");
  r.add<Momentum>("ai.onnx.preview.training", "Momentum");
}

}  // namespace sardonyx
