// Elementwise operators through `evaluate`: what upstream's cases leave out.
#include <doctest/doctest.h>

#include <cmath>

#include "unit/ops/run_op.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

template <typename T>
Value tensor(Shape shape, std::initializer_list<T> e) {
  return Tensor::of<T>(std::move(shape), e);
}

std::vector<std::int64_t> dims_of(const char* name, const Attributes& attributes, std::vector<Fact> in,
                                  Fact* out = nullptr) {
  const auto op = OpRegistry::built_in().get("", name).make();
  read_fields(*op, attributes);
  std::vector<const Fact*> pointers;
  for (const Fact& f : in) pointers.push_back(&f);
  const bool wanted[] = {true};
  std::vector<Fact> facts = infer_facts(*op, pointers, wanted);
  if (out != nullptr) *out = facts[0];
  std::vector<std::int64_t> result;
  for (const Dim& d : facts[0].as_dims().value_or(std::vector<Dim>{}))
    result.push_back(d.is_number() ? d.number() : -1);
  return result;
}

Fact sizes(std::vector<Dim> dims) {
  Fact f = Fact::tensor(DType::int64, SymShape{Dim(static_cast<std::int64_t>(dims.size()))});
  f.dims = std::make_shared<const std::vector<Dim>>(std::move(dims));
  return f;
}

}  // namespace

TEST_CASE("elementwise: shapes broadcast, disagreeing ones are refused") {
  CHECK(elements<float>(
            run_op("Add", {}, {tensor<float>({2, 1}, {1, 2}), tensor<float>({3}, {10, 20, 30})})[0]) ==
        std::vector<float>{11, 21, 31, 12, 22, 32});
  CHECK(run_op("Mul", {}, {tensor<float>({0, 1}, {}), tensor<float>({3}, {1, 2, 3})})[0].tensor().shape() ==
        Shape{0, 3});
  CHECK_THROWS_AS(run_op("Add", {}, {tensor<float>({2}, {1, 2}), tensor<float>({3}, {1, 2, 3})}), Error);
}

TEST_CASE("elementwise: integers") {
  constexpr std::int64_t low = std::numeric_limits<std::int64_t>::min();
  CHECK(elements<std::int64_t>(run_op(
            "Div", {},
            {tensor<std::int64_t>({4}, {7, low, -7, 5}), tensor<std::int64_t>({4}, {0, -1, 2, 3})})[0]) ==
        std::vector<std::int64_t>{0, low, -3, 1});
  CHECK(
      elements<std::int8_t>(run_op(
          "Mod", {}, {tensor<std::int8_t>({3}, {-7, 7, -128}), tensor<std::int8_t>({3}, {3, -3, -1})})[0]) ==
      std::vector<std::int8_t>{2, -2, 0});
  CHECK(elements<std::int8_t>(
            run_op("Mod", {{"fmod", std::int64_t{1}}},
                   {tensor<std::int8_t>({2}, {-7, 7}), tensor<std::int8_t>({2}, {3, -3})})[0]) ==
        std::vector<std::int8_t>{-1, 1});
  CHECK(
      elements<std::int32_t>(run_op(
          "Pow", {}, {tensor<std::int32_t>({3}, {3, -2, 46341}), tensor<std::int64_t>({3}, {4, 3, 2})})[0]) ==
      std::vector<std::int32_t>{81, -8, -2147479015});
  CHECK(elements<std::int32_t>(
            run_op("Pow", {}, {tensor<std::int32_t>({2}, {4, 9}), tensor<float>({}, {0.5f})})[0]) ==
        std::vector<std::int32_t>{2, 3});
  CHECK(elements<std::int32_t>(run_op("Erf", {}, {tensor<std::int32_t>({3}, {-3, 0, 5})})[0]) ==
        std::vector<std::int32_t>{0, 0, 1});
  const auto shifted = [](const char* direction, std::initializer_list<std::int8_t> x,
                          std::initializer_list<std::int8_t> by) {
    const auto n = static_cast<std::int64_t>(x.size());
    return elements<std::int8_t>(run_op("BitShift", {{"direction", std::string(direction)}},
                                        {tensor<std::int8_t>({n}, x), tensor<std::int8_t>({n}, by)})[0]);
  };
  CHECK(shifted("RIGHT", {-128, -1, 5, -7, -7, 7}, {1, 9, 1, 8, -1, -1}) ==
        std::vector<std::int8_t>{-64, -1, 2, -1, -1, 0});
  CHECK(shifted("LEFT", {64, 1, -3, 5, 5}, {1, 8, 1, -1, 7}) ==
        std::vector<std::int8_t>{-128, 0, -6, 0, -128});
  CHECK(elements<std::uint8_t>(
            run_op("Shrink", {{"bias", 1.0f}, {"lambd", 2.0f}}, {tensor<std::uint8_t>({3}, {1, 2, 9})})[0]) ==
        std::vector<std::uint8_t>{0, 0, 8});
}

