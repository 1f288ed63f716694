#include "tensor/convert.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>

#include "base/error.h"

namespace sardonyx {
namespace {

// Layout of a binary float with a sign: sign, exponent field, mantissa. Codes are without the sign.
struct FloatLayout {
  int mantissa;
  int bias;
  std::uint32_t largest;   // code of the largest finite value
  std::uint32_t infinity;  // 0: there is none
  std::uint32_t nan;       // 0: there is none
  int width;
  bool unsigned_zero;  // the fnuz types: -0 is the code of NaN
};

constexpr FloatLayout layout(DType d) {
  switch (d) {
    case DType::float16:
      return {10, 15, 0x7bff, 0x7c00, 0x7e00, 16, false};
    case DType::bfloat16:
      return {7, 127, 0x7f7f, 0x7f80, 0x7fc0, 16, false};
    case DType::float8e4m3fn:
      return {3, 7, 0x7e, 0, 0x7f, 8, false};
    case DType::float8e4m3fnuz:
      return {3, 8, 0x7f, 0, 0x80, 8, true};
    case DType::float8e5m2:
      return {2, 15, 0x7b, 0x7c, 0x7e, 8, false};
    case DType::float8e5m2fnuz:
      return {2, 16, 0x7f, 0, 0x80, 8, true};
    case DType::float6e2m3:
      return {3, 1, 0x1f, 0, 0, 6, false};
    case DType::float6e3m2:
      return {2, 3, 0x1f, 0, 0, 6, false};
    default:
      return {1, 1, 0x7, 0, 0, 4, false};  // float4e2m1
  }
}

// The code of |value| (finite) in a layout without upper end, rounded to nearest even.
std::uint64_t round_magnitude(const FloatLayout& l, double value) noexcept {
  const std::uint64_t raw = std::bit_cast<std::uint64_t>(value) & 0x7fffffffffffffffu;
  if (raw < 0x0010000000000000u) return 0;  // zero, or subnormal in double: far below any layout here
  const int exponent = static_cast<int>(raw >> 52) - 1023;
  const int least = 1 - l.bias;  // exponent of the smallest normal number
  const std::uint64_t significand = (raw & 0x000fffffffffffffu) | 0x0010000000000000u;
  const int shift = 52 - l.mantissa + std::max(0, least - exponent);
  if (shift > 54) return 0;
  const std::uint64_t kept = significand >> shift;
  const std::uint64_t rest = significand & ((std::uint64_t{1} << shift) - 1);
  const std::uint64_t half = std::uint64_t{1} << (shift - 1);
  const bool up = rest > half || (rest == half && (kept & 1) != 0);
  const std::uint64_t scaled =
      exponent > least ? static_cast<std::uint64_t>(exponent - least) << l.mantissa : 0;
  return scaled + kept + (up ? 1 : 0);
}

std::uint32_t encode(const FloatLayout& l, double value, bool saturate) noexcept {
  const std::uint32_t sign = std::signbit(value) ? 1u << (l.width - 1) : 0u;
  if (std::isnan(value)) {
    if (l.nan == 0)
      return 1u << (l.width - 1);  // those of 4 and 6 bits have none: -0, as upstream's cases say
    return l.unsigned_zero ? l.nan : (sign | l.nan);
  }
  const std::uint64_t code = std::isinf(value) ? ~std::uint64_t{0} : round_magnitude(l, value);
  if (code <= l.largest) {
    return code == 0 && l.unsigned_zero ? 0 : (sign | static_cast<std::uint32_t>(code));
  }
  if (saturate || (l.infinity == 0 && l.nan == 0)) return sign | l.largest;
  if (l.unsigned_zero) return l.nan;
  return sign | (l.infinity != 0 ? l.infinity : l.nan);
}

std::uint8_t encode_e8m0(double value, SmallFloatRounding rounding) noexcept {
  constexpr std::uint8_t kNan = 0xff;
  if (std::isnan(value) || value < 0) return kNan;
  if (value == 0) return rounding.saturate ? 0 : kNan;
  if (std::isinf(value)) return rounding.saturate ? 0xfe : kNan;
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent) * 2;  // in [1, 2)
  --exponent;
  if (rounding.e8m0 == E8m0Round::up && fraction > 1) ++exponent;
  if (rounding.e8m0 == E8m0Round::nearest && fraction >= 1.5) ++exponent;
  if (exponent < -127) return rounding.saturate ? 0 : kNan;
  if (exponent > 127) return rounding.saturate ? 0xfe : kNan;
  return static_cast<std::uint8_t>(exponent + 127);
}

float decode(DType d, std::uint32_t bits) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  if (d == DType::float8e8m0) return bits == 0xff ? kNan : std::ldexp(1.0f, static_cast<int>(bits) - 127);
  const FloatLayout l = layout(d);
  if (l.unsigned_zero && bits == l.nan) return kNan;
  const std::uint32_t sign_bit = 1u << (l.width - 1);
  const std::uint32_t code = bits & (sign_bit - 1);
  const float sign = (bits & sign_bit) != 0 ? -1.0f : 1.0f;
  if (code > l.largest) return code == l.infinity ? sign * std::numeric_limits<float>::infinity() : kNan;
  const std::uint32_t field = code >> l.mantissa;
  const std::uint32_t fraction = code & ((1u << l.mantissa) - 1);
  const auto significand = static_cast<float>(field == 0 ? fraction : fraction + (1u << l.mantissa));
  return sign * std::ldexp(significand, std::max(static_cast<int>(field), 1) - l.bias - l.mantissa);
}

