// Operators of networks: sizes of zero, wrong shapes, large means, open sizes. Expected values are closed formulas.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "unit/ops/run_op.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

using Ints = std::vector<std::int64_t>;

Value zeros(Shape shape) { return Tensor::zeros(DType::float32, std::move(shape)); }

void check_close(const Value& v, const std::vector<double>& expected, double relative = 1e-5) {
  const std::vector<float> found = elements<float>(v);
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    CHECK(found[i] == doctest::Approx(expected[i]).epsilon(relative));
}

SymShape shape_of(const char* op, const Attributes& attributes, std::vector<SymShape> shapes) {
  std::vector<Fact> in;
  for (SymShape& s : shapes) in.push_back(Fact::tensor(DType::float32, std::move(s)));
  return infer_op(op, attributes, in)[0].shape;
}

}  // namespace

TEST_CASE("softmax: large numbers, no numbers, any axis") {
  check_close(run_op("Softmax", {}, {floats({1, 2}, {10000, 10000})})[0], {0.5, 0.5});
  const Value x = floats({2, 3}, {1, 2, 3, 3, 2, 1});
  const double a = 1 / (1 + std::exp(2.0)), b = 1 - a;
  check_close(run_op("Softmax", {{"axis", std::int64_t{0}}}, {x})[0], {a, 0.5, b, b, 0.5, a});
  CHECK(run_op("Softmax", {}, {zeros({2, 0})})[0].tensor().shape() == Shape{2, 0});
  CHECK(run_op("Softmax", {{"axis", std::int64_t{0}}}, {zeros({0, 3})})[0].tensor().count() == 0);
  CHECK(elements<float>(run_op("Softmax", {}, {Tensor::scalar(7.0f)})[0]) == std::vector<float>{1});
  CHECK_THROWS_AS(run_op("Softmax", {{"axis", std::int64_t{2}}}, {x}), Error);
  // The old form takes all axes from `axis` on as one.
  const Attributes old = {{"axis", std::int64_t{0}}, {"flatten", std::int64_t{1}}};
  const Value flat = run_op("Softmax", old, {floats({2, 2}, {0, 0, 0, 0})})[0];
  check_close(flat, {0.25, 0.25, 0.25, 0.25});
}

TEST_CASE("layer normalisation keeps its digits at large means") {
  // 30000 + {-1, 1}: mean 30000, variance 1.
  const Value x = floats({1, 4}, {29999, 30001, 29999, 30001});
  const Value scale = floats({4}, {1, 2, 3, 4}), bias = floats({1}, {0.5f});
  const double s = 1 / std::sqrt(1 + 1e-5);
  const std::vector<Value> y = run_op("LayerNormalization", {}, {x, scale, bias}, 3);
  check_close(y[0], {0.5 - s, 0.5 + 2 * s, 0.5 - 3 * s, 0.5 + 4 * s});
  check_close(y[1], {30000});
  check_close(y[2], {s});
  CHECK_THROWS_AS(run_op("LayerNormalization", {}, {x, floats({3}, {1, 1, 1})}), Error);
  const Value per_row = run_op("RMSNormalization", {}, {floats({2, 1}, {3, -4}), floats({2, 1}, {1, 10})})[0];
  check_close(per_row, {1, -10});
}

TEST_CASE("batch normalisation: given and own statistics") {
  const Value one = floats({1}, {1}), zero = floats({1}, {0});
  const Value x = floats({2, 1, 2}, {1, 3, 5, 7});
  check_close(run_op("BatchNormalization", {{"epsilon", 0.0f}},
                     {x, one, zero, floats({1}, {4}), floats({1}, {4})})[0],
              {-1.5, -0.5, 0.5, 1.5});
  const Attributes training = {{"epsilon", 0.0f}, {"training_mode", std::int64_t{1}}, {"momentum", 0.5f}};
  const std::vector<Value> y = run_op("BatchNormalization", training, {x, one, zero, zero, zero}, 3);
  const double d = std::sqrt(5.0);
  check_close(y[0], {-3 / d, -1 / d, 1 / d, 3 / d});
  check_close(y[1], {2});
  check_close(y[2], {2.5});
  CHECK_THROWS_AS(run_op("BatchNormalization", {}, {x, one, zero, zero, one}, 3), Error);
}

