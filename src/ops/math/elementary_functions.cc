// Functions of one float: Sqrt, Exp, Log, Reciprocal, trigonometric and hyperbolic ones and their inverses, Erf.
#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Opcode;

template <Opcode kOp>
struct ElementaryFunction final : PointwiseOp {
  std::optional<pointwise::Program> program(In in) const override {
    const DType type = in[0]->dtype();
    if (!is_integer(type)) return one_operation(kOp, in);
    // Erf of integers: computed as a float, towards zero.
    pointwise::Program p;
    const pointwise::Reg x = p.convert(p.operand(type), DType::float32);
    p.output(p.convert(p.unary(kOp, x), type));
    return p;
  }
};

template <Opcode kOp>
void add_function(OpRegistry& r, const char* name) {
  r.add<ElementaryFunction<kOp>>("", name, upgrade_consumed_inputs);
}

void register_elementary_functions(OpRegistry& r) {
  add_function<Opcode::sqrt>(r, "Sqrt");
  add_function<Opcode::exp>(r, "Exp");
  add_function<Opcode::log>(r, "Log");
  add_function<Opcode::reciprocal>(r, "Reciprocal");
  add_function<Opcode::sin>(r, "Sin");
  add_function<Opcode::cos>(r, "Cos");
  add_function<Opcode::tan>(r, "Tan");
  add_function<Opcode::asin>(r, "Asin");
  add_function<Opcode::acos>(r, "Acos");
  add_function<Opcode::atan>(r, "Atan");
  add_function<Opcode::sinh>(r, "Sinh");
  add_function<Opcode::cosh>(r, "Cosh");
  add_function<Opcode::tanh>(r, "Tanh");
  add_function<Opcode::asinh>(r, "Asinh");
  add_function<Opcode::acosh>(r, "Acosh");
  add_function<Opcode::atanh>(r, "Atanh");
  add_function<Opcode::erf>(r, "Erf");
}

}  // namespace sardonyx
