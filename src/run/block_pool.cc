#include "run/block_pool.h"

#include <bit>
#include <cstdlib>

namespace sardonyx {

namespace {

struct SizeClass {
  std::size_t index, bytes;
};

SizeClass size_class(std::size_t bytes) noexcept {
  if (bytes < 256) bytes = 256;
  auto log = static_cast<std::size_t>(std::bit_width(bytes - 1));  // bytes <= 2^log
  std::size_t base = std::size_t{1} << (log - 1);
  std::size_t quarter = base / 4;
  std::size_t step = (bytes - base + quarter - 1) / quarter;  // 1..4
  return {log * 4 + step - 1, base + step * quarter};
}

}  // namespace

BlockPool& BlockPool::shared() {
  static auto* pool = new BlockPool;  // blocks may be released after static destruction
  return *pool;
}

void* BlockPool::allocate(std::size_t bytes) {
  if (bytes > (std::size_t{1} << 46)) return nullptr;
  SizeClass c = size_class(bytes);
  Shelf& shelf = shelves_[c.index];
  {
    std::lock_guard lock(shelf.mutex);
    if (!shelf.free.empty()) {
      void* p = shelf.free.back();
      shelf.free.pop_back();
      kept_.fetch_sub(c.bytes, std::memory_order_relaxed);
      return p;
    }
  }
  return std::aligned_alloc(64, (c.bytes + 63) / 64 * 64);
}

void BlockPool::release(void* p, std::size_t bytes) noexcept {
  SizeClass c = size_class(bytes);
  if (kept_.load(std::memory_order_relaxed) + c.bytes <= kKeepBytes) {
    Shelf& shelf = shelves_[c.index];
    std::lock_guard lock(shelf.mutex);
    try {
      shelf.free.push_back(p);
      kept_.fetch_add(c.bytes, std::memory_order_relaxed);
      return;
    } catch (...) {  // no memory to remember it: give it back below
    }
  }
  std::free(p);
}

void BlockPool::trim() noexcept {
  for (std::size_t i = 0; i < kClasses; ++i) {
    std::lock_guard lock(shelves_[i].mutex);
    for (void* p : shelves_[i].free) std::free(p);
    shelves_[i].free.clear();
  }
  kept_.store(0, std::memory_order_relaxed);
}

}  // namespace sardonyx
