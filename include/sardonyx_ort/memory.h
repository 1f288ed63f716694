// Key-value pairs, memory and who allocates it.
#pragma once

#include "handle.h"

namespace Ort {

struct Session;

namespace detail {

template <typename T>
struct KeyValuePairsImpl : Ort::detail::Base<T> {
  using B = Ort::detail::Base<T>;
  using B::B;

  // NULL without such a key.
  const char* GetValue(const char* key) const { return GetApi().GetKeyValue(this->p_, key); }

  std::unordered_map<std::string, std::string> GetKeyValuePairs() const {
    std::vector<const char*> keys, values;
    GetKeyValuePairs(keys, values);
    std::unordered_map<std::string, std::string> pairs;
    for (size_t i = 0; i < keys.size(); ++i) pairs.emplace(keys[i], values[i]);
    return pairs;
  }

  void GetKeyValuePairs(std::vector<const char*>& keys, std::vector<const char*>& values) const {
    const char* const* key_array = nullptr;
    const char* const* value_array = nullptr;
    size_t count = 0;
    GetApi().GetKeyValuePairs(this->p_, &key_array, &value_array, &count);
    keys.assign(key_array, key_array + count);
    values.assign(value_array, value_array + count);
  }
};

}  // namespace detail

using ConstKeyValuePairs = detail::KeyValuePairsImpl<detail::Unowned<const OrtKeyValuePairs>>;

struct KeyValuePairs : detail::KeyValuePairsImpl<OrtKeyValuePairs> {
  explicit KeyValuePairs(std::nullptr_t) {}
  explicit KeyValuePairs(OrtKeyValuePairs* p) : KeyValuePairsImpl<OrtKeyValuePairs>{p} {}
  explicit KeyValuePairs() { GetApi().CreateKeyValuePairs(&p_); }
  explicit KeyValuePairs(const std::unordered_map<std::string, std::string>& kv_pairs) : KeyValuePairs() {
    for (const auto& [key, value] : kv_pairs) Add(key.c_str(), value.c_str());
  }

  void Add(const char* key, const char* value) { GetApi().AddKeyValuePair(p_, key, value); }
  void Remove(const char* key) { GetApi().RemoveKeyValuePair(p_, key); }

  ConstKeyValuePairs GetConst() const { return ConstKeyValuePairs{p_}; }
};

namespace detail {

template <typename T>
struct MemoryInfoImpl : Base<T> {
  using B = Base<T>;
  using B::B;

  std::string GetAllocatorName() const { return Ask<&OrtApi::MemoryInfoGetName>(this->p_); }
  OrtAllocatorType GetAllocatorType() const { return Ask<&OrtApi::MemoryInfoGetType>(this->p_); }
  int GetDeviceId() const { return Ask<&OrtApi::MemoryInfoGetId>(this->p_); }
  OrtMemoryInfoDeviceType GetDeviceType() const {
    OrtMemoryInfoDeviceType type = OrtMemoryInfoDeviceType_CPU;
    GetApi().MemoryInfoGetDeviceType(this->p_, &type);
    return type;
  }
  OrtMemType GetMemoryType() const { return Ask<&OrtApi::MemoryInfoGetMemType>(this->p_); }
  OrtDeviceMemoryType GetDeviceMemoryType() const { return GetApi().MemoryInfoGetDeviceMemType(this->p_); }
  uint32_t GetVendorId() const { return GetApi().MemoryInfoGetVendorId(this->p_); }

  template <typename U>
  bool operator==(const MemoryInfoImpl<U>& o) const {
    return Ask<&OrtApi::CompareMemoryInfo>(this->p_, static_cast<const OrtMemoryInfo*>(o)) == 0;
  }
};

}  // namespace detail

using ConstMemoryInfo = detail::MemoryInfoImpl<detail::Unowned<const OrtMemoryInfo>>;

struct MemoryInfo : detail::MemoryInfoImpl<OrtMemoryInfo> {
  static MemoryInfo CreateCpu(OrtAllocatorType type, OrtMemType mem_type1) {
    return MemoryInfo(detail::Ask<&OrtApi::CreateCpuMemoryInfo>(type, mem_type1));
  }

  explicit MemoryInfo(std::nullptr_t) {}
  explicit MemoryInfo(OrtMemoryInfo* p) : MemoryInfoImpl<OrtMemoryInfo>{p} {}
  MemoryInfo(const char* name, OrtAllocatorType type, int id, OrtMemType mem_type)
      : MemoryInfo(detail::Ask<&OrtApi::CreateMemoryInfo>(name, type, id, mem_type)) {}
  MemoryInfo(const char* name, OrtMemoryInfoDeviceType device_type, uint32_t vendor_id, uint32_t device_id,
             OrtDeviceMemoryType mem_type, size_t alignment, OrtAllocatorType allocator_type)
      : MemoryInfo(detail::Ask<&OrtApi::CreateMemoryInfo_V2>(name, device_type, vendor_id,
                                                             static_cast<int32_t>(device_id), mem_type,
                                                             alignment, allocator_type)) {}

