// Depthwise rows: y[r][j] = bias + sum over taps of weight[t] * x[r * x_step + offset[t] + j], one table per ISA.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/simd/dispatch.h"

namespace sardonyx::conv {

struct DepthwiseArgs {
  const std::byte* x;
  std::ptrdiff_t x_step;  // between output rows; steps and offsets in elements
  std::byte* y;
  std::ptrdiff_t y_step;
  const std::ptrdiff_t* offsets;
  const std::byte* weights;
  const std::byte* bias;  // one element, or nullptr
  std::int64_t taps, rows, cols;
  bool readable_behind;  // a vector may be read behind the last element that matters
};

struct DepthwiseKernels {
  Isa isa;
  void (*f32)(const DepthwiseArgs& args);
  void (*f64)(const DepthwiseArgs& args);
  // to[i] = from[2 * i] for i < n; reads nothing behind from[2 * n - 2].
  void (*every_second_f32)(const std::byte* from, std::byte* to, std::int64_t n);
  // to[i] = float(from[i] - zero), bytes to floats.
  void (*widen_u8)(const std::byte* from, std::byte* to, std::int64_t n, std::int32_t zero);
  void (*widen_s8)(const std::byte* from, std::byte* to, std::int64_t n, std::int32_t zero);
  // Whole floats to int32; `to` may be `from`.
  void (*to_int32)(const std::byte* from, std::byte* to, std::int64_t n);
};

}  // namespace sardonyx::conv

namespace sardonyx {
SARDONYX_ISA_TABLE(conv::DepthwiseKernels, depthwise_kernels)
}  // namespace sardonyx
