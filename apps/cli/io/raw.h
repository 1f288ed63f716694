// Bare elements and plain text as tensors.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "sardonyx/value.hpp"

namespace sardonyx::io {

// The file's bytes are the elements (little-endian, row-major, sub-byte packed). At most one size may be -1: it is
// derived from the file's size. Without a shape: rank 1.
Tensor read_raw(const std::filesystem::path& path, DType dtype,
                const std::optional<Shape>& shape = std::nullopt);
void write_raw(const std::filesystem::path& path, const Tensor& t);

// Numbers separated by blanks, commas, semicolons or line ends ('#' starts a comment); true and false for bool. For
// strings: one element a line. Shape as above; without one, as many rows as lines when each has equally many numbers
// (more than one of each), else rank 1.
Tensor parse_text(std::string_view text, DType dtype, const std::optional<Shape>& shape = std::nullopt);
Tensor read_text(const std::filesystem::path& path, DType dtype,
                 const std::optional<Shape>& shape = std::nullopt);

}  // namespace sardonyx::io
