// fold_batch_norm: BatchNormalization behind a Conv with constant weights goes into the weights and the bias.
#include <cmath>

#include "optimize/rule.h"

namespace sardonyx {

namespace {

struct Scale {
  std::vector<double> factor, shift;  // per channel
};

std::optional<Scale> scale_of(const RuleContext& c, const Node& bn) {
  const Tensor* p[4];
  for (std::size_t i = 0; i < 4; ++i) {
    p[i] = bn.inputs.size() > i + 1 ? c.constant(bn.inputs[i + 1]) : nullptr;
    if (p[i] == nullptr || p[i]->dtype() != DType::float32 || p[i]->rank() != 1 ||
        p[i]->count() != p[0]->count())
      return std::nullopt;
  }
  Attributes fields = write_fields(*bn.op, true);
  double epsilon = 1e-5;
  if (auto it = fields.find("epsilon"); it != fields.end()) epsilon = std::get<float>(it->second);
  if (auto it = fields.find("training_mode"); it != fields.end() && std::get<std::int64_t>(it->second) != 0)
    return std::nullopt;
  Scale s;
  for (std::int64_t k = 0; k < p[0]->count(); ++k) {
    double factor = p[0]->number_at(k) / std::sqrt(p[3]->number_at(k) + epsilon);
    s.factor.push_back(factor);
    s.shift.push_back(p[1]->number_at(k) - p[2]->number_at(k) * factor);
  }
  return s;
}

std::optional<Patch> match_batch_norm(const RuleContext& c, NodeId id) {
  const Node& bn = c.node(id);
  const Node* conv = c.producer(bn.inputs[0], "Conv");
  if (conv == nullptr || !c.only_use(bn.inputs[0])) return std::nullopt;
  for (std::size_t i = 1; i < bn.outputs.size(); ++i) {
    if (bn.outputs[i] != kAbsent) return std::nullopt;
  }
  const Tensor* w = c.constant(conv->inputs[1]);
  bool has_bias = conv->inputs.size() > 2 && conv->inputs[2] != kAbsent;
  const Tensor* bias = has_bias ? c.constant(conv->inputs[2]) : nullptr;
  std::optional<Scale> s = scale_of(c, bn);
  if (!s || w == nullptr || w->dtype() != DType::float32 || w->rank() < 2 || (has_bias && bias == nullptr))
    return std::nullopt;
  auto channels = static_cast<std::int64_t>(s->factor.size());
  if (w->shape()[0] != channels || channels == 0) return std::nullopt;

  Tensor weights = w->clone();
  std::span<float> values = weights.mutable_as<float>();
  std::size_t per = values.size() / s->factor.size();
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(values[i] * s->factor[i / per]);
    if (!std::isfinite(values[i])) return std::nullopt;
  }
  Tensor shift(DType::float32, Shape{channels});
  for (std::int64_t k = 0; k < channels; ++k) {
    auto i = static_cast<std::size_t>(k);
    double old = bias != nullptr ? bias->number_at(k) : 0.0;
    shift.mutable_as<float>()[i] = static_cast<float>(old * s->factor[i] + s->shift[i]);
  }
  Patch patch(c.graph, "the normalisation is a scale and a shift of the convolution's output");
  ValueId new_weights = patch.add_constant(std::move(weights), c.graph.value(conv->inputs[1]).name);
  ValueId new_bias = patch.add_constant(std::move(shift), bn.name + "/bias");
  NodeId conv_id = c.graph.value(bn.inputs[0]).producer;
  patch.replace(bn.outputs[0], patch.add(conv->op, {conv->inputs[0], new_weights, new_bias}, {conv_id, id}));
  return patch;
}

}  // namespace

void register_rule_fold_batch_norm(RuleRegistry& r) {
  r.add({"fold_batch_norm",
         Pass::fuse,
         "values within float rounding of the weights; NaN and infinities of the input",
         {"BatchNormalization"},
         match_batch_norm});
}

}  // namespace sardonyx
