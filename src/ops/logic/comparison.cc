// Equal (strings too), Less, Greater, LessOrEqual, GreaterOrEqual; false with a NaN.
#include "ops/pointwise_op.h"
#include "ops/string_elements.h"

namespace sardonyx {

using pointwise::Opcode;

namespace {

Kernel equal_strings(const LowerContext& c) {
  return Kernel::of([out = c.out_shape(0), in = std::array{c.shape(0), c.shape(1)}](Call& call) {
    const auto *a = call.in<std::string>(0), *b = call.in<std::string>(1);
    bool* result = call.out<bool>(0);
    for_each_broadcast(out, in, [&](std::int64_t i, const std::array<std::int64_t, 2>& at) {
      result[i] = a[at[0]] == b[at[1]];
    });
  });
}

}  // namespace

template <Opcode kOp>
struct Comparison final : PointwiseOp {
  std::optional<pointwise::Program> program(In in) const override {
    if (in[0]->dtype() == DType::string) return std::nullopt;
    return one_comparison(kOp, in);
  }
  DType plain_type(InferContext&) const override { return DType::bool_; }
  std::optional<Dim> on_dims(std::span<const Dim> x) const override {
    const bool same = x[0] == x[1];
    constexpr bool equality =
        kOp == Opcode::equal || kOp == Opcode::less_equal || kOp == Opcode::greater_equal;
    if (same) return Dim(equality ? 1 : 0);
    if (!x[0].is_number() || !x[1].is_number()) return std::nullopt;
    const std::int64_t a = x[0].number(), b = x[1].number();
    if constexpr (kOp == Opcode::equal) return Dim(0);
    if constexpr (kOp == Opcode::less || kOp == Opcode::less_equal) return Dim(a < b ? 1 : 0);
    return Dim(a > b ? 1 : 0);
  }
  Kernel lower(LowerContext& c) const override {
    return c.dtype(0) == DType::string ? equal_strings(c) : PointwiseOp::lower(c);
  }
};

void register_comparison(OpRegistry& r) {
  r.add<Comparison<Opcode::equal>>("", "Equal", upgrade_axis_broadcast);
  r.add<Comparison<Opcode::less>>("", "Less", upgrade_axis_broadcast);
  r.add<Comparison<Opcode::greater>>("", "Greater", upgrade_axis_broadcast);
  r.add<Comparison<Opcode::less_equal>>("", "LessOrEqual");
  r.add<Comparison<Opcode::greater_equal>>("", "GreaterOrEqual");
}

}  // namespace sardonyx
