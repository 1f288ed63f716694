// How attention operators lay out their heads, and the copying of keys and values into a cache.
#pragma once

#include <cstdint>
#include <optional>

#include "graph/op.h"
#include "kernels/attention/attention.h"

namespace sardonyx {

// Sizes of a query, key or value: [batch, heads, length, size], or packed [batch, length, heads * size].
struct Heads {
  Dim batch, heads, length, size;
  bool packed = false;
};
// nullopt when the rank is not known. `heads` counts where the shape is packed; `what` names it in errors.
std::optional<Heads> heads_of(const SymShape& shape, std::optional<std::int64_t> heads, const char* what);

// The same in numbers.
struct HeadSizes {
  std::int64_t batch = 0, heads = 0, length = 0, size = 0;
  bool packed = false;
  attention::Operand steps(const void* data = nullptr) const {
    if (packed) return {data, length * heads * size, size, heads * size};
    return {data, heads * length * size, length * size, size};
  }
};
HeadSizes head_sizes(const Shape& shape, std::optional<std::int64_t> heads, const char* what);

// Steps of a mask or bias of any rank up to 4 that broadcasts to [batch, heads, queries, keys]. Its last axis may be
// shorter than `keys` (the rest is hidden) when it is not 1. Throws invalid_argument otherwise.
attention::Mask mask_steps(const Shape& shape, std::int64_t batch, std::int64_t heads, std::int64_t queries,
                           std::int64_t keys);

// Copies rows [0, length) of every head into rows [to_row, to_row + length) of a dense [batch, heads, capacity, size].
template <typename T>
void put_rows(const HeadSizes& from, const T* src, T* dst, std::int64_t capacity, std::int64_t to_row,
              const Call& call) {
  const attention::Operand steps = from.steps();
  const std::int64_t lines = from.batch * from.heads;
  const std::int64_t grain = 16384 / (from.length * from.size + 1) + 1;
  call.for_range(lines, grain, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t i = begin; i < end; ++i) {
      const T* head = src + i / from.heads * steps.batch + i % from.heads * steps.head;
      T* to = dst + (i * capacity + to_row) * from.size;
      for (std::int64_t r = 0; r < from.length; ++r)
        std::copy_n(head + r * steps.row, from.size, to + r * from.size);
    }
  });
}

}  // namespace sardonyx
