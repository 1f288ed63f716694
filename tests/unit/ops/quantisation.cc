#include <doctest/doctest.h>

#include <limits>

#include "unit/ops/run_op.h"

using namespace sardonyx;
using namespace sardonyx::test;

// Expected values are NumPy's: clip(rint(x / scale) + zero, low, high), and integer products.

namespace {

using U8 = std::vector<std::uint8_t>;
using S8 = std::vector<std::int8_t>;
constexpr const char* kMs = "com.microsoft";

template <typename T>
Value list(Shape shape, const std::vector<T>& v) {
  return Tensor::of<T>(std::move(shape), std::span<const T>(v));
}
Value one(float v) { return Tensor::scalar(v); }
template <typename T>
Value zero_point(T v) {
  return Tensor::scalar(v);
}

const U8 kA{240, 159, 174, 228, 147, 197, 212, 57,  14,  76, 72, 222,
            232, 1,   127, 209, 33,  203, 30,  119, 208, 77, 87, 70};
const S8 kB{55, -64, 124, -15, -7, 0, 20, 13, 1, 125, 77, 74, 50, 30, -42, 124, -10, -74, 87, -88};
const S8 kBZero{1, -2, 3, 0, 5};
const std::vector<float> kBScale{.01f, .02f, .03f, .04f, .05f};

}  // namespace

TEST_CASE("QuantizeLinear rounds half to even, adds the zero point, saturates") {
  const float inf = std::numeric_limits<float>::infinity();
  const Value x =
      list<float>({12}, {-3.0f, -0.51f, -0.5f, -0.25f, 0, 0.25f, 0.5f, 0.75f, 1.25f, 100, inf, -inf});
  CHECK(
      elements<std::uint8_t>(run_op("QuantizeLinear", {}, {x, one(0.5f), zero_point<std::uint8_t>(3)})[0]) ==
      U8{0, 2, 2, 3, 3, 3, 4, 5, 5, 203, 255, 0});
  CHECK(elements<std::int8_t>(run_op("QuantizeLinear", {}, {x, one(0.5f), zero_point<std::int8_t>(-3)})[0]) ==
        S8{-9, -4, -4, -3, -3, -3, -2, -1, -1, 127, 127, -128});
}

TEST_CASE("QuantizeLinear and DequantizeLinear per axis and per block") {
  std::vector<float> v;
  for (int i = 0; i < 12; ++i) v.push_back(static_cast<float>(i - 5));
  const Value scale = list<float>({3}, {0.5f, 1, 2}), zero = list<std::int8_t>({3}, {0, 10, -3});
  const Value q = run_op("QuantizeLinear", {}, {list<float>({2, 3, 2}, v), scale, zero})[0];
  CHECK(elements<std::int8_t>(q) == S8{-10, -8, 7, 8, -3, -3, 2, 4, 13, 14, -1, 0});
  CHECK(elements<float>(run_op("DequantizeLinear", {}, {q, scale, zero})[0]) ==
        std::vector<float>{-5, -4, -3, -2, 0, 0, 1, 2, 3, 4, 4, 6});

  v.clear();
  for (int i = 0; i < 10; ++i) v.push_back(static_cast<float>(i) * 1.5f - 4);
  const Attributes blocks{{"block_size", std::int64_t{2}},
                          {"axis", std::int64_t{1}},
                          {"output_dtype", static_cast<std::int64_t>(DType::int4)}};
  const Value scales = list<float>({2, 3}, {.5f, 1, 2, 1, .25f, .125f});
  const Value packed = run_op("QuantizeLinear", blocks, {list<float>({2, 5}, v), scales})[0];
  CHECK(packed.tensor().to_ints() == std::vector<std::int64_t>{-8, -5, -1, 0, 1, 4, 5, 7, 7, 7});
  const Value back = run_op("DequantizeLinear", {{"block_size", std::int64_t{2}}}, {packed, scales})[0];
  CHECK(elements<float>(back) == std::vector<float>{-4, -2.5f, -1, 0, 2, 4, 5, 1.75f, 1.75f, 0.875f});

  std::vector<float> turned(10), turned_scales{.5f, 1, 1, .25f, 2, .125f};
  for (std::size_t i = 0; i < 10; ++i) turned[i % 5 * 2 + i / 5] = v[i];
  const Value first = run_op("QuantizeLinear", {{"block_size", std::int64_t{2}}, {"axis", std::int64_t{0}}},
                             {list<float>({5, 2}, turned), list<float>({3, 2}, turned_scales),
                              list<std::uint8_t>({3, 2}, U8(6, 128))})[0];
  CHECK(elements<std::uint8_t>(first) == U8{120, 132, 123, 133, 127, 154, 128, 160, 129, 204});
}

