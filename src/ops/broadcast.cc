#include "ops/broadcast.h"

#include <algorithm>
#include <vector>

#include "base/error.h"

namespace sardonyx {
namespace {

SymShape both(const SymShape& a, const SymShape& b) {
  const std::size_t rank = std::max(a.rank(), b.rank());
  std::vector<Dim> dims;
  dims.reserve(rank);
  for (std::size_t i = 0; i < rank; ++i) {
    const Dim one(1);
    const Dim& x = i + a.rank() < rank ? one : a[i + a.rank() - rank];
    const Dim& y = i + b.rank() < rank ? one : b[i + b.rank() - rank];
    std::optional<Dim> d = broadcast(x, y);
    require(d.has_value(), Code::invalid_argument, "shapes {} and {} do not broadcast: axis {} has {} and {}",
            a, b, i, x, y);
    dims.push_back(*std::move(d));
  }
  return SymShape(std::move(dims));
}

}  // namespace

SymShape broadcast_shapes(std::span<const SymShape* const> shapes) {
  SymShape result{std::vector<Dim>{}};
  for (const SymShape* s : shapes) {
    if (!s->ranked()) return {};
    result = both(result, *s);
  }
  return result;
}

Shape broadcast_shapes(std::span<const Shape> shapes) {
  std::vector<SymShape> symbolic(shapes.begin(), shapes.end());
  std::vector<const SymShape*> pointers;
  for (const SymShape& s : symbolic) pointers.push_back(&s);
  return *broadcast_shapes(std::span<const SymShape* const>(pointers)).numbers();
}

}  // namespace sardonyx
