// Rows of pooling windows: one output row from the input rows under it, one table per ISA.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/simd/dispatch.h"

namespace sardonyx::pool {

// acc[j] = acc[j] (op) x[j * step] for j < n; step in elements. The names say op and element; bytes only max.
// Every operation reads nothing behind x[(n - 1) * step].
using Fold = void (*)(std::byte* acc, const std::byte* x, std::int64_t n, std::int64_t step);
// One value: the fold of n contiguous elements into *acc.
using FoldAll = void (*)(std::byte* acc, const std::byte* x, std::int64_t n);

struct PoolRows {
  Isa isa;
  // Indexed by pool::Type. NaN is kept by max.
  Fold max[4];
  FoldAll max_all[4];
  // f32, f64: sums into double for averages of whole planes, else into the element type.
  Fold add[2];
  FoldAll add_all[2];
};

}  // namespace sardonyx::pool

namespace sardonyx {
SARDONYX_ISA_TABLE(pool::PoolRows, pool_rows)
}  // namespace sardonyx
