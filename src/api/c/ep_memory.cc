#include "api/c/ep_memory.h"

#include <cstring>

#include "api/c/env.h"
#include "api/c/run.h"
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

namespace capi {

namespace {

// The functions that every allocator has, whatever its version.
void check_allocator(const OrtAllocator& a, const OrtEpDevice& device) {
  if (a.Alloc == nullptr || a.Free == nullptr || a.Info == nullptr)
    refuse(ORT_FAIL, "the allocator of '{}' lacks Alloc, Free or Info", device.name);
}

const std::optional<OrtMemoryInfo>& memory_of(const OrtEpDevice& device, OrtDeviceMemoryType type) {
  return type == OrtDeviceMemoryType_HOST_ACCESSIBLE ? device.host_memory : device.memory;
}

}  // namespace

OrtAllocator* make_allocator(const OrtEpDevice& device, const OrtMemoryInfo& memory,
                             const OrtKeyValuePairs* options) {
  OrtEpFactory& f = *device.factory;
  if (!offers(f, kFirstMemoryVersion, &OrtEpFactory::CreateAllocator)) return nullptr;
  OrtAllocator* made = nullptr;
  pass_on(f.CreateAllocator(&f, &memory, options, &made));
  if (made == nullptr) return nullptr;
  try {
    check_allocator(*made, device);
  } catch (...) {
    give_back(device, made);
    throw;
  }
  return made;
}

void give_back(const OrtEpDevice& device, OrtAllocator* allocator) noexcept {
  OrtEpFactory& f = *device.factory;
  if (allocator != nullptr && offers(f, kFirstMemoryVersion, &OrtEpFactory::ReleaseAllocator))
    f.ReleaseAllocator(&f, allocator);
}

OrtAllocator* EpLibrary::shared_allocator(const OrtEpDevice& device, OrtDeviceMemoryType type,
                                          const OrtKeyValuePairs* options, bool anew) {
  const std::optional<OrtMemoryInfo>& memory = memory_of(device, type);
  if (!memory) return nullptr;
  const std::lock_guard lock(mutex_);
  OrtAllocator*& held = allocators_[{&device, type}];
  if (held != nullptr && !anew) return held;
  OrtAllocator* made = make_allocator(device, *memory, options);
  if (made == nullptr) return held;
  give_back(device, std::exchange(held, made));
  return held;
}

void EpLibrary::release_allocator(const OrtEpDevice& device, OrtDeviceMemoryType type) noexcept {
  const std::lock_guard lock(mutex_);
  const auto at = allocators_.find({&device, type});
  if (at == allocators_.end()) return;
  give_back(device, at->second);
  allocators_.erase(at);
}

OrtDataTransferImpl* EpLibrary::transfer(const OrtMemoryDevice& from, const OrtMemoryDevice& to) {
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; !transfers_made_ && i < factories_.size(); ++i) {
    OrtEpFactory& f = *factories_[i];
    if (!offers(f, kFirstMemoryVersion, &OrtEpFactory::CreateDataTransfer)) continue;
    OrtDataTransferImpl* made = nullptr;
    pass_on(f.CreateDataTransfer(&f, &made));
    if (made != nullptr) transfers_.push_back(made);
  }
  transfers_made_ = true;
  for (OrtDataTransferImpl* t : transfers_) {
    if (t->CanCopy(t, &from, &to)) return t;
  }
  return nullptr;
}

const OrtEpDevice* device_with(const OrtEnv& env, const OrtMemoryDevice& memory, OrtDeviceMemoryType* type) {
  if (memory == static_cast<const OrtMemoryDevice&>(cpu_memory())) return nullptr;
  for (const OrtEpDevice* d : env.providers.snapshot()) {
    for (const auto* held : {&d->memory, &d->host_memory}) {
      if (!*held || !(static_cast<const OrtMemoryDevice&>(**held) == memory)) continue;
      *type = held == &d->memory ? OrtDeviceMemoryType_DEFAULT : OrtDeviceMemoryType_HOST_ACCESSIBLE;
      return d;
    }
  }
  return nullptr;
}

}  // namespace capi

