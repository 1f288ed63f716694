// Resampling along one axis of a dense array; several axes are one pass after the other.
#pragma once

#include <cstdint>

#include "kernels/image/taps.h"

namespace sardonyx::image {

// in: [outer, taps' source size, inner]; out: [outer, rows, inner].
struct Pass {
  Taps taps;
  std::int64_t outer = 0, in = 0, out = 0, inner = 0;
};

// Output rows [begin, end) of outer x out, each of `inner` elements.
void resample(const Pass& p, const float* in, float* out, std::int64_t begin, std::int64_t end) noexcept;
void resample(const Pass& p, const double* in, double* out, std::int64_t begin, std::int64_t end) noexcept;

}  // namespace sardonyx::image
