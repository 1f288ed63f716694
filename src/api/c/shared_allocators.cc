// Slots of allocators that an environment shares with its sessions (session.use_env_allocators).
#include <charconv>

#include "api/c/allocators.h"
#include "api/c/env.h"
#include "api/c/ep_memory.h"
#include "api/c/session.h"
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

namespace {

capi::SharedAllocators& shared(OrtEnv* env) { return *capi::need(env, "env").allocators; }

void need_cpu(const OrtMemoryInfo* memory) {
  if (capi::need(memory, "mem_info").device != OrtMemoryInfoDeviceType_CPU)
    capi::refuse(ORT_INVALID_ARGUMENT, "memory of '{}' cannot be shared: only the CPU's is here",
                 memory->name);
}

void register_arena(OrtEnv* env, const OrtMemoryInfo* memory, const OrtArenaCfg* config) {
  capi::SharedAllocators& all = shared(env);
  need_cpu(memory);
  all.register_arena(config == nullptr ? OrtArenaCfg{} : *config);
}

// The options of CreateSharedAllocator: an arena's keys with their values as text.
OrtArenaCfg config_of(const OrtKeyValuePairs& options) {
  std::vector<const char*> keys;
  std::vector<std::size_t> values;
  for (const auto& [key, text] : options.entries) {
    std::int64_t number = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
      capi::refuse(ORT_INVALID_ARGUMENT, "the value '{}' of '{}' is no number", text, key);
    keys.push_back(key.c_str());
    values.push_back(static_cast<std::size_t>(number));
  }
  return capi::arena_config(keys.data(), values.data(), keys.size());
}

}  // namespace

OrtStatus* slots::CreateAndRegisterAllocator(OrtEnv* env, const OrtMemoryInfo* mem_info,
                                             const OrtArenaCfg* arena_cfg) noexcept {
  return capi::guarded([&] { register_arena(env, mem_info, arena_cfg); });
}

OrtStatus* slots::CreateAndRegisterAllocatorV2(OrtEnv* env, const char* provider_type,
                                               const OrtMemoryInfo* mem_info, const OrtArenaCfg* arena_cfg,
                                               const char* const* provider_options_keys,
                                               const char* const* provider_options_values,
                                               std::size_t num_keys) noexcept {
  return capi::guarded([&] {
    std::string_view provider = capi::need_text(provider_type, "provider_type");
    if (num_keys > 0)
      capi::need_all("CreateAndRegisterAllocatorV2", provider_options_keys, provider_options_values);
    if (provider != "CPUExecutionProvider")
      capi::refuse(ORT_INVALID_ARGUMENT, "{} is not implemented in CreateAndRegisterAllocatorV2()", provider);
    register_arena(env, mem_info, arena_cfg);
  });
}

OrtStatus* slots::RegisterAllocator(OrtEnv* env, OrtAllocator* allocator) noexcept {
  return capi::guarded([&] {
    capi::SharedAllocators& all = shared(env);
    OrtAllocator& given = capi::need(allocator, "allocator");
    if (given.Alloc == nullptr || given.Free == nullptr || given.Info == nullptr)
      capi::refuse(ORT_INVALID_ARGUMENT, "the allocator lacks Alloc, Free or Info");
    const OrtMemoryInfo* memory = given.Info(&given);
    need_cpu(memory);
    if (memory->type == OrtArenaAllocator)
      capi::refuse(ORT_INVALID_ARGUMENT,
                   "Please register the allocator as OrtDeviceAllocator: OrtArenaAllocator is for arenas of "
                   "the library");
    all.register_given(given);
  });
}

OrtStatus* slots::UnregisterAllocator(OrtEnv* env, const OrtMemoryInfo* mem_info) noexcept {
  return capi::guarded([&] {
    capi::SharedAllocators& all = shared(env);
    need_cpu(mem_info);
    if (!all.unregister())
      capi::refuse(ORT_INVALID_ARGUMENT, "No allocator for this device has been registered for sharing.");
  });
}

OrtStatus* slots::GetSharedAllocator(OrtEnv* env, const OrtMemoryInfo* mem_info,
                                     OrtAllocator** allocator) noexcept {
  return capi::guarded([&] {
    capi::SharedAllocators& all = shared(env);
    capi::need_all("GetSharedAllocator", mem_info, allocator);
    OrtDeviceMemoryType type{};
    const OrtEpDevice* device = capi::device_with(*env, *mem_info, &type);
    *allocator = nullptr;
    if (device != nullptr) {
      if (const auto library = device->library.lock()) *allocator = library->shared_allocator(*device, type);
      if (*allocator != nullptr) return;
    }
    if (mem_info->device != OrtMemoryInfoDeviceType_CPU) return;
    OrtAllocator* found = all.find();
    *allocator = found != nullptr ? found : &capi::default_allocator();
  });
}

OrtStatus* slots::CreateSharedAllocator(OrtEnv* env, const OrtEpDevice* ep_device, OrtDeviceMemoryType type,
                                        OrtAllocatorType, const OrtKeyValuePairs* allocator_options,
                                        OrtAllocator** allocator) noexcept {
  return capi::guarded([&] {
    capi::SharedAllocators& all = shared(env);
    const OrtEpDevice& device = capi::need(ep_device, "ep_device");
    if (device.factory != nullptr) {
      const auto library = device.library.lock();
      OrtAllocator* made =
          library == nullptr ? nullptr : library->shared_allocator(device, type, allocator_options, true);
      if (made == nullptr)
        capi::refuse(ORT_INVALID_ARGUMENT,
                     "the execution provider '{}' has no allocator for this kind of memory", device.name);
      if (allocator != nullptr) *allocator = made;
      return;
    }
    all.register_arena(allocator_options == nullptr ? OrtArenaCfg{} : config_of(*allocator_options));
    if (allocator != nullptr) *allocator = all.find();
  });
}

OrtStatus* slots::ReleaseSharedAllocator(OrtEnv* env, const OrtEpDevice* ep_device,
                                         OrtDeviceMemoryType type) noexcept {
  return capi::guarded([&] {
    capi::SharedAllocators& all = shared(env);
    const OrtEpDevice& device = capi::need(ep_device, "ep_device");
    if (device.factory == nullptr) {
      all.unregister();
    } else if (const auto library = device.library.lock()) {
      library->release_allocator(device, type);
    }
  });
}

// Of a session that shares the environment's arena: that arena. Of any other: an arena of its own.
OrtStatus* slots::CreateAllocator(const OrtSession* session, const OrtMemoryInfo* mem_info,
                                  OrtAllocator** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateAllocator", session, mem_info, out);
    if (OrtAllocator* of_provider = capi::allocator_of(*session->loaded, *mem_info)) {
      *out = of_provider;
      return;
    }
    if (mem_info->device != OrtMemoryInfoDeviceType_CPU)
      capi::refuse(ORT_INVALID_ARGUMENT, "there is no allocator for memory of '{}'", mem_info->name);
    const std::shared_ptr<capi::ArenaAllocator>& arena = session->loaded->shared_arena;
    if (arena != nullptr) {
      *out = new capi::LentAllocator(arena);
    } else {
      *out = new capi::ArenaAllocator(OrtArenaCfg{});
    }
  });
}

}  // namespace sardonyx
