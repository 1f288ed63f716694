#include "kernels/nbits/nbits.h"

#include <algorithm>
#include <cstring>

#include "kernels/gemm/driver.h"
#include "kernels/scratch.h"

namespace sardonyx::nbits {
namespace {

// Rows of activations from which expanding the weights for a GEMM is cheaper than one dot product for each.
constexpr std::int64_t kManyRows = 8;

std::int64_t block_bytes(const Matrix& m) { return static_cast<std::int64_t>(m.block) * m.bits / 8; }

unsigned bits_at(const std::uint8_t* bytes, int bits, std::int64_t i) {
  const std::int64_t at = i * bits;
  return bytes[at / 8] >> (at % 8) & ((1u << bits) - 1);
}

float zero_of(const Matrix& m, std::int64_t row, std::int64_t block) {
  if (m.float_zeros != nullptr) return m.float_zeros[row * m.blocks + block];
  if (m.zeros == nullptr) return static_cast<float>(1u << (m.bits - 1));
  const std::int64_t bytes = (m.blocks * m.bits + 7) / 8;
  return static_cast<float>(bits_at(m.zeros + row * bytes, m.bits, block));
}

// Elements [from, from + count) of one block of a row.
void expand_piece(const Matrix& m, std::int64_t row, std::int64_t b, std::int64_t from, std::int64_t count,
                  float* out, const Kernels& kernels) {
  const std::uint8_t* q = m.q + (row * m.blocks + b) * block_bytes(m);
  if (m.groups == nullptr && m.bits >= 4 && from * m.bits % 8 == 0) {
    const auto expand = m.bits == 4 ? kernels.expand4 : kernels.expand8;
    return expand(q + from * m.bits / 8, count, zero_of(m, row, b), m.scales[row * m.blocks + b], out);
  }
  for (std::int64_t i = from; i < from + count; ++i) {
    const std::int64_t column = b * m.block + i;
    const std::int64_t group = m.groups != nullptr && column < m.k ? m.groups[column] : b;
    *out++ = (static_cast<float>(bits_at(q, m.bits, i)) - zero_of(m, row, group)) *
             m.scales[row * m.blocks + group];
  }
}

// Columns [k0, k0 + count) of a row.
void expand_columns(const Matrix& m, std::int64_t row, std::int64_t k0, std::int64_t count, float* out,
                    const Kernels& kernels) {
  for (std::int64_t k = k0; k < k0 + count;) {
    const std::int64_t b = k / m.block, from = k % m.block;
    const std::int64_t piece = std::min(k0 + count - k, m.block - from);
    expand_piece(m, row, b, from, piece, out, kernels);
    out += piece;
    k += piece;
  }
}

// ---- many rows: a GEMM

struct Panels {
  const Matrix& m;
  const Kernels& kernels;
  const gemm::PanelKernels& gemm;
};

// Strips of weights as gemm::PackColumns asks for them, by way of tiles that stay in L1.
void pack_columns(const void* context, std::int64_t, std::int64_t col0, std::int64_t cols, std::int64_t k0,
                  std::int64_t kc, std::byte* out, std::size_t strip) {
  constexpr std::int64_t kDepth = 64, kWidest = 64;
  const auto& p = *static_cast<const Panels*>(context);
  alignas(64) float tile[kWidest * kDepth];
  const std::int64_t nr = p.gemm.nr;
  for (std::int64_t col = 0; col < cols; col += nr, out += strip) {
    const std::int64_t width = std::min(nr, cols - col);
    for (std::int64_t k = 0; k < kc; k += kDepth) {
      const std::int64_t depth = std::min(kDepth, kc - k);
      for (std::int64_t j = 0; j < width; ++j)
        expand_columns(p.m, col0 + col + j, k0 + k, depth, tile + j * kDepth, p.kernels);
      gemm::Source source;
      source.data = tile;
      source.row = 1;
      source.col = kDepth;
      p.gemm.pack_b(source, 0, width, 0, depth, out + k * nr * p.gemm.b_bytes, strip);
    }
  }
}

void multiply_many(const Matrix& m, std::int64_t rows, const float* a, const float* bias, float* y,
                   ThreadPool& pool, const StopToken* stop, Isa isa) {
  const Panels panels{m, nbits_kernels(isa), panel_kernels_f32(isa)};
  gemm::Product p;
  p.kernels = &panels.gemm;
  p.m = rows;
  p.n = m.n;
  p.k = m.k;
  p.a.data = a;
  p.a.row = m.k;
  p.a.col = 1;
  p.pack_columns = pack_columns;
  p.pack_context = &panels;
  p.c = reinterpret_cast<std::byte*>(y);
  p.ldc = m.n;
  p.epilogue.col_bias = bias;
  gemm::multiply(p, pool, stop);
}

// ---- few rows: dot products

// Row r of the weights; `zeros` holds `blocks` floats.
WeightRow weight_row(const Matrix& m, std::int64_t r, float* zeros) {
  if (m.zeros != nullptr)
    for (std::int64_t b = 0; b < m.blocks; ++b) zeros[b] = zero_of(m, r, b);
  return {m.q + r * m.blocks * block_bytes(m), m.scales + r * m.blocks, zeros, m.blocks, m.block / kChunk};
}

// One chunk of activations as the kernels for `bits` want it.
template <typename T>
void place_chunk(int bits, const T* from, T* to) {
  if (bits != 4) {
    std::copy_n(from, kChunk, to);
    return;
  }
  for (int i = 0; i < kChunk / 2; ++i) {
    to[i] = from[2 * i];
    to[i + kChunk / 2] = from[2 * i + 1];
  }
}

// Activations with zeros after column k, as the kernels for `bits` want them.
void arrange(const Matrix& m, const float* a, float* out) {
  const std::int64_t padded = m.blocks * m.block;
  for (std::int64_t k = 0; k < padded; k += kChunk) {
    float chunk[kChunk] = {};
    const std::int64_t count = std::clamp<std::int64_t>(m.k - k, 0, kChunk);
    std::memcpy(chunk, a + std::min(k, m.k), static_cast<std::size_t>(count) * sizeof(float));
    place_chunk(m.bits, chunk, out + k);
  }
}

// y[r, i] = dot(weight row i, activations r) + bias[i], whatever form activations have.
template <typename Dot>
void dot_rows(const Matrix& m, std::int64_t rows, const float* bias, float* y, ThreadPool& pool,
              const StopToken* stop, Dot&& dot) {
  const std::size_t slot = Scratch::slot_bytes(static_cast<std::size_t>(m.blocks) * sizeof(float));
  const Scratch scratch(slot * static_cast<std::size_t>(pool.width()));
  const auto zeros_of = [&](int s) {
    return reinterpret_cast<float*>(scratch.data() + slot * static_cast<std::size_t>(s));
  };
  for (int s = 0; s < pool.width(); ++s)
    std::fill_n(zeros_of(s), m.blocks, static_cast<float>(1u << (m.bits - 1)));
  const std::int64_t grain = std::max<std::int64_t>(1, 65536 / (m.blocks * m.block * rows));
  pool.for_range(
      m.n, grain,
      [&](std::int64_t begin, std::int64_t end, int s) {
        for (std::int64_t i = begin; i < end; ++i) {
          const WeightRow w = weight_row(m, i, zeros_of(s));
          for (std::int64_t r = 0; r < rows; ++r)
            y[r * m.n + i] = dot(w, r) + (bias == nullptr ? 0.0f : bias[i]);
        }
      },
      stop);
}

void multiply_few(const Matrix& m, std::int64_t rows, const float* a, const float* bias, float* y,
                  ThreadPool& pool, const StopToken* stop, Isa isa) {
  const std::int64_t padded = m.blocks * m.block;
  const Scratch scratch(static_cast<std::size_t>(rows * padded) * sizeof(float));
  auto* arranged = reinterpret_cast<float*>(scratch.data());
  for (std::int64_t r = 0; r < rows; ++r) arrange(m, a + r * m.k, arranged + r * padded);
  const auto dot = m.bits == 4 ? nbits_kernels(isa).dot4 : nbits_kernels(isa).dot8;
  dot_rows(m, rows, bias, y, pool, stop,
           [&](const WeightRow& w, std::int64_t r) { return dot(w, arranged + r * padded); });
}

// ---- rounded activations

// Block b of one row of activations, with zeros after column k.
const float* whole_block(const Matrix& m, const float* a, std::int64_t b, float* room) {
  const std::int64_t k = b * m.block, count = std::min<std::int64_t>(m.block, m.k - k);
  if (count == m.block) return a + k;
  std::fill_n(room, m.block, 0.0f);
  std::memcpy(room, a + k, static_cast<std::size_t>(count) * sizeof(float));
  return room;
}

struct RoundedRows {
  std::int64_t blocks, padded;
  std::int8_t* bytes;
  float *scales, *sums;
  RoundedRow operator[](std::int64_t r) const {
    return {bytes + r * padded, scales + r * blocks, sums + r * blocks};
  }
};

std::int8_t byte_of(float whole) {  // NaN (of an infinite or NaN block, whose scale tells) is 0
  return whole >= -127 && whole <= 127 ? static_cast<std::int8_t>(whole) : std::int8_t{0};
}

// `room` holds two blocks.
void round_row(const Matrix& m, const float* a, const RoundedRow& out, float* room, const Kernels& kernels) {
  float* whole = room + m.block;
  for (std::int64_t b = 0; b < m.blocks; ++b) {
    out.scales[b] = kernels.round_block(whole_block(m, a, b, room), m.block, false, whole, &out.sums[b]);
    out.sums[b] *= out.scales[b];
    std::int8_t* to = out.bytes + b * m.block;
    for (int i = 0; i < m.block; i += kChunk) {
      std::int8_t bytes[kChunk];
      std::transform(whole + i, whole + i + kChunk, bytes, byte_of);
      place_chunk(m.bits, bytes, to + i);
    }
  }
}

void multiply_few_rounded(const Matrix& m, std::int64_t rows, const float* a, const float* bias, float* y,
                          ThreadPool& pool, const StopToken* stop, Isa isa) {
  const Kernels& kernels = nbits_kernels(isa);
  const std::int64_t padded = m.blocks * m.block;
  const auto floats = static_cast<std::size_t>(2 * rows * m.blocks + 2 * m.block) * sizeof(float);
  const Scratch scratch(floats + static_cast<std::size_t>(rows * padded));
  auto* scales = reinterpret_cast<float*>(scratch.data());
  float *sums = scales + rows * m.blocks, *room = sums + rows * m.blocks;
  auto* bytes = reinterpret_cast<std::int8_t*>(scratch.data() + floats);
  const RoundedRows rounded{m.blocks, padded, bytes, scales, sums};
  for (std::int64_t r = 0; r < rows; ++r) round_row(m, a + r * m.k, rounded[r], room, kernels);
  const auto dot = m.bits == 4 ? kernels.rounded_dot4 : kernels.rounded_dot8;
  dot_rows(m, rows, bias, y, pool, stop,
           [&](const WeightRow& w, std::int64_t r) { return dot(w, rounded[r]); });
}

// out [rows, k]: the values that the rounded activations stand for.
void round_values(const Matrix& m, std::int64_t rows, const float* a, float* out, ThreadPool& pool,
                  const StopToken* stop, Isa isa) {
  const Kernels& kernels = nbits_kernels(isa);
  const std::size_t slot = Scratch::slot_bytes(2 * static_cast<std::size_t>(m.block) * sizeof(float));
  const Scratch scratch(slot * static_cast<std::size_t>(pool.width()));
  pool.for_range(
      rows * m.blocks, std::max<std::int64_t>(1, 16384 / m.block),
      [&](std::int64_t begin, std::int64_t end, int s) {
        auto* room = reinterpret_cast<float*>(scratch.data() + slot * static_cast<std::size_t>(s));
        for (std::int64_t i = begin; i < end; ++i) {
          const std::int64_t r = i / m.blocks, b = i % m.blocks, k = b * m.block;
          const std::int64_t count = std::min<std::int64_t>(m.block, m.k - k);
          float* to = out + r * m.k + k;
          float* whole = count == m.block ? to : room + m.block;
          float sum = 0;
          kernels.round_block(whole_block(m, a + r * m.k, b, room), m.block, true, whole, &sum);
          if (whole != to) std::memcpy(to, whole, static_cast<std::size_t>(count) * sizeof(float));
        }
      },
      stop);
}

}  // namespace

void expand_row(const Matrix& m, std::int64_t row, float* out, Isa isa) {
  expand_columns(m, row, 0, m.blocks * m.block, out, nbits_kernels(isa));
}

void multiply(const Matrix& m, std::int64_t rows, const float* a, Activations activations, const float* bias,
              float* y, ThreadPool& pool, const StopToken* stop, Isa isa) {
  if (rows == 0 || m.n == 0) return;
  const bool rounded = activations == Activations::rounded;
  const bool dots = rows < kManyRows && m.bits >= 4 && m.block % kChunk == 0 && m.groups == nullptr &&
                    m.float_zeros == nullptr;
  if (dots && rounded) return multiply_few_rounded(m, rows, a, bias, y, pool, stop, isa);
  if (dots) return multiply_few(m, rows, a, bias, y, pool, stop, isa);
  if (!rounded) return multiply_many(m, rows, a, bias, y, pool, stop, isa);
  const Scratch scratch(static_cast<std::size_t>(rows) * static_cast<std::size_t>(m.k) * sizeof(float));
  auto* floats = reinterpret_cast<float*>(scratch.data());
  round_values(m, rows, a, floats, pool, stop, isa);
  multiply_many(m, rows, floats, bias, y, pool, stop, isa);
}

}  // namespace sardonyx::nbits
