// Mixture of experts: what MoE and QMoE share. Every token goes to its best experts, small networks of two products;
// the results are added, weighted by the router.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "graph/op.h"

namespace sardonyx::mixture {

enum class Activation : std::uint8_t { relu, gelu, silu, identity, swiglu };

struct Fields {
  float activation_alpha = 1, activation_beta = 0;
  std::optional<float> swiglu_limit;
  std::string activation_type = "relu";
  std::int64_t k = 1, swiglu_fusion = 0;
  bool normalize_routing_weights = false, use_sparse_mixer = false;

  void visit(FieldVisitor& f);
  // Throws on what no input can make right.
  Activation check() const;
};

// Sizes; `up` is the width of the first product's result, twice `inner` where gates and values are interleaved.
struct Layout {
  std::int64_t tokens = 0, width = 0, experts = 0, up = 0, inner = 0, chosen = 1;
  Activation activation = Activation::relu;
  float alpha = 1, beta = 0, limit = 0;
  std::size_t scratch() const;  // bytes
};
// Throws when the router's scores do not fit; `up` rows come from the first weights.
Layout layout_of(const Fields& fields, const Shape& input, const Shape& router, std::int64_t up);

// How much each expert counts for a token, from the router's scores of the token: the `chosen` largest.
enum class Weighting : std::uint8_t {
  softmax,         // shares among all experts
  softmax_chosen,  // shares among the chosen
  given,           // the weights at hand
  given_chosen     // those, divided by their sum
};

// y [rows, n] = x [rows, k] times the transposed weights of expert `e`, plus its bias.
using Product = std::function<void(std::int64_t e, std::int64_t rows, const float* x, float* y)>;
struct Products {
  Product first, second;
};

// `weights` [tokens, experts] only where they are given.
void run(const Layout& l, Weighting weighting, const float* x, const float* router, const float* weights,
         const Products& products, float* y, std::byte* scratch, const Call& call);

}  // namespace sardonyx::mixture
