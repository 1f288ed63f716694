// Parts of tensors along one axis: taking a slice out, putting one in, growing a stack of equal tensors.
//
// Works on every element type: bytes, strings, and the packed 2- and 4-bit types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sardonyx/value.hpp"

namespace sardonyx {

// One side of a copy of `outer` runs: element `first + o * stride` is where run `o` begins. Counted in elements.
struct Runs {
  std::int64_t first = 0;
  std::int64_t stride = 0;
};

// Copies `outer` runs of `inner` elements. The memory must not overlap; strings must be constructed in `to`.
void copy_runs(DType dtype, std::byte* to, Runs to_runs, const std::byte* from, Runs from_runs,
               std::int64_t outer, std::int64_t inner);

// Elements [begin, begin + length) along `axis`; shares the Block where the part is one piece of whole bytes.
Tensor part_of(const Tensor& t, std::size_t axis, std::int64_t begin, std::int64_t length);
// The same shape without `axis`. Requires t.shape()[axis] == 1.
Tensor without_axis(const Tensor& t, std::size_t axis);
// Writes `slice` as [begin, begin + length) along `axis` of `whole`, whose other sizes are the slice's.
void put_part(Tensor& whole, std::size_t axis, std::int64_t begin, std::int64_t length, const Tensor& slice);

// Equal tensors stacked along a new first axis, one after another; memory grows by doubling.
class Stack {
 public:
  // `expected` slices are set aside at once when that is not more than a few megabytes.
  explicit Stack(std::int64_t expected = 0) : expected_(expected) {}
  // Throws invalid_argument when type or shape differs from the first slice's.
  void add(const Tensor& slice);
  std::int64_t count() const noexcept { return filled_; }
  // [count, ...shape of the slices]; requires count() > 0.
  Tensor finish();

 private:
  void reserve(std::int64_t slices);
  std::int64_t expected_;
  std::int64_t filled_ = 0, capacity_ = 0;
  Shape slice_;
  std::int64_t slice_count_ = 0;
  Tensor whole_;
};

}  // namespace sardonyx
