// ModelFile -> bytes of an ONNX file, weights streamed from where they are.
#pragma once

#include <filesystem>
#include <string>

#include "model/model_file.h"

namespace sardonyx {

struct ModelWriteOptions {
  // A file beside the model for the bytes of large initializers; empty: all are in the model itself.
  std::string external_file;
  std::size_t external_from = 1024;  // bytes; smaller ones stay in the model
  // Initializers that are external already stay where they are: the file only refers to them.
  bool keep_external = false;
};

// In memory; no external file is written. Throws Error: over_budget when the message passes protobuf's 2 GiB, and what reading the tensors throws.
std::string model_bytes(const ModelFile& file, const ModelWriteOptions& options = {});
// Replaces what is at `path` once everything is written. Throws Error(io) too.
void write_model(const std::filesystem::path& path, const ModelFile& file,
                 const ModelWriteOptions& options = {});

}  // namespace sardonyx
