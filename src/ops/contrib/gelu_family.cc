// com.microsoft: Gelu, BiasGelu, FastGelu, QuickGelu.
#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Opcode;
using pointwise::Reg;

template <Opcode kOp>
struct BiasActivation final : PointwiseOp {
  std::optional<pointwise::Program> program(In in) const override {
    pointwise::Program p;
    Reg x = p.operand(in[0]->dtype());
    if (in.size() > 1 && in[1] != nullptr) x = p.binary(Opcode::add, x, p.operand(in[1]->dtype()));
    p.output(p.unary(kOp, x));
    return p;
  }
  void infer(InferContext& c) const override {
    if (c.has(1) && c.shape(1).ranked() && c.shape(0).ranked()) {
      const SymShape& bias = c.shape(1);
      const bool fits = bias.rank() == 1 && c.shape(0).rank() > 0;
      const Dim last = fits ? c.shape(0)[c.shape(0).rank() - 1] : Dim(0);
      require(fits && (!last.is_number() || !bias[0].is_number() || last == bias[0]), Code::invalid_argument,
              "the bias must be 1-D with the length of the last axis: {} for {}", bias, c.shape(0));
    }
    c.out(0, c.dtype(0), c.shape(0));
  }
};

struct QuickGelu final : PointwiseOp {
  float alpha = 1.702f;
  void fields(FieldVisitor& f) override { f("alpha", alpha); }
  std::optional<pointwise::Program> program(In in) const override {
    return one_operation(Opcode::swish, in, static_cast<double>(alpha));
  }
};

void register_gelu_family(OpRegistry& r) {
  r.add<BiasActivation<Opcode::gelu>>("com.microsoft", "Gelu");
  r.add<BiasActivation<Opcode::gelu>>("com.microsoft", "BiasGelu");
  r.add<BiasActivation<Opcode::gelu_tanh>>("com.microsoft", "FastGelu");
  r.add<QuickGelu>("com.microsoft", "QuickGelu");
}

}  // namespace sardonyx
