// SwiGLU: Swish of the gate times the linear input, both of one shape.
#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Opcode;
using pointwise::Reg;

namespace {

struct SwiGLU final : PointwiseOp {
  float alpha = 1.0f;
  void fields(FieldVisitor& f) override { f("alpha", alpha); }
  std::optional<pointwise::Program> program(In in) const override {
    pointwise::Program p;
    const Reg gate = p.operand(in[0]->dtype());
    const Reg linear = p.operand(in[1]->dtype());
    p.output(p.binary(Opcode::mul, p.unary(Opcode::swish, gate, static_cast<double>(alpha)), linear));
    return p;
  }
  void infer(InferContext& c) const override {
    const SymShape &a = c.shape(0), &b = c.shape(1);
    if (a.ranked() && b.ranked()) {
      bool same = a.rank() == b.rank();
      for (std::size_t i = 0; same && i < a.rank(); ++i)
        same = !a[i].is_number() || !b[i].is_number() || a[i] == b[i];
      require(same, Code::invalid_argument, "gate and linear input of SwiGLU have shapes {} and {}", a, b);
    }
    c.out(0, c.dtype(0), a.ranked() ? a : b);
  }
};

}  // namespace

void register_swiglu(OpRegistry& r) { r.add<SwiGLU>("", "SwiGLU"); }

}  // namespace sardonyx