TEST_CASE("convolutions: shapes, open sizes, errors, no images") {
  const Attributes same = {{"auto_pad", std::string("SAME_UPPER")}, {"strides", Ints{2, 2}}};
  const Dim h = Dim::symbol("h");
  CHECK(shape_of("Conv", same, {{1, 3, 7, 8}, {4, 3, 3, 3}}) == SymShape{1, 4, 4, 4});
  CHECK(shape_of("Conv", {{"pads", Ints{1, 1, 1, 1}}}, {{1, 3, h, 8}, {4, 3, 3, 3}}) == SymShape{1, 4, h, 8});
  CHECK(shape_of("ConvTranspose", {{"strides", Ints{2}}}, {{1, 3, h}, {3, 4, 2}}) == SymShape{1, 4, 2 * h});
  CHECK(shape_of("MaxPool",
                 {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}, {"ceil_mode", std::int64_t{1}}},
                 {{1, 3, 5, 4}}) == SymShape{1, 3, 3, 2});
  CHECK(run_op("Conv", {}, {zeros({0, 3, 5, 5}), zeros({2, 3, 3, 3})})[0].tensor().shape() ==
        Shape{0, 2, 3, 3});
  CHECK_THROWS_AS(run_op("Conv", {}, {zeros({1, 4, 5, 5}), zeros({2, 3, 3, 3})}), Error);
  CHECK_THROWS_AS(run_op("Conv", {}, {zeros({1, 3, 2, 2}), zeros({2, 3, 3, 3})}), Error);
  CHECK_THROWS_AS(run_op("Conv", {{"strides", Ints{0, 1}}}, {zeros({1, 3, 5, 5}), zeros({2, 3, 3, 3})}),
                  Error);
  CHECK_THROWS_AS(run_op("MaxPool", {{"kernel_shape", Ints{2}}}, {zeros({1, 3, 5, 5})}), Error);
  check_close(
      run_op("Conv", {}, {floats({1, 1, 3}, {1, 2, 3}), floats({1, 1, 2}, {1, 10}), floats({1}, {0.5f})})[0],
      {21.5, 32.5});
  check_close(run_op("ConvTranspose", {}, {floats({1, 1, 2}, {1, 2}), floats({1, 1, 2}, {1, 10})})[0],
              {1, 12, 20});
}

TEST_CASE(
    "pools: an axis shorter than the window has one that is cut off, if less than a stride is missing") {
  const Value x = counting<float>({1, 2, 1, 4});
  const Attributes two{{"kernel_shape", std::vector<std::int64_t>{2, 2}},
                       {"strides", std::vector<std::int64_t>{2, 2}}};
  // As ONNX Runtime 1.30 has it.
  CHECK(elements<float>(run_op("MaxPool", two, {x})[0]) == std::vector<float>{1, 3, 5, 7});
  CHECK(elements<float>(run_op("AveragePool", two, {x})[0]) == std::vector<float>{0.5f, 2.5f, 4.5f, 6.5f});
  Attributes up = two;  // ceil((1 - 2) / 2) + 1 = 1, as the specification has it
  up["ceil_mode"] = std::int64_t{1};
  CHECK(elements<float>(run_op("MaxPool", up, {x})[0]) == std::vector<float>{1, 3, 5, 7});
  const Attributes three{{"kernel_shape", std::vector<std::int64_t>{3, 3}}};
  CHECK_THROWS_AS(run_op("MaxPool", three, {x}), Error);
  const Attributes wide{{"kernel_shape", Ints{4, 2}}, {"strides", Ints{2, 2}}};  // three cells are missing
  for (const char* op : {"MaxPool", "AveragePool", "LpPool"})
    CHECK(run_op(op, wide, {x})[0].tensor().shape() == Shape{1, 2, 0, 2});
  // The same where another axis is open.
  const Dim open = Dim::unknown();
  CHECK(shape_of("MaxPool", two, {SymShape{Dim(1), Dim(2), Dim(1), open}})[2].equals(1));
  CHECK(shape_of("MaxPool", wide, {SymShape{Dim(1), Dim(2), Dim(1), open}})[2].equals(0));
}

