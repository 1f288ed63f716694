#include "kernels/scratch.h"

#include <algorithm>

#include "base/error.h"

namespace sardonyx {
namespace {

constexpr std::size_t kKeep = std::size_t{256} << 20;

struct Arena {
  BlockPtr block;
  std::size_t used = 0;
  std::size_t peak = 0;  // what would have served the deepest nesting so far
};
thread_local Arena arena;

}  // namespace

Scratch::Scratch(std::size_t bytes) {
  bytes = checked_add(bytes, 63) / 64 * 64;
  const std::size_t have = arena.block ? arena.block->size() : 0;
  const std::size_t peak = std::max(arena.peak, checked_add(arena.used, bytes));
  if (bytes <= have - arena.used) {
    data_ = arena.block->data() + arena.used;
  } else if (arena.used == 0) {
    arena.block = BlockPtr();  // give back before taking
    arena.peak = 0;            // a request that fails must not make every later one fail
    arena.block = Block::allocate(peak);
    data_ = arena.block->data();
  } else {
    own_ = Block::allocate(bytes);  // in use further up: the arena grows when it is next empty
    data_ = own_->data();
    arena.peak = peak;
    return;
  }
  arena.peak = peak;
  taken_ = bytes;
  arena.used += bytes;
}

Scratch::~Scratch() {
  arena.used -= taken_;
  if (arena.used != 0 || !arena.block || arena.block->size() <= kKeep) return;
  arena.block = BlockPtr();  // one huge call must not hold its memory for ever
  arena.peak = 0;
}

}  // namespace sardonyx
