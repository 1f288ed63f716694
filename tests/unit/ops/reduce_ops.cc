// Reductions: what upstream's cases leave out. Expected values are NumPy's or closed formulas.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "unit/ops/run_op.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("reductions of nothing give the neutral element") {
  const Value none = floats({2, 0, 3}, {});
  CHECK(elements<float>(run_op("ReduceSum", {}, {none, ints({1})})[0]) == std::vector<float>(6, 0.0f));
  CHECK(elements<float>(run_op("ReduceProd", {}, {none, ints({1})})[0]) == std::vector<float>(6, 1.0f));
  CHECK(elements<float>(run_op("ReduceMax", {}, {none, ints({1})})[0]) == std::vector<float>(6, -kInf));
  CHECK(elements<float>(run_op("ReduceMin", {}, {none, ints({1})})[0]) == std::vector<float>(6, kInf));
  CHECK(elements<float>(run_op("ReduceLogSumExp", {}, {none, ints({1})})[0]) == std::vector<float>(6, -kInf));
  CHECK(run_op("ReduceSum", {}, {none, ints({0})})[0].tensor().shape() == Shape{1, 0, 3});
  const Value small = Tensor::of<std::int8_t>({0}, {});
  CHECK(elements<std::int8_t>(run_op("ReduceMax", {}, {small})[0]) == std::vector<std::int8_t>{-128});
}

TEST_CASE("reductions over axes that are negative, missing, wrong or given twice") {
  const Value x = counting<float>({2, 3});
  CHECK(elements<float>(run_op("ReduceSum", {}, {x, ints({-1})})[0]) == std::vector<float>{3, 12});
  CHECK(elements<float>(run_op("ReduceSum", {{"keepdims", std::int64_t{0}}}, {x})[0]) ==
        std::vector<float>{15});
  CHECK(run_op("ReduceSum", {{"keepdims", std::int64_t{0}}}, {x})[0].tensor().rank() == 0);
  CHECK(elements<float>(run_op("ReduceSum", {{"noop_with_empty_axes", std::int64_t{1}}}, {x, ints({})})[0]) ==
        std::vector<float>{0, 1, 2, 3, 4, 5});
  CHECK_THROWS_AS(run_op("ReduceSum", {}, {x, ints({2})}), Error);
  CHECK_THROWS_AS(run_op("ReduceSum", {}, {x, ints({0, -2})}), Error);
  CHECK(elements<float>(run_op("ReduceMax", {}, {Tensor::scalar(4.0f)})[0]) == std::vector<float>{4});
}

TEST_CASE("long sums keep their digits, along either axis") {
  // A million times the float nearest to 0.1: 0.100000001490116...
  const float expected = static_cast<float>(1e6 * static_cast<double>(0.1f));
  CHECK(elements<float>(run_op("ReduceSum", {}, {filled({1000000}, 0.1f)})[0])[0] == expected);
  CHECK(elements<float>(run_op("ReduceSum", {}, {filled({1000000, 1}, 0.1f), ints({0})})[0])[0] == expected);
  const Value columns = run_op("ReduceSum", {}, {filled({20000, 50}, 0.1f), ints({0})})[0];
  for (float v : elements<float>(columns)) CHECK(v == static_cast<float>(20000 * static_cast<double>(0.1f)));
  CHECK(elements<float>(run_op("ReduceMean", {}, {filled({300, 1000}, 16777217.0f)})[0])[0] == 16777216.0f);
}

TEST_CASE("NaN wins maxima and minima; infinities go through log-sum-exp") {
  const float nan = std::nanf("");
  for (const char* op : {"ReduceMax", "ReduceMin"}) {
    for (std::int64_t axis : {0, 1}) {
      const Value y = run_op(op, {}, {floats({2, 2}, {1, nan, nan, 1}), ints({axis})})[0];
      for (float v : elements<float>(y)) CHECK(std::isnan(v));
    }
  }
  CHECK(elements<float>(run_op("ReduceLogSumExp", {}, {floats({2}, {kInf, 1})})[0])[0] == kInf);
  CHECK(elements<float>(run_op("ReduceLogSumExp", {}, {floats({2}, {-kInf, -kInf})})[0])[0] == -kInf);
  CHECK(elements<float>(run_op("ReduceLogSumExp", {}, {floats({2}, {1000, 1000})})[0])[0] ==
        doctest::Approx(1000 + std::log(2.0)));
}

TEST_CASE("integer reductions wrap, divide towards zero and take roots") {
  const Value x = Tensor::of<std::int32_t>({3}, {-5, 2, -4});
  CHECK(elements<std::int32_t>(run_op("ReduceMean", {}, {x})[0])[0] == -2);  // -7/3
  CHECK(elements<std::int32_t>(run_op("ReduceL1", {}, {x})[0])[0] == 11);
  CHECK(elements<std::int32_t>(run_op("ReduceL2", {}, {x})[0])[0] == 6);  // sqrt(45)
  CHECK(elements<std::int32_t>(run_op("ReduceProd", {}, {x})[0])[0] == 40);
  const Value flags = Tensor::of<bool>({2, 2}, {true, false, true, true});
  CHECK(elements<bool>(run_op("ReduceMin", {}, {flags, ints({1})})[0]) == std::vector<bool>{false, true});
  const Value large = Tensor::of<std::uint64_t>({2}, {~0ull, 2ull});
  CHECK(elements<std::uint64_t>(run_op("ReduceSum", {}, {large})[0])[0] == 1);
  CHECK(elements<std::uint64_t>(run_op("ReduceMax", {}, {large})[0])[0] == ~0ull);
}

TEST_CASE("shapes of reductions follow symbols; products of sizes stay known") {
  const Fact x = Fact::tensor(DType::float32, SymShape{Dim::symbol("n"), 3});
  const std::vector<Fact> in = {x, Fact::of(ints({1}))};
  CHECK(infer_op("ReduceSum", {}, in)[0].shape == SymShape{Dim::symbol("n"), 1});
  Fact sizes = Fact::tensor(DType::int64, SymShape{2});
  sizes.dims = std::make_shared<const std::vector<Dim>>(std::vector<Dim>{Dim::symbol("n"), 3});
  const Fact product = infer_op("ReduceProd", {{"keepdims", std::int64_t{0}}}, {sizes})[0];
  REQUIRE(product.dims);
  CHECK(product.dims->at(0) == Dim::symbol("n") * 3);
  const std::vector<Fact> unknown = {x, Fact::tensor(DType::int64, SymShape{1})};
  CHECK(infer_op("ReduceSum", {}, unknown)[0].shape.rank() == 2);
}

TEST_CASE("positions of extremes: first, last, NaN") {
  const Value x = floats({2, 3}, {1, 3, 3, 2, std::nanf(""), 5});
  CHECK(elements<std::int64_t>(run_op("ArgMax", {{"axis", std::int64_t{1}}}, {x})[0]) ==
        std::vector<std::int64_t>{1, 1});
  CHECK(elements<std::int64_t>(
            run_op("ArgMax", {{"axis", std::int64_t{1}}, {"select_last_index", std::int64_t{1}}}, {x})[0]) ==
        std::vector<std::int64_t>{2, 1});
  CHECK(elements<std::int64_t>(run_op("ArgMin", {{"axis", std::int64_t{0}}}, {x})[0]) ==
        std::vector<std::int64_t>{0, 1, 0});
  CHECK_THROWS_AS(run_op("ArgMax", {}, {floats({0, 2}, {})}), Error);
}
