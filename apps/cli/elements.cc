#include "elements.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/error.h"
#include "tensor/convert.h"

namespace sardonyx::cli {
namespace {

using nlohmann::json;

template <typename T>
T saturated(double value) {
  if (std::isnan(value)) return T{0};
  if (value <= static_cast<double>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
  if (value >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
  return static_cast<T>(value);
}

template <typename T>
T saturated(std::int64_t value) {
  if (std::cmp_less(value, std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
  if (std::cmp_greater(value, std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
  return static_cast<T>(value);
}

template <typename T, typename Number>
void store_all(Tensor& out, std::span<const Number> numbers) {
  auto elements = out.mutable_as<T>();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if constexpr (std::is_floating_point_v<T>) {
      elements[i] = static_cast<T>(numbers[i]);
    } else {
      elements[i] = saturated<T>(numbers[i]);
    }
  }
}

template <typename Number>
Tensor make(DType dtype, const Shape& shape, std::span<const Number> numbers) {
  require(shape.count() == static_cast<std::int64_t>(numbers.size()), Code::invalid_argument,
          "{} elements do not fill shape {}", numbers.size(), shape.text());
  require(dtype != DType::string && !is_complex(dtype) && dtype != DType::undefined, Code::invalid_argument,
          "numbers cannot be made elements of type {}", name(dtype));
  Tensor out(dtype, shape);
  switch (dtype) {
    case DType::float64:
      store_all<double>(out, numbers);
      break;
    case DType::int64:
      store_all<std::int64_t>(out, numbers);
      break;
    case DType::uint64:
      store_all<std::uint64_t>(out, numbers);
      break;
    case DType::int32:
      store_all<std::int32_t>(out, numbers);
      break;
    case DType::uint32:
      store_all<std::uint32_t>(out, numbers);
      break;
    default: {  // 16 bits and fewer, and float32, pass through float exactly
      std::vector<float> floats(numbers.size());
      std::transform(numbers.begin(), numbers.end(), floats.begin(),
                     [](Number n) { return static_cast<float>(n); });
      convert_from_float(dtype, floats.data(), out.mutable_data(), out.count());
    }
  }
  return out;
}

// Leaves of a nested list, and its shape by the way.
void flatten(const json& node, std::size_t depth, std::vector<std::int64_t>& sizes,
             std::vector<json>& leaves) {
  if (!node.is_array()) {
    require(depth == sizes.size() && !node.is_object() && !node.is_null(), Code::invalid_argument,
            "the literal is no regular list of numbers or texts");
    leaves.push_back(node);
    return;
  }
  const auto size = static_cast<std::int64_t>(node.size());
  if (depth == sizes.size() && leaves.empty()) sizes.push_back(size);
  require(depth < sizes.size() && sizes[depth] == size, Code::invalid_argument,
          "the lists of the literal have different lengths");
  for (const json& child : node) flatten(child, depth + 1, sizes, leaves);
}

Tensor of_leaves(DType dtype, const Shape& shape, const std::vector<json>& leaves) {
  if (dtype == DType::string) {
    std::vector<std::string> texts;
    for (const json& leaf : leaves) texts.push_back(leaf.is_string() ? leaf.get<std::string>() : leaf.dump());
    return Tensor::of<std::string>(shape, std::span<const std::string>(texts));
  }
  for (const json& leaf : leaves) {
    require(!leaf.is_string(), Code::invalid_argument, "the text {} cannot be a {}", leaf.dump(),
            name(dtype));
  }
  if (is_integer(dtype) || dtype == DType::bool_) {
    std::vector<std::int64_t> numbers;
    for (const json& leaf : leaves) {
      numbers.push_back(leaf.is_boolean() ? static_cast<std::int64_t>(leaf.get<bool>())
                                          : leaf.get<std::int64_t>());
    }
    return tensor_of(dtype, shape, std::span<const std::int64_t>(numbers));
  }
  std::vector<double> numbers;
  for (const json& leaf : leaves) {
    numbers.push_back(leaf.is_boolean() ? static_cast<double>(leaf.get<bool>()) : leaf.get<double>());
  }
  return tensor_of(dtype, shape, std::span<const double>(numbers));
}

}  // namespace

Tensor tensor_of(DType dtype, const Shape& shape, std::span<const double> numbers) {
  return make(dtype, shape, numbers);
}

Tensor tensor_of(DType dtype, const Shape& shape, std::span<const std::int64_t> numbers) {
  return make(dtype, shape, numbers);
}

Tensor tensor_of_literal(DType dtype, const Shape& shape, std::string_view text) {
  const json literal = json::parse(text, nullptr, false);
  require(!literal.is_discarded(), Code::invalid_argument, "'{}' is no number and no list of numbers", text);
  std::vector<std::int64_t> sizes;
  std::vector<json> leaves;
  flatten(literal, 0, sizes, leaves);
  const auto count = static_cast<std::int64_t>(leaves.size());
  if (!literal.is_array()) {
    leaves.resize(static_cast<std::size_t>(shape.count()), literal);
    return of_leaves(dtype, shape, leaves);
  }
  return of_leaves(dtype, shape.count() == count ? shape : Shape(std::span<const std::int64_t>(sizes)),
                   leaves);
}

}  // namespace sardonyx::cli
