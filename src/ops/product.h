// Product: the shapes of MatMul and its relatives, from operands with batch axes to one batched GEMM.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/gemm/gemm.h"
#include "tensor/dim.h"

namespace sardonyx {

// How an operand is stored: a matrix [rows, columns], perhaps transposed, behind batch axes; the batch axes may
// also stand between the matrix's two ([rows, batch..., columns] before `transposed` exchanges the two).
struct OperandForm {
  bool transposed = false, batch_inside = false;
};

// One operand seen as batch axes and a matrix, in elements.
struct OperandView {
  std::vector<std::int64_t> batch;  // sizes, outermost first
  std::vector<std::ptrdiff_t> batch_step;
  std::int64_t rows = 1, columns = 1;
  std::ptrdiff_t row_step = 0, column_step = 0;
};
// A vector on the left is a row, on the right a column.
OperandView view_left(const Shape& shape, OperandForm form = {});
OperandView view_right(const Shape& shape, OperandForm form = {});

// Everything of the GEMM but addresses and epilogue. C is dense. Throws invalid_argument on sizes that disagree.
gemm::Problem product(gemm::Type type, const OperandView& a, const OperandView& b);
// B is one matrix for all batches and packed: the batch axes of A are taken as more rows where they can be.
gemm::Problem product_with_packed(gemm::Type type, const OperandView& a, const OperandView& b);

// The output's shape; checks inner and batch sizes as far as they are known.
SymShape product_output(const SymShape& a, const SymShape& b, OperandForm left = {}, OperandForm right = {});
// The same where B is k x n in a form of its own, as quantised weights are.
SymShape product_output(const SymShape& a, std::int64_t k, std::int64_t n);

}  // namespace sardonyx
