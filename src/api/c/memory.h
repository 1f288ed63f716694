// OrtMemoryInfo and allocators.
#pragma once

#include <memory>
#include <string>

#include "onnxruntime_c_api.h"
#include "sardonyx/block.hpp"

struct OrtMemoryInfo {
  std::string name = "Cpu";
  OrtAllocatorType type = OrtDeviceAllocator;
  int id = 0;
  OrtMemType mem_type = OrtMemTypeDefault;
  OrtMemoryInfoDeviceType device = OrtMemoryInfoDeviceType_CPU;
  OrtDeviceMemoryType device_memory = OrtDeviceMemoryType_DEFAULT;
  std::uint32_t vendor = 0;
  std::size_t alignment = 0;

  friend bool operator==(const OrtMemoryInfo& a, const OrtMemoryInfo& b) {
    return a.name == b.name && a.type == b.type && a.id == b.id && a.mem_type == b.mem_type &&
           a.device == b.device && a.device_memory == b.device_memory && a.vendor == b.vendor;
  }
};

namespace sardonyx::capi {

const OrtMemoryInfo& cpu_memory() noexcept;
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
