#include "api/c/allocators.h"

#include <cstdlib>
#include <cstring>
#include <map>

#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

namespace {

constexpr std::size_t kAlignment = 64;

class PlainAllocator final : public capi::OwnAllocator {
 public:
  void* take(std::size_t size) noexcept override {
    if (size == 0 || size > SIZE_MAX - kAlignment) return nullptr;
    return std::aligned_alloc(kAlignment, (size + kAlignment - 1) / kAlignment * kAlignment);
  }
  void give(void* p) noexcept override { std::free(p); }
};

// An allocator of the program's as the engine asks for memory: aligned, whatever the program's gives. The address to
// give back stands in front of the memory.
class GivenMemory final : public Allocator {
 public:
  explicit GivenMemory(OrtAllocator& allocator) : allocator_(allocator) {}
  void* allocate(std::size_t bytes) override {
    if (bytes > SIZE_MAX - 2 * kAlignment) return nullptr;
    void* raw = allocator_.Alloc(&allocator_, bytes + 2 * kAlignment);
    if (raw == nullptr) return nullptr;
    void* at = static_cast<char*>(raw) + sizeof raw;
    std::size_t room = bytes + 2 * kAlignment - sizeof raw;
    at = std::align(kAlignment, bytes, at, room);
    std::memcpy(static_cast<char*>(at) - sizeof raw, static_cast<const void*>(&raw), sizeof raw);
    return at;
  }
  void release(void* p, std::size_t) noexcept override {
    void* raw = nullptr;
    std::memcpy(static_cast<void*>(&raw), static_cast<char*>(p) - sizeof raw, sizeof raw);
    allocator_.Free(&allocator_, raw);
  }

 private:
  OrtAllocator& allocator_;
};

// One for each allocator that was ever registered: values outlive sessions and environments.
Allocator& memory_of(OrtAllocator& allocator) {
  static std::mutex mutex;
  static auto* all = new std::map<OrtAllocator*, std::unique_ptr<GivenMemory>>;
  std::lock_guard lock(mutex);
  std::unique_ptr<GivenMemory>& held = (*all)[&allocator];
  if (held == nullptr) held = std::make_unique<GivenMemory>(allocator);
  return *held;
}

capi::OwnAllocator& own(OrtAllocator* a) { return *static_cast<capi::OwnAllocator*>(a); }
const capi::OwnAllocator& own(const OrtAllocator* a) { return *static_cast<const capi::OwnAllocator*>(a); }

}  // namespace

capi::OwnAllocator::OwnAllocator() : OrtAllocator{} {
  version = ORT_API_VERSION;
  Alloc = [](OrtAllocator* a, std::size_t size) { return own(a).take(size); };
  Reserve = [](OrtAllocator* a, std::size_t size) { return own(a).reserve(size); };
  Free = [](OrtAllocator* a, void* p) { own(a).give(p); };
  Info = [](const OrtAllocator* a) -> const OrtMemoryInfo* { return &own(a).info(); };
  GetStats = [](const OrtAllocator* a, OrtKeyValuePairs** out) -> OrtStatus* {
    return guarded([&] {
      need(out, "out");
      *out = new OrtKeyValuePairs(own(a).statistics());
    });
  };
}

capi::ArenaAllocator::ArenaAllocator(const OrtArenaCfg& config) : arena_(new Arena(config)) {
  Shrink = [](OrtAllocator* a) -> OrtStatus* {
    return guarded([&] { static_cast<ArenaAllocator*>(a)->arena().shrink(); });
  };
}

OrtAllocator& capi::default_allocator() noexcept {
  static PlainAllocator allocator;
  return allocator;
}

OrtAllocator* capi::new_cpu_allocator() { return new PlainAllocator; }

OrtAllocator* capi::SharedAllocators::find() const {
  std::lock_guard lock(mutex_);
  return given_ != nullptr ? given_ : arena_.get();
}

void capi::SharedAllocators::register_arena(const OrtArenaCfg& config) {
  auto made = std::make_shared<ArenaAllocator>(config);
  std::lock_guard lock(mutex_);
  arena_ = std::move(made);
  given_ = nullptr;
}

void capi::SharedAllocators::register_given(OrtAllocator& allocator) {
  std::lock_guard lock(mutex_);
  given_ = &allocator;
  arena_.reset();
}

bool capi::SharedAllocators::unregister() {
  std::lock_guard lock(mutex_);
  if (given_ == nullptr && arena_ == nullptr) return false;
  given_ = nullptr;
  arena_.reset();
  return true;
}

Allocator* capi::SharedAllocators::memory() const {
  std::lock_guard lock(mutex_);
  if (given_ != nullptr) return &memory_of(*given_);
  return arena_ == nullptr ? nullptr : &arena_->arena();
}

std::shared_ptr<capi::ArenaAllocator> capi::SharedAllocators::arena() const {
  std::lock_guard lock(mutex_);
  return arena_;
}

OrtArenaCfg capi::arena_config(const char* const* keys, const std::size_t* values, std::size_t count) {
  OrtArenaCfg config;
  if (count > 0) need_all("arena configuration", keys, values);
  for (std::size_t i = 0; i < count; ++i) {
    std::string_view key = need_text(keys[i], "a key");
    const auto value = static_cast<std::int64_t>(values[i]);
    if (key == "max_mem") {
      config.max_mem = values[i];
    } else if (key == "arena_extend_strategy") {
      config.extend_strategy = static_cast<int>(value);
    } else if (key == "initial_chunk_size_bytes") {
      config.initial_chunk = value;
    } else if (key == "max_dead_bytes_per_chunk") {
      config.max_dead_bytes = value;
    } else if (key == "initial_growth_chunk_size_bytes") {
      config.initial_growth_chunk = value;
    } else if (key == "max_power_of_two_extend_bytes") {
      config.max_power_of_two_extend = value;
    } else if (!key.starts_with("use_cuda_mempool") && !key.starts_with("cuda_mempool_")) {
      refuse(ORT_INVALID_ARGUMENT, "Invalid key found: {}", key);
    }
  }
  return config;
}

const OrtMemoryInfo& capi::arena_memory() noexcept {
  static const OrtMemoryInfo memory = [] {
    OrtMemoryInfo of_arena = cpu_memory();
    of_arena.type = OrtArenaAllocator;
    return of_arena;
  }();
  return memory;
}

OrtStatus* slots::CreateArenaCfg(std::size_t max_mem, int arena_extend_strategy, int initial_chunk_size_bytes,
                                 int max_dead_bytes_per_chunk, OrtArenaCfg** out) noexcept {
  return capi::guarded([&] {
    auto config = std::make_unique<OrtArenaCfg>();
    config->max_mem = max_mem;
    config->extend_strategy = arena_extend_strategy;
    config->initial_chunk = initial_chunk_size_bytes;
    config->max_dead_bytes = max_dead_bytes_per_chunk;
    capi::need(out, "out");
    *out = config.release();
  });
}

OrtStatus* slots::CreateArenaCfgV2(const char* const* arena_config_keys,
                                   const std::size_t* arena_config_values, std::size_t num_keys,
                                   OrtArenaCfg** out) noexcept {
  return capi::guarded([&] {
    capi::need(out, "out");
    *out = new OrtArenaCfg(capi::arena_config(arena_config_keys, arena_config_values, num_keys));
  });
}

void slots::ReleaseArenaCfg(OrtArenaCfg* input) noexcept { delete input; }

void slots::ReleaseAllocator(OrtAllocator* input) noexcept {
  if (input != nullptr && input != &capi::default_allocator()) delete static_cast<capi::OwnAllocator*>(input);
}

}  // namespace sardonyx
