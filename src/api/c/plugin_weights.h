// Weights that kernels of providers packed, shared by the sessions that share a container.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "onnxruntime_ep_c_api.h"
#include "plan/prepared_store.h"

// What a kernel hands over while PrePackWeight runs: buffers of the allocator that it was given, its owner from then on.
struct OrtSharedPrePackedWeightCache {
  explicit OrtSharedPrePackedWeightCache(OrtAllocator& from) : allocator(from) {}
  OrtSharedPrePackedWeightCache(const OrtSharedPrePackedWeightCache&) = delete;
  OrtSharedPrePackedWeightCache& operator=(const OrtSharedPrePackedWeightCache&) = delete;
  ~OrtSharedPrePackedWeightCache();

  OrtAllocator& allocator;
  std::vector<void*> data;
  std::vector<std::size_t> sizes;
  bool stored = false;
};

namespace sardonyx::capi {

// The buffers as a kernel may read them, for as long as this lives.
struct PackedWeight final : Prepared {
  explicit PackedWeight(std::unique_ptr<OrtSharedPrePackedWeightCache> made) : buffers(std::move(made)) {}
  const std::unique_ptr<const OrtSharedPrePackedWeightCache> buffers;
};

// What the store has of the same `kind` and content, else what was made, which is stored.
std::shared_ptr<const PackedWeight> shared_weight(PreparedStore& store, std::string kind,
                                                  std::unique_ptr<OrtSharedPrePackedWeightCache> made);

}  // namespace sardonyx::capi
