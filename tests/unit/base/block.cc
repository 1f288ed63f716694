#include "sardonyx/block.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "sardonyx/error.hpp"

using namespace sardonyx;

namespace {
struct Live {
  std::int64_t owned = mem::owned_bytes(), borrowed = mem::borrowed_bytes(), blocks = mem::live_blocks();
  friend bool operator==(const Live&, const Live&) = default;
};
}  // namespace

TEST_CASE("allocated blocks are aligned, writeable, counted and given back") {
  const Live before;
  for (const std::size_t bytes : {0ul, 1ul, 63ul, 4096ul, 4ul << 20, (9ul << 20) + 5}) {
    BlockPtr b = Block::allocate(bytes);
    CHECK(b->size() == bytes);
    CHECK(b->data() != nullptr);
    CHECK(reinterpret_cast<std::uintptr_t>(b->data()) % 64 == 0);
    if (bytes > 0) std::memset(b->data(), 0xab, bytes);
    CHECK(b->use_count() == 1);
    BlockPtr c = b;
    CHECK(b->use_count() == 2);
    CHECK(mem::owned_bytes() == before.owned + static_cast<std::int64_t>(bytes));
    CHECK(mem::live_blocks() == before.blocks + 1);
  }
  CHECK(Block::allocate(0)->data() != nullptr);
  const BlockPtr a = Block::allocate(0), b = Block::allocate(0);
  CHECK(a->data() != b->data());
}

TEST_CASE("zeroed blocks are zero, small and large") {
  for (const std::size_t bytes : {17ul, (2ul << 20) + 3}) {
    const BlockPtr b = Block::allocate_zeroed(bytes);
    bool zero = true;
    for (std::size_t i = 0; i < bytes; ++i) zero &= b->data()[i] == std::byte{0};
    CHECK(zero);
  }
}

TEST_CASE("a size that cannot be is an Error, not a crash") {
  CHECK_THROWS_AS(Block::allocate(SIZE_MAX - 10), Error);
  CHECK_THROWS_AS(Block::allocate_zeroed(SIZE_MAX - 10), Error);
  CHECK_THROWS_AS(Block::strings(SIZE_MAX / 8), Error);
}

TEST_CASE("foreign memory is released exactly once, by the last holder") {
  const Live before;
  int released = 0;
  char bytes[8] = {};
  {
    BlockPtr b = Block::adopt(bytes, 8, false, Device{}, [&] { ++released; });
    CHECK(!b->origin_writeable());
    CHECK(mem::borrowed_bytes() == before.borrowed + 8);
    BlockPtr lease = Block::lease(b, [&] { released += 10; });
    CHECK(mem::borrowed_bytes() == before.borrowed + 8);
    CHECK(mem::live_blocks() == before.blocks + 2);
    b = BlockPtr();
    CHECK(released == 0);
    CHECK(lease->data() == reinterpret_cast<std::byte*>(bytes));
    CHECK(!lease->origin_writeable());
  }
  CHECK(released == 11);
  CHECK(before == Live());
  Block::adopt(
      bytes, 8, true, [](void* c, void*, std::size_t n) noexcept { *static_cast<int*>(c) += int(n); },
      &released);
  CHECK(released == 19);
  CHECK(Block::borrow(bytes, 8, true)->origin_writeable());
  CHECK(before == Live());
}

TEST_CASE("an allocator gets back what it gave") {
  struct Counting final : Allocator {
    long live = 0;
    void* allocate(std::size_t n) override { return live += long(n), std::malloc(n); }
    void release(void* p, std::size_t n) noexcept override { live -= long(n), std::free(p); }
  } counting;
  struct Empty final : Allocator {
    void* allocate(std::size_t) override { return nullptr; }
    void release(void*, std::size_t) noexcept override {}
  } empty;
  {
    const BlockPtr a = Block::allocate_with(counting, 100), b = Block::allocate_with(counting, 0);
    CHECK(a->size() == 100);
    CHECK(b->size() == 0);
    CHECK(counting.live >= 100);
  }
  CHECK(counting.live == 0);
  CHECK_THROWS_AS(Block::allocate_with(empty, 4), Error);
}

TEST_CASE("string blocks construct and destroy their elements") {
  const BlockPtr b = Block::strings(3);
  CHECK(b->holds_strings());
  CHECK(b->size() == 3 * sizeof(std::string));
  auto* s = reinterpret_cast<std::string*>(b->data());
  s[1] = "long enough to live on the heap, not in the string itself";
  CHECK(s[0].empty());
}

TEST_CASE("blocks may be shared and dropped by many threads") {
  const Live before;
  {
    const BlockPtr b = Block::allocate(64);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([copy = b] {
        for (int i = 0; i < 1000; ++i) BlockPtr other = copy;
      });
    for (auto& t : threads) t.join();
  }
  CHECK(before == Live());
}
