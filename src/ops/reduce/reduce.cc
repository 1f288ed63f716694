// ReduceSum, ReduceMean, ReduceMax, ReduceMin, ReduceProd, ReduceL1, ReduceL2, ReduceLogSum, ReduceLogSumExp,
// ReduceSumSquare: one family, one kernel.
#include "kernels/reduce/reduce.h"

#include <algorithm>

#include "graph/op.h"
#include "ops/axes.h"
#include "ops/in_float.h"

namespace sardonyx {
namespace {

using reduce::Kind;

// The axes to reduce; nullopt when only the run knows. `said` tells whether the model gives any.
struct Axes {
  bool known = false;
  std::vector<std::int64_t> list;
};

template <typename Context>
Axes axes_of(const Context& c) {
  Axes axes;
  if (!c.has(1)) {
    axes.known = true;
  } else if (const Tensor* t = c.constant(1)) {
    axes.known = true;
    axes.list = t->to_ints();
  }
  return axes;
}

template <Kind K>
struct Reduce final : Op {
  bool keepdims = true, noop_with_empty_axes = false;

  void fields(FieldVisitor& f) override {
    f("keepdims", keepdims);
    f("noop_with_empty_axes", noop_with_empty_axes);
  }

  bool reduces_all(const Axes& axes) const { return axes.list.empty() && !noop_with_empty_axes; }

  std::vector<bool> mask(const Axes& axes, std::size_t rank) const {
    std::vector<bool> reduced(rank, reduces_all(axes));
    for (std::size_t a : normalise_axes(axes.list, rank)) reduced[a] = true;
    return reduced;
  }

  void infer(InferContext& c) const override {
    const SymShape& shape = c.shape(0);
    const Axes axes = axes_of(c);
    SymShape out;
    if (axes.known && reduces_all(axes) && !keepdims) out = SymShape(std::vector<Dim>{});
    if (shape.ranked() && axes.known) {
      const std::vector<bool> reduced = mask(axes, shape.rank());
      std::vector<Dim> dims;
      for (std::size_t i = 0; i < shape.rank(); ++i) {
        if (!reduced[i])
          dims.push_back(shape[i]);
        else if (keepdims)
          dims.push_back(1);
      }
      out = SymShape(std::move(dims));
    } else if (shape.ranked() && keepdims) {
      out = SymShape::unknown_dims(shape.rank());
    }
    if (propagate(c, axes, out)) return;
    c.out(0, c.dtype(0), std::move(out));
  }

  // Sizes multiplied or added up, as models do on what Shape gives.
  bool propagate(InferContext& c, const Axes& axes, const SymShape& out) const {
    if constexpr (K != Kind::prod && K != Kind::sum && K != Kind::max && K != Kind::min) return false;
    if (!is_integer(c.dtype(0)) || !c.shape(0).ranked() || c.shape(0).rank() != 1) return false;
    if (!axes.known || !mask(axes, 1)[0]) return false;
    const auto dims = c.dims(0);
    if (!dims || dims->empty()) return false;
    Dim result = dims->front();
    for (std::size_t i = 1; i < dims->size(); ++i) {
      if constexpr (K == Kind::prod) result = result * (*dims)[i];
      if constexpr (K == Kind::sum) result = result + (*dims)[i];
      if constexpr (K == Kind::max) result = max(result, (*dims)[i]);
      if constexpr (K == Kind::min) result = min(result, (*dims)[i]);
    }
    c.out_dims(0, c.dtype(0), out, {result});
    return true;
  }

  Kernel lower(LowerContext& c) const override {
    const Axes axes = axes_of(c);
    if (!axes.known) return Kernel::when_running();
    const Shape shape = c.shape(0);
    const std::vector<bool> reduced = mask(axes, shape.rank());
    const Isa isa = c.options().isa;
    auto kernel = [&](DType dtype) {
      return Kernel::of([plan = reduce::plan(K, dtype, shape.dims(), reduced, isa)](Call& call) {
        reduce::run(plan, call.in(0), call.out(0), call.pool(), call.stop());
      });
    };
    const DType dtype = c.dtype(0);
    if (!is_float(dtype)) return kernel(dtype);
    const DType compute = compute_type(c);
    return in_compute_type(c, compute, kernel(compute));
  }
};

// Axes were an attribute before they were an input.
void lift(UpgradeContext& u) { u.attribute_to_input("axes", 1); }

}  // namespace

void register_reduce(OpRegistry& r) {
  r.add<Reduce<Kind::sum>>("", "ReduceSum", lift);
  r.add<Reduce<Kind::mean>>("", "ReduceMean", lift);
  r.add<Reduce<Kind::max>>("", "ReduceMax", lift);
  r.add<Reduce<Kind::min>>("", "ReduceMin", lift);
  r.add<Reduce<Kind::prod>>("", "ReduceProd", lift);
  r.add<Reduce<Kind::l1>>("", "ReduceL1", lift);
  r.add<Reduce<Kind::l2>>("", "ReduceL2", lift);
  r.add<Reduce<Kind::log_sum>>("", "ReduceLogSum", lift);
  r.add<Reduce<Kind::log_sum_exp>>("", "ReduceLogSumExp", lift);
  r.add<Reduce<Kind::sum_square>>("", "ReduceSumSquare", lift);
}

}  // namespace sardonyx
