#include "model/test_data.h"

#include <doctest/doctest.h>

#include "unit/model/messages.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

const Type kFloats = Type::tensor(DType::float32);

NamedValue read_back(const Value& v, const Type& type) {
  return read_value(block_of(write_value(v, type, "v")), type);
}

}  // namespace

TEST_CASE("test data: tensors of bytes and of strings come back") {
  const NamedValue floats = read_back(Tensor::of<float>(Shape{2}, {1, 2}), kFloats);
  CHECK(floats.name == "v");
  CHECK(floats.value.tensor().number_at(1) == 2);
  const Value texts = Tensor::of<std::string>(Shape{1, 2}, {"a", ""});
  CHECK(read_back(texts, texts.type()).value.tensor().as<std::string>()[0] == "a");
  const Value empty = Tensor(DType::int64, Shape{0});
  CHECK(read_back(empty, empty.type()).value.tensor().shape() == Shape{0});
}

TEST_CASE("test data: sequences, also empty and nested") {
  const Type type = Type::sequence(kFloats);
  const Value v = Sequence{kFloats, {Tensor::scalar(1.0f), Tensor::scalar(2.0f)}};
  CHECK(read_back(v, type).value.sequence().elements.at(1).tensor().number_at(0) == 2);
  const NamedValue empty = read_back(Sequence{kFloats, {}}, type);
  CHECK(empty.value.sequence().elements.empty());
  CHECK(empty.value.type() == type);
  const Value nested = Sequence{type, {v, v}};
  CHECK(read_back(nested, Type::sequence(type)).value.text() == "seq(seq(tensor(float))) of 2");
}

TEST_CASE("test data: maps are sorted by key") {
  const Type type = Type::map(DType::string, kFloats);
  const std::string bytes = message([](WireWriter& w) {
    w.bytes(1, "m");
    w.int64(2, 8);
    w.bytes(4, "zebra");
    w.bytes(4, "ant");
    w.message(5, [](WireWriter& s) {
      s.int64(2, 1);
      for (const float f : {1.0f, 2.0f})
        s.message(3, [&](WireWriter& t) { write_tensor(t, Tensor::scalar(f), ""); });
    });
  });
  const NamedValue read = read_value(block_of(bytes), type);
  CHECK(read.name == "m");
  CHECK(read.value.map().string_keys == std::vector<std::string>{"ant", "zebra"});
  CHECK(read.value.map().values.at(0).tensor().number_at(0) == 2);
  const NamedValue again = read_back(read.value, type);
  CHECK(again.value.map().string_keys == read.value.map().string_keys);
  Map ints{DType::int64, kFloats, {7}, {}, {Tensor::scalar(3.0f)}};
  const Value in_sequence = Sequence{Type::map(DType::int64, kFloats), {Value(ints)}};
  CHECK(read_back(in_sequence, in_sequence.type()).value.text() == "seq(map(int64,tensor(float))) of 1");
}

TEST_CASE("test data: optionals with and without content") {
  const Type type = Type::optional(kFloats);
  CHECK(read_back(Value::none(kFloats), type).value.is_none());
  CHECK(read_back(Tensor::scalar(4.0f), type).value.tensor().number_at(0) == 4);
  const Type of_sequence = Type::optional(Type::sequence(kFloats));
  const Value sequence = Sequence{kFloats, {Tensor::scalar(4.0f)}};
  CHECK(read_back(sequence, of_sequence).value.sequence().elements.size() == 1);
}

TEST_CASE("test data: sparse tensors come back") {
  const Value v =
      Sparse{Tensor::of<float>(Shape{1}, {9}), Tensor::of<std::int64_t>(Shape{1}, {2}), Shape{2, 3}};
  const NamedValue read = read_back(v, v.type());
  CHECK(read.value.sparse().dense == Shape{2, 3});
  CHECK(read.name == "v");
}

TEST_CASE("test data: what does not fit is refused") {
  CHECK_THROWS_AS(write_value(Value(), kFloats, ""), Error);
  CHECK_THROWS_AS(read_value(block_of("\x0b"), kFloats), Error);
  const std::string mixed = message([](WireWriter& w) {
    w.int64(2, 1);
    w.message(5, [](WireWriter&) {});
  });
  CHECK_THROWS_AS(read_value(block_of(mixed), Type::sequence(kFloats)), Error);
  const std::string uneven = message([](WireWriter& w) {
    w.int64(2, 7);
    w.int64(3, 1);
  });
  CHECK(
      contains(error_of([&] { read_value(block_of(uneven), Type::map(DType::int64, kFloats)); }), "1 keys"));
  std::string deep;
  for (int i = 0; i < 200; ++i) {
    deep = message([&](WireWriter& w) {
      w.int64(2, 3);
      w.bytes(5, deep);
    });
  }
  CHECK(contains(error_of([&] { read_value(block_of(deep), Type::sequence(kFloats)); }), "nested deeper"));
}
