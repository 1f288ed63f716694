// Add, Sub, Mul, Div: integers wrap, and divide towards zero (x / 0 = 0).
#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Opcode;

template <Opcode kOp>
struct Arithmetic final : PointwiseOp {
  std::optional<pointwise::Program> program(In in) const override { return one_operation(kOp, in); }
  std::optional<Dim> on_dims(std::span<const Dim> x) const override {
    if constexpr (kOp == Opcode::add) return x[0] + x[1];
    if constexpr (kOp == Opcode::sub) return x[0] - x[1];
    if constexpr (kOp == Opcode::mul) return x[0] * x[1];
    // Sizes are not negative, so that towards zero is downwards, as long as the divisor is no size that may be 0.
    if (!x[1].is_number() || x[1].number() <= 0) return std::nullopt;
    return floor_div(x[0], x[1]);
  }
};

void register_arithmetic(OpRegistry& r) {
  r.add<Arithmetic<Opcode::add>>("", "Add", upgrade_axis_broadcast);
  r.add<Arithmetic<Opcode::sub>>("", "Sub", upgrade_axis_broadcast);
  r.add<Arithmetic<Opcode::mul>>("", "Mul", upgrade_axis_broadcast);
  r.add<Arithmetic<Opcode::div>>("", "Div", upgrade_axis_broadcast);
}

}  // namespace sardonyx
