// Pow: the base decides the type of the result. Constant small exponents become products and roots.
#include <limits>

#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Opcode;
using pointwise::Program;
using pointwise::Reg;

namespace {

// The exponent when it is one known number.
std::optional<double> known_exponent(const Fact& y) {
  const Tensor* t = y.constant();
  if (t == nullptr || t->count() != 1) return std::nullopt;
  return t->number_at(0);
}

// pow(x, 1/2): as the square root, but for -inf (inf) and -0 (0).
Reg root(Program& p, Reg x) {
  const DType type = p.type(x);
  const Reg inf = p.constant(type, std::numeric_limits<double>::infinity());
  const Reg minus_inf = p.constant(type, -std::numeric_limits<double>::infinity());
  const Reg y = p.binary(Opcode::add, p.unary(Opcode::sqrt, x), p.constant(type, 0));
  return p.select(p.compare(Opcode::equal, x, minus_inf), inf, y);
}

std::optional<Reg> simple_power(Program& p, Reg x, double exponent) {
  if (exponent == 1) return p.unary(Opcode::copy, x);
  if (exponent == 2) return p.binary(Opcode::mul, x, x);
  if (exponent == 3) return p.binary(Opcode::mul, p.binary(Opcode::mul, x, x), x);
  if (!is_float(p.type(x))) return std::nullopt;
  if (exponent == 0.5) return root(p, x);
  if (exponent == -1) return p.unary(Opcode::reciprocal, x);
  return std::nullopt;
}

}  // namespace

struct Pow final : PointwiseOp {
  std::optional<Program> program(In in) const override {
    const DType type = in[0]->dtype(), exponent = in[1]->dtype();
    Program p;
    const Reg x = p.operand(type), y = p.operand(exponent);
    if (const auto known = known_exponent(*in[1])) {
      if (const auto r = simple_power(p, x, *known)) {
        p.output(*r);
        return p;
      }
    }
    // Integers to integers wrap. Otherwise wide enough for every exponent to be exact.
    DType compute = DType::float32;
    if (is_integer(type) && is_integer(exponent)) {
      compute = DType::int64;
    } else if (type == DType::float64 || exponent == DType::float64 || is_integer(type) ||
               (is_integer(exponent) && bit_width(exponent) > 16)) {
      compute = DType::float64;
    }
    Reg power = y;
    if (compute == DType::int64 && exponent == DType::uint64) {
      power = p.binary(Opcode::min, y, p.constant_int(exponent, std::numeric_limits<std::int64_t>::max()));
    }
    const bool same = compute == DType::float32 && is_float(type) && type == exponent;
    const Reg a = same ? x : p.convert(x, compute), b = same ? power : p.convert(power, compute);
    p.output(p.convert(p.binary(Opcode::pow, a, b), type));
    return p;
  }
};

void register_pow(OpRegistry& r) { r.add<Pow>("", "Pow", upgrade_axis_broadcast); }

}  // namespace sardonyx
