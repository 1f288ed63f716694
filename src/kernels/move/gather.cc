#include "kernels/move/gather.h"

namespace sardonyx::move {
namespace {

// Move<W> of one row; W = 1 with a run of any length stands for memcpy.
template <typename I, typename Move>
std::int64_t rows(const GatherRows& g, std::byte* dst, const std::byte* src, const I* indices,
                  std::int64_t begin, std::int64_t end, const Move& move) {
  const auto run = static_cast<std::ptrdiff_t>(g.run);
  std::int64_t i = begin % g.count;
  const std::byte* base = src + begin / g.count * g.size * run;
  for (std::int64_t row = begin; row < end; ++row) {
    const std::int64_t at = index_at(indices, i, g.size);
    if (at < 0) return row;
    move(dst + row * run, base + at * run);
    if (++i == g.count) {
      i = 0;
      base += g.size * run;
    }
  }
  return -1;
}

template <typename I>
std::int64_t typed(const GatherRows& g, std::byte* dst, const std::byte* src, const I* indices,
                   std::int64_t begin, std::int64_t end) {
  const auto fixed = [&]<std::size_t W>() {
    return rows(g, dst, src, indices, begin, end,
                [](std::byte* d, const std::byte* s) { std::memcpy(d, s, W); });
  };
  if (g.element.strings) {
    return rows(g, dst, src, indices, begin, end,
                [&](std::byte* d, const std::byte* s) { put_bytes(true, d, s, g.run); });
  }
  switch (g.run) {
    case 1:
      return fixed.template operator()<1>();
    case 2:
      return fixed.template operator()<2>();
    case 4:
      return fixed.template operator()<4>();
    case 8:
      return fixed.template operator()<8>();
    case 16:
      return fixed.template operator()<16>();
    default:
      return rows(g, dst, src, indices, begin, end,
                  [&](std::byte* d, const std::byte* s) { std::memcpy(d, s, g.run); });
  }
}

}  // namespace

std::int64_t gather_rows(const GatherRows& g, std::byte* dst, const std::byte* src, const void* indices,
                         std::int64_t begin, std::int64_t end) noexcept {
  return g.wide_indices ? typed(g, dst, src, static_cast<const std::int64_t*>(indices), begin, end)
                        : typed(g, dst, src, static_cast<const std::int32_t*>(indices), begin, end);
}

}  // namespace sardonyx::move
