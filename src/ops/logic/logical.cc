// And, Or, Xor, Not of bool; any nonzero byte is true.
#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Opcode;

template <Opcode kOp>
struct Logical final : PointwiseOp {
  std::optional<pointwise::Program> program(In in) const override { return one_operation(kOp, in); }
};

void register_logical(OpRegistry& r) {
  r.add<Logical<Opcode::logical_and>>("", "And", upgrade_axis_broadcast);
  r.add<Logical<Opcode::logical_or>>("", "Or", upgrade_axis_broadcast);
  r.add<Logical<Opcode::logical_xor>>("", "Xor", upgrade_axis_broadcast);
  r.add<Logical<Opcode::logical_not>>("", "Not");
}

}  // namespace sardonyx
