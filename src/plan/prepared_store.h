// PreparedStore: packed weights that several sessions share, found again by what they were made of.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

#include "graph/graph.h"

namespace sardonyx {

class PreparedStore {
 public:
  using Make = std::function<std::shared_ptr<const Prepared>()>;
  // What is stored under `key`; made and stored where there is nothing yet. May give nullptr, as `make` does.
  std::shared_ptr<const Prepared> get(const std::string& key, const Make& make);
  std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<const Prepared>> held_;
};

// 128 bits of the content, as text.
std::string content_hash(std::span<const std::byte> content);

// Everything that `op.prepare` can depend on: the operator and its fields, the options, what is known of the inputs
// and the content of constants. nullopt where that is not worth it (little content) or cannot be said.
std::optional<std::string> prepared_key(const Op& op, std::span<const Fact* const> in,
                                        const LowerOptions& options);

}  // namespace sardonyx
