// Det: determinants of the last two axes; and ONNX Runtime's Inverse of them.
#include <algorithm>
#include <cmath>
#include <utility>

#include "graph/op.h"
#include "ops/in_float.h"

namespace sardonyx {
namespace {

// Gaussian elimination with row pivoting in float64 on a [n, n], doing the same to b [n, m]; gives the determinant.
// A singular matrix is divided by zero all the same: infinities and NaNs come out.
double eliminate(double* a, std::int64_t n, double* b, std::int64_t m, bool stop_when_singular) {
  double det = 1;
  for (std::int64_t k = 0; k < n; ++k) {
    std::int64_t pivot = k;
    for (std::int64_t i = k + 1; i < n; ++i)
      if (std::abs(a[i * n + k]) > std::abs(a[pivot * n + k])) pivot = i;
    if (pivot != k) {
      std::swap_ranges(a + k * n, a + (k + 1) * n, a + pivot * n);
      std::swap_ranges(b + k * m, b + (k + 1) * m, b + pivot * m);
      det = -det;
    }
    const double head = a[k * n + k];
    det *= head;
    if (head == 0 && stop_when_singular) return 0;
    for (std::int64_t i = k + 1; i < n; ++i) {
      const double f = a[i * n + k] / head;
      for (std::int64_t j = k; j < n; ++j) a[i * n + j] -= f * a[k * n + j];
      for (std::int64_t j = 0; j < m; ++j) b[i * m + j] -= f * b[k * m + j];
    }
  }
  return det;
}

void substitute_back(const double* a, std::int64_t n, double* b) {
  for (std::int64_t k = n; k-- > 0;) {
    for (std::int64_t j = 0; j < n; ++j) {
      double v = b[k * n + j];
      for (std::int64_t i = k + 1; i < n; ++i) v -= a[k * n + i] * b[i * n + j];
      b[k * n + j] = v / a[k * n + k];
    }
  }
}

void check_square(const SymShape& x) {
  require(x.rank() >= 2, Code::invalid_argument, "X of shape {} holds no matrices", x);
  const Dim &rows = x[x.rank() - 2], &columns = x[x.rank() - 1];
  require(!rows.is_number() || !columns.is_number() || rows == columns, Code::invalid_argument,
          "the matrices of X of shape {} are not square", x);
}

struct Det final : Op {
  void infer(InferContext& c) const override {
    SymShape x = c.shape(0);
    if (x.ranked()) {
      check_square(x);
      x.dims().resize(x.rank() - 2);
    }
    c.out(0, c.dtype(0), std::move(x));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    const std::int64_t n = x.back(), count = x.count(0, x.rank() - 2);
    return in_float(c, [&]<typename T>() {
      return Kernel::of([=](Call& call) {
               auto* a = reinterpret_cast<double*>(call.scratch());
               for (std::int64_t i = 0; i < count; ++i) {
                 call.check_stop();
                 std::copy_n(call.in<T>(0) + i * n * n, n * n, a);
                 call.out<T>(0)[i] = static_cast<T>(eliminate(a, n, nullptr, 0, true));
               }
             })
          .with_scratch(static_cast<std::size_t>(n * n) * sizeof(double));
    });
  }
};

struct Inverse final : Op {
  void infer(InferContext& c) const override {
    if (c.shape(0).ranked()) check_square(c.shape(0));
    c.out(0, c.dtype(0), c.shape(0));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    const std::int64_t n = x.back(), count = x.count(0, x.rank() - 2);
    return in_float(c, [&]<typename T>() {
      return Kernel::of([=](Call& call) {
               auto* a = reinterpret_cast<double*>(call.scratch());
               double* b = a + n * n;
               for (std::int64_t i = 0; i < count; ++i) {
                 call.check_stop();
                 std::copy_n(call.in<T>(0) + i * n * n, n * n, a);
                 std::fill_n(b, n * n, 0.0);
                 for (std::int64_t j = 0; j < n; ++j) b[j * n + j] = 1;
                 eliminate(a, n, b, n, false);
                 substitute_back(a, n, b);
                 for (std::int64_t j = 0; j < n * n; ++j)
                   call.out<T>(0)[i * n * n + j] = static_cast<T>(b[j]);
               }
             })
          .with_scratch(static_cast<std::size_t>(2 * n * n) * sizeof(double));
    });
  }
};

}  // namespace

void register_det(OpRegistry& r) {
  r.add<Det>("", "Det");
  r.add<Inverse>("com.microsoft", "Inverse");
}

}  // namespace sardonyx
