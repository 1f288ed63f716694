// Quantised products: QLinearMatMul, and QGemm with its bias and transposes.
#include <algorithm>
#include <utility>
#include <vector>

#include "ops/int8_product.h"
#include "ops/quant_layout.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

// y = product requantised: one scale and zero point each, or A and y one per row, B one per column.
struct QLinearMatMul final : Op {
  void infer(InferContext& c) const override { c.out(0, c.dtype(7), product_shape(c.shape(0), c.shape(3))); }
  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override {
    return pack_constant_b(c, 3, false);
  }
  Kernel lower(LowerContext& c) const override;
};

// How many scales and zero points an operand has: their inputs' numbers of elements.
struct ProductCounts {
  std::int64_t scales = 1, zeros = 1;
  static ProductCounts of(const LowerContext& c, std::size_t scale, std::int64_t size, std::int64_t items,
                          bool rows) {
    return {line_parameters(c.shape(scale), size, items, rows),
            line_parameters(c.shape(scale + 1), size, items, rows)};
  }
};

// 8-bit floats: plain loops over their values, one rounding at the end.
Kernel float8_product(const LowerContext& c, const ProductShape& s) {
  const ProductCounts of_a = ProductCounts::of(c, 1, s.m, s.items(), true),
                      of_b = ProductCounts::of(c, 4, s.n, s.items(), false),
                      of_y = ProductCounts::of(c, 6, s.m, s.items(), true);
  return Kernel::of([s, of_a, of_b, of_y, ad = c.dtype(0), bd = c.dtype(3), yd = c.dtype(7),
                     scales = c.dtype(1)](Call& call) {
    const auto number = [&](std::size_t i, DType d, std::int64_t line, std::int64_t count) {
      return load_number(d, call.in(i), line % count);
    };
    const std::byte *a = call.in(0), *b = call.in(3);
    std::byte* y = call.out(0);
    call.for_range(s.items() * s.m, 1, [&](std::int64_t begin, std::int64_t end, int) noexcept {
      for (std::int64_t r = begin; r < end; ++r) {
        std::int64_t item = r / s.m, a_at = r % s.m * s.k, b_at = 0;
        for (int i = s.batch.rank; i-- > 0; item /= s.batch.size[i]) {
          a_at += item % s.batch.size[i] * s.batch.a[i];
          b_at += item % s.batch.size[i] * s.batch.b[i];
        }
        const double az = number(2, ad, r, of_a.zeros), yz = number(7, yd, r, of_y.zeros);
        const double by = number(1, scales, r, of_a.scales) / number(6, scales, r, of_y.scales);
        for (std::int64_t n = 0; n < s.n; ++n) {
          const std::int64_t column = r / s.m * s.n + n;
          const double bz = number(5, bd, column, of_b.zeros), scale = number(4, scales, column, of_b.scales);
          double sum = 0;
          for (std::int64_t k = 0; k < s.k; ++k)
            sum += (load_number(ad, a, a_at + k) - az) * (load_number(bd, b, b_at + k * s.n + n) - bz);
          y[r * s.n + n] = static_cast<std::byte>(to_small_float(yd, sum * scale * by + yz));
        }
      }
    });
  });
}

Kernel QLinearMatMul::lower(LowerContext& c) const {
  ProductShape s = ProductShape::of(c.shape(0), c.shape(3));
  if (!is_integer(c.dtype(0)) || !is_integer(c.dtype(3)) || !is_integer(c.dtype(7)))
    return float8_product(c, s);
  const std::int64_t items = s.items(), item_rows = s.m;
  const ProductCounts of_a = ProductCounts::of(c, 1, s.m, items, true),
                      of_b = ProductCounts::of(c, 4, s.n, items, false),
                      of_y = ProductCounts::of(c, 6, s.m, items, true);
  if (of_a.scales <= 1 && of_a.zeros <= 1 && of_b.scales <= s.n && of_b.zeros <= s.n) s.flatten();
  const auto* packed = c.prepared<PackedInt8>();
  return Kernel::of([s, of_a, of_b, of_y, item_rows, ad = c.dtype(0), bd = c.dtype(3), yd = c.dtype(7),
                     scales = c.dtype(1), packed, isa = c.options().isa](Call& call) {
    SumStore store;
    store.rows = &quant::rows(isa);
    store.to = yd;
    store.y = call.out(0);
    store.columns = s.n;
    store.item_rows = std::max<std::int64_t>(1, item_rows);
    store.row_scale = load_scales(scales, call.in(1), of_a.scales);
    store.col_scale = load_scales(scales, call.in(4), of_b.scales);
    const std::vector<float> y_scale = load_scales(scales, call.in(6), of_y.scales);
    if (of_a.scales <= 1 && of_y.scales <= 1) {  // (a * b) / y, the fixed order
      for (float& v : store.col_scale) v = store.row_scale[0] * v / y_scale[0];
      store.row_scale[0] = 1;
    } else {
      const std::vector<float> of_rows = std::exchange(store.row_scale, {});
      store.row_scale.resize(std::max(of_rows.size(), y_scale.size()));
      for (std::size_t i = 0; i < store.row_scale.size(); ++i)
        store.row_scale[i] = of_rows[i % of_rows.size()] / y_scale[i % y_scale.size()];
    }
    for (const std::int32_t zero : load_zeros(yd, call.in(7), of_y.zeros))
      store.row_zero.push_back(static_cast<float>(zero));
    Int8Product p;
    p.shape = s;
    p.a = {call.in(0), ad == DType::int8, load_zeros(ad, call.in(2), of_a.zeros)};
    p.b = {call.in(3), bd == DType::int8, load_zeros(bd, call.in(5), of_b.zeros)};
    p.packed_b = packed != nullptr ? packed->block->data() : nullptr;
    p.store = &store;
    run_product(call, p, isa);
  });
}

