#include "base/log.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace sardonyx {
namespace {

constexpr std::string_view kNames[] = {"off", "error", "warning", "info", "debug"};

LogLevel level_from_environment() noexcept {
  const char* text = std::getenv("SARDONYX_LOG");
  if (text == nullptr) return LogLevel::warning;
  for (unsigned i = 0; i < std::size(kNames); ++i)
    if (kNames[i] == text) return static_cast<LogLevel>(i);
  return LogLevel::warning;
}

std::atomic<LogLevel>& current_level() noexcept {
  static std::atomic<LogLevel> level{level_from_environment()};
  return level;
}

}  // namespace

bool log_enabled(LogLevel level) noexcept { return level <= current_level().load(std::memory_order_relaxed); }

void set_log_level(LogLevel level) noexcept { current_level().store(level, std::memory_order_relaxed); }

void log_line(LogLevel level, std::string_view line) noexcept {
  try {
    std::string text = "sardonyx ";
    text += kNames[static_cast<unsigned>(level)];
    text += ": ";
    text += line;
    text += '\n';
    std::fwrite(text.data(), 1, text.size(), stderr);
  } catch (...) {  // no memory for a log line: the line is lost, the work goes on
  }
}

}  // namespace sardonyx
