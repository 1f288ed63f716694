// Expected texts are what NumPy's str() prints for the same arrays.
#include "tensor/format.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

using namespace sardonyx;

namespace {

Tensor counting(Shape shape, std::int64_t step = 1) {
  Tensor t(DType::int64, std::move(shape));
  std::int64_t next = 0;
  for (std::int64_t& v : t.mutable_as<std::int64_t>()) v = step * next++;
  return t;
}

}  // namespace

TEST_CASE("tensors print as NumPy arrays do") {
  CHECK(format(Tensor::of<float>(Shape{2, 2}, {1, 2.5f, -3, 400.125f})) ==
        "[[  1.      2.5  ]\n [ -3.    400.125]]");
  CHECK(format(counting(Shape{2, 3, 4})) ==
        "[[[ 0  1  2  3]\n  [ 4  5  6  7]\n  [ 8  9 10 11]]\n\n [[12 13 14 15]\n  [16 17 18 19]\n  [20 21 22 "
        "23]]]");
  CHECK(format(Tensor::of<double>(Shape{3}, {1e-7, 1, 2.5e10})) == "[1.0e-07 1.0e+00 2.5e+10]");
  CHECK(format(Tensor::of<float>(Shape{4}, {0.1f, 1.0f / 3, NAN, -INFINITY})) ==
        "[0.1        0.33333334        nan       -inf]");
  CHECK(format(Tensor::of<bool>(Shape{2}, {true, false})) == "[ True False]");
  CHECK(format(Tensor::of<float>(Shape{3}, {123456.789f, 1234567.0f, 0.5f})) ==
        "[1.2345679e+05 1.2345670e+06 5.0000000e-01]");
  CHECK(format(Tensor::of<float>(Shape{2}, {1.5f, 2e-9f})) == "[1.5e+00 2.0e-09]");
}

TEST_CASE("large tensors are summarised and long rows wrap") {
  CHECK(format(counting(Shape{2, 1000})) ==
        "[[   0    1    2 ...  997  998  999]\n [1000 1001 1002 ... 1997 1998 1999]]");
  CHECK(format(counting(Shape{40}, 1000)) ==
        "[    0  1000  2000  3000  4000  5000  6000  7000  8000  9000 10000 11000\n"
        " 12000 13000 14000 15000 16000 17000 18000 19000 20000 21000 22000 23000\n"
        " 24000 25000 26000 27000 28000 29000 30000 31000 32000 33000 34000 35000\n"
        " 36000 37000 38000 39000]");
  CHECK(format(counting(Shape{100000000 / 1000, 100})).size() < 400);
}

TEST_CASE("scalars, empty tensors, strings and single elements") {
  CHECK(format(Tensor::scalar(2.5f)) == "2.5");
  CHECK(format(Tensor::scalar<std::int64_t>(-3)) == "-3");
  CHECK(format(Tensor(DType::float32, Shape{0, 3})) == "[]");
  CHECK(format(Tensor()) == "null");
  CHECK(format(Tensor::of<std::string>(Shape{2}, {"a", "b\n"})) == "['a'   'b\\n']");
  CHECK(format(Tensor::of<std::complex<float>>(Shape{1}, {{1, -2}})) == "[1.-2.j]");
  CHECK(format_element(Tensor::scalar(0.1f), 0) == "0.1");
  CHECK(format_element(Tensor::scalar(float16(0.1f)), 0) == "0.1");
  CHECK(format_element(Tensor::scalar(1e300), 0) == "1.e+300");
  CHECK(format_element(Tensor::scalar<std::uint64_t>(UINT64_MAX), 0) == "18446744073709551615");
}
