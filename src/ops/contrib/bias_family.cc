// Operators that add a bias before what they are named after: BiasAdd, BiasSplitGelu, BiasDropout and its
// Bitmask forms, BiasSoftmax, GemmFastGelu, FusedMatMulActivation (com.microsoft).
#include <algorithm>

#include "ops/rewritten.h"

namespace sardonyx {
namespace {

void upgrade_bias_add(UpgradeContext& u) {
  Rewrite r(u);
  r.becomes("Add", {r.node("Add", {r.in(0), r.in(1)}), r.in(2)});
}

// The first half of the channels times the Gelu of the second.
void upgrade_bias_split_gelu(UpgradeContext& u) {
  Rewrite r(u);
  const std::int32_t sum = r.node("Add", {r.in(0), r.in(1)});
  const auto halves =
      r.nodes("Split", {sum}, {{"axis", std::int64_t{-1}}, {"num_outputs", std::int64_t{2}}}, 2);
  r.becomes("Mul", {halves[0], r.node("Gelu", {halves[1]})});
}

// A mask in bits is for a gradient to come; without one the operator is that with a mask of bools.
void refuse_bitmask(const UpgradeContext& u) {
  require(u.outputs.size() < 2 || u.outputs[1] < 0, Code::not_implemented, "the mask of {} is not supported",
          u.op);
}

void upgrade_bitmask_dropout(UpgradeContext& u) {
  refuse_bitmask(u);
  u.domain = "";
  u.op = "Dropout";
}

// Dropout(data + bias) + residual.
void upgrade_bias_dropout(UpgradeContext& u) {
  if (u.op == "BitmaskBiasDropout") refuse_bitmask(u);
  Rewrite r(u);
  const std::int32_t sum = r.node("Add", {r.in(0), r.in(1)});
  Attributes seed;
  if (const auto given = u.take<std::int64_t>("seed")) seed["seed"] = *given;
  const auto kept = r.nodes("Dropout", {sum, r.in(3), r.in(4)}, seed, 2);
  if (r.has(2))
    r.becomes("Add", {kept[0], r.in(2)});
  else
    r.becomes("Identity", {kept[0]});
  r.also(1, "Identity", {kept[1]});
}

// Softmax over all axes from `axis` on together; the bias broadcasts as in an addition.
void upgrade_bias_softmax(UpgradeContext& u) {
  Rewrite r(u);
  const auto axis = r.attribute<std::int64_t>("axis", 1);
  const std::int32_t sum = r.node("Add", {r.in(0), r.in(1)});
  const std::int32_t flat = r.node("Flatten", {sum}, {{"axis", axis}});
  const std::int32_t shares = r.node("Softmax", {flat}, {{"axis", std::int64_t{-1}}});
  r.becomes("Reshape", {shares, r.node("Shape", {sum})}, {{"allowzero", std::int64_t{1}}});
}

void upgrade_gemm_fast_gelu(UpgradeContext& u) {
  Rewrite r(u);
  std::vector<std::int32_t> in{r.node("MatMul", {r.in(0), r.in(1)})};
  if (r.has(2)) in.push_back(r.in(2));
  r.becomes("com.microsoft:FastGelu", std::move(in));
}

void upgrade_fused_matmul_activation(UpgradeContext& u) {
  Rewrite r(u);
  const auto activation = r.attribute<std::string>("activation", "");
  Attributes own;
  for (const char* name : {"alpha", "beta", "gamma"})
    if (const auto value = u.take<float>(std::string("activation_") + name)) own[name] = *value;
  if (const auto axis = u.take<std::int64_t>("activation_axis")) own["axis"] = *axis;
  const std::int32_t product =
      r.node("com.microsoft:FusedMatMul", {r.in(0), r.in(1)}, std::move(u.attributes));
  static constexpr std::string_view kKnown[] = {
      "Celu", "Elu",     "Gelu",    "HardSigmoid", "HardSwish", "LeakyRelu", "LogSoftmax",     "Relu",
      "Selu", "Sigmoid", "Softmax", "Softplus",    "Softsign",  "Tanh",      "ThresholdedRelu"};
  require(std::find(std::begin(kKnown), std::end(kKnown), activation) != std::end(kKnown),
          Code::invalid_model, "activation of FusedMatMulActivation is '{}', which is none of a product",
          activation);
  r.becomes(activation, {product}, std::move(own));
}

}  // namespace

void register_bias_family(OpRegistry& r) {
  r.add<Rewritten>("com.microsoft", "BiasAdd", upgrade_bias_add);
  r.add<Rewritten>("com.microsoft", "BiasSplitGelu", upgrade_bias_split_gelu);
  r.add<Rewritten>("com.microsoft", "BiasDropout", upgrade_bias_dropout);
  r.add<Rewritten>("com.microsoft", "BitmaskBiasDropout", upgrade_bias_dropout);
  r.add<Rewritten>("com.microsoft", "BitmaskDropout", upgrade_bitmask_dropout);
  r.add<Rewritten>("com.microsoft", "BiasSoftmax", upgrade_bias_softmax);
  r.add<Rewritten>("com.microsoft", "GemmFastGelu", upgrade_gemm_fast_gelu);
  r.add<Rewritten>("com.microsoft", "FusedMatMulActivation", upgrade_fused_matmul_activation);
}

}  // namespace sardonyx