struct Tables {
  std::array<std::array<float, 256>, 8> values{};
  Tables() {
    for (int d = 0; d < kDTypeCount; ++d) {
      const auto type = static_cast<DType>(d);
      if (!is_small_float(type)) continue;
      // The bits of a byte above the code do not count.
      const std::uint32_t codes = type == DType::float8e8m0 ? 256 : 1u << layout(type).width;
      for (std::uint32_t i = 0; i < 256; ++i) values[slot(type)][i] = decode(type, i & (codes - 1));
    }
  }
  static std::size_t slot(DType d) noexcept {
    if (d == DType::float4e2m1) return 4;
    if (d == DType::float8e8m0) return 5;
    if (d == DType::float6e2m3) return 6;
    if (d == DType::float6e3m2) return 7;
    return static_cast<std::size_t>(d) - static_cast<std::size_t>(DType::float8e4m3fn);
  }
};

template <typename T>
T load(const void* src, std::int64_t i) noexcept {
  T v;
  std::memcpy(&v, static_cast<const std::byte*>(src) + static_cast<std::size_t>(i) * sizeof(T), sizeof(T));
  return v;
}

template <typename T>
void row_to_float(const void* src, float* dst, std::int64_t count) noexcept {
  for (std::int64_t i = 0; i < count; ++i) dst[i] = static_cast<float>(load<T>(src, i));
}

template <typename T>
T from_float(float v) noexcept {
  if constexpr (std::is_integral_v<T>) {
    if (std::isnan(v)) return 0;
    // The limits as floats: the lower one is exact, the upper one is 2^k, the first value that is too large.
    constexpr auto kLow = static_cast<float>(std::numeric_limits<T>::min());
    constexpr float kHigh = static_cast<float>(std::numeric_limits<T>::max() / 2 + 1) * 2.0f;
    if (v <= kLow) return std::numeric_limits<T>::min();
    return v >= kHigh ? std::numeric_limits<T>::max() : static_cast<T>(v);
  } else {
    return static_cast<T>(v);
  }
}

template <typename T>
void row_from_float(const float* src, void* dst, std::int64_t count) noexcept {
  auto* out = static_cast<std::byte*>(dst);
  for (std::int64_t i = 0; i < count; ++i, out += sizeof(T)) {
    const T v = from_float<T>(src[i]);
    std::memcpy(out, &v, sizeof(T));
  }
}

// Limits of the 2- and 4-bit integers.
std::pair<float, float> sub_byte_range(DType d) noexcept {
  const int bits = bit_width(d);
  if (is_unsigned_integer(d)) return {0.0f, static_cast<float>((1 << bits) - 1)};
  return {static_cast<float>(-(1 << (bits - 1))), static_cast<float>((1 << (bits - 1)) - 1)};
}