struct QGemm final : Op {
  float alpha = 1;
  bool transA = false, transB = false;

  void fields(FieldVisitor& f) override {
    f("alpha", alpha);
    f("transA", transA);
    f("transB", transB);
  }
  void infer(InferContext& c) const override;
  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override {
    return pack_constant_b(c, 3, transB);
  }
  Kernel lower(LowerContext& c) const override;
};

void QGemm::infer(InferContext& c) const {
  const DType to = c.has(7) ? c.dtype(0) : DType::float32;
  require(c.has(7) || !c.has(8), Code::invalid_model, "y_zero_point is given without y_scale");
  const SymShape &a = c.shape(0), &b = c.shape(3);
  if (!a.ranked() || !b.ranked()) return c.out(0, to, SymShape::unknown_dims(2));
  require(a.rank() == 2 && b.rank() == 2, Code::invalid_argument, "{} and {} are no matrices", a, b);
  const Dim &k = a[transA ? 0 : 1], &other = b[transB ? 1 : 0];
  require(!k.is_number() || !other.is_number() || k == other, Code::invalid_argument,
          "the inner sizes of {} and {} differ", a, b);
  c.out(0, to, SymShape{a[transA ? 1 : 0], b[transB ? 0 : 1]});
}

// C, which is added to the sums: broadcast to [m, n] as a bias per column, per row, or in full.
enum class Added : std::uint8_t { none, one, columns, rows, all };

Added added_kind(const Shape& c, std::int64_t m, std::int64_t n) {
  if (c.count() == 1) return Added::one;
  const std::int64_t rows = c.rank() == 2 ? c[0] : 1, columns = c.rank() > 0 ? c.back() : 1;
  require(c.rank() <= 2 && (rows == 1 || rows == m) && (columns == 1 || columns == n), Code::invalid_argument,
          "C is {}, the result [{},{}]", c, m, n);
  if (rows == 1) return Added::columns;
  return columns == 1 && n != 1 ? Added::rows : Added::all;
}

Kernel QGemm::lower(LowerContext& c) const {
  const ProductShape s = ProductShape::of_gemm(c.shape(0), c.shape(3), transA, transB);
  require(c.shape(1).count() == 1 && c.shape(2).count() == 1, Code::invalid_argument,
          "a_scale and a_zero_point have one element each");
  const std::int64_t bs = line_parameters(c.shape(4), s.n, 1, false),
                     bz = line_parameters(c.shape(5), s.n, 1, false);
  const Added added = c.has(6) ? added_kind(c.shape(6), s.m, s.n) : Added::none;
  const auto* packed = c.prepared<PackedInt8>();
  const DType to = c.out(0).dtype();
  return Kernel::of([s, bs, bz, added, ad = c.dtype(0), bd = c.dtype(3), to, alpha = alpha, packed,
                     isa = c.options().isa](Call& call) {
    SumStore store;
    store.rows = &quant::rows(isa);
    store.to = to;
    store.y = call.out(0);
    store.columns = s.n;
    store.item_rows = std::max<std::int64_t>(1, s.m);
    store.row_scale = {1};
    store.col_scale = load_scales(DType::float32, call.in(4), bs);
    const float a_scale = *call.in<float>(1);
    for (float& v : store.col_scale) {
      v = alpha * a_scale * v;
      if (is_integer(to)) v /= *call.in<float>(7);
    }
    if (is_integer(to) && call.has(8)) store.zero = static_cast<float>(load_integer(to, call.in(8), 0));
    Int8Product p;
    p.shape = s;
    p.a = {call.in(0), ad == DType::int8, load_zeros(ad, call.in(2), 1)};
    p.b = {call.in(3), bd == DType::int8, load_zeros(bd, call.in(5), bz)};
    p.packed_b = packed != nullptr ? packed->block->data() : nullptr;
    std::vector<std::int32_t> same;
    const auto* bias = call.in<std::int32_t>(6);
    if (added == Added::one) {
      same.assign(static_cast<std::size_t>(s.n), *bias);
      p.epilogue.col_bias = same.data();
    }
    if (added == Added::columns) p.epilogue.col_bias = bias;
    if (added == Added::rows) p.epilogue.row_bias = bias;
    if (added == Added::all) {
      p.epilogue.residual = bias;
      p.epilogue.residual_row = s.n;
    }
    p.store = &store;
    run_product(call, p, isa);
  });
}

}  // namespace

void register_qlinear_matmul(OpRegistry& r) {
  r.add<QLinearMatMul>("", "QLinearMatMul");
  r.add<QGemm>("com.microsoft", "QGemm");
}

}  // namespace sardonyx
