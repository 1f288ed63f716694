#include "api/c/metadata.h"

#include "api/c/memory.h"
#include "api/c/session.h"
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

namespace {

OrtStatus* text(const OrtModelMetadata* metadata, std::string ModelMetadata::* field, OrtAllocator* allocator,
                char** value) noexcept {
  return capi::guarded([&] {
    const OrtModelMetadata& m = capi::need(metadata, "model_metadata");
    capi::need(value, "value");
    *value = capi::copy_text(capi::need(allocator, "allocator"), m.content.*field);
  });
}

}  // namespace

OrtStatus* slots::SessionGetModelMetadata(const OrtSession* session, OrtModelMetadata** out) noexcept {
  return capi::guarded([&] {
    capi::need(out, "out");
    *out = new OrtModelMetadata{capi::loaded_of(session).session.metadata()};
  });
}

void slots::ReleaseModelMetadata(OrtModelMetadata* input) noexcept { delete input; }

OrtStatus* slots::ModelMetadataGetProducerName(const OrtModelMetadata* model_metadata,
                                               OrtAllocator* allocator, char** value) noexcept {
  return text(model_metadata, &ModelMetadata::producer_name, allocator, value);
}
OrtStatus* slots::ModelMetadataGetGraphName(const OrtModelMetadata* model_metadata, OrtAllocator* allocator,
                                            char** value) noexcept {
  return text(model_metadata, &ModelMetadata::graph_name, allocator, value);
}
OrtStatus* slots::ModelMetadataGetDomain(const OrtModelMetadata* model_metadata, OrtAllocator* allocator,
                                         char** value) noexcept {
  return text(model_metadata, &ModelMetadata::domain, allocator, value);
}
OrtStatus* slots::ModelMetadataGetDescription(const OrtModelMetadata* model_metadata, OrtAllocator* allocator,
                                              char** value) noexcept {
  return text(model_metadata, &ModelMetadata::description, allocator, value);
}
OrtStatus* slots::ModelMetadataGetGraphDescription(const OrtModelMetadata* model_metadata,
                                                   OrtAllocator* allocator, char** value) noexcept {
  return text(model_metadata, &ModelMetadata::graph_description, allocator, value);
}

OrtStatus* slots::ModelMetadataGetVersion(const OrtModelMetadata* model_metadata,
                                          std::int64_t* value) noexcept {
  return capi::guarded([&] {
    capi::need(value, "value") = capi::need(model_metadata, "model_metadata").content.model_version;
  });
}

OrtStatus* slots::ModelMetadataLookupCustomMetadataMap(const OrtModelMetadata* model_metadata,
                                                       OrtAllocator* allocator, const char* key,
                                                       char** value) noexcept {
  return capi::guarded([&] {
    const OrtModelMetadata& m = capi::need(model_metadata, "model_metadata");
    capi::need_all("ModelMetadataLookupCustomMetadataMap", allocator, key, value);
    *value = nullptr;
    for (const auto& [k, v] : m.content.custom) {
      if (k == key) *value = capi::copy_text(*allocator, v);
      if (*value != nullptr) return;
    }
  });
}

OrtStatus* slots::ModelMetadataGetCustomMetadataMapKeys(const OrtModelMetadata* model_metadata,
                                                        OrtAllocator* allocator, char*** keys,
                                                        std::int64_t* num_keys) noexcept {
  return capi::guarded([&] {
    const OrtModelMetadata& m = capi::need(model_metadata, "model_metadata");
    capi::need_all("ModelMetadataGetCustomMetadataMapKeys", allocator, keys, num_keys);
    *keys = nullptr;
    *num_keys = 0;
    std::size_t count = m.content.custom.size();
    if (count == 0) return;
    auto** list = static_cast<char**>(capi::allocate(*allocator, count * sizeof(char*)));
    for (std::size_t i = 0; i < count; ++i) list[i] = capi::copy_text(*allocator, m.content.custom[i].first);
    *keys = list;
    *num_keys = static_cast<std::int64_t>(count);
  });
}

}  // namespace sardonyx
