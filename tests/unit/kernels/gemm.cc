#include "kernels/gemm/gemm.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <type_traits>
#include <vector>

#include "unit/kernels/runnable_isas.h"

using namespace sardonyx;
using gemm::Type;

namespace {

template <typename T>
constexpr Type type_of() {
  if constexpr (std::is_same_v<T, float>) return Type::f32;
  if constexpr (std::is_same_v<T, double>) return Type::f64;
  return sizeof(T) == 4 ? Type::i32 : Type::i64;
}

template <typename T>
std::vector<T> numbers(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> v(n);
  for (T& x : v)
    x = std::is_floating_point_v<T> ? static_cast<T>(static_cast<int>(random() % 2001) - 1000) / T(500)
                                    : static_cast<T>(random() * 2654435761ull);
  return v;
}

// A matrix in a buffer of its own, its layout chosen by `how`.
enum class Layout { rows, columns, gaps, reversed };
template <typename T>
struct Stored {
  std::vector<T> bytes;
  gemm::Matrix view;
  T at(std::int64_t r, std::int64_t c) const {
    return static_cast<const T*>(view.data)[r * view.row + c * view.col];
  }
  Stored(std::int64_t rows, std::int64_t cols, Layout how, unsigned seed)
      : bytes(numbers<T>(static_cast<std::size_t>(rows * cols * (how == Layout::gaps ? 6 : 1)), seed)) {
    view.data = bytes.data();
    if (how == Layout::rows) view.row = cols, view.col = 1;
    if (how == Layout::columns) view.row = 1, view.col = rows;
    if (how == Layout::gaps) view.row = cols * 6, view.col = 3;
    if (how == Layout::reversed) {
      view.row = -cols, view.col = -1;
      if (!bytes.empty()) view.data = bytes.data() + bytes.size() - 1;
    }
  }
};

// Floats are compared with a sum in double, within the bound of any order of summation.
template <typename T>
bool close(T found, double expected, double magnitude, std::int64_t k) {
  const double eps = sizeof(T) == 4 ? 1.2e-7 : 2.3e-16;
  return std::abs(found - expected) <= eps * (static_cast<double>(k) + 8) * (magnitude + 1);
}

struct Options {
  Layout a = Layout::rows, b = Layout::rows;
  bool pack_a = false, pack_b = false, epilogue = false, store_by_hook = false;
};

template <typename T>
struct HookState {
  T* out;
  std::int64_t n;
  std::vector<int>* visits;
};

template <typename T>
int wrong_elements(std::int64_t m, std::int64_t n, std::int64_t k, const Options& o, int width, Isa isa) {
  const Stored<T> a(m, k, o.a, 1), b(k, n, o.b, 2);
  const auto row_bias = numbers<T>(static_cast<std::size_t>(m), 3),
             col_bias = numbers<T>(static_cast<std::size_t>(n), 4);
  const auto residual = numbers<T>(static_cast<std::size_t>(m * (n + 3)), 5);
  std::vector<T> c(static_cast<std::size_t>(m * (n + 2)), T(77)), by_hook(static_cast<std::size_t>(m * n));
  std::vector<int> visits(static_cast<std::size_t>(m * n));
  std::vector<std::byte> packed_a(gemm::packed_a_bytes(type_of<T>(), m, k, isa)),
      packed_b(gemm::packed_b_bytes(type_of<T>(), k, n, isa));
  gemm::Problem p;
  p.type = type_of<T>();
  p.m = m, p.n = n, p.k = k;
  p.a = a.view, p.b = b.view;
  if (o.pack_a)
    gemm::pack_a(p.type, m, k, a.view, packed_a.data(), isa), p.packed_a = packed_a.data(), p.a = {};
  if (o.pack_b)
    gemm::pack_b(p.type, k, n, b.view, packed_b.data(), isa), p.packed_b = packed_b.data(), p.b = {};
  p.c = o.store_by_hook ? nullptr : c.data();
  p.ldc = n + 2;
  const double scale = std::is_floating_point_v<T> ? 0.5 : 1,
               residual_scale = std::is_floating_point_v<T> ? 2 : 1;
  if (o.epilogue) {
    p.epilogue.scale = scale;
    p.epilogue.row_bias = row_bias.data(), p.epilogue.col_bias = col_bias.data();
    p.epilogue.residual = residual.data(), p.epilogue.residual_row = n + 3;
    p.epilogue.residual_scale = residual_scale;
  }
  HookState<T> state{by_hook.data(), n, &visits};
  p.epilogue.context = &state;
  p.epilogue.hook = [](const void* context, void* tile, int rows, int cols, std::ptrdiff_t ld,
                       std::int64_t row0, std::int64_t col0) {
    const auto& s = *static_cast<const HookState<T>*>(context);
    for (int r = 0; r < rows; ++r)
      for (int j = 0; j < cols; ++j) {
        const auto at = static_cast<std::size_t>((row0 + r) * s.n + col0 + j);
        s.out[at] = static_cast<T*>(tile)[r * ld + j];
        ++(*s.visits)[at];
      }
  };
  ThreadPool pool(width);
  gemm::run(p, pool, nullptr, isa);
  int wrong = 0;
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      const T found = by_hook[static_cast<std::size_t>(i * n + j)];
      if (visits[static_cast<std::size_t>(i * n + j)] != 1) ++wrong;
      if (!o.store_by_hook && c[static_cast<std::size_t>(i * (n + 2) + j)] != found) ++wrong;
      const T extra = o.epilogue ? static_cast<T>(row_bias[static_cast<std::size_t>(i)] +
                                                  col_bias[static_cast<std::size_t>(j)] +
                                                  static_cast<T>(residual_scale) *
                                                      residual[static_cast<std::size_t>(i * (n + 3) + j)])
                                 : T{};
      if constexpr (std::is_floating_point_v<T>) {
        double sum = 0, magnitude = 0;
        for (std::int64_t x = 0; x < k; ++x) {
          const double product = static_cast<double>(a.at(i, x)) * static_cast<double>(b.at(x, j));
          sum += product, magnitude += std::abs(product);
        }
        wrong +=
            !close(found, sum * (o.epilogue ? scale : 1) + static_cast<double>(extra), magnitude + 20, k);
      } else {
        T sum = extra;
        for (std::int64_t x = 0; x < k; ++x) sum = static_cast<T>(sum + a.at(i, x) * b.at(x, j));
        wrong += found != sum;
      }
    }
    for (std::int64_t j = n; j < n + 2; ++j) wrong += c[static_cast<std::size_t>(i * (n + 2) + j)] != T(77);
  }
  return wrong;
}

