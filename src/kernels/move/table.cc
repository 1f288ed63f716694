#include "kernels/move/table.h"

#include <algorithm>

#include "kernels/move/pad.h"

namespace sardonyx::move {
namespace {

std::vector<std::int64_t> offsets(const std::vector<std::int64_t>& table, std::int64_t stride) {
  std::vector<std::int64_t> result;
  result.reserve(table.size());
  for (std::int64_t i : table) result.push_back(i == -1 ? -1 : i * stride);
  return result;
}

// Source offset of row `row`; -1 when it lies outside.
std::int64_t row_offset(const TablePlan& p, std::int64_t row) {
  std::int64_t at = 0;
  for (std::size_t a = p.outer.size(); a-- > 0;) {
    const auto size = static_cast<std::int64_t>(p.outer[a].size());
    const std::int64_t offset = p.outer[a][static_cast<std::size_t>(row % size)];
    if (offset == -1) return -1;
    at += offset;
    row /= size;
  }
  return at;
}

template <std::size_t W>
void pick_row(const TablePlan& p, std::byte* dst, const std::byte* src, const std::byte* outside) {
  for (const std::int64_t at : p.inner) {
    put<W>(dst, at == -1 ? outside : src + at);
    dst += kStep<W>;
  }
}

void pick_runs(const TablePlan& p, std::byte* dst, const std::byte* src, const std::byte* outside) {
  const auto count = static_cast<std::int64_t>(p.run / p.element.bytes);
  for (const std::int64_t at : p.inner) {
    if (at == -1)
      fill(p.element, dst, outside, count);
    else
      put_bytes(p.element.strings, dst, src + at, p.run);
    dst += p.run;
  }
}

}  // namespace

TablePlan plan_table(Element element, const std::vector<std::vector<std::int64_t>>& tables,
                     const std::vector<std::int64_t>& shape) {
  TablePlan p;
  p.element = element;
  p.run = element.bytes;
  std::size_t last = shape.size();
  while (last > 0 && leaves_axis(tables[last - 1], shape[last - 1]))
    p.run *= static_cast<std::size_t>(shape[--last]);
  auto stride = static_cast<std::int64_t>(p.run);
  if (last == 0) {
    p.inner = {0};
  } else {
    p.inner = offsets(tables[last - 1], stride);
    stride *= shape[last - 1];
    p.outer.resize(last - 1);
    for (std::size_t a = last - 1; a-- > 0;) {
      p.outer[a] = offsets(tables[a], stride);
      p.rows *= static_cast<std::int64_t>(tables[a].size());
      stride *= shape[a];
    }
  }
  const auto row_bytes = static_cast<std::int64_t>(p.inner.size() * p.run);
  p.grain = std::max<std::int64_t>(1, 32768 / std::max<std::int64_t>(1, row_bytes));
  return p;
}

void table_rows(const TablePlan& p, std::byte* dst, const std::byte* src, const std::byte* outside,
                std::int64_t begin, std::int64_t end) noexcept {
  const std::size_t row_bytes = p.inner.size() * p.run;
  const auto per_row = static_cast<std::int64_t>(row_bytes / p.element.bytes);
  std::int64_t before = -2;
  for (std::int64_t row = begin; row < end; ++row) {
    std::byte* to = dst + row * static_cast<std::ptrdiff_t>(row_bytes);
    const std::int64_t at = row_offset(p, row);
    if (at == before) {
      put_bytes(p.element.strings, to, to - row_bytes, row_bytes);  // shown again, as when enlarging
    } else if (at == -1) {
      fill(p.element, to, outside, per_row);
    } else if (p.run == p.element.bytes) {
      by_width(p.element, [&]<std::size_t W>() { pick_row<W>(p, to, src + at, outside); });
    } else {
      pick_runs(p, to, src + at, outside);
    }
    before = at;
  }
}

}  // namespace sardonyx::move
