// com.microsoft QEmbedLayerNormalization: EmbedLayerNormalization of tables, scale and shift in 8 bits.
#include "ops/rewritten.h"

namespace sardonyx {
namespace {

void upgrade(UpgradeContext& u) {
  Rewrite r(u);
  // Tables are the inputs from 2 on, their scales follow from 8 on and zero points from 13 on, in the same order.
  const auto real = [&](std::size_t i) {
    if (!r.has(2 + i)) return -1;
    require(r.has(8 + i) && r.has(13 + i), Code::invalid_argument,
            "input {} of {} needs its scale and its zero point", 2 + i, u.op);
    const auto number = [&](std::size_t j) { return r.node("Reshape", {r.in(j), r.ints({})}); };
    return r.node("DequantizeLinear", {r.in(2 + i), number(8 + i), number(13 + i)});
  };
  std::vector<std::int32_t> in{r.in(0), r.in(1)};
  for (std::size_t i = 0; i < 5; ++i) in.push_back(real(i));
  in.push_back(r.in(7));
  const auto epsilon = r.attribute<float>("epsilon", 1e-12f);
  r.becomes("com.microsoft:EmbedLayerNormalization", std::move(in), {{"epsilon", epsilon}});
}

}  // namespace

void register_qembed_layer_normalization(OpRegistry& r) {
  r.add<Rewritten>("com.microsoft", "QEmbedLayerNormalization", upgrade);
}

}  // namespace sardonyx
