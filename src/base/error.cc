#include "base/error.h"

#include <algorithm>
#include <limits>

namespace sardonyx {

const char* name(Code code) noexcept {
  switch (code) {
    case Code::internal:
      return "internal";
    case Code::invalid_argument:
      return "invalid_argument";
    case Code::invalid_model:
      return "invalid_model";
    case Code::no_such_file:
      return "no_such_file";
    case Code::not_implemented:
      return "not_implemented";
    case Code::out_of_memory:
      return "out_of_memory";
    case Code::over_budget:
      return "over_budget";
    case Code::cancelled:
      return "cancelled";
    case Code::deadline_exceeded:
      return "deadline_exceeded";
    case Code::io:
      return "io";
    case Code::runtime:
      return "runtime";
  }
  return "unknown";
}

fmt::format_context::iterator write_text(std::string_view text, fmt::format_context& context) {
  return std::copy(text.begin(), text.end(), context.out());
}

Error::Error(Code code, std::string sentence) : code_(code), sentence_(std::move(sentence)) { render(); }

Error& Error::at(std::string place) {
  path_.insert(path_.begin(), std::move(place));
  render();
  return *this;
}

void Error::render() {
  text_.clear();
  for (std::size_t i = 0; i < path_.size(); ++i) {
    text_ += path_[i];
    text_ += i + 1 < path_.size() ? " > " : ": ";
  }
  text_ += sentence_;
}

void throw_error(Code code, std::string sentence) { throw Error(code, std::move(sentence)); }

std::size_t checked_mul(std::size_t a, std::size_t b) {
  std::size_t r = 0;
  if (__builtin_mul_overflow(a, b, &r))
    fail(Code::over_budget, "the size {} x {} does not fit in memory", a, b);
  return r;
}

std::size_t checked_add(std::size_t a, std::size_t b) {
  std::size_t r = 0;
  if (__builtin_add_overflow(a, b, &r))
    fail(Code::over_budget, "the size {} + {} does not fit in memory", a, b);
  return r;
}

}  // namespace sardonyx
