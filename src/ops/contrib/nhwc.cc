// Operators on tensors with channels last, as what stands between two transpositions: NhwcMaxPool, NhwcConv,
// NhwcFusedConv, GroupNorm, SkipGroupNorm (com.microsoft).
#include "ops/rewritten.h"

namespace sardonyx {
namespace {

using Ints = std::vector<std::int64_t>;

// The rank of the node's input `i`: known, or two more than the window has axes, or that of a picture.
std::size_t rank_of(const Rewrite& r, const UpgradeContext& u, std::size_t i) {
  const SymShape& x = r.fact(r.in(i)).shape;
  if (x.ranked()) return x.rank();
  const auto kernel = u.attributes.find("kernel_shape");
  if (kernel == u.attributes.end()) return 4;
  const Ints* sizes = std::get_if<Ints>(&kernel->second);
  return sizes == nullptr ? 4 : sizes->size() + 2;
}

// The same operator with channels first, between transpositions. Input 3 of a convolution is an addend of its result.
void upgrade_window(UpgradeContext& u, std::string_view op) {
  Rewrite r(u);
  const std::size_t rank = rank_of(r, u, 0);
  require(rank >= 3, Code::invalid_argument, "X of {} has rank {}, without spatial axes", u.op, rank);
  std::vector<std::int32_t> in = u.inputs;
  in[0] = r.channels_first(in[0], rank);
  if (in.size() > 3 && in[3] >= 0) in[3] = r.channels_first(in[3], rank);
  const std::int32_t y = r.node(op, std::move(in), std::move(u.attributes));
  r.becomes("Transpose", {y}, {{"perm", Rewrite::order_channels_last(rank)}});
}

// x normalised in groups of channels, perhaps activated (SiLU). Scale and shift may have another type than x, which is
// then the one that is computed in.
void normalise_groups(Rewrite& r, std::int32_t x, std::size_t rank, bool channels_last) {
  const auto groups = r.attribute<std::int64_t>("groups", 1);
  const auto activation = r.attribute<std::int64_t>("activation", 0);
  const auto epsilon = r.attribute<float>("epsilon", 1e-5f);
  require(activation == 0 || activation == 1, Code::invalid_model, "activation is {}, not 0 or 1 (SiLU)",
          activation);
  const bool mixed = r.fact(x).dtype() != r.fact(r.in(1)).dtype();
  std::int32_t y = channels_last ? r.channels_first(x, rank) : x;
  if (mixed) y = r.node("CastLike", {y, r.in(1)});
  y = r.node("GroupNormalization", {y, r.in(1), r.in(2)}, {{"num_groups", groups}, {"epsilon", epsilon}});
  if (activation == 1) y = r.node("Swish", {y});
  if (mixed) y = r.node("CastLike", {y, x});
  if (channels_last)
    r.becomes("Transpose", {y}, {{"perm", Rewrite::order_channels_last(rank)}});
  else
    r.becomes("Identity", {y});
}

void upgrade_group_norm(UpgradeContext& u) {
  Rewrite r(u);
  const bool last = r.attribute<std::int64_t>("channels_last", 1) != 0;
  normalise_groups(r, r.in(0), rank_of(r, u, 0), last);
}

// A vector of channels, or one for each batch row, beside x.
std::int32_t beside(Rewrite& r, std::int32_t v, std::size_t rank, bool channels_last) {
  const SymShape& shape = r.fact(v).shape;
  if (!shape.ranked() || shape.rank() > 2 || rank < 3) return v;
  Ints axes;
  const std::size_t first = channels_last ? 1 : 2, spatial = rank - 2;
  if (shape.rank() == 2)
    for (std::size_t i = 0; i < spatial; ++i) axes.push_back(static_cast<std::int64_t>(first + i));
  else if (!channels_last)
    for (std::size_t i = 0; i < spatial; ++i) axes.push_back(static_cast<std::int64_t>(i) + 1);
  return axes.empty() ? v : r.node("Unsqueeze", {v, r.ints(axes)});
}

void upgrade_skip_group_norm(UpgradeContext& u) {
  Rewrite r(u);
  const bool last = r.attribute<std::int64_t>("channels_last", 1) != 0;
  const std::size_t rank = rank_of(r, u, 0);
  std::int32_t sum = r.node("Add", {r.in(0), beside(r, r.in(3), rank, last)});
  if (r.has(4)) sum = r.node("Add", {sum, beside(r, r.in(4), rank, last)});
  normalise_groups(r, sum, rank, last);
  r.also(1, "Identity", {sum});
}

}  // namespace

void register_nhwc(OpRegistry& r) {
  r.add<Rewritten>("com.microsoft", "NhwcMaxPool", [](UpgradeContext& u) { upgrade_window(u, "MaxPool"); });
  r.add<Rewritten>("com.microsoft", "NhwcConv", [](UpgradeContext& u) { upgrade_window(u, "Conv"); });
  r.add<Rewritten>("com.microsoft", "NhwcFusedConv",
                   [](UpgradeContext& u) { upgrade_window(u, "com.microsoft:FusedConv"); });
  r.add<Rewritten>("com.microsoft", "GroupNorm", upgrade_group_norm);
  r.add<Rewritten>("com.microsoft", "SkipGroupNorm", upgrade_skip_group_norm);
}

}  // namespace sardonyx
