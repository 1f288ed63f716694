// Half precision and bfloat16: bits, conversions from and to float, comparisons.
//
// Conversions round to the nearest, ties to even. Comparisons are those of IEEE 754: +0 equals -0, a NaN equals nothing.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace onnxruntime_float16 {

namespace detail {

enum class endian {
#if defined(_WIN32)
  little = 0,
  big = 1,
  native = little,
#else
  little = __ORDER_LITTLE_ENDIAN__,
  big = __ORDER_BIG_ENDIAN__,
  native = __BYTE_ORDER__,
#endif
};

constexpr uint32_t BitsOf(float value) noexcept { return __builtin_bit_cast(uint32_t, value); }
constexpr float FloatOf(uint32_t bits) noexcept { return __builtin_bit_cast(float, bits); }

// What both formats share: they differ in where the exponent ends. D is the struct with the masks.
template <typename D>
struct Bits16 {
  static constexpr bool IsNaN(uint16_t bits) noexcept {
    return (bits & static_cast<uint16_t>(~D::kSignMask)) > D::kPositiveInfinityBits;
  }
  static constexpr bool IsFinite(uint16_t bits) noexcept {
    return (bits & D::kBiasedExponentMask) != D::kBiasedExponentMask;
  }
  static constexpr bool IsZero(uint16_t bits) noexcept {
    return (bits & static_cast<uint16_t>(~D::kSignMask)) == 0;
  }
  static constexpr bool IsNormal(uint16_t bits) noexcept {
    return IsFinite(bits) && (bits & D::kBiasedExponentMask) != 0;
  }
  static constexpr bool IsSubnormal(uint16_t bits) noexcept {
    return (bits & D::kBiasedExponentMask) == 0 && !IsZero(bits);
  }
  static constexpr uint16_t Abs(uint16_t bits) noexcept {
    return static_cast<uint16_t>(bits & ~D::kSignMask);
  }
  static constexpr uint16_t Negate(uint16_t bits) noexcept {
    return IsNaN(bits) ? bits : static_cast<uint16_t>(bits ^ D::kSignMask);
  }
  static constexpr bool Equal(uint16_t left, uint16_t right) noexcept {
    if (IsNaN(left) || IsNaN(right)) return false;
    return left == right || (IsZero(left) && IsZero(right));
  }
  // Sign and magnitude, as a number that orders as the values do; both zeros are 0.
  static constexpr int Order(uint16_t bits) noexcept {
    return (bits & D::kSignMask) != 0 ? -static_cast<int>(Abs(bits)) : static_cast<int>(Abs(bits));
  }
  static constexpr bool Less(uint16_t left, uint16_t right) noexcept {
    return !IsNaN(left) && !IsNaN(right) && Order(left) < Order(right);
  }
};

}  // namespace detail

// Half precision: 1 sign bit, 5 of exponent, 10 of fraction.
template <class Derived>
struct Float16Impl {
 protected:
  constexpr static uint16_t ToUint16Impl(float v) noexcept;
  float ToFloatImpl() const noexcept;
  uint16_t AbsImpl() const noexcept { return Traits::Abs(val); }
  uint16_t NegateImpl() const noexcept { return Traits::Negate(val); }

 public:
  static constexpr uint16_t kSignMask = 0x8000U;
  static constexpr uint16_t kBiasedExponentMask = 0x7C00U;
  static constexpr uint16_t kPositiveInfinityBits = 0x7C00U;
  static constexpr uint16_t kNegativeInfinityBits = 0xFC00U;
  static constexpr uint16_t kPositiveQNaNBits = 0x7E00U;
  static constexpr uint16_t kNegativeQNaNBits = 0xFE00U;
  static constexpr uint16_t kMaxValueBits = 0x7BFFU;  // 65504
  static constexpr uint16_t kMinValueBits = 0xFBFFU;
  static constexpr uint16_t kOneBits = 0x3C00U;
  static constexpr uint16_t kMinusOneBits = 0xBC00U;

  uint16_t val{0};

  Float16Impl() = default;

  bool IsNegative() const noexcept { return (val & kSignMask) != 0; }
  bool IsNaN() const noexcept { return Traits::IsNaN(val); }
  bool IsFinite() const noexcept { return Traits::IsFinite(val); }
  bool IsPositiveInfinity() const noexcept { return val == kPositiveInfinityBits; }
  bool IsNegativeInfinity() const noexcept { return val == kNegativeInfinityBits; }
  bool IsInfinity() const noexcept { return Traits::Abs(val) == kPositiveInfinityBits; }
  bool IsNaNOrZero() const noexcept { return IsNaN() || Traits::IsZero(val); }
  bool IsNormal() const noexcept { return Traits::IsNormal(val); }
  bool IsSubnormal() const noexcept { return Traits::IsSubnormal(val); }

  Derived Abs() const noexcept { return Derived::FromBits(AbsImpl()); }
  Derived Negate() const noexcept { return Derived::FromBits(NegateImpl()); }  // a NaN stays as it is

  static bool AreZero(const Float16Impl& lhs, const Float16Impl& rhs) noexcept {
    return Traits::IsZero(lhs.val) && Traits::IsZero(rhs.val);
  }

  bool operator==(const Float16Impl& rhs) const noexcept { return Traits::Equal(val, rhs.val); }
  bool operator!=(const Float16Impl& rhs) const noexcept { return !(*this == rhs); }
  bool operator<(const Float16Impl& rhs) const noexcept { return Traits::Less(val, rhs.val); }

