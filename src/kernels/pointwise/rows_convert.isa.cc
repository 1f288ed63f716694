// Conversions between lanes. Integers wrap; floats outside of an integer's range: see `saturated`, NaN gives 0.
#include "kernels/pointwise/row_loop.h"

namespace sardonyx::pointwise::SARDONYX_ISA_NAMESPACE {
namespace {

// Float to int32 or int64, towards zero, saturating.
template <typename To, typename From>
To saturated(From x) {
  constexpr From high = sizeof(To) == 4 ? From(0x1p31) : From(0x1p63);
  constexpr To largest = static_cast<To>(~(To(1) << (8 * sizeof(To) - 1)));
  // The largest number below `high`; float64 has all of int32's.
  constexpr From below = sizeof(From) == 4 ? high - high * From(0x1p-24)
                         : sizeof(To) == 4 ? From(0x7fffffff)
                                           : high - high * From(0x1p-53);
  From y = x > -high ? x : -high;
  y = y < below ? y : below;
  const To r = static_cast<To>(y);
  const To top = x >= high ? largest : r;
  return x != x ? To(0) : top;
}

// Narrower and unsigned types take the low bits of the saturated int32 or int64.
template <typename To, typename From>
struct FloatToInteger {
  To operator()(From x) const {
    if constexpr (sizeof(To) < 4) return static_cast<To>(saturated<std::int32_t>(x));
    if constexpr (sizeof(To) == 4 && static_cast<To>(-1) < 0) return saturated<std::int32_t>(x);
    const std::int64_t r = saturated<std::int64_t>(x);
    if constexpr (static_cast<To>(-1) > 0 && sizeof(To) == 8) {
      // From 2^63 on: what is above it, with the top bit; 2^64 and beyond saturate.
      constexpr std::uint64_t top = std::uint64_t{1} << 63;
      const std::uint64_t upper = static_cast<std::uint64_t>(saturated<std::int64_t>(x - From(0x1p63))) | top;
      const std::uint64_t large = x >= From(0x1p64) ? ~std::uint64_t{0} : upper;
      return x >= From(0x1p63) ? large : static_cast<std::uint64_t>(r);
    }
    return static_cast<To>(r);
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
