#include "model/stored_form.h"

#include <cstdint>

namespace sardonyx {
namespace {

constexpr std::size_t kBits = 6;

// The two bytes that element `i` may touch, and where in them it begins.
struct Place {
  std::size_t byte, shift;
  explicit Place(std::size_t i) : byte(i * kBits / 8), shift(i * kBits % 8) {}
};

}  // namespace

std::size_t stored_bytes(DType d, std::size_t count) {
  if (!stored_otherwise(d)) return packed_bytes(d, count);
  return count / 4 * 3 + (count % 4 * kBits + 7) / 8;
}

Tensor to_stored(const Tensor& t) {
  if (!stored_otherwise(t.dtype())) return t;
  const auto count = static_cast<std::size_t>(t.count());
  const std::size_t bytes = stored_bytes(t.dtype(), count);
  Tensor out = Tensor::zeros(DType::uint8, Shape{static_cast<std::int64_t>(bytes)});
  auto* to = reinterpret_cast<std::uint8_t*>(out.mutable_data());
  for (std::size_t i = 0; i < count; ++i) {
    const Place at(i);
    const unsigned bits = (std::to_integer<unsigned>(t.data()[i]) & 63u) << at.shift;
    to[at.byte] = static_cast<std::uint8_t>(to[at.byte] | bits);
    if (at.byte + 1 < bytes) to[at.byte + 1] = static_cast<std::uint8_t>(to[at.byte + 1] | bits >> 8);
  }
  return out;
}

Tensor from_stored(DType d, const Shape& shape, const std::byte* stored) {
  Tensor out(d, shape);
  const auto count = static_cast<std::size_t>(out.count());
  const std::size_t bytes = stored_bytes(d, count);
  for (std::size_t i = 0; i < count; ++i) {
    const Place at(i);
    unsigned both = std::to_integer<unsigned>(stored[at.byte]);
    if (at.byte + 1 < bytes) both |= std::to_integer<unsigned>(stored[at.byte + 1]) << 8;
    out.mutable_data()[i] = static_cast<std::byte>(both >> at.shift & 63u);
  }
  return out;
}

}  // namespace sardonyx
