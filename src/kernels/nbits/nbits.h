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

// One row of weights whose blocks are whole chunks of kChunk elements; zeros are integers.
inline constexpr int kChunk = 32;
struct WeightRow {
  const std::uint8_t* q;
  const float *scales, *zeros;  // one a block
  std::int64_t blocks;
  int chunks;  // of one block
};

// A row of activations rounded to bytes, block by block: value = byte * scale. `sums` are those of the values.
struct RoundedRow {
  std::int8_t* bytes;
  float *scales, *sums;
};

// For weights of 4 bits, activations are split: the even elements of each chunk first, then its odd ones, as a byte
// has an even element in its low half and the next one in its high half.
struct Kernels {
  // `count` elements of 4 bits from whole bytes: (q - zero) * scale.
  void (*expand4)(const std::uint8_t* q, std::int64_t count, float zero, float scale, float* out);
  void (*expand8)(const std::uint8_t* q, std::int64_t count, float zero, float scale, float* out);
  float (*dot)(const float* a, const float* b, std::int64_t n);
  // The sum of products of one row with activations, of 4 bits (a is split) and of 8.
  float (*dot4)(const WeightRow& w, const float* a);
  float (*dot8)(const WeightRow& w, const float* a);
  float (*rounded_dot4)(const WeightRow& w, const RoundedRow& a);
  float (*rounded_dot8)(const WeightRow& w, const RoundedRow& a);
  // One block of activations (whole vectors of any ISA: 16) rounded to -127..127, half to even, so that the largest is
  // 127: writes those numbers, or with `scaled` the values they stand for. Returns their scale, largest / 127; NaN
  // when any is. `sum` is that of the numbers.
  float (*round_block)(const float* a, std::int64_t count, bool scaled, float* out, float* sum);
};

// Row `row` as k floats; `out` holds blocks * block.
void expand_row(const Matrix& m, std::int64_t row, float* out, Isa isa);

enum class Activations : std::uint8_t {
  exact,
  rounded,  // to 8 bits per row and block, by its largest element
};

// y [rows, n] = a [rows, k] * m' (+ bias [n]). Few rows: weights are read once, next to their use; many rows: a GEMM
// whose panels of weights are expanded where they are packed.
void multiply(const Matrix& m, std::int64_t rows, const float* a, Activations activations, const float* bias,
              float* y, ThreadPool& pool, const StopToken* stop, Isa isa);

}  // namespace nbits

SARDONYX_ISA_TABLE(nbits::Kernels, nbits_kernels)

}  // namespace sardonyx
