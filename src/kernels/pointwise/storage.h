// Between elements as they lie in memory and lanes as programs hold them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/pointwise/opcode.h"
#include "kernels/pointwise/rows.h"
#include "sardonyx/dtype.hpp"

namespace sardonyx::pointwise {

// Elements lie in memory exactly as their lane holds them: rows may work on them in place.
bool stored_as_lane(DType d);

struct SmallFloatRounding {
  bool saturate = true;  // out of range: the largest number; else infinity or NaN
  enum class Scale : std::uint8_t { up, down, nearest } scale = Scale::up;  // float8e8m0 only
};

// One number to the bits of an 8- or 4-bit float, to nearest even, and back. Requires is_small_float(d).
std::uint8_t small_float_bits(DType d, float x, const SmallFloatRounding& rounding = {});
float small_float_value(DType d, std::uint8_t bits);

// Reads n elements that lie together at `src`, sub-byte ones from the element `first` on, into lanes.
void load_lanes(DType d, const std::byte* src, std::int64_t first, std::int64_t n, void* lanes, Isa isa);
// The reverse. Sub-byte elements: bytes that are shared with elements outside keep these.
void store_lanes(DType d, const void* lanes, std::byte* dst, std::int64_t first, std::int64_t n, Isa isa,
                 const SmallFloatRounding& rounding = {});

}  // namespace sardonyx::pointwise