namespace {

const OrtMemoryDevice& device_of(const OrtValue& v) {
  return v.memory == nullptr ? static_cast<const OrtMemoryDevice&>(capi::cpu_memory()) : *v.memory;
}

void copy_here(const Tensor& from, Tensor& to) {
  if (from.dtype() == DType::string) {
    auto texts = from.as<std::string>();
    std::copy(texts.begin(), texts.end(), to.mutable_as<std::string>().begin());
  } else if (from.bytes() > 0) {
    std::memmove(to.mutable_data(), from.data(), from.bytes());
  }
}

// By the library of either memory.
void copy_by_provider(const OrtEnv& env, const OrtValue* from, OrtValue* to, OrtSyncStream* stream) {
  const OrtMemoryDevice &source = device_of(*from), &target = device_of(*to);
  for (const auto& library : env.providers.libraries()) {
    OrtDataTransferImpl* t = library->transfer(source, target);
    if (t == nullptr) continue;
    return capi::pass_on(t->CopyTensors(t, &from, &to, stream == nullptr ? nullptr : &stream, 1));
  }
  capi::refuse(ORT_FAIL, "nothing copies between memory of '{}' and of '{}'",
               from->memory == nullptr ? "Cpu" : from->memory->name,
               to->memory == nullptr ? "Cpu" : to->memory->name);
}

}  // namespace

OrtStatus* slots::CopyTensors(const OrtEnv* env, const OrtValue* const* src_tensors,
                              OrtValue* const* dst_tensors, OrtSyncStream* stream,
                              std::size_t num_tensors) noexcept {
  return capi::guarded([&] {
    capi::need_all("CopyTensors", env, src_tensors, dst_tensors);
    for (std::size_t i = 0; i < num_tensors; ++i) {
      const Tensor& from = capi::tensor_of(src_tensors[i]);
      Tensor& to = capi::tensor_of(dst_tensors[i]);
      if (from.dtype() != to.dtype() || !(from.shape() == to.shape()))
        capi::refuse(ORT_INVALID_ARGUMENT, "tensor {}: {} cannot be copied to {}", i, from.text(), to.text());
      const bool here =
          capi::reachable(device_of(*src_tensors[i])) && capi::reachable(device_of(*dst_tensors[i]));
      if (here) {
        copy_here(from, to);
      } else {
        copy_by_provider(*env, src_tensors[i], dst_tensors[i], stream);
      }
    }
  });
}

OrtStatus* slots::CreateSyncStreamForEpDevice(const OrtEpDevice* ep_device,
                                              const OrtKeyValuePairs* stream_options,
                                              OrtSyncStream** stream) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateSyncStreamForEpDevice", ep_device, stream);
    OrtEpFactory* f = ep_device->factory;
    const std::shared_ptr<capi::EpLibrary> library = ep_device->library.lock();
    const bool aware =
        f != nullptr && library != nullptr &&
        capi::offers(*f, capi::kFirstMemoryVersion, &OrtEpFactory::IsStreamAware) &&
        capi::offers(*f, capi::kFirstMemoryVersion, &OrtEpFactory::CreateSyncStreamForDevice) &&
        f->IsStreamAware(f);
    if (!aware)
      capi::refuse(ORT_INVALID_ARGUMENT, "The execution provider '{}' has no streams.", ep_device->name);
    const OrtMemoryDevice& memory =
        ep_device->memory ? static_cast<const OrtMemoryDevice&>(*ep_device->memory) : capi::cpu_memory();
    auto made = std::make_unique<OrtSyncStream>();
    made->library = library;
    capi::pass_on(f->CreateSyncStreamForDevice(f, &memory, stream_options, &made->impl));
    if (made->impl == nullptr || made->impl->Release == nullptr || made->impl->GetHandle == nullptr)
      capi::refuse(ORT_FAIL, "the execution provider '{}' made no stream", ep_device->name);
    *stream = made.release();
  });
}

void* slots::SyncStream_GetHandle(OrtSyncStream* stream) noexcept {
  return stream == nullptr ? nullptr : stream->impl->GetHandle(stream->impl);
}
void slots::ReleaseSyncStream(OrtSyncStream* input) noexcept {
  if (input == nullptr) return;
  input->impl->Release(input->impl);
  delete input;
}
const OrtSyncStreamImpl* slots::ep::SyncStream_GetImpl(const OrtSyncStream* stream) noexcept {
  return stream == nullptr ? nullptr : stream->impl;
}

// Runs here never wait for streams, so that none has come further than its beginning.
std::uint64_t slots::ep::SyncStream_GetSyncId(const OrtSyncStream*) noexcept { return 0; }
std::uint64_t slots::ep::GetSyncIdForLastWaitOnSyncStream(const OrtSyncStream*,
                                                          const OrtSyncStream*) noexcept {
  return 0;
}

void slots::RunOptionsSetSyncStream(OrtRunOptions* options, OrtSyncStream* sync_stream) noexcept {
  if (options != nullptr) options->stream = sync_stream;
}

}  // namespace sardonyx
