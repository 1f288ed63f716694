// Operators that are others under another name, or two or three of them: TorchEmbedding, ReduceSumInteger, MulInteger,
// GemmaRotaryEmbedding, MatMulNBitsMlp, MatMulNBitsQkv (com.microsoft).
#include "ops/rewritten.h"

namespace sardonyx {
namespace {

// padding_idx and scale_grad_by_freq are about gradients.
void upgrade_torch_embedding(UpgradeContext& u) {
  Rewrite r(u);
  r.becomes("Gather", {r.in(0), r.in(1)});
}

constexpr auto kInt32 = static_cast<std::int64_t>(DType::int32);

// The result is a sum in 32 bits, which int32 and uint32 hold alike; signed bytes make it signed.
void upgrade_reduce_sum_integer(UpgradeContext& u) {
  Rewrite r(u);
  const auto axes = r.attribute<std::vector<std::int64_t>>("axes", {});
  const auto keep = r.attribute<std::int64_t>("keepdims", 1);
  const bool is_signed = r.fact(r.in(0)).dtype() != DType::uint8;
  const std::int64_t to = is_signed ? kInt32 : static_cast<std::int64_t>(DType::uint32);
  const std::int32_t wide = r.node("Cast", {r.in(0)}, {{"to", to}});
  r.becomes("ReduceSum", {wide, r.ints(axes)}, {{"keepdims", keep}});
}

void upgrade_mul_integer(UpgradeContext& u) {
  Rewrite r(u);
  const auto centred = [&](std::size_t i) {
    const auto wide = [&](std::size_t j) { return r.node("Cast", {r.in(j)}, {{"to", kInt32}}); };
    require(r.has(i), Code::invalid_argument, "MulInteger needs its input {}", i);
    return r.has(i + 1) ? r.node("Sub", {wide(i), wide(i + 1)}) : wide(i);
  };
  const std::int32_t a = centred(0), b = centred(2);
  r.becomes("Mul", {a, b});
}

// q cos + rotated q sin, and the same of k, with the angles of `emb` [batch, steps, size] for all heads.
void upgrade_gemma_rotary(UpgradeContext& u) {
  Rewrite r(u);
  const auto function = [&](std::string_view op) {
    const std::int32_t value = r.node("Unsqueeze", {r.node(op, {r.in(0)}), r.ints({1})});
    return r.node("CastLike", {value, r.in(1)});
  };
  const std::int32_t cosine = function("Cos"), sine = function("Sin");
  const auto turned = [&](std::size_t i) {
    return std::vector<std::int32_t>{r.node("Mul", {r.in(i), cosine}), r.node("Mul", {r.in(i + 1), sine})};
  };
  const std::vector<std::int32_t> q = turned(1), k = turned(3);
  r.becomes("Add", q);
  r.also(1, "Add", k);
}

// The products with weights of few bits of one normalised input.
class PackedLayers {
 public:
  explicit PackedLayers(UpgradeContext& u) : r(u), outputs_(u.outputs) {
    for (const char* name : {"K", "bits", "block_size", "accuracy_level"})
      if (const auto value = u.take<std::int64_t>(name)) common_[name] = *value;
    epsilon_ = u.take<float>("epsilon").value_or(1e-5f);
  }
  // The input (0), with the skip (1) added, normalised by its root mean square and the scale (2), as they are given.
  std::int32_t input() {
    if (!r.has(2)) {
      require(!r.has(1), Code::invalid_argument, "skip is given without norm_scale");
      return r.in(0);
    }
    if (!r.has(1)) return r.node("SimplifiedLayerNormalization", {r.in(0), r.in(2)}, {{"epsilon", epsilon_}});
    sum = r.node("Add", {r.in(0), r.in(1)});
    return r.node("SimplifiedLayerNormalization", {sum, r.in(2)}, {{"epsilon", epsilon_}});
  }
  // The product with the weights in input `i`, its scales and bias behind.
  std::int32_t product(std::int32_t x, std::size_t i, std::int64_t rows) {
    Attributes attributes = common_;
    attributes["N"] = rows;
    return r.node("com.microsoft:MatMulNBits", {x, r.in(i), r.in(i + 1), -1, -1, r.in(i + 2)}, attributes);
  }
  // Output `i` is the sum of input and skip.
  void gives_sum(std::size_t i) {
    require(sum >= 0 || i >= outputs_.size() || outputs_[i] < 0, Code::invalid_argument,
            "output {} is the sum with a skip, which is absent", i);
    if (sum >= 0) r.also(i, "Identity", {sum});
  }
  Rewrite r;

 private:
  std::int32_t sum = -1;  // of input and skip
  std::vector<std::int32_t> outputs_;
  Attributes common_;
  float epsilon_ = 1e-5f;
};

void upgrade_nbits_mlp(UpgradeContext& u) {
  PackedLayers l(u);
  const auto rows = l.r.attribute<std::int64_t>("N", 0);
  const auto activation = l.r.attribute<std::string>("activation", "");
  require(activation == "silu", Code::not_implemented, "activation '{}' of MatMulNBitsMlp is not supported",
          activation);
  const std::int32_t x = l.input(), gate = l.product(x, 3, rows), up = l.product(x, 6, rows);
  l.r.becomes("Mul", {l.r.node("Swish", {gate}), up});
  l.gives_sum(1);
}

void upgrade_nbits_qkv(UpgradeContext& u) {
  if (!u.attributes.contains("epsilon")) u.attributes["epsilon"] = 1e-6f;
  PackedLayers l(u);
  const auto query = l.r.attribute<std::int64_t>("Nq", 0), key = l.r.attribute<std::int64_t>("Nkv", 0);
  const std::int32_t x = l.input();
  const std::int32_t q = l.product(x, 3, query), k = l.product(x, 6, key), v = l.product(x, 9, key);
  l.r.becomes("Identity", {q});
  l.r.also(1, "Identity", {k});
  l.r.also(2, "Identity", {v});
  l.gives_sum(3);
}

}  // namespace

void register_renamed(OpRegistry& r) {
  r.add<Rewritten>("com.microsoft", "TorchEmbedding", upgrade_torch_embedding);
  r.add<Rewritten>("com.microsoft", "ReduceSumInteger", upgrade_reduce_sum_integer);
  r.add<Rewritten>("com.microsoft", "MulInteger", upgrade_mul_integer);
  r.add<Rewritten>("com.microsoft", "GemmaRotaryEmbedding", upgrade_gemma_rotary);
  r.add<Rewritten>("com.microsoft", "MatMulNBitsMlp", upgrade_nbits_mlp);
  r.add<Rewritten>("com.microsoft", "MatMulNBitsQkv", upgrade_nbits_qkv);
}

}  // namespace sardonyx
