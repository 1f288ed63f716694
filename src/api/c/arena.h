// Arena: memory taken from the system in regions and given out in chunks, as OrtArenaCfg describes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "api/c/key_values.h"
#include "sardonyx/block.hpp"

struct OrtArenaCfg {
  std::size_t max_mem = 0;           // 0: no limit
  int extend_strategy = -1;          // 0: next power of two, 1: as asked; -1: the former
  std::int64_t initial_chunk = -1;   // bytes of the first region
  std::int64_t max_dead_bytes = -1;  // a chunk with more than this to spare is split
  std::int64_t initial_growth_chunk =
      -1;  // bytes of the first region after the first one, or after a shrinkage
  std::int64_t max_power_of_two_extend = -1;  // regions do not double beyond it
};

namespace sardonyx::capi {

class Arena final : public Allocator {
 public:
  explicit Arena(const OrtArenaCfg& config);
  ~Arena() override;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  void* allocate(std::size_t bytes) override;
  void release(void* p, std::size_t) noexcept override { free(p); }
  // Memory that is not part of a region: goes back to the system at once.
  void* reserve(std::size_t bytes);
  void free(void* p) noexcept;
  // Gives regions that nobody uses back to the system.
  void shrink();
  OrtKeyValuePairs statistics() const;
  // Its owner lets go: it ends with the last memory that is given back, at once where there is none.
  void retire() noexcept;

 private:
  struct Chunk {
    std::size_t size = 0, asked = 0;
    std::size_t region = 0;  // index
    bool used = false;
  };
  using Chunks = std::map<char*, Chunk>;  // by address: neighbours of one region touch

  bool extend(std::size_t bytes);
  void join(Chunks::iterator left, Chunks::iterator right);
  bool touch(Chunks::iterator left, Chunks::iterator right) const;
  void count(std::size_t bytes, std::size_t asked);
  bool give_back(void* p);

  OrtArenaCfg config_;
  mutable std::mutex mutex_;
  Chunks chunks_;
  std::set<std::pair<std::size_t, char*>> free_;  // by size
  std::map<void*, std::size_t> reserved_;
  struct Region {
    char* begin;
    std::size_t size;
  };
  std::vector<Region> regions_;
  std::size_t next_region_;
  std::size_t held_ = 0, in_use_ = 0, asked_in_use_ = 0, most_in_use_ = 0, largest_ = 0;
  std::uint64_t allocations_ = 0, reserves_ = 0, extensions_ = 0, shrinkages_ = 0;
  bool retired_ = false;
};

}  // namespace sardonyx::capi
