// Rows of quantisation: float to small integers and back, int32 sums to small integers, smallest and largest.
//
// The same bits on every instruction set: true division, one rounding to nearest even, then the zero point, then
// saturation. NaN becomes the lowest value.
#pragma once

#include <cstdint>

#include "kernels/simd/dispatch.h"

namespace sardonyx::quant {

// The order of the tables below.
enum class Stored : std::uint8_t { u8, s8, u16, s16 };

struct Limits {
  float low, high;
};

// Per-element operands are arrays with `step` 1, or one element with `step` 0. Any alignment.
struct Rows {
  Isa isa;
  // y[i] = saturate(round(x[i] / scale[i*step]) + zero[i*step])
  void (*quantize[4])(const void* x, const float* scale, const float* zero, int step, Limits limits, void* y,
                      std::int64_t n);
  // y[i] = (x[i] - zero[i*step]) * scale[i*step]
  void (*dequantize[4])(const void* x, const float* scale, const float* zero, int step, void* y,
                        std::int64_t n);
  // y[i] = saturate(round(float(sums[i]) * scale[i*step]) + zero)
  void (*requantize[4])(const std::int32_t* sums, const float* scale, int step, float zero, Limits limits,
                        void* y, std::int64_t n);
  // y[i] = float(sums[i]) * scale[i*step] + bias[i] (bias may be nullptr)
  void (*rescale)(const std::int32_t* sums, const float* scale, int step, const float* bias, void* y,
                  std::int64_t n);
  // Widens *low and *high to hold x; NaN is passed over.
  void (*extremes)(const void* x, std::int64_t n, float* low, float* high);
};
SARDONYX_ISA_TABLE(Rows, rows)

}  // namespace sardonyx::quant
