// Shape: up to six sizes in place, more on the heap (always with room for the greatest rank).
#include <algorithm>

#include "base/error.h"
#include "sardonyx/value.hpp"
#include "tensor/checked_count.h"

namespace sardonyx {
namespace {

void check_rank(std::size_t rank) {
  require(rank <= Shape::kMaxRank, Code::invalid_argument, "expected a rank of at most {}, found {}",
          Shape::kMaxRank, rank);
}

}  // namespace

Shape::Shape(std::span<const std::int64_t> dims) {
  check_rank(dims.size());
  if (dims.size() > kInline) heap_ = new std::int64_t[kMaxRank];
  rank_ = dims.size();
  std::copy(dims.begin(), dims.end(), data());
}

Shape::Shape(Shape&& o) noexcept : rank_(o.rank_) {
  if (rank_ > kInline) {
    heap_ = o.heap_;
    o.rank_ = 0;
  } else {
    std::copy_n(o.inline_, rank_, inline_);
  }
}

Shape& Shape::operator=(Shape o) noexcept {
  if (rank_ > kInline) delete[] heap_;
  rank_ = o.rank_;
  if (rank_ > kInline) {
    heap_ = o.heap_;
    o.rank_ = 0;
  } else {
    std::copy_n(o.inline_, rank_, inline_);
  }
  return *this;
}

Shape::~Shape() {
  if (rank_ > kInline) delete[] heap_;
}

Shape Shape::filled(std::size_t rank, std::int64_t value) {
  check_rank(rank);
  std::int64_t sizes[kMaxRank];
  std::fill_n(sizes, rank, value);
  return Shape(std::span<const std::int64_t>(sizes, rank));
}

void Shape::push_back(std::int64_t dim) {
  check_rank(rank_ + 1);
  if (rank_ == kInline) {
    auto* heap = new std::int64_t[kMaxRank];
    std::copy_n(inline_, kInline, heap);
    heap_ = heap;
  }
  ++rank_;
  data()[rank_ - 1] = dim;
}

std::int64_t Shape::count() const noexcept { return count(0, rank_); }

std::int64_t Shape::count(std::size_t first, std::size_t last) const noexcept {
  std::uint64_t product = 1;  // unsigned: a shape that no tensor has may wrap, but not be undefined
  for (std::size_t i = first; i < last; ++i) product *= static_cast<std::uint64_t>(data()[i]);
  return static_cast<std::int64_t>(product);
}

// Called in runs: texts are made for errors only.
std::int64_t checked_count(const Shape& shape) {
  std::int64_t product = 1;
  bool empty = false;
  for (const std::int64_t dim : shape) {
    if (dim < 0) fail(Code::invalid_argument, "expected sizes of at least 0, found {}", shape.text());
    empty = empty || dim == 0;
    if (dim != 0 && __builtin_mul_overflow(product, dim, &product))
      fail(Code::over_budget, "{} has more elements than 64 bits count", shape.text());
  }
  return empty ? 0 : product;
}

std::string Shape::text() const {
  std::string out = "[";
  for (std::size_t i = 0; i < rank_; ++i) {
    if (i != 0) out += ',';
    out += std::to_string(data()[i]);
  }
  return out + "]";
}

bool operator==(const Shape& a, const Shape& b) noexcept {
  return a.rank() == b.rank() && std::equal(a.begin(), a.end(), b.begin());
}

}  // namespace sardonyx
