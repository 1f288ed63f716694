// com.microsoft DynamicTimeWarping: the cheapest path through a matrix of costs, from its first to its last element.
#include <algorithm>
#include <limits>
#include <vector>

#include "graph/op.h"

namespace sardonyx {
namespace {

enum class From : std::uint8_t { diagonal, above, left };

// Where the path to every element comes from; of equal predecessors the left one.
void find_steps(const float* x, std::int64_t m, std::int64_t n, From* from) {
  constexpr float kFar = std::numeric_limits<float>::infinity();
  std::vector<float> above(static_cast<std::size_t>(n) + 1, kFar), now(above);
  above[0] = 0;
  for (std::int64_t i = 0; i < m; ++i) {
    now[0] = kFar;
    for (std::int64_t j = 0; j < n; ++j) {
      const auto at = static_cast<std::size_t>(j);
      const float diagonal = above[at], up = above[at + 1], left = now[at];
      From& step = from[i * n + j];
      step = From::left;
      float least = left;
      if (diagonal < up && diagonal < left) {
        step = From::diagonal;
        least = diagonal;
      } else if (up < diagonal && up < left) {
        step = From::above;
        least = up;
      }
      now[at + 1] = x[i * n + j] + least;
    }
    std::swap(above, now);
  }
}

struct DynamicTimeWarping final : Op {
  void infer(InferContext& c) const override {
    const SymShape& x = c.shape(0);
    const bool fits =
        !x.ranked() || x.rank() == 2 || (x.rank() == 3 && (!x[0].is_number() || x[0].number() == 1));
    require(fits, Code::invalid_argument, "the input of shape {} must be [M,N] or [1,M,N]", x);
    c.out(0, DType::int32, {2, Dim::unknown()});
  }
  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    const std::int64_t m = x[x.rank() - 2], n = x.back();
    const auto cells = static_cast<std::size_t>(x.count());
    return Kernel::of([m, n, cells](Call& call) {
             auto* from = reinterpret_cast<From*>(call.scratch());
             find_steps(call.in<float>(0), m, n, from);
             std::vector<std::int32_t> rows, columns;  // the path from its end
             std::int64_t i = m - 1, j = n - 1;
             while (i >= 0 && j >= 0 && cells > 0) {
               rows.push_back(static_cast<std::int32_t>(i));
               columns.push_back(static_cast<std::int32_t>(j));
               // On the border there is one way only, whatever NaN has made of the costs.
               const From step = i == 0 ? From::left : j == 0 ? From::above : from[i * n + j];
               if (i == 0 && j == 0) break;
               i -= step == From::left ? 0 : 1;
               j -= step == From::above ? 0 : 1;
             }
             const auto length = static_cast<std::int64_t>(rows.size());
             auto* out = reinterpret_cast<std::int32_t*>(call.allocate(0, Shape{2, length}));
             std::reverse_copy(rows.begin(), rows.end(), out);
             std::reverse_copy(columns.begin(), columns.end(), out + length);
           })
        .with_scratch(cells);
  }
};

}  // namespace

void register_dynamic_time_warping(OpRegistry& r) {
  r.add<DynamicTimeWarping>("com.microsoft", "DynamicTimeWarping");
}

}  // namespace sardonyx
