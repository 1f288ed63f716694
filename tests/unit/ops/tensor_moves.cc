#include <doctest/doctest.h>

#include "unit/ops/run_op.h"

using namespace sardonyx;
using namespace sardonyx::test;

// Expected values are NumPy's, or follow from the index formula written beside them.

TEST_CASE("Transpose: every element stands where its index says") {
  for (const Shape& s :
       {Shape{2, 3, 4}, Shape{5, 33, 70}, Shape{1, 64, 17, 3}, Shape{40, 2, 1, 40}, Shape{0, 3}}) {
    const auto check = [&]<typename T>(T) {
      const Value x = counting<T>(s);
      const Value y = run_op("Transpose", {}, {x})[0];
      Shape reversed = s;
      std::reverse(reversed.data(), reversed.data() + s.rank());
      CHECK(y.tensor().shape() == reversed);
      const auto got = elements<T>(y), from = elements<T>(x);
      bool same = true;
      for (std::int64_t i = 0; i < s.count(); ++i) {
        std::int64_t rest = i, at = 0;
        for (std::size_t a = s.rank(); a-- > 0;) {  // digit of axis a, last first
          at = at * s[a] + rest % s[a];
          rest /= s[a];
        }
        same = same && got[static_cast<std::size_t>(at)] == from[static_cast<std::size_t>(i)];
      }
      CHECK(same);
    };
    check(std::uint8_t{});
    check(std::int16_t{});
    check(float{});
    check(double{});
  }
}

TEST_CASE("Transpose: strings, 4-bit, rank 0 and rank 64") {
  const Value words = Tensor::of<std::string>({2, 2}, {"a", "b", "c", "a string that is not short at all"});
  CHECK(elements<std::string>(run_op("Transpose", {}, {words})[0]) ==
        std::vector<std::string>{"a", "c", "b", "a string that is not short at all"});
  Tensor nibbles(DType::int4, {3, 3});  // 1..9 - 8 packed: elements -7,-6,...: stored low nibble first
  const std::array<unsigned char, 5> packed = {0x21, 0x43, 0x65, 0x87, 0x09};
  std::memcpy(nibbles.mutable_data(), packed.data(), 5);
  const Value turned = run_op("Transpose", {}, {nibbles})[0];
  const std::array<unsigned char, 5> expected = {0x41, 0x27, 0x85, 0x63, 0x09};
  CHECK(std::memcmp(turned.tensor().data(), expected.data(), 5) == 0);
  CHECK(elements<float>(run_op("Transpose", {}, {Tensor::scalar(3.0f)})[0]) == std::vector<float>{3.0f});
  std::vector<std::int64_t> high(64, 1);
  high[10] = 2, high[60] = 3;
  const Value y = run_op("Transpose", {}, {counting<float>(Shape(high))})[0];
  CHECK(elements<float>(y) == std::vector<float>{0, 3, 1, 4, 2, 5});
  CHECK_THROWS_AS(run_op("Transpose", {{"perm", std::vector<std::int64_t>{0, 0}}}, {counting<float>({2, 2})}),
                  Error);
}

TEST_CASE("Reshape: zeros, -1 and what cannot be") {
  const Value x = counting<float>({2, 3, 4});
  CHECK(run_op("Reshape", {}, {x, ints({0, -1})})[0].tensor().shape() == Shape{2, 12});
  CHECK(run_op("Reshape", {}, {counting<float>({0, 3}), ints({0, -1})})[0].tensor().shape() == Shape{0, 3});
  CHECK(run_op("Reshape", {}, {Tensor::scalar(1.0f), ints({})})[0].tensor().shape() == Shape{});
  CHECK_THROWS_AS(run_op("Reshape", {}, {x, ints({5, -1})}), Error);
  CHECK_THROWS_AS(run_op("Reshape", {}, {x, ints({-1, -1})}), Error);
  CHECK_THROWS_AS(run_op("Reshape", {}, {x, ints({2, 3})}), Error);
}

