#include "kernels/pool/pool.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "unit/kernels/runnable_isas.h"

using namespace sardonyx;
using pool::IndexOrder;
using pool::Shape;
using pool::Type;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Shape shape_of(int spatial, std::int64_t planes, const std::vector<std::vector<std::int64_t>>& axes) {
  Shape s;  // an axis: in, kernel, stride, dilation, pad begin, pad end, ceil
  s.spatial = spatial;
  s.planes = planes;
  for (int i = 0; i < spatial; ++i) {
    const auto& a = axes[static_cast<std::size_t>(i)];
    s.in[i] = a[0], s.kernel[i] = a[1], s.stride[i] = a[2], s.dilation[i] = a[3];
    s.pad_begin[i] = a[4], s.pad_end[i] = a[5];
    s.out[i] = pool::output_size(a[0], a[1], a[2], a[3], a[4], a[5], a[6] != 0);
  }
  return s;
}

std::vector<Shape> shapes() {
  return {shape_of(1, 3, {{17, 3, 2, 1, 1, 1, 0}}),
          shape_of(1, 2, {{50, 4, 1, 3, 2, 5, 0}}),
          shape_of(2, 3, {{9, 2, 2, 1, 0, 0, 0}, {40, 2, 2, 1, 0, 0, 0}}),
          shape_of(2, 2, {{7, 3, 2, 1, 1, 1, 1}, {38, 3, 2, 1, 0, 1, 1}}),
          shape_of(2, 2, {{6, 3, 1, 2, 2, 1, 0}, {70, 5, 3, 1, 4, 4, 1}}),
          shape_of(2, 5, {{7, 7, 1, 1, 0, 0, 0}, {7, 7, 1, 1, 0, 0, 0}}),
          shape_of(2, 1, {{3, 2, 1, 1, 3, 3, 0}, {3, 2, 1, 1, 3, 3, 0}}),  // windows wholly in the padding
          shape_of(3, 2, {{4, 2, 1, 1, 1, 0, 0}, {5, 3, 2, 1, 1, 1, 0}, {6, 2, 2, 2, 1, 1, 0}}),
          pool::global_shape(4, 1000),
          pool::global_shape(3, 49)};
}

struct Cell {
  std::int64_t index;  // in the plane, -1 outside x
  bool padding;        // inside x or its padding
};

// The cells of window `o` of one plane, by the definition.
std::vector<Cell> window(const Shape& s, std::int64_t o) {
  std::vector<Cell> cells{{0, true}};
  std::int64_t at[3] = {};
  for (int i = s.spatial - 1; i >= 0; --i) at[i] = o % s.out[i], o /= s.out[i];
  for (int i = 0; i < s.spatial; ++i) {
    std::vector<Cell> next;
    for (const Cell& c : cells)
      for (std::int64_t k = 0; k < s.kernel[i]; ++k) {
        const std::int64_t p = at[i] * s.stride[i] - s.pad_begin[i] + k * s.dilation[i];
        const bool inside = p >= 0 && p < s.in[i] && c.index >= 0;
        next.push_back({inside ? c.index * s.in[i] + p : -1, c.padding && p < s.in[i] + s.pad_end[i]});
      }
    cells = next;
  }
  return cells;
}

std::int64_t product(const std::int64_t* v, int n) {
  std::int64_t p = 1;
  for (int i = 0; i < n; ++i) p *= v[i];
  return p;
}

template <typename T>
std::vector<T> numbers(std::size_t n) {
  std::mt19937 random(5);
  std::vector<T> v(n);
  for (T& x : v) x = static_cast<T>(static_cast<int>(random() % 200) - (std::is_unsigned_v<T> ? 0 : 100));
  return v;
}

template <typename T>
constexpr Type type_of() {
  if constexpr (std::is_same_v<T, float>) return Type::f32;
  if constexpr (std::is_same_v<T, double>) return Type::f64;
  return std::is_same_v<T, std::int8_t> ? Type::s8 : Type::u8;
}

template <typename T>
void check_max(const Shape& s, Isa isa, int width) {
  const std::int64_t in = product(s.in, s.spatial), out = product(s.out, s.spatial);
  auto x = numbers<T>(static_cast<std::size_t>(s.planes * in));
  std::vector<T> y(static_cast<std::size_t>(s.planes * out)), indexed(y.size());
  std::vector<std::int64_t> indices(y.size());
  ThreadPool threads(width);
  pool::max_pool(type_of<T>(), s, x.data(), y.data(), nullptr, IndexOrder::row_major, threads, nullptr, isa);
  pool::max_pool(type_of<T>(), s, x.data(), indexed.data(), indices.data(), IndexOrder::row_major, threads);
  int bad = 0;
  for (std::int64_t i = 0; i < s.planes * out; ++i) {
    const std::int64_t plane = i / out;
    double best =
        std::is_floating_point_v<T> ? -INFINITY : static_cast<double>(std::numeric_limits<T>::lowest());
    std::int64_t at = -1;
    for (const Cell& c : window(s, i % out)) {
      if (c.index < 0) continue;
      const auto v = static_cast<double>(x[static_cast<std::size_t>(plane * in + c.index)]);
      if (at < 0 || v > best) best = v, at = plane * in + c.index;
    }
    const auto u = static_cast<std::size_t>(i);
    bad += static_cast<double>(y[u]) != best || indexed[u] != y[u] || indices[u] != at;
  }
  CHECK(bad == 0);
}

