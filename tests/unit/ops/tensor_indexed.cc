#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "unit/ops/run_op.h"

using namespace sardonyx;
using namespace sardonyx::test;

TEST_CASE("GatherElements and ScatterElements: indices outside are refused") {
  const Value x = counting<float>({3, 2});
  const Value at = Tensor::of<std::int32_t>({1, 2}, {-1, 0});
  CHECK(elements<float>(run_op("GatherElements", {}, {x, at})[0]) == std::vector<float>{4, 1});
  const Value bad = Tensor::of<std::int32_t>({1, 2}, {0, 3});
  CHECK_THROWS_WITH_AS(run_op("GatherElements", {}, {x, bad}), doctest::Contains("index 3"), Error);
  CHECK_THROWS_AS(run_op("ScatterElements", {}, {x, bad, counting<float>({1, 2})}), Error);
  CHECK_THROWS_AS(run_op("GatherElements", {}, {x, Tensor::of<std::int32_t>({1, 3}, {0, 0, 0})}), Error);
  CHECK(run_op("GatherElements", {}, {x, counting<std::int64_t>({0, 2})})[0].tensor().shape() == Shape{0, 2});
}

TEST_CASE("ScatterElements: duplicates in order, reductions") {
  const Value x = float_list({1, 2, 3}), twice = ints({1, 1}), u = float_list({5, -4});
  CHECK(elements<float>(run_op("ScatterElements", {}, {x, twice, u})[0]) == std::vector<float>{1, -4, 3});
  const auto with = [&](const char* reduction) {
    return elements<float>(
        run_op("ScatterElements", {{"reduction", std::string(reduction)}}, {x, twice, u})[0])[1];
  };
  CHECK(with("add") == 3);
  CHECK(with("mul") == -40);
  CHECK(with("min") == -4);
  CHECK(with("max") == 5);
  CHECK(std::isnan(elements<float>(run_op("ScatterElements", {{"reduction", std::string("max")}},
                                          {x, ints({0}), float_list({NAN})})[0])[0]));
  CHECK_THROWS_AS(with("mean"), Error);
  const Value words = Tensor::of<std::string>({2}, {"a", "b"});
  CHECK(elements<std::string>(
            run_op("ScatterElements", {}, {words, ints({1}), Tensor::of<std::string>({1}, {"c"})})[0]) ==
        std::vector<std::string>{"a", "c"});
}

TEST_CASE("GatherND and ScatterND") {
  const Value x = counting<std::int64_t>({2, 3});
  const auto at = Tensor::of<std::int64_t>({2, 2}, {0, -1, 1, 0});
  CHECK(elements<std::int64_t>(run_op("GatherND", {}, {x, at})[0]) == std::vector<std::int64_t>{2, 3});
  CHECK_THROWS_WITH_AS(run_op("GatherND", {}, {x, Tensor::of<std::int64_t>({1, 2}, {0, 3})}),
                       doctest::Contains("[0,3]"), Error);
  const auto y = run_op("ScatterND", {{"reduction", std::string("add")}},
                        {x, Tensor::of<std::int64_t>({2, 1}, {1, 1}), counting<std::int64_t>({2, 3})});
  CHECK(elements<std::int64_t>(y[0]) == std::vector<std::int64_t>{0, 1, 2, 3 + 0 + 3, 4 + 1 + 4, 5 + 2 + 5});
  CHECK_THROWS_AS(
      run_op("ScatterND", {}, {x, Tensor::of<std::int64_t>({1, 1}, {2}), counting<std::int64_t>({1, 3})}),
      Error);
  CHECK_THROWS_AS(
      run_op("ScatterND", {}, {x, Tensor::of<std::int64_t>({1, 1}, {1}), counting<std::int64_t>({1, 2})}),
      Error);
}

