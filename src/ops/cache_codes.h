// Caches of keys and values in 8 or 4 bits, as GroupQueryAttention keeps them: code * scale, with a scale for the
// tensor or one for each channel of each head. 4-bit codes lie two to a byte, the even channel low, 8 added.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace sardonyx {

struct CacheCodes {
  int bits = 0;  // 8, 4; 0: the cache holds elements as they are
  bool per_channel = false;
  std::int64_t size = 0;  // elements of a row, which are those of one head

  std::int64_t row_bytes() const { return bits == 4 ? (size + 1) / 2 : size; }

  // The codes of a row of `head`; null: they are not kept. The row becomes what they stand for.
  template <typename T>
  void write(T* x, const float* scales, std::int64_t head, std::byte* to) const {
    if (to != nullptr) std::fill_n(to, row_bytes(), std::byte{0});
    for (std::int64_t i = 0; i < size; ++i) {
      const float s = scale(scales, head, i);
      const int q = code(std::nearbyint(static_cast<double>(x[i]) / s));
      x[i] = static_cast<T>(q * s);
      if (to != nullptr && bits == 8) to[i] = static_cast<std::byte>(q);
      if (to != nullptr && bits == 4) to[i / 2] |= static_cast<std::byte>((q + 8) << (i % 2 * 4));
    }
  }
  template <typename T>
  void read(const std::byte* from, const float* scales, std::int64_t head, T* x) const {
    for (std::int64_t i = 0; i < size; ++i) {
      const int q = bits == 8 ? static_cast<std::int8_t>(from[i])
                              : (static_cast<int>(from[i / 2]) >> (i % 2 * 4) & 15) - 8;
      x[i] = static_cast<T>(q * scale(scales, head, i));
    }
  }

 private:
  float scale(const float* scales, std::int64_t head, std::int64_t i) const {
    const float s = scales[per_channel ? head * size + i : 0];
    return s == 0 ? 1.0F : s;
  }
  // NaN becomes the least code.
  int code(double q) const {
    const int bound = 1 << (bits - 1);
    return q >= -bound ? static_cast<int>(std::min(q, bound - 1.0)) : -bound;
  }
};

}  // namespace sardonyx
