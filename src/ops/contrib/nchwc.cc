// com.microsoft.nchwc: what ONNX Runtime's optimiser leaves in the models that it saves. Its tensors lie in blocks of 8
// or 16 channels; ours have the same shape, channels rounded up, and lie in plain order, so only weights are moved.
//
// A file does not say which of the two block sizes it was made for: the number of channels does where it is no multiple
// of 16, or where the last channels are padding; else it is the one that this machine's vectors would have made.
#include <algorithm>

#include "ops/rewritten.h"

namespace sardonyx {
namespace {

using Ints = std::vector<std::int64_t>;

// Of the machine, whatever instruction set we were told to use.
std::int64_t native_block() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return 16;
#endif
  return 8;
}

std::int64_t rounded(std::int64_t n, std::int64_t block) { return (n + block - 1) / block * block; }

// Whether the upper half of the last block of 16 output channels is zero: with blocks of 8 that half would be a block
// of its own, which holds real channels.
bool pads_to_16(const Tensor& w) {
  const Shape& s = w.shape();
  if (w.dtype() != DType::float32 || s[0] % 16 != 0 || w.count() == 0) return false;
  const std::int64_t per_block = 16 * s.count(1, s.rank());
  for (std::int64_t i = w.count() - per_block; i < w.count(); ++i)
    if (i % 16 >= 8 && w.number_at(i) != 0) return false;
  return true;
}

std::int64_t block_of(const Tensor& w) {
  if (w.shape()[0] % 16 != 0) return 8;
  return pads_to_16(w) ? 16 : native_block();
}

// Weights in plain order [outputs, inputs, ...]. Inputs are in blocks too where there are whole blocks of them.
std::int32_t plain_weights(Rewrite& r, const Tensor& w) {
  const Shape& s = w.shape();
  const std::int64_t block = block_of(w);
  require(s[0] % block == 0, Code::invalid_model, "{} output channels are no whole blocks of 8", s[0]);
  const bool inputs_blocked = s[1] % block == 0;
  Ints blocked{s[0] / block, inputs_blocked ? s[1] / block : s[1]}, plain(s.begin(), s.end());
  for (std::size_t i = 2; i < s.rank(); ++i) blocked.push_back(s[i]);
  const auto last = static_cast<std::int64_t>(blocked.size());
  if (inputs_blocked) blocked.push_back(block);
  blocked.push_back(block);
  Ints order{0, inputs_blocked ? last + 1 : last, 1};
  if (inputs_blocked) order.push_back(last);
  for (std::int64_t i = 2; i < last; ++i) order.push_back(i);
  const std::int32_t moved =
      r.node("Transpose", {r.node("Reshape", {r.in(1), r.ints(blocked)})}, {{"perm", order}});
  return r.node("Reshape", {moved, r.ints(plain)});
}

// Channels that one side has and the other has not are padding: the first `n` are kept.
std::int32_t first_channels(Rewrite& r, std::int32_t x, std::int64_t n) {
  return r.node("Slice", {x, r.ints({0}), r.ints({n}), r.ints({1})});
}

void upgrade_conv(UpgradeContext& u) {
  Rewrite r(u);
  const Tensor* known_weights = r.fact(r.in(1)).constant();
  require(known_weights != nullptr && known_weights->rank() >= 3, Code::not_implemented,
          "the weights of a convolution of com.microsoft.nchwc must be an initializer");
  const Tensor w = *known_weights;  // facts move when nodes are added
  std::int32_t x = r.in(0), weights = plain_weights(r, w);
  const SymShape& shape = r.fact(x).shape;
  const auto group = u.attributes.find("group");
  const auto* groups = group == u.attributes.end() ? nullptr : std::get_if<std::int64_t>(&group->second);
  const bool grouped = groups != nullptr && *groups != 1;
  if (!grouped && shape.ranked() && shape.rank() > 1 && shape[1].is_number()) {
    const std::int64_t given = shape[1].number(), known = w.shape()[1];
    if (given > known) x = first_channels(r, x, known);
    if (given < known) weights = first_channels(r, weights, given);
  }
  r.becomes("com.microsoft:FusedConv", {x, weights, r.in(2), r.in(3)}, std::move(u.attributes));
}

void upgrade_upsample(UpgradeContext& u) {
  Rewrite r(u);
  const auto scales = r.attribute<Ints>("scales", {});
  const auto mode = r.attribute<std::string>("mode", "nearest");
  const auto place = r.attribute<std::string>("coordinate_transformation_mode", "asymmetric");
  std::vector<float> factors(scales.begin(), scales.end());
  const std::int32_t at = u.constant(
      Tensor::of<float>(Shape{static_cast<std::int64_t>(factors.size())}, std::span<const float>(factors)));
  r.becomes(
      "Resize", {r.in(0), -1, at},
      {{"mode", mode}, {"coordinate_transformation_mode", place}, {"nearest_mode", std::string("floor")}});
}

// Channels rounded up to whole blocks, the new ones zero; from channels last where it says so.
struct ReorderInput final : Op {
  bool channels_last = false;
  void fields(FieldVisitor& f) override { f("channels_last", channels_last); }

