// Log: leveled lines on stderr. SARDONYX_LOG=off|error|warning|info|debug picks what is shown (warning).
#pragma once

#include <fmt/format.h>

#include <string_view>

namespace sardonyx {

enum class LogLevel : unsigned char { off, error, warning, info, debug };

bool log_enabled(LogLevel level) noexcept;
void log_line(LogLevel level, std::string_view line) noexcept;  // one write, so that lines never interleave
void set_log_level(LogLevel level) noexcept;                    // wins over SARDONYX_LOG

template <typename... Args>
void log(LogLevel level, fmt::format_string<Args...> format, Args&&... args) {
  if (log_enabled(level)) log_line(level, fmt::vformat(format, fmt::make_format_args(args...)));
}

}  // namespace sardonyx
