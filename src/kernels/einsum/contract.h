// Contract: sums of products of one or two arrays over labelled axes; as a batched GEMM where it can be one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/gemm/gemm.h"

namespace sardonyx::einsum {

// An axis of the iteration space: its size and one step in elements for each array; 0 where an array lacks it.
struct Axis {
  std::int64_t size = 1;
  std::ptrdiff_t a = 0, b = 0, c = 0;  // c == 0 and size > 1: summed over
};

// Everything of the GEMM but addresses; nullopt when these axes are no GEMM. `swapped`: a and b change roles.
struct AsGemm {
  gemm::Problem problem;
  bool swapped = false;
};
std::optional<AsGemm> as_gemm(gemm::Type type, const std::vector<Axis>& axes);

// The same by a plain loop; b may be nullptr (a alone is summed). Integers wrap: pass an unsigned T.
// c has one element for each combination of the axes with c != 0, and is dense.
template <typename T>
void contract(const std::vector<Axis>& axes, const T* a, const T* b, T* c, ThreadPool& pool,
              const StopToken* stop);

}  // namespace sardonyx::einsum
