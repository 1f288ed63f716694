#include "session/open_model.h"

#include <algorithm>

#include "session/hooks.h"

namespace sardonyx {

namespace {

ModelReadOptions read_options(const SessionOptions& options) {
  ModelReadOptions r;
  r.allow_external_anywhere = options.allow_external_anywhere;
  r.external_folder = options.external_folder;
  r.copy_files = options.copy_weights;
  if (options.hooks != nullptr) r.external_files = options.hooks->external_files;
  return r;
}

BlockPtr private_copy(std::span<const std::byte> bytes) {
  BlockPtr copy = Block::allocate(bytes.size());
  std::copy(bytes.begin(), bytes.end(), copy->data());
  return copy;
}

}  // namespace

ModelFile open_model(const std::filesystem::path& path, const SessionOptions& options) {
  return read_model(path, read_options(options));
}

ModelFile open_model(std::span<const std::byte> bytes, const SessionOptions& options) {
  if (options.hooks != nullptr && options.hooks->model != nullptr) return *options.hooks->model;
  if (!options.borrow_bytes) return read_model(private_copy(bytes), read_options(options));
  auto* data = const_cast<std::byte*>(bytes.data());  // the block is read-only
  return read_model(Block::borrow(data, bytes.size(), false), read_options(options));
}

}  // namespace sardonyx
