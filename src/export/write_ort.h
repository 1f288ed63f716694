// ModelFile -> bytes of a .ort file (format 6), as ONNX Runtime loads it.
#pragma once

#include <filesystem>
#include <string>

#include "model/model_file.h"

namespace sardonyx {

// `file` must tell the type of every value (ExportOptions::all_types). Throws Error: not_implemented for what the
// format cannot say (optional types, sparse attributes), over_budget beyond its 2 GiB.
std::string ort_bytes(const ModelFile& file);
// Replaces what is at `path` once everything is made. Throws Error(io) too.
void write_ort(const std::filesystem::path& path, const ModelFile& file);

}  // namespace sardonyx
