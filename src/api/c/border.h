// What options change about a model before it is loaded: sizes given by denotation, the layout of V caches.
#pragma once

#include "api/c/session_options.h"
#include "model/model_file.h"

namespace sardonyx::capi {

bool changes_border(const OrtSessionOptions& options);
ModelFile at_border(ModelFile file, const OrtSessionOptions& options);

}  // namespace sardonyx::capi
