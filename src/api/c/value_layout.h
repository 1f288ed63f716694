// The layout in which a program binds the V cache of GroupQueryAttention.
#pragma once

#include "api/c/session_options.h"
#include "model/model_file.h"

namespace sardonyx::capi {

// Does the program keep its V caches as [batch, heads, size, length] instead of [batch, heads, length, size]?
bool turns_value_caches(const OrtSessionOptions& options);
// The model whose V caches are so at its border: transposed after they come in and before they go out.
ModelFile with_turned_value_caches(ModelFile file);

}  // namespace sardonyx::capi
