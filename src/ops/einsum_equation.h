// The equation of Einsum, read: every axis of every operand and of the output as a label.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace sardonyx {

// Labels are small numbers, the same for the same letter. The axes of an ellipsis have labels of their own, counted
// from its last axis, so that ellipses of different ranks broadcast.
struct Equation {
  std::vector<std::vector<int>> inputs;
  std::vector<int> output;
  int labels = 0;
};

// `ranks` of the operands at hand. Throws invalid_argument for an equation that is none or does not fit.
Equation read_equation(std::string_view text, const std::vector<std::size_t>& ranks);

}  // namespace sardonyx
