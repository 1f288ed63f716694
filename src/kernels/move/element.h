// Element: what a move of data knows of an element: how many bytes it has, or that it is a string.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "base/error.h"
#include "sardonyx/dtype.hpp"

namespace sardonyx::move {

struct Element {
  std::size_t bytes = 1;  // 1, 2, 4, 8, 16; sizeof(std::string) for strings
  bool strings = false;
};

// 2- and 4-bit types count as one byte: they are moved unpacked.
inline Element element_of(DType d) {
  if (d == DType::string) return {sizeof(std::string), true};
  const std::size_t bytes = item_size(d);
  return {bytes == 0 ? 1 : bytes, false};
}

// Templates of moves take the width W in bytes; W = 0 stands for strings.
template <std::size_t W>
inline constexpr std::size_t kStep = W == 0 ? sizeof(std::string) : W;

template <std::size_t W>
inline void put(std::byte* dst, const std::byte* src) {
  if constexpr (W == 0)
    *reinterpret_cast<std::string*>(dst) = *reinterpret_cast<const std::string*>(src);
  else
    std::memcpy(dst, src, W);  // any alignment
}

// `n` elements that lie together on both sides.
template <std::size_t W>
inline void put_run(std::byte* dst, const std::byte* src, std::int64_t n) {
  if constexpr (W == 0) {
    for (std::int64_t i = 0; i < n; ++i) put<0>(dst + i * kStep<0>, src + i * kStep<0>);
  } else if (n > 0) {
    std::memcpy(dst, src, static_cast<std::size_t>(n) * W);
  }
}

// Calls f.operator()<W>() for the element's width.
template <typename F>
decltype(auto) by_width(Element e, F&& f) {
  if (e.strings) return f.template operator()<0>();
  switch (e.bytes) {
    case 1:
      return f.template operator()<1>();
    case 2:
      return f.template operator()<2>();
    case 4:
      return f.template operator()<4>();
    case 8:
      return f.template operator()<8>();
    case 16:
      return f.template operator()<16>();
    default:
      fail(Code::internal, "no move is made for elements of {} bytes", e.bytes);
  }
}

// A run of `bytes` that lie together; for strings `bytes` is a multiple of their size.
inline void put_bytes(bool strings, std::byte* dst, const std::byte* src, std::size_t bytes) {
  if (strings)
    put_run<0>(dst, src, static_cast<std::int64_t>(bytes / kStep<0>));
  else if (bytes != 0)
    std::memcpy(dst, src, bytes);
}

}  // namespace sardonyx::move
