// com.microsoft CDist: distances of every row of A to every row of B.
#include <algorithm>
#include <cmath>
#include <string>

#include "graph/op.h"
#include "ops/dispatch.h"

namespace sardonyx {
namespace {

template <typename T>
T squared_distance(const T* a, const T* b, std::int64_t n) noexcept {
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double d = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    sum += d * d;
  }
  return static_cast<T>(sum);
}

struct CDist final : Op {
  std::string metric = "sqeuclidean";

  void fields(FieldVisitor& f) override { f("metric", metric); }
  void infer(InferContext& c) const override {
    require(metric == "sqeuclidean" || metric == "euclidean", Code::invalid_model,
            "metric of CDist is '{}', not sqeuclidean or euclidean", metric);
    const SymShape &a = c.shape(0), &b = c.shape(1);
    require((!a.ranked() || a.rank() == 2) && (!b.ranked() || b.rank() == 2), Code::invalid_argument,
            "the inputs of CDist must be matrices, found {} and {}", a, b);
    const bool both = a.ranked() && b.ranked();
    require(!both || !a[1].is_number() || !b[1].is_number() || a[1] == b[1], Code::invalid_argument,
            "rows of {} and {} have different lengths", a, b);
    c.out(0, c.dtype(0), {a.ranked() ? a[0] : Dim::unknown(), b.ranked() ? b[0] : Dim::unknown()});
  }
  Kernel lower(LowerContext& c) const override {
    const std::int64_t m = c.shape(0)[0], n = c.shape(1)[0], k = c.shape(0)[1];
    const bool root = metric == "euclidean";
    return dispatch_real(c.dtype(0), [&]<typename T>() {
      return Kernel::of([m, n, k, root](Call& call) {
        const T *a = call.in<T>(0), *b = call.in<T>(1);
        T* out = call.out<T>(0);
        const std::int64_t grain = 1 + 16384 / std::max<std::int64_t>(1, n * std::max<std::int64_t>(1, k));
        call.for_range(m, grain, [&](std::int64_t begin, std::int64_t end, int) {
          for (std::int64_t i = begin; i < end; ++i)
            for (std::int64_t j = 0; j < n; ++j) {
              const T d = squared_distance(a + i * k, b + j * k, k);
              out[i * n + j] = root ? std::sqrt(d) : d;
            }
        });
      });
    });
  }
};

}  // namespace

void register_cdist(OpRegistry& r) { r.add<CDist>("com.microsoft", "CDist"); }

}  // namespace sardonyx
