// Allocators of our own, and those that an environment shares with its sessions.
#pragma once

#include <memory>
#include <mutex>

#include "api/c/arena.h"
#include "api/c/memory.h"

namespace sardonyx::capi {

// An OrtAllocator whose functions are these; ReleaseAllocator deletes one.
class OwnAllocator : public OrtAllocator {
 public:
  OwnAllocator();
  virtual ~OwnAllocator() = default;
  OwnAllocator(const OwnAllocator&) = delete;
  OwnAllocator& operator=(const OwnAllocator&) = delete;

  virtual void* take(std::size_t bytes) = 0;
  virtual void* reserve(std::size_t bytes) { return take(bytes); }
  virtual void give(void* p) noexcept = 0;
  virtual const OrtMemoryInfo& info() const { return cpu_memory(); }
  virtual OrtKeyValuePairs statistics() const { return {}; }
};

// Says of an arena's allocators what they are.
const OrtMemoryInfo& arena_memory() noexcept;

// Memory of an arena, which lives on while anything of it is in use.
class ArenaAllocator final : public OwnAllocator {
 public:
  explicit ArenaAllocator(const OrtArenaCfg& config);
  ~ArenaAllocator() override { arena_->retire(); }
  void* take(std::size_t bytes) override { return arena_->allocate(bytes); }
  void* reserve(std::size_t bytes) override { return arena_->reserve(bytes); }
  void give(void* p) noexcept override { arena_->free(p); }
  const OrtMemoryInfo& info() const override { return arena_memory(); }
  OrtKeyValuePairs statistics() const override { return arena_->statistics(); }
  Arena& arena() const noexcept { return *arena_; }

 private:
  Arena* arena_;
};

// An arena of the environment's, lent to whoever asks a session for its allocator.
class LentAllocator final : public OwnAllocator {
 public:
  explicit LentAllocator(std::shared_ptr<ArenaAllocator> of) : of_(std::move(of)) {}
  void* take(std::size_t bytes) override { return of_->take(bytes); }
  void* reserve(std::size_t bytes) override { return of_->reserve(bytes); }
  void give(void* p) noexcept override { of_->give(p); }
  const OrtMemoryInfo& info() const override { return arena_memory(); }
  OrtKeyValuePairs statistics() const override { return of_->statistics(); }

 private:
  std::shared_ptr<ArenaAllocator> of_;
};

// What is registered with an environment for the CPU's memory: an arena, or an allocator of the program's.
class SharedAllocators {
 public:
  // NULL where nothing is registered.
  OrtAllocator* find() const;
  void register_arena(const OrtArenaCfg& config);
  void register_given(OrtAllocator& allocator);
  // False where nothing is registered.
  bool unregister();
  // For frames and values of sessions; nullptr where nothing is registered. An arena's needs `arena()` alive.
  Allocator* memory() const;
  std::shared_ptr<ArenaAllocator> arena() const;

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<ArenaAllocator> arena_;
  OrtAllocator* given_ = nullptr;
};

OrtArenaCfg arena_config(const char* const* keys, const std::size_t* values, std::size_t count);

}  // namespace sardonyx::capi
