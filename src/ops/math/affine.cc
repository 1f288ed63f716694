// Operators that ai.onnx once had (opsets before 10): Affine, Scale, ImageScaler, ScaledTanh, ParametricSoftplus.
#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Opcode;
using pointwise::Program;
using pointwise::Reg;

struct Affine final : PointwiseOp {
  float alpha = 1, beta = 0;
  void fields(FieldVisitor& f) override {
    f("alpha", alpha);
    f("beta", beta);
  }
  std::optional<Program> program(In in) const override {
    Program p;
    const Reg x = p.operand(in[0]->dtype());
    const Reg scaled = p.binary(Opcode::mul, x, p.constant(p.type(x), static_cast<double>(alpha)));
    p.output(p.binary(Opcode::add, scaled, p.constant(p.type(x), static_cast<double>(beta))));
    return p;
  }
};

struct Scale final : PointwiseOp {
  float scale = 1;
  void fields(FieldVisitor& f) override { f("scale", scale); }
  std::optional<Program> program(In in) const override {
    Program p;
    const Reg x = p.operand(in[0]->dtype());
    p.output(p.binary(Opcode::mul, x, p.constant(p.type(x), static_cast<double>(scale))));
    return p;
  }
};

// alpha * f(beta * x); both must be given.
template <Opcode kOp>
struct ScaledFunction final : PointwiseOp {
  std::optional<float> alpha, beta;
  void fields(FieldVisitor& f) override {
    f("alpha", alpha);
    f("beta", beta);
  }
  std::optional<Program> program(In in) const override {
    require(alpha && beta, Code::invalid_model, "attributes alpha and beta must be given");
    Program p;
    const Reg x = p.operand(in[0]->dtype());
    const Reg y = p.unary(kOp, p.binary(Opcode::mul, x, p.constant(p.type(x), static_cast<double>(*beta))));
    p.output(p.binary(Opcode::mul, y, p.constant(p.type(x), static_cast<double>(*alpha))));
    return p;
  }
};

// scale * x + bias[channel], channels on axis 1.
struct ImageScaler final : PointwiseOp {
  float scale = 1;
  std::vector<float> bias;
  void fields(FieldVisitor& f) override {
    f("scale", scale);
    f("bias", bias);
  }
  std::optional<Program> program(In) const override { return std::nullopt; }
};

namespace {

// Becomes Scale and an addition of [C, 1, 1].
void upgrade_image_scaler(UpgradeContext& c) {
  const auto bias = c.take<std::vector<float>>("bias");
  require(bias && !bias->empty(), Code::invalid_model, "ImageScaler needs the attribute bias");
  Attributes attributes;
  if (const auto scale = c.take<float>("scale")) attributes["scale"] = *scale;
  const std::int32_t scaled = c.emit("", "Scale", std::move(attributes), {c.inputs[0]}, 1)[0];
  std::int32_t at = c.constant(
      Tensor::of<float>(Shape{static_cast<std::int64_t>(bias->size()), 1, 1}, std::span<const float>(*bias)));
  const DType type = c.fact(c.inputs[0]).dtype();
  if (type != DType::float32 && type != DType::undefined) {
    at = c.emit("", "Cast", {{"to", static_cast<std::int64_t>(type)}}, {at}, 1)[0];
  }
  c.op = "Add";
  c.inputs = {scaled, at};
}

}  // namespace

void register_affine(OpRegistry& r) {
  r.add<Affine>("", "Affine");
  r.add<Scale>("", "Scale");
  r.add<ImageScaler>("", "ImageScaler", upgrade_image_scaler);
  r.add<ScaledFunction<Opcode::tanh>>("", "ScaledTanh");
  r.add<ScaledFunction<Opcode::softplus>>("", "ParametricSoftplus");
}

}  // namespace sardonyx
