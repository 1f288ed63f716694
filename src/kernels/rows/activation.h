// Activation: one function of a float applied to a row, as recurrent layers and fused products name it.
#pragma once

#include <cstdint>

#include "base/cpu.h"
#include "kernels/gemm/gemm.h"

namespace sardonyx::rows {

struct Activation {
  enum class Kind : std::uint8_t {
    identity,
    relu,
    tanh,
    sigmoid,
    affine,               // alpha x + beta
    leaky_relu,           // alpha x below 0
    thresholded_relu,     // x above alpha, else 0
    scaled_tanh,          // alpha tanh(beta x)
    hard_sigmoid,         // alpha x + beta within [0, 1]
    hard_swish,           // x hard_sigmoid(x; 1/6, 1/2)
    elu,                  // alpha (e^x - 1) below 0
    celu,                 // alpha (e^(x/alpha) - 1) below 0
    selu,                 // beta x, beta alpha (e^x - 1) below 0
    softsign,             // x / (1 + |x|)
    softplus,             // ln(1 + e^x)
    parametric_softplus,  // alpha ln(1 + e^(beta x))
    clip,                 // within [alpha, beta]
  };
  Kind kind = Kind::identity;
  float alpha = 0, beta = 0;
  Isa isa = Isa::base;
};

void activate(const Activation& a, float* x, std::int64_t n);
void activate(const Activation& a, double* x, std::int64_t n);

// The activation as the hook of a product's tiles; `context` is the Activation.
template <typename T>
void activate_tile(const void* context, void* tile, int rows, int cols, std::ptrdiff_t ld, std::int64_t,
                   std::int64_t) {
  for (int r = 0; r < rows; ++r)
    activate(*static_cast<const Activation*>(context), static_cast<T*>(tile) + r * ld, cols);
}

// The hook for `a`; nullptr when there is nothing to do.
template <typename T>
gemm::TileHook hook_of(const Activation& a) {
  return a.kind == Activation::Kind::identity ? nullptr : &activate_tile<T>;
}

}  // namespace sardonyx::rows
