#include "kernels/scratch.h"

#include <algorithm>

#include "base/error.h"

namespace sardonyx {
namespace {

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
  arena.peak = std::max(arena.peak, checked_add(arena.used, bytes));
  if (bytes <= have - arena.used) {
    data_ = arena.block->data() + arena.used;
  } else if (arena.used == 0) {
    arena.block = BlockPtr();  // give back before taking
    arena.block = Block::allocate(arena.peak);
    data_ = arena.block->data();
  } else {
    own_ = Block::allocate(bytes);  // in use further up: the arena grows when it is next empty
    data_ = own_->data();
    return;
  }
  taken_ = bytes;
  arena.used += bytes;
}

Scratch::~Scratch() { arena.used -= taken_; }

}  // namespace sardonyx