  ConstMemoryInfo GetConst() const { return ConstMemoryInfo{p_}; }
};

// One block of an allocator, freed with this object.
struct MemoryAllocation {
  MemoryAllocation(OrtAllocator* allocator, void* p, size_t size)
      : allocator_(allocator), p_(p), size_(size) {}
  ~MemoryAllocation() {
    if (p_ != nullptr) Status ignored(GetApi().AllocatorFree(allocator_, p_));
  }
  MemoryAllocation(const MemoryAllocation&) = delete;
  MemoryAllocation& operator=(const MemoryAllocation&) = delete;
  MemoryAllocation(MemoryAllocation&& o) noexcept : allocator_(nullptr), p_(nullptr), size_(0) {
    *this = std::move(o);
  }
  MemoryAllocation& operator=(MemoryAllocation&& o) noexcept {
    std::swap(allocator_, o.allocator_);
    std::swap(p_, o.p_);
    std::swap(size_, o.size_);
    return *this;
  }

  void* get() { return p_; }
  size_t size() const { return size_; }

 private:
  OrtAllocator* allocator_;
  void* p_;
  size_t size_;
};

namespace detail {

template <typename T>
struct AllocatorImpl : Base<T> {
  using B = Base<T>;
  using B::B;

  void* Alloc(size_t size) { return Ask<&OrtApi::AllocatorAlloc>(this->p_, size); }
  // For memory that stays: an allocator that knows no difference just allocates.
  void* Reserve(size_t size) {
    constexpr uint32_t since = 18;
    const bool known = this->p_->version >= since && this->p_->Reserve != nullptr;
    return known ? this->p_->Reserve(this->p_, size) : this->p_->Alloc(this->p_, size);
  }
  MemoryAllocation GetAllocation(size_t size) { return MemoryAllocation(this->p_, Alloc(size), size); }
  void Free(void* p) { Do<&OrtApi::AllocatorFree>(this->p_, p); }
  ConstMemoryInfo GetInfo() const { return ConstMemoryInfo{Ask<&OrtApi::AllocatorGetInfo>(this->p_)}; }
  KeyValuePairs GetStats() const { return KeyValuePairs(Ask<&OrtApi::AllocatorGetStats>(this->p_)); }
  // Gives unused memory back, where the allocator can.
  void Shrink() {
    constexpr uint32_t since = 25;
    if (this->p_->version >= since && this->p_->Shrink != nullptr) ThrowOnError(this->p_->Shrink(this->p_));
  }
};

}  // namespace detail

using UnownedAllocator = detail::AllocatorImpl<detail::Unowned<OrtAllocator>>;

// The library's own allocator.
struct AllocatorWithDefaultOptions : detail::AllocatorImpl<detail::Unowned<OrtAllocator>> {
  explicit AllocatorWithDefaultOptions(std::nullptr_t) {}
  AllocatorWithDefaultOptions() { p_ = detail::DefaultAllocator(); }
};

// A session's allocator for one kind of memory; it must not outlive the session.
struct Allocator : detail::AllocatorImpl<OrtAllocator> {
  explicit Allocator(std::nullptr_t) {}
  Allocator(const Session& session, const OrtMemoryInfo*);
  explicit Allocator(OrtAllocator* p) : AllocatorImpl<OrtAllocator>{p} {}
};

namespace detail {

template <typename T>
struct SyncStreamImpl : Base<T> {
  using B = Base<T>;
  using B::B;

  void* GetHandle() { return GetApi().SyncStream_GetHandle(this->p_); }
};

}  // namespace detail

struct SyncStream : detail::SyncStreamImpl<OrtSyncStream> {
  explicit SyncStream(std::nullptr_t) {}
  explicit SyncStream(OrtSyncStream* p) : SyncStreamImpl<OrtSyncStream>{p} {}
};

using UnownedSyncStream = detail::SyncStreamImpl<detail::Unowned<OrtSyncStream>>;

struct ArenaCfg : detail::Base<OrtArenaCfg> {
  explicit ArenaCfg(std::nullptr_t) {}
  ArenaCfg(size_t max_mem, int arena_extend_strategy, int initial_chunk_size_bytes,
           int max_dead_bytes_per_chunk)
      : Base{detail::Ask<&OrtApi::CreateArenaCfg>(max_mem, arena_extend_strategy, initial_chunk_size_bytes,
                                                  max_dead_bytes_per_chunk)} {}
  explicit ArenaCfg(const std::unordered_map<std::string, size_t>& arena_config) {
    std::vector<const char*> keys;
    std::vector<size_t> values;
    for (const auto& [key, value] : arena_config) {
      keys.push_back(key.c_str());
      values.push_back(value);
    }
    p_ = detail::Ask<&OrtApi::CreateArenaCfgV2>(keys.data(), values.data(), keys.size());
  }
};

// Weights in the form that kernels want, shared by the sessions that are made with it.
struct PrepackedWeightsContainer : detail::Base<OrtPrepackedWeightsContainer> {
  using Base = detail::Base<OrtPrepackedWeightsContainer>;

  explicit PrepackedWeightsContainer(std::nullptr_t) {}
  explicit PrepackedWeightsContainer(OrtPrepackedWeightsContainer* p) : Base{p} {}
  PrepackedWeightsContainer() : Base{detail::Ask<&OrtApi::CreatePrepackedWeightsContainer>()} {}
};

}  // namespace Ort