TEST_CASE("Reshape: symbols divide exactly") {
  const Dim n = Dim::symbol("n"), s = Dim::symbol("s");
  const auto out =
      infer_op("Reshape", {}, {Fact::tensor(DType::float32, {n, s, 12}), Fact::of(ints({0, 0, 3, -1}))});
  CHECK(out[0].shape == SymShape{n, s, 3, 4});
  const auto merged =
      infer_op("Reshape", {}, {Fact::tensor(DType::float32, {n, s, 12}), Fact::of(ints({-1, 6}))});
  CHECK(merged[0].shape[0] == n * s * Dim(2));
}

TEST_CASE("Shape and its followers keep symbols") {
  const Dim n = Dim::symbol("n");
  const auto shape = infer_op("Shape", {}, {Fact::tensor(DType::float32, {n, 3, 4})});
  const auto head = infer_op("Gather", {}, {shape[0], Fact::of(ints({0}))});
  REQUIRE(head[0].as_dims());
  CHECK(head[0].as_dims()->at(0) == n);
  const auto both = infer_op("Concat", {{"axis", std::int64_t{0}}}, {head[0], Fact::of(ints({-1}))});
  const auto out = infer_op("Reshape", {}, {Fact::tensor(DType::float32, {n, 3, 4}), both[0]});
  CHECK(out[0].shape == SymShape{n, 12});
  const auto tail = infer_op("Slice", {}, {shape[0], Fact::of(ints({1})), Fact::of(ints({1000}))});
  CHECK(tail[0].as_dims() == std::vector<Dim>{3, 4});
  const auto part =
      infer_op("Shape", {{"start", std::int64_t{-2}}}, {Fact::tensor(DType::float32, {n, 3, 4})});
  CHECK(part[0].as_dims() == std::vector<Dim>{3, 4});
}

TEST_CASE("Slice: negative steps and limits beyond the ends") {
  const Value x = counting<std::int32_t>({3, 5});
  const auto y = run_op("Slice", {}, {x, ints({-1, 100}), ints({-100, -100}), ints({0, 1}), ints({-2, -3})});
  CHECK(y[0].tensor().shape() == Shape{2, 2});
  CHECK(elements<std::int32_t>(y[0]) == std::vector<std::int32_t>{14, 11, 4, 1});
  const auto none = run_op("Slice", {}, {x, ints({2}), ints({1})});
  CHECK(none[0].tensor().shape() == Shape{0, 5});
  constexpr auto lowest = std::numeric_limits<std::int64_t>::min(),
                 highest = std::numeric_limits<std::int64_t>::max();
  const auto all = run_op("Slice", {}, {x, ints({highest}), ints({lowest}), ints({1}), ints({-1})});
  CHECK(elements<std::int32_t>(all[0])[0] == 4);
  CHECK(
      run_op("Slice", {}, {x, ints({0}), ints({highest}), ints({1}), ints({highest})})[0].tensor().shape() ==
      Shape{3, 1});
  CHECK(run_op("Slice", {}, {x, ints({-1}), ints({lowest}), ints({1}), ints({lowest})})[0].tensor().shape() ==
        Shape{3, 1});
  CHECK_THROWS_AS(run_op("Slice", {}, {x, ints({0}), ints({1}), ints({2})}), Error);
  CHECK_THROWS_AS(run_op("Slice", {}, {x, ints({0}), ints({1}), ints({0}), ints({0})}), Error);
}

TEST_CASE("Gather: indices outside are refused by name") {
  const Value x = counting<std::int64_t>({4, 2});
  CHECK(elements<std::int64_t>(run_op("Gather", {}, {x, ints({-1, 0})})[0]) ==
        std::vector<std::int64_t>{6, 7, 0, 1});
  CHECK_THROWS_WITH_AS(run_op("Gather", {}, {x, ints({0, 4})}), doctest::Contains("index 4"), Error);
  CHECK(run_op("Gather", {}, {counting<float>({0, 2}), ints({})})[0].tensor().shape() == Shape{0, 2});
  CHECK_THROWS_AS(run_op("Gather", {}, {counting<float>({0, 2}), ints({0})}), Error);
}

