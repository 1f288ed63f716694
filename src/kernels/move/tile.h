// Transposing a square tile in registers: 16-byte vectors, which every instruction set that we know has.
//
// A tile is one cache line wide on both sides. It goes through a buffer of its own, so that rows that lie a power of
// two apart (and would push each other out of the cache) are touched once each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace sardonyx::move {

inline constexpr std::size_t kLine = 64;

template <std::size_t W>
struct Lanes;
template <>
struct Lanes<1> {
  typedef std::uint8_t V __attribute__((vector_size(16)));
};
template <>
struct Lanes<2> {
  typedef std::uint16_t V __attribute__((vector_size(16)));
};
template <>
struct Lanes<4> {
  typedef std::uint32_t V __attribute__((vector_size(16)));
};
template <>
struct Lanes<8> {
  typedef std::uint64_t V __attribute__((vector_size(16)));
};

// Elements of the lower halves of `a` and `b` (First = 0) or of the upper ones (First = n / 2), in turns.
template <std::size_t First, typename V, std::size_t... I>
V in_turns(V a, V b, std::index_sequence<I...>) {
  return __builtin_shufflevector(a, b, (static_cast<int>(First + I / 2 + I % 2 * sizeof...(I)))...);
}

// The block of n x n elements at `src` (rows `step` bytes apart), transposed to `dst` (rows kLine bytes apart).
template <std::size_t W>
void transpose_block(const std::byte* src, std::ptrdiff_t step, std::byte* dst) {
  using V = typename Lanes<W>::V;
  constexpr std::size_t n = 16 / W;
  constexpr auto all = std::make_index_sequence<n>();
  std::array<V, n> rows, next;
  for (std::size_t i = 0; i < n; ++i) std::memcpy(&rows[i], src + static_cast<std::ptrdiff_t>(i) * step, 16);
  for (std::size_t stage = 1; stage < n;
       stage *= 2) {  // each stage is a perfect shuffle of rows and elements
    for (std::size_t i = 0; i < n / 2; ++i) {
      next[2 * i] = in_turns<0>(rows[i], rows[i + n / 2], all);
      next[2 * i + 1] = in_turns<n / 2>(rows[i], rows[i + n / 2], all);
    }
    rows = next;
  }
  for (std::size_t i = 0; i < n; ++i) std::memcpy(dst + i * kLine, &rows[i], 16);
}

// kLine / W elements square: row i of the source (step `src_step`) becomes column i of the destination.
template <std::size_t W>
void transpose_tile(const std::byte* src, std::ptrdiff_t src_step, std::byte* dst, std::ptrdiff_t dst_step) {
  constexpr std::size_t side = kLine / W, n = 16 / W;
  alignas(kLine) std::array<std::byte, side * kLine> tile;
  for (std::size_t r = 0; r < side; r += n) {
    for (std::size_t c = 0; c < side; c += n)
      transpose_block<W>(src + static_cast<std::ptrdiff_t>(r) * src_step + c * W, src_step,
                         tile.data() + c * kLine + r * W);
  }
  for (std::size_t i = 0; i < side; ++i)
    std::memcpy(dst + static_cast<std::ptrdiff_t>(i) * dst_step, tile.data() + i * kLine, kLine);
}

}  // namespace sardonyx::move
