#include "io/raw.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "sardonyx/error.hpp"

using namespace sardonyx;
namespace fs = std::filesystem;

TEST_CASE("text: numbers in rows and lists") {
  CHECK(io::parse_text("1 2 3\n4,5,6\n", DType::int64).text() == "int64[2,3]");
  CHECK(io::parse_text("1\n2\n3", DType::int32).text() == "int32[3]");
  CHECK(io::parse_text("1 2\n3\n", DType::float32).text() == "float32[3]");
  CHECK(io::parse_text("", DType::float32).text() == "float32[0]");
  const Tensor floats = io::parse_text("# a comment\n+1.5; -2e3 # more\r\n", DType::float32);
  CHECK(floats.number_at(0) == 1.5);
  CHECK(floats.number_at(1) == -2000);
  CHECK(io::parse_text("inf nan", DType::float64).number_at(0) > 1e308);
  CHECK(io::parse_text("1 2 3 4 5 6", DType::uint8, Shape{2, -1}).text() == "uint8[2,3]");
  CHECK(io::parse_text("true 0 False", DType::bool_).to_ints() == std::vector<std::int64_t>{1, 0, 0});
  CHECK(io::parse_text("-8 7 1", DType::int4).to_ints() == std::vector<std::int64_t>{-8, 7, 1});
  CHECK(io::parse_text("18446744073709551615", DType::uint64).as<std::uint64_t>()[0] == UINT64_MAX);
  CHECK(io::parse_text("1.5", DType::float16).number_at(0) == 1.5);
  const Tensor lines = io::parse_text("one line\r\n\nthree, with comma\n", DType::string);
  CHECK(lines.shape() == Shape{3});
  CHECK(lines.as<std::string>()[0] == "one line");
  CHECK(lines.as<std::string>()[2] == "three, with comma");
}

TEST_CASE("text: what is no number, or too large, is refused") {
  CHECK_THROWS_AS(io::parse_text("1 x", DType::int32), Error);
  CHECK_THROWS_AS(io::parse_text("1.5", DType::int32), Error);
  CHECK_THROWS_AS(io::parse_text("256", DType::uint8), Error);
  CHECK_THROWS_AS(io::parse_text("-1", DType::uint32), Error);
  CHECK_THROWS_AS(io::parse_text("8", DType::int4), Error);
  CHECK_THROWS_AS(io::parse_text("yes", DType::bool_), Error);
  CHECK_THROWS_AS(io::parse_text("1 2 3", DType::float32, Shape{2}), Error);
  CHECK_THROWS_AS(io::parse_text("1 2 3", DType::float32, Shape{-1, 2}), Error);
  CHECK_THROWS_AS(io::parse_text("1", DType::float32, Shape{-1, -1}), Error);
  CHECK_THROWS_AS(io::parse_text("1", DType::complex64), Error);
}

TEST_CASE("raw: bytes come back, sizes are checked") {
  const fs::path path = fs::temp_directory_path() / "sardonyx_raw_test.bin";
  io::write_raw(path, Tensor::of<std::int16_t>(Shape{3}, {1, -2, 3}));
  CHECK(io::read_raw(path, DType::int16).to_ints() == std::vector<std::int64_t>{1, -2, 3});
  CHECK(io::read_raw(path, DType::int16, Shape{3, -1}).text() == "int16[3,1]");
  CHECK(io::read_raw(path, DType::int4, Shape{11}).text() == "int4[11]");
  CHECK(io::read_raw(path, DType::bool_).int_at(0) == 1);
  CHECK_THROWS_AS(io::read_raw(path, DType::int16, Shape{4}), Error);
  CHECK_THROWS_AS(io::read_raw(path, DType::float32), Error);
  CHECK_THROWS_AS(io::read_raw(path, DType::string), Error);
  fs::remove(path);
  CHECK_THROWS_AS(io::read_raw(path, DType::int16), Error);
}