TEST_CASE("elementwise: Pow with known exponents") {
  const float inf = INFINITY;
  const auto pow = [&](float exponent) {
    return elements<float>(run_op(
        "Pow", {}, {tensor<float>({5}, {4, -2, -0.0f, -inf, 0.25f}), tensor<float>({}, {exponent})})[0]);
  };
  CHECK(pow(2) == std::vector<float>{16, 4, 0, inf, 0.0625f});
  CHECK(pow(3) == std::vector<float>{64, -8, 0, -inf, 0.015625f});
  CHECK(pow(-1) == std::vector<float>{0.25f, -0.5f, -inf, 0, 4});
  const auto root = pow(0.5f);
  CHECK(root[0] == 2);
  CHECK(std::isnan(root[1]));
  CHECK((root[2] == 0 && !std::signbit(root[2])));
  CHECK(root[3] == inf);
  CHECK(root[4] == 0.5f);
}

TEST_CASE("elementwise: Clip") {
  const float nan = NAN;
  const Value x = tensor<float>({4}, {-5, nan, 2, 9});
  auto y = elements<float>(run_op("Clip", {}, {x, tensor<float>({}, {-1}), tensor<float>({}, {3})})[0]);
  CHECK((y[0] == -1 && std::isnan(y[1]) && y[2] == 2 && y[3] == 3));
  CHECK(elements<float>(run_op("Clip", {}, {x, Value(), tensor<float>({}, {0})})[0])[2] == 0);
  // The upper bound wins where the bounds cross.
  CHECK(elements<std::int32_t>(run_op("Clip", {},
                                      {tensor<std::int32_t>({2}, {0, 9}), tensor<std::int32_t>({}, {5}),
                                       tensor<std::int32_t>({}, {2})})[0]) ==
        std::vector<std::int32_t>{2, 2});
  CHECK(run_op("Clip", {}, {tensor<float>({}, {7}), tensor<float>({1}, {8}), Value()})[0].tensor().shape() ==
        Shape{});
  CHECK_THROWS_AS(run_op("Clip", {}, {x, tensor<float>({2}, {0, 1})}), Error);
}

TEST_CASE("elementwise: strings") {
  using S = std::string;
  CHECK(elements<bool>(run_op("Equal", {}, {tensor<S>({2, 1}, {"a", "b"}), tensor<S>({2}, {"a", "c"})})[0]) ==
        std::vector<bool>{true, false, false, false});
  CHECK(elements<S>(run_op("Where", {},
                           {tensor<bool>({2}, {true, false}), tensor<S>({}, {"x"}),
                            tensor<S>({2}, {"p", "q"})})[0]) == std::vector<S>{"x", "q"});
}

