// CumSum and CumProd: running sums and products along an axis.
#include <algorithm>
#include <array>
#include <type_traits>

#include "ops/axes.h"
#include "ops/dispatch.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

// Floats gather in double, integers wrap.
template <typename T>
using Running = std::conditional_t<std::is_integral_v<T>, std::uint64_t, double>;

template <typename T>
Running<T> widen(T v) {
  if constexpr (std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>)
    return static_cast<double>(static_cast<float>(v));
  else
    return static_cast<Running<T>>(v);
}
template <typename T>
T narrow(Running<T> v) {
  if constexpr (std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>)
    return T(static_cast<float>(v));
  else
    return static_cast<T>(v);
}

struct Lines {
  std::int64_t size = 0, inner = 0, blocks = 0;
  bool product = false, exclusive = false, reverse = false;
};
constexpr std::int64_t kColumns = 32;  // lines that run side by side

template <typename T>
void run_lines(const Lines& l, const T* in, T* out, std::int64_t begin, std::int64_t end) {
  std::array<Running<T>, kColumns> total;
  for (std::int64_t block = begin; block < end; ++block) {
    const std::int64_t column = block % l.blocks * kColumns, n = std::min(kColumns, l.inner - column);
    const std::int64_t start = block / l.blocks * l.size * l.inner + column;
    total.fill(l.product ? 1 : 0);
    for (std::int64_t i = 0; i < l.size; ++i) {
      const std::int64_t at = start + (l.reverse ? l.size - 1 - i : i) * l.inner;
      for (std::int64_t j = 0; j < n; ++j) {
        auto& t = total[static_cast<std::size_t>(j)];
        const auto v = widen(in[at + j]);
        const auto next = l.product ? t * v : t + v;
        out[at + j] = narrow<T>(l.exclusive ? t : next);
        t = next;
      }
    }
  }
}

template <bool Product>
struct Cumulative final : Op {
  bool exclusive = false, reverse = false;
  void fields(FieldVisitor& f) override {
    f("exclusive", exclusive);
    f("reverse", reverse);
  }
  void infer(InferContext& c) const override {
    if (const auto at = known_ints(c.in(1)); at && c.shape(0).ranked()) {
      require(at->size() == 1, Code::invalid_argument, "axis has {} elements, it must have one", at->size());
      normalise_axis(at->front(), c.shape(0).rank());
    }
    c.out(0, c.dtype(0), c.shape(0));
  }
  Kernel lower(LowerContext& c) const override {
    const auto given = known_ints(c.in(1));
    if (!given) return Kernel::when_running();
    const Shape s = c.shape(0);
    const std::size_t at = normalise_axis(given->front(), s.rank());
    Lines l{s[at], s.count(at + 1, s.rank()), 0, Product, exclusive, reverse};
    l.blocks = (l.inner + kColumns - 1) / kColumns;
    return dispatch_numeric(c.dtype(0), [&]<typename T>() {
      return Kernel::of([l, total = s.count(0, at) * l.blocks](Call& call) {
               const std::int64_t grain = 1 + 16384 / (1 + l.size * std::min(kColumns, l.inner));
               call.for_range(total, grain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
                 run_lines(l, call.in<T>(0), call.out<T>(0), begin, end);
               });
             })
          .with_in_place(0, 0);
    });
  }
};

}  // namespace

void register_cum_sum(OpRegistry& r) {
  r.add<Cumulative<false>>("", "CumSum");
  r.add<Cumulative<true>>("", "CumProd");
}

}  // namespace sardonyx
