#include <doctest/doctest.h>

#include <complex>
#include <cstring>

#include "sardonyx/error.hpp"
#include "sardonyx/value.hpp"

using namespace sardonyx;

TEST_CASE("dtype names, widths and both spellings") {
  CHECK(name(DType::float64) == "float64");
  CHECK(onnx_name(DType::float64) == "double");
  CHECK(parse_dtype("float") == DType::float32);
  CHECK(parse_dtype("float32") == DType::float32);
  CHECK(parse_dtype("int2") == DType::int2);
  CHECK_FALSE(parse_dtype("float128"));
  CHECK_FALSE(parse_dtype("undefined"));
  CHECK(bit_width(DType::uint2) == 2);
  CHECK(item_size(DType::complex128) == 16);
  CHECK(item_size(DType::int4) == 0);
  CHECK(packed_bytes(DType::int4, 5) == 3);
  CHECK(packed_bytes(DType::uint2, 5) == 2);
  CHECK(packed_bytes(DType::int4, SIZE_MAX) == SIZE_MAX / 2 + 1);
  CHECK_THROWS_AS(packed_bytes(DType::float32, SIZE_MAX / 2), Error);
  CHECK(is_signed_integer(DType::int2));
  CHECK_FALSE(is_integer(DType::bool_));
  CHECK(is_small_float(DType::float4e2m1));
  CHECK(bit_width(static_cast<DType>(200)) == 0);
}

TEST_CASE("shapes of any rank up to 64 copy, move and compare") {
  Shape s;
  for (int i = 0; i < 64; ++i) s.push_back(i % 3 + 1);
  CHECK(s.rank() == 64);
  CHECK_THROWS_AS(s.push_back(1), Error);
  Shape copy = s;
  CHECK(copy == s);
  Shape moved = std::move(copy);
  CHECK(moved == s);
  copy = Shape{2, 3};
  CHECK(copy.text() == "[2,3]");
  moved = copy;
  CHECK(moved == Shape{2, 3});
  CHECK(moved.count() == 6);
  CHECK(Shape{}.count() == 1);
  CHECK(Shape{}.text() == "[]");
  CHECK(Shape({2, 3, 4}).count(1, 3) == 12);
  CHECK(Shape::filled(7, 2).count() == 128);
  CHECK_FALSE(Shape{2} == Shape{2, 1});
}

TEST_CASE("tensors refuse sizes that cannot be") {
  CHECK_THROWS_AS(Tensor(DType::float32, Shape{-1}), Error);
  CHECK_THROWS_AS(Tensor(DType::float32, Shape{INT64_MAX, 2}), Error);
  CHECK_THROWS_AS(Tensor(DType::float64, Shape{INT64_MAX / 2}), Error);
  CHECK_THROWS_AS(Tensor(DType::float32, Shape{0, INT64_MAX, 4}), Error);
  CHECK_THROWS_AS(Tensor(DType::undefined, Shape{1}), Error);
  CHECK_THROWS_AS(Tensor(static_cast<DType>(99), Shape{1}), Error);
  const Tensor empty(DType::float32, Shape{0, 5});
  CHECK(empty.count() == 0);
  CHECK(empty.bytes() == 0);
}

TEST_CASE("a tensor is a window of a block") {
  BlockPtr block = Block::allocate(16);
  const float values[] = {1, 2, 3, 4};
  std::memcpy(block->data(), values, 16);
  const Tensor t(DType::float32, Shape{2}, block, 8);
  CHECK(t.as<float>()[0] == 3);
  CHECK_THROWS_AS(Tensor(DType::float32, Shape{2}, block, 12), Error);
  CHECK_THROWS_AS(Tensor(DType::float32, Shape{2}, block, SIZE_MAX - 3), Error);
  CHECK_THROWS_AS(Tensor(DType::string, Shape{}, block), Error);
  CHECK_THROWS_AS(t.as<int>(), Error);
  const Tensor odd(DType::int16, Shape{3}, block, 1);
  CHECK_THROWS_AS(odd.as<std::int16_t>(), Error);
  CHECK(odd.to_ints().size() == 3);
  CHECK(t.reshaped(Shape{1, 2}).text() == "float32[1,2]");
  CHECK_THROWS_AS(t.reshaped(Shape{3}), Error);
  CHECK_FALSE(t.clone().block() == block);
}

TEST_CASE("tensors hold elements of every C++ type") {
  CHECK(Tensor::of<bool>(Shape{2}, {true, false}).to_ints() == std::vector<std::int64_t>{1, 0});
  CHECK(Tensor::scalar(std::complex<double>(1, 2)).as<std::complex<double>>()[0].imag() == 2);
  CHECK(Tensor::scalar(float16(1.5f)).number_at(0) == 1.5);
  CHECK(Tensor::scalar(bfloat16(2.5f)).number_at(0) == 2.5);
  CHECK(Tensor::scalar<std::uint64_t>(7).int_at(0) == 7);
  CHECK_THROWS_AS(Tensor::of<float>(Shape{3}, {1, 2}), Error);
  CHECK_THROWS_AS(Tensor::scalar(1.0f).int_at(0), Error);
  CHECK_THROWS_AS(Tensor::scalar(1).int_at(1), Error);
  CHECK(Tensor::zeros(DType::int4, Shape{3}).to_ints() == std::vector<std::int64_t>{0, 0, 0});
}

TEST_CASE("string tensors own their elements") {
  Tensor t = Tensor::of<std::string>(Shape{2}, {"a string too long to stand in place, surely", "b"});
  const Tensor copy = t.clone();
  t.mutable_as<std::string>()[0] = "changed";
  CHECK(copy.as<std::string>()[0] == "a string too long to stand in place, surely");
  CHECK(t.as<std::string>()[0] == "changed");
  CHECK(Tensor::zeros(DType::string, Shape{2}).as<std::string>()[1].empty());
  CHECK_THROWS_AS(Tensor(DType::uint8, Shape{8}, t.block()), Error);
}

TEST_CASE("values of every kind say what they are") {
  CHECK(Value().text() == "absent");
  CHECK(Value(Tensor::scalar(1.0f)).type().text() == "tensor(float)");
  Value seq = Sequence{{}, {Tensor::scalar<std::int64_t>(1)}};
  CHECK(seq.text() == "seq(tensor(int64)) of 1");
  CHECK(Value::none(Type::tensor(DType::float32)).text() == "none");
  CHECK(Value::none(Type::tensor(DType::float32)).type().text() == "optional(tensor(float))");
  CHECK_THROWS_AS(seq.tensor(), Error);
  CHECK_THROWS_AS(Value().map(), Error);
  const Type map = Type::map(DType::int64, Type::tensor(DType::float32));
  CHECK(Type::sequence(map).text() == "seq(map(int64,tensor(float)))");
  CHECK(Type::sequence(map) == Type::sequence(Type::map(DType::int64, Type::tensor(DType::float32))));
  CHECK_FALSE(Type::sequence(map) == Type::optional(map));
}

TEST_CASE("a sequence is copied before writing unless it has one holder") {
  Value a = Sequence{Type::tensor(DType::float32), {}};
  const Sequence* before = &a.sequence();
  CHECK(&a.own_sequence() == before);
  const Value b = a;
  a.own_sequence().elements.emplace_back(Tensor::scalar(1.0f));
  CHECK(a.sequence().elements.size() == 1);
  CHECK(b.sequence().elements.empty());
}
