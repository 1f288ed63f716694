// Logging as the ABI has it: levels, a category, an id, and a function of the program's choice.
#pragma once

#include <source_location>
#include <string>
#include <string_view>

#include "onnxruntime_c_api.h"

struct OrtLogger {
  OrtLoggingFunction write = nullptr;  // NULL: lines on stderr
  void* param = nullptr;
  int level = ORT_LOGGING_LEVEL_WARNING;
  std::string id;
};

namespace sardonyx::capi {

// Passes when `level` is at least the logger's.
void log_message(const OrtLogger& logger, int level, const char* location, const char* message) noexcept;
// The same from here.
void log_here(const OrtLogger& logger, int level, const std::string& message,
              std::source_location where = std::source_location::current()) noexcept;
inline bool logs(const OrtLogger& logger, int level) { return level >= logger.level; }

}  // namespace sardonyx::capi
