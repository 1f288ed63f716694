#include "base/memory_limit.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <fstream>
#include <limits>

#include "base/error.h"
#include "sardonyx/block.hpp"

namespace sardonyx {
namespace {

std::atomic<std::size_t> chosen_limit{0};

constexpr std::size_t kSmall = std::size_t{1} << 20;

// The first number of a file; nothing smaller than 64 MiB is believed, nor "max".
std::size_t limit_in(const char* path) {
  std::ifstream in(path);
  std::size_t bytes = 0;
  constexpr std::size_t kLeast = std::size_t{64} << 20;
  return in >> bytes && bytes >= kLeast ? bytes : std::numeric_limits<std::size_t>::max();
}

std::size_t find_limit() noexcept {
  std::size_t limit = std::numeric_limits<std::ptrdiff_t>::max();
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (pages > 0 && page > 0) limit = static_cast<std::size_t>(pages) * static_cast<std::size_t>(page);
  try {
    limit = std::min({limit, limit_in("/sys/fs/cgroup/memory.max"),
                      limit_in("/sys/fs/cgroup/memory/memory.limit_in_bytes")});
  } catch (...) {  // no control group to ask
  }
  return limit;
}

}  // namespace

std::size_t memory_limit() noexcept {
  static const std::size_t machine = find_limit();
  const std::size_t set = chosen_limit.load(std::memory_order_relaxed);
  return set != 0 ? set : machine;
}

std::size_t set_memory_limit(std::size_t bytes) noexcept {
  return chosen_limit.exchange(bytes, std::memory_order_relaxed);
}

void check_memory(std::size_t bytes) {
  if (bytes < kSmall) return;
  const auto held = static_cast<std::size_t>(std::max<std::int64_t>(0, mem::owned_bytes()));
  require(bytes <= memory_limit() && held <= memory_limit() - bytes, Code::out_of_memory,
          "{} bytes are more than memory has: {} of {} are taken", bytes, held, memory_limit());
}

}  // namespace sardonyx
