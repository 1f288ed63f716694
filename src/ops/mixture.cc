#include "ops/mixture.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sardonyx::mixture {
namespace {

struct Share {
  std::int64_t token;
  float weight;
};

// For every expert the tokens that go to it.
using Routes = std::vector<std::vector<Share>>;

// Of equal scores the lower expert first; NaN counts as the lowest.
void route_token(const Layout& l, Weighting how, std::int64_t token, const float* scores,
                 const float* weights, std::vector<std::int64_t>& order, Routes& routes) {
  const auto score = [&](std::int64_t e) {
    return std::isnan(scores[e]) ? -std::numeric_limits<float>::infinity() : scores[e];
  };
  const auto better = [&](std::int64_t a, std::int64_t b) {
    return score(a) > score(b) || (score(a) == score(b) && a < b);
  };
  for (std::int64_t e = 0; e < l.experts; ++e) order[static_cast<std::size_t>(e)] = e;
  std::partial_sort(order.begin(), order.begin() + l.chosen, order.end(), better);
  const bool given = how == Weighting::given || how == Weighting::given_chosen;
  const bool among_chosen = how == Weighting::softmax_chosen || how == Weighting::given_chosen;
  const double most = static_cast<double>(score(order[0]));
  const auto raw = [&](std::int64_t e) {
    return given ? static_cast<double>(weights[e]) : std::exp(static_cast<double>(scores[e]) - most);
  };
  double sum = 0;
  const std::int64_t counted = among_chosen ? l.chosen : l.experts;
  for (std::int64_t i = 0; i < counted; ++i) sum += raw(order[static_cast<std::size_t>(i)]);
  if (how == Weighting::given) sum = 1;
  for (std::int64_t i = 0; i < l.chosen; ++i) {
    const std::int64_t e = order[static_cast<std::size_t>(i)];
    routes[static_cast<std::size_t>(e)].push_back({token, static_cast<float>(raw(e) / sum)});
  }
}

float sigmoid(float x) { return 1 / (1 + std::exp(-x)); }

// Gates and values alternate: gate * sigmoid(alpha * gate) * (value + beta), both held within the limit.
void gate_row(const Layout& l, const float* h, float* to) {
  for (std::int64_t i = 0; i < l.inner; ++i) {
    const float gate = std::min(h[2 * i], l.limit), value = std::clamp(h[2 * i + 1], -l.limit, l.limit);
    to[i] = gate * sigmoid(l.alpha * gate) * (value + l.beta);
  }
}

float activated(Activation a, float x) {
  switch (a) {
    case Activation::relu:
      return x < 0 ? 0 : x;
    case Activation::gelu:
      return 0.5f * x * (1 + std::tanh(0.7978845608f * (x + 0.044715f * x * x * x)));
    case Activation::silu:
      return x * sigmoid(x);
    default:
      return x;
  }
}

// Rows of `up` become rows of `inner`, in place: a row is never written before it is read.
void activate(const Layout& l, std::int64_t rows, float* h) {
  for (std::int64_t r = 0; r < rows; ++r) {
    if (l.activation == Activation::swiglu) {
      gate_row(l, h + r * l.up, h + r * l.inner);
      continue;
    }
    for (std::int64_t i = 0; i < l.inner; ++i)
      h[r * l.inner + i] = activated(l.activation, h[r * l.inner + i]);
  }
}

}  // namespace

void Fields::visit(FieldVisitor& f) {
  f("activation_alpha", activation_alpha);
  f("activation_beta", activation_beta);
  f("activation_type", activation_type);
  f("k", k);
  f("normalize_routing_weights", normalize_routing_weights);
  f("swiglu_fusion", swiglu_fusion);
  f("swiglu_limit", swiglu_limit);
  f("use_sparse_mixer", use_sparse_mixer);
}

Activation Fields::check() const {
  static constexpr const char* kNames[] = {"relu", "gelu", "silu", "identity", "swiglu"};
  const auto* at = std::find(std::begin(kNames), std::end(kNames), activation_type);
  require(at != std::end(kNames), Code::invalid_model,
          "activation_type is '{}'; relu, gelu, silu, identity and swiglu are known", activation_type);
  require(k >= 1, Code::invalid_model, "k is {}, it must be 1 or more", k);
  const auto activation = static_cast<Activation>(at - std::begin(kNames));
  require(activation != Activation::swiglu || swiglu_fusion == 1, Code::not_implemented,
          "swiglu with swiglu_fusion {} is not supported (1, gates and values interleaved, is)",
          swiglu_fusion);
  require(!use_sparse_mixer, Code::not_implemented, "use_sparse_mixer is not supported");
  return activation;
}

std::size_t Layout::scratch() const {
  // Tokens of one expert, its first result and its second.
  const auto row = static_cast<std::size_t>(2 * width + up);
  return checked_mul(checked_mul(static_cast<std::size_t>(tokens), row), sizeof(float));
}

Layout layout_of(const Fields& fields, const Shape& input, const Shape& router, std::int64_t up) {
  Layout l;
  l.activation = fields.check();
  l.alpha = fields.activation_alpha;
  l.beta = fields.activation_beta;
  l.limit = fields.swiglu_limit.value_or(std::numeric_limits<float>::infinity());
  require(!(l.limit < 0), Code::invalid_model, "swiglu_limit is {}, below 0", l.limit);
  l.width = input.back();
  l.tokens = input.count(0, input.rank() - 1);
  require(router.rank() == 2 && router[0] == l.tokens, Code::invalid_argument,
          "router_probs of shape {} must have a row for each of {} tokens", router, l.tokens);
  l.experts = router[1];
  l.chosen = fields.k;
  require(l.chosen <= l.experts, Code::invalid_argument, "k is {} where there are {} experts", l.chosen,
          l.experts);
  l.up = up;
  const bool paired = l.activation == Activation::swiglu;
  require(!paired || up % 2 == 0, Code::invalid_argument, "{} rows of fc1 cannot be gates and values", up);
  l.inner = paired ? up / 2 : up;
  return l;
}

void run(const Layout& l, Weighting weighting, const float* x, const float* router, const float* weights,
         const Products& products, float* y, std::byte* scratch, const Call& call) {
  Routes routes(static_cast<std::size_t>(l.experts));
  std::vector<std::int64_t> order(static_cast<std::size_t>(l.experts));
  for (std::int64_t t = 0; t < l.tokens; ++t)
    route_token(l, weighting, t, router + t * l.experts,
                weights == nullptr ? nullptr : weights + t * l.experts, order, routes);
  std::fill_n(y, l.tokens * l.width, 0.0f);
  auto* own = reinterpret_cast<float*>(scratch);
  float *hidden = own + l.tokens * l.width, *result = hidden + l.tokens * l.up;
  for (std::int64_t e = 0; e < l.experts; ++e) {
    const std::vector<Share>& shares = routes[static_cast<std::size_t>(e)];
    const auto rows = static_cast<std::int64_t>(shares.size());
    if (rows == 0) continue;
    call.check_stop();
    for (std::int64_t r = 0; r < rows; ++r)
      std::copy_n(x + shares[static_cast<std::size_t>(r)].token * l.width, l.width, own + r * l.width);
    products.first(e, rows, own, hidden);
    activate(l, rows, hidden);
    products.second(e, rows, hidden, result);
    for (std::int64_t r = 0; r < rows; ++r) {
      const Share& share = shares[static_cast<std::size_t>(r)];
      float* to = y + share.token * l.width;
      for (std::int64_t i = 0; i < l.width; ++i) to[i] += share.weight * result[r * l.width + i];
    }
  }
}

}  // namespace sardonyx::mixture
