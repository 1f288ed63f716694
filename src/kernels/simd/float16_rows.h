// Rows of half and bfloat16 to float and back: round to nearest even, any alignment.
#pragma once

#include <cstdint>

#include "kernels/simd/dispatch.h"

namespace sardonyx {

struct Float16Rows {
  Isa isa;
  void (*half_to_float)(const void* from, void* to, std::int64_t n);
  void (*float_to_half)(const void* from, void* to, std::int64_t n);
  void (*bfloat16_to_float)(const void* from, void* to, std::int64_t n);
  void (*float_to_bfloat16)(const void* from, void* to, std::int64_t n);
};
SARDONYX_ISA_TABLE(Float16Rows, float16_rows)

}  // namespace sardonyx
