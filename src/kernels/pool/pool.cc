#include "kernels/pool/pool.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/error.h"
#include "kernels/pool/pool_rows.h"
#include "kernels/scratch.h"

namespace sardonyx::pool {
namespace {

constexpr std::int64_t kSizes[] = {4, 8, 1, 1};  // of an element, by Type

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return a / b + (a % b > 0 ? 1 : 0); }

struct Axis {
  std::int64_t in = 1, out = 1, kernel = 1, stride = 1, dilation = 1, pad = 0, pad_end = 0;

  std::int64_t at(std::int64_t o, std::int64_t k) const { return o * stride - pad + k * dilation; }
  // The taps [first, last) of output o whose input lies in [low, high).
  void taps(std::int64_t o, std::int64_t low, std::int64_t high, std::int64_t& first,
            std::int64_t& last) const {
    const std::int64_t begin = o * stride - pad;
    first = std::clamp<std::int64_t>(ceil_div(low - begin, dilation), 0, kernel);
    last = std::clamp<std::int64_t>(ceil_div(high - begin, dilation), first, kernel);
  }
  // The outputs [first, last) whose input under tap k lies inside.
  void outputs(std::int64_t k, std::int64_t& first, std::int64_t& last) const {
    const std::int64_t shift = pad - k * dilation;
    first = std::clamp<std::int64_t>(ceil_div(shift, stride), 0, out);
    last = std::clamp<std::int64_t>(ceil_div(in + shift, stride), first, out);
  }
  std::int64_t count(std::int64_t o, bool padding) const {
    std::int64_t first = 0, last = 0;
    taps(o, padding ? -pad : 0, padding ? in + pad_end : in, first, last);
    return last - first;
  }
};

struct Geometry {
  Axis d, h, w;
  std::int64_t planes, in_cells, out_cells;

