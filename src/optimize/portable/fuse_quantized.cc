// fuse_quantized: DequantizeLinear, an operator, QuantizeLinear become one operator on the quantised values: Conv
// (QLinearConv), Add and Mul (QLinearAdd, QLinearMul), and what only moves or picks values (MaxPool, Reshape, ...),
// which needs no requantisation at all when the scale stays. It runs before constants are folded: quantised weights
// would be floats afterwards.
#include <cmath>

#include "optimize/rule.h"

namespace sardonyx {

namespace {

bool byte_type(DType d) { return d == DType::int8 || d == DType::uint8; }

std::int64_t number_of(const Attributes& fields, std::string_view name, std::int64_t otherwise) {
  const auto it = fields.find(name);
  return it == fields.end() ? otherwise : std::get<std::int64_t>(it->second);
}

// A value with its scale and zero point, as a (de)quantising node has them; all constants but the value.
struct Quantised {
  ValueId value = kAbsent, scale = kAbsent, zero = kAbsent;
  NodeId node = kAbsent;
  std::int64_t axis = 1;
};

std::optional<Quantised> quantised(const RuleContext& c, NodeId id) {
  const Node& n = c.node(id);
  const Tensor* scale = n.inputs.size() > 1 ? c.constant(n.inputs[1]) : nullptr;
  if (scale == nullptr || scale->dtype() != DType::float32) return std::nullopt;
  const ValueId zero = n.inputs.size() > 2 ? n.inputs[2] : kAbsent;
  if (zero != kAbsent && c.constant(zero) == nullptr) return std::nullopt;
  const Attributes fields = write_fields(*n.op, true);
  if (number_of(fields, "block_size", 0) != 0) return std::nullopt;
  return Quantised{n.inputs[0], n.inputs[1], zero, id, number_of(fields, "axis", 1)};
}

// What DequantizeLinear made `v` from.
std::optional<Quantised> dequantised(const RuleContext& c, ValueId v) {
  if (c.producer(v, "DequantizeLinear") == nullptr || c.fact(v).dtype() != DType::float32)
    return std::nullopt;
  return quantised(c, c.graph.value(v).producer);
}

bool per_tensor(const RuleContext& c, const Quantised& q) {
  return c.constant(q.scale)->count() == 1 && (q.zero == kAbsent || c.constant(q.zero)->count() == 1);
}

// The zero point, or a 0 where the model leaves it out.
ValueId zero_of(Patch& patch, const Quantised& q, DType type) {
  if (q.zero != kAbsent) return q.zero;
  return patch.add_constant(Tensor::zeros(type, Shape{}));
}

bool same_quantisation(const RuleContext& c, const Quantised& a, const Quantised& b) {
  const auto zero = [&](const Quantised& q) {
    return q.zero == kAbsent ? 0.0 : c.constant(q.zero)->number_at(0);
  };
  return c.constant(a.scale)->number_at(0) == c.constant(b.scale)->number_at(0) && zero(a) == zero(b);
}

// The bias must be in the sums' own scale.
bool bias_fits(const RuleContext& c, const Quantised& bias, const Tensor& x, const Tensor& w) {
  const Tensor *b = c.constant(bias.value), *scale = c.constant(bias.scale);
  if (b == nullptr || b->dtype() != DType::int32) return false;
  for (std::int64_t i = 0; bias.zero != kAbsent && i < c.constant(bias.zero)->count(); ++i) {
    if (c.constant(bias.zero)->number_at(i) != 0) return false;
  }
  if (scale->count() != 1 && scale->count() != b->count()) return false;
  for (std::int64_t i = 0; i < b->count(); ++i) {
    const double want = x.number_at(0) * w.number_at(w.count() == 1 ? 0 : i);
    const double found = scale->number_at(scale->count() == 1 ? 0 : i);
    if (!(std::fabs(found - want) <= 1e-5 * std::fabs(want))) return false;
  }
  return true;
}

std::optional<Patch> convolution(const RuleContext& c, NodeId id, const Quantised& y) {
  const NodeId conv_id = c.graph.value(y.value).producer;
  const Node& conv = c.node(conv_id);
  const auto x = dequantised(c, conv.inputs[0]), w = dequantised(c, conv.inputs[1]);
  if (!x || !w || !per_tensor(c, *x) || !byte_type(c.fact(x->value).dtype())) return std::nullopt;
  const Tensor *filter = c.constant(w->value), *scale = c.constant(w->scale);
  if (filter == nullptr || !byte_type(filter->dtype()) || filter->rank() < 3) return std::nullopt;
  const std::int64_t channels = filter->shape()[0];
  if (scale->count() != 1 && (scale->count() != channels || w->axis != 0)) return std::nullopt;
  if (w->zero != kAbsent && c.constant(w->zero)->count() != scale->count()) return std::nullopt;
  std::vector<NodeId> from{x->node, w->node, conv_id, id};
  ValueId bias = kAbsent;
  if (conv.inputs.size() > 2 && conv.inputs[2] != kAbsent) {
    const auto b = dequantised(c, conv.inputs[2]);
    if (!b || !bias_fits(c, *b, *c.constant(x->scale), *scale)) return std::nullopt;
    if (c.constant(b->value)->count() != channels) return std::nullopt;
    bias = b->value;
    from.push_back(b->node);
  }
  Patch patch(c.graph, "the sums are exact in integers");
  ValueId w_zero = w->zero;
  if (w_zero == kAbsent) {
    w_zero = patch.add_constant(Tensor::zeros(filter->dtype(), scale->shape()));
  }
  const DType x_type = c.fact(x->value).dtype(), y_type = c.fact(c.node(id).outputs[0]).dtype();
  std::vector<ValueId> inputs{x->value, x->scale, zero_of(patch, *x, x_type), w->value, w->scale,
                              w_zero,   y.scale,  zero_of(patch, y, y_type)};
  if (bias != kAbsent) inputs.push_back(bias);
  const auto op = make_op("", "QLinearConv", write_fields(*conv.op));
  patch.replace(c.node(id).outputs[0], patch.add(op, inputs, from));
  return patch;
}

std::optional<Patch> binary(const RuleContext& c, NodeId id, const Quantised& y, std::string_view kind) {
  const NodeId op_id = c.graph.value(y.value).producer;
  const Node& n = c.node(op_id);
  const auto a = dequantised(c, n.inputs[0]), b = dequantised(c, n.inputs[1]);
  if (!a || !b || !per_tensor(c, *a) || !per_tensor(c, *b)) return std::nullopt;
  const DType type = c.fact(c.node(id).outputs[0]).dtype();
  if (c.fact(a->value).dtype() != type || c.fact(b->value).dtype() != type) return std::nullopt;
  Patch patch(c.graph, "one pass over bytes");
  const std::vector<ValueId> inputs{a->value,
                                    a->scale,
                                    zero_of(patch, *a, type),
                                    b->value,
                                    b->scale,
                                    zero_of(patch, *b, type),
                                    y.scale,
                                    zero_of(patch, y, type)};
  const auto op = make_op("com.microsoft", kind);
  patch.replace(c.node(id).outputs[0], patch.add(op, inputs, {a->node, b->node, op_id, id}));
  return patch;
}

// Values stay what they are: picked or moved, in the same scale.
std::optional<Patch> moving(const RuleContext& c, NodeId id, const Quantised& y) {
  const NodeId op_id = c.graph.value(y.value).producer;
  const Node& n = c.node(op_id);
  const auto x = dequantised(c, n.inputs[0]);
  if (!x || !per_tensor(c, *x) || !same_quantisation(c, *x, y) || n.outputs.size() != 1) return std::nullopt;
  if (c.fact(x->value).dtype() != c.fact(c.node(id).outputs[0]).dtype()) return std::nullopt;
  Patch patch(c.graph, "the values stay what they are");
  std::vector<ValueId> inputs = n.inputs;
  inputs[0] = x->value;
  patch.replace(c.node(id).outputs[0], patch.add(n.op, inputs, {x->node, op_id, id}));
  return patch;
}

std::optional<Patch> match_quantized(const RuleContext& c, NodeId id) {
  const auto y = quantised(c, id);
  if (!y || !per_tensor(c, *y) || !byte_type(c.fact(c.node(id).outputs[0]).dtype())) return std::nullopt;
  const Node* n = c.graph.producer(y->value);
  if (n == nullptr || !n->op->def().domain.empty() || !c.only_use(y->value)) return std::nullopt;
  const std::string& kind = n->kind();
  if (kind == "Conv") return convolution(c, id, *y);
  if (kind == "Add") return binary(c, id, *y, "QLinearAdd");
  if (kind == "Mul") return binary(c, id, *y, "QLinearMul");
  for (const char* moves : {"MaxPool", "Reshape", "Flatten", "Transpose", "Squeeze", "Unsqueeze"}) {
    if (kind == moves) return moving(c, id, *y);
  }
  return std::nullopt;
}

}  // namespace

void register_rule_fuse_quantized(RuleRegistry& r) {
  r.add({"fuse_quantized",
         Pass::normalise,
         "one quantum: sums are exact where float rounds them",
         {"QuantizeLinear"},
         match_quantized});
}

}  // namespace sardonyx