void sub_byte_from_float(DType d, const float* src, void* dst, std::int64_t count) noexcept {
  std::memset(dst, 0, packed_bytes(d, static_cast<std::size_t>(count)));
  const auto [low, high] = sub_byte_range(d);
  for (std::int64_t i = 0; i < count; ++i) {
    int code;
    if (d == DType::float4e2m1) {
      code = to_small_float(d, src[i]);
    } else {
      code = std::isnan(src[i]) ? 0 : static_cast<int>(std::clamp(src[i], low, high));
    }
    store_sub_byte(d, dst, i, static_cast<std::uint8_t>(code));
  }
}

std::int8_t sign_extended(DType d, std::uint8_t bits) noexcept {
  const int unused = 8 - bit_width(d);
  return static_cast<std::int8_t>(static_cast<std::int8_t>(static_cast<std::uint8_t>(bits << unused)) >>
                                  unused);
}

}  // namespace

std::uint8_t to_small_float(DType d, double value, SmallFloatRounding rounding) noexcept {
  if (d == DType::float8e8m0) return encode_e8m0(value, rounding);
  return static_cast<std::uint8_t>(encode(layout(d), value, rounding.saturate));
}

std::span<const float> small_float_values(DType d) noexcept {
  static const Tables tables;
  return tables.values[Tables::slot(d)];
}

float from_small_float(DType d, std::uint8_t bits) noexcept { return small_float_values(d)[bits]; }

float16 to_float16(double value) noexcept {
  float16 h;
  h.bits = static_cast<std::uint16_t>(encode(layout(DType::float16), value, false));
  return h;
}

bfloat16 to_bfloat16(double value) noexcept {
  bfloat16 b;
  const float narrow = static_cast<float>(value);
  // Far below the normal range double's own rounding to float is not the last one; encode() rounds once.
  b.bits = std::isnan(value) ? bfloat16(narrow).bits
                             : static_cast<std::uint16_t>(encode(layout(DType::bfloat16), value, false));
  return b;
}

void convert_to_float(DType from, const void* src, float* dst, std::int64_t count) {
  switch (from) {
    case DType::float32:
      if (count > 0) std::memcpy(dst, src, static_cast<std::size_t>(count) * sizeof(float));
      return;
    case DType::float64:
      return row_to_float<double>(src, dst, count);
    case DType::float16:
      return row_to_float<float16>(src, dst, count);
    case DType::bfloat16:
      return row_to_float<bfloat16>(src, dst, count);
    case DType::bool_:
    case DType::uint8:
      return row_to_float<std::uint8_t>(src, dst, count);
    case DType::int8:
      return row_to_float<std::int8_t>(src, dst, count);
    case DType::uint16:
      return row_to_float<std::uint16_t>(src, dst, count);
    case DType::int16:
      return row_to_float<std::int16_t>(src, dst, count);
    case DType::uint32:
      return row_to_float<std::uint32_t>(src, dst, count);
    case DType::int32:
      return row_to_float<std::int32_t>(src, dst, count);
    case DType::uint64:
      return row_to_float<std::uint64_t>(src, dst, count);
    case DType::int64:
      return row_to_float<std::int64_t>(src, dst, count);
    default:
      break;
  }
  require(is_small_float(from) || is_sub_byte(from), Code::invalid_argument, "{} does not convert to float32",
          name(from));
  for (std::int64_t i = 0; i < count; ++i) dst[i] = static_cast<float>(load_number(from, src, i));
}

void convert_from_float(DType to, const float* src, void* dst, std::int64_t count,
                        SmallFloatRounding rounding) {
  auto* bytes = static_cast<std::uint8_t*>(dst);
  switch (to) {
    case DType::float32:
      if (count > 0) std::memcpy(dst, src, static_cast<std::size_t>(count) * sizeof(float));
      return;
    case DType::float64:
      return row_from_float<double>(src, dst, count);
    case DType::float16:
      return row_from_float<float16>(src, dst, count);
    case DType::bfloat16:
      return row_from_float<bfloat16>(src, dst, count);
    case DType::uint8:
      return row_from_float<std::uint8_t>(src, dst, count);
    case DType::int8:
      return row_from_float<std::int8_t>(src, dst, count);
    case DType::uint16:
      return row_from_float<std::uint16_t>(src, dst, count);
    case DType::int16:
      return row_from_float<std::int16_t>(src, dst, count);
    case DType::uint32:
      return row_from_float<std::uint32_t>(src, dst, count);
    case DType::int32:
      return row_from_float<std::int32_t>(src, dst, count);
    case DType::uint64:
      return row_from_float<std::uint64_t>(src, dst, count);
    case DType::int64:
      return row_from_float<std::int64_t>(src, dst, count);
    case DType::bool_:
      for (std::int64_t i = 0; i < count; ++i) bytes[i] = src[i] != 0.0f ? 1 : 0;
      return;
    default:
      break;
  }
  if (is_sub_byte(to)) return sub_byte_from_float(to, src, dst, count);
  require(is_small_float(to), Code::invalid_argument, "float32 does not convert to {}", name(to));
  for (std::int64_t i = 0; i < count; ++i) bytes[i] = to_small_float(to, src[i], rounding);
}