template <typename T>
void check_all(std::int64_t m, std::int64_t n, std::int64_t k, const Options& o) {
  for (const Isa isa : runnable_isas()) {
    CAPTURE(m);
    CAPTURE(n);
    CAPTURE(k);
    CAPTURE(static_cast<int>(isa));
    CAPTURE(static_cast<int>(o.a));
    CAPTURE(static_cast<int>(o.b));
    CAPTURE(o.pack_a);
    CAPTURE(o.pack_b);
    CHECK(wrong_elements<T>(m, n, k, o, m % 2 == 0 ? 1 : 3, isa) == 0);
  }
}

constexpr std::int64_t kSizes[][3] = {{1, 1, 1},   {1, 7, 5},    {1, 100, 33},  {1, 130, 600}, {2, 17, 9},
                                      {5, 16, 64}, {6, 32, 100}, {7, 33, 1100}, {13, 1, 40},   {14, 32, 14},
                                      {29, 65, 3}, {61, 70, 31}, {131, 9, 260}, {97, 530, 270}};

}  // namespace

TEST_CASE("float products of every tail and layout") {
  for (const auto& s : kSizes)
    for (const Layout a : {Layout::rows, Layout::columns, Layout::gaps, Layout::reversed})
      for (const Layout b : {Layout::rows, Layout::columns, Layout::gaps})
        check_all<float>(s[0], s[1], s[2], {.a = a, .b = b});
}

TEST_CASE("packed operands, epilogues, and results that only the hook stores") {
  for (const auto& s : kSizes)
    for (const int bits : {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15})
      check_all<float>(s[0], s[1], s[2],
                       {.pack_a = (bits & 1) != 0,
                        .pack_b = (bits & 2) != 0,
                        .epilogue = (bits & 4) != 0,
                        .store_by_hook = (bits & 8) != 0});
  check_all<float>(1100, 20, 1100, {.b = Layout::columns, .store_by_hook = true});
}

TEST_CASE("double and integer products") {
  for (const auto& s : kSizes) {
    for (const bool packed : {false, true}) {
      const Options o{.a = Layout::columns, .b = Layout::rows, .pack_b = packed, .epilogue = true};
      check_all<double>(s[0], s[1], s[2], o);
      check_all<std::uint32_t>(s[0], s[1], s[2], o);
      check_all<std::uint64_t>(s[0], s[1], s[2], o);
    }
  }
}

TEST_CASE("empty sums are zero, empty results are nothing") {
  for (const std::int64_t m : {1, 5})
    for (const std::int64_t n : {1, 20})
      for (const bool packed : {false, true})
        check_all<float>(m, n, 0, {.pack_a = packed, .pack_b = packed, .epilogue = true});
  check_all<float>(0, 5, 3, {});
  check_all<float>(5, 0, 3, {.pack_b = true});
}

