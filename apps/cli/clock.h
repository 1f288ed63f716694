// The clock that times are taken with.
#pragma once

#include <chrono>

namespace sardonyx::cli {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

inline double milliseconds_since(Clock::time_point begin) { return 1e3 * seconds_since(begin); }

}  // namespace sardonyx::cli
