// Rules that recognise operators written out in smaller ones: where they fire, that the answer stays, where they must
// not fire.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "unit/optimize/rule_models.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

using V = std::vector<float>;

// Both ways of running must agree with `expected`.
void check(const ModelBuilder& m, const std::map<std::string, Value>& in, const V& expected,
           double tolerance) {
  SessionOptions plain;
  plain.optimize = false;
  for (const SessionOptions& options : {plain, SessionOptions{}}) {
    const V found = float_values(m.session(options).run(in)[0]);
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      CHECK(found[i] == doctest::Approx(expected[i]).epsilon(tolerance));
  }
}

Tensor tensor(Shape shape, const V& v) {
  return Tensor::of<float>(std::move(shape), std::span<const float>(v));
}

const V kX{-3, -1, -0.25F, 0, 0.5F, 1, 2, 4};

ModelBuilder gelu(float root, bool half_first, float half) {
  ModelBuilder m = of_x({8});
  m.graph.initializer("r", floats({}, {root})).initializer("h", floats({}, {half}));
  m.graph.initializer("one", floats({}, {1}));
  m.graph.node("Div", {"x", "r"}, {"s"}).node("Erf", {"s"}, {"e"}).node("Add", {"one", "e"}, {"t"});
  if (half_first)
    m.graph.node("Mul", {"h", "x"}, {"p"}).node("Mul", {"p", "t"}, {"y"});
  else
    m.graph.node("Mul", {"x", "t"}, {"p"}).node("Mul", {"p", "h"}, {"y"});
  m.graph.output("y", DType::float32);
  return m;
}

ModelBuilder layer_norm(std::int64_t axis, bool deviation_read_twice) {
  ModelBuilder m = of_x({"N", 2, 2});
  m.graph.initializer("axes", int64s({axis})).initializer("two", floats({}, {2}));
  m.graph.initializer("eps", floats({}, {0.25F}));
  m.graph.initializer("w", floats({2}, {2, 3})).initializer("b", floats({2}, {1, -1}));
  m.graph.node("ReduceMean", {"x", "axes"}, {"m"}).node("Sub", {"x", "m"}, {"d"});
  m.graph.node("Pow", {"d", "two"}, {"q"}).node("ReduceMean", {"q", "axes"}, {"v"});
  m.graph.node("Add", {"v", "eps"}, {"ve"}).node("Sqrt", {"ve"}, {"s"}).node("Div", {"d", "s"}, {"n"});
  m.graph.node("Mul", {"n", "w"}, {"nw"}).node("Add", {"nw", "b"}, {"y"}).output("y", DType::float32);
  if (deviation_read_twice) m.graph.output("s", DType::float32);
  return m;
}

}  // namespace

TEST_CASE("fuse_gelu: by the error function") {
  V expected;
  for (float x : kX) expected.push_back(0.5F * x * (1 + std::erf(x / std::sqrt(2.0F))));
  for (bool half_first : {false, true}) {
    const ModelBuilder m = gelu(std::sqrt(2.0F), half_first, 0.5F);
    CHECK(applied(m.session(), "fuse_gelu") == 1);
    check(m, {{"x", tensor({8}, kX)}}, expected, 1e-5);
  }
  CHECK(applied(gelu(1.5F, false, 0.5F).session(), "fuse_gelu") == 0);
  CHECK(applied(gelu(std::sqrt(2.0F), false, 0.25F).session(), "fuse_gelu") == 0);
}

TEST_CASE("fuse_gelu: by tanh") {
  ModelBuilder m = of_x({8});
  m.graph.initializer("three", floats({}, {3})).initializer("a", floats({}, {0.044715F}));
  m.graph.initializer("b", floats({}, {0.7978846F})).initializer("one", floats({}, {1}));
  m.graph.initializer("h", floats({}, {0.5F}));
  m.graph.node("Pow", {"x", "three"}, {"c"}).node("Mul", {"a", "c"}, {"ac"}).node("Add", {"x", "ac"}, {"i"});
  m.graph.node("Mul", {"b", "i"}, {"bi"}).node("Tanh", {"bi"}, {"t"}).node("Add", {"one", "t"}, {"u"});
  m.graph.node("Mul", {"h", "x"}, {"hx"}).node("Mul", {"hx", "u"}, {"y"}).output("y", DType::float32);
  CHECK(applied(m.session(), "fuse_gelu") == 1);
  V expected;
  for (float x : kX)
    expected.push_back(0.5F * x * (1 + std::tanh(0.7978845608F * (x + 0.044715F * x * x * x))));
  check(m, {{"x", tensor({8}, kX)}}, expected, 1e-4);
}

TEST_CASE("fuse_layer_norm") {
  const V x{1, 3, -2, 2, 0, 0, 5, 6};
  V expected;
  const V w{2, 3}, b{1, -1};
  for (std::size_t r = 0; r < 4; ++r) {
    const float mean = (x[2 * r] + x[2 * r + 1]) / 2, d = x[2 * r] - mean, s = std::sqrt(d * d + 0.25F);
    expected.push_back(d / s * w[0] + b[0]);
    expected.push_back(-d / s * w[1] + b[1]);
  }
  const ModelBuilder m = layer_norm(-1, false);
  CHECK(applied(m.session(), "fuse_layer_norm") == 1);
  check(m, {{"x", tensor({2, 2, 2}, x)}}, expected, 1e-5);
  CHECK(applied(layer_norm(2, false).session(), "fuse_layer_norm") == 1);
  CHECK(applied(layer_norm(1, false).session(), "fuse_layer_norm") == 0);  // another axis
  CHECK(applied(layer_norm(-1, true).session(), "fuse_layer_norm") ==
        0);  // somebody else reads the deviation
}

