#include "sardonyx/block.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>

#include "base/error.h"
#include "base/memory_limit.h"

namespace sardonyx {
namespace {

constexpr std::size_t kAlign = 64;
constexpr std::size_t kHeader = 64;         // a Block in front of its bytes: one allocation for both
constexpr std::size_t kHugeFrom = 4 << 20;  // from here on the kernel is asked for huge pages
constexpr std::size_t kHugePage = 2 << 20;
constexpr std::size_t kZeroMapFrom = 1 << 20;  // fresh pages are zero already

// Live counters, sharded so that threads which allocate at once do not fight for one cache line.
struct alignas(64) Shard {
  std::atomic<std::int64_t> owned{0}, borrowed{0}, blocks{0};
};
constexpr unsigned kShards = 16;
Shard shards[kShards];

Shard& my_shard() noexcept {
  static std::atomic<unsigned> next{0};
  thread_local const unsigned mine = next.fetch_add(1, std::memory_order_relaxed) % kShards;
  return shards[mine];
}

std::int64_t sum(std::atomic<std::int64_t> Shard::* counter) noexcept {
  std::int64_t total = 0;
  for (const Shard& s : shards) total += (s.*counter).load(std::memory_order_relaxed);
  return total;
}

void book(bool books, bool owned, std::size_t bytes, int sign) noexcept {
  Shard& s = my_shard();
  s.blocks.fetch_add(sign, std::memory_order_relaxed);
  if (!books) return;
  const std::int64_t amount = static_cast<std::int64_t>(bytes) * sign;
  (owned ? s.owned : s.borrowed).fetch_add(amount, std::memory_order_relaxed);
}

[[noreturn]] void no_memory(std::size_t bytes) {
  fail(Code::out_of_memory, "there is no memory for a block of {} bytes", bytes);
}

std::size_t round_up(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

void* aligned_bytes(std::size_t bytes, std::size_t align) {
  if (bytes > static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) - 2 * kHugePage)
    no_memory(bytes);
  void* p = std::aligned_alloc(align, round_up(bytes, align));
  if (p == nullptr) no_memory(bytes);
  return p;
}

// Marks a Block that lies in front of its own bytes; `drop` frees both together. Never called.
void inline_bytes(void*, void*, std::size_t) noexcept {}

void free_bytes(void*, void* data, std::size_t) noexcept { std::free(data); }
void unmap_bytes(void*, void* data, std::size_t bytes) noexcept { munmap(data, bytes); }
// An allocator may answer nullptr to 0 bytes; a block never does, so it asks for one.
std::size_t asked_of_allocator(std::size_t bytes) noexcept { return bytes == 0 ? 1 : bytes; }
void to_allocator(void* context, void* data, std::size_t bytes) noexcept {
  static_cast<Allocator*>(context)->release(data, asked_of_allocator(bytes));
}
void call_function(void* context, void*, std::size_t) noexcept {
  const std::unique_ptr<std::function<void()>> f(static_cast<std::function<void()>*>(context));
  if (*f) (*f)();
}
void destroy_strings(void*, void* data, std::size_t bytes) noexcept {
  std::destroy_n(static_cast<std::string*>(data), bytes / sizeof(std::string));
  std::free(data);
}

struct Lease {
  BlockPtr parent;
  std::function<void()> on_release;
};
void end_lease(void* context, void*, std::size_t) noexcept {
  const std::unique_ptr<Lease> lease(static_cast<Lease*>(context));
  if (lease->on_release) lease->on_release();
}

}  // namespace

BlockPtr Block::make(void* p, std::size_t bytes, bool writeable, Release release, void* context, bool owned) {
  Block* b = new (std::nothrow) Block;
  if (b == nullptr) no_memory(sizeof(Block));
  b->data_ = p;
  b->bytes_ = bytes;
  b->release_ = release;
  b->context_ = context;
  b->writeable_ = writeable;
  b->owned_ = owned;
  book(true, owned, bytes, 1);
  return BlockPtr(b);
}

void Block::drop() noexcept {
  if (count_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  book(books_, owned_, bytes_, -1);
  if (release_ == inline_bytes) {
    this->~Block();
    std::free(this);
    return;
  }
  if (release_ != nullptr) release_(context_, data_, bytes_);
  delete this;
}

BlockPtr Block::allocate(std::size_t bytes) {
  static_assert(sizeof(Block) <= kHeader);
  check_memory(bytes);
  if (bytes >= kHugeFrom) {
    void* p = aligned_bytes(bytes, kHugePage);
#ifdef MADV_HUGEPAGE
    madvise(p, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);  // advice: a refusal changes nothing
#endif
    std::unique_ptr<void, void (*)(void*)> guard(p, std::free);
    BlockPtr b = make(p, bytes, true, free_bytes, nullptr, true);
    guard.release();
    return b;
  }
  // At least one byte behind the header, so that an empty block has an address of its own.
  void* p = aligned_bytes(kHeader + (bytes == 0 ? 1 : bytes), kAlign);
  Block* b = new (p) Block;
  b->data_ = static_cast<std::byte*>(p) + kHeader;
  b->bytes_ = bytes;
  b->release_ = inline_bytes;
  b->owned_ = true;
  book(true, true, bytes, 1);
  return BlockPtr(b);
}

BlockPtr Block::allocate_zeroed(std::size_t bytes) {
  check_memory(bytes);
  if (bytes >= kZeroMapFrom) {
    void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) no_memory(bytes);
    try {
      return make(p, bytes, true, unmap_bytes, nullptr, true);
    } catch (...) {
      munmap(p, bytes);
      throw;
    }
  }
  BlockPtr b = allocate(bytes);
  std::memset(b->data(), 0, bytes);
  return b;
}

BlockPtr Block::allocate_with(Allocator& allocator, std::size_t bytes) {
  check_memory(bytes);
  void* p = allocator.allocate(asked_of_allocator(bytes));
  if (p == nullptr) no_memory(bytes);
  try {
    return make(p, bytes, true, to_allocator, &allocator, true);
  } catch (...) {
    allocator.release(p, asked_of_allocator(bytes));
    throw;
  }
}

BlockPtr Block::adopt(void* p, std::size_t bytes, bool writeable, Device device,
                      std::function<void()> release) {
  auto f = std::make_unique<std::function<void()>>(std::move(release));
  BlockPtr b = make(p, bytes, writeable, call_function, f.get(), false);
  f.release();
  b->device_ = device;
  return b;
}

BlockPtr Block::adopt(void* p, std::size_t bytes, bool writeable, Release release, void* context) {
  return make(p, bytes, writeable, release, context, false);
}

BlockPtr Block::borrow(void* p, std::size_t bytes, bool writeable) {
  return make(p, bytes, writeable, nullptr, nullptr, false);
}

BlockPtr Block::lease(BlockPtr parent, std::function<void()> on_release) {
  require(static_cast<bool>(parent), Code::invalid_argument, "a lease needs a block to lease");
  Block& of = *parent;
  auto lease = std::make_unique<Lease>(Lease{std::move(parent), std::move(on_release)});
  BlockPtr b = make(of.data_, of.bytes_, of.writeable_, end_lease, lease.get(), false);
  lease.release();
  book(true, false, of.bytes_, -1);  // `make` booked the bytes; only the count of blocks stays
  my_shard().blocks.fetch_add(1, std::memory_order_relaxed);
  b->books_ = false;
  b->device_ = of.device_;
  b->strings_ = of.strings_;
  return b;
}

BlockPtr Block::strings(std::size_t count) {
  const std::size_t bytes = checked_mul(count, sizeof(std::string));
  check_memory(bytes);
  void* p = aligned_bytes(bytes == 0 ? 1 : bytes, kAlign);
  std::uninitialized_value_construct_n(static_cast<std::string*>(p), count);
  try {
    BlockPtr b = make(p, bytes, true, destroy_strings, nullptr, true);
    b->strings_ = true;
    return b;
  } catch (...) {
    destroy_strings(nullptr, p, bytes);
    throw;
  }
}

namespace mem {
std::int64_t owned_bytes() noexcept { return sum(&Shard::owned); }
std::int64_t borrowed_bytes() noexcept { return sum(&Shard::borrowed); }
std::int64_t live_blocks() noexcept { return sum(&Shard::blocks); }
}  // namespace mem

}  // namespace sardonyx
