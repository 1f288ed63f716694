// com.microsoft MatMulBnb4: a product with weights of 4 bits that name entries of a fixed table (FP4, NF4).
#include <algorithm>
#include <cstdint>
#include <limits>

#include "graph/op.h"
#include "kernels/nbits/nbits.h"
#include "ops/in_float.h"
#include "ops/operand_checks.h"
#include "ops/product.h"

namespace sardonyx {
namespace {

constexpr float kFp4[16] = {0.0f,         0.00520833f, 0.66666667f,  1.0f,         0.33333333f,  0.5f,
                            0.16666667f,  0.25f,       -0.0f,        -0.00520833f, -0.66666667f, -1.0f,
                            -0.33333333f, -0.5f,       -0.16666667f, -0.25f};
constexpr float kNf4[16] = {
    -1.0f,       -0.69619280f, -0.52507305f, -0.39491749f, -0.28444138f, -0.18477343f, -0.09105004f, 0.0f,
    0.07958030f, 0.16093020f,  0.24611230f,  0.33791524f,  0.44070983f,  0.56261700f,  0.72295684f,  1.0f};

struct Bnb4Weights {
  std::int64_t n = 0, k = 0, block = 64;
  const float* table = kFp4;
  const std::uint8_t* codes = nullptr;  // of [n, k] flat, two a byte, the high half first
  const float* scales = nullptr;        // a block of the flat order each

  void expand(std::int64_t first, std::int64_t count, float* out) const noexcept {
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t f = first + i;
      const int code = f % 2 == 0 ? codes[f / 2] >> 4 : codes[f / 2] & 15;
      out[i] = table[code] * scales[f / block];
    }
  }
};

struct MatMulBnb4 final : Op {
  std::int64_t K = 0, N = 0, block_size = 0, quant_type = 0, training_mode = 0, transB = 1;
  void fields(FieldVisitor& f) override {
    f("K", K);
    f("N", N);
    f("block_size", block_size);
    f("quant_type", quant_type);
    f("training_mode", training_mode);
    f("transB", transB);
  }

  void infer(InferContext& c) const override {
    constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();
    require(K > 0 && N > 0 && K < kLargest && N < kLargest && block_size > 0, Code::invalid_model,
            "K is {}, N is {} and block_size is {}", K, N, block_size);
    require(quant_type == 0 || quant_type == 1, Code::invalid_model, "quant_type is {}, not 0 or 1",
            quant_type);
    require(transB == 1, Code::not_implemented, "transB {} is not supported", transB);
    check_count(c, 1, Dim((N * K + 1) / 2));
    check_count(c, 2, Dim((N * K - 1) / block_size + 1));
    c.out(0, c.dtype(0), product_output(c.shape(0), K, N));
  }

  Kernel lower(LowerContext& c) const override {
    const Shape a = c.shape(0);
    const std::int64_t rows = a.count(0, a.rank() - 1);
    const Bnb4Weights shape{N, K, block_size, quant_type == 0 ? kFp4 : kNf4, nullptr, nullptr};
    const auto dot = nbits_kernels(c.options().isa).dot;
    Kernel kernel = Kernel::of([=](Call& call) {
      Bnb4Weights w = shape;
      w.codes = call.in<std::uint8_t>(1);
      w.scales = call.in<float>(2);
      const float* x = call.in<float>(0);
      float* y = call.out<float>(0);
      call.for_range(w.n, 1 + 16384 / w.k, [&](std::int64_t begin, std::int64_t end, int) {
        constexpr std::int64_t kChunk = 1024;
        float chunk[kChunk];
        for (std::int64_t n = begin; n < end; ++n)
          for (std::int64_t k = 0; k < w.k; k += kChunk) {
            const std::int64_t count = std::min(kChunk, w.k - k);
            w.expand(n * w.k + k, count, chunk);
            for (std::int64_t r = 0; r < rows; ++r) {
              const float sum = dot(x + r * w.k + k, chunk, count);
              y[r * w.n + n] = k == 0 ? sum : y[r * w.n + n] + sum;
            }
          }
      });
    });
    return in_compute_type(c, DType::float32, std::move(kernel));
  }
};

}  // namespace

void register_matmul_bnb4(OpRegistry& r) { r.add<MatMulBnb4>("com.microsoft", "MatMulBnb4"); }

}  // namespace sardonyx
