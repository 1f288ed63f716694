// Scratch: short-lived memory of the calling thread, kept between uses so that kernels do not allocate.
//
// Scratches nest like a stack. A kernel takes one in the calling thread for all slots of a region
// (`slot_bytes`), so running out of memory is an Error of the caller, never of a worker.
#pragma once

#include <cstddef>

#include "sardonyx/block.hpp"

namespace sardonyx {

class Scratch {
 public:
  explicit Scratch(std::size_t bytes);  // throws Error(out_of_memory)
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::byte* data() const noexcept { return data_; }  // 64-byte aligned

  // Bytes of one slot in an array of slots: whole cache lines, and not a multiple of the page size, at which
  // the slots' lines would compete for the same sets.
  static constexpr std::size_t slot_bytes(std::size_t bytes) { return (bytes + 63) / 64 * 64 + 192; }

 private:
  std::byte* data_ = nullptr;
  std::size_t taken_ = 0;  // from the thread's arena; 0 when `own_` holds the bytes
  BlockPtr own_;
};

}  // namespace sardonyx
