// The header of a .npy file: a Python dict literal with three known keys.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "sardonyx/value.hpp"

namespace sardonyx::io {

// What `descr` says of an element: "<f4", "|b1", ">U12".
struct NpyElement {
  DType dtype = DType::undefined;  // string for 'U' and 'S'
  char kind = 0;                   // NumPy's letter
  std::size_t bytes = 0;           // of one element
  bool swapped = false;            // big-endian
};

struct NpyHeader {
  NpyElement element;
  bool fortran_order = false;
  Shape shape;
};

NpyElement parse_descr(std::string_view descr);
// Throws Error(invalid_argument) on anything but a dict of 'descr', 'fortran_order' and 'shape'.
NpyHeader parse_npy_header(std::string_view text);
std::string npy_header_text(std::string_view descr, const Shape& shape);

}  // namespace sardonyx::io
