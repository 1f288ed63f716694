// Kernels written for one float type, run on tensors of any: inputs are converted before, outputs after.
#pragma once

#include <cstddef>
#include <initializer_list>

#include "graph/op.h"

namespace sardonyx {

// float64 when any float input or wanted output is float64, else float32.
DType compute_type(const LowerContext& c);

// `inner` sees every float tensor as `compute`; all others pass through. The inputs in `skip` are left as they are
// (those that `prepare` has taken over).
Kernel in_compute_type(const LowerContext& c, DType compute, Kernel inner,
                       std::initializer_list<std::size_t> skip = {});

// A kernel from make.operator()<T>(), T float or double, wrapped for the types that the node really has.
template <typename Make>
Kernel in_float(const LowerContext& c, Make&& make, std::initializer_list<std::size_t> skip = {}) {
  const DType compute = compute_type(c);
  if (compute == DType::float64) return in_compute_type(c, compute, make.template operator()<double>(), skip);
  return in_compute_type(c, compute, make.template operator()<float>(), skip);
}

}  // namespace sardonyx
