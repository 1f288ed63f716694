#include "api/c/memory.h"

#include <algorithm>
#include <cstring>

#include "api/c/key_values.h"
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

namespace {

// The memories that CreateMemoryInfo knows by name; the pinned ones belong to their device.
struct NamedMemory {
  std::string_view name;
  OrtMemoryInfoDeviceType device;
  std::uint32_t vendor = 0;  // as PCI numbers them
  OrtDeviceMemoryType kind = OrtDeviceMemoryType_DEFAULT;
};
constexpr std::uint32_t kAmd = 0x1002, kNvidia = 0x10de, kMicrosoft = 0x1414, kQualcomm = 0x5143,
                        kIntel = 0x8086;
constexpr NamedMemory kMemories[] = {
    {"Cpu", OrtMemoryInfoDeviceType_CPU},
    {"QnnHtpShared", OrtMemoryInfoDeviceType_CPU, kQualcomm, OrtDeviceMemoryType_HOST_ACCESSIBLE},
    {"Cuda", OrtMemoryInfoDeviceType_GPU, kNvidia},
    {"CudaPinned", OrtMemoryInfoDeviceType_GPU, kNvidia, OrtDeviceMemoryType_HOST_ACCESSIBLE},
    {"DML", OrtMemoryInfoDeviceType_GPU, kMicrosoft},
    {"Hip", OrtMemoryInfoDeviceType_GPU, kAmd},
    {"HipPinned", OrtMemoryInfoDeviceType_GPU, kAmd, OrtDeviceMemoryType_HOST_ACCESSIBLE},
    {"OpenVINO_GPU", OrtMemoryInfoDeviceType_GPU, kIntel},
    {"WebGPU_Buffer", OrtMemoryInfoDeviceType_GPU},
    {"WebGPU_Buf", OrtMemoryInfoDeviceType_GPU},
    {"WebNN_Tensor", OrtMemoryInfoDeviceType_GPU},
    {"WebNN_Ten", OrtMemoryInfoDeviceType_GPU},
    {"OpenVINO_RT_NPU", OrtMemoryInfoDeviceType_NPU, kIntel}};

}  // namespace

const OrtMemoryInfo& capi::cpu_memory() noexcept {
  static const OrtMemoryInfo info;
  return info;
}

const OrtMemoryInfo& capi::session_memory(bool arena) noexcept {
  static const OrtMemoryInfo of_arena{{}, "Cpu", OrtArenaAllocator};
  return arena ? of_arena : cpu_memory();
}

void* capi::allocate(OrtAllocator& allocator, std::size_t bytes) {
  if (allocator.Alloc == nullptr) refuse(ORT_INVALID_ARGUMENT, "the allocator has no Alloc");
  void* p = allocator.Alloc(&allocator, bytes);
  if (p == nullptr && bytes > 0)
    refuse(ORT_RUNTIME_EXCEPTION, "the allocator has no memory for {} bytes", bytes);
  return p;
}

char* capi::copy_text(OrtAllocator& allocator, std::string_view text) {
  auto* p = static_cast<char*>(allocate(allocator, text.size() + 1));
  std::memcpy(p, text.data(), text.size());
  p[text.size()] = 0;
  return p;
}

BlockPtr capi::adopt_block(OrtAllocator& allocator, void* data, std::size_t bytes) {
  auto release = [](void* context, void* p, std::size_t) noexcept {
    auto* a = static_cast<OrtAllocator*>(context);
    if (a->Free != nullptr) a->Free(a, p);
  };
  return Block::adopt(data, bytes, true, release, &allocator);
}

BlockPtr capi::allocate_block(OrtAllocator& allocator, std::size_t bytes) {
  if (&allocator == &default_allocator()) return Block::allocate(bytes);
  void* p = allocate(allocator, bytes);
  return p == nullptr ? Block::allocate(0) : adopt_block(allocator, p, bytes);
}

OrtStatus* slots::CreateMemoryInfo(const char* name, enum OrtAllocatorType type, int id,
                                   enum OrtMemType mem_type, OrtMemoryInfo** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateMemoryInfo", name, out);
    const NamedMemory* known = std::ranges::find(kMemories, std::string_view(name), &NamedMemory::name);
    if (known == std::end(kMemories))
      capi::refuse(ORT_INVALID_ARGUMENT, "Specified device is not supported. Try CreateMemoryInfo_V2.");
    auto info = std::make_unique<OrtMemoryInfo>();
    info->name = name;
    info->type = type;
    info->id = info->name == "Cpu" ? 0 : id;  // there is one
    info->mem_type = mem_type;
    info->device = known->device;
    info->vendor = known->vendor;
    info->device_memory = known->kind;
    *out = info.release();
  });
}

