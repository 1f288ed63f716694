// Throwing an Error in one line: fail(Code::invalid_argument, "axis {} is outside [{}, {})", a, lo, hi).
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>
#include <utility>

#include "sardonyx/error.hpp"

namespace sardonyx {

template <typename T>
concept HasText = requires(const T& t) {
  { t.text() } -> std::convertible_to<std::string_view>;
};
fmt::format_context::iterator write_text(std::string_view text, fmt::format_context& context);

}  // namespace sardonyx

// Shapes, dims, types, tensors, nodes stand in a sentence as they are, as {}: their text is made when the sentence is.
// What writes it is compiled once: fmt's own formatter of texts would cost every file half a second.
template <sardonyx::HasText T>
struct fmt::formatter<T, char, void> {
  constexpr fmt::format_parse_context::iterator parse(fmt::format_parse_context& context) {
    return context.begin();
  }
  fmt::format_context::iterator format(const T& value, fmt::format_context& context) const {
    return sardonyx::write_text(value.text(), context);
  }
};

namespace sardonyx {

[[noreturn]] void throw_error(Code code, std::string sentence);

template <typename... Args>
[[noreturn]] void fail(Code code, fmt::format_string<Args...> format, Args&&... args) {
  throw_error(code, fmt::vformat(format, fmt::make_format_args(args...)));
}

// Throws unless `ok`; the sentence says what was expected and what was found. Its arguments are evaluated always: give
// a thing, not its text().
template <typename... Args>
void require(bool ok, Code code, fmt::format_string<Args...> format, Args&&... args) {
  if (!ok) [[unlikely]]
    throw_error(code, fmt::vformat(format, fmt::make_format_args(args...)));
}

// Sizes from outside: throw Code::over_budget instead of wrapping.
std::size_t checked_mul(std::size_t a, std::size_t b);
std::size_t checked_add(std::size_t a, std::size_t b);

}  // namespace sardonyx
