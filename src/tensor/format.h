// Tensors as text, laid out as NumPy prints arrays.
#pragma once

#include <cstdint>
#include <string>

#include "sardonyx/value.hpp"

namespace sardonyx {

struct FormatOptions {
  std::int64_t threshold = 1000;  // tensors of more elements show `edge` of them at each end of an axis
  std::int64_t edge = 3;
  int precision = 8;  // digits after the point, at most
  std::size_t width = 75;
};

// "[[1.  2.5]\n [3.  4. ]]"; a scalar is its element alone.
std::string format(const Tensor& t, const FormatOptions& options = {});
// Element `i` alone, with as many digits as tell it from its neighbours.
std::string format_element(const Tensor& t, std::int64_t i);

}  // namespace sardonyx
