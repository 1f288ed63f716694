// The panel kernels of one element type T, for the panel_*.isa.cc files.
//
// Register tile: mr rows x 2 vectors, so mr * 2 accumulators, 2 vectors of B and one broadcast of A fill the
// registers: 6 x 2 of 16, 14 x 2 of 32. An FMA waits 4 cycles and 2 start per cycle, so 8 accumulators must be
// in flight: tiles of few rows unroll over k with accumulators of their own.
#pragma once

#include "kernels/gemm/panel_kernels.h"
#include "kernels/simd/vec.h"

namespace sardonyx::SARDONYX_ISA_NAMESPACE {

template <typename T>
struct Panel {
  static constexpr int kLanes = lanes<T>;
  static constexpr int kRows = kVectorRegisters == 32 ? 14 : 6;
  static constexpr int kCols = 2 * kLanes;
  static constexpr std::ptrdiff_t kSize = sizeof(T);

  // One step of k for R rows; a has the rows of this k one after the other.
  template <int R>
  [[gnu::always_inline]] static void step(vec<T> (&acc)[R][2], const std::byte* a, vec<T> b0, vec<T> b1) {
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r) {
      const vec<T> x = splat(load_one<T>(a + r * kSize));
      acc[r][0] = fma(x, b0, acc[r][0]);
      acc[r][1] = fma(x, b1, acc[r][1]);
    }
  }

  template <int R>
  [[gnu::always_inline]] static void put(const vec<T> (&acc)[R][2], std::byte* c, std::ptrdiff_t ldc,
                                         int cols, bool accumulate) {
    if (cols == kCols) {
#pragma GCC unroll 16
      for (int r = 0; r < R; ++r) {
        std::byte* at = c + r * ldc;
        store(at, accumulate ? load<T>(at) + acc[r][0] : acc[r][0]);
        at += sizeof(vec<T>);
        store(at, accumulate ? load<T>(at) + acc[r][1] : acc[r][1]);
      }
      return;
    }
    for (int r = 0; r < R; ++r) {
      for (int v = 0; v < 2; ++v) {
        const int n = cols - v * kLanes < kLanes ? cols - v * kLanes : kLanes;
        std::byte* at = c + r * ldc + v * static_cast<std::ptrdiff_t>(sizeof(vec<T>));
        if (n > 0) store_partial(at, accumulate ? load_partial<T>(at, n) + acc[r][v] : acc[r][v], n);
      }
    }
  }

  // B's row of one k: ldb apart, whole (Whole) or only `cols` of it readable.
  template <int R, bool Whole>
  static void rows(const std::byte* a, const std::byte* b, std::ptrdiff_t ldb, std::byte* c,
                   std::ptrdiff_t ldc, std::int64_t kc, int cols, bool accumulate) {
    constexpr int kUnroll = R == 1 ? 4 : (R <= 3 ? 2 : 1);
    vec<T> acc[kUnroll][R][2] = {};
    const int n0 = cols < kLanes ? cols : kLanes, n1 = cols - n0;
    const auto low = [&](const std::byte* p) { return Whole ? load<T>(p) : load_partial<T>(p, n0); };
    const auto high = [&](const std::byte* p) {
      return Whole ? load<T>(p + sizeof(vec<T>)) : load_partial<T>(p + n0 * kSize, n1);
    };
    constexpr std::ptrdiff_t kStep = kRows * kSize;
    std::int64_t k = 0;
    for (; k + kUnroll <= kc; k += kUnroll) {
#pragma GCC unroll 4
      for (int u = 0; u < kUnroll; ++u) {
        step<R>(acc[u], a, low(b), high(b));
        a += kStep;
        b += ldb;
      }
    }
    for (; k < kc; ++k) {
      step<R>(acc[0], a, low(b), high(b));
      a += kStep;
      b += ldb;
    }
#pragma GCC unroll 4
    for (int u = 1; u < kUnroll; ++u) {
#pragma GCC unroll 16
      for (int r = 0; r < R; ++r) {
        acc[0][r][0] += acc[u][r][0];
        acc[0][r][1] += acc[u][r][1];
      }
    }
    put<R>(acc[0], c, ldc, cols, accumulate);
  }

