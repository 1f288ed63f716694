// Normalisations in other words: mean, deviation, scale and shift by operators that have gradients.
#include "ops/gradient.h"

namespace sardonyx {
namespace {

double epsilon(const GradientOf& g, float otherwise = 1e-5f) {
  return static_cast<double>(g.field<float>("epsilon", otherwise));
}

Term mean_over(Term x, Term axes) { return call("ReduceMean", {x, axes}, {{"keepdims", std::int64_t{1}}}); }

struct Moments {
  Term mean, variance;
};
Moments moments(Term x, Term axes) {
  const Term mean = mean_over(x, axes), d = x - mean;
  return {mean, mean_over(d * d, axes)};
}

Term inverse_root(Term x) { return call("Reciprocal", {call("Sqrt", {x})}); }

// 16-bit floats are computed on as the operator does.
Term widened(Term x) {
  const bool narrow = x.dtype() == DType::float16 || x.dtype() == DType::bfloat16;
  return narrow ? call("Cast", {x}, {{"to", static_cast<std::int64_t>(DType::float32)}}) : x;
}
Term like(Term x, Term type) { return x.dtype() == type.dtype() ? x : call("CastLike", {x, type}); }

std::size_t first_axis(const GradientOf& g) {
  const auto rank = static_cast<std::int64_t>(g.x(0).rank()), axis = g.field<std::int64_t>("axis", -1);
  return static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
}

std::vector<Term> layer(const GradientOf& g) {
  const Term x = widened(g.x(0)), axes = ints(x, axes_from(first_axis(g), x.rank()));
  const Moments m = moments(x, axes);
  const Term inverse = inverse_root(m.variance + epsilon(g));
  Term y = like((x - m.mean) * inverse, g.x(1)) * g.x(1);
  if (g.has(2)) y = y + g.x(2);
  return {y, m.mean, inverse};
}

std::vector<Term> root_mean_square(const GradientOf& g) {
  const Term x = widened(g.x(0)), axes = ints(x, axes_from(first_axis(g), x.rank()));
  const Term inverse = inverse_root(mean_over(x * x, axes) + epsilon(g));
  return {like(x * inverse, g.x(1)) * g.x(1), inverse};
}

// One number for each channel, to broadcast over the cells behind it.
Term per_channel(Term p, std::size_t rank) {
  std::vector<std::int64_t> shape(rank - 1, 1);
  shape[0] = -1;
  return call("Reshape", {p, ints(p, shape)});
}

std::vector<Term> instance(const GradientOf& g) {
  const Term x = widened(g.x(0));
  const std::size_t rank = x.rank();
  const Moments m = moments(x, ints(x, axes_from(2, rank)));
  const Term y = (x - m.mean) * inverse_root(m.variance + epsilon(g));
  return {like(y, g.x(0)) * per_channel(g.x(1), rank) + per_channel(g.x(2), rank)};
}

std::vector<Term> group(const GradientOf& g) {
  if (g.field<std::int64_t>("per_group") != 0) g.refuse("with a scale for each group (before version 21)");
  const Term x = widened(g.x(0));
  const std::size_t rank = x.rank();
  const Term shape = sizes(x);
  const Term groups = call("Reshape", {x, ints(x, {0, g.field<std::int64_t>("num_groups"), -1})});
  const Moments m = moments(groups, ints(x, {2}));
  const Term y = reshaped((groups - m.mean) * inverse_root(m.variance + epsilon(g)), shape);
  return {like(y, g.x(0)) * per_channel(g.x(1), rank) + per_channel(g.x(2), rank)};
}

// In training the statistics are the batch's, and the running ones follow them.
std::vector<Term> batch(const GradientOf& g) {
  if (g.field<std::int64_t>("spatial", 1) == 0) g.refuse("with statistics for each cell");
  const Term x = widened(g.x(0));
  const std::size_t rank = std::max<std::size_t>(x.rank(), 2);
  Term mean = per_channel(widened(g.x(3)), rank), variance = per_channel(widened(g.x(4)), rank);
  std::vector<Term> out(1);
  if (g.field<std::int64_t>("training_mode") != 0) {
    std::vector<std::int64_t> axes = axes_from(1, x.rank());
    axes[0] = 0;
    const Moments m = moments(x, ints(x, axes));
    const double keep = static_cast<double>(g.field<float>("momentum", 0.9f));
    const auto follow = [&](Term running, Term now) {
      return reshaped(now, sizes(running)) * (1 - keep) + running * keep;
    };
    out.push_back(follow(widened(g.x(3)), m.mean));
    out.push_back(follow(widened(g.x(4)), m.variance));
    mean = m.mean;
    variance = m.variance;
  }
  const Term y = like((x - mean) * inverse_root(variance + epsilon(g)), g.x(0));
  out[0] = y * per_channel(g.x(1), rank) + per_channel(g.x(2), rank);
  return out;
}

std::vector<Term> lp(const GradientOf& g) {
  const Term x = g.x(0), axis = ints(x, {g.field<std::int64_t>("axis", -1)});
  const bool first = g.field<std::int64_t>("p", 2) == 1;
  const Term norm = call(first ? "ReduceL1" : "ReduceL2", {x, axis}, {{"keepdims", std::int64_t{1}}});
  const Term zero = call("Equal", {norm, number(norm, 0)});
  return {where(zero, number(x, 0), x / where(zero, number(norm, 1), norm))};
}

std::vector<Term> mean_variance(const GradientOf& g) {
  if (g.field<std::int64_t>("spatial") != 0) g.refuse("in its first version");
  const Term x = g.x(0);
  const Moments m = moments(x, ints(x, g.field<std::vector<std::int64_t>>("axes")));
  return {(x - m.mean) / (call("Sqrt", {m.variance}) + 1e-9)};
}

// Squares summed over neighbouring channels, as a convolution along them.
std::vector<Term> local_response(const GradientOf& g) {
  const Term x = g.x(0);
  const auto size = g.field<std::int64_t>("size");
  const Term rows = call("Reshape", {x * x, ints(x, {0, 1, -1})});
  const Term planes =
      call("Reshape", {rows, call("Concat", {sizes(x, 0, 1), ints(x, {1}), sizes(x, 1, 2), ints(x, {-1})},
                                  {{"axis", std::int64_t{0}}})});
  const std::vector<std::int64_t> pads{(size - 1) / 2, 0, size / 2, 0};
  const Term sum = call("Conv", {planes, filled(ints(x, {1, 1, size, 1}), x, 1)}, {{"pads", pads}});
  const auto number_of = [&](const char* name, float otherwise) {
    return static_cast<double>(g.field<float>(name, otherwise));
  };
  const Term base = reshaped(sum, sizes(x)) * (number_of("alpha", 1e-4f) / static_cast<double>(size)) +
                    number_of("bias", 1);
  return {x / call("Pow", {base, number(base, number_of("beta", 0.75f))})};
}

}  // namespace

void gradients_normalisations(GradientRules& r) {
  r.expand("LayerNormalization", layer);
  r.expand("RMSNormalization", root_mean_square);
  r.expand("SimplifiedLayerNormalization", root_mean_square);
  r.expand("InstanceNormalization", instance);
  r.expand("GroupNormalization", group);
  r.expand("BatchNormalization", batch);
  r.expand("LpNormalization", lp);
  r.expand("MeanVarianceNormalization", mean_variance);
  r.expand("LRN", local_response);
}

}  // namespace sardonyx
