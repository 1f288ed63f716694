#include "kernels/move/pack.h"

#include <algorithm>

namespace sardonyx::move {

void unpack(DType dtype, const std::byte* packed, std::int64_t count, std::byte* out) noexcept {
  const int bits = bit_width(dtype);
  const int per_byte = 8 / bits;
  const auto mask = static_cast<std::byte>((1 << bits) - 1);
  for (std::int64_t i = 0; i < count; i += per_byte) {
    std::byte b = *packed++;
    for (std::int64_t j = i; j < std::min(count, i + per_byte); ++j, b >>= bits) *out++ = b & mask;
  }
}

void pack(DType dtype, const std::byte* elements, std::int64_t count, std::byte* packed) noexcept {
  const int bits = bit_width(dtype);
  const int per_byte = 8 / bits;
  const auto mask = static_cast<std::byte>((1 << bits) - 1);
  for (std::int64_t i = 0; i < count; i += per_byte) {
    std::byte b{};
    for (std::int64_t j = i; j < std::min(count, i + per_byte); ++j)
      b |= (*elements++ & mask) << static_cast<int>((j - i) * bits);
    *packed++ = b;
  }
}

}  // namespace sardonyx::move
