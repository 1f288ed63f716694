// Expand: broadcast to a shape, which itself may be broadcast by the input.
#include "ops/moving.h"

namespace sardonyx {
namespace {

struct Expand final : Op {
  void infer(InferContext& c) const override {
    const SymShape& s = c.shape(0);
    const auto asked = known_dims(c.in(1));
    if (!s.ranked() || !asked) {
      const auto length = known_length(c.in(1));
      if (!s.ranked() || !length) return out_unknown(c, std::nullopt);
      return out_unknown(c, std::max(s.rank(), static_cast<std::size_t>(*length)));
    }
    const std::size_t rank = std::max(s.rank(), asked->size());
    require(rank <= Shape::kMaxRank, Code::invalid_argument, "shape has {} sizes, at most 64 are possible",
            rank);
    std::vector<Dim> dims;
    for (std::size_t i = 0; i < rank; ++i) {
      const Dim a = i + s.rank() < rank ? Dim(1) : s[i + s.rank() - rank];
      const Dim b = i + asked->size() < rank ? Dim(1) : (*asked)[i + asked->size() - rank];
      require(!b.is_number() || b.number() >= 0, Code::invalid_argument, "shape asks for a size of {}", b);
      const auto both = broadcast(a, b);
      require(both.has_value(), Code::invalid_argument,
              "{} cannot be expanded: size {} against {} at axis {}", s, a, b, i);
      dims.push_back(*both);
    }
    SymShape shape(std::move(dims));
    const auto content = c.dims(0);
    if (content && content->size() == 1 && shape.rank() == 1 && shape[0].is_number() &&
        shape[0].number() <= 64) {
      const auto n = static_cast<std::size_t>(shape[0].number());
      return c.out_dims(0, c.dtype(0), shape, std::vector<Dim>(n, (*content)[0]));
    }
    out_same_or(c, s, std::move(shape));
  }
  static void out_same_or(InferContext& c, const SymShape& before, SymShape shape) {
    if (before == shape) return out_reshaped(c, std::move(shape));
    c.out(0, c.dtype(0), std::move(shape));
  }
  Kernel lower(LowerContext& c) const override {
    if (!c.known(0)) return Kernel::when_running();
    const Shape in = c.shape(0), out = c.out_shape(0);
    if (in == out) return same_bytes(c);
    const move::Element element = move::element_of(c.dtype(0));
    const auto to = move::dense_strides(out.dims(), element.bytes),
               from = move::dense_strides(in.dims(), element.bytes);
    std::vector<move::Axis> axes;
    for (std::size_t i = 0; i < out.rank(); ++i) {
      const std::size_t skipped = out.rank() - in.rank();
      const bool walks = i >= skipped && in[i - skipped] != 1;
      axes.push_back({out[i], to[i], walks ? from[i - skipped] : 0});
    }
    return one_copy(c, move::plan_copy(element, axes));
  }
};

}  // namespace

void register_expand(OpRegistry& r) { r.add<Expand>("", "Expand"); }

}  // namespace sardonyx
