// GatherElements: element by element, one coordinate of the place told by indices.
#include <algorithm>

#include "kernels/move/indexed.h"
#include "ops/axes.h"
#include "ops/moving.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

struct GatherElements final : Op {
  std::int64_t axis = 0;
  void fields(FieldVisitor& f) override { f("axis", axis); }

  void infer(InferContext& c) const override {
    const SymShape &data = c.shape(0), &indices = c.shape(1);
    if (data.ranked() && indices.ranked()) {
      require(data.rank() == indices.rank(), Code::invalid_argument, "data has rank {}, indices have rank {}",
              data.rank(), indices.rank());
      const std::size_t at = normalise_axis(axis, data.rank());
      for (std::size_t i = 0; i < data.rank(); ++i) {
        const Dim &d = data[i], &n = indices[i];
        require(i == at || !d.is_number() || !n.is_number() || n.number() <= d.number(),
                Code::invalid_argument, "indices have size {} at axis {}, data has {}", n, i, d);
      }
    }
    c.out(0, c.dtype(0), indices);
  }
  Kernel lower(LowerContext& c) const override {
    const Shape data = c.shape(0), indices = c.shape(1);
    auto w = move::plan_walk(move::element_of(c.dtype(0)), {indices.begin(), indices.end()},
                             {data.begin(), data.end()}, normalise_axis(axis, data.rank()));
    w.wide_indices = c.dtype(1) == DType::int64;
    const std::int64_t grain = std::max<std::int64_t>(1, 16384 / std::max<std::int64_t>(1, indices.back()));
    return unpacked(
        c, Kernel::of([w, grain, wide = c.dtype(1)](Call& call) {
          const std::int64_t bad =
              call.find_bad(w.rows, grain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
                return move::gather_elements(w, call.out(0), call.in(0), call.in(1), begin, end);
              });
          require(bad < 0, Code::runtime, "index {} (element {} of indices) is outside [{}, {}) of the axis",
                  bad < 0 ? 0 : load_integer(wide, call.in(1), bad), bad, -w.size, w.size);
        }));
  }
};

}  // namespace

void register_gather_elements(OpRegistry& r) { r.add<GatherElements>("", "GatherElements"); }

}  // namespace sardonyx