TEST_CASE("DequantizeLinear keeps int32 differences exact and takes empty tensors") {
  const Value x = list<std::int32_t>({2}, {2000000001, -7});
  const Value y = run_op("DequantizeLinear", {}, {x, one(1.0f), zero_point<std::int32_t>(2000000000)})[0];
  CHECK(elements<float>(y) == std::vector<float>{1, -2000000000.0f});
  CHECK(run_op("DequantizeLinear", {}, {list<std::uint8_t>({0, 3}, {}), one(1.0f)})[0].tensor().shape() ==
        Shape{0, 3});
  CHECK_THROWS_AS(
      run_op("DequantizeLinear", {}, {list<std::uint8_t>({2, 2}, {1, 2, 3, 4}), list<float>({3}, {1, 1, 1})}),
      Error);
  CHECK_THROWS_AS(
      run_op("QuantizeLinear", {{"block_size", std::int64_t{-1}}}, {list<float>({2}, {1, 2}), one(1.0f)}),
      Error);
}

TEST_CASE("DynamicQuantizeLinear finds scale and zero point") {
  const auto y = run_op("DynamicQuantizeLinear", {}, {list<float>({5}, {-1.5f, 0, 2, 3.25f, 7})}, 3);
  CHECK(elements<std::uint8_t>(y[0]) == U8{0, 45, 105, 142, 255});
  CHECK(elements<float>(y[1])[0] == 8.5f / 255);
  CHECK(elements<std::uint8_t>(y[2]) == U8{45});
  const auto flat = run_op("DynamicQuantizeLinear", {}, {list<float>({2}, {0, 0})}, 3);
  CHECK(elements<float>(flat[1])[0] == 1.0f);
  CHECK(elements<std::uint8_t>(flat[0]) == U8{0, 0});
}

TEST_CASE("Products of 8-bit matrices are exact, with zero points per column") {
  const Value a = list<std::uint8_t>({2, 3, 4}, kA), b = list<std::int8_t>({4, 5}, kB),
              bz = list<std::int8_t>({5}, kBZero);
  const Value sums = run_op("MatMulInteger", {}, {a, b, zero_point<std::uint8_t>(7), bz})[0];
  CHECK(sums.tensor().shape() == Shape{2, 3, 5});
  CHECK(elements<std::int32_t>(sums) ==
        std::vector<std::int32_t>{52305, -178, 20545,  20894, -12958, 29100, 10680, 24625, 8590,  6835,
                                  31694, 4304, -11963, 20619, -14854, 46122, -6578, 17251, 17793, -27846,
                                  16732, 3552, -2437,  10240, 11711,  24613, -5346, 23930, 4936,  -3631});
  const Value bs = list<float>({5}, kBScale);
  CHECK(elements<std::uint8_t>(run_op("QLinearMatMul", {},
                                      {a, one(.1f), zero_point<std::uint8_t>(7), b, bs, bz, one(.7f),
                                       zero_point<std::uint8_t>(128)})[0]) ==
        U8{203, 127, 216, 247, 35, 170, 159, 234, 177, 177, 173, 140, 77,  246, 22,
           194, 109, 202, 230, 0,  152, 138, 118, 187, 212, 163, 113, 231, 156, 102});
  const Value bias = list<float>({5}, {0, 1, 2, 3, 4});
  const auto y = elements<float>(run_op(
      "MatMulIntegerToFloat", {}, {a, b, one(.1f), bs, zero_point<std::uint8_t>(7), bz, bias}, 1, kMs)[0]);
  CHECK(y[0] == doctest::Approx(52.305));
  CHECK(y[4] == doctest::Approx(-60.79));
  CHECK(y[29] == doctest::Approx(-14.155));
}

