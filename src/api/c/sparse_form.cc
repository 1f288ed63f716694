// From the ABI's forms of a sparse tensor to the engine's.
#include <algorithm>
#include <cstring>
#include <tuple>

#include "api/c/sparse.h"

namespace sardonyx::capi {

namespace {

// Elements `from[i]` of a list of values, as a list of their own.
Tensor pick(const Tensor& values, const std::vector<std::int64_t>& from) {
  Tensor out(values.dtype(), Shape{static_cast<std::int64_t>(from.size())});
  if (values.dtype() == DType::string) {
    auto in = values.as<std::string>();
    auto to = out.mutable_as<std::string>();
    for (std::size_t i = 0; i < from.size(); ++i) to[i] = in[static_cast<std::size_t>(from[i])];
    return out;
  }
  std::size_t width = item_size(values.dtype());
  for (std::size_t i = 0; i < from.size(); ++i)
    std::memcpy(out.mutable_data() + i * width, values.data() + static_cast<std::size_t>(from[i]) * width,
                width);
  return out;
}

Tensor rows_and_columns(const std::vector<std::int64_t>& flat) {
  return Tensor::of<std::int64_t>({static_cast<std::int64_t>(flat.size() / 2), 2},
                                  std::span<const std::int64_t>(flat));
}

Sparse from_csr(const SparseParts& p) {
  std::vector<std::int64_t> inner = p.inner.to_ints(), outer = p.outer.to_ints(), flat;
  for (std::size_t row = 0; row + 1 < outer.size(); ++row) {
    for (std::int64_t k = outer[row]; k < outer[row + 1]; ++k) {
      flat.push_back(static_cast<std::int64_t>(row));
      flat.push_back(inner[static_cast<std::size_t>(k)]);
    }
  }
  return {p.values, rows_and_columns(flat), p.dense};
}

// Every element of a block, with its place in the whole; blocks stand in order of their rows.
Sparse from_blocks(const SparseParts& p) {
  const std::int64_t blocks = p.values.shape()[0], height = p.values.shape()[1], width = p.values.shape()[2];
  struct Element {
    std::int64_t row, column, from;
  };
  std::vector<Element> all;
  for (std::int64_t b = 0; b < blocks; ++b) {
    const std::int64_t top = p.indices.int_at(b) * height, left = p.indices.int_at(blocks + b) * width;
    for (std::int64_t i = 0; i < height * width; ++i)
      all.push_back({top + i / width, left + i % width, b * height * width + i});
  }
  std::ranges::sort(all, [](const Element& a, const Element& b) {
    return std::tie(a.row, a.column, a.from) < std::tie(b.row, b.column, b.from);
  });
  std::vector<std::int64_t> flat, from;
  for (const Element& e : all) {
    flat.push_back(e.row);
    flat.push_back(e.column);
    from.push_back(e.from);
  }
  return {pick(p.values, from), rows_and_columns(flat), p.dense};
}

}  // namespace

Sparse coo_of(const SparseParts& p) {
  if (p.format == ORT_SPARSE_CSRC) return from_csr(p);
  if (p.format == ORT_SPARSE_BLOCK_SPARSE) return from_blocks(p);
  if (p.format == ORT_SPARSE_COO) return {p.values, p.indices, p.dense};
  return {Tensor(p.dtype, Shape{0}), Tensor(DType::int64, Shape{0}), p.dense};
}

}  // namespace sardonyx::capi
