// A model read from where it lies, as SessionOptions say: what external data it may touch, what is copied.
#pragma once

#include <filesystem>
#include <span>

#include "model/model_file.h"
#include "sardonyx/session.hpp"

namespace sardonyx {

// Throws what read_model throws.
ModelFile open_model(const std::filesystem::path& path, const SessionOptions& options = {});

// The bytes are copied unless options.borrow_bytes; the model that the options' hooks hold goes before them.
ModelFile open_model(std::span<const std::byte> bytes, const SessionOptions& options = {});

}  // namespace sardonyx
