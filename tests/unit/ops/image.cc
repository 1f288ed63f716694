#include <doctest/doctest.h>

#include <complex>

#include "unit/ops/run_op.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

const Value kNothing;

}  // namespace

TEST_CASE("Resize: nearest moves any type, linear mixes integers too") {
  const Value words = Tensor::of<std::string>({1, 2}, {"a", "b"});
  CHECK(elements<std::string>(run_op("Resize", {}, {words, kNothing, float_list({2, 2})})[0]) ==
        std::vector<std::string>{"a", "a", "b", "b", "a", "a", "b", "b"});
  // Positions -0.25, 0.25, 0.75, 1.25 between 0 and 100.
  const Value bytes = Tensor::of<std::uint8_t>({2}, {0, 100});
  CHECK(elements<std::uint8_t>(
            run_op("Resize", {{"mode", std::string("linear")}}, {bytes, kNothing, float_list({2})})[0]) ==
        std::vector<std::uint8_t>{0, 25, 75, 100});
  const Value doubles = Tensor::of<double>({2}, {0, 100});
  CHECK(elements<double>(run_op("Resize", {{"mode", std::string("linear")}},
                                {doubles, kNothing, kNothing, ints({4})})[0]) ==
        std::vector<double>{0, 25, 75, 100});
  CHECK(run_op("Resize", {}, {counting<float>({2, 0}), kNothing, float_list({2, 2})})[0].tensor().shape() ==
        Shape{4, 0});
  CHECK_THROWS_AS(run_op("Resize", {}, {counting<float>({0}), kNothing, kNothing, ints({2})}), Error);
  CHECK_THROWS_AS(run_op("Resize", {}, {counting<float>({2}), kNothing, float_list({0})}), Error);
  CHECK_THROWS_AS(run_op("Resize", {}, {counting<float>({2})}), Error);
}

TEST_CASE("Resize: symbols are scaled") {
  const Dim n = Dim::symbol("n");
  const auto out = infer_op(
      "Resize", {},
      {Fact::tensor(DType::float32, {n, n}), Fact::of(float_list({})), Fact::of(float_list({2.0f, 0.5f}))});
  CHECK(out[0].shape == SymShape{n * Dim(2), floor_div(n, 2)});
}

TEST_CASE("NonMaxSuppression: without room or boxes nothing is chosen") {
  const Value boxes = Tensor::of<float>({1, 2, 4}, {0, 0, 1, 1, 0, 0, 1, 1}),
              scores = Tensor::of<float>({1, 1, 2}, {0.5f, 0.5f});
  CHECK(run_op("NonMaxSuppression", {}, {boxes, scores})[0].tensor().shape() == Shape{0, 3});
  CHECK(elements<std::int64_t>(run_op("NonMaxSuppression", {}, {boxes, scores, ints({5})})[0]) ==
        std::vector<std::int64_t>{0, 0, 0});
  CHECK(
      run_op("NonMaxSuppression", {}, {counting<float>({1, 0, 4}), counting<float>({1, 1, 0}), ints({5})})[0]
          .tensor()
          .shape() == Shape{0, 3});
}

TEST_CASE("RoiAlign, MaxUnpool: what points outside is refused") {
  const Value x = counting<float>({1, 1, 4, 4}), roi = Tensor::of<float>({1, 4}, {0, 0, 3, 3});
  CHECK_THROWS_AS(run_op("RoiAlign", {}, {x, roi, ints({1})}), Error);
  const Value pooled = counting<float>({1, 1, 1, 1});
  const Attributes kernel = {{"kernel_shape", std::vector<std::int64_t>{2, 2}}};
  CHECK_THROWS_AS(run_op("MaxUnpool", kernel, {pooled, Tensor::of<std::int64_t>({1, 1, 1, 1}, {4})}), Error);
  CHECK_THROWS_AS(run_op("MaxUnpool", kernel, {pooled, Tensor::of<std::int64_t>({1, 1, 1, 1}, {-1})}), Error);
}

TEST_CASE("GridSample: the middle of a picture is its mean") {
  const Value x = Tensor::of<float>({1, 1, 2, 2}, {1, 2, 3, 4});
  const Value middle = Tensor::of<float>({1, 1, 1, 2}, {0, 0});
  CHECK(elements<float>(run_op("GridSample", {}, {x, middle})[0]) == std::vector<float>{2.5f});
  const Value nowhere = Tensor::of<float>({1, 1, 1, 2}, {std::numeric_limits<float>::quiet_NaN(), 1e30f});
  CHECK(elements<float>(run_op("GridSample", {}, {x, nowhere})[0]) == std::vector<float>{0});
}

TEST_CASE("GridSample: nearest moves any type, complex numbers mix") {
  const Value grid = Tensor::of<float>(Shape{1, 1, 2, 2}, {-1, 1, 9, 0});  // the lower left corner; outside
  const Attributes nearest{{"mode", std::string("nearest")}, {"align_corners", std::int64_t{1}}};
  const Value words = Tensor::of<std::string>(Shape{1, 1, 2, 2}, {"a", "b", "c", "d"});
  CHECK(elements<std::string>(run_op("GridSample", nearest, {words, grid})[0]) ==
        std::vector<std::string>{"c", ""});
  CHECK_THROWS_AS(run_op("GridSample", {}, {words, grid}), Error);
  const Value large = Tensor::of<std::int64_t>(Shape{1, 1, 1, 1}, {(std::int64_t{1} << 62) + 1});
  CHECK(elements<std::int64_t>(run_op("GridSample", nearest, {large, grid})[0])[0] ==
        (std::int64_t{1} << 62) + 1);
  using C = std::complex<float>;
  const Value numbers = Tensor::of<C>(Shape{1, 1, 1, 2}, {C(1, 2), C(3, -4)});
  const Value middle = Tensor::of<float>(Shape{1, 1, 1, 2}, {0, 0});
  CHECK(elements<C>(run_op("GridSample", {{"align_corners", std::int64_t{1}}}, {numbers, middle})[0])[0] ==
        C(2, -1));
}

TEST_CASE("Col2Im: blocks that overlap add up, complex numbers and truths too") {
  const Value image = ints({3}), block = ints({2});  // blocks (a, b) and (c, d) make [a, b + c, d]
  using C = std::complex<float>;
  const Value numbers = Tensor::of<C>(Shape{1, 2, 2}, {C(1, 1), C(2, 0), C(3, -1), C(4, 0)});
  CHECK(elements<C>(run_op("Col2Im", {}, {numbers, image, block})[0]) ==
        std::vector<C>{C(1, 1), C(5, -1), C(4, 0)});
  const Value truths = Tensor::of<bool>(Shape{1, 2, 2}, {false, true, true, false});
  const auto out = run_op("Col2Im", {}, {truths, image, block});
  CHECK(out[0].tensor().int_at(0) == 0);
  CHECK(out[0].tensor().int_at(1) == 1);
  CHECK(out[0].tensor().int_at(2) == 0);
}
