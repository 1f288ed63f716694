#include "api/c/external_initializer.h"

#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

OrtStatus* slots::CreateExternalInitializerInfo(const ORTCHAR_T* filepath, std::int64_t file_offset,
                                                std::size_t byte_size,
                                                OrtExternalInitializerInfo** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateExternalInitializerInfo", filepath, out);
    *out = new OrtExternalInitializerInfo{filepath, file_offset, byte_size};
  });
}
void slots::ReleaseExternalInitializerInfo(OrtExternalInitializerInfo* input) noexcept { delete input; }

const ORTCHAR_T* slots::ExternalInitializerInfo_GetFilePath(const OrtExternalInitializerInfo* info) noexcept {
  return info == nullptr ? "" : info->path.c_str();
}
std::int64_t slots::ExternalInitializerInfo_GetFileOffset(const OrtExternalInitializerInfo* info) noexcept {
  return info == nullptr ? 0 : info->offset;
}
std::size_t slots::ExternalInitializerInfo_GetByteSize(const OrtExternalInitializerInfo* info) noexcept {
  return info == nullptr ? 0 : info->bytes;
}

}  // namespace sardonyx
