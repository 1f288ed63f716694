// Products of 8-bit matrices with scales and zero points: what MatMulInteger, QLinearMatMul, QGemm and relatives
// share. Sums are exact; one fixed requantisation follows: float(sum) * scale, to nearest even, + zero, saturated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "graph/op.h"
#include "kernels/gemm/gemm.h"
#include "kernels/quant/quant_rows.h"

namespace sardonyx {

// Shape of a matrix product by NumPy's rules (a 1-D operand gains an axis that the result loses).
SymShape product_shape(const SymShape& a, const SymShape& b);

// The same with numbers, as GEMM takes it.
struct ProductShape {
  std::int64_t m = 0, n = 0, k = 0;
  bool transpose_a = false, transpose_b = false;
  gemm::Batch batch;  // strides in elements of A, B and C
  std::int64_t items() const noexcept;

  static ProductShape of(const Shape& a, const Shape& b);
  // Gemm: both 2-D.
  static ProductShape of_gemm(const Shape& a, const Shape& b, bool transpose_a, bool transpose_b);
  // All of A's rows as one matrix, when B does not vary with the batch.
  void flatten();
};

// B packed for GEMM, once per node.
class PackedInt8 final : public Prepared {
 public:
  BlockPtr block;
};
// nullptr when input `b` is not constant or not a matrix.
std::shared_ptr<const Prepared> pack_constant_b(const PrepareContext& c, std::size_t b, bool transposed);

// One operand of a call: zero points none, one, one per line (row of A, column of B), or one per line and item.
struct Int8Operand {
  const std::byte* data = nullptr;
  bool is_signed = false;
  std::vector<std::int32_t> zeros;
};

// Checks that a scale or zero point of this shape is one, one per line of a side with `size` lines (rows of A,
// columns of B), or one per line and item of the batch; gives its number of elements.
std::int64_t line_parameters(const Shape& shape, std::int64_t size, std::int64_t items, bool rows);

std::vector<std::int32_t> load_zeros(DType d, const std::byte* data, std::int64_t count);
std::vector<float> load_scales(DType d, const std::byte* data, std::int64_t count);

// Where finished sums go: small integers, or floats with a bias.
struct SumStore {
  const quant::Rows* rows = nullptr;
  DType to = DType::undefined;
  std::byte* y = nullptr;
  std::int64_t columns = 0;                 // of y
  std::int64_t item_rows = 1;               // rows of y per item of the batch
  std::int64_t first_row = 0;               // of y, that row 0 of the sums is
  std::vector<float> row_scale, col_scale;  // one, per line, or per line and item; their product scales a sum
  float zero = 0;
  std::vector<float> row_zero;  // one per row, or per row and item, in the place of `zero`
  const float* bias = nullptr;  // floats only, per column

  static void hook(const void* context, void* tile, int rows, int cols, std::ptrdiff_t ld, std::int64_t row0,
                   std::int64_t col0);
};

struct Int8Product {
  ProductShape shape;
  Int8Operand a, b;
  const std::byte* packed_b = nullptr;
  std::int32_t* c = nullptr;  // nullptr: `store` has the sums
  const SumStore* store = nullptr;
  gemm::Epilogue epilogue;  // biases and residual
};
// Zero points per line and per item make one product of each item.
void run_product(const Call& call, const Int8Product& product, Isa isa);

}  // namespace sardonyx