TEST_CASE("TopK: ties keep the lower index, NaN is greatest") {
  const auto y = run_op("TopK", {}, {float_list({1, 3, NAN, 3, 2}), ints({4})}, 2);
  CHECK(elements<std::int64_t>(y[1]) == std::vector<std::int64_t>{2, 1, 3, 4});
  const auto least =
      run_op("TopK", {{"largest", std::int64_t{0}}}, {float_list({2, 1, NAN, 1}), ints({4})}, 2);
  CHECK(elements<std::int64_t>(least[1]) == std::vector<std::int64_t>{1, 3, 0, 2});
  CHECK(run_op("TopK", {{"axis", std::int64_t{0}}}, {counting<float>({3, 2}), ints({0})}, 2)[0]
            .tensor()
            .shape() == Shape{0, 2});
  CHECK_THROWS_AS(run_op("TopK", {}, {float_list({1}), ints({2})}, 2), Error);
  // Against a full sort, along the first axis.
  std::vector<std::int32_t> v(60);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<std::int32_t>(i * 37 % 23);
  const Value x = Tensor::of<std::int32_t>({20, 3}, std::span<const std::int32_t>(v));
  const auto top = run_op("TopK", {{"axis", std::int64_t{0}}}, {x, ints({7})}, 2);
  for (std::size_t column = 0; column < 3; ++column) {
    std::vector<std::int64_t> order(20);
    for (std::size_t i = 0; i < 20; ++i) order[i] = static_cast<std::int64_t>(i);
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
      return v[static_cast<std::size_t>(a) * 3 + column] > v[static_cast<std::size_t>(b) * 3 + column];
    });
    for (std::size_t i = 0; i < 7; ++i) CHECK(elements<std::int64_t>(top[1])[i * 3 + column] == order[i]);
  }
}

TEST_CASE("Unique: NaN, strings, axes and nothing at all") {
  const auto y = run_op("Unique", {}, {float_list({2, NAN, 1, NAN, 2})}, 4);
  CHECK(elements<std::int64_t>(y[1]) == std::vector<std::int64_t>{2, 0, 1});
  CHECK(elements<std::int64_t>(y[2]) == std::vector<std::int64_t>{1, 2, 0, 2, 1});
  CHECK(elements<std::int64_t>(y[3]) == std::vector<std::int64_t>{1, 2, 2});
  const auto words =
      run_op("Unique", {{"sorted", std::int64_t{0}}}, {Tensor::of<std::string>({3}, {"b", "a", "b"})}, 4);
  CHECK(elements<std::string>(words[0]) == std::vector<std::string>{"b", "a"});
  CHECK(run_op("Unique", {}, {counting<float>({0})}, 4)[0].tensor().shape() == Shape{0});
  const auto contrib = run_op("Unique", {}, {float_list({NAN, 1, NAN})}, 3, "com.microsoft");
  CHECK(contrib[0].tensor().count() == 3);
}

TEST_CASE("NonZero and Compress") {
  CHECK(run_op("NonZero", {}, {Tensor::scalar(1.0f)})[0].tensor().shape() == Shape{0, 1});
  CHECK(elements<std::int64_t>(run_op("NonZero", {}, {Tensor::of<float>({2, 2}, {0, -0.0f, NAN, 1})})[0]) ==
        std::vector<std::int64_t>{1, 1, 0, 1});
  const Value condition = Tensor::of<bool>({2}, {false, true});
  CHECK(elements<float>(run_op("Compress", {}, {counting<float>({2, 3}), condition})[0]) ==
        std::vector<float>{1});
  CHECK(elements<float>(run_op("Compress", {{"axis", std::int64_t{-2}}},
                               {counting<float>({2, 3}), condition})[0]) == std::vector<float>{3, 4, 5});
}

