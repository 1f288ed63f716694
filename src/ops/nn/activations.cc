// Activations: of no, one or two parameters that are attributes.
#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Opcode;

template <Opcode kOp>
struct Activation final : PointwiseOp {
  std::optional<pointwise::Program> program(In in) const override { return one_operation(kOp, in); }
};

template <Opcode kOp>
struct AlphaActivation final : PointwiseOp {
  static constexpr float kDefault = kOp == Opcode::leaky_relu ? 0.01f : 1.0f;
  float alpha = kDefault;
  void fields(FieldVisitor& f) override { f("alpha", alpha); }
  std::optional<pointwise::Program> program(In in) const override {
    return one_operation(kOp, in, static_cast<double>(alpha));
  }
};

struct Selu final : PointwiseOp {
  float alpha = 1.67326319217681884765625f, gamma = 1.05070102214813232421875f;
  void fields(FieldVisitor& f) override {
    f("alpha", alpha);
    f("gamma", gamma);
  }
  std::optional<pointwise::Program> program(In in) const override {
    return one_operation(Opcode::selu, in, static_cast<double>(alpha), static_cast<double>(gamma));
  }
};

struct HardSigmoid final : PointwiseOp {
  float alpha = 0.2f, beta = 0.5f;
  void fields(FieldVisitor& f) override {
    f("alpha", alpha);
    f("beta", beta);
  }
  std::optional<pointwise::Program> program(In in) const override {
    return one_operation(Opcode::hard_sigmoid, in, static_cast<double>(alpha), static_cast<double>(beta));
  }
};

struct Gelu final : PointwiseOp {
  std::string approximate = "none";
  void fields(FieldVisitor& f) override { f("approximate", approximate); }
  std::optional<pointwise::Program> program(In in) const override {
    require(approximate == "none" || approximate == "tanh", Code::invalid_model,
            "attribute approximate of Gelu is 'none' or 'tanh', not '{}'", approximate);
    return one_operation(approximate == "none" ? Opcode::gelu : Opcode::gelu_tanh, in);
  }
};

namespace {

void upgrade_selu(UpgradeContext& c) {
  upgrade_consumed_inputs(c);
  if (c.version >= 6) return;
  c.attributes.try_emplace("alpha", 1.6732f);
  c.attributes.try_emplace("gamma", 1.0507f);
}

}  // namespace

void register_activations(OpRegistry& r) {
  r.add<Activation<Opcode::sigmoid>>("", "Sigmoid", upgrade_consumed_inputs);
  r.add<Activation<Opcode::softplus>>("", "Softplus");
  r.add<Activation<Opcode::softsign>>("", "Softsign");
  r.add<Activation<Opcode::mish>>("", "Mish");
  r.add<Activation<Opcode::hard_swish>>("", "HardSwish");
  r.add<AlphaActivation<Opcode::leaky_relu>>("", "LeakyRelu", upgrade_consumed_inputs);
  r.add<AlphaActivation<Opcode::elu>>("", "Elu", upgrade_consumed_inputs);
  r.add<AlphaActivation<Opcode::celu>>("", "Celu");
  r.add<AlphaActivation<Opcode::thresholded_relu>>("", "ThresholdedRelu");
  r.add<AlphaActivation<Opcode::swish>>("", "Swish");
  r.add<Selu>("", "Selu", upgrade_selu);
  r.add<HardSigmoid>("", "HardSigmoid", upgrade_consumed_inputs);
  r.add<Gelu>("", "Gelu");
}

}  // namespace sardonyx