TEST_CASE("products: no rows, no columns, nothing to add up") {
  CHECK(run_op("MatMul", {}, {zeros({0, 3}), zeros({3, 2})})[0].tensor().shape() == Shape{0, 2});
  check_close(run_op("MatMul", {}, {zeros({2, 0}), zeros({0, 2})})[0], {0, 0, 0, 0});
  check_close(run_op("MatMul", {}, {floats({2}, {1, 2}), floats({2}, {3, 4})})[0], {11});
  CHECK(run_op("MatMul", {}, {floats({2}, {1, 2}), floats({2}, {3, 4})})[0].tensor().rank() == 0);
  CHECK_THROWS_AS(run_op("MatMul", {}, {zeros({2, 3}), zeros({2, 3})}), Error);
  CHECK_THROWS_AS(run_op("MatMul", {}, {zeros({2, 2, 3}), zeros({3, 3, 1})}), Error);
  const Value a = floats({1, 2}, {1, 2}), b = floats({2, 2}, {1, 2, 3, 4});
  check_close(run_op("Gemm", {{"beta", 2.0f}}, {a, b, Tensor::scalar(1.0f)})[0], {9, 12});
  check_close(run_op("Gemm", {{"beta", 0.0f}}, {a, b, floats({2}, {std::nanf(""), 1})})[0], {7, 10});
  const Value ia = Tensor::of<std::int32_t>({1, 2}, {1, 2}), ib = Tensor::of<std::int32_t>({2, 1}, {3, 4});
  CHECK(elements<std::int32_t>(
            run_op("Gemm", {{"alpha", 2.0f}}, {ia, ib, Tensor::of<std::int32_t>({1}, {5})})[0]) ==
        std::vector<std::int32_t>{27});
}

TEST_CASE("Gemm of integers: fractions of sums are cut towards zero and kept in range") {
  const auto gemm = [](auto a, float alpha, float beta) {
    using T = decltype(a);
    const Value x = Tensor::of<T>(Shape{1, 1}, {a}), one = Tensor::of<T>(Shape{1, 1}, {T{1}});
    return elements<T>(run_op("Gemm", {{"alpha", alpha}, {"beta", beta}}, {x, one, x})[0])[0];
  };
  CHECK(gemm(std::int32_t{-3}, 0.5f, 0.0f) == -1);
  CHECK(gemm(std::uint32_t{0xFFFFFFFEu}, 0.5f, 0.0f) == 0x7FFFFFFFu);
  CHECK(gemm(std::uint64_t{1} << 63, 0.5f, 0.5f) == std::uint64_t{1} << 63);
  CHECK(gemm(std::uint64_t{3}, -0.5f, 0.0f) == 0);
  CHECK(gemm(std::int64_t{1} << 62, 3.5f, 0.0f) == std::numeric_limits<std::int64_t>::max());
  CHECK(gemm(std::int64_t{7}, std::numeric_limits<float>::quiet_NaN(), 0.0f) == 0);
}

TEST_CASE("Einsum of narrow integers wraps") {
  const Value x = Tensor::of<std::uint16_t>(Shape{1}, {65535});
  CHECK(elements<std::uint16_t>(run_op("Einsum", {{"equation", std::string("i,i->")}}, {x, x})[0])[0] == 1);
}

TEST_CASE("RotaryEmbedding of nothing ends, however many heads it has") {
  const Value nothing = Tensor(DType::float32, Shape{1, 3, 0}),
              cache = Tensor(DType::float32, Shape{1, 3, 0});
  const Attributes a{{"num_heads", std::int64_t{1} << 40}};
  CHECK(run_op("RotaryEmbedding", a, {nothing, cache, cache})[0].tensor().shape() == Shape{1, 3, 0});
}

TEST_CASE("Einsum: sums, diagonals, three operands, equations that are none") {
  const Value m = counting<float>({2, 2});
  check_close(run_op("Einsum", {{"equation", std::string("ii")}}, {m})[0], {3});
  check_close(run_op("Einsum", {{"equation", std::string("ij->j")}}, {m})[0], {2, 4});
  check_close(run_op("Einsum", {{"equation", std::string("ij, jk, kl -> il")}}, {m, m, m})[0],
              {6, 11, 22, 39});
  const Value i = Tensor::of<std::int8_t>({2}, {100, 100});
  CHECK(elements<std::int8_t>(run_op("Einsum", {{"equation", std::string("i,i->i")}}, {i, i})[0]) ==
        std::vector<std::int8_t>{16, 16});  // 10000 modulo 256
  CHECK_THROWS_AS(run_op("Einsum", {{"equation", std::string("ij->k")}}, {m}), Error);
  CHECK_THROWS_AS(run_op("Einsum", {{"equation", std::string("i->i")}}, {m}), Error);
  CHECK_THROWS_AS(run_op("Einsum", {{"equation", std::string("ij,jk")}}, {m}), Error);
  CHECK_THROWS_AS(run_op("Einsum", {{"equation", std::string("i1")}}, {m}), Error);
}