TEST_CASE("Range: limits of integers and steps of floats") {
  constexpr auto lowest = std::numeric_limits<std::int64_t>::min(),
                 highest = std::numeric_limits<std::int64_t>::max();
  const auto range = [](auto a, auto b, auto c) {
    return run_op("Range", {}, {Tensor::scalar(a), Tensor::scalar(b), Tensor::scalar(c)})[0];
  };
  CHECK(elements<std::int64_t>(range(lowest, highest, highest)) ==
        std::vector<std::int64_t>{lowest, -1, highest - 1});
  CHECK(elements<std::int32_t>(range(10, 4, -2)) == std::vector<std::int32_t>{10, 8, 6});
  CHECK(range(0.0f, 1.0f, 0.1f).tensor().count() == 10);
  CHECK(range(1.0, 0.0, 1.0).tensor().count() == 0);
  CHECK_THROWS_AS(range(0, 1, 0), Error);
  CHECK_THROWS_AS(range(0.0f, INFINITY, 1.0f), Error);
  CHECK_THROWS_AS(range(lowest, highest, std::int64_t{1}), Error);
}

TEST_CASE("ConstantOfShape, EyeLike, OneHot, Tile, Trilu of edge shapes") {
  CHECK(elements<float>(run_op("ConstantOfShape", {}, {ints({})})[0]) == std::vector<float>{0});
  CHECK_THROWS_AS(run_op("ConstantOfShape", {}, {ints({-1})}), Error);
  Tensor four(DType::int4, {1});
  *reinterpret_cast<unsigned char*>(four.mutable_data()) = 0x0b;  // -5
  const Value filled = run_op("ConstantOfShape", {{"value", four}}, {ints({3})})[0];
  CHECK(filled.tensor().to_ints() == std::vector<std::int64_t>{-5, -5, -5});
  CHECK(elements<float>(run_op("EyeLike", {{"k", std::int64_t{1}}}, {counting<float>({2, 3})})[0]) ==
        std::vector<float>{0, 1, 0, 0, 0, 1});
  CHECK(elements<float>(run_op("EyeLike", {{"k", std::numeric_limits<std::int64_t>::max()}},
                               {counting<float>({2, 1})})[0]) == std::vector<float>{0, 0});
  CHECK(elements<float>(
            run_op("OneHot", {}, {float_list({1.0f, -1.0f, 9.0f}), ints({3}), float_list({0, 5})})[0]) ==
        std::vector<float>{0, 5, 0, 0, 0, 5, 0, 0, 0});
  CHECK(elements<std::string>(run_op("Tile", {}, {Tensor::of<std::string>({2}, {"a", "b"}), ints({2})})[0]) ==
        std::vector<std::string>{"a", "b", "a", "b"});
  CHECK(run_op("Tile", {}, {counting<float>({2, 3}), ints({0, 2})})[0].tensor().shape() == Shape{0, 6});
  CHECK(elements<std::int16_t>(run_op("Tile", {}, {counting<std::int16_t>({2, 2}), ints({2, 2})})[0]) ==
        std::vector<std::int16_t>{0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3});
  const Value lowest = Tensor::scalar(std::numeric_limits<std::int64_t>::min());
  const Value words = Tensor::of<std::string>({2, 2}, {"a", "b", "c", "d"});
  CHECK(elements<std::string>(run_op("Trilu", {}, {words})[0]) ==
        std::vector<std::string>{"a", "b", "", "d"});
  CHECK(elements<float>(run_op("Trilu", {}, {counting<float>({2, 2}), lowest})[0]) ==
        std::vector<float>{0, 1, 2, 3});
}

TEST_CASE("CumSum: exclusive and reverse of integers that wrap") {
  const Value x = Tensor::of<std::int32_t>({3}, {std::numeric_limits<std::int32_t>::max(), 1, 2});
  CHECK(elements<std::int32_t>(run_op("CumSum", {}, {x, ints({0})})[0])[1] ==
        std::numeric_limits<std::int32_t>::min());
  CHECK(
      elements<std::int32_t>(run_op("CumProd", {{"exclusive", std::int64_t{1}}, {"reverse", std::int64_t{1}}},
                                    {Tensor::of<std::int32_t>({3}, {2, 3, 4}), ints({-1})})[0]) ==
      std::vector<std::int32_t>{12, 4, 1});
  CHECK(run_op("CumSum", {}, {counting<float>({2, 0}), ints({0})})[0].tensor().shape() == Shape{2, 0});
}

