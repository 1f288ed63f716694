// int8 panels: A as 16-bit pairs with its zero point subtracted (|a| <= 255), B as signed bytes in pairs (u8
// minus 128, its zero point likewise by the driver), so a pair's products fit 2 * 255 * 128 and dot2 is exact.
#include "kernels/gemm/panel_kernels.h"
#include "kernels/simd/convert.h"

namespace sardonyx::SARDONYX_ISA_NAMESPACE {
namespace {

using I32 = vec<std::int32_t>;
constexpr int kLanes = lanes<std::int32_t>;
constexpr int kRows = kVectorRegisters == 32 ? 12 : 6;
constexpr int kCols = 2 * kLanes;

template <int R>
void rows(const std::byte* a, const std::byte* b, std::byte* c, std::ptrdiff_t ldc, std::int64_t groups,
          int cols, const gemm::TileStart* start) {
  I32 acc[R][2] = {};
  if (start != nullptr) {
    for (int v = 0; v < 2; ++v) {
      const int n = cols - v * kLanes < kLanes ? cols - v * kLanes : kLanes;
      const I32 col =
          start->col != nullptr && n > 0 ? load_partial<std::int32_t>(start->col + 4 * v * kLanes, n) : I32{};
#pragma GCC unroll 16
      for (int r = 0; r < R; ++r)
        acc[r][v] = start->row == nullptr ? col : col + load_one<std::int32_t>(start->row + 4 * r);
    }
  }
  for (std::int64_t g = 0; g < groups; ++g) {
    const auto b0 = load_widened<std::int8_t>(b), b1 = load_widened<std::int8_t>(b + 2 * kLanes);
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r) {
      const auto x = (vec<std::int16_t>)splat(load_one<std::int32_t>(a + 4 * r));
      acc[r][0] += dot2(x, b0);
      acc[r][1] += dot2(x, b1);
    }
    a += 4 * kRows;
    b += 2 * kCols;
  }
  for (int r = 0; r < R; ++r) {
    for (int v = 0; v < 2; ++v) {
      std::byte* at = c + r * ldc + v * static_cast<std::ptrdiff_t>(sizeof(I32));
      const int n = cols - v * kLanes < kLanes ? cols - v * kLanes : kLanes;
      if (n == kLanes)
        store(at, start == nullptr ? load<std::int32_t>(at) + acc[r][v] : acc[r][v]);
      else if (n > 0)
        store_partial(at, start == nullptr ? load_partial<std::int32_t>(at, n) + acc[r][v] : acc[r][v], n);
    }
  }
}

template <int R>
void pick_rows(const std::byte* a, const std::byte* b, std::byte* c, std::ptrdiff_t ldc, std::int64_t groups,
               int n, int cols, const gemm::TileStart* start) {
  if constexpr (R > 0) {
    if (n == R) return rows<R>(a, b, c, ldc, groups, cols, start);
    pick_rows<R - 1>(a, b, c, ldc, groups, n, cols, start);
  }
}

void tile(const std::byte* a, const std::byte* b, std::byte* c, std::ptrdiff_t ldc, std::int64_t groups,
          int n, int cols, const gemm::TileStart* start) {
  pick_rows<kRows>(a, b, c, ldc, groups, n, cols, start);
}

int byte_value(const std::byte* p, bool is_signed) {
  return is_signed ? static_cast<std::int8_t>(*p) : static_cast<int>(*p);
}

// Rows contiguous along k: pairs of k are 32-bit units, squares of which are transposed in registers. Returns
// the k's done, whole vectors of them; a store may run over into the next pair, which is written after it.
template <typename Byte>
std::int64_t pack_rows(const gemm::Source& a, std::int64_t row0, int n, std::int64_t k0, std::int64_t kc,
                       std::byte* out) {
  constexpr int kSquares = (kRows + kLanes - 1) / kLanes, kDepth = 2 * kLanes;
  const auto* from = static_cast<const std::byte*>(a.data) + row0 * a.row + k0;
  std::int64_t k = 0;
  for (; k + kDepth < kc; k += kDepth) {
    I32 squares[kSquares][kLanes];
    for (int s = 0; s < kSquares; ++s) {
#pragma GCC unroll 16
      for (int i = 0; i < kLanes; ++i) {
        const int r = s * kLanes + i;
        squares[s][i] = I32{};
        if (r >= n) continue;
        const auto zero =
            static_cast<std::int16_t>(a.zero == nullptr ? 0 : a.zero[a.zero_per_line ? row0 + r : 0]);
        squares[s][i] = (I32)(load_widened<Byte>(from + r * a.row + k) - splat(zero));
      }
      transpose(squares[s]);
    }
    for (int i = 0; i < kLanes; ++i)
      for (int s = 0; s < kSquares; ++s) store(out + ((k / 2 + i) * kRows + s * kLanes) * 4, squares[s][i]);
  }
  return k;
}

void pack_a(const gemm::Source& a, std::int64_t row0, int n, std::int64_t k0, std::int64_t kc,
            std::byte* out) {
  std::int64_t done = 0;
  if (a.col == 1) {
    done = a.is_signed ? pack_rows<std::int8_t>(a, row0, n, k0, kc, out)
                       : pack_rows<std::uint8_t>(a, row0, n, k0, kc, out);
  }
  const std::int64_t first = done / 2, groups = (kc + 1) / 2 - first;
  if (groups == 0) return;
  // Also clears what the last vectors ran over into; there is room, since `done` < kc.
  __builtin_memset(out + first * kRows * 4, 0, static_cast<std::size_t>(groups * kRows * 4));
  for (int r = 0; r < n; ++r) {
    const auto* from = static_cast<const std::byte*>(a.data) + (row0 + r) * a.row + k0 * a.col;
    const int zero = a.zero == nullptr ? 0 : a.zero[a.zero_per_line ? row0 + r : 0];
    for (std::int64_t k = done; k < kc; ++k) {
      const auto v = static_cast<std::int16_t>(byte_value(from + k * a.col, a.is_signed) - zero);
      store_one(out + ((k / 2) * kRows + r) * 4 + (k % 2) * 2, v);
    }
  }
}

// Pairs of k side by side for n columns: contiguous along the columns, along k, or neither.
void pack_strip(const gemm::Source& b, std::int64_t col0, int n, std::int64_t k0, std::int64_t kc,
                std::byte* out) {
  if (n < kCols) __builtin_memset(out, 0, static_cast<std::size_t>((kc + 1) / 2 * kCols * 2));
  const std::byte flip{static_cast<unsigned char>(b.is_signed ? 0 : 0x80)};  // u8 - 128 in 8 bits
  const auto* from = static_cast<const std::byte*>(b.data) + col0 * b.col + k0 * b.row;
  std::int64_t k = 0;
  for (; k + 2 <= kc; k += 2, out += 2 * kCols) {
    const std::byte *even = from + k * b.row, *odd = even + b.row;
    if (b.col == 1 && n == kCols) {
      for (int j = 0; j < kCols; ++j) {
        out[2 * j] = even[j] ^ flip;
        out[2 * j + 1] = odd[j] ^ flip;
      }
    } else {
      for (int j = 0; j < n; ++j) {
        out[2 * j] = even[j * b.col] ^ flip;
        out[2 * j + 1] = odd[j * b.col] ^ flip;
      }
    }
  }
  if (k == kc) return;
  for (int j = 0; j < n; ++j) {
    out[2 * j] = from[k * b.row + j * b.col] ^ flip;
    out[2 * j + 1] = std::byte{0};
  }
}

void pack_b(const gemm::Source& b, std::int64_t col0, std::int64_t cols, std::int64_t k0, std::int64_t kc,
            std::byte* out, std::size_t strip) {
  for (std::int64_t c = 0; c < cols; c += kCols, out += strip)
    pack_strip(b, col0 + c, static_cast<int>(cols - c < kCols ? cols - c : kCols), k0, kc, out);
}

void finish(const gemm::FinishArgs& f) {
  const I32 zero = splat((f.b_zero == nullptr ? 0 : *f.b_zero) - f.b_shift);
  for (int r = 0; r < f.rows; ++r) {
    const std::byte* residual = f.residual == nullptr ? nullptr : f.residual + r * f.residual_ld;
    const std::int32_t bias = f.row_bias == nullptr ? 0 : load_one<std::int32_t>(f.row_bias + 4 * r);
    const std::int32_t row_sum = f.row_sums == nullptr ? 0 : f.row_sums[r];
    for (int j = 0; j < f.cols; j += kLanes) {
      const int n = f.cols - j < kLanes ? f.cols - j : kLanes;
      std::byte* at = f.tile + r * f.ld + 4 * j;
      I32 v = load_partial<std::int32_t>(at, n) + bias;
      v = v - (f.b_zero_per_col ? load_partial<std::int32_t>(f.b_zero + j, n) - f.b_shift : zero) * row_sum;
      if (f.col_bias != nullptr) v = v + load_partial<std::int32_t>(f.col_bias + 4 * j, n);
      if (residual != nullptr) v = v + load_partial<std::int32_t>(residual + 4 * j, n);
      store_partial(at, v, n);
    }
  }
}

}  // namespace

extern const gemm::PanelKernels panel_kernels_int8;
const gemm::PanelKernels panel_kernels_int8 = {kIsa, kRows,   kCols,  2,      1,      2,       1,      4,
                                               tile, nullptr, pack_a, pack_b, finish, nullptr, nullptr};

}  // namespace sardonyx::SARDONYX_ISA_NAMESPACE
