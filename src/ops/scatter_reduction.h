// The `reduction` attribute of ScatterElements and ScatterND.
#pragma once

#include <string>

#include "base/error.h"
#include "kernels/move/combine.h"

namespace sardonyx {

inline move::Reduction scatter_reduction(const std::string& text) {
  if (text == "none") return move::Reduction::none;
  if (text == "add") return move::Reduction::add;
  if (text == "mul") return move::Reduction::mul;
  if (text == "min") return move::Reduction::min;
  if (text == "max") return move::Reduction::max;
  fail(Code::invalid_argument, "unknown reduction '{}': none, add, mul, min and max are known", text);
}

}  // namespace sardonyx
