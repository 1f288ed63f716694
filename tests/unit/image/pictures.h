// The pictures of tests/data, and what is asked of all of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <numeric>

#include "sardonyx/value.hpp"

namespace sardonyx::test {

inline std::filesystem::path picture(const char* name) {
  return std::filesystem::path(SARDONYX_TEST_DATA) / "pictures" / name;
}

inline int sum(const Tensor& t) {
  const auto pixels = t.as<std::uint8_t>();
  return std::accumulate(pixels.begin(), pixels.end(), 0);
}

}  // namespace sardonyx::test
