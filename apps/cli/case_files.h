// The value files of the ONNX backend tests.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "sardonyx/value.hpp"

namespace sardonyx::cli {

// PREFIX0.pb, PREFIX1.pb, ... of a folder, as long as there is no gap.
std::vector<std::filesystem::path> numbered_files(const std::filesystem::path& folder, std::string_view prefix);

// Reads a TensorProto, SequenceProto, OptionalProto, MapProto or SparseTensorProto, as `type` says.
// Throws Error(no_such_file, io, invalid_model) that names the file.
Value read_case_value(const std::filesystem::path& file, const Type& type);

}  // namespace sardonyx::cli
