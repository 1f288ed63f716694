// Reduce: sums, means, extremes, norms over any set of axes of a dense row-major array.
//
// Floats are accumulated in float64 (float64 in blocks), integers in 64 bits that wrap; so the order of work, and
// with it the number of threads, does not show in the result beyond the last bit of float64.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/cpu.h"
#include "base/thread_pool.h"
#include "kernels/simd/dispatch.h"
#include "sardonyx/dtype.hpp"

namespace sardonyx {
namespace reduce {

enum class Kind : std::uint8_t { sum, mean, max, min, prod, l1, l2, log_sum, log_sum_exp, sum_square };

// Accumulators are 8 bytes each: double, int64 or uint64.
struct Loops {
  void (*start)(void* acc, std::int64_t n);                             // the neutral element
  void (*row)(const void* x, std::int64_t n, void* acc, double shift);  // n elements into one accumulator
  void (*columns)(const void* x, std::int64_t n, void* acc, const double* shift);  // element i into acc[i]
  void (*merge)(const void* from, std::int64_t n, void* acc);
  void (*finish)(const void* acc, std::int64_t n, std::int64_t reduced, const double* shift, void* y);
};

// The vectorised rows of float32, per ISA.
struct FloatLoops {
  decltype(Loops::row) sum_row, abs_row, square_row, max_row, min_row, exp_row;
  decltype(Loops::columns) sum_columns, abs_columns, square_columns, max_columns, min_columns, exp_columns;
};

// A reduction of one shape, decided: adjacent axes of a kind are merged, axes of size 1 are gone.
struct Plan {
  struct Axis {
    std::int64_t size = 1, stride = 0;
  };
  Kind kind = Kind::sum;
  Loops loops{};
  Loops extremes{};                 // first pass of log_sum_exp
  std::size_t item = 4;             // bytes of an element
  std::vector<Axis> kept, reduced;  // outermost first, without the innermost axis
  bool inner_reduced = true;
  std::int64_t inner = 1;    // its size; it is contiguous
  std::int64_t outputs = 1;  // elements of y
  std::int64_t count = 1;    // elements that go into each
  std::int64_t rows = 1;     // innermost rows that go into each
};

// Any of bool (max, min), the integers of 8, 32 and 64 bits, float32 and float64.
Plan plan(Kind kind, DType dtype, std::span<const std::int64_t> dims, const std::vector<bool>& reduced,
          Isa isa);
void run(const Plan& plan, const void* x, void* y, ThreadPool& pool, const StopToken* stop = nullptr);

}  // namespace reduce

SARDONYX_ISA_TABLE(reduce::FloatLoops, reduce_float_loops)

}  // namespace sardonyx
