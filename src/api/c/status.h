// OrtStatus, and how the inside's exceptions become one: nothing is thrown across the C ABI.
#pragma once

#include <fmt/format.h>

#include <exception>
#include <string>
#include <utility>

#include "onnxruntime_c_api.h"
#include "sardonyx/error.hpp"

struct OrtStatus {
  OrtErrorCode code = ORT_OK;
  std::string text;
};

namespace sardonyx {

// What a slot without a definition answers.
OrtStatus* unavailable(const char* slot) noexcept;

namespace capi {

// Never NULL: without memory for a status it is a static one.
OrtStatus* make_status(OrtErrorCode code, const char* text) noexcept;
// The status of the exception being handled.
OrtStatus* status_of_exception() noexcept;
OrtErrorCode error_code(Code code) noexcept;

// An error that carries the ABI's own code.
class Refusal : public std::exception {
 public:
  Refusal(OrtErrorCode code, std::string text) : code_(code), text_(std::move(text)) {}
  const char* what() const noexcept override { return text_.c_str(); }
  OrtErrorCode code() const noexcept { return code_; }

 private:
  OrtErrorCode code_;
  std::string text_;
};

template <typename... Args>
[[noreturn]] void refuse(OrtErrorCode code, fmt::format_string<Args...> format, Args&&... args) {
  throw Refusal(code, fmt::vformat(format, fmt::make_format_args(args...)));
}

// Runs the body of a slot.
template <typename Body>
OrtStatus* guarded(const Body& body) noexcept {
  try {
    body();
    return nullptr;
  } catch (...) {
    return status_of_exception();
  }
}

// What a pointer argument points to; NULL is refused by the argument's name.
template <typename T>
T& need(T* argument, const char* name) {
  if (argument == nullptr) [[unlikely]]
    refuse(ORT_INVALID_ARGUMENT, "{} is NULL", name);
  return *argument;
}
inline void need_data(const void* argument, const char* name) {
  if (argument == nullptr) [[unlikely]]
    refuse(ORT_INVALID_ARGUMENT, "{} is NULL", name);
}
inline const char* need_text(const char* argument, const char* name) { return &need(argument, name); }

// Throws what a program's function reports; the status is released.
void pass_on(OrtStatus* status);

// Needs every pointer of a list, named alike: for slots that only store into their arguments.
template <typename... T>
void need_all(const char* slot, T*... arguments) {
  if (((arguments == nullptr) || ...)) [[unlikely]]
    refuse(ORT_INVALID_ARGUMENT, "{}: an argument is NULL", slot);
}

}  // namespace capi
}  // namespace sardonyx