  template <int R, bool Whole>
  static void pick_rows(const std::byte* a, const std::byte* b, std::ptrdiff_t ldb, std::byte* c,
                        std::ptrdiff_t ldc, std::int64_t kc, int n, int cols, bool accumulate) {
    if constexpr (R > 0) {
      if (n == R) return rows<R, Whole>(a, b, ldb, c, ldc, kc, cols, accumulate);
      pick_rows<R - 1, Whole>(a, b, ldb, c, ldc, kc, n, cols, accumulate);
    }
  }

  static void tile(const std::byte* a, const std::byte* b, std::byte* c, std::ptrdiff_t ldc, std::int64_t kc,
                   int n, int cols, bool accumulate) {
    pick_rows<kRows, true>(a, b, kCols * kSize, c, ldc, kc, n, cols, accumulate);
  }

  static void tile_stored(const std::byte* a, const std::byte* b, std::ptrdiff_t ldb, std::byte* c,
                          std::ptrdiff_t ldc, std::int64_t kc, int n, int cols, bool accumulate) {
    if (cols == kCols)
      pick_rows<kRows, true>(a, b, ldb, c, ldc, kc, n, cols, accumulate);
    else
      pick_rows<kRows, false>(a, b, ldb, c, ldc, kc, n, cols, accumulate);
  }

  // out[k][Lines] from element (line, k) at from + line*line_step + k*k_step bytes.
  template <int Lines>
  static void pack(const std::byte* from, std::ptrdiff_t line_step, std::ptrdiff_t k_step, int n,
                   std::int64_t kc, std::byte* out) {
    if (n < Lines) __builtin_memset(out, 0, static_cast<std::size_t>(kc * Lines * kSize));
    if (line_step == kSize && n == Lines) {  // a step of k is contiguous
      for (std::int64_t k = 0; k < kc; ++k, out += Lines * kSize)
        __builtin_memcpy(out, from + k * k_step, Lines * sizeof(T));
    } else if (n == Lines) {
      for (std::int64_t k = 0; k < kc; ++k, out += Lines * kSize) {
        const std::byte* at = from + k * k_step;
#pragma GCC unroll 16
        for (int i = 0; i < Lines; ++i) store_one(out + i * kSize, load_one<T>(at + i * line_step));
      }
    } else {
      for (std::int64_t k = 0; k < kc; ++k, out += Lines * kSize)
        for (int i = 0; i < n; ++i)
          store_one(out + i * kSize, load_one<T>(from + k * k_step + i * line_step));
    }
  }

  static void pack_a(const gemm::Source& a, std::int64_t row0, int n, std::int64_t k0, std::int64_t kc,
                     std::byte* out) {
    const auto* from = static_cast<const std::byte*>(a.data) + (row0 * a.row + k0 * a.col) * kSize;
    pack<kRows>(from, a.row * kSize, a.col * kSize, n, kc, out);
  }

  static void pack_b(const gemm::Source& b, std::int64_t col0, int n, std::int64_t k0, std::int64_t kc,
                     std::byte* out) {
    const auto* from = static_cast<const std::byte*>(b.data) + (col0 * b.col + k0 * b.row) * kSize;
    pack<kCols>(from, b.col * kSize, b.row * kSize, n, kc, out);
  }

  static void finish(const gemm::FinishArgs& f) {
    const auto scale = static_cast<T>(f.scale), residual_scale = static_cast<T>(f.residual_scale);
    for (int r = 0; r < f.rows; ++r) {
      std::byte* c = f.tile + r * f.ld;
      const std::byte* residual = f.residual == nullptr ? nullptr : f.residual + r * f.residual_ld;
      const T bias = f.row_bias == nullptr ? T{} : load_one<T>(f.row_bias + r * kSize);
      for (int j = 0; j < f.cols; j += kLanes) {
        const int n = f.cols - j < kLanes ? f.cols - j : kLanes;
        const std::ptrdiff_t at = j * kSize;
        const auto get = [&](const std::byte* p) {
          return n == kLanes ? load<T>(p + at) : load_partial<T>(p + at, n);
        };
        vec<T> v = get(c);
        if (f.scale != 1) v = v * scale;
        if (f.row_bias != nullptr) v = v + bias;
        if (f.col_bias != nullptr) v = v + get(f.col_bias);
        if (residual != nullptr) v = v + get(residual) * residual_scale;
        if (n == kLanes)
          store(c + at, v);
        else
          store_partial(c + at, v, n);
      }
    }
  }

