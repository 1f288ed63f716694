// The .ort format (FlatBuffers, versions up to 6) to a ModelFile. Private to model/.
#pragma once

#include <string_view>

#include "model/model_file.h"

namespace sardonyx {

bool is_ort(std::string_view bytes) noexcept;

// `file.bytes` holds the bytes. Throws Error: invalid_model, over_budget, not_implemented (a newer version).
void read_ort(ModelFile& file, const ModelReadOptions& options);

}  // namespace sardonyx
