// Losses in other words, Dropout, and short names for sums and activations.
#include "ops/gradient.h"

namespace sardonyx {
namespace {

// Of every cell the log probability of its class, its weight, and how they are summed up.
Term likelihood(const GradientOf& g, Term log_p) {
  const Term labels = call("Cast", {g.x(1)}, {{"to", static_cast<std::int64_t>(DType::int64)}});
  Term safe = labels, counts;
  if (const auto at = g.fields().find("ignore_index"); at != g.fields().end()) {
    const Term ignored = number(labels, static_cast<double>(std::get<std::int64_t>(at->second)));
    const Term valid = call("Not", {call("Equal", {labels, ignored})});
    safe = where(valid, labels, 0);
    counts = call("CastLike", {valid, log_p});
  }
  const Term axis = ints(labels, {1});
  const Term picked = call(
      "Squeeze",
      {call("GatherElements", {log_p, call("Unsqueeze", {safe, axis})}, {{"axis", std::int64_t{1}}}), axis});
  Term weight = counts;
  if (g.has(2)) {
    weight = call("Gather", {g.x(2), safe});
    if (counts) weight = weight * counts;
  }
  const Term losses = weight ? -(picked * weight) : -picked;
  const auto reduction = g.field<std::string>("reduction", "mean");
  if (reduction == "none") return losses;
  const auto all = [](Term t) { return call("ReduceSum", {t}, {{"keepdims", std::int64_t{0}}}); };
  if (reduction == "sum") return all(losses);
  return all(losses) / (weight ? all(weight) : call("CastLike", {call("Size", {labels}), losses}));
}

std::vector<Term> cross_entropy(const GradientOf& g) {
  const Term log_p = call("LogSoftmax", {g.x(0)}, {{"axis", std::int64_t{1}}});
  return {likelihood(g, log_p), log_p};
}

// In training the mask that the node gives tells what was kept; outside of it nothing is dropped.
void dropout(GradientOf& g) {
  const auto constant = [&](std::size_t i) -> const Tensor* {
    return g.x(i).graph->fact(g.x(i).id).constant();
  };
  if (!g.has(2) || (constant(2) != nullptr && constant(2)->int_at(0) == 0)) return g.give(0, g.dy());
  if (!g.y(1) || g.y(1).dtype() != DType::bool_) g.refuse("in training where the node gives no mask");
  const Term dy = g.dy();
  const Term ratio = g.has(1) ? call("CastLike", {g.x(1), dy}) : number(dy, 0.5);
  const Term kept = where(g.y(1), dy / (1 - ratio), 0);
  g.give(0, where(g.x(2), kept, dy));
}

}  // namespace

void gradients_losses(GradientRules& r) {
  r.expand("NegativeLogLikelihoodLoss",
           [](const GradientOf& g) { return std::vector<Term>{likelihood(g, g.x(0))}; });
  r.expand("SoftmaxCrossEntropyLoss", cross_entropy);
  r.add("Dropout", dropout);
  r.expand("SwiGLU", [](const GradientOf& g) {
    const Attributes alpha{{"alpha", g.field<float>("alpha", 1)}};
    return std::vector<Term>{call("Swish", {g.x(0)}, alpha) * g.x(1)};
  });
  r.expand("com.microsoft:BiasGelu",
           [](const GradientOf& g) { return std::vector<Term>{call("Gelu", {g.x(0) + g.x(1)})}; });
  r.expand("com.microsoft:FastGelu", [](const GradientOf& g) {
    const Attributes tanh{{"approximate", std::string("tanh")}};
    return std::vector<Term>{call("Gelu", {g.has(1) ? g.x(0) + g.x(1) : g.x(0)}, tanh)};
  });
}

}  // namespace sardonyx
