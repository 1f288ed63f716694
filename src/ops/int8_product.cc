#include "ops/int8_product.h"

#include <algorithm>
#include <array>
#include <utility>

#include "ops/broadcast.h"
#include "ops/quant_layout.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

SymShape leading(const SymShape& s) {
  return SymShape(std::vector<Dim>(s.dims().begin(), s.dims().end() - 2));
}

// Batch axes of A, B and C with their strides, neighbours joined where they can be.
gemm::Batch batch_of(const Shape& a, const Shape& b, const Shape& out, std::int64_t a_item,
                     std::int64_t b_item, std::int64_t c_item) {
  struct Axis {
    std::int64_t size, a, b, c;
  };
  std::vector<Axis> axes;  // innermost first
  std::int64_t a_step = a_item, b_step = b_item, c_step = c_item;
  for (std::size_t i = 0; i < out.rank(); ++i) {
    const auto size_in = [&](const Shape& s) { return i < s.rank() ? s[s.rank() - 1 - i] : 1; };
    const std::int64_t size = out[out.rank() - 1 - i];
    const Axis axis{size, size_in(a) == 1 ? 0 : a_step, size_in(b) == 1 ? 0 : b_step, c_step};
    a_step *= size_in(a);
    b_step *= size_in(b);
    c_step *= size;
    if (size == 1) continue;
    if (!axes.empty()) {
      Axis& last = axes.back();
      if (axis.a == last.a * last.size && axis.b == last.b * last.size && axis.c == last.c * last.size) {
        last.size *= size;
        continue;
      }
    }
    axes.push_back(axis);
  }
  require(axes.size() <= static_cast<std::size_t>(gemm::Batch::kMaxRank), Code::not_implemented,
          "a product has {} batch axes that cannot be joined", axes.size());
  gemm::Batch batch;
  batch.rank = static_cast<int>(axes.size());
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const Axis& axis = axes[axes.size() - 1 - i];
    batch.size[i] = axis.size;
    batch.a[i] = axis.a;
    batch.b[i] = axis.b;
    batch.c[i] = axis.c;
  }
  return batch;
}

Shape head(const Shape& s, std::size_t rank) { return Shape(s.dims().first(rank)); }

}  // namespace

SymShape product_shape(const SymShape& a, const SymShape& b) {
  if (!a.ranked() || !b.ranked()) return {};
  require(a.rank() > 0 && b.rank() > 0, Code::invalid_argument, "{} and {} are no matrices", a, b);
  std::vector<Dim> x = a.dims(), y = b.dims();
  if (a.rank() == 1) x.insert(x.begin(), Dim(1));
  if (b.rank() == 1) y.emplace_back(1);
  const Dim &k = x.back(), &other = y[y.size() - 2];
  require(!k.is_number() || !other.is_number() || k == other, Code::invalid_argument,
          "{} and {} cannot be multiplied: the inner sizes are {} and {}", a, b, k, other);
  const SymShape left = leading(SymShape(x)), right = leading(SymShape(y));
  std::vector<Dim> dims = broadcast_shapes({&left, &right}).dims();
  if (a.rank() > 1) dims.push_back(x[x.size() - 2]);
  if (b.rank() > 1) dims.push_back(y.back());
  return SymShape(std::move(dims));
}

std::int64_t ProductShape::items() const noexcept {
  std::int64_t n = 1;
  for (int i = 0; i < batch.rank; ++i) n *= batch.size[i];
  return n;
}

ProductShape ProductShape::of(const Shape& a, const Shape& b) {
  ProductShape p;
  p.m = a.rank() > 1 ? a[a.rank() - 2] : 1;
  p.k = a.back();
  p.n = b.rank() > 1 ? b.back() : 1;
  const Shape left = head(a, a.rank() > 1 ? a.rank() - 2 : 0),
              right = head(b, b.rank() > 1 ? b.rank() - 2 : 0);
  const std::array<Shape, 2> both{left, right};
  p.batch =
      batch_of(left, right, broadcast_shapes(std::span<const Shape>(both)), p.m * p.k, p.k * p.n, p.m * p.n);
  return p;
}

