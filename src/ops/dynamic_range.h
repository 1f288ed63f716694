// Quantising floats to uint8 by their own range, as DynamicQuantizeLinear does.
#pragma once

#include <cstdint>

#include "base/cpu.h"
#include "graph/kernel.h"

namespace sardonyx {

struct DynamicRange {
  float scale = 1;
  std::uint8_t zero = 0;
};

// The range of x[0..n) and 0 over 255 steps; scale 1 when that range is empty.
DynamicRange dynamic_range(const Call& call, const float* x, std::int64_t n, Isa isa);
DynamicRange range_of(float low, float high) noexcept;
void quantize_dynamic(const Call& call, const float* x, std::int64_t n, DynamicRange range, std::uint8_t* y,
                      Isa isa);

}  // namespace sardonyx
