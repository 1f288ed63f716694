// OneHot: a new axis on which one position, told by indices, holds another value.
#include <algorithm>
#include <cmath>

#include "kernels/move/pad.h"
#include "ops/axes.h"
#include "ops/moving.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

// The index `i`, of any numeric type, as a position; -1 when it is outside the axis.
std::int64_t place(DType dtype, const std::byte* indices, std::int64_t i, std::int64_t depth) {
  std::int64_t at = 0;
  if (is_integer(dtype)) {
    at = load_integer(dtype, indices, i);
    if (at < 0 && dtype == DType::uint64) return -1;  // above the range of int64
  } else {
    const double v = load_number(dtype, indices, i);
    if (!(std::fabs(v) < 0x1p62)) return -1;
    at = static_cast<std::int64_t>(v);
  }
  if (at < 0) at += depth;
  return at >= 0 && at < depth ? at : -1;
}

struct OneHot final : Op {
  std::int64_t axis = -1;
  void fields(FieldVisitor& f) override { f("axis", axis); }

  static Dim depth(InferContext& c) {
    if (const auto dims = c.dims(1); dims && dims->size() == 1) return dims->at(0);
    const Tensor* t = c.constant(1);
    if (t == nullptr) return Dim::unknown();
    require(t->count() == 1, Code::invalid_argument, "depth has {} elements, it must have one", t->count());
    const double v = t->number_at(0);
    require(std::fabs(v) < 0x1p40, Code::invalid_argument, "depth is {}", v);
    return static_cast<std::int64_t>(v);
  }
  void infer(InferContext& c) const override {
    const SymShape& s = c.shape(0);
    const auto length = known_length(c.in(2));
    require(!length || *length == 2, Code::invalid_argument,
            "values has {} elements, it must have two (off, on)", length.value_or(0));
    if (!s.ranked()) return c.out(0, c.dtype(2), SymShape());
    require(s.rank() < Shape::kMaxRank, Code::invalid_argument, "the output would have rank {}",
            s.rank() + 1);
    const Dim n = depth(c);
    require(!n.is_number() || n.number() >= 0, Code::invalid_argument, "depth is {}", n);
    std::vector<Dim> dims = s.dims();
    dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(normalise_axis(axis, s.rank() + 1)), n);
    c.out(0, c.dtype(2), SymShape(std::move(dims)));
  }
  Kernel lower(LowerContext& c) const override {
    if (!c.known(0)) return Kernel::when_running();
    const Shape out = c.out_shape(0);
    const std::size_t at = normalise_axis(axis, out.rank());
    return Kernel::of([e = move::element_of(c.dtype(2)), outer = out.count(0, at), depth = out[at],
                       inner = out.count(at + 1, out.rank()), dtype = c.dtype(0)](Call& call) {
      const auto step = static_cast<std::ptrdiff_t>(e.bytes);
      const std::byte *off = call.in(2), *on = off + step;
      const std::int64_t lines = outer, line = depth * inner;
      call.for_range(lines, std::max<std::int64_t>(1, 16384 / std::max<std::int64_t>(1, line)),
                     [&](std::int64_t begin, std::int64_t end, int) noexcept {
                       move::fill(e, call.out(0) + begin * line * step, off, (end - begin) * line);
                       for (std::int64_t i = begin * inner; i < end * inner; ++i) {
                         const std::int64_t p = place(dtype, call.in(0), i, depth);
                         if (p < 0) continue;
                         std::byte* to = call.out(0) + (i / inner * line + p * inner + i % inner) * step;
                         move::put_bytes(e.strings, to, on, e.bytes);
                       }
                     });
    });
  }
};

}  // namespace

void register_one_hot(OpRegistry& r) { r.add<OneHot>("", "OneHot"); }

}  // namespace sardonyx
