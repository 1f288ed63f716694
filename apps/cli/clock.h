// The clock that times are taken with.
#pragma once

#include <chrono>

namespace sardonyx::cli {

using Clock = std::chrono::steady_clock;

inline double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

}  // namespace sardonyx::cli
