// Scratch memory: a request that is refused leaves nothing behind.
#include "kernels/scratch.h"

#include <doctest/doctest.h>

#include "base/memory_limit.h"
#include "sardonyx/error.hpp"

using namespace sardonyx;

TEST_CASE("scratch: a refused request does not make the next one fail") {
  const auto huge = static_cast<std::size_t>(1) << 60;
  for (int round = 0; round < 2; ++round) {
    CHECK_THROWS_AS(Scratch{huge}, Error);
    CHECK_NOTHROW(Scratch{64});
    const Scratch outer(64);
    CHECK_THROWS_AS(Scratch{huge}, Error);
  }
  CHECK_NOTHROW(Scratch{64});
  CHECK_NOTHROW(Scratch{std::size_t{1} << 16});
}

TEST_CASE("memory limit: what exceeds it is refused, what fits is not") {
  const std::size_t before =
      set_memory_limit(static_cast<std::size_t>(mem::owned_bytes()) + (std::size_t{8} << 20));
  CHECK_THROWS_AS(Block::allocate(std::size_t{16} << 20), Error);
  CHECK_THROWS_AS(Block::allocate_zeroed(std::size_t{16} << 20), Error);
  CHECK_THROWS_AS(Block::strings(std::size_t{1} << 20), Error);
  {
    const BlockPtr first = Block::allocate(std::size_t{5} << 20);
    CHECK_THROWS_AS(Block::allocate(std::size_t{5} << 20), Error);
  }
  CHECK_NOTHROW(Block::allocate(std::size_t{5} << 20));
  set_memory_limit(before);
  CHECK(memory_limit() > (std::size_t{64} << 20));
}
