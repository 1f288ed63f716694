// Shrink: x + bias below -lambd, x - bias above lambd, 0 between. Integers compute in float64, towards zero.
#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Opcode;
using pointwise::Reg;

struct Shrink final : PointwiseOp {
  float bias = 0, lambd = 0.5f;
  void fields(FieldVisitor& f) override {
    f("bias", bias);
    f("lambd", lambd);
  }
  std::optional<pointwise::Program> program(In in) const override {
    pointwise::Program p;
    const DType type = in[0]->dtype();
    const Reg x = p.convert(p.operand(type), is_integer(type) ? DType::float64 : type);
    const Reg y = p.unary(Opcode::shrink, x, static_cast<double>(lambd), static_cast<double>(bias));
    p.output(p.convert(y, type));
    return p;
  }
};

void register_shrink(OpRegistry& r) { r.add<Shrink>("", "Shrink"); }

}  // namespace sardonyx
