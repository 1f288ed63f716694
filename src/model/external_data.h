// External files of a model: found, judged and mapped once each.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "model/model_file.h"

namespace sardonyx {

class ExternalData {
 public:
  // `folder` may be empty: then only injected files are found.
  ExternalData(const ModelReadOptions& options, std::filesystem::path folder);

  // The bytes of the file at `location`. Throws Error(invalid_model) for a location that leads outside of the folder
  // (absolute, "..", a symbolic link) unless that is allowed, and what map_file throws.
  BlockPtr open(std::string_view location);
  // Throws Error(io) when one of the files was overwritten in place since.
  void check_files();

 private:
  std::filesystem::path resolve(std::string_view location) const;

  std::filesystem::path folder_;
  bool anywhere_, copy_;
  std::mutex mutex_;
  std::map<std::string, BlockPtr, std::less<>> files_;
};

}  // namespace sardonyx
