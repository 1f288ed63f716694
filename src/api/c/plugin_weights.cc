#include "api/c/plugin_weights.h"

#include "api/c/slots.h"
#include "api/c/status.h"

OrtSharedPrePackedWeightCache::~OrtSharedPrePackedWeightCache() {
  for (void* p : data) allocator.Free(&allocator, p);
}

namespace sardonyx {

std::shared_ptr<const capi::PackedWeight> capi::shared_weight(
    PreparedStore& store, std::string kind, std::unique_ptr<OrtSharedPrePackedWeightCache> made) {
  for (std::size_t i = 0; i < made->data.size(); ++i)
    kind += ":" + content_hash({static_cast<const std::byte*>(made->data[i]), made->sizes[i]});
  return std::static_pointer_cast<const PackedWeight>(
      store.get(kind, [&] { return std::make_shared<const PackedWeight>(std::move(made)); }));
}

OrtStatus* slots::ep::SharedPrePackedWeightCache_StoreWeightData(OrtSharedPrePackedWeightCache* cache,
                                                                 void** buffer_data_ptrs,
                                                                 std::size_t* buffer_data_sizes,
                                                                 std::size_t num_buffers) noexcept {
  return capi::guarded([&] {
    capi::need_all("SharedPrePackedWeightCache_StoreWeightData", cache, buffer_data_ptrs, buffer_data_sizes);
    if (num_buffers == 0) capi::refuse(ORT_INVALID_ARGUMENT, "num_buffers is 0: there is nothing to share");
    if (cache->stored) capi::refuse(ORT_INVALID_ARGUMENT, "the weight was stored already");
    for (std::size_t i = 0; i < num_buffers; ++i) {
      if (buffer_data_ptrs[i] == nullptr && buffer_data_sizes[i] != 0)
        capi::refuse(ORT_INVALID_ARGUMENT, "buffer {} is NULL, but has {} bytes", i, buffer_data_sizes[i]);
    }
    std::vector<std::size_t> sizes(buffer_data_sizes, buffer_data_sizes + num_buffers);
    cache->data.assign(buffer_data_ptrs, buffer_data_ptrs + num_buffers);
    cache->sizes = std::move(sizes);
    cache->stored = true;
  });
}

}  // namespace sardonyx
