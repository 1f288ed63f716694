// Picking elements by a table per axis: nearest-neighbour resizing of any type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/move/element.h"

namespace sardonyx::move {

struct TablePlan {
  Element element;
  std::vector<std::vector<std::int64_t>> outer;  // per outer axis: source offset in bytes, or -1
  std::vector<std::int64_t> inner;               // of the last axis that is not plain: offset in bytes, or -1
  std::size_t run = 0;                           // bytes behind it
  std::int64_t rows = 1;                         // outputs of the outer axes
  std::int64_t grain = 1;
};

// `tables`: per axis the source index of every output index, or -1 for the outside value.
TablePlan plan_table(Element element, const std::vector<std::vector<std::int64_t>>& tables,
                     const std::vector<std::int64_t>& shape);

// Output rows [begin, end).
void table_rows(const TablePlan& plan, std::byte* dst, const std::byte* src, const std::byte* outside,
                std::int64_t begin, std::int64_t end) noexcept;

}  // namespace sardonyx::move
