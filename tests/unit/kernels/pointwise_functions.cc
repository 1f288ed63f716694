// Micro-operations against closed formulas in double: every float16 input, sampled float32 inputs, integers.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <string>

#include "kernels/pointwise/loop.h"
#include "runnable_isas.h"

using namespace sardonyx;
using namespace sardonyx::pointwise;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <typename R, typename... T>
std::vector<R> apply(const Program& p, Isa isa, const std::vector<T>&... in) {
  const std::int64_t n[] = {static_cast<std::int64_t>(in.size())...};
  const Shape shape{n[0]};
  const std::vector<Shape> shapes(sizeof...(T), shape);
  const Loop loop = Loop::dense(p, shape, shapes, isa);
  const std::byte* operands[] = {reinterpret_cast<const std::byte*>(in.data())...};
  std::vector<R> out(static_cast<std::size_t>(n[0]));
  std::byte* results[] = {reinterpret_cast<std::byte*>(out.data())};
  ThreadPool pool(1);
  loop.run(operands, results, pool);
  return out;
}

Program unary(Opcode op, DType type, DType result, double a = 0, double b = 0) {
  Program p;
  const Reg x = p.operand(type);
  p.output(p.emit(op, result, {x}, a, b));
  return p;
}
Program binary(Opcode op, DType type, DType result) {
  Program p;
  const Reg x = p.operand(type), y = p.operand(type);
  p.output(p.emit(op, result, {x, y}));
  return p;
}

double sigmoid(double x) {
  const double e = std::exp(-std::fabs(x));
  return (x < 0 ? e : 1) / (1 + e);
}
double softplus(double x) { return (x > 0 ? x : x != x ? x : 0) + std::log1p(std::exp(-std::fabs(x))); }
double gelu(double x) {
  if (x == -kInfinity) return 0;
  return x < 0 ? 0.5 * x * std::erfc(-x / std::sqrt(2.0)) : 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
}
double gelu_tanh(double x) {
  return x == -kInfinity ? 0 : x * sigmoid(2 * std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x));
}
double limited(double x, double y) { return x == -kInfinity ? 0 : y; }

struct Function {
  const char* name;
  Opcode op;
  std::function<double(double)> f;
  double a = 0, b = 0;
};

