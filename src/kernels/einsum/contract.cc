#include "kernels/einsum/contract.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace sardonyx::einsum {
namespace {

// Merges neighbours that go on evenly in every array.
std::vector<Axis> merged(std::vector<Axis> axes) {
  std::vector<Axis> result;
  for (const Axis& x : axes) {
    if (x.size == 1) continue;
    if (!result.empty()) {
      Axis& last = result.back();
      if (last.a == x.a * x.size && last.b == x.b * x.size && last.c == x.c * x.size) {
        last = {last.size * x.size, x.a, x.b, x.c};
        continue;
      }
    }
    result.push_back(x);
  }
  return result;
}

// Takes from `axes` the last one that `fits`; a single step when there is none.
template <typename F>
Axis take_last(std::vector<Axis>& axes, F fits) {
  for (std::size_t i = axes.size(); i-- > 0;) {
    if (!fits(axes[i])) continue;
    const Axis found = axes[i];
    axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(i));
    return found;
  }
  return {};
}

// Position of the flat index `i` in each array.
struct Position {
  std::ptrdiff_t a = 0, b = 0, c = 0;
};
Position position(const std::vector<Axis>& axes, std::int64_t i) {
  Position p;
  for (std::size_t k = axes.size(); k-- > 0;) {
    const std::int64_t at = i % axes[k].size;
    i /= axes[k].size;
    p.a += at * axes[k].a;
    p.b += at * axes[k].b;
    p.c += at * axes[k].c;
  }
  return p;
}

std::int64_t count(const std::vector<Axis>& axes) {
  std::int64_t n = 1;
  for (const Axis& x : axes) n *= x.size;
  return n;
}

template <typename T>
T sum_of(const std::vector<Axis>& summed, std::int64_t terms, const T* a, const T* b, const StopToken* stop) {
  // Narrow integers would be multiplied as int, whose overflow is undefined.
  using Wrapping = std::conditional_t<sizeof(T) < 4, std::uint32_t, T>;
  using Sum = std::conditional_t<std::is_floating_point_v<T>, double, Wrapping>;
  Sum total{};
  const Axis last = summed.empty() ? Axis{} : summed.back();
  const std::int64_t n = last.size;
  for (std::int64_t i = 0, round = 0; i < terms; i += n, ++round) {
    if (round % 1024 == 1023 && stop != nullptr && stop->stop_requested()) break;  // the caller asks again
    const Position p = position(summed, i);
    Sum part{};
    for (std::int64_t j = 0; j < n; ++j) {
      const auto x = static_cast<Sum>(a[p.a + j * last.a]);
      part = static_cast<Sum>(
          part + (b == nullptr ? x : static_cast<Sum>(x * static_cast<Sum>(b[p.b + j * last.b]))));
    }
    total = static_cast<Sum>(total + part);
  }
  return static_cast<T>(total);
}

}  // namespace

std::optional<AsGemm> as_gemm(gemm::Type type, const std::vector<Axis>& given) {
  std::vector<Axis> axes = merged(given);
  AsGemm g;
  // C wants unit steps along its columns, which are B's alone.
  for (const Axis& x : axes) {
    if (x.c != 1) continue;
    if (x.a != 0 && x.b != 0) return std::nullopt;
    g.swapped = x.a != 0;
  }
  if (g.swapped) {
    for (Axis& x : axes) std::swap(x.a, x.b);
  }
  const Axis column = take_last(axes, [](const Axis& x) { return x.c == 1 && x.a == 0; });
  const Axis row = take_last(axes, [](const Axis& x) { return x.c != 0 && x.b == 0; });
  const Axis inner = take_last(axes, [](const Axis& x) { return x.c == 0 && x.a != 0 && x.b != 0; });
  gemm::Problem& p = g.problem;
  p.type = type;
  p.m = row.size;
  p.n = column.size;
  p.k = inner.size;
  p.a = {nullptr, row.a, inner.a};
  p.b = {nullptr, inner.b, column.b};
  p.ldc = row.size == 1 ? column.size : row.c;
  if (p.ldc < p.n) return std::nullopt;
  for (const Axis& x : axes) {
    if (x.c == 0 || p.batch.rank == gemm::Batch::kMaxRank) return std::nullopt;
    const int i = p.batch.rank++;
    p.batch.size[i] = x.size;
    p.batch.a[i] = x.a;
    p.batch.b[i] = x.b;
    p.batch.c[i] = x.c;
  }
  return g;
}

template <typename T>
void contract(const std::vector<Axis>& given, const T* a, const T* b, T* c, ThreadPool& pool,
              const StopToken* stop) {
  std::vector<Axis> kept, summed;
  for (const Axis& x : given) {
    if (x.size != 1) (x.c != 0 ? kept : summed).push_back(x);
  }
  kept = merged(kept);
  summed = merged(summed);
  const std::int64_t terms = count(summed);
  pool.for_range(
      count(kept), std::max<std::int64_t>(1, 8192 / std::max<std::int64_t>(1, terms)),
      [&](std::int64_t begin, std::int64_t end, int) {
        for (std::int64_t i = begin; i < end; ++i) {
          const Position p = position(kept, i);
          c[p.c] = sum_of(summed, terms, a + p.a, b == nullptr ? nullptr : b + p.b, stop);
        }
      },
      stop);
}

template void contract(const std::vector<Axis>&, const float*, const float*, float*, ThreadPool&,
                       const StopToken*);
template void contract(const std::vector<Axis>&, const double*, const double*, double*, ThreadPool&,
                       const StopToken*);
template void contract(const std::vector<Axis>&, const std::uint8_t*, const std::uint8_t*, std::uint8_t*,
                       ThreadPool&, const StopToken*);
template void contract(const std::vector<Axis>&, const std::uint16_t*, const std::uint16_t*, std::uint16_t*,
                       ThreadPool&, const StopToken*);
template void contract(const std::vector<Axis>&, const std::uint32_t*, const std::uint32_t*, std::uint32_t*,
                       ThreadPool&, const StopToken*);
template void contract(const std::vector<Axis>&, const std::uint64_t*, const std::uint64_t*, std::uint64_t*,
                       ThreadPool&, const StopToken*);

}  // namespace sardonyx::einsum
