// OrtIoBinding: inputs and outputs of a run, bound once by name.
#include <algorithm>
#include <cstring>

#include "api/c/plugin.h"
#include "api/c/run.h"
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx::capi {

// The value is NULL for an output that the run is to make.
struct Bound {
  std::string name;
  OrtValue value;
  bool given = false;
};

}  // namespace sardonyx::capi

struct OrtIoBinding {
  std::shared_ptr<const sardonyx::capi::Loaded> loaded;
  std::vector<sardonyx::capi::Bound> inputs, outputs;
};

namespace sardonyx {

namespace {

void bind_to(std::vector<capi::Bound>& list, const char* name, const OrtValue* value) {
  auto it = std::ranges::find(list, std::string_view(name), &capi::Bound::name);
  if (it == list.end()) it = list.insert(list.end(), {name, {}, false});
  it->given = value != nullptr;
  it->value = value == nullptr ? OrtValue{} : *value;  // the tensor's memory is shared, not copied
}

std::vector<const char*> names_of(const std::vector<capi::Bound>& list) {
  std::vector<const char*> names;
  for (const capi::Bound& b : list) names.push_back(b.name.c_str());
  return names;
}

void run_bound(OrtIoBinding& binding, const OrtRunOptions* options) {
  std::vector<const OrtValue*> inputs;
  std::vector<OrtValue*> outputs;
  for (const capi::Bound& b : binding.inputs) inputs.push_back(&b.value);
  for (capi::Bound& b : binding.outputs) outputs.push_back(b.given ? &b.value : nullptr);
  std::vector<const char*> in = names_of(binding.inputs), out = names_of(binding.outputs);
  capi::run(*binding.loaded, options, {in, inputs, false}, out, outputs.data());
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    capi::Bound& b = binding.outputs[i];
    if (b.given) continue;
    std::unique_ptr<OrtValue> made(outputs[i]);
    b.value = std::move(*made);
  }
}

}  // namespace

OrtStatus* slots::CreateIoBinding(OrtSession* session, OrtIoBinding** out) noexcept {
  return capi::guarded([&] {
    capi::need(out, "out");
    *out = new OrtIoBinding{capi::need(session, "session").loaded, {}, {}};
  });
}

void slots::ReleaseIoBinding(OrtIoBinding* input) noexcept { delete input; }

OrtStatus* slots::BindInput(OrtIoBinding* binding_ptr, const char* name, const OrtValue* val_ptr) noexcept {
  return capi::guarded([&] {
    capi::need_all("BindInput", binding_ptr, name, val_ptr);
    if (!binding_ptr->loaded->input_at.contains(name))
      capi::refuse(ORT_FAIL, "Failed to find input name in the mapping: {}", name);
    bind_to(binding_ptr->inputs, name, val_ptr);
  });
}

OrtStatus* slots::BindOutput(OrtIoBinding* binding_ptr, const char* name, const OrtValue* val_ptr) noexcept {
  return capi::guarded([&] {
    capi::need_all("BindOutput", binding_ptr, name, val_ptr);
    bind_to(binding_ptr->outputs, name, val_ptr);
  });
}

OrtStatus* slots::BindOutputToDevice(OrtIoBinding* binding_ptr, const char* name,
                                     const OrtMemoryInfo* mem_info_ptr) noexcept {
  return capi::guarded([&] {
    capi::need_all("BindOutputToDevice", binding_ptr, name, mem_info_ptr);
    if (mem_info_ptr->device != OrtMemoryInfoDeviceType_CPU)
      capi::refuse(ORT_INVALID_ARGUMENT, "outputs lie in memory of the CPU, not of '{}'", mem_info_ptr->name);
    bind_to(binding_ptr->outputs, name, nullptr);
  });
}

OrtStatus* slots::RunWithBinding(OrtSession* session, const OrtRunOptions* run_options,
                                 const OrtIoBinding* binding_ptr) noexcept {
  return capi::guarded([&] {
    capi::need_all("RunWithBinding", session, binding_ptr);
    if (session->loaded != binding_ptr->loaded)
      capi::refuse(ORT_INVALID_ARGUMENT, "the binding belongs to another session");
    run_bound(const_cast<OrtIoBinding&>(*binding_ptr), run_options);  // its outputs are what the run made
  });
}

OrtStatus* slots::GetBoundOutputNames(const OrtIoBinding* binding_ptr, OrtAllocator* allocator, char** buffer,
                                      std::size_t** lengths, std::size_t* count) noexcept {
  return capi::guarded([&] {
    capi::need_all("GetBoundOutputNames", binding_ptr, allocator, buffer, lengths, count);
    *buffer = nullptr;
    *lengths = nullptr;
    *count = 0;
    const auto& list = binding_ptr->outputs;
    if (list.empty()) return;
    std::string all;
    for (const capi::Bound& b : list) all += b.name;
    auto* text = static_cast<char*>(capi::allocate(*allocator, std::max<std::size_t>(all.size(), 1)));
    auto* sizes = static_cast<std::size_t*>(allocator->Alloc(allocator, list.size() * sizeof(std::size_t)));
    if (sizes == nullptr) {
      allocator->Free(allocator, text);
      capi::refuse(ORT_FAIL, "the allocator has no memory for {} lengths", list.size());
    }
    std::memcpy(text, all.data(), all.size());
    for (std::size_t i = 0; i < list.size(); ++i) sizes[i] = list[i].name.size();
    *buffer = text;
    *lengths = sizes;
    *count = list.size();
  });
}

OrtStatus* slots::GetBoundOutputValues(const OrtIoBinding* binding_ptr, OrtAllocator* allocator,
                                       OrtValue*** output, std::size_t* output_count) noexcept {
  return capi::guarded([&] {
    capi::need_all("GetBoundOutputValues", binding_ptr, allocator, output, output_count);
    *output = nullptr;
    *output_count = 0;
    const auto& list = binding_ptr->outputs;
    if (list.empty()) return;
    std::vector<std::unique_ptr<OrtValue>> copies;
    for (const capi::Bound& b : list) copies.push_back(std::make_unique<OrtValue>(b.value));
    auto** values = static_cast<OrtValue**>(capi::allocate(*allocator, list.size() * sizeof(OrtValue*)));
    for (std::size_t i = 0; i < list.size(); ++i) values[i] = copies[i].release();
    *output = values;
    *output_count = list.size();
  });
}

void slots::ClearBoundInputs(OrtIoBinding* binding_ptr) noexcept {
  if (binding_ptr != nullptr) binding_ptr->inputs.clear();
}
void slots::ClearBoundOutputs(OrtIoBinding* binding_ptr) noexcept {
  if (binding_ptr != nullptr) binding_ptr->outputs.clear();
}
namespace {

// Memory of the CPU is always in step; a provider may have something to wait for.
OrtStatus* synchronize(OrtIoBinding* binding) noexcept {
  return capi::guarded([&] {
    const auto& plugins = capi::need(binding, "binding_ptr").loaded->plugins;
    if (plugins == nullptr) return;
    constexpr std::uint32_t kFirst = 25;
    for (const auto& p : plugins->providers()) p->call(kFirst, &OrtEp::Sync);
  });
}

}  // namespace

OrtStatus* slots::SynchronizeBoundInputs(OrtIoBinding* binding_ptr) noexcept {
  return synchronize(binding_ptr);
}
OrtStatus* slots::SynchronizeBoundOutputs(OrtIoBinding* binding_ptr) noexcept {
  return synchronize(binding_ptr);
}

}  // namespace sardonyx
