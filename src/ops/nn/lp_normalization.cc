// LpNormalization: x divided by its L1 or L2 norm along one axis. A row of zeros stays zero.
#include <algorithm>
#include <cmath>

#include "graph/op.h"
#include "ops/axes.h"
#include "ops/in_float.h"

namespace sardonyx {
namespace {

template <typename T>
void normalise(const T* x, T* y, std::int64_t n, std::int64_t stride, bool squared) {
  double total = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double v = x[i * stride];
    total += squared ? v * v : std::abs(v);
  }
  const double norm = squared ? std::sqrt(total) : total;
  const double scale = norm == 0 ? 0.0 : 1.0 / norm;
  for (std::int64_t i = 0; i < n; ++i) y[i * stride] = static_cast<T>(x[i * stride] * scale);
}

struct LpNormalization final : Op {
  std::int64_t axis = -1, p = 2;
  void fields(FieldVisitor& f) override {
    f("axis", axis);
    f("p", p);
  }

  void infer(InferContext& c) const override {
    require(p == 1 || p == 2, Code::invalid_model, "p is {}, it must be 1 or 2", p);
    if (c.shape(0).ranked()) normalise_axis(axis, c.shape(0).rank());
    c.out(0, c.dtype(0), c.shape(0));
  }

  Kernel lower(LowerContext& c) const override {
    const Shape shape = c.shape(0);
    const std::size_t a = normalise_axis(axis, shape.rank());
    const std::int64_t outer = shape.count(0, a), n = shape[a], inner = shape.count(a + 1, shape.rank());
    const std::int64_t grain = std::max<std::int64_t>(1, 8192 / std::max<std::int64_t>(1, n));
    auto make = [&]<typename T>() {
      return Kernel::of([=, squared = p == 2](Call& call) {
        if (n == 0) return;
        const T* x = call.in<T>(0);
        T* y = call.out<T>(0);
        call.for_range(outer * inner, grain, [&](std::int64_t begin, std::int64_t end, int) {
          for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t at = i / inner * n * inner + i % inner;
            normalise(x + at, y + at, n, inner, squared);
          }
        });
      });
    };
    return in_float(c, make).with_in_place(0, 0);
  }
};

}  // namespace

void register_lp_normalization(OpRegistry& r) { r.add<LpNormalization>("", "LpNormalization"); }

}  // namespace sardonyx
