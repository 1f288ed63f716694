#include "base/thread_pool.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "base/cpu.h"

using namespace sardonyx;

TEST_CASE("every index runs exactly once, on a slot below the width") {
  for (const int width : {1, 2, 3, 8}) {
    ThreadPool pool(width);
    CHECK(pool.width() == width);
    for (const std::int64_t count : {0, 1, 2, 7, 64, 1000}) {
      for (const std::int64_t grain : {0, 1, 3, 500, 5000}) {
        std::vector<std::atomic<int>> hits(static_cast<std::size_t>(count));
        std::atomic<bool> fine{true};
        pool.for_range(count, grain, [&](std::int64_t begin, std::int64_t end, int slot) {
          if (slot < 0 || slot >= width || begin >= end) fine = false;
          for (auto i = begin; i < end; ++i) ++hits[static_cast<std::size_t>(i)];
        });
        for (auto& h : hits)
          if (h != 1) fine = false;
        CHECK(fine);
      }
    }
  }
}

TEST_CASE("the lowest failing index is reported") {
  ThreadPool pool(3);
  for (int round = 0; round < 200; ++round) {
    const auto bad = pool.parallel(
        1000, 1,
        [](const void*, std::int64_t begin, std::int64_t end, int) noexcept {
          for (auto i = begin; i < end; ++i)
            if (i >= 137 && i % 2 == 1) return i;
          return ThreadPool::kOk;
        },
        nullptr);
    CHECK(bad == 137);
  }
}

TEST_CASE("nested regions run inline and keep the slot") {
  ThreadPool pool(2);
  std::atomic<int> total{0};
  std::atomic<bool> same_slot{true};
  pool.for_range(8, 1, [&](std::int64_t begin, std::int64_t end, int slot) {
    for (auto i = begin; i < end; ++i)
      pool.for_range(100, 1, [&](std::int64_t b, std::int64_t e, int inner) {
        if (inner != slot) same_slot = false;
        total += static_cast<int>(e - b);
      });
  });
  CHECK(total == 800);
  CHECK(same_slot);
}

TEST_CASE("many callers at once, many short regions") {
  ThreadPool pool(3);
  std::atomic<long> total{0};
  std::vector<std::thread> callers;
  for (int c = 0; c < 3; ++c)
    callers.emplace_back([&] {
      for (int r = 0; r < 500; ++r) {
        long local[64] = {};
        pool.for_range(64, 1, [&](std::int64_t b, std::int64_t e, int) {
          for (auto i = b; i < e; ++i) local[i] = i;
        });
        long sum = 0;
        for (const long v : local) sum += v;
        total += sum;
      }
    });
  for (auto& c : callers) c.join();
  CHECK(total == 3L * 500 * 2016);
}

TEST_CASE("workers that fell asleep wake up, and a pool may end at any time") {
  for (int round = 0; round < 20; ++round) {
    ThreadPool pool(2);
    if (round % 2 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::atomic<int> n{0};
    pool.for_range(10, 1, [&](std::int64_t b, std::int64_t e, int) { n += static_cast<int>(e - b); });
    CHECK(n == 10);
  }
}

TEST_CASE("a stop skips the chunks not yet begun") {
  struct After final : StopToken {
    mutable std::atomic<int> asked{0};
    bool stop_requested() const noexcept override { return ++asked > 2; }
  };
  for (const int width : {1, 2}) {
    ThreadPool pool(width);
    const After stop;
    std::atomic<int> n{0};
    pool.for_range(
        1000, 1, [&](std::int64_t b, std::int64_t e, int) { n += static_cast<int>(e - b); }, &stop);
    CHECK(n > 0);
    CHECK(n < 1000);
  }
}

TEST_CASE("the machine has at least one thread and known caches") {
  CHECK(usable_threads() >= 1);
  CHECK(cache_sizes().l1 >= 4096);
  CHECK(cache_sizes().l2 >= cache_sizes().l1);
  CHECK(!name(chosen_isa()).empty());
}
