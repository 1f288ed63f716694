#include "compare.h"

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <cstring>

namespace sardonyx::cli {
namespace {

using Difference = std::optional<std::string>;

template <typename T>
T load(const Tensor& tensor, std::int64_t index) {
  T value;
  std::memcpy(&value, tensor.data() + static_cast<std::size_t>(index) * sizeof(T), sizeof(T));
  return value;
}

const std::string& string_at(const Tensor& tensor, std::int64_t index) {
  return tensor.as<std::string>()[static_cast<std::size_t>(index)];
}

std::complex<double> complex_at(const Tensor& tensor, std::int64_t index) {
  if (tensor.dtype() == DType::complex64) return load<std::complex<float>>(tensor, index);
  return load<std::complex<double>>(tensor, index);
}

bool close(double actual, double expected, const Tolerance& t) {
  if (std::isnan(actual) || std::isnan(expected)) return std::isnan(actual) && std::isnan(expected);
  if (std::isinf(actual) || std::isinf(expected)) return actual == expected;
  return std::abs(actual - expected) <= t.atol + t.rtol * std::abs(expected);
}

// Compares element i of two tensors of one type.
using ElementTest = bool (*)(const Tensor&, const Tensor&, std::int64_t, const Tolerance&);

ElementTest element_test(DType dtype) {
  if (dtype == DType::string) {
    return [](const Tensor& a, const Tensor& b, std::int64_t i, const Tolerance&) {
      return string_at(a, i) == string_at(b, i);
    };
  }
  if (dtype == DType::float32) {
    return [](const Tensor& a, const Tensor& b, std::int64_t i, const Tolerance& t) {
      return close(load<float>(a, i), load<float>(b, i), t);
    };
  }
  if (is_complex(dtype)) {
    return [](const Tensor& a, const Tensor& b, std::int64_t i, const Tolerance& t) {
      const auto x = complex_at(a, i), y = complex_at(b, i);
      return close(x.real(), y.real(), t) && close(x.imag(), y.imag(), t);
    };
  }
  if (is_float(dtype) || is_small_float(dtype)) {
    return [](const Tensor& a, const Tensor& b, std::int64_t i, const Tolerance& t) {
      return close(a.number_at(i), b.number_at(i), t);
    };
  }
  return [](const Tensor& a, const Tensor& b, std::int64_t i, const Tolerance&) {
    return a.int_at(i) == b.int_at(i);
  };
}

Difference quantized_difference(const Tensor& actual, const Tensor& expected) {
  constexpr double quantum = 0.05, share = 0.99;
  std::int64_t near = 0;
  for (std::int64_t i = 0; i < actual.count(); ++i) {
    near += close(actual.number_at(i), expected.number_at(i), {0, quantum}) ? 1 : 0;
  }
  if (static_cast<double>(near) >= share * static_cast<double>(actual.count())) return std::nullopt;
  return fmt::format("only {} of {} elements are within {}, 99 % must be", near, actual.count(), quantum);
}

Difference tensor_difference(const Tensor& actual, const Tensor& expected, const Tolerance& tolerance) {
  if (actual.dtype() != expected.dtype() || actual.shape() != expected.shape()) {
    return fmt::format("is {}, expected {}", actual.text(), expected.text());
  }
  if (tolerance.shapes_only) return std::nullopt;
  const ElementTest same = element_test(actual.dtype());
  std::int64_t bad = 0, first = 0;
  double worst = 0;
  const bool numeric = is_float(actual.dtype());
  for (std::int64_t i = 0; i < actual.count(); ++i) {
    if (same(actual, expected, i, tolerance)) continue;
    if (bad++ == 0) first = i;
    if (numeric) worst = std::fmax(worst, std::abs(actual.number_at(i) - expected.number_at(i)));
  }
  if (bad == 0) {
    return tolerance.quantized && numeric ? quantized_difference(actual, expected) : std::nullopt;
  }
  std::string text = fmt::format(
      "element {} of {} is {}, expected {} ({} of {} differ", index_text(actual.shape(), first),
      actual.text(), element_text(actual, first), element_text(expected, first), bad, actual.count());
  if (numeric) text += fmt::format(", by up to {:.3g}", worst);
  return text + ")";
}

Difference at(const std::string& place, Difference difference) {
  if (difference) *difference = place + " " + *difference;
  return difference;
}

Difference sequence_difference(const Sequence& actual, const Sequence& expected, const Tolerance& tolerance) {
  if (actual.elements.size() != expected.elements.size()) {
    return fmt::format("is a sequence of {}, expected one of {}", actual.elements.size(),
                       expected.elements.size());
  }
  for (std::size_t i = 0; i < actual.elements.size(); ++i) {
    if (auto d = difference(actual.elements[i], expected.elements[i], tolerance)) {
      return at(fmt::format("[{}]", i), d);
    }
  }
  return std::nullopt;
}

Difference map_difference(const Map& actual, const Map& expected, const Tolerance& tolerance) {
  if (actual.key != expected.key) {
    return fmt::format("is a map of {}, expected one of {}", name(actual.key), name(expected.key));
  }
  if (actual.int_keys != expected.int_keys || actual.string_keys != expected.string_keys) {
    return fmt::format("is a map whose {} keys are not the expected {}", actual.values.size(),
                       expected.values.size());
  }
  for (std::size_t i = 0; i < actual.values.size() && i < expected.values.size(); ++i) {
    if (auto d = difference(actual.values[i], expected.values[i], tolerance)) {
      const std::string key = actual.key == DType::string ? "'" + actual.string_keys[i] + "'"
                                                          : std::to_string(actual.int_keys[i]);
      return at("{" + key + "}", d);
    }
  }
  return std::nullopt;
}

Difference sparse_difference(const Sparse& actual, const Sparse& expected, const Tolerance& tolerance) {
  if (actual.dense != expected.dense) {
    return fmt::format("is sparse of {}, expected {}", actual.dense.text(), expected.dense.text());
  }
  if (auto d = tensor_difference(actual.indices, expected.indices, tolerance)) return at("indices:", d);
  return at("values:", tensor_difference(actual.values, expected.values, tolerance));
}

std::string real_text(double value, DType dtype) {
  return dtype == DType::float64 ? fmt::format("{:.15g}", value) : fmt::format("{:.8g}", value);
}

}  // namespace

std::string index_text(const Shape& shape, std::int64_t index) {
  std::string out;
  for (std::size_t i = shape.rank(); i-- > 0;) {
    out.insert(0, fmt::format("{}{}", index % shape[i], out.empty() ? "" : ","));
    index /= shape[i];
  }
  return "[" + out + "]";
}

std::string element_text(const Tensor& tensor, std::int64_t index) {
  const DType dtype = tensor.dtype();
  if (dtype == DType::string) return "'" + string_at(tensor, index) + "'";
  if (dtype == DType::bool_) return tensor.int_at(index) != 0 ? "true" : "false";
  if (is_complex(dtype)) {
    const auto z = complex_at(tensor, index);
    return fmt::format("({}{:+.8g}i)", real_text(z.real(), dtype), z.imag());
  }
  if (dtype == DType::uint64) return std::to_string(static_cast<std::uint64_t>(tensor.int_at(index)));
  if (is_integer(dtype)) return std::to_string(tensor.int_at(index));
  return real_text(tensor.number_at(index), dtype);
}

Difference difference(const Value& actual, const Value& expected, const Tolerance& tolerance) {
  if (actual.is_tensor() && expected.is_tensor()) {
    return tensor_difference(actual.tensor(), expected.tensor(), tolerance);
  }
  if (actual.is_sequence() && expected.is_sequence()) {
    return sequence_difference(actual.sequence(), expected.sequence(), tolerance);
  }
  if (actual.is_map() && expected.is_map()) return map_difference(actual.map(), expected.map(), tolerance);
  if (actual.is_sparse() && expected.is_sparse()) {
    return sparse_difference(actual.sparse(), expected.sparse(), tolerance);
  }
  const auto empty = [](const Value& v) { return v.is_none() || v.is_absent(); };
  if (empty(actual) && empty(expected)) return std::nullopt;
  return fmt::format("is {}, expected {}", actual.text(), expected.text());
}

}  // namespace sardonyx::cli
