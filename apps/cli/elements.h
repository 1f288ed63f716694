// Making tensors of any element type out of plain numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "sardonyx/value.hpp"

namespace sardonyx::cli {

// Numbers as elements of `dtype`: floats are rounded, integers saturate, bool is value != 0. The count must be the
// shape's. Throws Error(invalid_argument) for strings and complex numbers.
Tensor tensor_of(DType dtype, const Shape& shape, std::span<const double> numbers);
// The same, exact over all of int64.
Tensor tensor_of(DType dtype, const Shape& shape, std::span<const std::int64_t> numbers);

// A JSON literal: a number, a text, true, or nested lists of them ("[[1,2],[3,4]]"). A lone element fills `shape`;
// a list has the shape that it is written in, or `shape` when the counts agree.
// Throws Error(invalid_argument) when it is no such literal or does not fit the type.
Tensor tensor_of_literal(DType dtype, const Shape& shape, std::string_view text);

}  // namespace sardonyx::cli