std::uint8_t load_sub_byte(DType d, const void* packed, std::int64_t i) noexcept {
  const int bits = bit_width(d);
  const int per_byte = 8 / bits;
  const std::uint8_t byte = static_cast<const std::uint8_t*>(packed)[i / per_byte];
  return static_cast<std::uint8_t>((byte >> (i % per_byte * bits)) & ((1 << bits) - 1));
}

void store_sub_byte(DType d, void* packed, std::int64_t i, std::uint8_t bits) noexcept {
  const int width = bit_width(d);
  const int per_byte = 8 / width;
  const auto shift = static_cast<int>(i % per_byte) * width;
  const int mask = ((1 << width) - 1) << shift;
  std::uint8_t& byte = static_cast<std::uint8_t*>(packed)[i / per_byte];
  byte = static_cast<std::uint8_t>((byte & ~mask) | ((bits << shift) & mask));
}

void unpack_sub_byte(DType d, const void* packed, std::int64_t first, std::int64_t count,
                     std::uint8_t* out) noexcept {
  const bool extend = is_signed_integer(d);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint8_t bits = load_sub_byte(d, packed, first + i);
    out[i] = extend ? static_cast<std::uint8_t>(sign_extended(d, bits)) : bits;
  }
}

void pack_sub_byte(DType d, const std::uint8_t* elements, std::int64_t count, void* packed) noexcept {
  if (count == 0) return;
  const int per_byte = 8 / bit_width(d);
  static_cast<std::uint8_t*>(packed)[(count - 1) / per_byte] = 0;
  for (std::int64_t i = 0; i < count; ++i) store_sub_byte(d, packed, i, elements[i]);
}

std::int64_t load_integer(DType d, const void* src, std::int64_t i) noexcept {
  switch (d) {
    case DType::bool_:
      return load<std::uint8_t>(src, i) != 0 ? 1 : 0;
    case DType::uint8:
      return load<std::uint8_t>(src, i);
    case DType::int8:
      return load<std::int8_t>(src, i);
    case DType::uint16:
      return load<std::uint16_t>(src, i);
    case DType::int16:
      return load<std::int16_t>(src, i);
    case DType::uint32:
      return load<std::uint32_t>(src, i);
    case DType::int32:
      return load<std::int32_t>(src, i);
    case DType::uint64:
      return static_cast<std::int64_t>(load<std::uint64_t>(src, i));
    case DType::int64:
      return load<std::int64_t>(src, i);
    case DType::uint4:
    case DType::uint2:
      return load_sub_byte(d, src, i);
    case DType::int4:
    case DType::int2:
      return sign_extended(d, load_sub_byte(d, src, i));
    default:
      return 0;
  }
}

double load_number(DType d, const void* src, std::int64_t i) noexcept {
  switch (d) {
    case DType::float32:
      return load<float>(src, i);
    case DType::float64:
      return load<double>(src, i);
    case DType::float16:
      return static_cast<float>(load<float16>(src, i));
    case DType::bfloat16:
      return static_cast<float>(load<bfloat16>(src, i));
    case DType::complex64:
      return load<float>(src, 2 * i);
    case DType::complex128:
      return load<double>(src, 2 * i);
    case DType::uint64:
      return static_cast<double>(load<std::uint64_t>(src, i));
    case DType::float4e2m1:
      return from_small_float(d, load_sub_byte(d, src, i));
    case DType::string:
    case DType::undefined:
      return std::numeric_limits<double>::quiet_NaN();
    default:
      break;
  }
  if (is_small_float(d)) return from_small_float(d, load<std::uint8_t>(src, i));
  return static_cast<double>(load_integer(d, src, i));
}

}  // namespace sardonyx
