// From a dtype at hand to a template argument. Use it to pick a row loop, never around a whole operator.
//
//   dispatch_numeric(dtype, [&]<typename T>() { ... })
//
// All callables must return the same type for every T. Types outside the set throw not_implemented.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "base/error.h"
#include "sardonyx/dtype.hpp"

namespace sardonyx {

// 16 bytes that are only moved.
struct Bytes16 {
  std::uint64_t words[2];
};

[[noreturn]] inline void refuse_dtype(DType d) {
  fail(Code::not_implemented, "elements of type {} are not supported here", name(d));
}

// float32 and float64.
template <typename F>
decltype(auto) dispatch_real(DType d, F&& f) {
  switch (d) {
    case DType::float32:
      return f.template operator()<float>();
    case DType::float64:
      return f.template operator()<double>();
    default:
      refuse_dtype(d);
  }
}

// float16 and bfloat16 (as their storage structs), float32, float64.
template <typename F>
decltype(auto) dispatch_float(DType d, F&& f) {
  switch (d) {
    case DType::float16:
      return f.template operator()<float16>();
    case DType::bfloat16:
      return f.template operator()<bfloat16>();
    default:
      return dispatch_real(d, std::forward<F>(f));
  }
}

// The eight integer types of whole bytes.
template <typename F>
decltype(auto) dispatch_integer(DType d, F&& f) {
  switch (d) {
    case DType::uint8:
      return f.template operator()<std::uint8_t>();
    case DType::int8:
      return f.template operator()<std::int8_t>();
    case DType::uint16:
      return f.template operator()<std::uint16_t>();
    case DType::int16:
      return f.template operator()<std::int16_t>();
    case DType::uint32:
      return f.template operator()<std::uint32_t>();
    case DType::int32:
      return f.template operator()<std::int32_t>();
    case DType::uint64:
      return f.template operator()<std::uint64_t>();
    case DType::int64:
      return f.template operator()<std::int64_t>();
    default:
      refuse_dtype(d);
  }
}

// Integers and floats, the 16-bit ones as their storage structs.
template <typename F>
decltype(auto) dispatch_numeric(DType d, F&& f) {
  if (is_float(d)) return dispatch_float(d, std::forward<F>(f));
  return dispatch_integer(d, std::forward<F>(f));
}

// An unsigned type of the element's width: for moves. Strings come as std::string.
template <typename F>
decltype(auto) dispatch_width(DType d, F&& f) {
  if (d == DType::string) return f.template operator()<std::string>();
  switch (item_size(d)) {
    case 1:
      return f.template operator()<std::uint8_t>();
    case 2:
      return f.template operator()<std::uint16_t>();
    case 4:
      return f.template operator()<std::uint32_t>();
    case 8:
      return f.template operator()<std::uint64_t>();
    case 16:
      return f.template operator()<Bytes16>();
    default:
      refuse_dtype(d);
  }
}

}  // namespace sardonyx