TEST_CASE(
    "QLinearMatMul: scales and zero points of the result per row, of one matrix and of each in a batch") {
  // b turns columns about, so that y = a * scale_a / scale_y + zero_y, to the nearest even.
  const Value b = list<std::int8_t>({2, 2}, {0, 1, 1, 0}), half = one(.5f), bz = zero_point<std::int8_t>(0);
  const Value a = list<std::uint8_t>({2, 2}, {10, 20, 30, 41}), az = zero_point<std::uint8_t>(10);
  const Value one_scale = one(1.0f), ys = list<float>({2}, {1.0f, .25f}),
              yz = list<std::uint8_t>({2}, {0, 100});
  CHECK(elements<std::uint8_t>(run_op("QLinearMatMul", {}, {a, one_scale, az, b, half, bz, ys, yz})[0]) ==
        U8{5, 0, 162, 140});
  const Value as = list<float>({2}, {2.0f, 1.0f}), rows = list<std::uint8_t>({2}, {0, 1});
  CHECK(elements<std::uint8_t>(run_op("QLinearMatMul", {}, {a, as, rows, b, half, bz, ys, yz})[0]) ==
        U8{20, 10, 180, 158});
  const Value batch = list<std::uint8_t>({2, 2, 2}, {10, 20, 30, 41, 50, 60, 70, 80});
  const Value each = list<float>({2, 2, 1}, {1, .25f, .5f, 2}),
              zeros = list<std::uint8_t>({2, 2, 1}, {0, 100, 1, 2});
  CHECK(elements<std::uint8_t>(
            run_op("QLinearMatMul", {}, {batch, one_scale, az, b, half, bz, each, zeros})[0]) ==
        U8{5, 0, 162, 140, 51, 41, 20, 17});
  const auto small = [](const Value& v) { return run_op("Cast", {{"to", std::int64_t{17}}}, {v})[0]; };
  const Value fa = small(list<float>({2, 2}, {1, 2, 3, 4})), fb = small(list<float>({2, 2}, {0, 1, 1, 0}));
  const Value none = small(one(0)), fz = small(list<float>({2}, {0, 2}));
  const Value y = run_op("QLinearMatMul", {}, {fa, as, none, fb, list<float>({2}, {1, 2}), none, ys, fz})[0];
  CHECK(elements<float>(run_op("Cast", {{"to", std::int64_t{1}}}, {y})[0]) ==
        std::vector<float>{4, 4, 18, 26});
  CHECK_THROWS_AS(
      run_op("QLinearMatMul", {}, {a, one_scale, az, b, half, bz, list<float>({3}, {1, 1, 1}), yz}), Error);
}

TEST_CASE("MatMulInteger: zero points per row, vectors, empty sums") {
  // (a - row) * b by hand.
  const Value a = list<std::int8_t>({2, 2}, {1, 2, 3, 4}), b = list<std::int8_t>({2, 2}, {1, 0, 0, 1});
  CHECK(elements<std::int32_t>(run_op("MatMulInteger", {}, {a, b, list<std::int8_t>({2}, {1, -1})})[0]) ==
        std::vector<std::int32_t>{0, 1, 4, 5});
  const Value v = list<std::uint8_t>({2}, {2, 3});
  const Value dot = run_op("MatMulInteger", {}, {v, v})[0];
  CHECK(dot.tensor().shape() == Shape{});
  CHECK(elements<std::int32_t>(dot)[0] == 13);
  CHECK(elements<std::int32_t>(run_op("MatMulInteger", {},
                                      {list<std::uint8_t>({2, 0}, {}), list<std::uint8_t>({0, 2}, {})})[0]) ==
        std::vector<std::int32_t>{0, 0, 0, 0});
  CHECK_THROWS_AS(run_op("MatMulInteger", {}, {a, list<std::int8_t>({3, 1}, {1, 2, 3})}), Error);
  // Zero points of every matrix of a batch.
  const Value batch = list<std::int8_t>({2, 2, 1}, {1, 2, 3, 4}),
              right = list<std::int8_t>({2, 1, 1}, {10, 20});
  CHECK(elements<std::int32_t>(
            run_op("MatMulInteger", {}, {batch, right, list<std::int8_t>({2, 2, 1}, {1, 1, 2, 2})})[0]) ==
        std::vector<std::int32_t>{0, 10, 20, 40});
}