TEST_CASE("batches broadcast by stride 0") {
  constexpr std::int64_t m = 5, n = 19, k = 37;
  const auto a = numbers<float>(2 * 3 * m * k, 1), b = numbers<float>(3 * k * n, 2);
  std::vector<float> c(2 * 3 * m * n);
  ThreadPool pool(2);
  for (const Isa isa : runnable_isas()) {
    for (const bool packed : {false, true}) {
      gemm::Problem p;
      p.m = m, p.n = n, p.k = k;
      p.a = {a.data(), k, 1}, p.b = {b.data(), n, 1};
      p.c = c.data(), p.ldc = n;
      p.batch = {
          .rank = 2, .size = {2, 3}, .a = {3 * m * k, m * k}, .b = {0, k * n}, .c = {3 * m * n, m * n}};
      const std::size_t one = gemm::packed_b_bytes(Type::f32, k, n, isa);
      std::vector<std::byte> bytes(3 * one);
      for (std::size_t i = 0; i < 3; ++i)
        gemm::pack_b(Type::f32, k, n, {b.data() + i * k * n, n, 1}, bytes.data() + i * one, isa);
      if (packed) p.packed_b = bytes.data(), p.batch.b[1] = 1;
      gemm::run(p, pool, nullptr, isa);
      int wrong = 0;
      for (std::int64_t i = 0; i < 6; ++i)
        for (std::int64_t r = 0; r < m; ++r)
          for (std::int64_t j = 0; j < n; ++j) {
            double sum = 0;
            for (std::int64_t x = 0; x < k; ++x)
              sum += double(a[std::size_t((i * m + r) * k + x)]) *
                     double(b[std::size_t((i % 3 * k + x) * n + j)]);
            wrong += !close(c[std::size_t((i * m + r) * n + j)], sum, 50, k);
          }
      CHECK(wrong == 0);
    }
  }
}

namespace {

int wrong_int8(std::int64_t m, std::int64_t n, std::int64_t k, int bits, int width, Isa isa) {
  const bool a_signed = bits & 1, b_signed = bits & 2, zeros = bits & 4, per_line = bits & 8,
             packed = bits & 16;
  std::mt19937 random(static_cast<unsigned>(bits) + 1);
  std::vector<unsigned char> a(static_cast<std::size_t>(m * k)), b(static_cast<std::size_t>(k * n));
  const bool extreme = k % 2 == 0;  // extremes are where 16-bit sums would saturate
  for (auto& x : a) x = static_cast<unsigned char>(extreme ? (a_signed ? 0x80 : 0xff) : random());
  for (auto& x : b) x = static_cast<unsigned char>(extreme ? (b_signed ? 0x80 : 0xff) : random());
  std::vector<std::int32_t> a_zero(static_cast<std::size_t>(m)), b_zero(static_cast<std::size_t>(n)),
      bias(a_zero.size());
  const auto zero = [&](bool s) { return static_cast<std::int32_t>(random() % 256) - (s ? 128 : 0); };
  for (auto& z : a_zero) z = zero(a_signed);
  for (auto& z : b_zero) z = zero(b_signed);
  for (auto& x : bias) x = static_cast<std::int32_t>(random() % 1000);
  gemm::Int8Problem p;
  p.m = m, p.n = n, p.k = k;
  p.a = {a.data(), k, 1, a_signed, zeros ? a_zero.data() : nullptr, per_line};
  p.b = {b.data(), 1, k, b_signed, zeros ? b_zero.data() : nullptr, per_line};  // stored by columns
  std::vector<std::int32_t> packed_a(gemm::packed_int8_a_bytes(m, k, isa) / 4 + 1);
  std::vector<std::int32_t> packed_b(gemm::packed_int8_b_bytes(k, n, isa) / 4 + 1);
  gemm::pack_int8_a(m, k, p.a, packed_a.data(), isa);
  gemm::pack_int8_b(k, n, p.b, packed_b.data(), isa);
  if (packed) p.packed_a = packed_a.data(), p.packed_b = packed_b.data();
  std::vector<std::int32_t> c(static_cast<std::size_t>(m * n));
  p.c = c.data(), p.ldc = n;
  p.epilogue.row_bias = bias.data();
  ThreadPool pool(width);
  gemm::run(p, pool, nullptr, isa);
  int wrong = 0;
  const auto value = [](unsigned char x, bool s) { return s ? static_cast<signed char>(x) : int(x); };
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      std::int64_t sum = bias[static_cast<std::size_t>(i)];
      for (std::int64_t x = 0; x < k; ++x)
        sum += (value(a[std::size_t(i * k + x)], a_signed) -
                (zeros ? a_zero[std::size_t(per_line ? i : 0)] : 0)) *
               (value(b[std::size_t(j * k + x)], b_signed) -
                (zeros ? b_zero[std::size_t(per_line ? j : 0)] : 0));
      wrong += sum != c[static_cast<std::size_t>(i * n + j)];
    }
  return wrong;
}

}  // namespace

TEST_CASE("int8 products are exact for every signedness, zero point and packing") {
  constexpr std::int64_t sizes[][3] = {{1, 1, 1},   {1, 40, 65}, {3, 17, 2},   {6, 16, 130},
                                       {7, 33, 31}, {14, 50, 8}, {65, 40, 99}, {20, 18, 2100}};
  for (const auto& s : sizes)
    for (int bits = 0; bits < 32; ++bits)
      for (const Isa isa : runnable_isas()) {
        CAPTURE(s[0]);
        CAPTURE(s[1]);
        CAPTURE(s[2]);
        CAPTURE(bits);
        CAPTURE(static_cast<int>(isa));
        CHECK(wrong_int8(s[0], s[1], s[2], bits, bits % 3 + 1, isa) == 0);
      }
}