ProductShape ProductShape::of_gemm(const Shape& a, const Shape& b, bool transpose_a, bool transpose_b) {
  ProductShape p;
  p.transpose_a = transpose_a;
  p.transpose_b = transpose_b;
  p.m = a[transpose_a ? 1 : 0];
  p.k = a[transpose_a ? 0 : 1];
  p.n = b[transpose_b ? 0 : 1];
  return p;
}

void ProductShape::flatten() {
  if (batch.rank != 1 || batch.b[0] != 0 || batch.a[0] != m * k || transpose_a) return;
  m *= batch.size[0];
  batch = {};
}

std::shared_ptr<const Prepared> pack_constant_b(const PrepareContext& c, std::size_t b, bool transposed) {
  const Tensor* t = c.constant(b);
  if (t == nullptr || t->rank() != 2 || t->count() == 0 || item_size(t->dtype()) != 1 ||
      !is_integer(t->dtype()))
    return nullptr;
  const std::int64_t k = t->shape()[transposed ? 1 : 0], n = t->shape()[transposed ? 0 : 1];
  gemm::Int8Matrix m;
  m.data = t->data();
  m.row = transposed ? 1 : n;
  m.col = transposed ? k : 1;
  m.is_signed = t->dtype() == DType::int8;
  auto packed = std::make_shared<PackedInt8>();
  packed->block = Block::allocate(gemm::packed_int8_b_bytes(k, n, c.options().isa));
  gemm::pack_int8_b(k, n, m, packed->block->data(), c.options().isa);
  return packed;
}

std::int64_t line_parameters(const Shape& shape, std::int64_t size, std::int64_t items, bool rows) {
  const std::int64_t count = shape.count();
  if (count == 1 || (shape.rank() == 1 && count == size)) return count;
  const bool lines_last = shape.rank() >= 2 && (rows ? shape.back() == 1 && shape[shape.rank() - 2] == size
                                                     : shape.back() == size && shape[shape.rank() - 2] == 1);
  require(lines_last && (count == size || count == size * items), Code::invalid_argument,
          "a scale or zero point is {}, expected one or one for each of {} {}", shape, size,
          rows ? "rows" : "columns");
  return count;
}

std::vector<std::int32_t> load_zeros(DType d, const std::byte* data, std::int64_t count) {
  std::vector<std::int32_t> zeros(data == nullptr ? 0 : static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < zeros.size(); ++i)
    zeros[i] = static_cast<std::int32_t>(load_integer(d, data, static_cast<std::int64_t>(i)));
  return zeros;
}

std::vector<float> load_scales(DType d, const std::byte* data, std::int64_t count) {
  std::vector<float> scales(static_cast<std::size_t>(count));
  load_floats(d, data, 0, count, scales.data());
  return scales;
}

namespace {

// Element offsets of item `item` of the batch.
struct ItemOffset {
  std::int64_t a = 0, b = 0, c = 0;
  ItemOffset(const gemm::Batch& batch, std::int64_t item) {
    for (int i = batch.rank; i-- > 0;) {
      const std::int64_t at = item % batch.size[i];
      item /= batch.size[i];
      a += at * batch.a[i];
      b += at * batch.b[i];
      c += at * batch.c[i];
    }
  }
};

void run_items(const Call& call, const Int8Product& product, Isa isa) {
  const auto part = [](const std::vector<std::int32_t>& zeros, std::int64_t lines, std::int64_t item) {
    if (static_cast<std::int64_t>(zeros.size()) <= lines) return zeros;
    const auto first = zeros.begin() + item * lines;
    return std::vector<std::int32_t>(first, first + lines);
  };
  const ProductShape& s = product.shape;
  for (std::int64_t item = 0, n = s.items(); item < n; ++item) {
    const ItemOffset at(s.batch, item);
    Int8Product one = product;
    one.shape.batch = {};
    one.a.data += at.a;
    one.b.data += at.b;
    one.a.zeros = part(product.a.zeros, s.m, item);
    one.b.zeros = part(product.b.zeros, s.n, item);
    if (one.c != nullptr) one.c += at.c;
    SumStore store;
    if (product.store != nullptr) {
      store = *product.store;
      store.first_row = item * s.m;
      one.store = &store;
    }
    run_product(call, one, isa);
  }
}

}  // namespace