TEST_CASE("QGemm: bias in the unit of the sums, transposes, float or quantised result") {
  const Value a = list<std::uint8_t>({2, 2}, {1, 2, 3, 4}), b = list<std::uint8_t>({2, 2}, {1, 2, 3, 4});
  const std::vector<Value> in{a,
                              one(.5f),
                              zero_point<std::uint8_t>(0),
                              b,
                              one(.25f),
                              zero_point<std::uint8_t>(1),
                              list<std::int32_t>({2}, {8, -8})};
  // (a * (b' - 1) + c) / 8 with b' = b transposed: [[2, 8], [4, 18]] + [8, -8].
  CHECK(elements<float>(run_op("QGemm", {{"transB", std::int64_t{1}}}, in, 1, kMs)[0]) ==
        std::vector<float>{1.25f, 0, 1.5f, 1.25f});
  std::vector<Value> quantised = in;
  quantised.push_back(one(.5f));
  quantised.push_back(zero_point<std::uint8_t>(1));
  CHECK(elements<std::uint8_t>(run_op("QGemm", {{"transB", std::int64_t{1}}}, quantised, 1, kMs)[0]) ==
        U8{3, 1, 4, 3});
}

TEST_CASE("Quantised operators that work element by element") {
  const Value a = list<std::uint8_t>({2, 2}, {10, 20, 30, 255}), b = list<std::uint8_t>({2}, {5, 100});
  const Value s = one(.5f), z = zero_point<std::uint8_t>(10);
  // ((a-10)/2 + (b-10)/2) / 0.5 + 10
  CHECK(elements<std::uint8_t>(run_op("QLinearAdd", {}, {a, s, z, b, s, z, s, z}, 1, kMs)[0]) ==
        U8{5, 110, 25, 255});
  // ((a-10)/2 * (b-10)/2) / 0.5 + 10
  CHECK(elements<std::uint8_t>(run_op("QLinearMul", {}, {a, s, z, b, s, z, s, z}, 1, kMs)[0]) ==
        U8{10, 255, 0, 255});
  CHECK(elements<std::uint8_t>(run_op("QLinearLeakyRelu", {{"alpha", 0.5f}},
                                      {list<std::uint8_t>({3}, {4, 10, 30}), s, z, s, z}, 1, kMs)[0]) ==
        U8{7, 10, 30});
  const Value c = Tensor::of<bool>({2}, {true, false});
  CHECK(elements<std::uint8_t>(run_op("QLinearWhere", {}, {c, b, s, z, b, one(1.0f), z, s, z}, 1, kMs)[0]) ==
        U8{5, 190});
}

TEST_CASE("Quantised means, joins and softmax") {
  const Value x = list<std::uint8_t>({1, 1, 2, 2}, {10, 20, 30, 44});
  const Value s = one(.5f), z = zero_point<std::uint8_t>(10);
  CHECK(elements<std::uint8_t>(run_op("QLinearGlobalAveragePool", {}, {x, s, z, s, z}, 1, kMs)[0]) == U8{26});
  const Attributes window{{"kernel_shape", std::vector<std::int64_t>{1, 2}},
                          {"pads", std::vector<std::int64_t>{0, 1, 0, 0}}};
  CHECK(elements<std::uint8_t>(run_op("QLinearAveragePool", window, {x, s, z, s, z}, 1, kMs)[0]) ==
        U8{10, 15, 30, 37});
  Attributes counted = window;
  counted["count_include_pad"] = std::int64_t{1};
  CHECK(elements<std::uint8_t>(run_op("QLinearAveragePool", counted, {x, s, z, s, z}, 1, kMs)[0]) ==
        U8{10, 15, 20, 37});
  const Value mean =
      run_op("QLinearReduceMean", {{"axes", std::vector<std::int64_t>{-1}}, {"keepdims", std::int64_t{0}}},
             {x, s, z, s, z}, 1, kMs)[0];
  CHECK(mean.tensor().shape() == Shape{1, 1, 2});
  CHECK(elements<std::uint8_t>(mean) == U8{15, 37});
  CHECK(elements<std::uint8_t>(
            run_op("QLinearConcat", {{"axis", std::int64_t{0}}},
                   {s, z, list<std::uint8_t>({1}, {20}), one(1.0f), z, list<std::uint8_t>({1}, {20}), s, z},
                   1, kMs)[0]) == U8{30, 20});
  // softmax(0, ln 3) = 1/4, 3/4 with a scale of ln 3.
  const Value y = run_op("QLinearSoftmax", {{"opset", std::int64_t{13}}},
                         {list<std::uint8_t>({2}, {4, 5}), one(1.0986123f), zero_point<std::uint8_t>(0),
                          one(1.0f / 256), zero_point<std::uint8_t>(0)},
                         1, kMs)[0];
  CHECK(elements<std::uint8_t>(y) == U8{64, 192});
}
