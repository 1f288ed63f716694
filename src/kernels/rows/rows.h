// Rows: softmax and normalisation of one row of float32, vectorised per ISA; float64 by plain loops.
//
// Statistics are taken in two passes with float64 sums, so that large means lose nothing. A mean is handed on as
// mean_hi + mean_lo, which together carry more bits than a float32.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "kernels/simd/dispatch.h"

namespace sardonyx {
namespace rows {

struct Moments {
  double mean = 0, variance = 0;  // the population's; NaN for an empty row
};

// y may be x in all of these.
struct Kernels {
  void (*softmax)(const float* x, float* y, std::int64_t n);
  void (*log_softmax)(const float* x, float* y, std::int64_t n);
  // `columns` softmaxes side by side: element i of column j is at x[i*stride + j].
  void (*softmax_columns)(const float* x, float* y, std::int64_t n, std::int64_t stride, std::int64_t columns,
                          bool logarithm);
  Moments (*moments)(const float* x, std::int64_t n);
  double (*mean_square)(const float* x, std::int64_t n);
  // y[i] = (x[i] - mean) * scale * gamma[i] + beta[i]; gamma and beta may be nullptr.
  void (*normalise)(const float* x, float* y, std::int64_t n, double mean, double scale, const float* gamma,
                    const float* beta);
  // y[i] = (x[i] - mean) * scale + shift.
  void (*scale_shift)(const float* x, float* y, std::int64_t n, double mean, double scale, double shift);
  // x[i] = e^(x[i] - shift); gives the sum.
  double (*exp_sum)(float* x, std::int64_t n, float shift);
  void (*sigmoid)(float* x, std::int64_t n);
  void (*tanh)(float* x, std::int64_t n);
};

// The same in float64.
namespace plain {
void softmax(const double* x, double* y, std::int64_t n);
void log_softmax(const double* x, double* y, std::int64_t n);
void softmax_columns(const double* x, double* y, std::int64_t n, std::int64_t stride, std::int64_t columns,
                     bool logarithm);
Moments moments(const double* x, std::int64_t n);
double mean_square(const double* x, std::int64_t n);
void normalise(const double* x, double* y, std::int64_t n, double mean, double scale, const double* gamma,
               const double* beta);
void scale_shift(const double* x, double* y, std::int64_t n, double mean, double scale, double shift);
double exp_sum(double* x, std::int64_t n, double shift);
}  // namespace plain

// The set for T: float for the given ISA, or double. Members are called the same way.
struct PlainKernels {
  decltype(&plain::softmax) softmax = plain::softmax;
  decltype(&plain::log_softmax) log_softmax = plain::log_softmax;
  decltype(&plain::softmax_columns) softmax_columns = plain::softmax_columns;
  decltype(&plain::moments) moments = plain::moments;
  decltype(&plain::mean_square) mean_square = plain::mean_square;
  decltype(&plain::normalise) normalise = plain::normalise;
  decltype(&plain::scale_shift) scale_shift = plain::scale_shift;
  decltype(&plain::exp_sum) exp_sum = plain::exp_sum;
};

}  // namespace rows

SARDONYX_ISA_TABLE(rows::Kernels, row_kernels)

namespace rows {

template <typename T>
const auto& kernels(Isa isa) {
  if constexpr (sizeof(T) == sizeof(float)) {
    return row_kernels(isa);
  } else {
    static constexpr PlainKernels kPlain;
    return kPlain;
  }
}

}  // namespace rows
}  // namespace sardonyx
