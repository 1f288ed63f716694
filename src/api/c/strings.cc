// String tensors: filling and reading them.
#include <cstring>

#include "api/c/slots.h"
#include "api/c/status.h"
#include "api/c/value.h"

namespace sardonyx {

namespace {

// Those of a sparse tensor are its values.
std::span<const std::string> texts(const OrtValue* value) {
  const bool sparse = capi::need(value, "value").value.is_sparse();
  const Tensor& t = sparse ? value->value.sparse().values : capi::tensor_of(value);
  if (t.dtype() != DType::string) capi::refuse(ORT_FAIL, "{} is not a string tensor", t.text());
  return t.as<std::string>();
}

std::span<std::string> own_texts(OrtValue* value) {
  Tensor& t = capi::tensor_of(value);
  if (t.dtype() != DType::string) capi::refuse(ORT_FAIL, "{} is not a string tensor", t.text());
  return t.mutable_as<std::string>();
}

template <typename Texts>
auto& at(Texts all, std::size_t index) {
  if (index >= all.size()) capi::refuse(ORT_INVALID_ARGUMENT, "index is out of bounds");
  return all[index];
}

std::size_t total(std::span<const std::string> all) {
  std::size_t bytes = 0;
  for (const std::string& s : all) bytes += s.size();
  return bytes;
}

}  // namespace

OrtStatus* slots::FillStringTensor(OrtValue* value, const char* const* s, std::size_t s_len) noexcept {
  return capi::guarded([&] {
    auto all = own_texts(value);
    if (s_len != all.size()) capi::refuse(ORT_INVALID_ARGUMENT, "input array doesn't equal tensor size");
    if (s_len > 0) capi::need(s, "s");
    for (std::size_t i = 0; i < s_len; ++i) all[i] = capi::need_text(s[i], "an element of s");
  });
}

OrtStatus* slots::FillStringTensorElement(OrtValue* value, const char* s, std::size_t index) noexcept {
  return capi::guarded([&] { at(own_texts(value), index) = capi::need_text(s, "s"); });
}

OrtStatus* slots::GetResizedStringTensorElementBuffer(OrtValue* value, std::size_t index,
                                                      std::size_t length_in_bytes, char** buffer) noexcept {
  return capi::guarded([&] {
    std::string& s = at(own_texts(value), index);
    capi::need(buffer, "buffer");
    s.resize(length_in_bytes);
    *buffer = s.data();
  });
}

OrtStatus* slots::GetStringTensorDataLength(const OrtValue* value, std::size_t* len) noexcept {
  return capi::guarded([&] { capi::need(len, "len") = total(texts(value)); });
}

OrtStatus* slots::GetStringTensorContent(const OrtValue* value, void* s, std::size_t s_len,
                                         std::size_t* offsets, std::size_t offsets_len) noexcept {
  return capi::guarded([&] {
    auto all = texts(value);
    if (offsets_len != all.size()) capi::refuse(ORT_FAIL, "offsets buffer is not equal to tensor size");
    std::size_t bytes = total(all);
    if (s_len < bytes) capi::refuse(ORT_FAIL, "output buffer is too small. Use GetStringTensorDataLength.");
    if (!all.empty()) capi::need(offsets, "offsets");
    if (bytes > 0) capi::need_data(s, "s");
    std::size_t at = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      offsets[i] = at;
      if (!all[i].empty()) std::memcpy(static_cast<char*>(s) + at, all[i].data(), all[i].size());
      at += all[i].size();
    }
  });
}

OrtStatus* slots::GetStringTensorElementLength(const OrtValue* value, std::size_t index,
                                               std::size_t* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = at(texts(value), index).size(); });
}

OrtStatus* slots::GetStringTensorElement(const OrtValue* value, std::size_t s_len, std::size_t index,
                                         void* s) noexcept {
  return capi::guarded([&] {
    const std::string& text = at(texts(value), index);
    if (s_len < text.size()) capi::refuse(ORT_FAIL, "buffer size is too small for the string element");
    if (!text.empty()) std::memcpy(&capi::need(static_cast<char*>(s), "s"), text.data(), text.size());
  });
}

}  // namespace sardonyx
