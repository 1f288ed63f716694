// Attention written for GPUs, as operators that are here: PackedAttention and PackedMultiHeadAttention, whose sequences
// stand one behind the other without padding, and DecoderMaskedSelfAttention (com.microsoft).
#include <limits>

#include "ops/rewritten.h"

namespace sardonyx {
namespace {

// Sequences of many lengths between RestorePadding and the choice of their real tokens again.
class Padded {
 public:
  Padded(Rewrite& r, std::int32_t offsets, std::int32_t ends) : r_(r), offsets_(offsets) {
    const auto range = [&](std::int64_t begin, std::int64_t end) {
      return r.node("Slice", {ends, r.ints({begin}), r.ints({end})});
    };
    lengths = r.node("Sub", {range(1, std::numeric_limits<std::int64_t>::max()), range(0, -1)});
  }
  std::int32_t restore(std::int32_t tokens) {
    if (count_ < 0)
      count_ = r_.node("Shape", {tokens}, {{"start", std::int64_t{0}}, {"end", std::int64_t{1}}});
    return r_.node("com.microsoft:RestorePadding", {tokens, offsets_});
  }
  // The node becomes the real tokens of y [batch, steps, width].
  void remove(std::int32_t y) {
    const std::int32_t rows = r_.node("Flatten", {y}, {{"axis", std::int64_t{2}}});
    const std::int32_t places = r_.node("Reshape", {offsets_, r_.ints({-1})});
    const std::int32_t real = r_.node("Slice", {places, r_.ints({0}), count_});
    r_.becomes("Gather", {rows, real}, {{"axis", std::int64_t{0}}});
  }
  std::int32_t lengths = -1;  // of the sequences

 private:
  Rewrite& r_;
  std::int32_t offsets_, count_ = -1;
};

// What both take over; padding is hidden for good.
Attributes common(UpgradeContext& u) {
  Attributes a = std::move(u.attributes);
  a["mask_filter_value"] = std::numeric_limits<float>::lowest();
  return a;
}

void upgrade_packed(UpgradeContext& u) {
  Rewrite r(u);
  Padded p(r, r.in(3), r.in(4));
  const std::int32_t x = p.restore(r.in(0));
  p.remove(r.node("com.microsoft:Attention", {x, r.in(1), r.in(2), p.lengths, -1, r.in(5)}, common(u)));
}

void upgrade_packed_heads(UpgradeContext& u) {
  Rewrite r(u);
  std::vector<std::int32_t> parts{r.in(0), r.in(1), r.in(2)};
  require(r.has(1) == r.has(2), Code::invalid_argument, "key and value must be given together");
  if (!r.has(1)) {  // [tokens, heads, 3, size]
    parts = r.nodes("Split", {r.in(0)}, {{"axis", std::int64_t{2}}, {"num_outputs", std::int64_t{3}}}, 3);
    for (std::int32_t& part : parts) part = r.node("Flatten", {part}, {{"axis", std::int64_t{1}}});
  }
  Padded p(r, r.in(4), r.in(5));
  for (std::int32_t& part : parts) part = p.restore(part);
  p.remove(r.node("com.microsoft:MultiHeadAttention",
                  {parts[0], parts[1], parts[2], r.in(3), p.lengths, r.in(6)}, common(u)));
}

// The projection of Attention in front of DecoderMaskedMultiHeadAttention; keys and values in one cache.
void upgrade_decoder_masked(UpgradeContext& u) {
  Rewrite r(u);
  require(r.attribute<std::int64_t>("do_rotary", 0) == 0, Code::not_implemented,
          "do_rotary of DecoderMaskedSelfAttention is not supported");
  const std::int32_t projected = r.node("Add", {r.node("MatMul", {r.in(0), r.in(1)}), r.in(2)});
  const auto qkv =
      r.nodes("Split", {projected}, {{"axis", std::int64_t{-1}}, {"num_outputs", std::int64_t{3}}}, 3);
  auto past = r.nodes("Split", {r.in(4)}, {{"axis", std::int64_t{0}}, {"num_outputs", std::int64_t{2}}}, 2);
  for (std::int32_t& half : past) half = r.node("Squeeze", {half, r.ints({0})});
  Attributes attributes = std::move(u.attributes);
  attributes["past_present_share_buffer"] = std::int64_t{1};
  const auto out =
      r.nodes("com.microsoft:DecoderMaskedMultiHeadAttention",
              {qkv[0], qkv[1], qkv[2], r.in(3), r.in(5), past[0], past[1], r.in(6), r.in(7), r.in(8)},
              std::move(attributes), 3);
  const auto alone = [&](std::int32_t half) { return r.node("Unsqueeze", {half, r.ints({0})}); };
  const std::int32_t keys = alone(out[1]), values = alone(out[2]);
  r.becomes("Identity", {out[0]});
  r.also(1, "Concat", {keys, values}, {{"axis", std::int64_t{0}}});
}

}  // namespace

void register_packed_attention(OpRegistry& r) {
  r.add<Rewritten>("com.microsoft", "PackedAttention", upgrade_packed);
  r.add<Rewritten>("com.microsoft", "PackedMultiHeadAttention", upgrade_packed_heads);
  r.add<Rewritten>("com.microsoft", "DecoderMaskedSelfAttention", upgrade_decoder_masked);
}

}  // namespace sardonyx
