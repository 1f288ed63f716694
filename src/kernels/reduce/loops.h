// The loops of every kind and element type, as tables; float32 takes its rows from the ISA's.
#pragma once

#include "kernels/reduce/reduce.h"

namespace sardonyx::reduce {

Loops loops(Kind kind, DType dtype, Isa isa);
// Maxima into float64 accumulators, whatever the elements: the first pass of log_sum_exp.
Loops maxima(DType dtype, Isa isa);

}  // namespace sardonyx::reduce