void run_product(const Call& call, const Int8Product& product, Isa isa) {
  const ProductShape& s = product.shape;
  const auto count = [](const Int8Operand& o) { return static_cast<std::int64_t>(o.zeros.size()); };
  if (s.items() > 1 && (count(product.a) > std::max<std::int64_t>(1, s.m) ||
                        count(product.b) > std::max<std::int64_t>(1, s.n)))
    return run_items(call, product, isa);
  gemm::Int8Problem p;
  p.m = s.m;
  p.n = s.n;
  p.k = s.k;
  p.a = {product.a.data, s.transpose_a ? 1 : s.k, s.transpose_a ? s.m : 1, product.a.is_signed, nullptr,
         false};
  p.b = {product.b.data, s.transpose_b ? 1 : s.n, s.transpose_b ? s.k : 1, product.b.is_signed, nullptr,
         false};
  if (!product.a.zeros.empty()) p.a.zero = product.a.zeros.data();
  if (!product.b.zeros.empty()) p.b.zero = product.b.zeros.data();
  p.a.zero_per_line = count(product.a) > 1;
  p.b.zero_per_line = count(product.b) > 1;
  p.packed_b = product.packed_b;
  p.c = product.c;
  p.ldc = s.n;
  p.batch = s.batch;
  p.epilogue = product.epilogue;
  if (product.store != nullptr) {
    p.epilogue.hook = SumStore::hook;
    p.epilogue.context = product.store;
  }
  gemm::run(p, call.pool(), call.stop(), isa);
}

void SumStore::hook(const void* context, void* tile, int rows, int cols, std::ptrdiff_t ld, std::int64_t row0,
                    std::int64_t col0) {
  constexpr int kPiece = 256;
  const auto& s = *static_cast<const SumStore*>(context);
  std::array<float, kPiece> scale, values;
  for (int r = 0; r < rows; ++r) {
    const std::int64_t row = s.first_row + row0 + r;
    const float by = s.row_scale[static_cast<std::size_t>(row) % s.row_scale.size()];
    const float zero =
        s.row_zero.empty() ? s.zero : s.row_zero[static_cast<std::size_t>(row) % s.row_zero.size()];
    const bool per_column = s.col_scale.size() > 1;
    const bool per_item = static_cast<std::int64_t>(s.col_scale.size()) > s.columns;
    const std::int64_t first = per_item ? row / s.item_rows * s.columns : 0;
    for (int c = 0; c < cols; c += kPiece) {
      const int n = std::min(kPiece, cols - c);
      const std::int64_t col = col0 + c;
      for (int i = 0; i < (per_column ? n : 1); ++i)
        scale[static_cast<std::size_t>(i)] =
            by * s.col_scale[per_column ? static_cast<std::size_t>(first + col + i) : 0];
      const auto* sums = static_cast<const std::int32_t*>(tile) + r * ld + c;
      std::byte* y = s.y + (row * s.columns + col) * static_cast<std::int64_t>(item_size(s.to));
      if (is_integer(s.to)) {
        s.rows->requantize[quant_stored(s.to)](sums, scale.data(), per_column, zero, quant_limits(s.to), y,
                                               n);
        continue;
      }
      const float* bias = s.bias != nullptr ? s.bias + col : nullptr;
      if (s.to == DType::float32) {
        s.rows->rescale(sums, scale.data(), per_column, bias, y, n);
      } else {
        s.rows->rescale(sums, scale.data(), per_column, bias, values.data(), n);
        convert_from_float(s.to, values.data(), y, n);
      }
    }
  }
}

}  // namespace sardonyx