OrtStatus* slots::CreateCpuMemoryInfo(enum OrtAllocatorType type, enum OrtMemType mem_type,
                                      OrtMemoryInfo** out) noexcept {
  return CreateMemoryInfo("Cpu", type, 0, mem_type, out);
}

OrtStatus* slots::CreateMemoryInfo_V2(const char* name, enum OrtMemoryInfoDeviceType device_type,
                                      std::uint32_t vendor_id, std::int32_t device_id,
                                      enum OrtDeviceMemoryType mem_type, std::size_t alignment,
                                      enum OrtAllocatorType allocator_type, OrtMemoryInfo** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateMemoryInfo_V2", name, out);
    const OrtMemoryDevice where{device_type, mem_type, vendor_id, device_id};
    *out = new OrtMemoryInfo{where, name, allocator_type, OrtMemTypeDefault, alignment};
  });
}

void slots::ReleaseMemoryInfo(OrtMemoryInfo* input) noexcept { delete input; }

OrtStatus* slots::CompareMemoryInfo(const OrtMemoryInfo* info1, const OrtMemoryInfo* info2,
                                    int* out) noexcept {
  return capi::guarded([&] {
    capi::need_all("CompareMemoryInfo", info1, info2, out);
    *out = *info1 == *info2 ? 0 : -1;
  });
}

OrtStatus* slots::MemoryInfoGetName(const OrtMemoryInfo* ptr, const char** out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::need(ptr, "ptr").name.c_str(); });
}
OrtStatus* slots::MemoryInfoGetId(const OrtMemoryInfo* ptr, int* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::need(ptr, "ptr").id; });
}
OrtStatus* slots::MemoryInfoGetMemType(const OrtMemoryInfo* ptr, OrtMemType* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::need(ptr, "ptr").mem_type; });
}
OrtStatus* slots::MemoryInfoGetType(const OrtMemoryInfo* ptr, OrtAllocatorType* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::need(ptr, "ptr").type; });
}
void slots::MemoryInfoGetDeviceType(const OrtMemoryInfo* ptr, OrtMemoryInfoDeviceType* out) noexcept {
  if (out != nullptr) *out = ptr == nullptr ? OrtMemoryInfoDeviceType_CPU : ptr->device;
}
OrtDeviceMemoryType slots::MemoryInfoGetDeviceMemType(const OrtMemoryInfo* ptr) noexcept {
  return ptr == nullptr ? OrtDeviceMemoryType_DEFAULT : ptr->device_memory;
}
std::uint32_t slots::MemoryInfoGetVendorId(const OrtMemoryInfo* ptr) noexcept {
  return ptr == nullptr ? 0 : ptr->vendor;
}

OrtStatus* slots::GetAllocatorWithDefaultOptions(OrtAllocator** out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = &capi::default_allocator(); });
}

OrtStatus* slots::AllocatorAlloc(OrtAllocator* ort_allocator, std::size_t size, void** out) noexcept {
  return capi::guarded([&] {
    capi::need(out, "out");
    *out = capi::allocate(capi::need(ort_allocator, "ort_allocator"), size);
  });
}

OrtStatus* slots::AllocatorFree(OrtAllocator* ort_allocator, void* p) noexcept {
  return capi::guarded([&] {
    OrtAllocator& a = capi::need(ort_allocator, "ort_allocator");
    if (a.Free == nullptr) capi::refuse(ORT_INVALID_ARGUMENT, "the allocator has no Free");
    a.Free(&a, p);
  });
}

OrtStatus* slots::AllocatorGetInfo(const OrtAllocator* ort_allocator,
                                   const struct OrtMemoryInfo** out) noexcept {
  return capi::guarded([&] {
    const OrtAllocator& a = capi::need(ort_allocator, "ort_allocator");
    if (a.Info == nullptr) capi::refuse(ORT_INVALID_ARGUMENT, "the allocator has no Info");
    capi::need(out, "out") = a.Info(&a);
  });
}

OrtStatus* slots::AllocatorGetStats(const OrtAllocator* ort_allocator, OrtKeyValuePairs** out) noexcept {
  constexpr std::uint32_t kFirst = 23;  // the version that brought GetStats
  OrtStatus* bad = capi::guarded([&] { capi::need_all("AllocatorGetStats", ort_allocator, out); });
  if (bad != nullptr) return bad;
  if (ort_allocator->version >= kFirst && ort_allocator->GetStats != nullptr)
    return ort_allocator->GetStats(ort_allocator, out);
  return capi::guarded([&] { *out = new OrtKeyValuePairs; });
}

}  // namespace sardonyx
