#include "api/c/key_values.h"

#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

// These give no status: what does not fit is ignored.
void slots::CreateKeyValuePairs(OrtKeyValuePairs** out) noexcept {
  if (out != nullptr) *out = new (std::nothrow) OrtKeyValuePairs;
}

void slots::AddKeyValuePair(OrtKeyValuePairs* kvps, const char* key, const char* value) noexcept {
  if (kvps == nullptr || key == nullptr || *key == 0 || value == nullptr) return;
  try {
    kvps->add(key, value);
  } catch (...) {
  }
}

const char* slots::GetKeyValue(const OrtKeyValuePairs* kvps, const char* key) noexcept {
  if (kvps == nullptr || key == nullptr) return nullptr;
  auto it = kvps->entries.find(std::string_view(key));
  return it == kvps->entries.end() ? nullptr : it->second.c_str();
}

void slots::GetKeyValuePairs(const OrtKeyValuePairs* kvps, const char* const** keys,
                             const char* const** values, size_t* num_entries) noexcept {
  if (keys != nullptr) *keys = kvps == nullptr ? nullptr : kvps->keys.data();
  if (values != nullptr) *values = kvps == nullptr ? nullptr : kvps->values.data();
  if (num_entries != nullptr) *num_entries = kvps == nullptr ? 0 : kvps->keys.size();
}

void slots::RemoveKeyValuePair(OrtKeyValuePairs* kvps, const char* key) noexcept {
  if (kvps == nullptr || key == nullptr) return;
  try {
    kvps->entries.erase(std::string(key));
    kvps->refresh();
  } catch (...) {
  }
}

void slots::ReleaseKeyValuePairs(OrtKeyValuePairs* input) noexcept { delete input; }

}  // namespace sardonyx
