// Files as values: arrays, protobuf, text, raw bytes, pictures.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "picture.h"
#include "sardonyx/session.hpp"

namespace sardonyx::cli {

bool is_picture_file(const std::filesystem::path& path);
// Throws Error(no_such_file, io, invalid_argument).
Picture read_picture(const std::filesystem::path& path);

// .npy; .npz (the array named like the input, or the only one; FILE.npz:NAME picks one); .pb; .txt and .csv (numbers
// between blanks or commas, or one text a line); anything else is raw little-endian elements. Text and raw take the
// declared sizes, one of which may be open. Throws Error.
Value read_value_file(const std::string& path, const ValueDescription& input,
                      const std::optional<Shape>& fixed);

// Writes `values` into `folder` (made if it is not there): NAME.npy, or output_I.pb for format "pb".
// Throws Error(io), Error(not_implemented) for what .npy cannot hold.
void save_values(const std::string& folder, const std::string& format,
                 const std::vector<ValueDescription>& outputs, const std::vector<Value>& values);

}  // namespace sardonyx::cli
