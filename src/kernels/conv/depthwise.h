// Depthwise convolution: one input channel per output channel, in bands of rows that stay in L1.
#pragma once

#include "kernels/conv/geometry.h"
#include "kernels/gemm/driver.h"

namespace sardonyx::conv {

// What the elements of x are; bytes are computed in float, where sums of up to 256 products are exact.
enum class Elements : std::uint8_t { f32, f64, u8, s8 };

struct Depthwise {
  Geometry geometry;
  Isa isa;
  Elements elements;
  std::int32_t x_zero = 0;  // bytes: subtracted; outside the image counts as it
  const std::byte* x;
  const std::byte* weights;  // [out_channels, taps], float or double
  std::byte* y;              // nullptr: only the hook stores. float, double; int32 for bytes
  gemm::Epilogue epilogue;
};

// Whether the taps reach so near that bands are small; depends on the filter alone.
bool depthwise_fits(const Geometry& g, bool bytes);
void run_depthwise(const Depthwise& problem, ThreadPool& pool, const StopToken* stop);

}  // namespace sardonyx::conv
