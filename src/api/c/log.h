// Logging as the ABI has it: levels, a category, an id, and a function of the program's choice.
#pragma once

#include <string>

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

}  // namespace sardonyx::capi
