// What an error says, for tests.
#pragma once

#include <string>
#include <string_view>

#include "sardonyx/error.hpp"

namespace sardonyx::test {

// The error that `body` throws, with its path; "" where it throws none.
std::string error_of(const auto& body) {
  try {
    body();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

inline bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace sardonyx::test
