// Throwing an Error in one line: fail(Code::invalid_argument, "axis {} is outside [{}, {})", a, lo, hi).
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

#include "sardonyx/error.hpp"

namespace sardonyx {

[[noreturn]] void throw_error(Code code, std::string sentence);

template <typename... Args>
[[noreturn]] void fail(Code code, fmt::format_string<Args...> format, Args&&... args) {
  throw_error(code, fmt::vformat(format, fmt::make_format_args(args...)));
}

// Throws unless `ok`; the sentence says what was expected and what was found.
template <typename... Args>
void require(bool ok, Code code, fmt::format_string<Args...> format, Args&&... args) {
  if (!ok) [[unlikely]]
    throw_error(code, fmt::vformat(format, fmt::make_format_args(args...)));
}

// Sizes from outside: throw Code::over_budget instead of wrapping.
std::size_t checked_mul(std::size_t a, std::size_t b);
std::size_t checked_add(std::size_t a, std::size_t b);

}  // namespace sardonyx
