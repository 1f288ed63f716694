// QLinearConcat: tensors of different scales joined under one; float ones are quantised on the way.
#include <array>
#include <utility>
#include <vector>

#include "graph/op.h"
#include "ops/axes.h"
#include "ops/byte_scale.h"

namespace sardonyx {
namespace {

struct QLinearConcat final : Op {
  std::int64_t axis = 0;
  void fields(FieldVisitor& f) override { f("axis", axis); }
  void infer(InferContext& c) const override;
  Kernel lower(LowerContext& c) const override;
};

void QLinearConcat::infer(InferContext& c) const {
  require(c.inputs() >= 5 && (c.inputs() - 2) % 3 == 0, Code::invalid_model,
          "expected a scale and a zero point with every tensor, found {} inputs", c.inputs());
  const DType to = c.dtype(1);
  const SymShape& first = c.shape(2);
  if (!first.ranked()) return c.out(0, to, SymShape{});
  const std::size_t at = normalise_axis(axis, first.rank());
  SymShape out = first;
  for (std::size_t i = 5; i < c.inputs(); i += 3) {
    const SymShape& s = c.shape(i);
    if (!s.ranked()) return c.out(0, to, SymShape::unknown_dims(first.rank()));
    require(s.rank() == first.rank(), Code::invalid_argument, "{} and {} cannot be joined", first, s);
    for (std::size_t d = 0; d < s.rank(); ++d) {
      if (d == at) {
        out[d] = out[d] + s[d];
        continue;
      }
      require(!s[d].is_number() || !out[d].is_number() || s[d] == out[d], Code::invalid_argument,
              "{} and {} cannot be joined along axis {}", first, s, at);
      if (s[d].is_number()) out[d] = s[d];
    }
  }
  c.out(0, to, std::move(out));
}

// 8-bit elements through a table of all of them.
void requantise(const ByteScale& from, const ByteScale& to, const std::byte* x, std::byte* y,
                std::int64_t outer, std::int64_t inner, std::int64_t stride) noexcept {
  std::array<std::byte, 256> table;
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = to.quantise(from.value(static_cast<std::byte>(i)));
  for (std::int64_t o = 0; o < outer; ++o)
    for (std::int64_t i = 0; i < inner; ++i)
      y[o * stride + i] = table[static_cast<std::size_t>(x[o * inner + i])];
}

Kernel QLinearConcat::lower(LowerContext& c) const {
  struct Part {
    DType dtype;
    std::int64_t inner;
  };
  const Shape out = c.out_shape(0);
  const std::size_t at = normalise_axis(axis, out.rank());
  const std::int64_t outer = out.count(0, at), stride = out.count(at, out.rank());
  std::vector<Part> parts;
  for (std::size_t i = 2; i < c.inputs(); i += 3)
    parts.push_back({c.dtype(i), c.shape(i).count(at, out.rank())});
  return Kernel::of([parts = std::move(parts), outer, stride, dtype = c.dtype(1)](Call& call) {
    const ByteScale to = ByteScale::of(dtype, call.in(0), call.in(1));
    std::byte* y = call.out(0);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const std::byte *x = call.in(2 + 3 * k), *scale = call.in(3 + 3 * k), *zero = call.in(4 + 3 * k);
      const Part& part = parts[k];
      if (part.dtype == DType::float32) {
        const auto* values = reinterpret_cast<const float*>(x);
        for (std::int64_t o = 0; o < outer; ++o)
          for (std::int64_t i = 0; i < part.inner; ++i)
            y[o * stride + i] = to.quantise(values[o * part.inner + i]);
      } else {
        requantise(ByteScale::of(part.dtype, scale, zero), to, x, y, outer, part.inner, stride);
      }
      y += part.inner;
    }
  });
}

}  // namespace

void register_qlinear_concat(OpRegistry& r) { r.add<QLinearConcat>("com.microsoft", "QLinearConcat"); }

}  // namespace sardonyx