 private:
  using Traits = detail::Bits16<Float16Impl>;
};

template <class Derived>
constexpr uint16_t Float16Impl<Derived>::ToUint16Impl(float v) noexcept {
  const uint32_t bits = detail::BitsOf(v);
  const uint32_t sign = (bits >> 16) & kSignMask;
  const uint32_t magnitude = bits & 0x7FFFFFFFU;
  if (magnitude > 0x7F800000U) return static_cast<uint16_t>(sign | kPositiveQNaNBits);
  if (magnitude >= 0x477FF000U) return static_cast<uint16_t>(sign | kPositiveInfinityBits);  // 65520 and up
  if (magnitude < 0x38800000U) {  // below 2^-14: a multiple of 2^-24
    const uint32_t exponent = magnitude >> 23;
    if (exponent < 102) return static_cast<uint16_t>(sign);  // below 2^-25
    const uint32_t fraction = (magnitude & 0x7FFFFFU) | 0x800000U;
    const uint32_t shift = 126 - exponent;
    const uint32_t whole = fraction >> shift, rest = fraction & ((1U << shift) - 1), half = 1U << (shift - 1);
    const uint32_t up = (rest > half || (rest == half && (whole & 1U) != 0)) ? 1 : 0;
    return static_cast<uint16_t>(sign | (whole + up));
  }
  const uint32_t rounded = magnitude + 0xFFFU + ((magnitude >> 13) & 1U);
  return static_cast<uint16_t>(sign | ((rounded - (112U << 23)) >> 13));
}

template <class Derived>
float Float16Impl<Derived>::ToFloatImpl() const noexcept {
  const uint32_t sign = static_cast<uint32_t>(val & kSignMask) << 16;
  const uint32_t magnitude = Traits::Abs(val);
  if (magnitude >= kPositiveInfinityBits)
    return detail::FloatOf(sign | 0x7F800000U | ((magnitude & 0x3FFU) << 13));
  if (Traits::IsNormal(val)) return detail::FloatOf(sign | ((magnitude << 13) + (112U << 23)));
  const float value = static_cast<float>(magnitude) * 0x1p-24F;
  return sign != 0 ? -value : value;
}

// The upper half of a float: 1 sign bit, 8 of exponent, 7 of fraction.
template <class Derived>
struct BFloat16Impl {
 protected:
  static uint16_t ToUint16Impl(float v) noexcept {
    const uint32_t bits = detail::BitsOf(v);
    if ((bits & 0x7FFFFFFFU) > 0x7F800000U) return kPositiveQNaNBits;
    return static_cast<uint16_t>((bits + kRoundToNearest + ((bits >> 16) & 1U)) >> 16);
  }
  float ToFloatImpl() const noexcept {
    return detail::FloatOf(static_cast<uint32_t>(IsNaN() ? kPositiveQNaNBits : val) << 16);
  }
  uint16_t AbsImpl() const noexcept { return Traits::Abs(val); }
  uint16_t NegateImpl() const noexcept { return Traits::Negate(val); }

 public:
  static constexpr uint16_t kSignMask = 0x8000U;
  static constexpr uint16_t kBiasedExponentMask = 0x7F80U;
  static constexpr uint16_t kPositiveInfinityBits = 0x7F80U;
  static constexpr uint16_t kNegativeInfinityBits = 0xFF80U;
  static constexpr uint16_t kPositiveQNaNBits = 0x7FC1U;
  static constexpr uint16_t kNegativeQNaNBits = 0xFFC1U;
  static constexpr uint16_t kMaxValueBits = 0x7F7FU;
  static constexpr uint16_t kMinValueBits = 0xFF7FU;
  static constexpr uint16_t kRoundToNearest = 0x7FFFU;
  static constexpr uint16_t kOneBits = 0x3F80U;
  static constexpr uint16_t kMinusOneBits = 0xBF80U;

  uint16_t val{0};

  BFloat16Impl() = default;

  bool IsNegative() const noexcept { return (val & kSignMask) != 0; }
  bool IsNaN() const noexcept { return Traits::IsNaN(val); }
  bool IsFinite() const noexcept { return Traits::IsFinite(val); }
  bool IsPositiveInfinity() const noexcept { return val == kPositiveInfinityBits; }
  bool IsNegativeInfinity() const noexcept { return val == kNegativeInfinityBits; }
  bool IsInfinity() const noexcept { return Traits::Abs(val) == kPositiveInfinityBits; }
  bool IsNaNOrZero() const noexcept { return IsNaN() || Traits::IsZero(val); }
  bool IsNormal() const noexcept { return Traits::IsNormal(val); }
  bool IsSubnormal() const noexcept { return Traits::IsSubnormal(val); }

  Derived Abs() const noexcept { return Derived::FromBits(AbsImpl()); }
  Derived Negate() const noexcept { return Derived::FromBits(NegateImpl()); }  // a NaN stays as it is

  static bool AreZero(const BFloat16Impl& lhs, const BFloat16Impl& rhs) noexcept {
    return Traits::IsZero(lhs.val) && Traits::IsZero(rhs.val);
  }

 protected:
  using Traits = detail::Bits16<BFloat16Impl>;
};

}  // namespace onnxruntime_float16