const std::vector<Function>& functions() {
  static const std::vector<Function> all = {
      {"abs", Opcode::abs, [](double x) { return std::fabs(x); }},
      {"neg", Opcode::neg, [](double x) { return -x; }},
      {"sign", Opcode::sign, [](double x) { return x > 0   ? 1
                                                   : x < 0 ? -1
                                                           : x; }},
      {"ceil", Opcode::ceil, [](double x) { return std::ceil(x); }},
      {"floor", Opcode::floor, [](double x) { return std::floor(x); }},
      {"round", Opcode::round, [](double x) { return std::nearbyint(x); }},
      {"sqrt", Opcode::sqrt, [](double x) { return std::sqrt(x); }},
      {"rcp", Opcode::reciprocal, [](double x) { return 1 / x; }},
      {"relu", Opcode::relu, [](double x) { return x < 0 ? 0 : x; }},
      {"exp", Opcode::exp, [](double x) { return std::exp(x); }},
      {"log", Opcode::log, [](double x) { return std::log(x); }},
      {"sin", Opcode::sin, [](double x) { return std::sin(x); }},
      {"cos", Opcode::cos, [](double x) { return std::cos(x); }},
      {"tan", Opcode::tan, [](double x) { return std::tan(x); }},
      {"asin", Opcode::asin, [](double x) { return std::asin(x); }},
      {"acos", Opcode::acos, [](double x) { return std::acos(x); }},
      {"atan", Opcode::atan, [](double x) { return std::atan(x); }},
      {"sinh", Opcode::sinh, [](double x) { return std::sinh(x); }},
      {"cosh", Opcode::cosh, [](double x) { return std::cosh(x); }},
      {"tanh", Opcode::tanh, [](double x) { return std::tanh(x); }},
      {"asinh", Opcode::asinh, [](double x) { return std::asinh(x); }},
      {"acosh", Opcode::acosh, [](double x) { return std::acosh(x); }},
      {"atanh", Opcode::atanh, [](double x) { return std::atanh(x); }},
      {"erf", Opcode::erf, [](double x) { return std::erf(x); }},
      {"sigmoid", Opcode::sigmoid, sigmoid},
      {"softplus", Opcode::softplus, softplus},
      {"softsign", Opcode::softsign,
       [](double x) { return std::isinf(x) ? std::copysign(1.0, x) : x / (1 + std::fabs(x)); }},
      {"mish", Opcode::mish, [](double x) { return limited(x, x * std::tanh(softplus(x))); }},
      {"gelu", Opcode::gelu, gelu},
      {"gelu_tanh", Opcode::gelu_tanh, gelu_tanh},
      {"swish", Opcode::swish, [](double x) { return limited(x, x * sigmoid(1.702f * x)); }, 1.702f},
      {"swish of 0.3", Opcode::swish, [](double x) { return limited(x, x * sigmoid(0.3f * x)); }, 0.3f},
      {"silu", Opcode::swish, [](double x) { return limited(x, x * sigmoid(x)); }, 1},
      {"hard_sigmoid", Opcode::hard_sigmoid,
       [](double x) { return x != x ? x : std::fmin(1, std::fmax(0, 0.25 * x + 0.5)); }, 0.25, 0.5},
      {"hard_sigmoid of 0.2", Opcode::hard_sigmoid,
       [](double x) { return x != x ? x : std::fmin(1, std::fmax(0, 0.2f * x + 0.5)); }, 0.2f, 0.5},
      {"hard_swish", Opcode::hard_swish,
       [](double x) { return x != x ? x : x * std::fmin(1, std::fmax(0, (x + 3) / 6)); }},
      {"leaky_relu", Opcode::leaky_relu, [](double x) { return x < 0 ? 0.125 * x : x; }, 0.125},
      {"elu", Opcode::elu, [](double x) { return x < 0 ? 1.5 * std::expm1(x) : x; }, 1.5},
      {"elu of 1.3", Opcode::elu, [](double x) { return x < 0 ? 1.3f * std::expm1(x) : x; }, 1.3f},
      {"selu", Opcode::selu, [](double x) { return 1.25 * (x < 0 ? 1.5 * std::expm1(x) : x); }, 1.5, 1.25},
      {"celu", Opcode::celu, [](double x) { return x < 0 ? 2 * std::expm1(x / 2) : x; }, 2},
      {"celu of -0.5", Opcode::celu, [](double x) { return x < 0 ? -0.5 * std::expm1(x / -0.5) : x; }, -0.5},
      {"celu of 1.3", Opcode::celu,
       [](double x) { return x < 0 ? 1.3f * std::expm1(x / static_cast<double>(1.3f)) : x; }, 1.3f},
      {"selu as specified", Opcode::selu,
       [](double x) {
         return 1.05070102214813232421875 * (x < 0 ? 1.67326319217681884765625 * std::expm1(x) : x);
       },
       1.67326319217681884765625, 1.05070102214813232421875},
      {"thresholded_relu", Opcode::thresholded_relu, [](double x) { return x > 1.5 || x != x ? x : 0; }, 1.5},
      {"shrink", Opcode::shrink,
       [](double x) { return x < -1.5  ? x + 0.5
                             : x > 1.5 ? x - 0.5
                             : x != x  ? x
                                       : 0; }, 1.5, 0.5},
  };
  return all;
}

// Distance of `got` from the true value, in units of the last place of the expected float.
double ulps(float got, double expected) {
  if (std::isnan(got) || std::isnan(expected)) return std::isnan(got) && std::isnan(expected) ? 0 : kInfinity;
  const float rounded = static_cast<float>(expected);
  if (std::isinf(got) || std::isinf(rounded)) {
    const float other = std::isinf(got) ? rounded : got;
    return got == rounded || std::fabs(other) > 3.4028e38f ? 0 : kInfinity;
  }
  const double unit =
      std::fabs(rounded) < 1.1754944e-38f ? 0x1p-149 : std::ldexp(1.0, std::ilogb(rounded) - 23);
  return std::fabs(static_cast<double>(got) - expected) / unit;
}

}  // namespace