  void infer(InferContext& c) const override {
    const SymShape& x = c.shape(0);
    if (!x.ranked()) return c.out(0, c.dtype(0), {});
    require(x.rank() >= 3, Code::invalid_argument, "X of shape {} must have rank 3 or more", x);
    const std::size_t at = channels_last ? x.rank() - 1 : 1, first = channels_last ? 1 : 2;
    std::vector<Dim> y{x[0],
                       x[at].is_number() ? Dim(rounded(x[at].number(), native_block())) : Dim::unknown()};
    for (std::size_t i = first; y.size() < x.rank(); ++i) y.push_back(x[i]);
    c.out(0, c.dtype(0), SymShape(std::move(y)));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0), y = c.out_shape(0);
    const std::int64_t given = channels_last ? x.back() : x[1], channels = y[1], cells = y.count(2, y.rank());
    const std::int64_t step = channels_last ? given : 1;
    return Kernel::of([=, last = channels_last](Call& call) {
      const float* from = call.in<float>(0);
      float* to = call.out<float>(0);
      call.for_range(y[0] * channels, 1 + 16384 / (cells + 1),
                     [&](std::int64_t begin, std::int64_t end, int) {
                       for (std::int64_t p = begin; p < end; ++p) {
                         const std::int64_t n = p / channels, k = p % channels;
                         if (k >= given) {
                           std::fill_n(to + p * cells, cells, 0.0f);
                           continue;
                         }
                         const float* src = from + n * given * cells + (last ? k : k * cells);
                         for (std::int64_t i = 0; i < cells; ++i) to[p * cells + i] = src[i * step];
                       }
                     });
    });
  }
};

// The first `channels` channels; put last where it says so.
struct ReorderOutput final : Op {
  std::int64_t channels = 0;
  bool channels_last = false;
  void fields(FieldVisitor& f) override {
    f("channels", channels);
    f("channels_last", channels_last);
  }

  void infer(InferContext& c) const override {
    const SymShape& x = c.shape(0);
    require(channels > 0, Code::invalid_model, "channels is {}, it must be positive", channels);
    if (!x.ranked()) return c.out(0, c.dtype(0), {});
    require(x.rank() >= 3 && (!x[1].is_number() || x[1].number() >= channels), Code::invalid_argument,
            "X of shape {} has no {} channels", x, channels);
    std::vector<Dim> y{x[0]};
    if (!channels_last) y.emplace_back(channels);
    for (std::size_t i = 2; i < x.rank(); ++i) y.push_back(x[i]);
    if (channels_last) y.emplace_back(channels);
    c.out(0, c.dtype(0), SymShape(std::move(y)));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    const std::int64_t cells = x.count(2, x.rank()), given = x[1], kept = channels, batch = x[0];
    const std::int64_t step = channels_last ? kept : 1;
    return Kernel::of([=, last = channels_last](Call& call) {
      const float* from = call.in<float>(0);
      float* to = call.out<float>(0);
      call.for_range(batch * kept, 1 + 16384 / (cells + 1), [&](std::int64_t begin, std::int64_t end, int) {
        for (std::int64_t p = begin; p < end; ++p) {
          const std::int64_t n = p / kept, k = p % kept;
          const float* src = from + (n * given + k) * cells;
          float* dst = to + n * kept * cells + (last ? k : k * cells);
          for (std::int64_t i = 0; i < cells; ++i) dst[i * step] = src[i];
        }
      });
    });
  }
};

void upgrade_plain(UpgradeContext& u) { u.domain = ""; }

}  // namespace

void register_nchwc(OpRegistry& r) {
  constexpr const char* kDomain = "com.microsoft.nchwc";
  r.add<ReorderInput>(kDomain, "ReorderInput");
  r.add<ReorderOutput>(kDomain, "ReorderOutput");
  r.add<Rewritten>(kDomain, "Conv", upgrade_conv);
  r.add<Rewritten>(kDomain, "Upsample", upgrade_upsample);
  for (const char* name : {"MaxPool", "AveragePool", "GlobalMaxPool", "GlobalAveragePool"})
    r.add<Rewritten>(kDomain, name, upgrade_plain);
}

}  // namespace sardonyx
