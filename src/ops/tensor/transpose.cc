// Transpose: the axes in another order.
#include <numeric>

#include "ops/axes.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

struct Transpose final : Op {
  std::optional<std::vector<std::int64_t>> perm;
  void fields(FieldVisitor& f) override { f("perm", perm); }

  std::vector<std::size_t> order(std::size_t rank) const {
    std::vector<std::size_t> order(rank);
    if (!perm) {
      for (std::size_t i = 0; i < rank; ++i) order[i] = rank - 1 - i;
      return order;
    }
    require(perm->size() == rank, Code::invalid_argument, "perm has {} axes, the input has rank {}",
            perm->size(), rank);
    return normalise_axes(*perm, rank);
  }
  void infer(InferContext& c) const override {
    const SymShape& s = c.shape(0);
    if (!s.ranked()) return out_unknown(c, perm ? std::optional(perm->size()) : std::nullopt);
    std::vector<Dim> dims;
    for (std::size_t axis : order(s.rank())) dims.push_back(s[axis]);
    out_reshaped(c, SymShape(std::move(dims)));  // contents of rank <= 1 stay
  }
  Kernel lower(LowerContext& c) const override {
    const Shape in = c.shape(0), out = c.out_shape(0);
    const move::Element element = move::element_of(c.dtype(0));
    const auto to = move::dense_strides(out.dims(), element.bytes),
               from = move::dense_strides(in.dims(), element.bytes);
    const auto order = this->order(in.rank());
    std::vector<move::Axis> axes;
    for (std::size_t i = 0; i < out.rank(); ++i) axes.push_back({out[i], to[i], from[order[i]]});
    const auto plan = move::plan_copy(element, axes);
    if (!plan.empty && plan.inner == move::CopyPlan::Inner::run && plan.outer == 0) return same_bytes(c);
    return one_copy(c, plan);
  }
};

}  // namespace

void register_transpose(OpRegistry& r) { r.add<Transpose>("", "Transpose"); }

}  // namespace sardonyx
