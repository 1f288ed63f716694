// What a model says about itself.
#pragma once

#include "handle.h"

namespace Ort {

struct ModelMetadata : detail::Base<OrtModelMetadata> {
  using Base = detail::Base<OrtModelMetadata>;
  using Base::Base;

  explicit ModelMetadata(std::nullptr_t) {}

  AllocatedStringPtr GetProducerNameAllocated(OrtAllocator* allocator) const {
    return detail::AskAllocated<&OrtApi::ModelMetadataGetProducerName>(allocator, p_, allocator);
  }
  AllocatedStringPtr GetGraphNameAllocated(OrtAllocator* allocator) const {
    return detail::AskAllocated<&OrtApi::ModelMetadataGetGraphName>(allocator, p_, allocator);
  }
  AllocatedStringPtr GetDomainAllocated(OrtAllocator* allocator) const {
    return detail::AskAllocated<&OrtApi::ModelMetadataGetDomain>(allocator, p_, allocator);
  }
  AllocatedStringPtr GetDescriptionAllocated(OrtAllocator* allocator) const {
    return detail::AskAllocated<&OrtApi::ModelMetadataGetDescription>(allocator, p_, allocator);
  }
  AllocatedStringPtr GetGraphDescriptionAllocated(OrtAllocator* allocator) const {
    return detail::AskAllocated<&OrtApi::ModelMetadataGetGraphDescription>(allocator, p_, allocator);
  }
  std::vector<AllocatedStringPtr> GetCustomMetadataMapKeysAllocated(OrtAllocator* allocator) const {
    const detail::AllocatedFree free(allocator);
    char** array = nullptr;
    int64_t count = 0;
    detail::Do<&OrtApi::ModelMetadataGetCustomMetadataMapKeys>(p_, allocator, &array, &count);
    const std::unique_ptr<char*, detail::AllocatedFree> owner(array, free);
    std::vector<AllocatedStringPtr> keys;
    keys.reserve(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i) keys.emplace_back(array[i], free);
    return keys;
  }
  // Holds NULL without such a key.
  AllocatedStringPtr LookupCustomMetadataMapAllocated(const char* key, OrtAllocator* allocator) const {
    return detail::AskAllocated<&OrtApi::ModelMetadataLookupCustomMetadataMap>(allocator, p_, allocator, key);
  }
  int64_t GetVersion() const { return detail::Ask<&OrtApi::ModelMetadataGetVersion>(p_); }
};

}  // namespace Ort
