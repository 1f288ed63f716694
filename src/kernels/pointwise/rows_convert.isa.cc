// Conversions between lanes, and of the 16-bit floats. Floats outside of an integer's range saturate, NaN gives 0;
// integers wrap.
#if defined(__F16C__)
#include <immintrin.h>
#endif

#include "kernels/pointwise/row_loop.h"

namespace sardonyx::pointwise::SARDONYX_ISA_NAMESPACE {
namespace {

template <typename To>
struct Range;
template <>
struct Range<std::int8_t> {
  static constexpr double low = -128, high = 127;
};
template <>
struct Range<std::uint8_t> {
  static constexpr double low = 0, high = 255;
};
template <>
struct Range<std::int16_t> {
  static constexpr double low = -32768, high = 32767;
};
template <>
struct Range<std::uint16_t> {
  static constexpr double low = 0, high = 65535;
};
template <>
struct Range<std::int32_t> {
  static constexpr double low = -2147483648.0, high = 2147483647.0;
};
template <>
struct Range<std::uint32_t> {
  static constexpr double low = 0, high = 4294967295.0;
};
template <>
struct Range<std::int64_t> {
  static constexpr double low = -0x1p63, high = 0x1p63;
};
template <>
struct Range<std::uint64_t> {
  static constexpr double low = 0, high = 0x1p64;
};

template <typename To, typename From>
struct FloatToInteger {
  To operator()(From x) const {
    constexpr From low = static_cast<From>(Range<To>::low);
    constexpr From high = static_cast<From>(Range<To>::high);
    constexpr bool exact = static_cast<double>(high) == Range<To>::high && sizeof(To) < 8;
    // The largest number below `high`, when `high` itself is one too many.
    constexpr From below = exact ? high : high - high * (sizeof(From) == 4 ? From(0x1p-24) : From(0x1p-53));
    From y = x > low ? x : low;
    y = y < below ? y : below;
    To r;
    if constexpr (sizeof(To) < 4) {
      r = static_cast<To>(static_cast<std::int32_t>(y));
    } else {
      r = static_cast<To>(y);
    }
    if constexpr (!exact)
      r = x >= high ? static_cast<To>(Range<To>::low < 0 ? ~(To(1) << (8 * sizeof(To) - 1)) : ~To(0)) : r;
    return x != x ? To(0) : r;
  }
};
template <typename To, typename From>
struct Plain {
  To operator()(From x) const { return static_cast<To>(x); }
};
template <typename From>
struct ToTruth {
  std::uint8_t operator()(From x) const { return x != 0; }
};
template <typename To>
struct FromTruth {
  To operator()(std::uint8_t x) const { return static_cast<To>(x != 0); }
};

template <typename To, typename From>
Row integer_to() {
  return row1<Plain<To, From>, To, From>;
}

// Narrowing and same-width moves depend on widths alone, widening on the source's sign.
template <typename From>
Row from_integer(Lane to) {
  switch (to) {
    case Lane::f32:
      return integer_to<float, From>();
    case Lane::f64:
      return integer_to<double, From>();
    case Lane::i8:
    case Lane::u8:
      return integer_to<std::uint8_t, From>();
    case Lane::i16:
    case Lane::u16:
      return integer_to<std::uint16_t, From>();
    case Lane::i32:
    case Lane::u32:
      return integer_to<std::uint32_t, From>();
    case Lane::i64:
    case Lane::u64:
      return integer_to<std::uint64_t, From>();
    case Lane::b8:
      return row1<ToTruth<From>, std::uint8_t, From>;
    default:
      return nullptr;
  }
}

template <typename From>
Row from_float(Lane to) {
  switch (to) {
    case Lane::f32:
      return integer_to<float, From>();
    case Lane::f64:
      return integer_to<double, From>();
    case Lane::i8:
      return row1<FloatToInteger<std::int8_t, From>, std::int8_t, From>;
    case Lane::u8:
      return row1<FloatToInteger<std::uint8_t, From>, std::uint8_t, From>;
    case Lane::i16:
      return row1<FloatToInteger<std::int16_t, From>, std::int16_t, From>;
    case Lane::u16:
      return row1<FloatToInteger<std::uint16_t, From>, std::uint16_t, From>;
    case Lane::i32:
      return row1<FloatToInteger<std::int32_t, From>, std::int32_t, From>;
    case Lane::u32:
      return row1<FloatToInteger<std::uint32_t, From>, std::uint32_t, From>;
    case Lane::i64:
      return row1<FloatToInteger<std::int64_t, From>, std::int64_t, From>;
    case Lane::u64:
      return row1<FloatToInteger<std::uint64_t, From>, std::uint64_t, From>;
    case Lane::b8:
      return row1<ToTruth<From>, std::uint8_t, From>;
    default:
      return nullptr;
  }
}

Row from_truth(Lane to) {
  switch (to) {
    case Lane::f32:
      return row1<FromTruth<float>, float, std::uint8_t>;
    case Lane::f64:
      return row1<FromTruth<double>, double, std::uint8_t>;
    case Lane::i8:
    case Lane::u8:
    case Lane::b8:
      return row1<FromTruth<std::uint8_t>, std::uint8_t, std::uint8_t>;
    case Lane::i16:
    case Lane::u16:
      return row1<FromTruth<std::uint16_t>, std::uint16_t, std::uint8_t>;
    case Lane::i32:
    case Lane::u32:
      return row1<FromTruth<std::uint32_t>, std::uint32_t, std::uint8_t>;
    case Lane::i64:
    case Lane::u64:
      return row1<FromTruth<std::uint64_t>, std::uint64_t, std::uint8_t>;
    default:
      return nullptr;
  }
}

Row find(Lane from, Lane to) {
  switch (from) {
    case Lane::f32:
      return from_float<float>(to);
    case Lane::f64:
      return from_float<double>(to);
    case Lane::i8:
      return from_integer<std::int8_t>(to);
    case Lane::u8:
      return from_integer<std::uint8_t>(to);
    case Lane::i16:
      return from_integer<std::int16_t>(to);
    case Lane::u16:
      return from_integer<std::uint16_t>(to);
    case Lane::i32:
      return from_integer<std::int32_t>(to);
    case Lane::u32:
      return from_integer<std::uint32_t>(to);
    case Lane::i64:
      return from_integer<std::int64_t>(to);
    case Lane::u64:
      return from_integer<std::uint64_t>(to);
    case Lane::b8:
      return from_truth(to);
    default:
      return nullptr;
  }
}

using Unaligned16 [[gnu::aligned(1), gnu::may_alias]] = std::uint16_t;

inline float half_value(std::uint32_t h) {
  const std::uint32_t magnitude = h & 0x7fff;
  const std::uint32_t normal = (magnitude << 13) + (112u << 23);
  const std::uint32_t special = (magnitude << 13) + (224u << 23);  // infinity and NaN
  const float tiny = static_cast<float>(static_cast<std::int32_t>(magnitude)) * 0x1p-24f;
  std::uint32_t bits = magnitude >= 0x7c00 ? special : normal;
  bits = magnitude < 0x400 ? __builtin_bit_cast(std::uint32_t, tiny) : bits;
  return __builtin_bit_cast(float, bits | (h & 0x8000) << 16);
}

inline std::uint16_t half_bits(float x) {
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, x);
  const std::uint32_t magnitude = bits & 0x7fffffff;
  // Below 2^-14: adding 0.5 puts the last half bit where float32 rounds.
  const float shifted = __builtin_bit_cast(float, magnitude) + 0.5f;
  const std::uint32_t tiny = __builtin_bit_cast(std::uint32_t, shifted) - 0x3f000000u;
  const std::uint32_t normal = (magnitude + 0xfff + ((magnitude >> 13) & 1) - (112u << 23)) >> 13;
  std::uint32_t h = magnitude < 0x38800000 ? tiny : normal;
  h = magnitude >= 0x47800000 ? 0x7c00 : h;
  h = magnitude > 0x7f800000 ? 0x7e00 : h;
  return static_cast<std::uint16_t>(h | (bits >> 16 & 0x8000));
}

void half_to_float(const void* src, float* dst, std::int64_t n) {
  const auto* s = static_cast<const Unaligned16*>(src);
  std::int64_t i = 0;
#if defined(__F16C__)
  for (; i + 8 <= n; i += 8) {
    _mm256_storeu_ps(dst + i, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(s + i))));
  }
