// The bounds of Clip in one pass: what `max` with a constant and then `min` with a constant become.
#pragma once

#include "kernels/pointwise/rows.h"

namespace sardonyx::pointwise {

// Row `f32`: imm.a is the lower bound, imm.b the upper, neither is NaN; the lower one is applied first; NaN stays.
struct ClampTable {
  Row f32;
};
SARDONYX_ISA_TABLE(ClampTable, clamp_rows)

}  // namespace sardonyx::pointwise
