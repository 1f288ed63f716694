// OrtKernelInfo: what the maker of a kernel may ask of its node.
#include <algorithm>
#include <cstring>

#include "api/c/custom_op.h"
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

namespace {

using Facts = OrtKernelInfo::Facts;

const Facts& facts_of(const OrtKernelInfo* info) { return *capi::need(info, "info").facts; }

template <typename T>
const T& attribute(const OrtKernelInfo* info, const char* name) {
  const Facts& f = facts_of(info);
  auto it = f.attributes.find(std::string_view(capi::need_text(name, "name")));
  if (it == f.attributes.end())
    capi::refuse(ORT_FAIL, "No attribute with name:'{}' is defined at node '{}' ({}).", name, f.node, f.op);
  const T* held = std::get_if<T>(&it->second);
  if (held == nullptr)
    capi::refuse(ORT_FAIL, "the attribute '{}' of node '{}' ({}) has another type than is asked for", name,
                 f.node, f.op);
  return *held;
}

template <typename T>
OrtStatus* give(const OrtKernelInfo* info, const char* name, T* out) noexcept {
  return capi::guarded([&] {
    capi::need(out, "out");
    *out = attribute<T>(info, name);
  });
}

// The protocol of everything with a size: without room only the size is told.
template <typename T>
void give_list(const T* from, std::size_t count, T* out, std::size_t* size) {
  std::size_t room = capi::need(size, "size");
  *size = count;
  if (out == nullptr) return;
  if (room < count)
    capi::refuse(ORT_INVALID_ARGUMENT,
                 "Result buffer is not large enough: {} are needed, there is room for {}", count, room);
  std::copy_n(from, count, out);
}

void give_text(const std::string& text, char* out, std::size_t* size) {
  give_list(text.c_str(), text.size() + 1, out, size);
}

template <typename T>
OrtStatus* give_array(const OrtKernelInfo* info, const char* name, T* out, std::size_t* size) noexcept {
  return capi::guarded([&] {
    const auto& list = attribute<std::vector<T>>(info, name);
    give_list(list.data(), list.size(), out, size);
  });
}

template <typename T>
const T& at(const std::vector<T>& list, std::size_t index, const char* what) {
  if (index >= list.size())
    capi::refuse(ORT_INVALID_ARGUMENT, "{} index is out of bounds: {} of {}", what, index, list.size());
  return list[index];
}

// The text that `pick` gives of the facts.
template <typename Pick>
OrtStatus* text_of(const OrtKernelInfo* info, char* out, std::size_t* size, const Pick& pick) noexcept {
  return capi::guarded([&] { give_text(pick(facts_of(info)), out, size); });
}

}  // namespace

OrtStatus* slots::KernelInfoGetAttribute_float(const OrtKernelInfo* info, const char* name,
                                               float* out) noexcept {
  return give(info, name, out);
}
OrtStatus* slots::KernelInfoGetAttribute_int64(const OrtKernelInfo* info, const char* name,
                                               std::int64_t* out) noexcept {
  return give(info, name, out);
}
OrtStatus* slots::KernelInfoGetAttribute_string(const OrtKernelInfo* info, const char* name, char* out,
                                                std::size_t* size) noexcept {
  return capi::guarded([&] { give_text(attribute<std::string>(info, name), out, size); });
}
OrtStatus* slots::KernelInfoGetAttributeArray_float(const OrtKernelInfo* info, const char* name, float* out,
                                                    std::size_t* size) noexcept {
  return give_array(info, name, out, size);
}
OrtStatus* slots::KernelInfoGetAttributeArray_int64(const OrtKernelInfo* info, const char* name,
                                                    std::int64_t* out, std::size_t* size) noexcept {
  return give_array(info, name, out, size);
}

OrtStatus* slots::KernelInfoGetAttributeArray_string(const OrtKernelInfo* info, const char* name,
                                                     OrtAllocator* allocator, char*** out,
                                                     std::size_t* size) noexcept {
  return capi::guarded([&] {
    const auto& list = attribute<std::vector<std::string>>(info, name);
    capi::need_all("KernelInfoGetAttributeArray_string", allocator, out, size);
    *out = nullptr;
    *size = list.size();
    if (list.empty()) return;
    auto* texts = static_cast<char**>(capi::allocate(*allocator, list.size() * sizeof(char*)));
    for (std::size_t i = 0; i < list.size(); ++i) texts[i] = capi::copy_text(*allocator, list[i]);
    *out = texts;
  });
}

OrtStatus* slots::KernelInfoGetAttribute_tensor(const OrtKernelInfo* info, const char* name,
                                                OrtAllocator* allocator, OrtValue** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("KernelInfoGetAttribute_tensor", allocator, out);
    const Tensor& held = attribute<Tensor>(info, name);
    auto value = std::make_unique<OrtValue>();
    if (held.dtype() == DType::string) {
      value->value = held.clone();
    } else {
      Tensor copy(held.dtype(), held.shape(), capi::allocate_block(*allocator, held.bytes()));
      if (held.bytes() > 0) std::memcpy(copy.mutable_data(), held.data(), held.bytes());
      value->value = std::move(copy);
    }
    *out = value.release();
  });
}

