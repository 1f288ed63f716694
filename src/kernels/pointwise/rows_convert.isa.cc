// Conversions between lanes. Floats outside of an integer's range saturate, NaN gives 0;
// integers wrap.
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

}  // namespace

extern const ConvertTable convert_rows;
const ConvertTable convert_rows{find};

}  // namespace sardonyx::pointwise::SARDONYX_ISA_NAMESPACE
