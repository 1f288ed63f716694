// Files mapped read-only and privately; the Block keeps the mapping alive.
#pragma once

#include <filesystem>
#include <string>

#include "sardonyx/block.hpp"

namespace sardonyx {

// The whole file as a read-only Block. Throws Error: no_such_file, or io with the system's words. A file that
// is not regular (a folder, a pipe) is refused. Empty files give a block of size 0.
BlockPtr map_file(const std::filesystem::path& path);

// The whole file, copied: for who overwrites files in place. Throws what map_file and check_unchanged throw.
BlockPtr read_file(const std::filesystem::path& path);

// Throws Error(io) when the file's size or modification time is no longer what map_file saw, or a page of it was gone
// under a FaultGuard: somebody overwrites it in place. Other blocks than map_file's cannot change so and pass.
void check_unchanged(const BlockPtr& mapped);

}  // namespace sardonyx
