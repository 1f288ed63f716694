#include "kernels/pointwise/storage.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace sardonyx::pointwise {
namespace {

// Shape of a small float: exponent and mantissa bits, bias, what the top codes mean.
struct Format {
  int exponent, mantissa, bias;
  bool infinity;       // float8e5m2
  bool negative_zero;  // false: 0x80 is the NaN (the fnuz types)
  std::uint8_t largest;
};

Format format_of(DType d) {
  switch (d) {
    case DType::float8e4m3fn:
      return {4, 3, 7, false, true, 0x7e};
    case DType::float8e4m3fnuz:
      return {4, 3, 8, false, false, 0x7f};
    case DType::float8e5m2:
      return {5, 2, 15, true, true, 0x7b};
    case DType::float8e5m2fnuz:
      return {5, 2, 16, false, false, 0x7f};
    default:
      return {2, 1, 1, false, true, 0x07};  // float4e2m1
  }
}

float scale_value(std::uint8_t bits) {
  if (bits == 0xff) return std::numeric_limits<float>::quiet_NaN();
  return std::ldexp(1.0f, static_cast<int>(bits) - 127);
}

std::uint8_t scale_bits(float x, const SmallFloatRounding& rounding) {
  if (std::isnan(x)) return 0xff;
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(std::fabs(x));
  if (std::isinf(x)) return rounding.saturate ? 0xfe : 0xff;
  std::uint32_t exponent = bits >> 23;
  const std::uint32_t mantissa = bits & 0x7fffff;
  if (exponent == 0) {  // zero and what is below 2^-126
    const bool up = rounding.scale == SmallFloatRounding::Scale::up
                        ? mantissa > 0x400000
                        : rounding.scale == SmallFloatRounding::Scale::nearest && mantissa > 0x600000;
    return up ? 1 : 0;
  }
  using Scale = SmallFloatRounding::Scale;
  const bool up =
      rounding.scale == Scale::up ? mantissa != 0 : rounding.scale == Scale::nearest && mantissa >= 0x400000;
  exponent += up ? 1 : 0;
  if (exponent >= 0xff) return rounding.saturate ? 0xfe : 0xff;
  return static_cast<std::uint8_t>(exponent);
}

const std::array<float, 256>& values_of(DType d) {
  const auto make = [](DType type) {
    std::array<float, 256> values{};
    for (int i = 0; i < 256; ++i) {
      values[static_cast<std::size_t>(i)] = small_float_value(type, static_cast<std::uint8_t>(i));
    }
    return values;
  };
  static const std::array<std::array<float, 256>, 6> tables = {
      make(DType::float8e4m3fn),   make(DType::float8e4m3fnuz), make(DType::float8e5m2),
      make(DType::float8e5m2fnuz), make(DType::float4e2m1),     make(DType::float8e8m0)};
  switch (d) {
    case DType::float8e4m3fn:
      return tables[0];
    case DType::float8e4m3fnuz:
      return tables[1];
    case DType::float8e5m2:
      return tables[2];
    case DType::float8e5m2fnuz:
      return tables[3];
    case DType::float4e2m1:
      return tables[4];
    default:
      return tables[5];
  }
}

// Reads or writes the low bits of packed elements, the first in the lowest bits of its byte.
struct Packed {
  explicit Packed(DType d) : bits(bit_width(d)), per_byte(8 / bits), mask((1 << bits) - 1) {}
  int get(const std::byte* data, std::int64_t i) const {
    return std::to_integer<int>(data[i / per_byte]) >> (i % per_byte * bits) & mask;
  }
  void put(std::byte* data, std::int64_t i, int value) const {
    const int shift = static_cast<int>(i % per_byte) * bits;
    const int kept = std::to_integer<int>(data[i / per_byte]) & ~(mask << shift);
    data[i / per_byte] = static_cast<std::byte>(kept | (value & mask) << shift);
  }
  int bits, per_byte, mask;
};

}  // namespace

bool stored_as_lane(DType d) {
  return d != DType::float16 && d != DType::bfloat16 && !is_small_float(d) && !is_sub_byte(d);
}

float small_float_value(DType d, std::uint8_t bits) {
  if (d == DType::float8e8m0) return scale_value(bits);
  const Format f = format_of(d);
  const int width = f.exponent + f.mantissa;
  const int magnitude = bits & ((1 << width) - 1);
  const bool negative = (bits >> width & 1) != 0;
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  if (!f.negative_zero && negative && magnitude == 0) return nan;
  if (width == 7 && magnitude > f.largest) {
    const bool infinite = f.infinity && magnitude == f.largest + 1;
    const float top = infinite ? std::numeric_limits<float>::infinity() : nan;
    return negative ? -top : top;
  }
  const int exponent = magnitude >> f.mantissa, mantissa = magnitude & ((1 << f.mantissa) - 1);
  const int full = exponent == 0 ? mantissa : mantissa | 1 << f.mantissa;
  const float value =
      std::ldexp(static_cast<float>(full), (exponent == 0 ? 1 : exponent) - f.bias - f.mantissa);
  return negative ? -value : value;
}

