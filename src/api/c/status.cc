#include "api/c/status.h"

#include <new>

#include "api/c/slots.h"

namespace sardonyx {

namespace {

OrtStatus& no_memory() {
  static OrtStatus status{ORT_FAIL, "no memory"};
  return status;
}

}  // namespace

OrtStatus* unavailable(const char* slot) noexcept {
  try {
    return new OrtStatus{ORT_NOT_IMPLEMENTED, fmt::format("{} is not implemented", slot)};
  } catch (...) {
    return &no_memory();
  }
}

namespace capi {

OrtStatus* make_status(OrtErrorCode code, const char* text) noexcept {
  try {
    return new OrtStatus{code, text == nullptr ? "" : text};
  } catch (...) {
    return &no_memory();
  }
}

OrtErrorCode error_code(Code code) noexcept {
  switch (code) {
    case Code::internal:
    case Code::out_of_memory:
      return ORT_RUNTIME_EXCEPTION;
    case Code::invalid_argument:
      return ORT_INVALID_ARGUMENT;
    case Code::invalid_model:
      return ORT_INVALID_GRAPH;
    case Code::no_such_file:
      return ORT_NO_SUCHFILE;
    case Code::not_implemented:
      return ORT_NOT_IMPLEMENTED;
    default:
      return ORT_FAIL;
  }
}

OrtStatus* status_of_exception() noexcept {
  try {
    throw;
  } catch (const Refusal& e) {
    return make_status(e.code(), e.what());
  } catch (const Error& e) {
    return make_status(error_code(e.code()), e.what());
  } catch (const std::bad_alloc&) {
    return &no_memory();
  } catch (const std::exception& e) {
    return make_status(ORT_RUNTIME_EXCEPTION, e.what());
  } catch (...) {
    return make_status(ORT_RUNTIME_EXCEPTION, "an exception of unknown type");
  }
}

void pass_on(OrtStatus* status) {
  if (status == nullptr) return;
  Refusal refusal(status->code, status->text);
  slots::ReleaseStatus(status);
  if (refusal.code() != ORT_OK) throw refusal;
}

}  // namespace capi

OrtStatus* slots::CreateStatus(OrtErrorCode code, const char* msg) noexcept {
  return capi::make_status(code, msg);
}

OrtErrorCode slots::GetErrorCode(const OrtStatus* status) noexcept {
  return status == nullptr ? ORT_OK : status->code;
}

const char* slots::GetErrorMessage(const OrtStatus* status) noexcept {
  return status == nullptr ? "" : status->text.c_str();
}

void slots::ReleaseStatus(OrtStatus* input) noexcept {
  if (input != &no_memory()) delete input;
}

}  // namespace sardonyx