  explicit Geometry(const Shape& s) : planes(s.planes) {
    Axis* const axes[kMaxSpatial] = {&d, &h, &w};
    for (int i = 0; i < s.spatial; ++i)
      *axes[kMaxSpatial - s.spatial + i] = {s.in[i],       s.out[i],       s.kernel[i], s.stride[i],
                                            s.dilation[i], s.pad_begin[i], s.pad_end[i]};
    in_cells = d.in * h.in * w.in;
    out_cells = d.out * h.out * w.out;
  }
  // Windows as wide as the rows are runs over several rows: h becomes a part of w, then d.
  void merge_whole_rows() {
    for (int times = 0; times < 2; ++times) {
      const bool whole = w.out == 1 && w.kernel == w.in && w.pad == 0 && w.pad_end == 0 && w.dilation == 1;
      if (!whole || h.dilation != 1) return;
      w = {h.in * w.in, h.out, h.kernel * w.in, h.stride * w.in, 1, h.pad * w.in, h.pad_end * w.in};
      h = d;
      d = Axis{};
    }
  }
  std::int64_t rows() const { return planes * d.out * h.out; }
  // A row of windows is worth a hand-over to another thread from about 16,000 cells on.
  std::int64_t grain() const {
    const std::int64_t taps = std::min<std::int64_t>(d.kernel * h.kernel * w.kernel, in_cells);
    return std::max<std::int64_t>(1, 16384 / std::max<std::int64_t>(1, taps * w.out));
  }
};

// Where output row `row` (of planes * d.out * h.out) lies.
struct Row {
  std::int64_t plane, od, oh;
  Row(const Geometry& g, std::int64_t row)
      : plane(row / (g.d.out * g.h.out)), od(row / g.h.out % g.d.out), oh(row % g.h.out) {}
};

// visit(input row) for each input row under the windows of an output row.
template <typename Visit>
void each_input_row(const Geometry& g, const Row& row, const Visit& visit) {
  std::int64_t d0 = 0, d1 = 0, h0 = 0, h1 = 0;
  g.d.taps(row.od, 0, g.d.in, d0, d1);
  g.h.taps(row.oh, 0, g.h.in, h0, h1);
  for (std::int64_t kd = d0; kd < d1; ++kd)
    for (std::int64_t kh = h0; kh < h1; ++kh)
      visit((row.plane * g.d.in + g.d.at(row.od, kd)) * g.h.in + g.h.at(row.oh, kh));
}

// Folds each tap along w into the whole output row.
void fold_row(const Geometry& g, Fold fold, std::int64_t size, const std::byte* x, std::byte* y) {
  for (std::int64_t k = 0; k < g.w.kernel; ++k) {
    std::int64_t first = 0, last = 0;
    g.w.outputs(k, first, last);
    if (first < last) fold(y + first * size, x + g.w.at(first, k) * size, last - first, g.w.stride);
  }
}

void set_lowest(Type type, std::byte* y, std::int64_t n) {
  if (type == Type::u8) {
    std::memset(y, 0, static_cast<std::size_t>(n));
  } else if (type == Type::s8) {
    std::memset(y, 0x80, static_cast<std::size_t>(n));
  } else {
    const float low = -std::numeric_limits<float>::infinity();
    const double low64 = low;
    for (std::int64_t i = 0; i < n; ++i)
      type == Type::f32 ? std::memcpy(y + i * 4, &low, 4) : std::memcpy(y + i * 8, &low64, 8);
  }
}

// One window per row and its cells side by side: the row is folded as a whole.
bool folds_to_one(const Geometry& g) { return g.w.out == 1 && g.w.dilation == 1; }

template <typename T>
T get(const void* p, std::int64_t i) {
  T v;
  std::memcpy(&v, static_cast<const std::byte*>(p) + i * static_cast<std::int64_t>(sizeof v), sizeof v);
  return v;
}

template <typename T>
void put(void* p, std::int64_t i, T v) {
  std::memcpy(static_cast<std::byte*>(p) + i * static_cast<std::int64_t>(sizeof v), &v, sizeof v);
}

template <typename T>
void max_row_with_indices(const Geometry& g, const void* x, void* y, std::int64_t* indices, IndexOrder order,
                          std::int64_t index) {
  const Row row(g, index);
  for (std::int64_t ow = 0; ow < g.w.out; ++ow) {
    T best = std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                  : std::numeric_limits<T>::lowest();
    std::int64_t at = -1, first = 0, last = 0;
    g.w.taps(ow, 0, g.w.in, first, last);
    each_input_row(g, row, [&](std::int64_t in_row) {
      for (std::int64_t k = first; k < last; ++k) {
        const std::int64_t cell = in_row * g.w.in + g.w.at(ow, k);
        const T v = get<T>(x, cell);
        if (at >= 0 && !(v > best) && !(v != v && best == best)) continue;
        best = v;
        at = cell;
      }
    });
    if (at >= 0 && order == IndexOrder::column_major) {
      const std::int64_t w = at % g.w.in, h = at / g.w.in % g.h.in, d = at / (g.w.in * g.h.in) % g.d.in;
      at = row.plane * g.in_cells + (w * g.h.in + h) * g.d.in + d;
    }
    put(y, index * g.w.out + ow, best);
    std::memcpy(indices + index * g.w.out + ow, &at, sizeof at);
  }
}

using IndexedRow = void (*)(const Geometry&, const void*, void*, std::int64_t*, IndexOrder, std::int64_t);
constexpr IndexedRow kIndexedRows[] = {max_row_with_indices<float>, max_row_with_indices<double>,
                                       max_row_with_indices<std::int8_t>, max_row_with_indices<std::uint8_t>};

// `widths` holds the counts along w.
template <typename T>
void divide_row(const Geometry& g, const T* widths, bool padding, const Row& row, std::byte* y) {
  const auto above = static_cast<T>(g.d.count(row.od, padding) * g.h.count(row.oh, padding));
  for (std::int64_t ow = 0; ow < g.w.out; ++ow)
    put(y, ow, static_cast<T>(get<T>(y, ow) / (above * widths[ow])));
}

template <typename T>
void count_widths(const Geometry& g, bool padding, T* widths) {
  for (std::int64_t ow = 0; ow < g.w.out; ++ow) widths[ow] = static_cast<T>(g.w.count(ow, padding));
}

template <typename T>
void lp_row(const Geometry& g, int p, const void* x, void* y, std::int64_t index) {
  const Row row(g, index);
  for (std::int64_t ow = 0; ow < g.w.out; ++ow) {
    double sum = 0;
    std::int64_t first = 0, last = 0;
    g.w.taps(ow, 0, g.w.in, first, last);
    each_input_row(g, row, [&](std::int64_t in_row) {
      for (std::int64_t k = first; k < last; ++k) {
        const double v = std::abs(static_cast<double>(get<T>(x, in_row * g.w.in + g.w.at(ow, k))));
        sum += p == 1 ? v : (p == 2 ? v * v : std::pow(v, p));
      }
    });
    const double root = p == 1 ? sum : (p == 2 ? std::sqrt(sum) : std::pow(sum, 1.0 / p));
    put(y, index * g.w.out + ow, static_cast<T>(root));
  }
}

// The average of output row `index`; that of a single window is summed in double.
void average_row(const Geometry& g, const PoolRows& rows, Type type, bool padding, const std::byte* widths,
                 const std::byte* x, std::byte* y, std::int64_t index) {
  const Row row(g, index);
  const auto t = static_cast<std::size_t>(type);
  const std::int64_t size = kSizes[t];
  std::byte* to = y + index * g.w.out * size;
  if (folds_to_one(g)) {
    double sum = 0;
    std::int64_t first = 0, last = 0;
    g.w.taps(0, 0, g.w.in, first, last);
    each_input_row(g, row, [&](std::int64_t in_row) {
      rows.add_all[t](reinterpret_cast<std::byte*>(&sum), x + (in_row * g.w.in + g.w.at(0, first)) * size,
                      last - first);
    });
    const std::int64_t cells =
        g.d.count(row.od, padding) * g.h.count(row.oh, padding) * g.w.count(0, padding);
    const double mean = sum / static_cast<double>(cells);
    type == Type::f64 ? put(to, 0, mean) : put(to, 0, static_cast<float>(mean));
    return;
  }
  std::memset(to, 0, static_cast<std::size_t>(g.w.out * size));
  each_input_row(
      g, row, [&](std::int64_t in_row) { fold_row(g, rows.add[t], size, x + in_row * g.w.in * size, to); });
  if (type == Type::f64)
    divide_row(g, reinterpret_cast<const double*>(widths), padding, row, to);
  else
    divide_row(g, reinterpret_cast<const float*>(widths), padding, row, to);
}

}  // namespace

