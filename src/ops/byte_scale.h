// Scale and zero point of a whole 8-bit tensor, and the one way to quantise a float with them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sardonyx/dtype.hpp"

namespace sardonyx {

struct ByteScale {
  bool is_signed = false;
  float scale = 1;
  float zero = 0;

  // `zero_point` may be nullptr.
  static ByteScale of(DType d, const std::byte* scale, const std::byte* zero_point) noexcept {
    ByteScale s;
    s.is_signed = d == DType::int8;
    std::memcpy(&s.scale, scale, sizeof s.scale);
    if (zero_point != nullptr) s.zero = static_cast<float>(s.integer(*zero_point));
    return s;
  }
  int integer(std::byte b) const noexcept {
    return is_signed ? static_cast<int>(static_cast<std::int8_t>(b))
                     : static_cast<int>(static_cast<std::uint8_t>(b));
  }
  float value(std::byte b) const noexcept { return (static_cast<float>(integer(b)) - zero) * scale; }
  // Rounds half to even, then saturates; NaN gives the lowest value.
  std::byte quantise(float v) const noexcept {
    const float low = is_signed ? -128.0f : 0.0f, high = low + 255.0f;
    const float q = std::nearbyint(v / scale) + zero;
    return static_cast<std::byte>(static_cast<int>(q >= low ? std::min(q, high) : low));
  }
};

}  // namespace sardonyx