template <typename T>
void check_means(const Shape& s, bool padding, Isa isa, int width) {
  const std::int64_t in = product(s.in, s.spatial), out = product(s.out, s.spatial);
  const auto x = numbers<T>(static_cast<std::size_t>(s.planes * in));
  std::vector<T> y(static_cast<std::size_t>(s.planes * out)), l1(y.size()), l2(y.size()), l3(y.size());
  ThreadPool threads(width);
  pool::average_pool(type_of<T>(), s, padding, x.data(), y.data(), threads, nullptr, isa);
  pool::lp_pool(type_of<T>(), s, 1, x.data(), l1.data(), threads);
  pool::lp_pool(type_of<T>(), s, 2, x.data(), l2.data(), threads);
  pool::lp_pool(type_of<T>(), s, 3, x.data(), l3.data(), threads);
  int bad = 0;
  for (std::int64_t i = 0; i < s.planes * out; ++i) {
    double sum = 0, count = 0, p1 = 0, p2 = 0, p3 = 0;
    for (const Cell& c : window(s, i % out)) {
      count += padding ? c.padding : c.index >= 0;
      if (c.index < 0) continue;
      const auto v = static_cast<double>(x[static_cast<std::size_t>(i / out * in + c.index)]);
      sum += v, p1 += std::abs(v), p2 += v * v, p3 += std::abs(v * v * v);
    }
    const auto u = static_cast<std::size_t>(i);
    const auto differs = [](T found, double expected) {
      if (std::isnan(expected)) return !std::isnan(found);
      return !(std::abs(found - expected) <= 1e-6 * std::abs(expected) + 1e-30);
    };
    bad += differs(y[u], count == 0 ? kNan : sum / count) || differs(l1[u], p1) ||
           differs(l2[u], std::sqrt(p2)) || differs(l3[u], std::cbrt(p3));
  }
  CHECK(bad == 0);
}

}  // namespace

TEST_CASE("maximum pooling, values and positions, of every type") {
  int index = 0;
  for (const Shape& s : shapes()) {
    CAPTURE(index);
    for (const Isa isa : runnable_isas()) {
      check_max<float>(s, isa, 1 + index % 3);
      check_max<double>(s, isa, 1);
      check_max<std::int8_t>(s, isa, 1);
      check_max<std::uint8_t>(s, isa, 2);
    }
    ++index;
  }
}

TEST_CASE("average and Lp pooling, with and without padding in the count") {
  int index = 0;
  for (const Shape& s : shapes()) {
    CAPTURE(index);
    for (const Isa isa : runnable_isas()) {
      for (const bool padding : {false, true}) {
        check_means<float>(s, padding, isa, 1 + index % 3);
        check_means<double>(s, padding, isa, 1);
      }
    }
    ++index;
  }
}

TEST_CASE("a NaN wins the maximum wherever it stands") {
  ThreadPool threads(1);
  for (const Isa isa : runnable_isas()) {
    for (std::int64_t n : {1, 5, 8, 9, 33}) {
      for (std::int64_t at = 0; at < n; ++at) {
        std::vector<float> x(static_cast<std::size_t>(n), 1.0f);
        x[static_cast<std::size_t>(at)] = std::numeric_limits<float>::quiet_NaN();
        float y = 0, indexed = 0;
        std::int64_t index = 0;
        const Shape s = pool::global_shape(1, n);
        pool::max_pool(Type::f32, s, x.data(), &y, nullptr, IndexOrder::row_major, threads, nullptr, isa);
        pool::max_pool(Type::f32, s, x.data(), &indexed, &index, IndexOrder::row_major, threads);
        CHECK(std::isnan(y));
        CHECK(std::isnan(indexed));
        CHECK(index == at);
        std::vector<float> rows(static_cast<std::size_t>(n), 0.0f);  // windows of one cell: the row is copied
        Shape one = shape_of(1, 1, {{n, 1, 1, 1, 0, 0, 0}});
        pool::max_pool(Type::f32, one, x.data(), rows.data(), nullptr, IndexOrder::row_major, threads,
                       nullptr, isa);
        CHECK(std::isnan(rows[static_cast<std::size_t>(at)]));
      }
    }
  }
}

TEST_CASE("column-major positions and output sizes") {
  ThreadPool threads(1);
  const float x[6] = {1, 2, 3, 9, 5, 4};  // 2 x 3
  float y = 0;
  std::int64_t index = 0;
  const Shape s = shape_of(2, 1, {{2, 2, 1, 1, 0, 0, 0}, {3, 3, 1, 1, 0, 0, 0}});
  pool::max_pool(Type::f32, s, x, &y, &index, IndexOrder::column_major, threads);
  CHECK(y == 9);
  CHECK(index == 1);  // row 1, column 0, the row fastest
  CHECK(pool::output_size(32, 5, 3, 1, 0, 0, false) == 10);
  CHECK(pool::output_size(4, 3, 2, 1, 0, 0, true) == 2);
  CHECK(pool::output_size(2, 1, 2, 1, 0, 0, true) == 1);  // the second window would begin behind the input
  CHECK(pool::output_size(2, 3, 1, 1, 0, 0, false) == 0);
}