TEST_CASE("elementwise: Cast") {
  using S = std::string;
  const auto cast = [](Value x, DType to) {
    return run_op("Cast", {{"to", static_cast<std::int64_t>(to)}}, {std::move(x)})[0];
  };
  CHECK(
      elements<S>(cast(tensor<float>({6}, {0.1f, 1e10f, NAN, -INFINITY, -0.0f, 1.0f / 3}), DType::string)) ==
      std::vector<S>{"0.1", "1e+10", "NaN", "-INF", "-0", "0.33333334"});
  CHECK(elements<S>(cast(tensor<double>({2}, {0.1, 1.0 / 3}), DType::string)) ==
        std::vector<S>{"0.1", "0.3333333333333333"});
  CHECK(elements<S>(cast(tensor<bool>({2}, {true, false}), DType::string)) == std::vector<S>{"1", "0"});
  CHECK(elements<S>(cast(tensor<std::uint64_t>({1}, {~std::uint64_t{0}}), DType::string)) ==
        std::vector<S>{"18446744073709551615"});
  CHECK(elements<float>(cast(tensor<S>({5}, {" 1.5", "INF", "-inf", "+3", "1e3"}), DType::float32)) ==
        std::vector<float>{1.5f, INFINITY, -INFINITY, 3, 1000});
  CHECK(elements<std::int64_t>(cast(tensor<S>({3}, {"-7", "1.9", " 12 "}), DType::int64)) ==
        std::vector<std::int64_t>{-7, 1, 12});
  CHECK_THROWS_AS(cast(tensor<S>({1}, {"abc"}), DType::float32), Error);
  CHECK_THROWS_AS(cast(tensor<S>({1}, {""}), DType::int32), Error);
  CHECK(elements<std::int32_t>(cast(tensor<float>({4}, {1e20f, -1e20f, NAN, -2.7f}), DType::int32)) ==
        std::vector<std::int32_t>{2147483647, -2147483647 - 1, 0, -2});
  const Value packed = cast(tensor<float>({3}, {-9, 3.7f, 7}), DType::int4);
  CHECK(packed.tensor().to_ints() == std::vector<std::int64_t>{7, 3, 7});
  CHECK(elements<float>(cast(packed, DType::float32)) == std::vector<float>{7, 3, 7});
  CHECK(elements<float>(cast(cast(tensor<float>({3}, {500, -0.3f, 1}), DType::float8e4m3fn),
                             DType::float32)) == std::vector<float>{448, -0.3125f, 1});
  CHECK(run_op("CastLike", {}, {tensor<float>({2}, {1, 2}), tensor<std::int16_t>({3}, {0, 0, 0})})[0]
            .tensor()
            .text() == "int16[2]");
}

TEST_CASE("elementwise: Dropout") {
  const Value x = tensor<float>({3}, {1, 2, 3});
  auto y = run_op("Dropout", {}, {x}, 2);
  CHECK(elements<float>(y[0]) == std::vector<float>{1, 2, 3});
  CHECK(elements<bool>(y[1]) == std::vector<bool>{true, true, true});
  // numpy.random.RandomState(0).uniform(size=3) is 0.549, 0.715, 0.603.
  y = run_op("Dropout", {{"seed", std::int64_t{0}}}, {x, tensor<float>({}, {0.6f}), tensor<bool>({}, {true})},
             2);
  CHECK(elements<bool>(y[1]) == std::vector<bool>{false, true, true});
  const auto kept = elements<float>(y[0]);
  CHECK(kept[0] == 0);
  CHECK(kept[1] == doctest::Approx(5.0));
}

TEST_CASE("elementwise: contents that are sizes") {
  const Dim n = Dim::symbol("n");
  Fact out;
  CHECK(dims_of("Mul", {}, {sizes({2, 3}), sizes({4})}) == std::vector<std::int64_t>{8, 12});
  dims_of("Add", {}, {sizes({n}), Fact::of(Tensor::of<std::int64_t>(Shape{1}, {1}))}, &out);
  CHECK(out.as_dims()->at(0) == n + 1);
  dims_of("Div", {}, {sizes({n * 4}), Fact::of(Tensor::of<std::int64_t>(Shape{1}, {2}))}, &out);
  CHECK(out.as_dims()->at(0) == n * 2);
  CHECK(dims_of("Equal", {}, {sizes({n, 3}), sizes({n, 4})}) == std::vector<std::int64_t>{1, 0});
  dims_of("Where", {}, {Fact::of(Tensor::of<bool>(Shape{2}, {true, false})), sizes({n, n}), sizes({5, 6})},
          &out);
  CHECK(out.as_dims()->at(0) == n);
  CHECK(out.as_dims()->at(1).equals(6));
  CHECK(dims_of("Max", {}, {sizes({3, 9}), sizes({4})}) == std::vector<std::int64_t>{4, 9});
}

TEST_CASE("elementwise: bad attributes") {
  CHECK_THROWS_AS(run_op("BitShift", {{"direction", std::string("UP")}},
                         {tensor<std::uint8_t>({1}, {1}), tensor<std::uint8_t>({1}, {1})}),
                  Error);
  CHECK_THROWS_AS(run_op("Gelu", {{"approximate", std::string("poly")}}, {tensor<float>({1}, {1})}), Error);
  CHECK_THROWS_AS(run_op("ScaledTanh", {}, {tensor<float>({1}, {1})}), Error);
}
