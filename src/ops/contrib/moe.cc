// com.microsoft MoE: a mixture of experts with weights in floats.
#include <algorithm>

#include "kernels/gemm/gemm.h"
#include "ops/in_float.h"
#include "ops/mixture.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

enum Input : std::size_t { kX, kRouter, kFirst, kFirstBias, kSecond, kSecondBias, kThird };

// One of the two products: weights [experts, n, k] of any float type.
struct Layer {
  std::size_t weights, bias;  // inputs
  std::int64_t n = 0, k = 0;
  DType dtype = DType::float32;
};

mixture::Product product(const Layer& l, Call& call, Isa isa, float* widened) {
  return [=, &call](std::int64_t e, std::int64_t rows, const float* x, float* y) {
    const std::int64_t count = l.n * l.k;
    const std::byte* at = call.in(l.weights) + static_cast<std::size_t>(e * count) * item_size(l.dtype);
    const auto* w = reinterpret_cast<const float*>(at);
    if (l.dtype != DType::float32) {
      call.for_range(count, 16384, [&](std::int64_t begin, std::int64_t end, int) {
        convert_to_float(l.dtype, at + static_cast<std::size_t>(begin) * item_size(l.dtype), widened + begin,
                         end - begin);
      });
      w = widened;
    }
    gemm::Problem p;
    p.m = rows;
    p.n = l.n;
    p.k = l.k;
    p.a = {x, l.k, 1};
    p.b = {w, 1, l.k};
    p.c = y;
    p.ldc = l.n;
    if (const float* bias = call.in<float>(l.bias)) p.epilogue.col_bias = bias + e * l.n;
    gemm::run(p, call.pool(), call.stop(), isa);
  };
}

struct MoE final : Op {
  mixture::Fields f_;
  void fields(FieldVisitor& f) override { f_.visit(f); }

  void infer(InferContext& c) const override {
    f_.check();
    require(!c.has(kThird), Code::not_implemented, "fc3 is not supported (swiglu_fusion 1 does without it)");
    const SymShape& x = c.shape(kX);
    require(!x.ranked() || x.rank() == 2 || x.rank() == 3, Code::invalid_argument,
            "the input of shape {} must have rank 2 or 3", x);
    c.out(0, c.dtype(kX), x);
  }

  Layer layer(const LowerContext& c, std::size_t weights, std::int64_t experts, std::int64_t n,
              std::int64_t k) const {
    const Shape needed{experts, n, k};
    require(c.shape(weights) == needed, Code::invalid_argument,
            "weights of experts {} must have the shape {}", c.shape(weights), needed);
    if (c.has(weights + 1))
      require(c.shape(weights + 1) == Shape({experts, n}), Code::invalid_argument,
              "the bias of experts {} must have the shape [{},{}]", c.shape(weights + 1), experts, n);
    return {weights, weights + 1, n, k, c.dtype(weights)};
  }

  Kernel lower(LowerContext& c) const override {
    const Shape first = c.shape(kFirst);
    require(first.rank() == 3, Code::invalid_argument, "weights of experts {} must have rank 3", first);
    const mixture::Layout l = mixture::layout_of(f_, c.shape(kX), c.shape(kRouter), first[1]);
    const Layer up = layer(c, kFirst, l.experts, l.up, l.width);
    const Layer down = layer(c, kSecond, l.experts, l.width, l.inner);
    const bool widens = up.dtype != DType::float32;
    const std::int64_t largest = l.width * std::max(l.up, l.inner);
    const auto how =
        f_.normalize_routing_weights ? mixture::Weighting::softmax_chosen : mixture::Weighting::softmax;
    const Isa isa = c.options().isa;
    Kernel kernel = Kernel::of([=](Call& call) {
      auto* widened = reinterpret_cast<float*>(call.scratch() + l.scratch());
      const mixture::Products products{product(up, call, isa, widened), product(down, call, isa, widened)};
      mixture::run(l, how, call.in<float>(kX), call.in<float>(kRouter), nullptr, products, call.out<float>(0),
                   call.scratch(), call);
    });
    kernel.scratch = checked_add(l.scratch(), widens ? checked_mul(static_cast<std::size_t>(largest), 4) : 0);
    return in_compute_type(c, DType::float32, std::move(kernel), {kFirst, kSecond});
  }
};

}  // namespace

void register_moe(OpRegistry& r) { r.add<MoE>("com.microsoft", "MoE"); }

}  // namespace sardonyx
