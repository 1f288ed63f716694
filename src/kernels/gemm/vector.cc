// Products with one row, one column or few rows: the matrix is read about once, so it is never packed.
#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "kernels/gemm/driver.h"
#include "kernels/scratch.h"

namespace sardonyx::gemm {
namespace {

// The matrix `w` as lines: dots takes contiguous lines, one per output; adds takes lines that span outputs.
struct VectorProduct {
  const Product& p;
  bool is_row;  // m == 1: outputs are columns; else n == 1: outputs are rows
  bool dots;
  Source w, x;  // x: the vector; its step between k's is x_step
  std::ptrdiff_t line, x_step, x_row;
  std::int64_t rows;  // of x: m, or 1
  std::int64_t outputs;
  std::byte* x_scratch = nullptr;  // per slot, when x has gaps
  std::size_t slot_bytes = 0, x_bytes = 0;
};

void run_range(const VectorProduct& v, std::int64_t item, std::int64_t first, std::int64_t count,
               std::byte* scratch) noexcept {
  const Product& p = v.p;
  const PanelKernels& q = *p.kernels;
  const std::ptrdiff_t size = q.c_bytes;
  const ItemOffsets at = offsets_of(p.batch, item);
  const auto* w = static_cast<const std::byte*>(v.w.data) + (v.is_row ? at.b : at.a) * size;
  const auto* x = static_cast<const std::byte*>(v.x.data) + (v.is_row ? at.a : at.b) * size;
  std::ptrdiff_t x_row = v.x_row * size;
  if (v.x_step != 1) {
    x_row = p.k * size;
    for (std::int64_t r = 0; r < v.rows; ++r)
      for (std::int64_t k = 0; k < p.k; ++k)
        std::memcpy(scratch + r * x_row + k * size, x + (r * v.x_row + k * v.x_step) * size,
                    static_cast<std::size_t>(size));
    x = scratch;
  }
  const std::ptrdiff_t step = p.c == nullptr || v.is_row ? 1 : p.ldc;  // between outputs
  std::byte* y = p.c == nullptr ? scratch + v.x_bytes : p.c + (at.c + first * step) * size;
  const std::ptrdiff_t y_row = p.c == nullptr ? count : p.ldc;
  if (v.dots)
    q.dot_lines({w + first * v.line * size, v.line * size, x, x_row, y, y_row * size, step * size, v.rows,
                 count, p.k});
  else
    q.add_lines(w + first * size, v.line * size, x, y, count, p.k);
  const int n = static_cast<int>(count);
  if (v.is_row)
    finish_tile(p, {y, y_row, 0, first, static_cast<int>(v.rows), n, item, at.residual, nullptr});
  else
    finish_tile(p, {y, step, first, 0, n, 1, item, at.residual, nullptr});
}

}  // namespace

bool multiply_vector(const Product& p, ThreadPool& pool, const StopToken* stop) {
  const PanelKernels& q = *p.kernels;
  constexpr std::int64_t kFewRows = 6;
  if ((p.m > kFewRows && p.n != 1) || q.dot_lines == nullptr || p.packed_a != nullptr ||
      p.packed_b != nullptr || p.pack_columns != nullptr)
    return false;
  const bool is_row = p.n != 1 || p.m == 1;
  VectorProduct v{.p = p,
                  .is_row = is_row,
                  .dots = false,
                  .w = is_row ? p.b : p.a,
                  .x = is_row ? p.a : p.b,
                  .line = 0,
                  .x_step = is_row ? p.a.col : p.b.row,
                  .x_row = is_row ? p.a.row : 0,
                  .rows = is_row ? p.m : 1,
                  .outputs = is_row ? p.n : p.m};
  const std::ptrdiff_t along_k = is_row ? p.b.row : p.a.col, along_outputs = is_row ? p.b.col : p.a.row;
  // Sums across lanes cost a few steps each: several rows want some depth.
  if (v.rows > 1 && (along_k != 1 || p.k < 64)) return false;
  if (along_k == 1 || p.k == 1) {
    v.dots = true;
    v.line = along_outputs;
  } else if (along_outputs == 1 && (is_row || p.c == nullptr || p.ldc == 1)) {
    v.line = along_k;
  } else {
    return false;
  }
  constexpr std::int64_t kMostOutputs = 4096;  // so that sums stay in L1 and scratch is bounded
  constexpr std::int64_t kWork = 1 << 15;      // worth a hand-over between threads
  const std::int64_t items = batch_items(p.batch);
  const std::int64_t worth = std::max<std::int64_t>(64, kWork / std::max<std::int64_t>(p.k, 1));
  std::int64_t chunk =
      std::min(kMostOutputs, std::max(worth, v.outputs / (items >= 2 * pool.width() ? 1 : 2 * pool.width())));
  chunk = (chunk + 63) / 64 * 64;
  const std::int64_t chunks = v.outputs / chunk + (v.outputs % chunk != 0);
  const auto size = static_cast<std::size_t>(q.c_bytes);
  v.x_bytes = v.x_step == 1 ? 0 : checked_mul((static_cast<std::size_t>(p.k * v.rows) + 15) / 16 * 16, size);
  v.slot_bytes =
      Scratch::slot_bytes(v.x_bytes + (p.c == nullptr ? static_cast<std::size_t>(chunk * v.rows) * size : 0));
  const Scratch scratch(checked_mul(v.slot_bytes, static_cast<std::size_t>(pool.width())));
  const std::int64_t grain = std::max<std::int64_t>(1, kWork / std::max<std::int64_t>(1, p.k * chunk));
  pool.for_range(
      items * chunks, grain,
      [&](std::int64_t begin, std::int64_t end, int slot) {
        std::byte* mine = scratch.data() + static_cast<std::size_t>(slot) * v.slot_bytes;
        for (std::int64_t i = begin; i < end; ++i) {
          const std::int64_t first = i % chunks * chunk;
          run_range(v, i / chunks, first, std::min(chunk, v.outputs - first), mine);
        }
      },
      stop);
  return true;
}

}  // namespace sardonyx::gemm
