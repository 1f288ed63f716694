#include "api/c/log.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <memory>

#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

namespace {

constexpr const char* kCategory = "onnxruntime";

void write_line(const OrtLogger& logger, int level, const char* location, const char* message) {
  auto now = std::chrono::system_clock::now().time_since_epoch();
  std::time_t seconds = std::chrono::duration_cast<std::chrono::seconds>(now).count();
  long long fraction = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count() % 1000000000;
  std::tm parts{};
  localtime_r(&seconds, &parts);
  const char* colour = level >= ORT_LOGGING_LEVEL_ERROR     ? "\x1b[1;31m"
                       : level == ORT_LOGGING_LEVEL_WARNING ? "\x1b[0;93m"
                                                            : "";
  const char* end = *colour == 0 ? "" : "\x1b[m";
  char when[32] = "";
  std::strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", &parts);
  std::string line = fmt::format("{}{}.{:09} [{}:{}:{}, {}] {}{}\n", colour, when, fraction, "VIWEF"[level],
                                 kCategory, logger.id, location, message, end);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

void capi::log_message(const OrtLogger& logger, int level, const char* location,
                       const char* message) noexcept {
  if (level < logger.level || level < ORT_LOGGING_LEVEL_VERBOSE || level > ORT_LOGGING_LEVEL_FATAL) return;
  try {
    if (logger.write != nullptr) {
      logger.write(logger.param, static_cast<OrtLoggingLevel>(level), kCategory, logger.id.c_str(), location,
                   message);
    } else {
      write_line(logger, level, location, message);
    }
  } catch (...) {  // a log line is not worth a failure
  }
}

void capi::log_here(const OrtLogger& logger, int level, const std::string& message,
                    std::source_location where) noexcept {
  if (!logs(logger, level)) return;
  try {
    std::string_view file = where.file_name(), function = where.function_name();
    file.remove_prefix(file.rfind('/') + 1);  // npos + 1 is 0
    function = function.substr(0, function.find('('));
    function.remove_prefix(function.find_last_of(" :") + 1);
    log_message(logger, level, fmt::format("{}:{} {}", file, where.line(), function).c_str(),
                message.c_str());
  } catch (...) {
  }
}

OrtStatus* slots::Logger_LogMessage(const OrtLogger* logger, OrtLoggingLevel log_severity_level,
                                    const char* message, const ORTCHAR_T* file_path, int line_number,
                                    const char* func_name) noexcept {
  return capi::guarded([&] {
    capi::need_all("Logger_LogMessage", logger, message, file_path, func_name);
    std::string location = fmt::format("{}:{} {}", file_path, line_number, func_name);
    capi::log_message(*logger, log_severity_level, location.c_str(), message);
  });
}

OrtStatus* slots::Logger_GetLoggingSeverityLevel(const OrtLogger* logger, OrtLoggingLevel* out) noexcept {
  return capi::guarded(
      [&] { capi::need(out, "out") = static_cast<OrtLoggingLevel>(capi::need(logger, "logger").level); });
}

}  // namespace sardonyx
