// Axes of results without elements cost no memory and may be as long as 64 bits count: nobody may walk them.
#include <doctest/doctest.h>

#include "unit/ops/run_op.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

constexpr std::int64_t kLong = std::int64_t{1} << 40;

Value zeros(DType dtype, Shape shape) { return Tensor::zeros(dtype, std::move(shape)); }
Value zero_floats(Shape shape) { return zeros(DType::float32, std::move(shape)); }

}  // namespace

TEST_CASE("empty results: heads of size 0") {
  const Value x = zero_floats({1, 3, 0});
  const Attributes heads = {{"q_num_heads", kLong}, {"kv_num_heads", kLong}};
  CHECK(run_op("Attention", heads, {x, x, x})[0].tensor().shape() == Shape{1, 3, 0});
  const Value y = zero_floats({1, kLong, 3, 0});
  CHECK(run_op("Attention", {}, {y, y, y})[0].tensor().shape() == Shape{1, kLong, 3, 0});
  CHECK_THROWS_AS(run_op("Attention", {},
                         {zero_floats({1, 4, 3, 2}), zero_floats({1, 0, 3, 2}), zero_floats({1, 0, 3, 2})}),
                  Error);
  const Attributes number = {{"num_heads", kLong}};
  CHECK(run_op("MultiHeadAttention", number, {x, x, x}, 1, "com.microsoft")[0].tensor().shape() ==
        Shape{1, 3, 0});
  const std::vector<Value> quantised = {zeros(DType::uint8, {1, 3, 4}), zeros(DType::uint8, {4, 0}),
                                        zero_floats({0}), zero_floats({}), zero_floats({})};
  CHECK(run_op("QAttention", number, quantised, 1, "com.microsoft")[0].tensor().shape() == Shape{1, 3, 0});
}

TEST_CASE("empty results: steps of no batch") {
  const std::vector<Value> inputs = {zero_floats({kLong, 0, 3}), zero_floats({1, 16, 3}),
                                     zero_floats({1, 16, 4})};
  const auto out = run_op("LSTM", {{"hidden_size", std::int64_t{4}}}, inputs);
  CHECK(out[0].tensor().shape() == Shape{kLong, 1, 0, 4});
}

TEST_CASE("empty results: no extreme is asked of an empty axis") {
  const Attributes dropped = {{"axis", std::int64_t{1}}, {"keepdims", std::int64_t{0}}};
  CHECK(run_op("ArgMax", dropped, {zero_floats({0, 0, 3})})[0].tensor().shape() == Shape{0, 3});
  CHECK(run_op("ArgMin", {}, {zero_floats({0, 0})})[0].tensor().shape() == Shape{1, 0});
  CHECK_THROWS_AS(run_op("ArgMax", {}, {zero_floats({0, 3})}), Error);
}
