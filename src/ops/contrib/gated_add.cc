// com.microsoft GatedAdd: X + gate * Y, broadcast.
#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Opcode;
using pointwise::Reg;

namespace {

struct GatedAdd final : PointwiseOp {
  std::optional<pointwise::Program> program(In in) const override {
    pointwise::Program p;
    const Reg x = p.operand(in[0]->dtype());
    const Reg y = p.operand(in[1]->dtype());
    const Reg gate = p.operand(in[2]->dtype());
    p.output(p.binary(Opcode::add, x, p.binary(Opcode::mul, y, gate)));
    return p;
  }
};

}  // namespace

void register_gated_add(OpRegistry& r) { r.add<GatedAdd>("com.microsoft", "GatedAdd"); }

}  // namespace sardonyx
