#include "kernels/rows/rows.h"

#include <algorithm>

namespace sardonyx::rows::plain {
namespace {

constexpr std::int64_t kBlock = 128;

// The sum of f(i), by blocks, so that the error does not grow with n.
template <typename F>
double sum_of(std::int64_t n, F f) {
  double total = 0;
  for (std::int64_t begin = 0; begin < n; begin += kBlock) {
    double part = 0;
    const std::int64_t end = std::min(n, begin + kBlock);
    for (std::int64_t i = begin; i < end; ++i) part += f(i);
    total += part;
  }
  return total;
}

}  // namespace

double exp_sum(double* x, std::int64_t n, double shift) {
  return sum_of(n, [&](std::int64_t i) { return x[i] = std::exp(x[i] - shift); });
}

void softmax_columns(const double* x, double* y, std::int64_t n, std::int64_t stride, std::int64_t columns,
                     bool logarithm) {
  for (std::int64_t j = 0; j < columns; ++j) {
    double shift = -std::numeric_limits<double>::infinity();
    for (std::int64_t i = 0; i < n; ++i) shift = std::max(shift, x[i * stride + j]);
    const double total = sum_of(n, [&](std::int64_t i) { return std::exp(x[i * stride + j] - shift); });
    const double log_total = std::log(total);
    for (std::int64_t i = 0; i < n; ++i) {
      const double centred = x[i * stride + j] - shift;
      y[i * stride + j] = logarithm ? centred - log_total : std::exp(centred) / total;
    }
  }
}

void softmax(const double* x, double* y, std::int64_t n) { softmax_columns(x, y, n, 1, 1, false); }
void log_softmax(const double* x, double* y, std::int64_t n) { softmax_columns(x, y, n, 1, 1, true); }

Moments moments(const double* x, std::int64_t n) {
  Moments m;
  const auto count = static_cast<double>(n);
  m.mean = sum_of(n, [&](std::int64_t i) { return x[i]; }) / count;
  // The mean is rounded; what is left over of the sum corrects both moments.
  const double rest = sum_of(n, [&](std::int64_t i) { return x[i] - m.mean; }) / count;
  m.variance =
      sum_of(n, [&](std::int64_t i) { return (x[i] - m.mean) * (x[i] - m.mean); }) / count - rest * rest;
  m.variance = m.variance < 0 ? 0 : m.variance;
  m.mean += rest;
  return m;
}

double mean_square(const double* x, std::int64_t n) {
  return sum_of(n, [&](std::int64_t i) { return x[i] * x[i]; }) / static_cast<double>(n);
}

void normalise(const double* x, double* y, std::int64_t n, double mean, double scale, const double* gamma,
               const double* beta) {
  for (std::int64_t i = 0; i < n; ++i) {
    double r = (x[i] - mean) * scale;
    if (gamma != nullptr) r *= gamma[i];
    if (beta != nullptr) r += beta[i];
    y[i] = r;
  }
}

void scale_shift(const double* x, double* y, std::int64_t n, double mean, double scale, double shift) {
  for (std::int64_t i = 0; i < n; ++i) y[i] = (x[i] - mean) * scale + shift;
}

}  // namespace sardonyx::rows::plain
