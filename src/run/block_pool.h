// BlockPool: recycles the memory of outputs and of values made in a run. One per process; outlives sessions.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <vector>

#include "sardonyx/block.hpp"

namespace sardonyx {

class BlockPool final : public Allocator {
 public:
  static BlockPool& shared();
  void* allocate(std::size_t bytes) override;
  void release(void* p, std::size_t bytes) noexcept override;
  // Gives everything that is kept back to the system.
  void trim() noexcept;

 private:
  // Four size classes per power of two waste at most a quarter.
  static constexpr std::size_t kClasses = 4 * 48;
  static constexpr std::size_t kKeepBytes = std::size_t{256} << 20;
  struct Shelf {
    std::mutex mutex;
    std::vector<void*> free;
  };
  std::array<Shelf, kClasses> shelves_;
  std::atomic<std::size_t> kept_{0};
};

}  // namespace sardonyx
