// Shape: the sizes of a tensor, or some of them. Size: how many elements it has.
#include <algorithm>

#include "ops/moving.h"

namespace sardonyx {
namespace {

std::size_t clamped(std::int64_t at, std::size_t rank) {
  const auto r = static_cast<std::int64_t>(rank);
  return static_cast<std::size_t>(std::clamp<std::int64_t>(at < 0 ? at + r : at, 0, r));
}

// Writes numbers that were known when the shapes were.
Kernel written(std::vector<std::int64_t> numbers) {
  return Kernel::of([numbers = std::move(numbers)](Call& call) {
    std::copy(numbers.begin(), numbers.end(), call.out<std::int64_t>(0));
  });
}

struct ShapeOp final : Op {
  std::int64_t start = 0;
  std::optional<std::int64_t> end;

  void fields(FieldVisitor& f) override {
    f("start", start);
    f("end", end);
  }
  std::pair<std::size_t, std::size_t> range(std::size_t rank) const {
    const std::size_t first = clamped(start, rank);
    return {first, std::max(first, end ? clamped(*end, rank) : rank)};
  }
  void infer(InferContext& c) const override {
    const SymShape& s = c.shape(0);
    if (!s.ranked()) return c.out(0, DType::int64, SymShape::unknown_dims(1));
    const auto [first, last] = range(s.rank());
    std::vector<Dim> content(s.dims().begin() + static_cast<std::ptrdiff_t>(first),
                             s.dims().begin() + static_cast<std::ptrdiff_t>(last));
    SymShape shape{static_cast<std::int64_t>(content.size())};
    c.out_dims(0, DType::int64, std::move(shape), std::move(content));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape s = c.shape(0);
    const auto [first, last] = range(s.rank());
    return written({s.begin() + first, s.begin() + last});
  }
};

struct SizeOp final : Op {
  void infer(InferContext& c) const override {
    const auto count = c.shape(0).count();
    if (!count) return c.out(0, DType::int64, SymShape(Shape{}));
    c.out_dims(0, DType::int64, SymShape(Shape{}), {*count});
  }
  Kernel lower(LowerContext& c) const override { return written({c.shape(0).count()}); }
};

}  // namespace

void register_shape(OpRegistry& r) {
  r.add<ShapeOp>("", "Shape");
  r.add<SizeOp>("", "Size");
}

}  // namespace sardonyx