TEST_CASE("fuse_layer_norm: without the mean") {
  ModelBuilder m = of_x({2, 2});
  m.graph.initializer("axes", int64s({-1})).initializer("two", floats({}, {2}));
  m.graph.initializer("eps", floats({}, {0.5F})).initializer("one", floats({}, {1}));
  m.graph.initializer("w", floats({2}, {2, 3}));
  m.graph.node("Pow", {"x", "two"}, {"q"}).node("ReduceMean", {"q", "axes"}, {"v"});
  m.graph.node("Add", {"v", "eps"}, {"ve"}).node("Sqrt", {"ve"}, {"s"}).node("Div", {"one", "s"}, {"i"});
  m.graph.node("Mul", {"x", "i"}, {"n"}).node("Mul", {"w", "n"}, {"y"}).output("y", DType::float32);
  CHECK(applied(m.session(), "fuse_layer_norm") == 1);
  const float a = std::sqrt(5.5F), b = std::sqrt(13.0F);
  check(m, {{"x", floats({2, 2}, {1, 3, -3, 4})}}, {2 / a, 9 / a, -6 / b, 12 / b}, 1e-5);
}

namespace {

Tensor int8s(Shape shape, std::initializer_list<std::int8_t> v) { return Tensor::of<std::int8_t>(shape, v); }

// x, quantised by 0.5 and 3, convolved with {2, -1, 3} * {0.25, 0.5}, quantised by 0.75 and -5.
ModelBuilder quantised_conv(float bias_scale) {
  ModelBuilder m = of_x({1, 3, 1, 2});
  m.graph.initializer("xs", floats({}, {0.5F})).initializer("xz", int8s(Shape{}, {3}));
  m.graph.initializer("w", int8s(Shape{2, 3, 1, 1}, {2, -1, 3, 4, 5, -6}));
  m.graph.initializer("ws", floats({2}, {0.25F, 0.5F})).initializer("wz", int8s(Shape{2}, {0, 0}));
  m.graph.initializer("b", Tensor::of<std::int32_t>(Shape{2}, {8, -4}));
  m.graph.initializer("bs", floats({2}, {bias_scale, 2 * bias_scale}));
  m.graph.initializer("ys", floats({}, {0.75F})).initializer("yz", int8s(Shape{}, {-5}));
  const GraphBuilder::Settings first{{"axis", std::int64_t{0}}};
  m.graph.node("QuantizeLinear", {"x", "xs", "xz"}, {"xq"})
      .node("DequantizeLinear", {"xq", "xs", "xz"}, {"xd"});
  m.graph.node("DequantizeLinear", {"w", "ws", "wz"}, {"wd"}, first);
  m.graph.node("DequantizeLinear", {"b", "bs"}, {"bd"}, first).node("Conv", {"xd", "wd", "bd"}, {"c"});
  m.graph.node("QuantizeLinear", {"c", "ys", "yz"}, {"q"}).node("DequantizeLinear", {"q", "ys", "yz"}, {"y"});
  m.graph.output("y", DType::float32);
  return m;
}

}  // namespace

TEST_CASE("fuse_quantized: convolution") {
  const V x{1, 2, -1, 4, 0.5F, -2};
  const V w{0.5F, -0.25F, 0.75F, 2, 2.5F, -3}, bias{1, -1};
  V expected;
  for (std::size_t o = 0; o < 2; ++o) {
    for (std::size_t p = 0; p < 2; ++p) {
      float sum = bias[o];
      for (std::size_t k = 0; k < 3; ++k) sum += w[3 * o + k] * x[2 * k + p];
      expected.push_back(std::nearbyint(sum / 0.75F) * 0.75F);
    }
  }
  const ModelBuilder m = quantised_conv(0.125F);
  CHECK(applied(m.session(), "fuse_quantized") == 1);
  check(m, {{"x", tensor({1, 3, 1, 2}, x)}}, expected, 1e-6);
  CHECK(applied(quantised_conv(0.25F).session(), "fuse_quantized") == 0);  // the bias is in another scale
}

TEST_CASE("fuse_quantized: pooling of bytes") {
  const auto model = [](float scale_behind) {
    ModelBuilder m = of_x({1, 1, 2, 2});
    m.graph.initializer("s", floats({}, {0.5F})).initializer("t", floats({}, {scale_behind}));
    m.graph.initializer("z", int8s(Shape{}, {1}));
    m.graph.node("QuantizeLinear", {"x", "s", "z"}, {"q"}).node("DequantizeLinear", {"q", "s", "z"}, {"d"});
    m.graph.node("MaxPool", {"d"}, {"p"}, {{"kernel_shape", std::vector<std::int64_t>{2, 2}}});
    m.graph.node("QuantizeLinear", {"p", "t", "z"}, {"r"}).node("DequantizeLinear", {"r", "t", "z"}, {"y"});
    m.graph.output("y", DType::float32);
    return m;
  };
  CHECK(applied(model(0.5F).session(), "fuse_quantized") == 1);
  check(model(0.5F), {{"x", floats({1, 1, 2, 2}, {1, -2, 3.5F, 0})}}, {3.5F}, 1e-6);
  CHECK(applied(model(1).session(), "fuse_quantized") == 0);  // needs requantising
}
