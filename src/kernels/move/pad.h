// Padding: every axis has a table that says which source index an output index shows, or none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/move/element.h"

namespace sardonyx::move {

struct PadPlan {
  // Along the last padded axis, in runs of what lies behind it: copied from `src` on, or filled when src is -1.
  struct Segment {
    std::int64_t dst = 0, src = 0, count = 0;
  };
  Element element;
  std::size_t run = 0;                           // bytes of one step of the last padded axis
  std::int64_t row = 0;                          // its output size
  std::vector<std::vector<std::int64_t>> outer;  // per outer axis: source offset in bytes, or -1
  std::vector<Segment> segments;
  std::int64_t rows = 1;  // outputs of the outer axes
};

// Whether a table leaves its axis of `size` as it is.
bool leaves_axis(const std::vector<std::int64_t>& table, std::int64_t size);

// `tables`: per axis of the output the source index, or -1 for the constant; `shape`: the source's sizes.
PadPlan plan_pad(Element element, const std::vector<std::vector<std::int64_t>>& tables,
                 const std::vector<std::int64_t>& shape);

// Output rows [begin, end); `value` is one element.
void pad_rows(const PadPlan& plan, std::byte* dst, const std::byte* src, const std::byte* value,
              std::int64_t begin, std::int64_t end) noexcept;

// `count` elements of one value.
void fill(Element element, std::byte* dst, const std::byte* value, std::int64_t count) noexcept;

}  // namespace sardonyx::move
