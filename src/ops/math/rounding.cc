// Abs, Neg, Sign, Ceil, Floor, Round (half to even).
#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Opcode;

template <Opcode kOp>
struct Rounding final : PointwiseOp {
  std::optional<pointwise::Program> program(In in) const override { return one_operation(kOp, in); }
  std::optional<Dim> on_dims(std::span<const Dim> x) const override {
    if constexpr (kOp == Opcode::neg) return Dim(0) - x[0];
    if constexpr (kOp == Opcode::abs) return max(x[0], Dim(0) - x[0]);
    return std::nullopt;
  }
};

void register_rounding(OpRegistry& r) {
  r.add<Rounding<Opcode::abs>>("", "Abs", upgrade_consumed_inputs);
  r.add<Rounding<Opcode::neg>>("", "Neg", upgrade_consumed_inputs);
  r.add<Rounding<Opcode::sign>>("", "Sign");
  r.add<Rounding<Opcode::ceil>>("", "Ceil", upgrade_consumed_inputs);
  r.add<Rounding<Opcode::floor>>("", "Floor", upgrade_consumed_inputs);
  r.add<Rounding<Opcode::round>>("", "Round");
}

}  // namespace sardonyx