std::uint8_t small_float_bits(DType d, float x, const SmallFloatRounding& rounding) {
  if (d == DType::float8e8m0) return scale_bits(x, rounding);
  const Format f = format_of(d);
  const int width = f.exponent + f.mantissa;
  const int sign = std::signbit(x) ? 1 << width : 0;
  const bool small = width < 7;  // float4e2m1 has neither NaN nor infinity
  const int nan = f.negative_zero ? sign | 0x7f : 0x80;
  const int top = small || rounding.saturate ? sign | f.largest : f.infinity ? sign | 0x7c : nan;
  if (std::isnan(x)) return static_cast<std::uint8_t>(small ? f.largest : nan);
  if (std::isinf(x)) return static_cast<std::uint8_t>(top);
  const float magnitude = std::fabs(x);
  // One step of the result at x's exponent, then round x to a multiple of it (exactly, to even).
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  const int lowest = 1 - f.bias;  // exponent of subnormals
  const int e = std::max(exponent - 1, lowest);
  const int steps = static_cast<int>(std::nearbyint(std::ldexp(magnitude, f.mantissa - e)));
  // `steps` counts from 0 within exponent e; a carry into the next exponent comes out by itself.
  const int code = steps + (e - lowest) * (1 << f.mantissa);
  if (code > f.largest) return static_cast<std::uint8_t>(top);
  if (code == 0 && !f.negative_zero) return 0;
  return static_cast<std::uint8_t>(sign | code);
}

void load_lanes(DType d, const std::byte* src, std::int64_t first, std::int64_t n, void* lanes, Isa isa) {
  const auto count = static_cast<std::size_t>(n);
  if (stored_as_lane(d)) {
    if (n > 0) std::memcpy(lanes, src, count * item_size(d));
  } else if (d == DType::float16) {
    convert_rows(isa).half_to_float(src, static_cast<float*>(lanes), n);
  } else if (d == DType::bfloat16) {
    convert_rows(isa).bfloat_to_float(src, static_cast<float*>(lanes), n);
  } else if (is_small_float(d)) {
    const std::array<float, 256>& values = values_of(d);
    auto* out = static_cast<float*>(lanes);
    const bool packed = is_sub_byte(d);
    const Packed bits(DType::float4e2m1);
    for (std::int64_t i = 0; i < n; ++i) {
      const int code = packed ? bits.get(src, first + i) : std::to_integer<int>(src[i]);
      out[i] = values[static_cast<std::size_t>(code)];
    }
  } else {
    const Packed bits(d);
    const int flip = is_signed_integer(d) ? 1 << (bits.bits - 1) : 0;  // extends the sign
    auto* out = static_cast<std::int8_t*>(lanes);
    for (std::int64_t i = 0; i < n; ++i) {
      out[i] = static_cast<std::int8_t>((bits.get(src, first + i) ^ flip) - flip);
    }
  }
}

void store_lanes(DType d, const void* lanes, std::byte* dst, std::int64_t first, std::int64_t n, Isa isa,
                 const SmallFloatRounding& rounding) {
  const auto count = static_cast<std::size_t>(n);
  if (stored_as_lane(d)) {
    if (n > 0) std::memcpy(dst, lanes, count * item_size(d));
  } else if (d == DType::float16) {
    convert_rows(isa).float_to_half(static_cast<const float*>(lanes), dst, n);
  } else if (d == DType::bfloat16) {
    convert_rows(isa).float_to_bfloat(static_cast<const float*>(lanes), dst, n);
  } else if (is_small_float(d)) {
    const auto* in = static_cast<const float*>(lanes);
    const bool packed = is_sub_byte(d);
    const Packed bits(DType::float4e2m1);
    for (std::int64_t i = 0; i < n; ++i) {
      const std::uint8_t code = small_float_bits(d, in[i], rounding);
      if (packed) {
        bits.put(dst, first + i, code);
      } else {
        dst[i] = static_cast<std::byte>(code);
      }
    }
  } else {
    const Packed bits(d);
    const auto* in = static_cast<const std::int8_t*>(lanes);
    for (std::int64_t i = 0; i < n; ++i) bits.put(dst, first + i, in[i]);
  }
}

}  // namespace sardonyx::pointwise
