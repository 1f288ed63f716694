// OrtMemoryInfo and allocators.
#pragma once

#include <memory>
#include <string>

#include "onnxruntime_c_api.h"
#include "sardonyx/block.hpp"

// Where memory is: what two memories have in common that one device reaches alike.
struct OrtMemoryDevice {
  OrtMemoryInfoDeviceType device = OrtMemoryInfoDeviceType_CPU;
  OrtDeviceMemoryType device_memory = OrtDeviceMemoryType_DEFAULT;
  std::uint32_t vendor = 0;
  int id = 0;
  friend bool operator==(const OrtMemoryDevice&, const OrtMemoryDevice&) = default;
};

struct OrtMemoryInfo : OrtMemoryDevice {
  std::string name = "Cpu";
  OrtAllocatorType type = OrtDeviceAllocator;
  OrtMemType mem_type = OrtMemTypeDefault;
  std::size_t alignment = 0;

  friend bool operator==(const OrtMemoryInfo& a, const OrtMemoryInfo& b) {
    return static_cast<const OrtMemoryDevice&>(a) == static_cast<const OrtMemoryDevice&>(b) &&
           a.name == b.name && a.type == b.type && a.mem_type == b.mem_type;
  }
};

namespace sardonyx::capi {

const OrtMemoryInfo& cpu_memory() noexcept;
// The same for what runs of a session make: programs are told of its arena.
const OrtMemoryInfo& session_memory(bool arena) noexcept;
// Can the processor read and write it by address?
inline bool reachable(const OrtMemoryDevice& memory) noexcept {
  return memory.device == OrtMemoryInfoDeviceType_CPU ||
         memory.device_memory == OrtDeviceMemoryType_HOST_ACCESSIBLE;
}
OrtAllocator& default_allocator() noexcept;
// An allocator that its receiver releases with ReleaseAllocator.
OrtAllocator* new_cpu_allocator();

// Memory of a caller's allocator; refuses when it has none left. Zero bytes may be NULL.
void* allocate(OrtAllocator& allocator, std::size_t bytes);
// A copy of `text` in the allocator's memory, as every slot that gives a name does.
char* copy_text(OrtAllocator& allocator, std::string_view text);
// A block in the allocator's memory, given back through it.
BlockPtr allocate_block(OrtAllocator& allocator, std::size_t bytes);
// Memory that the caller made, given back through the allocator.
BlockPtr adopt_block(OrtAllocator& allocator, void* data, std::size_t bytes);

}  // namespace sardonyx::capi
