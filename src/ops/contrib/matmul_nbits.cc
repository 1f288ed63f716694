// MatMulNBits: a product with weights of 2, 4 or 8 bits that stay packed.
#include <algorithm>

#include "graph/op.h"
#include "kernels/nbits/nbits.h"
#include "ops/in_float.h"
#include "ops/operand_checks.h"
#include "ops/product.h"
#include "ops/weights.h"

namespace sardonyx {
namespace {

// Constant scales of 16 bits as floats: converting them is as much work as a product with one row.
struct FloatScales final : Prepared {
  Weights scales;
};

struct MatMulNBits final : Op {
  std::int64_t K = 0, N = 0, accuracy_level = 0, bits = 4, block_size = 32, weight_prepacked = 0;
  void fields(FieldVisitor& f) override {
    f("K", K);
    f("N", N);
    f("accuracy_level", accuracy_level);  // of the product at least: 0 to 3 float32, 4 int8
    f("bits", bits);
    f("block_size", block_size);
    f("weight_prepacked", weight_prepacked);
  }

  std::int64_t blocks() const { return (K + block_size - 1) / block_size; }

  void infer(InferContext& c) const override {
    require(bits == 2 || bits == 4 || bits == 8, Code::invalid_model, "bits is {}, it must be 2, 4 or 8",
            bits);
    require(K > 0 && N > 0 && K < INT32_MAX && N < INT32_MAX, Code::invalid_model, "K is {} and N is {}", K,
            N);
    require(block_size >= 16 && block_size <= 4096 && (block_size & (block_size - 1)) == 0,
            Code::invalid_model, "block_size is {}, it must be a power of two from 16 on", block_size);
    require(weight_prepacked == 0, Code::not_implemented, "prepacked weights are not supported");
    check_count(c, 1, Dim(N * blocks() * (block_size * bits / 8)));
    check_count(c, 2, Dim(N * blocks()));
    check_count(c, 3, Dim(c.dtype(3) == DType::uint8 ? N * ((blocks() * bits + 7) / 8) : N * blocks()));
    check_count(c, 5, Dim(N));
    c.out(0, c.dtype(0), product_output(c.shape(0), K, N));
  }

  // Level 4 allows activations of 8 bits. ONNX Runtime takes them where zero points are whole and columns in order
  // (and of 2 bits: blocks of 32 to 128); whoever chose the level has measured that model.
  nbits::Activations activations(const LowerContext& c) const {
    const bool whole = !c.has(3) || c.dtype(3) == DType::uint8;
    const bool rounds =
        accuracy_level == 4 && whole && !c.has(4) && (bits != 2 || (block_size >= 32 && block_size <= 128));
    return rounds ? nbits::Activations::rounded : nbits::Activations::exact;
  }

  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override {
    const Tensor* scales = c.constant(2);
    if (scales == nullptr || scales->dtype() == DType::float32) return nullptr;
    auto prepared = std::make_shared<FloatScales>();
    prepared->scales = weights_as(*scales, DType::float32);
    return prepared;
  }

  Kernel lower(LowerContext& c) const override {
    nbits::Matrix m;
    m.n = N;
    m.k = K;
    m.bits = static_cast<int>(bits);
    m.block = static_cast<int>(block_size);
    m.blocks = blocks();
    const Shape a = c.shape(0);
    const std::int64_t rows = a.count(0, a.rank() - 1);
    const bool packed_zeros = c.has(3) && c.dtype(3) == DType::uint8;
    if (c.has(4))
      require(c.shape(4).count() >= K, Code::invalid_argument, "g_idx of shape {} must have {} elements",
              c.shape(4), K);
    const Isa isa = c.options().isa;
    const nbits::Activations kind = activations(c);
    const auto* prepared = c.prepared<FloatScales>();
    if (prepared != nullptr) m.scales = reinterpret_cast<const float*>(prepared->scales.data());
    Kernel kernel = Kernel::of([=](Call& call) {
      nbits::Matrix w = m;
      w.q = call.in<std::uint8_t>(1);
      if (w.scales == nullptr) w.scales = call.in<float>(2);
      w.zeros = packed_zeros ? call.in<std::uint8_t>(3) : nullptr;
      w.float_zeros = packed_zeros ? nullptr : call.in<float>(3);
      w.groups = call.in<std::int32_t>(4);
      if (w.groups != nullptr) {
        const auto bad =
            std::find_if(w.groups, w.groups + w.k, [&](std::int32_t g) { return g < 0 || g >= w.blocks; });
        require(bad == w.groups + w.k, Code::invalid_argument, "g_idx holds a block outside [0, {})",
                w.blocks);
      }
      nbits::multiply(w, rows, call.in<float>(0), kind, call.in<float>(5), call.out<float>(0), call.pool(),
                      call.stop(), isa);
    });
    if (prepared == nullptr) return in_compute_type(c, DType::float32, std::move(kernel));
    return in_compute_type(c, DType::float32, std::move(kernel), {2});
  }
};

}  // namespace

void register_matmul_nbits(OpRegistry& r) { r.add<MatMulNBits>("com.microsoft", "MatMulNBits"); }

}  // namespace sardonyx
