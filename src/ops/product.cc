#include "ops/product.h"

#include <algorithm>

#include "base/error.h"

namespace sardonyx {
namespace {

OperandView view(const Shape& shape, OperandForm form) {
  OperandView v;
  const std::size_t rank = shape.rank();
  auto step = [&](std::size_t axis) { return static_cast<std::ptrdiff_t>(shape.count(axis + 1, rank)); };
  const std::size_t row_axis = form.batch_inside ? 0 : rank - 2;
  for (std::size_t i = 0; i + 2 < rank; ++i) {
    const std::size_t axis = form.batch_inside ? i + 1 : i;
    v.batch.push_back(shape[axis]);
    v.batch_step.push_back(step(axis));
  }
  v.rows = shape[row_axis];
  v.row_step = step(row_axis);
  v.columns = shape[rank - 1];
  v.column_step = 1;
  if (form.transposed) {
    std::swap(v.rows, v.columns);
    std::swap(v.row_step, v.column_step);
  }
  return v;
}

// Step of axis `i` of `rank` aligned at the end; 0 where the operand repeats.
std::ptrdiff_t step_of(const OperandView& v, std::size_t i, std::size_t rank) {
  const std::size_t skip = rank - v.batch.size();
  if (i < skip || v.batch[i - skip] == 1) return 0;
  return v.batch_step[i - skip];
}

std::int64_t size_of(const OperandView& v, std::size_t i, std::size_t rank) {
  const std::size_t skip = rank - v.batch.size();
  return i < skip ? 1 : v.batch[i - skip];
}

// Appends an axis on the inside, or widens the last one when both operands and the output just go on.
void add_axis(gemm::Batch& batch, std::int64_t size, std::ptrdiff_t a, std::ptrdiff_t b) {
  if (size == 1) return;
  if (batch.rank > 0) {
    const int last = batch.rank - 1;
    if (batch.a[last] == a * size && batch.b[last] == b * size) {
      batch.size[last] *= size;
      batch.a[last] = a;
      batch.b[last] = b;
      return;
    }
  }
  require(batch.rank < gemm::Batch::kMaxRank, Code::not_implemented,
          "products with more than {} batch axes that cannot be merged are not supported",
          gemm::Batch::kMaxRank);
  batch.size[batch.rank] = size;
  batch.a[batch.rank] = a;
  batch.b[batch.rank] = b;
  ++batch.rank;
}

void put_output_steps(gemm::Problem& p) {
  std::ptrdiff_t step = static_cast<std::ptrdiff_t>(p.m * p.n);
  for (int i = p.batch.rank; i-- > 0;) {
    p.batch.c[i] = step;
    p.batch.residual[i] = step;
    step *= p.batch.size[i];
  }
}

}  // namespace

OperandView view_left(const Shape& shape, OperandForm form) {
  if (shape.rank() >= 2) return view(shape, form);
  OperandView v;
  v.columns = shape.count();
  v.row_step = v.columns;
  v.column_step = 1;
  return v;
}

OperandView view_right(const Shape& shape, OperandForm form) {
  if (shape.rank() >= 2) return view(shape, form);
  OperandView v;
  v.rows = shape.count();
  v.row_step = 1;
  v.column_step = 1;
  return v;
}

gemm::Problem product(gemm::Type type, const OperandView& a, const OperandView& b) {
  require(a.columns == b.rows, Code::invalid_argument, "{} columns on the left meet {} rows on the right",
          a.columns, b.rows);
  gemm::Problem p;
  p.type = type;
  p.m = a.rows;
  p.n = b.columns;
  p.k = a.columns;
  p.a = {nullptr, a.row_step, a.column_step};
  p.b = {nullptr, b.row_step, b.column_step};
  p.ldc = static_cast<std::ptrdiff_t>(p.n);
  const std::size_t rank = std::max(a.batch.size(), b.batch.size());
  for (std::size_t i = 0; i < rank; ++i) {
    const std::int64_t left = size_of(a, i, rank), right = size_of(b, i, rank);
    require(left == right || left == 1 || right == 1, Code::invalid_argument,
            "batch sizes {} and {} do not broadcast", left, right);
    add_axis(p.batch, left == 1 ? right : left, step_of(a, i, rank), step_of(b, i, rank));
  }
  // One matrix on the right for all: the rows of all batches are one tall matrix, when they go on evenly.
  if (p.batch.rank == 1 && p.batch.b[0] == 0 && p.batch.a[0] == p.a.row * p.m) {
    p.m *= p.batch.size[0];
    p.batch = {};
  }
  put_output_steps(p);
  return p;
}

gemm::Problem product_with_packed(gemm::Type type, const OperandView& a, const OperandView& b) {
  OperandView one = b;
  std::fill(one.batch_step.begin(), one.batch_step.end(), 0);
  return product(type, a, one);
}

SymShape product_output(const SymShape& a, const SymShape& b, OperandForm left, OperandForm right) {
  if (!a.ranked() || !b.ranked()) return {};
  require(a.rank() >= 1 && b.rank() >= 1, Code::invalid_argument,
          "a scalar is no operand of a matrix product");
  const bool a_matrix = a.rank() >= 2, b_matrix = b.rank() >= 2;
  auto at = [](const SymShape& s, OperandForm form, bool row) {
    const std::size_t first = form.batch_inside ? 0 : s.rank() - 2;
    return s[row != form.transposed ? first : s.rank() - 1];
  };
  const Dim inner_a = a_matrix ? at(a, left, false) : a[0], inner_b = b_matrix ? at(b, right, true) : b[0];
  require(!inner_a.is_number() || !inner_b.is_number() || inner_a == inner_b, Code::invalid_argument,
          "the inner sizes of {} and {} differ: {} and {}", a, b, inner_a, inner_b);
  const std::size_t a_batch = a_matrix ? a.rank() - 2 : 0, b_batch = b_matrix ? b.rank() - 2 : 0;
  const std::size_t rank = std::max(a_batch, b_batch);
  std::vector<Dim> dims;
  for (std::size_t i = 0; i < rank; ++i) {
    const Dim one(1);
    auto pick = [&](const SymShape& s, std::size_t batch, OperandForm form) {
      const std::size_t skip = rank - batch;
      return i < skip ? one : s[i - skip + (form.batch_inside ? 1 : 0)];
    };
    const Dim l = pick(a, a_batch, left), r = pick(b, b_batch, right);
    auto joined = broadcast(l, r);
    require(joined.has_value(), Code::invalid_argument, "the batch sizes of {} and {} do not broadcast", a,
            b);
    dims.push_back(*std::move(joined));
  }
  if (a_matrix) dims.push_back(at(a, left, true));
  if (b_matrix) dims.push_back(at(b, right, false));
  return SymShape(std::move(dims));
}

SymShape product_output(const SymShape& a, std::int64_t k, std::int64_t n) {
  if (!a.ranked()) return a;
  require(a.rank() >= 1, Code::invalid_argument, "A must have rank 1 or more");
  const Dim& inner = a[a.rank() - 1];
  require(!inner.is_number() || inner.number() == k, Code::invalid_argument,
          "A of shape {} must have {} columns", a, k);
  SymShape out = a;
  out[a.rank() - 1] = n;
  return out;
}

}  // namespace sardonyx
