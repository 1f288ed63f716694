// LinearAttentionGate: decay = decay_scale * softplus(a + dt_bias), beta = sigmoid(b).
#include <cmath>

#include "graph/op.h"
#include "ops/in_float.h"
#include "ops/operand_checks.h"

namespace sardonyx {
namespace {

struct LinearAttentionGate final : Op {
  void infer(InferContext& c) const override {
    const SymShape& a = c.shape(0);
    require(!a.ranked() || a.rank() >= 1, Code::invalid_argument, "a must have rank 1 or more");
    require(!c.wanted(1) || c.has(3), Code::invalid_argument, "output 1, beta, needs input 3, b");
    for (std::size_t i = 1; i < 3 && a.ranked(); ++i) check_vector(c, i, a[a.rank() - 1]);
    c.out(0, c.dtype(0), a);
    c.out(1, c.dtype(0), c.has(3) ? c.shape(3) : a);
  }

  Kernel lower(LowerContext& c) const override {
    const Shape a = c.shape(0);
    const std::int64_t n = a.back(), rows = a.count(0, a.rank() - 1);
    const std::int64_t gates = c.has(3) ? c.shape(3).count() : 0;
    return in_float(c, [&]<typename T>() {
      return Kernel::of([=](Call& call) {
        const T *x = call.in<T>(0), *bias = call.in<T>(1), *scale = call.in<T>(2), *b = call.in<T>(3);
        T *decay = call.out<T>(0), *beta = call.out<T>(1);
        for (std::int64_t i = 0; decay != nullptr && i < rows; ++i) {
          for (std::int64_t j = 0; j < n; ++j) {
            const T v = x[i * n + j] + bias[j];
            decay[i * n + j] = scale[j] * (v > 0 ? v + std::log1p(std::exp(-v)) : std::log1p(std::exp(v)));
          }
        }
        for (std::int64_t i = 0; beta != nullptr && b != nullptr && i < gates; ++i)
          beta[i] = T{1} / (T{1} + std::exp(-b[i]));
      });
    });
  }
};

}  // namespace

void register_linear_attention_gate(OpRegistry& r) {
  r.add<LinearAttentionGate>("com.microsoft", "LinearAttentionGate");
}

}  // namespace sardonyx
