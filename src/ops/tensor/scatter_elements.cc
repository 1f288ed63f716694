// ScatterElements: a copy of data with single elements replaced or combined; Scatter is its old name.
//
// Duplicate places are written in the order of the indices: the last one wins, whatever the threads.
#include <algorithm>

#include "kernels/move/combine.h"
#include "kernels/move/indexed.h"
#include "kernels/move/strided.h"
#include "ops/axes.h"
#include "ops/moving.h"
#include "ops/scatter_reduction.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

struct ScatterElements final : Op {
  std::int64_t axis = 0;
  std::string reduction = "none";
  void fields(FieldVisitor& f) override {
    f("axis", axis);
    f("reduction", reduction);
  }

  void infer(InferContext& c) const override {
    scatter_reduction(reduction);
    const SymShape &data = c.shape(0), &indices = c.shape(1), &updates = c.shape(2);
    if (data.ranked() && indices.ranked() && updates.ranked()) {
      require(data.rank() == indices.rank() && data.rank() == updates.rank(), Code::invalid_argument,
              "data, indices and updates have ranks {}, {} and {}", data.rank(), indices.rank(),
              updates.rank());
      const std::size_t at = normalise_axis(axis, data.rank());
      for (std::size_t i = 0; i < data.rank(); ++i) {
        const Dim &d = data[i], &n = indices[i], &u = updates[i];
        require(!u.is_number() || !n.is_number() || n.number() == u.number(), Code::invalid_argument,
                "indices have size {} at axis {}, updates have {}", n, i, u);
        require(i == at || !d.is_number() || !n.is_number() || n.number() <= d.number(),
                Code::invalid_argument, "indices have size {} at axis {}, data has {}", n, i, d);
      }
    }
    c.out(0, c.dtype(0), data);
  }
  Kernel lower(LowerContext& c) const override {
    const Shape data = c.shape(0), indices = c.shape(1);
    auto w = move::plan_walk(move::element_of(c.dtype(0)), {indices.begin(), indices.end()},
                             {data.begin(), data.end()}, normalise_axis(axis, data.rank()));
    w.wide_indices = c.dtype(1) == DType::int64;
    const move::Reduction how = scatter_reduction(reduction);
    const move::Combine combine = how == move::Reduction::none ? nullptr : move::combine_of(how, c.dtype(0));
    Kernel copy = same_bytes(c);
    return Kernel::of([w, combine, copy, dtype = c.dtype(1)](Call& call) {
             copy.run(copy.state.get(), call);
             const std::int64_t bad = scatter(w, combine, call);
             require(bad < 0, Code::runtime,
                     "index {} (element {} of indices) is outside [{}, {}) of the axis",
                     bad < 0 ? 0 : load_integer(dtype, call.in(1), bad), bad, -w.size, w.size);
           })
        .with_in_place(0, 0);
  }
  // Lines before the axis do not meet: they may run on several threads.
  static std::int64_t scatter(const move::IndexWalk& w, move::Combine combine, const Call& call) {
    if (w.rows == 0) return -1;
    const std::int64_t alone = std::max<std::int64_t>(1, w.rows_alone), lines = w.rows / alone;
    const std::int64_t grain =
        std::max<std::int64_t>(1, 16384 / std::max<std::int64_t>(1, alone * w.shape.back()));
    const auto step = static_cast<std::ptrdiff_t>(w.element.bytes);
    return call.find_bad(lines, grain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
      if (combine == nullptr)
        return move::scatter_elements(w, call.out(0), call.in(2), call.in(1), begin * alone, end * alone);
      const auto f = [&](std::byte* place, std::int64_t i) { combine(place, call.in(2) + i * step, 1); };
      return w.wide_indices
                 ? move::walk(w, call.out(0), call.in<std::int64_t>(1), begin * alone, end * alone, f)
                 : move::walk(w, call.out(0), call.in<std::int32_t>(1), begin * alone, end * alone, f);
    });
  }
};

void upgrade_scatter(UpgradeContext& u) { u.op = "ScatterElements"; }

}  // namespace

void register_scatter_elements(OpRegistry& r) {
  r.add<ScatterElements>("", "ScatterElements");
  r.add<ScatterElements>("", "Scatter", upgrade_scatter);
}

}  // namespace sardonyx
