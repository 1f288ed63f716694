// References in double: nested loops that say an operator in the specification's words, and what a random example of it
// needs. naive_references.cc has the table that plays them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "unit/ops/random_inputs.h"

namespace sardonyx::test::naive {

using Index = std::vector<std::int64_t>;

inline Shape shape_of(const Index& sizes) { return Shape(std::span<const std::int64_t>(sizes)); }
using Values = std::vector<double>;

// Elements in row-major order. Integers are small enough to be exact.
struct Array {
  Shape shape;
  std::vector<double> data;

  explicit Array(Shape s = {}, double fill = 0)
      : shape(std::move(s)), data(static_cast<std::size_t>(shape.count()), fill) {}
  // A list.
  explicit Array(const Index& values)
      : shape{static_cast<std::int64_t>(values.size())}, data(values.begin(), values.end()) {}
  double& operator[](const Index& i) { return data[offset(i)]; }
  double operator[](const Index& i) const { return data[offset(i)]; }
  std::size_t offset(const Index& i) const {
    std::int64_t at = 0;
    for (std::size_t a = 0; a < i.size(); ++a) at = at * shape[a] + i[a];
    return static_cast<std::size_t>(at);
  }
};

// Calls `f` with every index into `shape`, in row-major order.
void each(const Shape& shape, const std::function<void(const Index&)>& f);
// The element of `a` that broadcasting puts at `i`.
double broadcast_at(const Array& a, const Index& i);
std::optional<Shape> broadcast_shape(const std::vector<Shape>& shapes);
// What is left of an integer in `type`; other types keep the value.
double wrapped(DType type, double v);

double total(const Values& v);
double most(const Values& v);   // -infinity for none
double least(const Values& v);  // infinity for none

struct Example {
  std::string op;
  Attributes attributes;
  std::vector<std::optional<Array>> inputs;  // nullopt is an absent one
  std::vector<DType> types;
  std::vector<Array> outputs;
  std::vector<DType> output_types;
  bool legal = true;        // else an Error is right, and only an Error
  bool may_refuse = false;  // an Error is right, too

  // Another input, filled at random. The reference holds until the next one.
  Array& add(Dice& d, DType type, const Shape& shape);
  void add_list(const Index& values) { add_input(Array(values), DType::int64); }
  void add_input(std::optional<Array> a, DType type) {
    inputs.push_back(std::move(a));
    types.push_back(type);
  }
  void give(Array a, DType type) {
    outputs.push_back(std::move(a));
    output_types.push_back(type);
  }
  void give(Array a) { give(std::move(a), types[0]); }
  // Whether there is a result. An Error may be wanted for wrong indices only if something is to be moved by them.
  bool settled(bool nothing_moves) {
    if (!legal && nothing_moves) legal = may_refuse = true;
    return legal && !may_refuse;
  }
  const Array& in(std::size_t i) const { return *inputs[i]; }
};

using Make = std::function<void(Dice&, Example&)>;
struct Row {
  const char* op;
  Make make;
};

// One of the numeric types (bool included) that the newest version allows for input `i`.
DType type_for(Dice& d, const Example& e, std::size_t i = 0);
// Sizes of 0 to 5, sometimes a longer one; now and then up to 64 axes, most of size 1.
Shape any_shape(Dice& d, std::int64_t least_rank = 0);
// What rows of vectors and their remainders need.
std::int64_t long_size(Dice& d);
Shape small_shape(Dice& d, std::int64_t least_rank, std::int64_t most_rank);
// An axis of `rank`, in either way to count.
std::int64_t some_axis(Dice& d, std::size_t rank);
std::size_t counted(std::int64_t axis, std::size_t rank);
// Wrong in one of many.
std::int64_t some_index(Dice& d, std::int64_t size, bool& legal);

std::vector<Row> moves();       // naive_moves.cc
std::vector<Row> along_axes();  // naive_axes.cc
std::vector<Row> shapes();      // naive_shapes.cc

}  // namespace sardonyx::test::naive
