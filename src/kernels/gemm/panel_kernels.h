// Panel kernels: the innermost pieces of a product, one table per element type and ISA.
//
// The driver (driver.h) cuts a product into blocks that fit the caches, packs them into panels and calls
// `tile` for each mr x nr tile of C. Panels: A in strips of mr rows, B in strips of nr columns; a strip holds
// for each group of k_group k's its mr (nr) lines one after the other, k_group elements each, zero-padded to
// whole strips and groups.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gemm/gemm.h"
#include "kernels/simd/dispatch.h"

namespace sardonyx::gemm {

// An operand as stored; the fields on sign and zero points matter for int8 only.
using Source = Int8Matrix;

struct FinishArgs {
  std::byte* tile;
  std::ptrdiff_t ld;  // bytes, as all strides here
  int rows, cols;
  double scale, residual_scale;
  const std::byte* row_bias;  // of the tile's first row; nullptr: none. Likewise below
  const std::byte* col_bias;
  const std::byte* residual;
  std::ptrdiff_t residual_ld;
  // int8: tile -= row_sums[row] * (zero - b_shift), where zero is b_zero[col], b_zero[0] or 0 (nullptr)
  const std::int32_t* row_sums;
  const std::int32_t* b_zero;
  bool b_zero_per_col;
  std::int32_t b_shift;  // what packing took from B: 128 for u8
};

// y[r * y_row + i * y_step] = sum_k lines[i * line + k] * x[r * x_row + k] for r < rows, i < n; steps in bytes,
// except that of k.
struct DotArgs {
  const std::byte* lines;
  std::ptrdiff_t line;
  const std::byte* x;
  std::ptrdiff_t x_row;
  std::byte* y;
  std::ptrdiff_t y_row, y_step;
  std::int64_t rows, n, k;
};

// What sums begin with: row[r] + col[j], of the tile's first row and column; nullptr counts as 0.
struct TileStart {
  const std::byte* row;
  const std::byte* col;
};

struct PanelKernels {
  Isa isa;
  int mr, nr, k_group;
  int source_bytes, a_bytes, b_bytes, c_bytes;  // of one element: as stored, in a panel of A, of B, in C
  // c[rows, cols] (+)= a strip * b strip over `groups` groups of k; ldc in bytes. `start` nullptr: adds to c.
  void (*tile)(const std::byte* a, const std::byte* b, std::byte* c, std::ptrdiff_t ldc, std::int64_t groups,
               int rows, int cols, const TileStart* start);
  // The same with B as stored: columns contiguous, rows ldb bytes apart. nullptr where k_group > 1.
  void (*tile_stored)(const std::byte* a, const std::byte* b, std::ptrdiff_t ldb, std::byte* c,
                      std::ptrdiff_t ldc, std::int64_t k, int rows, int cols, const TileStart* start);
  // One strip: `rows` <= mr valid lines from (row0, k0) on, kc deep.
  void (*pack_a)(const Source& a, std::int64_t row0, int rows, std::int64_t k0, std::int64_t kc,
                 std::byte* out);
  // ceil(cols / nr) strips, `strip` bytes apart.
  void (*pack_b)(const Source& b, std::int64_t col0, std::int64_t cols, std::int64_t k0, std::int64_t kc,
                 std::byte* out, std::size_t strip);
  void (*finish)(const FinishArgs& args);
  void (*dot_lines)(const DotArgs& args);  // floats and doubles; nullptr for others, as add_lines
  // y[j] = sum_k x[k] * b[k * line + j] for j < n.
  void (*add_lines)(const std::byte* b, std::ptrdiff_t line, const std::byte* x, std::byte* y, std::int64_t n,
                    std::int64_t k);
};

}  // namespace sardonyx::gemm

namespace sardonyx {
SARDONYX_ISA_TABLE(gemm::PanelKernels, panel_kernels_f32)
SARDONYX_ISA_TABLE(gemm::PanelKernels, panel_kernels_f64)
SARDONYX_ISA_TABLE(gemm::PanelKernels, panel_kernels_i32)
SARDONYX_ISA_TABLE(gemm::PanelKernels, panel_kernels_i64)
SARDONYX_ISA_TABLE(gemm::PanelKernels, panel_kernels_int8)
}  // namespace sardonyx
