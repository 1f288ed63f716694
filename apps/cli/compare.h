// Comparing what a model gave with what a test case expects.
#pragma once

#include <optional>
#include <string>

#include "sardonyx/value.hpp"

namespace sardonyx::cli {

struct Tolerance {
  double rtol = 1e-3, atol = 1e-7;
  bool shapes_only = false;  // kind, element type and shape, not the elements
  bool quantized = false;    // 99 % of a float tensor's elements within 0.05 as well
};

// nullopt when they agree; else what differs: "element [0,2] is 1.5, expected 2 (7 of 12 differ)".
// Floats: |actual - expected| <= atol + rtol * |expected|, NaN equals NaN, infinities by sign; all else is exact.
std::optional<std::string> difference(const Value& actual, const Value& expected, const Tolerance& tolerance);

// One element as text: "1.5", "true", "'abc'", "(1+2i)".
std::string element_text(const Tensor& tensor, std::int64_t index);
// "[1,0,2]": where the flat index lies.
std::string index_text(const Shape& shape, std::int64_t index);

}  // namespace sardonyx::cli