TEST_CASE("SpaceToDepth undoes DepthToSpace in both modes") {
  for (const char* mode : {"DCR", "CRD"}) {
    const Attributes attributes = {{"blocksize", std::int64_t{2}}, {"mode", std::string(mode)}};
    const Value x = counting<float>({2, 8, 3, 5});
    const Value spread = run_op("DepthToSpace", attributes, {x})[0];
    CHECK(spread.tensor().shape() == Shape{2, 2, 6, 10});
    // The second pixel of the first row is channel 2 of 8 (the place counts for more), or channel 1.
    CHECK(spread.tensor().as<float>()[1] == x.tensor().as<float>()[15 * (mode[0] == 'D' ? 2 : 1)]);
    const Value back = run_op("SpaceToDepth", attributes, {spread})[0];
    CHECK(std::ranges::equal(back.tensor().as<float>(), x.tensor().as<float>()));
  }
}

TEST_CASE("TensorScatter, ReverseSequence, DepthToSpace refuse what does not fit") {
  const Value cache = counting<float>({1, 4, 1}), update = float_list({9, 8});
  const Value step = Tensor::of<float>({1, 2, 1}, {9, 8});
  CHECK(elements<float>(run_op("TensorScatter", {{"mode", std::string("circular")}},
                               {cache, step, ints({3})})[0]) == std::vector<float>{8, 1, 2, 9});
  CHECK_THROWS_AS(run_op("TensorScatter", {}, {cache, step, ints({3})}), Error);
  CHECK_THROWS_AS(run_op("TensorScatter", {}, {cache, step, ints({-1})}), Error);
  CHECK_THROWS_AS(run_op("ReverseSequence", {}, {counting<float>({2, 2}), ints({1, 3})}), Error);
  CHECK_THROWS_AS(run_op("DepthToSpace", {{"blocksize", std::int64_t{2}}}, {counting<float>({1, 3, 1, 1})}),
                  Error);
  CHECK_THROWS_AS(run_op("DepthToSpace", {{"blocksize", std::int64_t{0}}}, {counting<float>({1, 3, 1, 1})}),
                  Error);
}

TEST_CASE("Random operators: seeds repeat, moments are right") {
  const Attributes attributes = {{"shape", std::vector<std::int64_t>{100000}}, {"seed", 3.0f}};
  const auto a = elements<float>(run_op("RandomNormal", attributes, {})[0]);
  CHECK(a == elements<float>(run_op("RandomNormal", attributes, {})[0]));
  double sum = 0, squares = 0;
  for (float v : a) sum += v, squares += static_cast<double>(v) * v;
  CHECK(std::fabs(sum / 1e5) < 0.02);            // standard error 0.003
  CHECK(std::fabs(squares / 1e5 - 1.0) < 0.03);  // standard error 0.0045
  const Attributes shape = {{"shape", std::vector<std::int64_t>{1000}}, {"low", 2.0f}, {"high", 3.0f}};
  const auto u = elements<float>(run_op("RandomUniform", shape, {})[0]);
  CHECK(u != elements<float>(run_op("RandomUniform", shape, {})[0]));
  CHECK(*std::min_element(u.begin(), u.end()) >= 2.0f);
  CHECK(*std::max_element(u.begin(), u.end()) < 3.0f);
  const auto drawn = run_op("Multinomial", {{"sample_size", std::int64_t{50}}},
                            {Tensor::of<float>({1, 3}, {-1e30f, 0, -1e30f})});
  CHECK(elements<std::int32_t>(drawn[0]) == std::vector<std::int32_t>(50, 1));
  CHECK(elements<float>(run_op("Bernoulli", {}, {float_list({0, 1})})[0]) == std::vector<float>{0, 1});
}
