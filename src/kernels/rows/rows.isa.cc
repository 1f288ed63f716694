#include "kernels/rows/rows.h"

#include "kernels/rows/lanes.h"

namespace sardonyx::SARDONYX_ISA_NAMESPACE {
namespace {

using namespace lanes;
using rows::Moments;

constexpr float kInfinity = __builtin_inff();
constexpr std::int64_t kBlock = 4096;  // floats summed in float32 lanes before the sum moves to float64

float row_max(const float* x, std::int64_t n) {
  Floats m = splat(-kInfinity);
  std::int64_t i = 0;
  for (; i + kFloats <= n; i += kFloats) m = larger(m, load(x + i));
  if (i < n) m = larger(m, load_some(x + i, n - i, -kInfinity));
  return largest(m);
}

// Calls f(vector, index, count) over the row; count is kFloats but for the last one.
template <typename F>
inline void each(const float* x, std::int64_t n, float fill, F f) {
  std::int64_t i = 0;
  for (; i + kFloats <= n; i += kFloats) f(load(x + i), i, static_cast<std::int64_t>(kFloats));
  if (i < n) f(load_some(x + i, n - i, fill), i, n - i);
}

inline void put(float* y, Floats v, std::int64_t count) {
  if (count == kFloats) return store(y, v);
  store_some(y, v, count);
}

// The sum of exp(x - shift), stored to y unless that is null.
double exp_sum_to(const float* x, float* y, std::int64_t n, float shift) {
  double total = 0;
  const Floats s = splat(shift);
  for (std::int64_t begin = 0; begin < n; begin += kBlock) {
    Floats sum_lanes{};
    const std::int64_t count = n - begin < kBlock ? n - begin : kBlock;
    each(x + begin, count, -kInfinity, [&](Floats v, std::int64_t i, std::int64_t m) {
      Floats e = exp(v - s);
      if (m < kFloats) {  // a fill of -inf - (-inf) would be NaN
        for (int j = static_cast<int>(m); j < kFloats; ++j) e[j] = 0;
      }
      sum_lanes += e;
      if (y != nullptr) put(y + begin + i, e, m);
    });
    total += sum(widen(sum_lanes));
  }
  return total;
}

double exp_sum(float* x, std::int64_t n, float shift) { return exp_sum_to(x, x, n, shift); }

void softmax(const float* x, float* y, std::int64_t n) {
  const double total = exp_sum_to(x, y, n, row_max(x, n));
  const Floats inverse = splat(static_cast<float>(1.0 / total));
  each(y, n, 0, [&](Floats v, std::int64_t i, std::int64_t m) { put(y + i, v * inverse, m); });
}

void log_softmax(const float* x, float* y, std::int64_t n) {
  const float shift = row_max(x, n);
  const Floats s = splat(shift);
  const Floats log_total = splat(static_cast<float>(__builtin_log(exp_sum_to(x, nullptr, n, shift))));
  each(x, n, 0, [&](Floats v, std::int64_t i, std::int64_t m) { put(y + i, v - s - log_total, m); });
}

inline Floats get(const float* x, std::int64_t count) {
  return count == kFloats ? load(x) : load_some(x, count, 0);
}

// One vector of columns, `count` of them alive.
void softmax_column_vector(const float* x, float* y, std::int64_t n, std::int64_t stride, std::int64_t count,
                           bool logarithm) {
  Floats shift = splat(-kInfinity);
  for (std::int64_t i = 0; i < n; ++i) shift = larger(shift, get(x + i * stride, count));
  Floats total{};
  if (logarithm) {
    for (std::int64_t i = 0; i < n; ++i) total += exp(get(x + i * stride, count) - shift);
    for (int j = 0; j < kFloats; ++j) total[j] = __builtin_logf(total[j]);
    for (std::int64_t i = 0; i < n; ++i)
      put(y + i * stride, get(x + i * stride, count) - shift - total, count);
    return;
  }
  for (std::int64_t i = 0; i < n; ++i) {
    const Floats e = exp(get(x + i * stride, count) - shift);
    total += e;
    put(y + i * stride, e, count);
  }
  const Floats inverse = 1.0f / total;
  for (std::int64_t i = 0; i < n; ++i) put(y + i * stride, get(y + i * stride, count) * inverse, count);
}

void softmax_columns(const float* x, float* y, std::int64_t n, std::int64_t stride, std::int64_t columns,
                     bool logarithm) {
  for (std::int64_t j = 0; j < columns; j += kFloats) {
    const std::int64_t count = columns - j < kFloats ? columns - j : kFloats;
    softmax_column_vector(x + j, y + j, n, stride, count, logarithm);
  }
}

Moments moments(const float* x, std::int64_t n) {
  Doubles total{};
  each(x, n, 0, [&](Floats v, std::int64_t, std::int64_t) { total += widen(v); });
  Moments result;
  result.mean = sum(total) / static_cast<double>(n);
  Doubles squares{};
  const double mean = result.mean;
  each(x, n, static_cast<float>(mean), [&](Floats v, std::int64_t, std::int64_t m) {
    Doubles d = widen(v) - mean;
    for (int j = static_cast<int>(m); j < kFloats; ++j) d[j] = 0;
    squares += d * d;
  });
  result.variance = sum(squares) / static_cast<double>(n);
  return result;
}

double mean_square(const float* x, std::int64_t n) {
  Doubles total{};
  each(x, n, 0, [&](Floats v, std::int64_t, std::int64_t) {
    const Doubles d = widen(v);
    total += d * d;
  });
  return sum(total) / static_cast<double>(n);
}

void normalise(const float* x, float* y, std::int64_t n, double mean, double scale, const float* gamma,
               const float* beta) {
  const float high = static_cast<float>(mean);
  const Floats mean_hi = splat(high), mean_lo = splat(static_cast<float>(mean - high));
  const Floats s = splat(static_cast<float>(scale));
  each(x, n, 0, [&](Floats v, std::int64_t i, std::int64_t m) {
    Floats r = (v - mean_hi - mean_lo) * s;
    if (gamma != nullptr) r *= get(gamma + i, m);
    if (beta != nullptr) r += get(beta + i, m);
    put(y + i, r, m);
  });
}

void scale_shift(const float* x, float* y, std::int64_t n, double mean, double scale, double shift) {
  const float high = static_cast<float>(mean);
  const Floats mean_hi = splat(high), mean_lo = splat(static_cast<float>(mean - high));
  const Floats s = splat(static_cast<float>(scale)), t = splat(static_cast<float>(shift));
  each(x, n, 0,
       [&](Floats v, std::int64_t i, std::int64_t m) { put(y + i, (v - mean_hi - mean_lo) * s + t, m); });
}

void sigmoid(float* x, std::int64_t n) {
  each(x, n, 0, [&](Floats v, std::int64_t i, std::int64_t m) { put(x + i, 1.0f / (1.0f + exp(-v)), m); });
}

// Near 0 by an odd polynomial, elsewhere 1 - 2/(e^(2|x|) + 1).
Floats tanh_of(Floats v) {
  const Floats size = v < 0.0f ? -v : v, s = v * v;
  Floats p = splat(-5.70498872745e-3f);
  p = p * s + 2.06390887954e-2f;
  p = p * s - 5.37397155531e-2f;
  p = p * s + 1.33314422036e-1f;
  p = p * s - 3.33332819422e-1f;
  p = p * s * v + v;
  const Floats far = 1.0f - 2.0f / (exp(size + size) + 1.0f);
  return size < 0.625f ? p : (v < 0.0f ? -far : far);
}

void tanh(float* x, std::int64_t n) {
  each(x, n, 0, [&](Floats v, std::int64_t i, std::int64_t m) { put(x + i, tanh_of(v), m); });
}

}  // namespace

const rows::Kernels row_kernels = {softmax,   log_softmax, softmax_columns, moments, mean_square,
                                   normalise, scale_shift, exp_sum,         sigmoid, tanh};

}  // namespace sardonyx::SARDONYX_ISA_NAMESPACE
