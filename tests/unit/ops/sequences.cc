#include <doctest/doctest.h>

#include "unit/ops/run_op.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

Value sequence_of(std::initializer_list<float> v) {
  std::vector<Value> parts;
  for (const float f : v) parts.emplace_back(Tensor::of<float>({1}, {f}));
  return run_op("SequenceConstruct", {}, parts)[0];
}

std::vector<float> flat(const Value& v) {
  std::vector<float> all;
  for (const Value& e : v.sequence().elements) all.push_back(elements<float>(e)[0]);
  return all;
}

Value at(std::int64_t i) { return Tensor::scalar(i); }

}  // namespace

TEST_CASE("Sequences: insert, erase, at, length") {
  const Value s = sequence_of({1, 2, 3});
  const Value x = Tensor::of<float>({1}, {9.0f});
  CHECK(flat(run_op("SequenceInsert", {}, {s, x})[0]) == std::vector<float>{1, 2, 3, 9});
  CHECK(flat(run_op("SequenceInsert", {}, {s, x, at(-1)})[0]) ==
        std::vector<float>{1, 2, 9, 3});  // list.insert(-1)
  CHECK(flat(run_op("SequenceInsert", {}, {s, x, at(-3)})[0]) == std::vector<float>{9, 1, 2, 3});
  CHECK_THROWS_AS(run_op("SequenceInsert", {}, {s, x, at(-4)}), Error);
  CHECK_THROWS_AS(run_op("SequenceInsert", {}, {s, x, at(4)}), Error);
  CHECK(flat(run_op("SequenceErase", {}, {s})[0]) == std::vector<float>{1, 2});
  CHECK(flat(run_op("SequenceErase", {}, {s, at(-3)})[0]) == std::vector<float>{2, 3});
  CHECK(elements<float>(run_op("SequenceAt", {}, {s, at(-1)})[0]) == std::vector<float>{3});
  CHECK_THROWS_AS(run_op("SequenceAt", {}, {s, at(3)}), Error);
  CHECK(elements<std::int64_t>(run_op("SequenceLength", {}, {s})[0]) == std::vector<std::int64_t>{3});
  CHECK(flat(s) == std::vector<float>{1, 2, 3});
  const Value empty = run_op("SequenceEmpty", {{"dtype", static_cast<std::int64_t>(DType::int64)}}, {})[0];
  CHECK(empty.type() == Type::sequence(Type::tensor(DType::int64)));
  CHECK_THROWS_AS(run_op("SequenceErase", {}, {empty}), Error);
}

TEST_CASE("SplitToSequence and ConcatFromSequence undo each other") {
  const Value x = counting<float>({2, 5});
  const Attributes last{{"axis", std::int64_t{-1}}};
  const Value parts = run_op("SplitToSequence", last, {x, at(2)})[0];
  CHECK(parts.sequence().elements.size() == 3);
  CHECK(parts.sequence().elements[2].tensor().shape() == Shape{2, 1});
  const Value joined = run_op("ConcatFromSequence", last, {parts})[0];
  CHECK(joined.tensor().shape() == Shape{2, 5});
  CHECK(elements<float>(joined) == elements<float>(x));
  CHECK_THROWS_AS(run_op("SplitToSequence", last, {x, ints({2, 2})}), Error);
  CHECK_THROWS_AS(run_op("SplitToSequence", last, {x, at(0)}), Error);
  const Value rows = run_op("SplitToSequence", {{"keepdims", std::int64_t{0}}}, {x})[0];
  CHECK(rows.sequence().elements[1].tensor().shape() == Shape{5});
  const Value stacked =
      run_op("ConcatFromSequence", {{"axis", std::int64_t{1}}, {"new_axis", std::int64_t{1}}}, {rows})[0];
  CHECK(stacked.tensor().shape() == Shape{5, 2});
  CHECK(elements<float>(stacked) == std::vector<float>{0, 5, 1, 6, 2, 7, 3, 8, 4, 9});
}

TEST_CASE("Optionals") {
  const Value x = Tensor::scalar(2.0f);
  const Attributes type{{"type", Type::tensor(DType::float32)}};
  const Value none = run_op("Optional", type, {})[0];
  CHECK(none.is_none());
  CHECK(elements<bool>(run_op("OptionalHasElement", {}, {none})[0]) == std::vector<bool>{false});
  CHECK(elements<bool>(run_op("OptionalHasElement", {}, {})[0]) == std::vector<bool>{false});
  CHECK(elements<bool>(run_op("OptionalHasElement", {}, {x})[0]) == std::vector<bool>{true});
  CHECK(elements<float>(run_op("OptionalGetElement", {}, {run_op("Optional", {}, {x})[0]})[0]) ==
        std::vector<float>{2});
  CHECK_THROWS_AS(run_op("OptionalGetElement", {}, {none}), Error);
}
