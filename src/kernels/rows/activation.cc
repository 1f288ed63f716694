#include "kernels/rows/activation.h"

#include <algorithm>
#include <cmath>

#include "kernels/rows/rows.h"

namespace sardonyx::rows {
namespace {

template <typename T, typename F>
void each(T* x, std::int64_t n, F f) {
  for (std::int64_t i = 0; i < n; ++i) x[i] = f(x[i]);
}

template <typename T>
T softplus(T x) {
  return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
}

template <typename T>
void apply(const Activation& a, T* x, std::int64_t n) {
  using Kind = Activation::Kind;
  const T alpha = a.alpha, beta = a.beta, one = 1, zero = 0;
  switch (a.kind) {
    case Kind::identity:
      return;
    case Kind::relu:
      return each(x, n, [=](T v) { return v < zero ? zero : v; });
    case Kind::tanh:
      return each(x, n, [](T v) { return std::tanh(v); });
    case Kind::sigmoid:
      return each(x, n, [=](T v) { return one / (one + std::exp(-v)); });
    case Kind::affine:
      return each(x, n, [=](T v) { return alpha * v + beta; });
    case Kind::leaky_relu:
      return each(x, n, [=](T v) { return v < zero ? alpha * v : v; });
    case Kind::thresholded_relu:
      return each(x, n, [=](T v) { return v > alpha ? v : zero; });
    case Kind::scaled_tanh:
      return each(x, n, [=](T v) { return alpha * std::tanh(beta * v); });
    case Kind::hard_sigmoid:
      return each(x, n, [=](T v) { return std::min(one, std::max(zero, alpha * v + beta)); });
    case Kind::hard_swish:
      return each(x, n, [=](T v) { return v * std::min(one, std::max(zero, v / T{6} + T{0.5})); });
    case Kind::elu:
      return each(x, n, [=](T v) { return v < zero ? alpha * std::expm1(v) : v; });
    case Kind::celu:
      return each(x, n, [=](T v) { return v < zero ? alpha * std::expm1(v / alpha) : v; });
    case Kind::selu:
      return each(x, n, [=](T v) { return v < zero ? beta * alpha * std::expm1(v) : beta * v; });
    case Kind::softsign:
      return each(x, n, [=](T v) { return v / (one + std::abs(v)); });
    case Kind::softplus:
      return each(x, n, [](T v) { return softplus(v); });
    case Kind::parametric_softplus:
      return each(x, n, [=](T v) { return alpha * softplus(beta * v); });
    case Kind::clip:
      return each(x, n, [=](T v) { return v < alpha ? alpha : v > beta ? beta : v; });
  }
}

}  // namespace

void activate(const Activation& a, float* x, std::int64_t n) {
  const Kernels& k = row_kernels(a.isa);
  if (a.kind == Activation::Kind::sigmoid) return k.sigmoid(x, n);
  if (a.kind == Activation::Kind::tanh) return k.tanh(x, n);
  apply(a, x, n);
}

void activate(const Activation& a, double* x, std::int64_t n) { apply(a, x, n); }

}  // namespace sardonyx::rows