  // ---- one row or one column: the matrix is read once, at the memory's speed -----------------------------------

  // Four lines at once share the loads of x; two accumulators each hide the latency.
  template <int Lines>
  static void dots(const std::byte* a, std::ptrdiff_t line, const std::byte* x, std::byte* y,
                   std::ptrdiff_t y_step, std::int64_t k) {
    constexpr std::ptrdiff_t kVector = sizeof(vec<T>);
    vec<T> acc[Lines][2] = {};
    std::int64_t i = 0;
    for (; i + 2 * kLanes <= k; i += 2 * kLanes) {
      const vec<T> x0 = load<T>(x + i * kSize), x1 = load<T>(x + i * kSize + kVector);
#pragma GCC unroll 4
      for (int l = 0; l < Lines; ++l) {
        const std::byte* at = a + l * line + i * kSize;
        acc[l][0] = fma(load<T>(at), x0, acc[l][0]);
        acc[l][1] = fma(load<T>(at + kVector), x1, acc[l][1]);
      }
    }
    for (; i < k; i += kLanes) {
      const int n = static_cast<int>(k - i < kLanes ? k - i : kLanes);
      const vec<T> xs = load_partial<T>(x + i * kSize, n);
      for (int l = 0; l < Lines; ++l)
        acc[l][0] = fma(load_partial<T>(a + l * line + i * kSize, n), xs, acc[l][0]);
    }
    for (int l = 0; l < Lines; ++l) store_one(y + l * y_step, static_cast<T>(sum(acc[l][0] + acc[l][1])));
  }

  static void dot_lines(const std::byte* a, std::ptrdiff_t line, const std::byte* x, std::byte* y,
                        std::ptrdiff_t y_step, std::int64_t n, std::int64_t k) {
    std::int64_t i = 0;
    for (; i + 4 <= n; i += 4) dots<4>(a + i * line, line, x, y + i * y_step, y_step, k);
    for (; i < n; ++i) dots<1>(a + i * line, line, x, y + i * y_step, y_step, k);
  }

  // y += x[0..Lines) * the lines of b: y stays in L1 while Lines streams of b come from memory.
  template <int Lines>
  static void add(const std::byte* b, std::ptrdiff_t line, const std::byte* x, std::byte* y, std::int64_t n) {
    vec<T> xs[Lines];
    for (int l = 0; l < Lines; ++l) xs[l] = splat(load_one<T>(x + l * kSize));
    std::int64_t j = 0;
    for (; j + kLanes <= n; j += kLanes) {
      vec<T> v = load<T>(y + j * kSize);
#pragma GCC unroll 8
      for (int l = 0; l < Lines; ++l) v = fma(load<T>(b + l * line + j * kSize), xs[l], v);
      store(y + j * kSize, v);
    }
    const int rest = static_cast<int>(n - j);
    if (rest == 0) return;
    vec<T> v = load_partial<T>(y + j * kSize, rest);
    for (int l = 0; l < Lines; ++l) v = fma(load_partial<T>(b + l * line + j * kSize, rest), xs[l], v);
    store_partial(y + j * kSize, v, rest);
  }

  static void add_lines(const std::byte* b, std::ptrdiff_t line, const std::byte* x, std::byte* y,
                        std::int64_t n, std::int64_t k) {
    __builtin_memset(y, 0, static_cast<std::size_t>(n * kSize));
    std::int64_t i = 0;
    for (; i + 8 <= k; i += 8) add<8>(b + i * line, line, x + i * kSize, y, n);
    for (; i < k; ++i) add<1>(b + i * line, line, x + i * kSize, y, n);
  }

  static constexpr gemm::PanelKernels table() {
    constexpr int size = sizeof(T);
    return {kIsa,  kRows,        kCols,   1,       size,    size,       size,      size,
            &tile, &tile_stored, &pack_a, &pack_b, &finish, &dot_lines, &add_lines};
  }
};

}  // namespace sardonyx::SARDONYX_ISA_NAMESPACE
