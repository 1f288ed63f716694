// Logging from custom operators and providers.
#pragma once

#include <cstdio>
#include <new>

#include "handle.h"

namespace Ort {

// A view of a logger of the library's. It keeps the level that it had when the view was made.
struct Logger {
  Logger() = default;
  explicit Logger(std::nullptr_t) {}
  explicit Logger(const OrtLogger* logger)
      : logger_(logger), level_(detail::Ask<&OrtApi::Logger_GetLoggingSeverityLevel>(logger)) {}
  ~Logger() = default;
  Logger(const Logger&) = default;
  Logger& operator=(const Logger&) = default;
  Logger(Logger&& v) noexcept = default;
  Logger& operator=(Logger&& v) noexcept = default;

  OrtLoggingLevel GetLoggingSeverityLevel() const noexcept { return level_; }

  Status LogMessage(OrtLoggingLevel log_severity_level, const ORTCHAR_T* file_path, int line_number,
                    const char* func_name, const char* message) const noexcept {
    return detail::Try<&OrtApi::Logger_LogMessage>(logger_, log_severity_level, message, file_path,
                                                   line_number, func_name);
  }

#if defined(__GNUC__)
#pragma GCC diagnostic push  // whose format it is checks it
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
#endif
  template <typename... Args>
  Status LogFormattedMessage(OrtLoggingLevel log_severity_level, const ORTCHAR_T* file_path, int line_number,
                             const char* func_name, const char* format, Args&&... args) const noexcept {
    char short_text[1024];
    const int length = std::snprintf(short_text, sizeof(short_text), format, args...);
    if (length < 0) return Status("the message cannot be formatted", ORT_FAIL);
    const size_t size = static_cast<size_t>(length) + 1;
    if (size <= sizeof(short_text))
      return LogMessage(log_severity_level, file_path, line_number, func_name, short_text);
    const std::unique_ptr<char[]> text(new (std::nothrow) char[size]);
    if (text == nullptr) return Status("no memory for the message", ORT_FAIL);
    std::snprintf(text.get(), size, format, args...);
    return LogMessage(log_severity_level, file_path, line_number, func_name, text.get());
  }
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

 private:
  const OrtLogger* logger_ = nullptr;
  OrtLoggingLevel level_ = ORT_LOGGING_LEVEL_VERBOSE;
};

}  // namespace Ort

// These four know where they stand, and evaluate the message only when it will be logged.
#define ORT_CXX_LOG(logger, message_severity, message)                                                       \
  do {                                                                                                       \
    if ((message_severity) >= (logger).GetLoggingSeverityLevel())                                            \
      ::Ort::ThrowOnError((logger).LogMessage((message_severity), ORT_FILE, __LINE__, __func__, (message))); \
  } while (false)
#define ORT_CXX_LOG_NOEXCEPT(logger, message_severity, message)                                            \
  do {                                                                                                     \
    if ((message_severity) >= (logger).GetLoggingSeverityLevel())                                          \
      static_cast<void>((logger).LogMessage((message_severity), ORT_FILE, __LINE__, __func__, (message))); \
  } while (false)
#define ORT_CXX_LOGF(logger, message_severity, /*format,*/...)                                          \
  do {                                                                                                  \
    if ((message_severity) >= (logger).GetLoggingSeverityLevel())                                       \
      ::Ort::ThrowOnError(                                                                              \
          (logger).LogFormattedMessage((message_severity), ORT_FILE, __LINE__, __func__, __VA_ARGS__)); \
  } while (false)
#define ORT_CXX_LOGF_NOEXCEPT(logger, message_severity, /*format,*/...)                                 \
  do {                                                                                                  \
    if ((message_severity) >= (logger).GetLoggingSeverityLevel())                                       \
      static_cast<void>(                                                                                \
          (logger).LogFormattedMessage((message_severity), ORT_FILE, __LINE__, __func__, __VA_ARGS__)); \
  } while (false)
