// NumPy's .npz files: zip archives of .npy members.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sardonyx/value.hpp"

namespace sardonyx::io {

using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

// In the archive's order, names without ".npy"; other members are passed over. Members larger than `max_bytes` once
// unpacked throw Error(over_budget).
NamedTensors read_npz(std::span<const std::byte> bytes, std::size_t max_bytes = std::size_t{1} << 34);
NamedTensors read_npz(const std::filesystem::path& path);

void write_npz(const std::filesystem::path& path, const NamedTensors& tensors, bool compress = false);

}  // namespace sardonyx::io
