// The optimised model as a file: what `sard optimize` and the option optimized_model_filepath write.
#pragma once

#include <filesystem>
#include <string>

#include "session/open_model.h"

namespace sardonyx {

struct SaveOptions {
  enum class Level : std::uint8_t {
    none,   // only what import does: functions inlined, constants as initializers
    basic,  // constants folded, what does nothing removed
    all     // and operators fused, among those of ONNX and com.microsoft
  };
  Level level = Level::all;
  enum class Format : std::uint8_t { by_name, onnx, ort };  // by_name: a path ending in .ort says the last
  Format format = Format::by_name;
  int opset = 0;              // of ai.onnx; 0: the source's, or the lowest above it that says everything
  std::string external_file;  // beside the model, for large weights; empty: none
  std::size_t external_from = 1024;
};

// The optimised model, not yet written. Takes free dimensions, initializers and disabled rules from `options`.
ModelFile optimized_model(const ModelFile& source, const SessionOptions& options, const SaveOptions& save);

void save_model(const ModelFile& source, const std::filesystem::path& to, const SessionOptions& options = {},
                const SaveOptions& save = {});

}  // namespace sardonyx
