// Facts of element conversion that everything else builds on: rounding to the small floats and back, packing
// of 2- and 4-bit elements, and loading one element of any type from bytes of any alignment.
#pragma once

#include <cstdint>
#include <span>

#include "sardonyx/dtype.hpp"

namespace sardonyx {

// Rounding to float8e8m0, which holds powers of two only. ONNX's default is up.
enum class E8m0Round : std::uint8_t { up, down, nearest };

struct SmallFloatRounding {
  bool saturate =
      true;  // too large and infinite: the largest finite value; else NaN, or infinity where there is one
  E8m0Round e8m0 = E8m0Round::up;
};

// The bits of `value` as a small float (is_small_float), rounded to nearest even as ONNX's Cast says. Those of 4 and 6
// bits always saturate and give -0 for NaN; float8e8m0 gives NaN for what is negative.
std::uint8_t to_small_float(DType d, double value, SmallFloatRounding rounding = {}) noexcept;
// The value of the lowest bits, as many as the type has.
float from_small_float(DType d, std::uint8_t bits) noexcept;
// The values of all bytes (256).
std::span<const float> small_float_values(DType d) noexcept;

// Rounded once, unlike float16(static_cast<float>(value)).
float16 to_float16(double value) noexcept;
bfloat16 to_bfloat16(double value) noexcept;

// `count` elements of any real type (bool, integers, floats) at any alignment, sub-byte ones packed from the
// low bits. Throws invalid_argument for other types.
void convert_to_float(DType from, const void* src, float* dst, std::int64_t count);
// Rounds to nearest even for floats and towards zero for integers; integers saturate and NaN becomes 0; bool
// is value != 0. Writes whole bytes: the unused high bits of a last sub-byte byte become 0.
void convert_from_float(DType to, const float* src, void* dst, std::int64_t count,
                        SmallFloatRounding rounding = {});

// 2- and 4-bit elements, packed, to one byte each: sign-extended for int4 and int2, the bare bits for
// float4e2m1. `first` and `count` are elements.
void unpack_sub_byte(DType d, const void* packed, std::int64_t first, std::int64_t count,
                     std::uint8_t* out) noexcept;
// The reverse, from element 0 of `packed`; the unused high bits of the last byte become 0.
void pack_sub_byte(DType d, const std::uint8_t* elements, std::int64_t count, void* packed) noexcept;
// The bare bits of packed element `i`, and setting them.
std::uint8_t load_sub_byte(DType d, const void* packed, std::int64_t i) noexcept;
void store_sub_byte(DType d, void* packed, std::int64_t i, std::uint8_t bits) noexcept;

// Element `i` of an integer or bool array; 0 for other types. uint64 above the range of int64 wraps.
std::int64_t load_integer(DType d, const void* src, std::int64_t i) noexcept;
// Element `i` of any numeric array; the real part of complex ones; NaN for strings.
double load_number(DType d, const void* src, std::int64_t i) noexcept;

}  // namespace sardonyx