#endif
  SARDONYX_INDEPENDENT
  for (std::int64_t k = i; k < n; ++k) dst[k] = half_value(s[k]);
}

void float_to_half(const float* src, void* dst, std::int64_t n) {
  auto* d = static_cast<Unaligned16*>(dst);
  std::int64_t i = 0;
#if defined(__F16C__)
  for (; i + 8 <= n; i += 8) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(d + i), _mm256_cvtps_ph(_mm256_loadu_ps(src + i), 0));
  }
#endif
  SARDONYX_INDEPENDENT
  for (std::int64_t k = i; k < n; ++k) d[k] = half_bits(src[k]);
}

void bfloat_to_float(const void* src, float* dst, std::int64_t n) {
  const auto* s = static_cast<const Unaligned16*>(src);
  SARDONYX_INDEPENDENT
  for (std::int64_t i = 0; i < n; ++i)
    dst[i] = __builtin_bit_cast(float, static_cast<std::uint32_t>(s[i]) << 16);
}

void float_to_bfloat(const float* src, void* dst, std::int64_t n) {
  auto* d = static_cast<Unaligned16*>(dst);
  SARDONYX_INDEPENDENT
  for (std::int64_t i = 0; i < n; ++i) {
    const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, src[i]);
    const std::uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    d[i] = static_cast<std::uint16_t>((bits & 0x7fffffff) > 0x7f800000 ? (bits >> 16 | 0x40) : rounded);
  }
}

}  // namespace

extern const ConvertTable convert_rows;
const ConvertTable convert_rows{find, half_to_float, float_to_half, bfloat_to_float, float_to_bfloat};

}  // namespace sardonyx::pointwise::SARDONYX_ISA_NAMESPACE
