// One head's channels turned in pairs: (a, b) -> (a cos - b sin, b cos + a sin).
#pragma once

#include <algorithm>
#include <cstdint>

namespace sardonyx::rows {

// The first `rotary` of `size` channels are turned, the rest is copied. Pairs are (i, i + rotary/2), or neighbours
// when `interleaved`. y may be x.
template <typename T>
void rotate(const T* x, T* y, std::int64_t size, std::int64_t rotary, const T* cosines, const T* sines,
            bool interleaved) {
  const std::int64_t half = rotary / 2, step = interleaved ? 2 : 1, other = interleaved ? 1 : half;
  for (std::int64_t i = 0; i < half; ++i) {
    const T a = x[i * step], b = x[i * step + other];
    y[i * step] = a * cosines[i] - b * sines[i];
    y[i * step + other] = b * cosines[i] + a * sines[i];
  }
  if (y != x) std::copy(x + rotary, x + size, y + rotary);
}

}  // namespace sardonyx::rows
