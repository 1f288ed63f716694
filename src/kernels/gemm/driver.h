// Driver: cuts a product into cache-sized blocks over panel kernels and threads. Type-erased: it moves bytes.
#pragma once

#include "kernels/gemm/gemm.h"
#include "kernels/gemm/panel_kernels.h"

namespace sardonyx::gemm {

// Columns of B that are made on the way (im2col) instead of read: writes strips as PanelKernels::pack_b does,
// for batch item `item`. col0 is a multiple of nr; strips and groups must be zero-padded.
using PackColumns = void (*)(const void* context, std::int64_t item, std::int64_t col0, std::int64_t cols,
                             std::int64_t k0, std::int64_t kc, std::byte* out, std::size_t strip);

inline constexpr std::int64_t kMostPackedColumns = 512;  // bound of `cols` there

struct Product {
  const PanelKernels* kernels = nullptr;
  std::int64_t m = 0, n = 0, k = 0;
  Source a, b;
  const std::byte* packed_a = nullptr;  // whole strips, then for int8 the row sums
  const std::byte* packed_b = nullptr;
  PackColumns pack_columns = nullptr;
  const void* pack_context = nullptr;
  std::byte* c = nullptr;
  std::ptrdiff_t ldc = 0;  // elements
  Batch batch;
  Epilogue epilogue;
  std::int64_t bias_groups = 1;  // item i takes rows (i % bias_groups) * m on of row_bias
};

void multiply(const Product& product, ThreadPool& pool, const StopToken* stop);

// Bytes of `lines` lines in strips of `per_strip`, each of k elements in whole groups.
std::size_t strips_bytes(std::int64_t lines, int per_strip, std::int64_t k, int k_group, int element_bytes);

// Sums of A's rows after their zero point; they follow the strips of a packed int8 A.
void int8_row_sums(const Source& a, std::int64_t row0, std::int64_t rows, std::int64_t k, std::int32_t* out);

struct ItemOffsets {
  std::ptrdiff_t a = 0, b = 0, c = 0, residual = 0;  // in the units of Batch
};
std::int64_t batch_items(const Batch& batch);
ItemOffsets offsets_of(const Batch& batch, std::int64_t item);

// Adds scale, biases, residual and zero points to a finished tile, then calls the hook. `row` and `col` are
// the tile's place in its item.
struct TileOfItem {
  std::byte* data;
  std::ptrdiff_t ld;  // elements
  std::int64_t row, col;
  int rows, cols;
  std::int64_t item;
  std::ptrdiff_t residual;  // the item's offset, elements
  const std::int32_t* row_sums;
};
void finish_tile(const Product& product, const TileOfItem& tile) noexcept;

// One row or column of result, or few rows against contiguous columns, from float operands as stored: true
// when it was done here.
bool multiply_vector(const Product& product, ThreadPool& pool, const StopToken* stop);

}  // namespace sardonyx::gemm
