// Moves of single elements along one axis, where indices tell the place: GatherElements and ScatterElements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/move/element.h"

namespace sardonyx::move {

// Walks an index tensor; `strides` lead through the other array, 0 along the indexed axis.
struct IndexWalk {
  Element element;
  std::vector<std::int64_t> shape;      // of the indices; at least rank 1
  std::vector<std::ptrdiff_t> strides;  // bytes, per axis of `shape`
  std::ptrdiff_t axis_stride = 0;       // bytes
  std::int64_t size = 0;                // of the indexed axis
  bool wide_indices = true;             // int64, else int32
  std::int64_t rows = 1;                // of the index tensor, along its last axis
  std::int64_t rows_alone = 1;          // rows that may share an indexed line; the others are independent
};

IndexWalk plan_walk(Element element, const std::vector<std::int64_t>& indices,
                    const std::vector<std::int64_t>& data, std::size_t axis);

// Position of the row's start in the other array, in bytes.
std::ptrdiff_t row_start(const IndexWalk& w, std::int64_t row) noexcept;

// dst[i] = src[place of i]; rows [begin, end). Gives the first bad position of the index tensor, or -1.
std::int64_t gather_elements(const IndexWalk& w, std::byte* dst, const std::byte* src, const void* indices,
                             std::int64_t begin, std::int64_t end) noexcept;
// dst[place of i] = src[i].
std::int64_t scatter_elements(const IndexWalk& w, std::byte* dst, const std::byte* src, const void* indices,
                              std::int64_t begin, std::int64_t end) noexcept;

// Calls f(element address in the other array, position) for every index of rows [begin, end); the same result.
template <typename I, typename F>
std::int64_t walk(const IndexWalk& w, std::byte* other, const I* indices, std::int64_t begin,
                  std::int64_t end, const F& f) {
  const std::int64_t n = w.shape.back();
  const std::ptrdiff_t step = w.strides.back();
  for (std::int64_t row = begin; row < end; ++row) {
    std::byte* base = other + row_start(w, row);
    for (std::int64_t i = row * n; i < (row + 1) * n; ++i, base += step) {
      const auto v = static_cast<std::int64_t>(indices[i]);
      const std::int64_t at = v < 0 ? v + w.size : v;
      if (at < 0 || at >= w.size) return i;
      f(base + at * w.axis_stride, i);
    }
  }
  return -1;
}

}  // namespace sardonyx::move
