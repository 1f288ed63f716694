// Files that are there whole or not at all.
#pragma once

#include <filesystem>
#include <string_view>

namespace sardonyx::cli {

// Writes beside `path` and renames, so that nobody ever sees a half-written file. "-" is standard output.
// Throws Error(io).
void write_file(const std::filesystem::path& path, std::string_view content);

}  // namespace sardonyx::cli