TEST_CASE("pointwise functions: every float16") {
  std::vector<float16> x(65536);
  for (std::size_t i = 0; i < x.size(); ++i) x[i].bits = static_cast<std::uint16_t>(i);
  for (Isa isa : runnable_isas()) {
    for (const Function& f : functions()) {
      const std::string name = f.name;
      CAPTURE(name);
      const auto y = apply<float16>(unary(f.op, DType::float16, DType::float16, f.a, f.b), isa, x);
      std::int64_t wrong = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double expected = f.f(static_cast<double>(static_cast<float>(x[i])));
        const float got = static_cast<float>(y[i]);
        // One neighbour is allowed where the float32 result falls on the other side of a tie.
        const float16 rounded = to_float16(expected);
        const float value = static_cast<float>(rounded);
        if (std::isnan(expected) ? std::isnan(got) : got == value) continue;
        const int apart = std::abs((rounded.bits & 0x7fff) - (y[i].bits & 0x7fff));
        const bool near_tie =
            std::fabs(std::fabs(expected - static_cast<double>(value)) -
                      std::fabs(expected - static_cast<double>(got))) <= 1e-5 * std::fabs(expected) + 1e-9;
        if (apart > 1 || !near_tie) ++wrong;
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("pointwise functions: float32 within ulps") {
  std::vector<float> x;
  for (std::uint32_t bits = 0; bits < 0xffffffffu - 70001u; bits += 70001u) {
    float v;
    std::memcpy(&v, &bits, 4);
    x.push_back(v);
  }
  std::mt19937 random(7);
  for (float most : {1.0f, 12.0f, 110.0f}) {
    std::uniform_real_distribution<float> around(-most, most);
    for (int i = 0; i < 40000; ++i) x.push_back(around(random));
  }
  for (float v :
       {0.0f, -0.0f, 1.0f, -1.0f, 88.7f, -87.4f, -103.9f, 1e-45f, 3.4028235e38f, INFINITY, -INFINITY, NAN})
    x.push_back(v);
  for (Isa isa : runnable_isas()) {
    for (const Function& f : functions()) {
      const std::string name = f.name;
      CAPTURE(name);
      const auto y = apply<float>(unary(f.op, DType::float32, DType::float32, f.a, f.b), isa, x);
      double worst = 0;
      float at = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double expected = f.f(static_cast<double>(x[i]));
        if (std::fabs(expected - static_cast<double>(y[i])) < 1e-42) continue;
        const double u = ulps(y[i], expected);
        if (u > worst) worst = u, at = x[i];
      }
      CAPTURE(at);
      CHECK(worst <= 2);
    }
  }
}

TEST_CASE("pointwise functions: tanh, sigmoid, erf are monotone and in range") {
  std::vector<float> x;
  for (double v = -20; v < 20; v += 1.7e-5) x.push_back(static_cast<float>(v));
  for (Isa isa : runnable_isas()) {
    for (Opcode op : {Opcode::tanh, Opcode::sigmoid, Opcode::erf, Opcode::exp}) {
      const auto y = apply<float>(unary(op, DType::float32, DType::float32), isa, x);
      std::int64_t falls = 0, outside = 0;
      for (std::size_t i = 1; i < x.size(); ++i) falls += y[i] < y[i - 1];
      for (float v : y) outside += op != Opcode::exp && (v > 1 || v < (op == Opcode::sigmoid ? 0 : -1));
      CHECK(falls == 0);
      CHECK(outside == 0);
    }
  }
}

TEST_CASE("pointwise functions: powers") {
  std::vector<float> x, y;
  std::mt19937 random(3);
  std::uniform_real_distribution<float> base(0, 8), exponent(-20, 20);
  for (int i = 0; i < 20000; ++i) x.push_back(base(random)), y.push_back(exponent(random));
  for (float b : {0.0f, -0.0f, 1.0f, -1.0f, 2.0f, -2.0f, INFINITY, -INFINITY, NAN, 1e-40f}) {
    for (float e : {0.0f, 1.0f, -1.0f, 2.0f, 3.0f, 0.5f, -2.5f, INFINITY, -INFINITY, NAN, 1e9f})
      x.push_back(b), y.push_back(e);
  }
  for (Isa isa : runnable_isas()) {
    const auto z = apply<float>(binary(Opcode::pow, DType::float32, DType::float32), isa, x, y);
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      worst = std::fmax(worst, ulps(z[i], std::pow(static_cast<double>(x[i]), static_cast<double>(y[i]))));
    CHECK(worst <= 1);
  }
}

TEST_CASE("pointwise functions: NaN on either side of min, max and comparisons") {
  const float nan = NAN;
  const std::vector<float> a{nan, 1, nan, 2, -1}, b{1, nan, nan, 1, 3};
  for (Isa isa : runnable_isas()) {
    for (Opcode op : {Opcode::min, Opcode::max}) {
      const auto y = apply<float>(binary(op, DType::float32, DType::float32), isa, a, b);
      for (std::size_t i : {0u, 1u, 2u}) CHECK(std::isnan(y[i]));
      CHECK(y[3] == (op == Opcode::min ? 1 : 2));
      CHECK(y[4] == (op == Opcode::min ? -1 : 3));
    }
    using Truths = std::vector<std::uint8_t>;
    CHECK(apply<std::uint8_t>(binary(Opcode::less, DType::float32, DType::bool_), isa, a, b) ==
          Truths{0, 0, 0, 0, 1});
    CHECK(apply<std::uint8_t>(binary(Opcode::greater_equal, DType::float32, DType::bool_), isa, a, b) ==
          Truths{0, 0, 0, 1, 0});
    CHECK(apply<std::uint8_t>(binary(Opcode::not_equal, DType::float32, DType::bool_), isa, a, b) ==
          Truths{1, 1, 1, 1, 1});
  }
}

TEST_CASE("pointwise functions: integers wrap and never trap") {
  constexpr std::int32_t low = std::numeric_limits<std::int32_t>::min(),
                         high = std::numeric_limits<std::int32_t>::max();
  using I = std::vector<std::int32_t>;
  const I a{7, -7, 7, -7, low, low, 5, high, 0}, b{2, 2, -2, -2, -1, 0, 0, 1, -1};
  const auto run = [&](Opcode op, Isa isa) {
    return apply<std::int32_t>(binary(op, DType::int32, DType::int32), isa, a, b);
  };
  for (Isa isa : runnable_isas()) {
    CHECK(run(Opcode::div, isa) == I{3, -3, -3, 3, low, 0, 0, high, 0});
    CHECK(run(Opcode::mod, isa) == I{1, 1, -1, -1, 0, 0, 0, 0, 0});
    CHECK(run(Opcode::fmod, isa) == I{1, -1, 1, -1, 0, 0, 0, 0, 0});
    CHECK(run(Opcode::add, isa) == I{9, -5, 5, -9, high, low, 5, low, -1});
    CHECK(run(Opcode::mul, isa) == I{14, -14, -14, 14, low, 0, 0, high, 0});
    CHECK(run(Opcode::pow, isa) == I{49, 49, 0, 0, 0, 1, 1, high, 0});
    using U8 = std::vector<std::uint8_t>;
    const U8 x{1, 255, 200, 3}, y{7, 1, 8, 9};
    CHECK(apply<std::uint8_t>(binary(Opcode::shift_left, DType::uint8, DType::uint8), isa, x, y) ==
          U8{128, 254, 0, 0});
    CHECK(apply<std::uint8_t>(binary(Opcode::shift_right, DType::uint8, DType::uint8), isa, x, y) ==
          U8{0, 127, 0, 0});
    CHECK(apply<std::uint8_t>(binary(Opcode::mul, DType::uint8, DType::uint8), isa, x, y) ==
          U8{7, 255, 64, 27});
    CHECK(apply<std::uint8_t>(binary(Opcode::sub, DType::uint8, DType::uint8), isa, x, y) ==
          U8{250, 254, 192, 250});
    using U16 = std::vector<std::uint16_t>;
    CHECK(apply<std::uint16_t>(binary(Opcode::mul, DType::uint16, DType::uint16), isa, U16{65535, 300},
                               U16{65535, 300}) == U16{1, 24464});
    using I8 = std::vector<std::int8_t>;
    CHECK(apply<std::int8_t>(unary(Opcode::abs, DType::int8, DType::int8), isa, I8{-128, -5, 5}) ==
          I8{-128, 5, 5});
    CHECK(apply<std::int8_t>(unary(Opcode::sign, DType::int8, DType::int8), isa, I8{-128, 0, 5}) ==
          I8{-1, 0, 1});
  }
}

TEST_CASE("pointwise functions: conversions at the ends of ranges") {
  const std::vector<float> x{-1.9f, 2.9f, 1e20f, -1e20f, NAN, INFINITY, 300.0f, 2147483648.0f, 4294967040.0f};
  const auto to = [](DType from, DType type) {
    Program p;
    p.output(p.convert(p.operand(from), type));
    return p;
  };
  for (Isa isa : runnable_isas()) {
    constexpr auto low32 = std::numeric_limits<std::int32_t>::min(),
                   high32 = std::numeric_limits<std::int32_t>::max();
    CHECK(apply<std::int32_t>(to(DType::float32, DType::int32), isa, x) ==
          std::vector<std::int32_t>{-1, 2, high32, low32, 0, high32, 300, high32, high32});
    constexpr auto low64 = std::numeric_limits<std::int64_t>::min(),
                   high64 = std::numeric_limits<std::int64_t>::max();
    CHECK(apply<std::int64_t>(to(DType::float32, DType::int64), isa, x) ==
          std::vector<std::int64_t>{-1, 2, high64, low64, 0, high64, 300, 2147483648, 4294967040});
    CHECK(apply<std::uint8_t>(to(DType::float32, DType::uint8), isa, x) ==
          std::vector<std::uint8_t>{255, 2, 255, 0, 0, 255, 44, 255, 255});
    CHECK(apply<std::int8_t>(to(DType::float32, DType::int8), isa, x) ==
          std::vector<std::int8_t>{-1, 2, -1, 0, 0, -1, 44, -1, -1});
    CHECK(apply<std::uint32_t>(to(DType::float32, DType::uint32), isa, x) ==
          std::vector<std::uint32_t>{4294967295u, 2, 4294967295u, 0, 0, 4294967295u, 300, 2147483648u,
                                     4294967040u});
    const auto wide = apply<std::uint64_t>(to(DType::float32, DType::uint64), isa,
                                           std::vector<float>{-1.9f, 1e20f, 0x1p63f, 0x1.8p63f, 5, NAN});
    CHECK(wide ==
          std::vector<std::uint64_t>{~std::uint64_t{0}, ~std::uint64_t{0}, 1ull << 63, 3ull << 62, 5, 0});
    CHECK(
        apply<std::uint8_t>(to(DType::float32, DType::bool_), isa, std::vector<float>{0, -0.0f, 0.1f, NAN}) ==
        std::vector<std::uint8_t>{0, 0, 1, 1});
    CHECK(apply<std::int8_t>(to(DType::int32, DType::int8), isa, std::vector<std::int32_t>{300, -129, 5}) ==
          std::vector<std::int8_t>{44, 127, 5});
    CHECK(
        apply<float>(to(DType::int64, DType::float32), isa, std::vector<std::int64_t>{-3, 16777217, low64}) ==
        std::vector<float>{-3, 16777216, -0x1p63f});
    // 1 + 2^-11 + 2^-40 rounds up to half precision, but would tie to even after float32.
    const auto half = apply<float16>(to(DType::float64, DType::float16), isa,
                                     std::vector<double>{1 + 0x1p-11 + 0x1p-40, 1 + 0x1p-11, 1e9, -1e-9});
    CHECK(half[0].bits == 0x3c01);
    CHECK(half[1].bits == 0x3c00);
    CHECK(half[2].bits == 0x7c00);
    CHECK(half[3].bits == 0x8000);
  }
}
