// Runs one operator on values at hand, for tests.
#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "ops/evaluate.h"

namespace sardonyx::test {

inline std::unique_ptr<Op> make_op(std::string_view name, const Attributes& attributes = {},
                                   std::string_view domain = "") {
  auto op = OpRegistry::built_in().get(domain, name).make();
  read_fields(*op, attributes);
  return op;
}

// All outputs of `name`, given its newest form's attributes and inputs (absent values are absent inputs).
inline std::vector<Value> run_op(std::string_view name, const Attributes& attributes,
                                 const std::vector<Value>& inputs, std::size_t outputs = 1,
                                 std::string_view domain = "") {
  const auto op = make_op(name, attributes, domain);
  const std::array<bool, 16> wanted = {true, true, true, true, true, true, true, true,
                                       true, true, true, true, true, true, true, true};
  return evaluate(*op, inputs, std::span(wanted).first(outputs));
}

// The facts of the outputs for facts of the inputs.
inline std::vector<Fact> infer_op(std::string_view name, const Attributes& attributes,
                                  const std::vector<Fact>& inputs, std::size_t outputs = 1,
                                  std::string_view domain = "") {
  const auto op = make_op(name, attributes, domain);
  std::vector<const Fact*> in;
  for (const Fact& f : inputs) in.push_back(&f);
  const std::array<bool, 16> wanted = {true, true, true, true, true, true, true, true,
                                       true, true, true, true, true, true, true, true};
  return infer_facts(*op, in, std::span(wanted).first(outputs));
}

template <typename T>
std::vector<T> elements(const Value& v) {
  const auto span = v.tensor().as<T>();
  return {span.begin(), span.end()};
}

inline Value ints(std::initializer_list<std::int64_t> v) {
  return Tensor::of<std::int64_t>({static_cast<std::int64_t>(v.size())}, v);
}

inline Value float_list(std::initializer_list<float> v) {
  return Tensor::of<float>({static_cast<std::int64_t>(v.size())}, v);
}

inline Value floats(Shape shape, const std::vector<float>& v) {
  return Tensor::of<float>(std::move(shape), std::span<const float>(v));
}

inline Value filled(Shape shape, float v) {
  const auto count = static_cast<std::size_t>(shape.count());
  return floats(std::move(shape), std::vector<float>(count, v));
}

// 0, 1, 2, ... in the given shape.
template <typename T>
Value counting(Shape shape) {
  std::vector<T> v(static_cast<std::size_t>(shape.count()));
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<T>(i);
  return Tensor::of<T>(std::move(shape), std::span<const T>(v));
}

}  // namespace sardonyx::test