std::int64_t output_size(std::int64_t in, std::int64_t kernel, std::int64_t stride, std::int64_t dilation,
                         std::int64_t pad_begin, std::int64_t pad_end, bool ceil) {
  const std::int64_t room = in + pad_begin + pad_end - (dilation * (kernel - 1) + 1);
  if (room < 0) return 0;
  std::int64_t out = (ceil ? ceil_div(room, stride) : room / stride) + 1;
  if (ceil && (out - 1) * stride >= in + pad_begin) --out;
  return out;
}

Shape global_shape(std::int64_t planes, std::int64_t cells) {
  Shape s;
  s.spatial = 1;
  s.planes = planes;
  s.in[0] = s.kernel[0] = cells;
  return s;
}

void max_pool(Type type, const Shape& shape, const void* x, void* y, std::int64_t* indices, IndexOrder order,
              ThreadPool& pool, const StopToken* stop, Isa isa) {
  Geometry g(shape);
  if (g.rows() <= 0 || g.w.out <= 0) return;
  if (indices == nullptr) g.merge_whole_rows();
  const auto t = static_cast<std::size_t>(type);
  const PoolRows& rows = pool_rows(isa);
  const std::int64_t size = kSizes[t];
  const auto* from = static_cast<const std::byte*>(x);
  pool.for_range(
      g.rows(), g.grain(),
      [&](std::int64_t begin, std::int64_t end, int) {
        for (std::int64_t i = begin; i < end; ++i) {
          if (indices != nullptr) {
            kIndexedRows[t](g, x, y, indices, order, i);
            continue;
          }
          std::byte* to = static_cast<std::byte*>(y) + i * g.w.out * size;
          set_lowest(type, to, g.w.out);
          std::int64_t first = 0, last = 0;
          g.w.taps(0, 0, g.w.in, first, last);
          each_input_row(g, Row(g, i), [&](std::int64_t in_row) {
            const std::byte* at = from + in_row * g.w.in * size;
            if (folds_to_one(g))
              rows.max_all[t](to, at + g.w.at(0, first) * size, last - first);
            else
              fold_row(g, rows.max[t], size, at, to);
          });
        }
      },
      stop);
}

void average_pool(Type type, const Shape& shape, bool count_include_pad, const void* x, void* y,
                  ThreadPool& pool, const StopToken* stop, Isa isa) {
  Geometry g(shape);
  if (g.rows() <= 0 || g.w.out <= 0) return;
  g.merge_whole_rows();
  const PoolRows& rows = pool_rows(isa);
  const Scratch widths(checked_mul(static_cast<std::size_t>(g.w.out), sizeof(double)));
  if (type == Type::f64)
    count_widths(g, count_include_pad, reinterpret_cast<double*>(widths.data()));
  else
    count_widths(g, count_include_pad, reinterpret_cast<float*>(widths.data()));
  pool.for_range(
      g.rows(), g.grain(),
      [&](std::int64_t begin, std::int64_t end, int) {
        for (std::int64_t i = begin; i < end; ++i)
          average_row(g, rows, type, count_include_pad, widths.data(), static_cast<const std::byte*>(x),
                      static_cast<std::byte*>(y), i);
      },
      stop);
}

void lp_pool(Type type, const Shape& shape, int p, const void* x, void* y, ThreadPool& pool,
             const StopToken* stop) {
  const Geometry g(shape);
  if (g.rows() <= 0 || g.w.out <= 0) return;
  const auto row = type == Type::f64 ? lp_row<double> : lp_row<float>;
  pool.for_range(
      g.rows(), g.grain(),
      [&](std::int64_t begin, std::int64_t end, int) {
        for (std::int64_t i = begin; i < end; ++i) row(g, p, x, y, i);
      },
      stop);
}

}  // namespace sardonyx::pool
