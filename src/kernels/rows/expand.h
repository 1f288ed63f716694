// Expand: a small dense array repeated over a larger shape, as NumPy broadcasts it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace sardonyx::rows {

// Whether `from` broadcasts to `to` (axes aligned at the end, sizes equal or 1).
inline bool expands_to(std::span<const std::int64_t> from, std::span<const std::int64_t> to) {
  if (from.size() > to.size()) return false;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::int64_t size = from[from.size() - 1 - i];
    if (size != 1 && size != to[to.size() - 1 - i]) return false;
  }
  return true;
}

// Elements that one step along each axis of `to` moves in `from`; 0 where it is repeated.
inline std::vector<std::int64_t> expanded_strides(std::span<const std::int64_t> from,
                                                  std::span<const std::int64_t> to) {
  std::vector<std::int64_t> strides(to.size(), 0);
  std::int64_t stride = 1;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::int64_t size = from[from.size() - 1 - i];
    if (size != 1) strides[to.size() - 1 - i] = stride;
    stride *= size;
  }
  return strides;
}

// dst has the sizes `to`, all of which are at least 1.
template <typename T>
void expand(const T* src, std::span<const std::int64_t> strides, std::span<const std::int64_t> to, T* dst) {
  if (to.empty()) {
    *dst = *src;
    return;
  }
  const std::size_t last = to.size() - 1;
  const std::int64_t n = to[last], step = strides[last];
  std::int64_t rows = 1;
  for (std::size_t i = 0; i < last; ++i) rows *= to[i];
  for (std::int64_t row = 0; row < rows; ++row, dst += n) {
    std::int64_t at = 0, rest = row;
    for (std::size_t i = last; i-- > 0;) {
      at += rest % to[i] * strides[i];
      rest /= to[i];
    }
    for (std::int64_t i = 0; i < n; ++i) dst[i] = src[at + i * step];
  }
}

}  // namespace sardonyx::rows
