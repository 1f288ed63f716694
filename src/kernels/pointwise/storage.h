// Between elements as they lie in memory and lanes as programs hold them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/cpu.h"
#include "tensor/convert.h"

namespace sardonyx::pointwise {

// Elements lie in memory exactly as their lane holds them: rows may work on them in place.
bool stored_as_lane(DType d);

// Reads n elements that lie together at `src`, sub-byte ones from the element `first` on, into lanes.
void load_lanes(DType d, const std::byte* src, std::int64_t first, std::int64_t n, void* lanes, Isa isa);
// The reverse. Sub-byte elements: bytes that are shared with elements outside keep these.
void store_lanes(DType d, const void* lanes, std::byte* dst, std::int64_t first, std::int64_t n, Isa isa,
                 const SmallFloatRounding& rounding = {});

}  // namespace sardonyx::pointwise
