// Opaque values: none exist, as no program can register such a type.
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

OrtStatus* slots::CreateOpaqueValue(const char* domain_name, const char* type_name,
                                    const void* data_container, std::size_t, OrtValue** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateOpaqueValue", domain_name, type_name, data_container, out);
    capi::refuse(ORT_FAIL, "'{}' of domain '{}' is not a registered opaque type", type_name, domain_name);
  });
}

OrtStatus* slots::GetOpaqueValue(const char* domain_name, const char* type_name, const OrtValue* in,
                                 void* data_container, std::size_t) noexcept {
  return capi::guarded([&] {
    capi::need_all("GetOpaqueValue", domain_name, type_name, in, data_container);
    capi::refuse(ORT_FAIL, "'{}' of domain '{}' is not a registered opaque type", type_name, domain_name);
  });
}

}  // namespace sardonyx
