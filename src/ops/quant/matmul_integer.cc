// Products of 8-bit matrices with sums or floats as result: MatMulInteger, MatMulIntegerToFloat,
// DynamicQuantizeMatMul; MatMulInteger16 by plain loops.
#include <algorithm>
#include <utility>
#include <vector>

#include "ops/dynamic_range.h"
#include "ops/int8_product.h"

namespace sardonyx {
namespace {

bool is_signed_byte(DType d) { return d == DType::int8; }

std::int64_t zero_count(const LowerContext& c, std::size_t i, std::int64_t size, std::int64_t items,
                        bool rows) {
  return c.has(i) ? line_parameters(c.shape(i), size, items, rows) : 0;
}

struct MatMulInteger final : Op {
  void infer(InferContext& c) const override {
    c.out(0, DType::int32, product_shape(c.shape(0), c.shape(1)));
  }
  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override {
    return pack_constant_b(c, 1, false);
  }
  Kernel lower(LowerContext& c) const override;
};

Kernel MatMulInteger::lower(LowerContext& c) const {
  ProductShape s = ProductShape::of(c.shape(0), c.shape(1));
  const std::int64_t az = zero_count(c, 2, s.m, s.items(), true),
                     bz = zero_count(c, 3, s.n, s.items(), false);
  if (az <= 1 && bz <= s.n) s.flatten();
  const auto* packed = c.prepared<PackedInt8>();
  return Kernel::of([s, az, bz, ad = c.dtype(0), bd = c.dtype(1), packed, isa = c.options().isa](Call& call) {
    Int8Product p;
    p.shape = s;
    p.a = {call.in(0), is_signed_byte(ad), load_zeros(ad, call.in(2), az)};
    p.b = {call.in(1), is_signed_byte(bd), load_zeros(bd, call.in(3), bz)};
    p.packed_b = packed != nullptr ? packed->block->data() : nullptr;
    p.c = call.out<std::int32_t>(0);
    run_product(call, p, isa);
  });
}

struct MatMulIntegerToFloat final : Op {
  void infer(InferContext& c) const override { c.out(0, c.dtype(2), product_shape(c.shape(0), c.shape(1))); }
  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override {
    return pack_constant_b(c, 1, false);
  }
  Kernel lower(LowerContext& c) const override;
};

// What a product with float results needs of its operands' parameters.
struct Counts {
  std::int64_t a_scale = 1, b_scale = 1, a_zero = 0, b_zero = 0;
};

Kernel MatMulIntegerToFloat::lower(LowerContext& c) const {
  ProductShape s = ProductShape::of(c.shape(0), c.shape(1));
  const std::int64_t items = s.items();
  const Counts n{line_parameters(c.shape(2), s.m, items, true),
                 line_parameters(c.shape(3), s.n, items, false), zero_count(c, 4, s.m, items, true),
                 zero_count(c, 5, s.n, items, false)};
  if (c.has(6))
    require(c.shape(6).count() == s.n, Code::invalid_argument, "the bias is {}, expected {} elements",
            c.shape(6), s.n);
  const std::int64_t item_rows = s.m;
  if (n.a_scale <= 1 && n.a_zero <= 1 && n.b_scale <= s.n && n.b_zero <= s.n) s.flatten();
  const auto* packed = c.prepared<PackedInt8>();
  return Kernel::of([s, n, item_rows, ad = c.dtype(0), bd = c.dtype(1), to = c.dtype(2), bias = c.has(6),
                     packed, isa = c.options().isa](Call& call) {
    std::vector<float> bias_values;
    if (bias) bias_values = load_scales(to, call.in(6), s.n);
    SumStore store;
    store.rows = &quant::rows(isa);
    store.to = to;
    store.y = call.out(0);
    store.columns = s.n;
    store.item_rows = std::max<std::int64_t>(1, item_rows);
    store.row_scale = load_scales(to, call.in(2), n.a_scale);
    store.col_scale = load_scales(to, call.in(3), n.b_scale);
    store.bias = bias ? bias_values.data() : nullptr;
    Int8Product p;
    p.shape = s;
    p.a = {call.in(0), is_signed_byte(ad), load_zeros(ad, call.in(4), n.a_zero)};
    p.b = {call.in(1), is_signed_byte(bd), load_zeros(bd, call.in(5), n.b_zero)};
    p.packed_b = packed != nullptr ? packed->block->data() : nullptr;
    p.store = &store;
    run_product(call, p, isa);
  });
}

// A is quantised as one tensor, like DynamicQuantizeLinear does.
struct DynamicQuantizeMatMul final : Op {
  void infer(InferContext& c) const override {
    c.out(0, DType::float32, product_shape(c.shape(0), c.shape(1)));
  }
  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override {
    return pack_constant_b(c, 1, false);
  }
  Kernel lower(LowerContext& c) const override;
};

Kernel DynamicQuantizeMatMul::lower(LowerContext& c) const {
  ProductShape s = ProductShape::of(c.shape(0), c.shape(1));
  const std::int64_t items = s.items(), scales = line_parameters(c.shape(2), s.n, items, false);
  const std::int64_t zeros = zero_count(c, 3, s.n, items, false), count = c.shape(0).count();
  if (c.has(4))
    require(c.shape(4).count() == s.n, Code::invalid_argument, "the bias is {}, expected {} elements",
            c.shape(4), s.n);
  const std::int64_t item_rows = s.m;
  if (scales <= s.n && zeros <= s.n) s.flatten();
  const auto* packed = c.prepared<PackedInt8>();
  return Kernel::of([s, scales, zeros, count, item_rows, bd = c.dtype(1), packed,
                     isa = c.options().isa](Call& call) {
           const auto* x = call.in<float>(0);
           auto* quantised = reinterpret_cast<std::uint8_t*>(call.scratch());
           const DynamicRange range = dynamic_range(call, x, count, isa);
           quantize_dynamic(call, x, count, range, quantised, isa);
           SumStore store;
           store.rows = &quant::rows(isa);
           store.to = DType::float32;
           store.y = call.out(0);
           store.columns = s.n;
           store.item_rows = std::max<std::int64_t>(1, item_rows);
           store.row_scale = {range.scale};
           store.col_scale = load_scales(DType::float32, call.in(2), scales);
           store.bias = call.in<float>(4);
           Int8Product p;
           p.shape = s;
           p.a = {call.scratch(), false, {range.zero}};
           p.b = {call.in(1), is_signed_byte(bd), load_zeros(bd, call.in(3), zeros)};
           p.packed_b = packed != nullptr ? packed->block->data() : nullptr;
           p.store = &store;
           run_product(call, p, isa);
         })
      .with_scratch(static_cast<std::size_t>(count));
}

// Wraps beyond 2^31, as int32 sums do.
struct MatMulInteger16 final : Op {
  void infer(InferContext& c) const override {
    c.out(0, c.dtype(0) == DType::uint16 && c.dtype(1) == DType::uint16 ? DType::uint32 : DType::int32,
          product_shape(c.shape(0), c.shape(1)));
  }
  Kernel lower(LowerContext& c) const override;
};

std::uint32_t element16(const std::byte* data, bool is_signed, std::int64_t i) noexcept {
  if (is_signed) return static_cast<std::uint32_t>(reinterpret_cast<const std::int16_t*>(data)[i]);
  return reinterpret_cast<const std::uint16_t*>(data)[i];
}

Kernel MatMulInteger16::lower(LowerContext& c) const {
  const ProductShape s = ProductShape::of(c.shape(0), c.shape(1));
  return Kernel::of(
      [s, a_signed = c.dtype(0) == DType::int16, b_signed = c.dtype(1) == DType::int16](Call& call) {
        const std::byte *a = call.in(0), *b = call.in(1);
        auto* y = call.out<std::uint32_t>(0);
        const std::int64_t work = std::max<std::int64_t>(1, s.n * s.k);
        call.for_range(s.items() * s.m, 1 + 20000 / work,
                       [&](std::int64_t begin, std::int64_t end, int) noexcept {
                         for (std::int64_t r = begin; r < end; ++r) {
                           std::int64_t item = r / s.m, a_at = r % s.m * s.k, b_at = 0;
                           for (int i = s.batch.rank; i-- > 0; item /= s.batch.size[i]) {
                             a_at += item % s.batch.size[i] * s.batch.a[i];
                             b_at += item % s.batch.size[i] * s.batch.b[i];
                           }
                           std::uint32_t* row = y + r * s.n;
                           std::fill_n(row, s.n, 0u);
                           for (std::int64_t k = 0; k < s.k; ++k) {
                             const std::uint32_t v = element16(a, a_signed, a_at + k);
                             for (std::int64_t n = 0; n < s.n; ++n)
                               row[n] += v * element16(b, b_signed, b_at + k * s.n + n);
                           }
                         }
                       });
      });
}

}  // namespace

void register_matmul_integer(OpRegistry& r) {
  r.add<MatMulInteger>("", "MatMulInteger");
  r.add<MatMulInteger16>("com.microsoft", "MatMulInteger16");
  r.add<MatMulIntegerToFloat>("com.microsoft", "MatMulIntegerToFloat");
  r.add<DynamicQuantizeMatMul>("com.microsoft", "DynamicQuantizeMatMul");
}

}  // namespace sardonyx
