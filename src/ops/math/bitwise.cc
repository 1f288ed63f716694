// BitShift (by less than 0, or by the width or more: what is left of the sign), BitwiseAnd, BitwiseOr, BitwiseXor, BitwiseNot.
#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Opcode;

struct BitShift final : PointwiseOp {
  std::string direction;
  void fields(FieldVisitor& f) override { f("direction", direction); }
  std::optional<pointwise::Program> program(In in) const override {
    require(direction == "LEFT" || direction == "RIGHT", Code::invalid_model,
            "direction of BitShift is LEFT or RIGHT, not '{}'", direction);
    return one_operation(direction == "LEFT" ? Opcode::shift_left : Opcode::shift_right, in);
  }
};

template <Opcode kOp>
struct Bitwise final : PointwiseOp {
  std::optional<pointwise::Program> program(In in) const override { return one_operation(kOp, in); }
};

void register_bitwise(OpRegistry& r) {
  r.add<BitShift>("", "BitShift");
  r.add<Bitwise<Opcode::bit_and>>("", "BitwiseAnd");
  r.add<Bitwise<Opcode::bit_or>>("", "BitwiseOr");
  r.add<Bitwise<Opcode::bit_xor>>("", "BitwiseXor");
  r.add<Bitwise<Opcode::bit_not>>("", "BitwiseNot");
}

}  // namespace sardonyx
