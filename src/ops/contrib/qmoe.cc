// com.microsoft QMoE: a mixture of experts whose weights have 2, 4 or 8 bits and are expanded as they are multiplied.
//
// The chosen experts' shares always sum to 1, whatever normalize_routing_weights says: see docs/semantics.md.
#include <algorithm>

#include "kernels/nbits/nbits.h"
#include "ops/in_float.h"
#include "ops/mixture.h"

namespace sardonyx {
namespace {

enum Input : std::size_t {
  kX,
  kRouter,
  kFirst,
  kSecond = 5,
  kThird = 8,
  kFirstZeros = 11,
  kSecondZeros = 12,
  kRouterWeights = 14  // what follows belongs to weights that are floats
};

// One of the two products: packed weights [experts, n, k * bits / 8] with their scales and bias behind them.
struct QuantLayer {
  std::size_t weights = 0, zeros = 0;  // inputs
  nbits::Matrix m;
  bool has_zeros = false;
  bool zeros_by_row = false;    // one zero point a row, packed along the rows
  std::int64_t zero_bytes = 0;  // of one expert
};

mixture::Product product(const QuantLayer& l, Call& call, Isa isa, float* unpacked) {
  return [=, &call](std::int64_t e, std::int64_t rows, const float* x, float* y) {
    nbits::Matrix w = l.m;
    w.q = call.in<std::uint8_t>(l.weights) + e * w.n * w.blocks * (w.block * w.bits / 8);
    w.scales = call.in<float>(l.weights + 1) + e * w.n * w.blocks;
    if (l.has_zeros) {
      const auto* zeros = call.in<std::uint8_t>(l.zeros) + e * l.zero_bytes;
      if (l.zeros_by_row) {
        for (std::int64_t r = 0; r < w.n; ++r)
          unpacked[r] = static_cast<float>(zeros[r * w.bits / 8] >> (r * w.bits % 8) & ((1 << w.bits) - 1));
        w.float_zeros = unpacked;
      } else {
        w.zeros = zeros;
      }
    }
    const float* bias = call.in<float>(l.weights + 2);
    nbits::multiply(w, rows, x, nbits::Activations::exact, bias == nullptr ? nullptr : bias + e * w.n, y,
                    call.pool(), call.stop(), isa);
  };
}

struct QMoE final : Op {
  mixture::Fields f_;
  std::int64_t block_size = 0, expert_weight_bits = 4, weights_prepacked = -1;
  std::string quant_type = "int";
  void fields(FieldVisitor& f) override {
    f_.visit(f);
    f("block_size", block_size);
    f("expert_weight_bits", expert_weight_bits);
    f("quant_type", quant_type);
    f("weights_prepacked", weights_prepacked);
  }

  void infer(InferContext& c) const override {
    f_.check();
    const std::int64_t bits = expert_weight_bits;
    require(bits == 2 || bits == 4 || bits == 8, Code::invalid_model,
            "expert_weight_bits is {}, it must be 2, 4 or 8", bits);
    require(quant_type == "int", Code::not_implemented, "quant_type '{}' is not supported (int is)",
            quant_type);
    require(weights_prepacked <= 0, Code::not_implemented, "prepacked weights are not supported");
    require(!c.has(kThird), Code::not_implemented, "fc3 is not supported (swiglu_fusion 1 does without it)");
    for (const std::size_t i : {std::size_t{kFirst}, std::size_t{kSecond}}) {
      require(c.dtype(i) == DType::uint8, Code::not_implemented, "weights of type {} are not supported",
              name(c.dtype(i)));
      require(c.has(i + 1), Code::invalid_argument, "input {}, the scales of input {}, must be given", i + 1,
              i);
      require(is_float(c.dtype(i + 1)) || c.dtype(i + 1) == DType::undefined, Code::not_implemented,
              "scales of type {} are not supported", name(c.dtype(i + 1)));
    }
    const SymShape& x = c.shape(kX);
    require(!x.ranked() || x.rank() == 2 || x.rank() == 3, Code::invalid_argument,
            "the input of shape {} must have rank 2 or 3", x);
    c.out(0, c.dtype(kX), x);
  }

  QuantLayer layer(const LowerContext& c, std::size_t weights, std::size_t zeros, std::int64_t experts,
                   std::int64_t n, std::int64_t k) const {
    const auto bits = expert_weight_bits, block = block_size > 0 ? block_size : k;
    require(k > 0 && k < INT32_MAX && k * bits % 8 == 0 && k % block == 0 && block * bits % 8 == 0,
            Code::invalid_argument, "{} weights of {} bits cannot be in blocks of {}", k, bits, block);
    QuantLayer l;
    l.weights = weights;
    l.zeros = zeros;
    l.m.n = n;
    l.m.k = k;
    l.m.bits = static_cast<int>(bits);
    l.m.block = static_cast<int>(block);
    l.m.blocks = k / block;
    const auto expect = [&](std::size_t i, std::int64_t count) {
      if (!c.has(i)) return;
      require(c.shape(i).count() == count, Code::invalid_argument,
              "input {} of shape {} must have {} elements", i, c.shape(i), count);
    };
    expect(weights, experts * n * (k * bits / 8));
    expect(weights + 1, experts * n * l.m.blocks);
    expect(weights + 2, experts * n);
    l.has_zeros = c.has(zeros);
    l.zeros_by_row = l.m.blocks == 1;
    l.zero_bytes = l.zeros_by_row ? (n * bits + 7) / 8 : n * ((l.m.blocks * bits + 7) / 8);
    expect(zeros, experts * l.zero_bytes);
    return l;
  }

  Kernel lower(LowerContext& c) const override {
    const Shape first = c.shape(kFirst);
    require(first.rank() == 3, Code::invalid_argument, "weights of experts {} must have rank 3", first);
    const mixture::Layout l = mixture::layout_of(f_, c.shape(kX), c.shape(kRouter), first[1]);
    const QuantLayer up = layer(c, kFirst, kFirstZeros, l.experts, l.up, l.width);
    const QuantLayer down = layer(c, kSecond, kSecondZeros, l.experts, l.width, l.inner);
    if (c.has(kRouterWeights))
      require(c.shape(kRouterWeights) == c.shape(kRouter), Code::invalid_argument,
              "router_weights of shape {} must have the shape {}", c.shape(kRouterWeights), c.shape(kRouter));
    auto how = mixture::Weighting::softmax_chosen;
    if (c.has(kRouterWeights))
      how = f_.normalize_routing_weights ? mixture::Weighting::given_chosen : mixture::Weighting::given;
    const Isa isa = c.options().isa;
    Kernel kernel = Kernel::of([=](Call& call) {
      auto* zeros = reinterpret_cast<float*>(call.scratch() + l.scratch());
      const mixture::Products products{product(up, call, isa, zeros), product(down, call, isa, zeros)};
      mixture::run(l, how, call.in<float>(kX), call.in<float>(kRouter), call.in<float>(kRouterWeights),
                   products, call.out<float>(0), call.scratch(), call);
    });
    const auto rows = static_cast<std::size_t>(std::max(l.up, l.width));
    kernel.scratch = checked_add(l.scratch(), checked_mul(rows, sizeof(float)));
    return in_compute_type(c, DType::float32, std::move(kernel));
  }
};

}  // namespace

void register_qmoe(OpRegistry& r) { r.add<QMoE>("com.microsoft", "QMoE"); }

}  // namespace sardonyx
