// Min, Max, Sum, Mean of any number of inputs. Min and Max: a NaN anywhere gives NaN.
#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Opcode;
using pointwise::Reg;

template <Opcode kOp, bool kMean = false>
struct Variadic final : PointwiseOp {
  std::optional<pointwise::Program> program(In in) const override {
    pointwise::Program p;
    Reg result = pointwise::kNoReg;
    for (const Fact* f : in) {
      if (f == nullptr) continue;
      require(f->dtype() == in[0]->dtype(), Code::invalid_model, "inputs are of types {} and {}",
              name(in[0]->dtype()), name(f->dtype()));
      const Reg x = p.operand(f->dtype());
      result = result == pointwise::kNoReg ? x : p.binary(kOp, result, x);
    }
    const std::size_t n = p.operands().size();
    if constexpr (kMean) {
      if (n > 1) result = p.binary(Opcode::div, result, p.constant(p.type(result), static_cast<double>(n)));
    }
    p.output(n == 1 ? p.unary(Opcode::copy, result) : result);
    return p;
  }
  std::optional<Dim> on_dims(std::span<const Dim> x) const override {
    if (kMean || kOp == Opcode::add) return std::nullopt;
    Dim d = x[0];
    for (const Dim& next : x.subspan(1)) d = kOp == Opcode::min ? min(d, next) : max(d, next);
    return d;
  }
};

void register_variadic(OpRegistry& r) {
  r.add<Variadic<Opcode::min>>("", "Min", upgrade_consumed_inputs);
  r.add<Variadic<Opcode::max>>("", "Max", upgrade_consumed_inputs);
  r.add<Variadic<Opcode::add>>("", "Sum", upgrade_consumed_inputs);
  r.add<Variadic<Opcode::add, true>>("", "Mean", upgrade_consumed_inputs);
}

}  // namespace sardonyx
