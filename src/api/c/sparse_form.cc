// From the ABI's forms of a sparse tensor to the engine's.
#include <algorithm>
#include <array>
#include <cstring>

#include "api/c/sparse.h"
#include "api/c/status.h"

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

// Every element of every block, with its place in the whole, in order of rows. The blocks are the values' last axis.
// Nothing says where blocks of more dimensions, or outside the whole, would lie.
Sparse from_blocks(const SparseParts& p) {
  const Shape& values = p.values.shape();
  if (p.values.count() == 0) return {p.values, Tensor(DType::int64, Shape{0}), p.dense};
  if (values.rank() != 3 || p.dense.rank() != 2)
    refuse(ORT_NOT_IMPLEMENTED,
           "block-sparse values {} of a dense shape {} can be kept but not computed with", values.text(),
           p.dense.text());
  const std::int64_t height = values[0], width = values[1], blocks = values[2];
  std::vector<std::array<std::int64_t, 3>> all;  // row, column, position among the values
  for (std::int64_t b = 0; b < blocks; ++b) {
    const std::int64_t top = p.indices.int_at(b) * height, left = p.indices.int_at(blocks + b) * width;
    if (top < 0 || left < 0 || top + height > p.dense[0] || left + width > p.dense[1])
      refuse(ORT_INVALID_ARGUMENT, "block {} at ({}, {}) is not inside {}", b, top, left, p.dense.text());
    for (std::int64_t i = 0; i < height * width; ++i)
      all.push_back({top + i / width, left + i % width, i * blocks + b});
  }
  std::ranges::sort(all);
  std::vector<std::int64_t> flat, from;
  for (auto [row, column, position] : all) {
    flat.push_back(row);
    flat.push_back(column);
    from.push_back(position);
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

Value sparse_input(const OrtValue& value) {
  if (value.sparse == nullptr) return value.value;
  if (value.sparse->format == ORT_SPARSE_UNDEFINED)
    refuse(ORT_FAIL, "Sparse Tensor does not contain sparse data");
  return coo_of(*value.sparse);
}

}  // namespace sardonyx::capi