OrtStatus* slots::KernelInfo_GetInputCount(const OrtKernelInfo* info, std::size_t* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = facts_of(info).inputs.size(); });
}
OrtStatus* slots::KernelInfo_GetOutputCount(const OrtKernelInfo* info, std::size_t* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = facts_of(info).outputs.size(); });
}
OrtStatus* slots::KernelInfo_GetInputName(const OrtKernelInfo* info, std::size_t index, char* out,
                                          std::size_t* size) noexcept {
  return text_of(info, out, size, [&](const Facts& f) { return at(f.inputs, index, "input"); });
}
OrtStatus* slots::KernelInfo_GetOutputName(const OrtKernelInfo* info, std::size_t index, char* out,
                                           std::size_t* size) noexcept {
  return text_of(info, out, size, [&](const Facts& f) { return at(f.outputs, index, "output"); });
}
OrtStatus* slots::KernelInfo_GetNodeName(const OrtKernelInfo* info, char* out, std::size_t* size) noexcept {
  return text_of(info, out, size, [](const Facts& f) { return f.node; });
}
OrtStatus* slots::KernelInfo_GetOperatorDomain(const OrtKernelInfo* info, char* out,
                                               std::size_t* size) noexcept {
  return text_of(info, out, size, [](const Facts& f) { return f.domain; });
}
OrtStatus* slots::KernelInfo_GetOperatorType(const OrtKernelInfo* info, char* out,
                                             std::size_t* size) noexcept {
  return text_of(info, out, size, [](const Facts& f) { return f.op; });
}
OrtStatus* slots::KernelInfo_GetOperatorSinceVersion(const OrtKernelInfo* info, int* since_version) noexcept {
  return capi::guarded([&] { capi::need(since_version, "since_version") = facts_of(info).since_version; });
}

OrtStatus* slots::KernelInfo_GetInputTypeInfo(const OrtKernelInfo* info, std::size_t index,
                                              OrtTypeInfo** type_info) noexcept {
  return capi::guarded([&] {
    capi::need(type_info, "type_info");
    *type_info = new OrtTypeInfo(at(facts_of(info).input_types, index, "input"));
  });
}
OrtStatus* slots::KernelInfo_GetOutputTypeInfo(const OrtKernelInfo* info, std::size_t index,
                                               OrtTypeInfo** type_info) noexcept {
  return capi::guarded([&] {
    capi::need(type_info, "type_info");
    *type_info = new OrtTypeInfo(at(facts_of(info).output_types, index, "output"));
  });
}

OrtStatus* slots::KernelInfoGetConstantInput_tensor(const OrtKernelInfo* info, std::size_t index,
                                                    int* is_constant, const OrtValue** out) noexcept {
  return capi::guarded([&] {
    const Facts& f = facts_of(info);
    capi::need_all("KernelInfoGetConstantInput_tensor", is_constant, out);
    // Kernels ask for optional inputs that the node does not have.
    const OrtValue* held = index < f.constants.size() ? f.constants[index].get() : nullptr;
    *is_constant = held != nullptr ? 1 : 0;
    *out = held;
  });
}

OrtStatus* slots::KernelInfo_GetLogger(const OrtKernelInfo* info, const OrtLogger** logger) noexcept {
  return capi::guarded([&] { capi::need(logger, "logger") = facts_of(info).logger; });
}

OrtStatus* slots::KernelInfo_GetConfigEntries(const OrtKernelInfo* info, OrtKeyValuePairs** out) noexcept {
  return capi::guarded([&] {
    const Facts& f = facts_of(info);
    auto pairs = std::make_unique<OrtKeyValuePairs>();
    if (f.config != nullptr) pairs->entries = f.config->entries;
    pairs->refresh();
    capi::need(out, "out");
    *out = pairs.release();
  });
}

OrtStatus* slots::KernelInfoGetAllocator(const OrtKernelInfo* info, OrtMemType, OrtAllocator** out) noexcept {
  return capi::guarded([&] {
    facts_of(info);
    capi::need(out, "out");
    *out = capi::new_cpu_allocator();
  });
}

OrtStatus* slots::CopyKernelInfo(const OrtKernelInfo* info, OrtKernelInfo** info_copy) noexcept {
  return capi::guarded([&] {
    capi::need(info_copy, "info_copy");
    *info_copy = new OrtKernelInfo(capi::need(info, "info"));
  });
}

void slots::ReleaseKernelInfo(OrtKernelInfo* input) noexcept { delete input; }

}  // namespace sardonyx
