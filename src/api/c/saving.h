// What session options ask to be written: the optimised model.
#pragma once

#include "api/c/session_options.h"
#include "session/save_model.h"

namespace sardonyx::capi {

// How `options` say to save a model: level, format, a file for large weights.
SaveOptions save_options(const OrtSessionOptions& options);

}  // namespace sardonyx::capi
