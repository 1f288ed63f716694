// Places told by tuples of indices: GatherND, ScatterND.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/move/element.h"

namespace sardonyx::move {

// Tuple t names one run of bytes of an array; batches of tuples address batches of the array.
struct Tuples {
  bool strings = false;
  std::int64_t count = 0;               // tuples
  std::int64_t per_batch = 1;           // tuples of one batch
  std::ptrdiff_t batch_stride = 0;      // bytes
  std::vector<std::int64_t> sizes;      // of the indexed axes
  std::vector<std::ptrdiff_t> strides;  // of the indexed axes, bytes
  std::size_t run = 0;                  // bytes
};

Tuples plan_tuples(Element element, const std::vector<std::int64_t>& data, std::size_t batch_dims,
                   std::size_t tuple_length, std::int64_t count, std::int64_t per_batch);

// Byte offset of tuple `t`; -1 when an index is outside.
std::ptrdiff_t place(const Tuples& p, const std::int64_t* indices, std::int64_t t) noexcept;

// dst[t] = src[place of t] for tuples [begin, end); gives the first bad tuple, or -1.
std::int64_t gather_tuples(const Tuples& p, std::byte* dst, const std::byte* src, const std::int64_t* indices,
                           std::int64_t begin, std::int64_t end) noexcept;

}  // namespace sardonyx::move
