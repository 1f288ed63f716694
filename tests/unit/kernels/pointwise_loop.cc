// Loops of pointwise programs against the naive loop, over strides, broadcasts, types, tiles and threads.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "kernels/pointwise/loop.h"
#include "runnable_isas.h"

using namespace sardonyx;
using namespace sardonyx::pointwise;

namespace {

std::vector<float> ramp(std::size_t n, float start = -3.0f, float step = 0.37f) {
  std::vector<float> v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = start + step * static_cast<float>(i % 97);
  return v;
}

const std::byte* bytes(const void* p) { return static_cast<const std::byte*>(p); }

// Index of the element of `in` (dense, broadcast) that meets element `i` of `out`.
std::size_t place(const Shape& in, const Shape& out, std::int64_t i) {
  std::int64_t at = 0, step = 1;
  for (std::size_t d = out.rank(); d-- > 0;) {
    const std::int64_t index = i % out[d];
    i /= out[d];
    if (d + in.rank() < out.rank()) continue;
    const std::size_t k = d + in.rank() - out.rank();
    if (in[k] != 1) at += index * step;
    step *= in[k];
  }
  return static_cast<std::size_t>(at);
}

Program add_relu() {
  Program p;
  const Reg a = p.operand(DType::float32), b = p.operand(DType::float32);
  p.output(p.unary(Opcode::relu, p.binary(Opcode::add, a, b)));
  return p;
}

void check_broadcast(const Program& p, const Shape& sa, const Shape& sb, const Shape& out, Isa isa,
                     bool relu) {
  CAPTURE(sa.text());
  CAPTURE(sb.text());
  const auto a = ramp(static_cast<std::size_t>(sa.count())),
             b = ramp(static_cast<std::size_t>(sb.count()), 1.5f, -0.21f);
  std::vector<float> c(static_cast<std::size_t>(out.count()), 77.0f);
  const Shape shapes[] = {sa, sb};
  const Loop loop = Loop::dense(p, out, shapes, isa);
  const std::byte* in[] = {bytes(a.data()), bytes(b.data())};
  std::byte* results[] = {reinterpret_cast<std::byte*>(c.data())};
  ThreadPool pool(2);
  loop.run(in, results, pool);
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < out.count(); ++i) {
    float expected = a[place(sa, out, i)] + b[place(sb, out, i)];
    if (relu) expected = std::max(expected, 0.0f);
    wrong += c[static_cast<std::size_t>(i)] != expected;
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("pointwise loop: broadcasting") {
  Program add;
  {
    const Reg a = add.operand(DType::float32), b = add.operand(DType::float32);
    add.output(add.binary(Opcode::add, a, b));
  }
  struct Case {
    Shape a, b, out;
  };
  const Case cases[] = {
      {{}, {}, {}},
      {{5}, {}, {5}},
      {{1}, {7}, {7}},
      {{1000}, {1000}, {1000}},
      {{70001}, {1}, {70001}},
      {{300, 1000}, {1000}, {300, 1000}},
      {{300, 1000}, {300, 1}, {300, 1000}},
      {{4, 16, 300}, {16, 1}, {4, 16, 300}},
      {{4, 16, 7, 7}, {16, 1, 1}, {4, 16, 7, 7}},
      {{64, 3}, {3}, {64, 3}},
      {{64, 1, 3}, {1, 5, 1}, {64, 5, 3}},
      {{5, 1, 3, 1}, {4, 1, 6}, {5, 4, 3, 6}},
      {{2, 0, 3}, {3}, {2, 0, 3}},
      {{1, 1, 1}, {2, 3}, {1, 2, 3}},
  };
  for (Isa isa : runnable_isas()) {
    for (const Case& c : cases) {
      check_broadcast(add, c.a, c.b, c.out, isa, false);
      check_broadcast(add_relu(), c.a, c.b, c.out, isa, true);
    }
  }
}

TEST_CASE("pointwise loop: strides of any sign, strided outputs") {
  // b is read backwards, the output is the transpose.
  const std::int64_t m = 37, n = 301;
  const auto a = ramp(static_cast<std::size_t>(m * n)), b = ramp(static_cast<std::size_t>(n));
  std::vector<float> c(static_cast<std::size_t>(m * n));
  const Strides in[] = {{n * 4, 4}, {0, -4}}, out[] = {{4, m * 4}};
  const Loop loop(add_relu(), Shape{m, n}, in, out);
  const std::byte* operands[] = {bytes(a.data()), bytes(b.data() + n - 1)};
  std::byte* results[] = {reinterpret_cast<std::byte*>(c.data())};
  ThreadPool pool(1);
  loop.run(operands, results, pool);
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t k = 0; k < n; ++k) {
      const float expected =
          std::max(0.0f, a[static_cast<std::size_t>(i * n + k)] + b[static_cast<std::size_t>(n - 1 - k)]);
      wrong += c[static_cast<std::size_t>(k * m + i)] != expected;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("pointwise loop: several outputs, operands and constants as outputs, values used twice") {
  Program p;
  const Reg a = p.operand(DType::float32), b = p.operand(DType::float32);
  const Reg sum = p.binary(Opcode::add, a, b);
  const Reg two = p.constant(DType::float32, 2);
  const Reg square = p.binary(Opcode::mul, sum, sum);
  const Reg positive = p.compare(Opcode::greater, sum, two);
  for (Reg r : {sum, square, positive, a, two, sum}) p.output(r);
  const std::int64_t n = 5000;
  const auto x = ramp(static_cast<std::size_t>(n));
  const float y = 0.25f;
  std::vector<std::vector<float>> out(6, std::vector<float>(static_cast<std::size_t>(n)));
  const Shape shapes[] = {Shape{n}, Shape{}};
  const Loop loop = Loop::dense(p, Shape{n}, shapes);
  const std::byte* in[] = {bytes(x.data()), bytes(&y)};
  std::vector<std::byte*> results;
  for (auto& o : out) results.push_back(reinterpret_cast<std::byte*>(o.data()));
  ThreadPool pool(2);
  loop.run(in, results, pool);
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
    const float s = x[i] + y;
    wrong += out[0][i] != s;
    wrong += out[1][i] != s * s;
    wrong += reinterpret_cast<const std::uint8_t*>(out[2].data())[i] != (s > 2);
    wrong += out[3][i] != x[i];
    wrong += out[4][i] != 2.0f;
    wrong += out[5][i] != s;
  }
  CHECK(wrong == 0);
}

TEST_CASE("pointwise loop: in place") {
  const Loop loop = [] {
    const Shape shapes[] = {Shape{40, 50}, Shape{50}};
    return Loop::dense(add_relu(), Shape{40, 50}, shapes);
  }();
  CHECK(loop.may_overwrite(0));
  CHECK_FALSE(loop.may_overwrite(1));
  auto a = ramp(2000);
  const auto before = a, b = ramp(50);
  const std::byte* in[] = {bytes(a.data()), bytes(b.data())};
  std::byte* out[] = {reinterpret_cast<std::byte*>(a.data())};
  ThreadPool pool(2);
  loop.run(in, out, pool);
  for (std::size_t i = 0; i < 2000; ++i) REQUIRE(a[i] == std::max(0.0f, before[i] + b[i % 50]));
}

TEST_CASE("pointwise loop: tiles of a producer") {
  // out[r, c] = uint8(relu(tile + bias[c] + residual[r, c])), tile by tile.
  Program p;
  const Reg t = p.operand(DType::float32), bias = p.operand(DType::float32),
            residual = p.operand(DType::float32);
  const Reg y = p.unary(Opcode::relu, p.binary(Opcode::add, p.binary(Opcode::add, t, bias), residual));
  p.output(p.convert(p.binary(Opcode::min, y, p.constant(DType::float32, 255)), DType::uint8));
  p.output(y);
  const std::int64_t m = 61, n = 83;
  const auto acc = ramp(static_cast<std::size_t>(m * n)), b = ramp(static_cast<std::size_t>(n)),
             r = ramp(static_cast<std::size_t>(m * n), 9, -0.3f);
  std::vector<std::uint8_t> c(static_cast<std::size_t>(m * n));
  std::vector<float> d(static_cast<std::size_t>(m * n));
  const Shape shapes[] = {Shape{m, n}, Shape{n}, Shape{m, n}};
  for (Isa isa : runnable_isas()) {
    const Loop loop = Loop::dense(p, Shape{m, n}, shapes, isa, Access::tiles);
    const std::byte* in[] = {nullptr, bytes(b.data()), bytes(r.data())};
    std::byte* out[] = {reinterpret_cast<std::byte*>(c.data()), reinterpret_cast<std::byte*>(d.data())};
    for (std::int64_t r0 = 0; r0 < m; r0 += 14) {
      for (std::int64_t c0 = 0; c0 < n; c0 += 32) {
        const int rows = static_cast<int>(std::min<std::int64_t>(14, m - r0)),
                  cols = static_cast<int>(std::min<std::int64_t>(32, n - c0));
        std::vector<float> tile(14 * 40, NAN);
        for (int i = 0; i < rows; ++i) {
          for (int k = 0; k < cols; ++k)
            tile[static_cast<std::size_t>(i * 40 + k)] = acc[static_cast<std::size_t>((r0 + i) * n + c0 + k)];
        }
        loop.run_tile(tile.data(), rows, cols, 40, r0, c0, n, in, out);
      }
    }
    std::int64_t wrong = 0;
    for (std::size_t i = 0; i < c.size(); ++i) {
      const float expected = std::max(0.0f, acc[i] + b[i % static_cast<std::size_t>(n)] + r[i]);
      wrong += d[i] != expected || c[i] != static_cast<std::uint8_t>(std::min(255.0f, expected));
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("pointwise loop: the result takes the tile's place") {
  Program p;
  const Reg t = p.operand(DType::float32), bias = p.operand(DType::float32);
  const Reg y = p.binary(Opcode::add, t, bias);
  p.output(p.binary(Opcode::mul, y, p.unary(Opcode::relu, y)));
  for (const std::int64_t cols : {1, 5, 64, 100}) {
    const std::int64_t rows = 7, ld = cols + (cols == 5 ? 0 : 3), n = cols == 100 ? 100 : 300;
    const Shape shapes[] = {Shape{20, n}, Shape{20, 1}};
    const Loop loop = Loop::dense(p, Shape{20, n}, shapes, chosen_isa(), Access::tiles);
    auto tile = ramp(static_cast<std::size_t>(rows * ld));
    const auto before = tile, b = ramp(20, -1, 0.3f);
    const std::byte* in[] = {nullptr, bytes(b.data())};
    std::byte* const out[] = {nullptr};
    loop.run_tile(tile.data(), static_cast<int>(rows), static_cast<int>(cols), ld, 11, 0, n, in, out);
    std::int64_t wrong = 0;
    for (std::int64_t r = 0; r < rows; ++r) {
      for (std::int64_t k = 0; k < ld; ++k) {
        const auto i = static_cast<std::size_t>(r * ld + k);
        const float v = before[i] + b[static_cast<std::size_t>(11 + r)];
        wrong += tile[i] != (k < cols ? v * std::max(0.0f, v) : before[i]);
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("pointwise loop: 16-bit floats compute in float32 and round once") {
  Program p;
  const Reg a = p.operand(DType::float16), b = p.operand(DType::float16);
  const Reg big = p.binary(Opcode::mul, a, b);  // beyond float16 in between
  p.output(p.binary(Opcode::div, big, b));
  std::vector<float16> x, y;
  for (int i = 1; i < 700; ++i) {
    x.emplace_back(static_cast<float>(i) * 3.0f);
    y.emplace_back(static_cast<float>(i % 50 + 200));
  }
  std::vector<float16> z(x.size());
  const Shape s{static_cast<std::int64_t>(x.size())};
  const Shape shapes[] = {s, s};
  for (Isa isa : runnable_isas()) {
    const Loop loop = Loop::dense(p, s, shapes, isa);
    const std::byte* in[] = {bytes(x.data()), bytes(y.data())};
    std::byte* out[] = {reinterpret_cast<std::byte*>(z.data())};
    ThreadPool pool(1);
    loop.run(in, out, pool);
    for (std::size_t i = 0; i < x.size(); ++i) REQUIRE(static_cast<float>(z[i]) == static_cast<float>(x[i]));
  }
}

TEST_CASE("pointwise loop: packed elements keep their neighbours") {
  Program p;
  const Reg a = p.operand(DType::int4);
  p.output(p.unary(Opcode::neg, a));
  const std::uint8_t x[] = {0x21, 0xf3, 0x08};  // 1, 2, 3, -1, -8
  std::uint8_t y[] = {0, 0, 0x70};
  const Shape s{5};
  const Shape shapes[] = {s};
  const Loop loop = Loop::dense(p, s, shapes);
  const std::byte* in[] = {bytes(x)};
  std::byte* out[] = {reinterpret_cast<std::byte*>(y)};
  ThreadPool pool(1);
  loop.run(in, out, pool);
  CHECK(y[0] == 0xef);
  CHECK(y[1] == 0x1d);
  CHECK(y[2] == 0x78);  // -(-8) wraps to -8
}

TEST_CASE("pointwise program: text, equality, composition, pruning") {
  const Program p = add_relu();
  CHECK(p.text() == "%0:float32 %1:float32 { %2:float32 = add %0 %1; %3:float32 = relu %2; out %3 }");
  CHECK(p == add_relu());
  CHECK(p.hash() == add_relu().hash());
  Program q;
  const Reg x = q.operand(DType::float32);
  q.constant(DType::float32, 3);
  const Reg half = q.constant(DType::float32, 0.5);
  const Reg bound[] = {x, half};
  const std::vector<Reg> out = q.append(p, bound);
  REQUIRE(out.size() == 1);
  q.output(out[0]);
  CHECK(q.pruned().text() ==
        "%0:float32 { %1:float32 = const 0.5; %2:float32 = add %0 %1; %3:float32 = relu %2; out %3 }");
  CHECK_FALSE(q == p);
}
