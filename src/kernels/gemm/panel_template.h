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

  // One step of k for R rows and V vectors; a has the rows of this k one after the other.
  template <int R, int V>
  [[gnu::always_inline]] static void step(vec<T> (&acc)[R][V], const std::byte* a, const vec<T> (&b)[V]) {
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r) {
      const vec<T> x = splat(load_one<T>(a + r * kSize));
      for (int v = 0; v < V; ++v) acc[r][v] = fma(x, b[v], acc[r][v]);
    }
  }

  template <int R, int V>
  [[gnu::always_inline]] static void begin(vec<T> (&acc)[R][V], const gemm::TileStart& start, int cols) {
    if (start.col != nullptr) {
      for (int v = 0; v < V; ++v) {
        const int n = cols - v * kLanes < kLanes ? cols - v * kLanes : kLanes;
        const vec<T> bias = n > 0 ? load_partial<T>(start.col + v * kLanes * kSize, n) : vec<T>{};
#pragma GCC unroll 16
        for (int r = 0; r < R; ++r) acc[r][v] = bias;
      }
    }
    if (start.row == nullptr) return;
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r) {
      const vec<T> bias = splat(load_one<T>(start.row + r * kSize));
      for (int v = 0; v < V; ++v) acc[r][v] += bias;
    }
  }

  template <int R, int V>
  [[gnu::always_inline]] static void put(const vec<T> (&acc)[R][V], std::byte* c, std::ptrdiff_t ldc,
                                         int cols, const gemm::TileStart* start) {
    if (cols == V * kLanes) {
#pragma GCC unroll 16
      for (int r = 0; r < R; ++r) {
        for (int v = 0; v < V; ++v) {
          std::byte* at = c + r * ldc + v * static_cast<std::ptrdiff_t>(sizeof(vec<T>));
          store(at, start == nullptr ? load<T>(at) + acc[r][v] : acc[r][v]);
        }
      }
      return;
    }
    for (int r = 0; r < R; ++r) {
      for (int v = 0; v < V; ++v) {
        const int n = cols - v * kLanes < kLanes ? cols - v * kLanes : kLanes;
        std::byte* at = c + r * ldc + v * static_cast<std::ptrdiff_t>(sizeof(vec<T>));
        if (n > 0) store_partial(at, start == nullptr ? load_partial<T>(at, n) + acc[r][v] : acc[r][v], n);
      }
    }
  }

  // B's row of one k: ldb apart, V vectors of it readable (Whole) or only `cols` elements.
  template <int R, int V, bool Whole>
  static void rows(const std::byte* a, const std::byte* b, std::ptrdiff_t ldb, std::byte* c,
                   std::ptrdiff_t ldc, std::int64_t kc, int cols, const gemm::TileStart* start) {
    constexpr int kUnroll = R * V <= 2 ? 4 : (R * V <= 6 ? 2 : 1);
    vec<T> acc[kUnroll][R][V] = {};
    if (start != nullptr) begin<R, V>(acc[0], *start, cols);
    const auto advance = [&](vec<T>(&sums)[R][V]) {
      vec<T> x[V];
      for (int v = 0; v < V; ++v) {
        const int n = cols - v * kLanes < kLanes ? cols - v * kLanes : kLanes;
        const std::byte* at = b + v * static_cast<std::ptrdiff_t>(sizeof(vec<T>));
        x[v] = Whole ? load<T>(at) : (n > 0 ? load_partial<T>(at, n) : vec<T>{});
      }
      step<R, V>(sums, a, x);
      a += kRows * kSize;
      b += ldb;
    };
    std::int64_t k = 0;
    for (; k + kUnroll <= kc; k += kUnroll) {
#pragma GCC unroll 4
      for (int u = 0; u < kUnroll; ++u) {
        // Few rows use B faster than the machine foresees: fetch it ahead (never a fault).
        if constexpr (R <= 4 && Whole) __builtin_prefetch(b + 16 * ldb);
        advance(acc[u]);
      }
    }
    for (; k < kc; ++k) advance(acc[0]);
#pragma GCC unroll 4
    for (int u = 1; u < kUnroll; ++u) {
#pragma GCC unroll 16
      for (int r = 0; r < R; ++r)
        for (int v = 0; v < V; ++v) acc[0][r][v] += acc[u][r][v];
    }
    put<R, V>(acc[0], c, ldc, cols, start);
  }

  template <int R, int V, bool Whole>
  static void pick_rows(const std::byte* a, const std::byte* b, std::ptrdiff_t ldb, std::byte* c,
                        std::ptrdiff_t ldc, std::int64_t kc, int n, int cols, const gemm::TileStart* start) {
    if constexpr (R > 0) {
      if (n == R) return rows<R, V, Whole>(a, b, ldb, c, ldc, kc, cols, start);
      pick_rows<R - 1, V, Whole>(a, b, ldb, c, ldc, kc, n, cols, start);
    }
  }

  static void tile(const std::byte* a, const std::byte* b, std::byte* c, std::ptrdiff_t ldc, std::int64_t kc,
                   int n, int cols, const gemm::TileStart* start) {
    if (cols > kLanes)
      pick_rows<kRows, 2, true>(a, b, kCols * kSize, c, ldc, kc, n, cols, start);
    else
      pick_rows<kRows, 1, true>(a, b, kCols * kSize, c, ldc, kc, n, cols, start);
  }

  static void tile_stored(const std::byte* a, const std::byte* b, std::ptrdiff_t ldb, std::byte* c,
                          std::ptrdiff_t ldc, std::int64_t kc, int n, int cols,
                          const gemm::TileStart* start) {
    if (cols == kCols)
      pick_rows<kRows, 2, true>(a, b, ldb, c, ldc, kc, n, cols, start);
    else
      pick_rows<kRows, 2, false>(a, b, ldb, c, ldc, kc, n, cols, start);
  }

  // One strip, out[k][Lines], from element (line, k) at from + line*line_step + k*k_step bytes.
  template <int Lines>
  static void pack(const std::byte* from, std::ptrdiff_t line_step, std::ptrdiff_t k_step, int n,
                   std::int64_t kc, std::byte* out) {
    if (k_step == kSize) return pack_transposed<Lines>(from, line_step, n, kc, out);
    if (n < Lines) __builtin_memset(out, 0, static_cast<std::size_t>(kc * Lines * kSize));
    if (line_step == kSize && n == Lines) {  // a step of k is contiguous
      for (std::int64_t k = 0; k < kc; ++k, out += Lines * kSize)
        __builtin_memcpy(out, from + k * k_step, Lines * sizeof(T));
      return;
    }
    for (std::int64_t k = 0; k < kc; ++k, out += Lines * kSize)
      for (int i = 0; i < n; ++i) store_one(out + i * kSize, load_one<T>(from + k * k_step + i * line_step));
  }

  // Lines that are contiguous along k: squares of kLanes x kLanes are transposed in registers.
  template <int Lines>
  static void pack_transposed(const std::byte* from, std::ptrdiff_t line_step, int n, std::int64_t kc,
                              std::byte* out) {
    constexpr int kSquares = (Lines + kLanes - 1) / kLanes;
    constexpr int kTail = Lines - (kSquares - 1) * kLanes;  // lines in the last square
    for (std::int64_t k = 0; k < kc; k += kLanes) {
      const int depth = static_cast<int>(kc - k < kLanes ? kc - k : kLanes);
      vec<T> squares[kSquares][kLanes];
      for (int s = 0; s < kSquares; ++s) {
#pragma GCC unroll 16
        for (int i = 0; i < kLanes; ++i) {
          const int line = s * kLanes + i;
          const std::byte* at = from + line * line_step + k * kSize;
          if (line >= n)
            squares[s][i] = vec<T>{};
          else
            squares[s][i] = depth == kLanes ? load<T>(at) : load_partial<T>(at, depth);
        }
        transpose(squares[s]);
      }
      // A store of the last square may run over into the next k, which is written after it; the last k's not.
      for (int i = 0; i < depth; ++i) {
        std::byte* to = out + (k + i) * Lines * kSize;
        for (int s = 0; s + 1 < kSquares; ++s) store(to + s * kLanes * kSize, squares[s][i]);
        to += (kSquares - 1) * kLanes * kSize;
        if (kTail == kLanes || k + i + 1 < kc)
          store(to, squares[kSquares - 1][i]);
        else
          store_partial(to, squares[kSquares - 1][i], kTail);
      }
    }
  }

  static void pack_a(const gemm::Source& a, std::int64_t row0, int n, std::int64_t k0, std::int64_t kc,
                     std::byte* out) {
    const auto* from = static_cast<const std::byte*>(a.data) + (row0 * a.row + k0 * a.col) * kSize;
    pack<kRows>(from, a.row * kSize, a.col * kSize, n, kc, out);
  }

  static void pack_b(const gemm::Source& b, std::int64_t col0, std::int64_t cols, std::int64_t k0,
                     std::int64_t kc, std::byte* out, std::size_t strip) {
    const auto* from = static_cast<const std::byte*>(b.data) + (col0 * b.col + k0 * b.row) * kSize;
    std::int64_t whole = 0;
    if (b.col == 1) {  // along B's rows, so that memory is read in long runs
      whole = cols / kCols;
      for (std::int64_t k = 0; k < kc; ++k) {
        const std::byte* at = from + k * b.row * kSize;
        std::byte* to = out + k * kCols * kSize;
        for (std::int64_t s = 0; s < whole; ++s, at += kCols * kSize, to += strip) {
          const vec<T> low = load<T>(at), high = load<T>(at + sizeof(vec<T>));
          store(to, low);
          store(to + sizeof(vec<T>), high);
        }
      }
    }
    for (std::int64_t s = whole; s * kCols < cols; ++s) {
      const std::int64_t rest = cols - s * kCols;
      pack<kCols>(from + s * kCols * b.col * kSize, b.col * kSize, b.row * kSize,
                  static_cast<int>(rest < kCols ? rest : kCols), kc,
                  out + static_cast<std::size_t>(s) * strip);
    }
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

  // Rows x Lines sums at once, each a vector: 12 or fewer, so that with the operands they fit 16 registers.
  template <int Rows, int Lines>
  static void dots(const gemm::DotArgs& d, std::int64_t row, std::int64_t first) {
    const std::byte* a = d.lines + first * d.line;
    const std::byte* x = d.x + row * d.x_row;
    vec<T> acc[Rows][Lines] = {};
    std::int64_t i = 0;
    for (; i + kLanes <= d.k; i += kLanes) {
      vec<T> xs[Rows];
#pragma GCC unroll 4
      for (int r = 0; r < Rows; ++r) xs[r] = load<T>(x + r * d.x_row + i * kSize);
#pragma GCC unroll 8
      for (int l = 0; l < Lines; ++l) {
        const vec<T> v = load<T>(a + l * d.line + i * kSize);
#pragma GCC unroll 4
        for (int r = 0; r < Rows; ++r) acc[r][l] = fma(v, xs[r], acc[r][l]);
      }
    }
    if (const int n = static_cast<int>(d.k - i); n > 0) {
      for (int l = 0; l < Lines; ++l) {
        const vec<T> v = load_partial<T>(a + l * d.line + i * kSize, n);
        for (int r = 0; r < Rows; ++r)
          acc[r][l] = fma(v, load_partial<T>(x + r * d.x_row + i * kSize, n), acc[r][l]);
      }
    }
    for (int r = 0; r < Rows; ++r)
      for (int l = 0; l < Lines; ++l)
        store_one(d.y + (row + r) * d.y_row + (first + l) * d.y_step, static_cast<T>(sum(acc[r][l])));
  }

  template <int Lines>
  static void dots_of_rows(const gemm::DotArgs& d, std::int64_t first) {
    std::int64_t r = 0;
    if constexpr (Lines <= 4)
      for (; r + 3 <= d.rows; r += 3) dots<3, Lines>(d, r, first);
    for (; r < d.rows; ++r) dots<1, Lines>(d, r, first);
  }

  static void dot_lines(const gemm::DotArgs& d) {
    std::int64_t i = 0;
    if (d.rows == 1)
      for (; i + 8 <= d.n; i += 8) dots_of_rows<8>(d, i);
    for (; i + 4 <= d.n; i += 4) dots_of_rows<4>(d, i);
    for (; i < d.n; ++i) dots_of_rows<1>(d, i);
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
