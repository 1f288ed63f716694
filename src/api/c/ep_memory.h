// Memory of providers of libraries: allocators, copies, streams.
#pragma once

#include <memory>

#include "api/c/ep_library.h"

struct OrtSyncStream {
  std::shared_ptr<sardonyx::capi::EpLibrary> library;  // open as long as the stream
  OrtSyncStreamImpl* impl = nullptr;
};

namespace sardonyx::capi {

inline constexpr std::uint32_t kFirstMemoryVersion =
    23;  // that had allocators, copies and streams of providers

// An allocator that the device's factory made goes back to it.
void give_back(const OrtEpDevice& device, OrtAllocator* allocator) noexcept;
// A new allocator of the factory's; NULL where it has none for this memory.
OrtAllocator* make_allocator(const OrtEpDevice& device, const OrtMemoryInfo& memory,
                             const OrtKeyValuePairs* options);
// The device of a library whose memory this is; NULL for the CPU's own and for memory of nobody.
const OrtEpDevice* device_with(const OrtEnv& env, const OrtMemoryDevice& memory, OrtDeviceMemoryType* type);

}  // namespace sardonyx::capi
