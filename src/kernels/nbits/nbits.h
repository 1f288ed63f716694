// Nbits: rows of weights in 2, 4 or 8 bits, scaled per block, as MatMulNBits stores them.
//
// Row n has `blocks` blocks of `block` elements each; element i of a block lies in the bits [i*bits, (i+1)*bits) of
// the block's bytes. The value is (q - zero) * scale.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/thread_pool.h"
#include "kernels/simd/dispatch.h"

namespace sardonyx {
namespace nbits {

struct Matrix {
  std::int64_t n = 0, k = 0;
  int bits = 4, block = 32;
  std::int64_t blocks = 0;
  const std::uint8_t* q = nullptr;      // [n, blocks, block * bits / 8]
  const float* scales = nullptr;        // [n, blocks]
  const std::uint8_t* zeros = nullptr;  // packed per row like q, or nullptr
  const float* float_zeros = nullptr;   // [n, blocks], or nullptr: 2^(bits-1) when both are
  const std::int32_t* groups =
      nullptr;  // [k]: the block whose scale and zero column k takes; nullptr: k / block
};

struct Kernels {
  // `count` elements of 4 bits from whole bytes: (q - zero) * scale.
  void (*expand4)(const std::uint8_t* q, std::int64_t count, float zero, float scale, float* out);
  void (*expand8)(const std::uint8_t* q, std::int64_t count, float zero, float scale, float* out);
  float (*dot)(const float* a, const float* b, std::int64_t n);
};

// Row `row` as k floats; `out` holds blocks * block.
void expand_row(const Matrix& m, std::int64_t row, float* out, Isa isa);

// y [rows, n] = a [rows, k] * m' (+ bias [n]). Few rows: every weight is expanded once, next to its use; many rows:
// panels are expanded and multiplied as a GEMM.
void multiply(const Matrix& m, std::int64_t rows, const float* a, const float* bias, float* y,
              ThreadPool& pool, const StopToken* stop, Isa isa);

}  // namespace nbits

SARDONYX_ISA_TABLE(nbits::Kernels, nbits_kernels)

}  // namespace sardonyx
