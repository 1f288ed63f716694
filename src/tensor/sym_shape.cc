#include "tensor/dim.h"

namespace sardonyx {

SymShape::SymShape(const Shape& shape) : ranked_(true), dims_(shape.begin(), shape.end()) {}

SymShape SymShape::unknown_dims(std::size_t rank) {
  SymShape s;
  s.ranked_ = true;
  s.dims_.reserve(rank);
  for (std::size_t i = 0; i < rank; ++i) s.dims_.push_back(Dim::unknown());
  return s;
}

bool SymShape::concrete() const noexcept {
  if (!ranked_) return false;
  for (const Dim& d : dims_) {
    if (!d.is_number()) return false;
  }
  return true;
}

std::optional<Shape> SymShape::numbers() const {
  if (!concrete()) return std::nullopt;
  std::vector<std::int64_t> sizes;
  sizes.reserve(dims_.size());
  for (const Dim& d : dims_) sizes.push_back(d.number());
  return Shape(std::span<const std::int64_t>(sizes));
}

std::optional<Dim> SymShape::count() const {
  if (!ranked_) return std::nullopt;
  Dim product = 1;
  for (const Dim& d : dims_) product = product * d;
  return product;
}

std::string SymShape::text() const {
  if (!ranked_) return "[...]";
  std::string out = "[";
  for (std::size_t i = 0; i < dims_.size(); ++i) {
    if (i != 0) out += ',';
    out += dims_[i].text();
  }
  return out + "]";
}

bool operator==(const SymShape& a, const SymShape& b) noexcept {
  return a.ranked_ == b.ranked_ && a.dims_ == b.dims_;
}

}  // namespace sardonyx