TEST_CASE("attention: a row that sees nothing is zero, a cache goes first") {
  const Value q = floats({1, 1, 2, 1}, {1, 1}), v = floats({1, 1, 2, 1}, {3, 5});
  const Value mask = Tensor::of<bool>({2, 2}, {false, false, true, true});
  check_close(run_op("Attention", {}, {q, q, v, mask})[0], {0, 4});
  check_close(run_op("Attention", {{"is_causal", std::int64_t{1}}}, {q, q, v})[0], {3, 4});
  const std::vector<Value> y =
      run_op("Attention", {},
             {floats({1, 1, 1, 1}, {0}), floats({1, 1, 1, 1}, {2}), floats({1, 1, 1, 1}, {9}), Value(),
              floats({1, 1, 1, 1}, {1}), floats({1, 1, 1, 1}, {7})},
             3);
  check_close(y[0], {8});
  check_close(y[1], {1, 2});
  check_close(y[2], {7, 9});
  CHECK_THROWS_AS(run_op("Attention", {}, {q, floats({1, 1, 2, 2}, {1, 1, 1, 1}), v}), Error);
}

TEST_CASE("recurrent layers: sequences of length zero, both directions") {
  const Value x = floats({2, 2, 1}, {1, 1, 2, 2}), w = floats({1, 1, 1}, {1}), r = floats({1, 1, 1}, {1});
  const Value lengths = Tensor::of<std::int32_t>({2}, {0, 2}), h = floats({1, 2, 1}, {9, 0});
  const Attributes relu = {{"activations", std::vector<std::string>{"Relu"}},
                           {"hidden_size", std::int64_t{1}}};
  const std::vector<Value> y = run_op("RNN", relu, {x, w, r, Value(), lengths, h}, 2);
  check_close(y[0], {0, 1, 0, 3});
  check_close(y[1], {9, 3});
  Attributes reverse = relu;
  reverse["direction"] = std::string("reverse");
  check_close(run_op("RNN", reverse, {x, w, r, Value(), lengths, h}, 2)[0], {0, 3, 0, 2});
  CHECK_THROWS_AS(run_op("RNN", relu, {x, floats({1, 1, 2}, {1, 1}), r}), Error);
  Attributes unknown = relu;
  unknown["activations"] = std::vector<std::string>{"Nope"};
  CHECK_THROWS_AS(run_op("RNN", unknown, {x, w, r}), Error);
}

TEST_CASE("statistics and transforms of nothing are written: no number, and zeros") {
  const Value rows = floats({2, 0}, {}), scale = floats({0}, {});
  for (const std::size_t i : {1, 2}) {
    const std::vector<Value> y = run_op("LayerNormalization", {}, {rows, scale}, 3);
    for (const float x : elements<float>(y[i])) CHECK(std::isnan(x));
  }
  CHECK(std::isnan(elements<float>(run_op("SimplifiedLayerNormalization", {}, {rows, scale}, 2)[1])[0]));
  const Value y =
      run_op("DFT", {{"onesided", std::int64_t{1}}}, {floats({1, 0, 1}, {}), Value(), ints({1})})[0];
  CHECK(elements<float>(y) == std::vector<float>{0, 0});
}

TEST_CASE("Fourier transforms of prime, composite and single lengths") {
  for (std::int64_t n : {1, 2, 6, 13, 17, 97, 120}) {
    std::vector<float> x(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 5) - 1;
    const std::vector<float> y = elements<float>(run_op("DFT", {}, {floats({1, n, 1}, x)})[0]);
    for (std::int64_t k = 0; k < n; ++k) {
      double re = 0, im = 0;
      for (std::int64_t j = 0; j < n; ++j) {
        const double angle = -2 * std::numbers::pi * static_cast<double>(j * k % n) / static_cast<double>(n);
        re += x[static_cast<std::size_t>(j)] * std::cos(angle);
        im += x[static_cast<std::size_t>(j)] * std::sin(angle);
      }
      CHECK(std::abs(y[static_cast<std::size_t>(2 * k)] - re) < 1e-4);
      CHECK(std::abs(y[static_cast<std::size_t>(2 * k + 1)] - im) < 1e-4);
    }
  }
}

TEST_CASE("losses refuse labels outside of the classes") {
  const Value x = floats({1, 2}, {0, 0});
  const Value good = Tensor::of<std::int64_t>({1}, {1}), bad = Tensor::of<std::int64_t>({1}, {2});
  check_close(run_op("SoftmaxCrossEntropyLoss", {}, {x, good})[0], {std::log(2.0)});
  CHECK_THROWS_AS(run_op("SoftmaxCrossEntropyLoss", {}, {x, bad}), Error);
  CHECK_THROWS_AS(run_op("NegativeLogLikelihoodLoss", {{"reduction", std::string("most")}}, {x, good}),
                  Error);
}
