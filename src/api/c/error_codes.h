// The codes that programs look at: of models that are refused and of runs that fail.
#pragma once

#include "api/c/status.h"

namespace sardonyx::capi {

// Of an error while a session is made; the file itself was read.
OrtErrorCode code_of_load(const Error& error) noexcept;
// Of an error while a session runs.
OrtErrorCode code_of_run(const Error& error) noexcept;

}  // namespace sardonyx::capi