TEST_CASE("Pad: reflect goes back and forth, wrap repeats, negative pads crop") {
  const Value x = counting<float>({3});
  CHECK(elements<float>(run_op("Pad", {{"mode", std::string("reflect")}}, {x, ints({5, 4})})[0]) ==
        std::vector<float>{1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2});
  CHECK(elements<float>(run_op("Pad", {{"mode", std::string("wrap")}}, {x, ints({1, 4})})[0]) ==
        std::vector<float>{2, 0, 1, 2, 0, 1, 2, 0});
  CHECK(elements<float>(run_op("Pad", {}, {x, ints({-1, 2}), Tensor::scalar(9.0f)})[0]) ==
        std::vector<float>{1, 2, 9, 9});
  CHECK(elements<std::string>(run_op("Pad", {}, {Tensor::of<std::string>({1}, {"x"}), ints({1, 0})})[0]) ==
        std::vector<std::string>{"", "x"});
  CHECK_THROWS_AS(run_op("Pad", {}, {x, ints({-2, -2})}), Error);
  CHECK_THROWS_AS(run_op("Pad", {{"mode", std::string("edge")}}, {counting<float>({0}), ints({1, 0})}),
                  Error);
}

TEST_CASE("Split and Concat undo each other") {
  const Value x = counting<std::uint8_t>({3, 7, 2});
  const Attributes axis = {{"axis", std::int64_t{1}}};
  const auto parts = run_op("Split", axis, {x, ints({2, 0, 5})}, 3);
  CHECK(parts[1].tensor().shape() == Shape{3, 0, 2});
  const auto whole = run_op("Concat", axis, {parts[0], parts[1], parts[2]});
  CHECK(elements<std::uint8_t>(whole[0]) == elements<std::uint8_t>(x));
  CHECK_THROWS_AS(run_op("Split", axis, {x, ints({2, 6})}, 2), Error);
  CHECK_THROWS_AS(run_op("Concat", axis, {x, counting<std::uint8_t>({3, 7, 3})}), Error);
}

TEST_CASE("Expand: of zero sizes, of a scalar, of 16-byte elements") {
  CHECK(run_op("Expand", {}, {counting<float>({1, 0}), ints({3, 1, 1})})[0].tensor().shape() ==
        Shape{3, 1, 0});
  const Value c = Tensor::scalar(std::complex<double>(1, 2));
  const auto y = run_op("Expand", {}, {c, ints({2, 2})});
  CHECK(elements<std::complex<double>>(y[0]) == std::vector<std::complex<double>>(4, {1, 2}));
  CHECK(elements<std::int8_t>(run_op("Expand", {}, {counting<std::int8_t>({2, 1}), ints({3})})[0]) ==
        std::vector<std::int8_t>{0, 0, 0, 1, 1, 1});
  CHECK_THROWS_AS(run_op("Expand", {}, {counting<float>({2}), ints({3})}), Error);
}

TEST_CASE("Squeeze, Unsqueeze, Flatten") {
  CHECK(run_op("Squeeze", {}, {counting<float>({1, 2, 1}), ints({-1})})[0].tensor().shape() == Shape{1, 2});
  CHECK(run_op("Squeeze", {}, {counting<float>({1, 2, 1})})[0].tensor().shape() == Shape{2});
  CHECK_THROWS_AS(run_op("Squeeze", {}, {counting<float>({1, 2}), ints({1})}), Error);
  CHECK(run_op("Unsqueeze", {}, {counting<float>({2}), ints({-1, 0})})[0].tensor().shape() == Shape{1, 2, 1});
  CHECK_THROWS_AS(run_op("Unsqueeze", {}, {counting<float>({2}), ints({0, -3})}), Error);
  CHECK(run_op("Flatten", {{"axis", std::int64_t{0}}}, {counting<float>({2, 0})})[0].tensor().shape() ==
        Shape{1, 0});
}
