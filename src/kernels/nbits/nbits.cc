#include "kernels/nbits/nbits.h"

#include <algorithm>

#include "kernels/gemm/gemm.h"
#include "kernels/scratch.h"

namespace sardonyx::nbits {
namespace {

constexpr std::int64_t kFewRows = 6;
constexpr std::int64_t kPanel = 64;

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

}  // namespace

void expand_row(const Matrix& m, std::int64_t row, float* out, Isa isa) {
  const Kernels& kernels = nbits_kernels(isa);
  const std::int64_t bytes = static_cast<std::int64_t>(m.block) * m.bits / 8;
  for (std::int64_t b = 0; b < m.blocks; ++b) {
    const std::uint8_t* q = m.q + (row * m.blocks + b) * bytes;
    float* to = out + b * m.block;
    const float zero = zero_of(m, row, b), scale = m.scales[row * m.blocks + b];
    if (m.groups == nullptr && m.bits == 4) {
      kernels.expand4(q, m.block, zero, scale, to);
    } else if (m.groups == nullptr && m.bits == 8) {
      kernels.expand8(q, m.block, zero, scale, to);
    } else {
      for (std::int64_t i = 0; i < m.block; ++i) {
        const std::int64_t column = b * m.block + i;
        const std::int64_t group = m.groups != nullptr && column < m.k ? m.groups[column] : b;
        to[i] = (static_cast<float>(bits_at(q, m.bits, i)) - zero_of(m, row, group)) *
                m.scales[row * m.blocks + group];
      }
    }
  }
}

void multiply(const Matrix& m, std::int64_t rows, const float* a, const float* bias, float* y,
              ThreadPool& pool, const StopToken* stop, Isa isa) {
  const Kernels& kernels = nbits_kernels(isa);
  const std::int64_t padded = m.blocks * m.block, lines = rows <= kFewRows ? 1 : kPanel;
  const std::size_t slot = Scratch::slot_bytes(static_cast<std::size_t>(padded * lines) * sizeof(float));
  Scratch scratch(slot * static_cast<std::size_t>(pool.width()));
  const std::int64_t panels = (m.n + lines - 1) / lines;
  const std::int64_t grain =
      std::max<std::int64_t>(1, 65536 / (padded * lines * std::min(rows, kFewRows) + 1));
  pool.for_range(
      panels, grain,
      [&](std::int64_t begin, std::int64_t end, int s) {
        auto* row = reinterpret_cast<float*>(scratch.data() + slot * static_cast<std::size_t>(s));
        for (std::int64_t i = begin; i < end; ++i) {
          if (lines == 1) {
            expand_row(m, i, row, isa);
            const float add = bias == nullptr ? 0.0f : bias[i];
            for (std::int64_t r = 0; r < rows; ++r) y[r * m.n + i] = kernels.dot(a + r * m.k, row, m.k) + add;
            continue;
          }
          const std::int64_t first = i * kPanel, count = std::min(kPanel, m.n - first);
          for (std::int64_t j = 0; j < count; ++j) expand_row(m, first + j, row + j * padded, isa);
          gemm::Problem p;
          p.m = rows;
          p.n = count;
          p.k = m.k;
          p.a = {a, m.k, 1};
          p.b = {row, 1, padded};
          p.c = y + first;
          p.ldc = m.n;
          p.epilogue.col_bias = bias == nullptr ? nullptr : bias + first;
          gemm::run(p, pool, nullptr, isa);
        }
      },
      stop);
}

}  // namespace sardonyx::nbits
