// Moves whose source or destination is told by indices.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/move/element.h"

namespace sardonyx::move {

// Element `i` of an index tensor, negative ones counted from the end; -1 when it is outside an axis of `size`.
template <typename I>
inline std::int64_t index_at(const I* indices, std::int64_t i, std::int64_t size) {
  const auto v = static_cast<std::int64_t>(indices[i]);
  const std::int64_t at = v < 0 ? v + size : v;
  return at >= 0 && at < size ? at : -1;
}

// dst[o, i, run] = src[o, indices[i], run].
struct GatherRows {
  Element element;
  std::int64_t size = 0;     // of the gathered axis
  std::int64_t count = 0;    // indices
  std::size_t run = 0;       // bytes that lie together behind the axis
  bool wide_indices = true;  // int64, else int32
};
// Rows [begin, end) of the outer x count; gives the first whose index is outside, or -1.
std::int64_t gather_rows(const GatherRows& g, std::byte* dst, const std::byte* src, const void* indices,
                         std::int64_t begin, std::int64_t end) noexcept;

}  // namespace sardonyx::move
