#include "model/external_data.h"

#include <algorithm>

#include "base/error.h"
#include "base/mapped_file.h"
#include "model/parser.h"

namespace sardonyx {
namespace fs = std::filesystem;

ExternalData::ExternalData(const ModelReadOptions& options, fs::path folder)
    : folder_(std::move(folder)),
      anywhere_(options.allow_external_anywhere),
      copy_(options.copy_files),
      files_(options.external_files) {}

fs::path ExternalData::resolve(std::string_view location) const {
  const fs::path relative(location);
  if (anywhere_) return folder_ / relative;
  const bool climbs =
      std::any_of(relative.begin(), relative.end(), [](const fs::path& p) { return p == ".."; });
  require(relative.is_relative() && !climbs, Code::invalid_model,
          "external data at {} would lie outside of the model's folder", shown(location));
  std::error_code error;
  const fs::path file = fs::canonical(folder_ / relative, error);
  require(!error, Code::no_such_file, "cannot open the external data {} in '{}': {}", shown(location),
          folder_.string(), error.message());
  const fs::path inside = fs::canonical(folder_, error);
  require(!error, Code::no_such_file, "cannot open '{}': {}", folder_.string(), error.message());
  const auto [last, end] = std::mismatch(inside.begin(), inside.end(), file.begin(), file.end());
  require(last == inside.end(), Code::invalid_model, "external data at {} leads out of the model's folder",
          shown(location));
  return file;
}

BlockPtr ExternalData::open(std::string_view location) {
  require(!location.empty() && location.find('\0') == std::string_view::npos, Code::invalid_model,
          "external data has no usable location: {}", shown(location));
  const std::lock_guard lock(mutex_);
  if (const auto found = files_.find(location); found != files_.end()) {
    require(static_cast<bool>(found->second), Code::invalid_argument,
            "the external file {} was given without bytes", shown(location));
    return found->second;
  }
  require(!folder_.empty(), Code::invalid_model,
          "has external data at {}, but the model was given as bytes, without a folder", shown(location));
  const fs::path path = resolve(location);
  BlockPtr file = copy_ ? read_file(path) : map_file(path);
  files_.emplace(location, file);
  return file;
}

void ExternalData::check_files() {
  const std::lock_guard lock(mutex_);
  for (const auto& [location, file] : files_) check_unchanged(file);
}

}  // namespace sardonyx
