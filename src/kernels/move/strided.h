// Copies between two arrays that differ in strides: transposes, slices, broadcasts, concatenations are all this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "kernels/move/element.h"

namespace sardonyx::move {

// One axis of a copy: how many steps, and what a step adds to both addresses (bytes; 0 repeats, negative walks back).
struct Axis {
  std::int64_t count = 1;
  std::ptrdiff_t dst = 0;
  std::ptrdiff_t src = 0;
};

// A copy with its axes sorted and collapsed, made once. Moving `bytes` at a time, innermost axis last.
struct CopyPlan {
  enum class Inner : std::uint8_t { run, row, tile };
  Inner inner = Inner::run;
  bool empty = false;
  Element element;          // of the innermost move
  std::size_t run = 0;      // Inner::run: bytes that lie together
  std::vector<Axis> axes;   // the outer ones; then those of `inner`
  std::size_t outer = 0;    // how many of `axes` are outer
  std::int64_t chunk = 1;   // steps of the split axis (or bytes of the run) in one unit of work
  std::int64_t chunks = 1;  // units per outer index
  std::int64_t units = 0;   // outer indices times chunks
  std::int64_t grain = 1;   // units worth a thread
};

// Every element of the index space is written once: destination steps must not overlap.
CopyPlan plan_copy(Element element, std::span<const Axis> axes);

// Runs units [begin, end).
void copy_units(const CopyPlan& plan, std::byte* dst, const std::byte* src, std::int64_t begin,
                std::int64_t end) noexcept;

// All of it, on the pool.
void copy(const CopyPlan& plan, std::byte* dst, const std::byte* src, ThreadPool& pool,
          const StopToken* stop);

// Byte strides of a dense row-major array.
std::vector<std::ptrdiff_t> dense_strides(std::span<const std::int64_t> shape, std::size_t element_bytes);

}  // namespace sardonyx::move
