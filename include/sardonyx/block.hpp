// Block: a run of bytes with one owner and one release hook, shared by reference count.
//
// Every array and every tensor is a window of a Block, so memory crosses between arrays, tensors and
// foreign libraries by passing a BlockPtr: nothing is copied, and the last holder frees.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace sardonyx {

// Where the bytes live. Only the CPU exists today; foreign devices pass through by name and index.
struct Device {
  enum class Kind : std::uint8_t { cpu, other };
  Kind kind = Kind::cpu;
  std::int32_t index = 0;
  friend bool operator==(const Device&, const Device&) = default;
};

// A source of memory that a Block may be asked to use (an arena, a caller's allocator). `release` gets
// exactly the pointers that `allocate` gave. Both may be called from any thread.
class Allocator {
 public:
  virtual ~Allocator() = default;
  virtual void* allocate(std::size_t bytes) = 0;  // 64-byte aligned; nullptr when there is no memory
  virtual void release(void* p, std::size_t bytes) noexcept = 0;
};

class Block;

// Counted handle of a Block. Copies are cheap (one atomic increment); nullptr-like when empty.
class BlockPtr {
 public:
  BlockPtr() = default;
  explicit BlockPtr(Block* adopted) noexcept : block_(adopted) {}  // takes over one reference
  BlockPtr(const BlockPtr& o) noexcept;
  BlockPtr(BlockPtr&& o) noexcept : block_(o.block_) { o.block_ = nullptr; }
  BlockPtr& operator=(BlockPtr o) noexcept {
    std::swap(block_, o.block_);
    return *this;
  }
  ~BlockPtr();
  Block* get() const noexcept { return block_; }
  Block* operator->() const noexcept { return block_; }
  Block& operator*() const noexcept { return *block_; }
  explicit operator bool() const noexcept { return block_ != nullptr; }
  friend bool operator==(const BlockPtr&, const BlockPtr&) = default;

 private:
  Block* block_ = nullptr;
};

class Block {
 public:
  // How a Block gives its bytes back: a plain function, called exactly once, on whatever thread drops the
  // last reference. It must not throw (a throwing hook terminates).
  using Release = void (*)(void* context, void* data, std::size_t bytes) noexcept;

  // 64-byte aligned bytes, uninitialised. Zero bytes give a unique, non-null block of size 0.
  // Throws Error (Code::out_of_memory) when there is no memory.
  static BlockPtr allocate(std::size_t bytes);
  static BlockPtr allocate_zeroed(std::size_t bytes);
  static BlockPtr allocate_with(Allocator& allocator, std::size_t bytes);
  // Foreign memory, given back through the hook.
  static BlockPtr adopt(void* p, std::size_t bytes, bool writeable, Device device,
                        std::function<void()> release);
  static BlockPtr adopt(void* p, std::size_t bytes, bool writeable, Release release, void* context);
  // Foreign memory that the caller keeps alive for as long as any holder exists.
  static BlockPtr borrow(void* p, std::size_t bytes, bool writeable);
  // The same bytes as `parent`, with a count and a hook of their own; books no memory.
  static BlockPtr lease(BlockPtr parent, std::function<void()> on_release);
  // `count` default-constructed std::string, destroyed with the block. size() is count*sizeof(string).
  static BlockPtr strings(std::size_t count);

  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  std::byte* data() const noexcept { return static_cast<std::byte*>(data_); }
  std::size_t size() const noexcept { return bytes_; }
  Device device() const noexcept { return device_; }
  // False: foreign read-only memory (a mapped file, a model's constant); never made writeable.
  bool origin_writeable() const noexcept { return writeable_; }
  bool holds_strings() const noexcept { return strings_; }
  long use_count() const noexcept { return count_.load(std::memory_order_acquire); }

 private:
  friend class BlockPtr;
  Block() = default;
  ~Block() = default;
  void retain() noexcept { count_.fetch_add(1, std::memory_order_relaxed); }
  void drop() noexcept;
  static BlockPtr make(void* p, std::size_t bytes, bool writeable, Release release, void* context,
                       bool owned);

  std::atomic<long> count_{1};
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  Release release_ = nullptr;
  void* context_ = nullptr;
  Device device_{};
  bool writeable_ = true;
  bool strings_ = false;
  bool owned_ = false;  // counted in mem::owned_bytes, else in mem::borrowed_bytes
  bool books_ = true;   // a lease books nothing
};

inline BlockPtr::BlockPtr(const BlockPtr& o) noexcept : block_(o.block_) {
  if (block_ != nullptr) block_->retain();
}
inline BlockPtr::~BlockPtr() {
  if (block_ != nullptr) block_->drop();
}

// Live memory, for tests and dashboards. All counters are atomic.
namespace mem {
std::int64_t owned_bytes() noexcept;     // bytes of allocate*, strings
std::int64_t borrowed_bytes() noexcept;  // bytes of adopt, borrow
std::int64_t live_blocks() noexcept;     // leases too
}  // namespace mem

}  // namespace sardonyx
