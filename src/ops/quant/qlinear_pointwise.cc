// Element by element on quantised tensors, in float between one dequantisation and one quantisation: QLinearAdd,
// QLinearMul, QLinearSigmoid, QLinearLeakyRelu, QLinearWhere.
#include <optional>

#include "ops/pointwise_op.h"
#include "ops/quant_layout.h"

namespace sardonyx {
namespace {

using pointwise::Opcode;
using pointwise::Program;
using pointwise::Reg;

// (x - zero) * scale for three neighbouring inputs; the zero point may be absent.
Reg dequantised(Program& p, Reg x, Reg scale, Reg zero) {
  Reg v = p.convert(x, DType::float32);
  if (zero != pointwise::kNoReg) v = p.binary(Opcode::sub, v, p.convert(zero, DType::float32));
  return p.binary(Opcode::mul, v, scale);
}

// saturate(round(v / scale) + zero) as `to`.
Reg quantised(Program& p, Reg v, Reg scale, Reg zero, DType to) {
  Reg q = p.unary(Opcode::round, p.binary(Opcode::div, v, scale));
  if (zero != pointwise::kNoReg) q = p.binary(Opcode::add, q, p.convert(zero, DType::float32));
  const quant::Limits limits = quant_limits(to);
  q = p.binary(Opcode::max, q, p.constant(DType::float32, static_cast<double>(limits.low)));
  q = p.binary(Opcode::min, q, p.constant(DType::float32, static_cast<double>(limits.high)));
  return p.convert(q, to);
}

// An operand per input that is there, kNoReg for the others.
std::vector<Reg> operands(Program& p, PointwiseOp::In in) {
  std::vector<Reg> r;
  for (const Fact* f : in) r.push_back(f == nullptr ? pointwise::kNoReg : p.operand(f->dtype()));
  return r;
}

Reg at(const std::vector<Reg>& r, std::size_t i) { return i < r.size() ? r[i] : pointwise::kNoReg; }

template <Opcode kOp>
struct QLinearBinary final : PointwiseOp {
  std::optional<Program> program(In in) const override {
    Program p;
    const auto r = operands(p, in);
    const Reg a = dequantised(p, at(r, 0), at(r, 1), at(r, 2)),
              b = dequantised(p, at(r, 3), at(r, 4), at(r, 5));
    p.output(quantised(p, p.binary(kOp, a, b), at(r, 6), at(r, 7), in[0]->dtype()));
    return p;
  }
};

struct QLinearSigmoid final : PointwiseOp {
  std::optional<Program> program(In in) const override {
    Program p;
    const auto r = operands(p, in);
    const Reg x = dequantised(p, at(r, 0), at(r, 1), at(r, 2));
    p.output(quantised(p, p.unary(Opcode::sigmoid, x), at(r, 3), at(r, 4), in[0]->dtype()));
    return p;
  }
};

struct QLinearLeakyRelu final : PointwiseOp {
  float alpha = 0.01f;
  void fields(FieldVisitor& f) override { f("alpha", alpha); }
  std::optional<Program> program(In in) const override {
    Program p;
    const auto r = operands(p, in);
    const Reg x = dequantised(p, at(r, 0), at(r, 1), at(r, 2));
    const Reg y = p.unary(Opcode::leaky_relu, x, static_cast<double>(alpha));
    p.output(quantised(p, y, at(r, 3), at(r, 4), in[0]->dtype()));
    return p;
  }
};

struct QLinearWhere final : PointwiseOp {
  std::optional<Program> program(In in) const override {
    Program p;
    const auto r = operands(p, in);
    const Reg x = dequantised(p, at(r, 1), at(r, 2), at(r, 3)),
              y = dequantised(p, at(r, 4), at(r, 5), at(r, 6));
    p.output(quantised(p, p.select(at(r, 0), x, y), at(r, 7), at(r, 8), in[1]->dtype()));
    return p;
  }
  DType plain_type(InferContext& c) const override { return c.dtype(1); }
};

}  // namespace

void register_qlinear_pointwise(OpRegistry& r) {
  r.add<QLinearBinary<Opcode::add>>("com.microsoft", "QLinearAdd");
  r.add<QLinearBinary<Opcode::mul>>("com.microsoft", "QLinearMul");
  r.add<QLinearSigmoid>("com.microsoft", "QLinearSigmoid");
  r.add<QLinearLeakyRelu>("com.microsoft", "QLinearLeakyRelu");
  r.add<QLinearWhere>("com.microsoft", "QLinearWhere");
}

}  // namespace sardonyx
