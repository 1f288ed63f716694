// Concat: tensors one after the other along an axis.
#include "ops/axes.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

struct Concat final : Op {
  std::int64_t axis = 0;
  void fields(FieldVisitor& f) override { f("axis", axis); }

  // Contents of vectors follow each other; false when one is unknown.
  static bool contents(InferContext& c, const SymShape& shape) {
    std::vector<Dim> all;
    for (std::size_t i = 0; i < c.inputs(); ++i) {
      const auto dims = c.dims(i);
      if (!dims) return false;
      all.insert(all.end(), dims->begin(), dims->end());
    }
    c.out_dims(0, c.dtype(0), shape, std::move(all));
    return true;
  }
  void infer(InferContext& c) const override {
    std::optional<SymShape> shape;
    bool unranked = false;
    std::size_t at = 0;
    for (std::size_t i = 0; i < c.inputs(); ++i) {
      const SymShape& s = c.shape(i);
      if (!s.ranked()) {
        unranked = true;
        continue;
      }
      if (!shape) {
        require(s.rank() > 0, Code::invalid_argument, "scalars cannot be concatenated");
        at = normalise_axis(axis, s.rank());
        shape = s;
        continue;
      }
      require(s.rank() == shape->rank(), Code::invalid_argument,
              "input {} has rank {}, those before have rank {}", i, s.rank(), shape->rank());
      for (std::size_t a = 0; a < s.rank(); ++a) {
        Dim& d = (*shape)[a];
        if (a == at) {
          d = d + s[a];
        } else if (!d.is_number()) {
          if (s[a].is_number()) d = s[a];
        } else {
          require(!s[a].is_number() || s[a].number() == d.number(), Code::invalid_argument,
                  "input {} has size {} at axis {}, those before have {}", i, s[a], a, d);
        }
      }
    }
    if (!shape) return out_unknown(c, std::nullopt);
    if (unranked) (*shape)[at] = Dim::unknown();
    if (shape->rank() == 1 && !unranked && contents(c, *shape)) return;
    c.out(0, c.dtype(0), std::move(*shape));
  }
  struct Part {
    move::CopyPlan plan;
    std::size_t input = 0;
    std::ptrdiff_t offset = 0;
  };
  Kernel lower(LowerContext& c) const override {
    const Shape out = c.out_shape(0);
    const std::size_t at = normalise_axis(axis, out.rank());
    const move::Element element = move::element_of(c.dtype(0));
    const auto to = move::dense_strides(out.dims(), element.bytes);
    std::vector<Part> parts;
    std::ptrdiff_t offset = 0;
    for (std::size_t i = 0; i < c.inputs(); ++i) {
      const Shape in = c.shape(i);
      const auto from = move::dense_strides(in.dims(), element.bytes);
      std::vector<move::Axis> axes;
      for (std::size_t a = 0; a < in.rank(); ++a) axes.push_back({in[a], to[a], from[a]});
      parts.push_back({move::plan_copy(element, axes), i, offset});
      offset += in[at] * to[at];
    }
    return unpacked(c, Kernel::of([parts = std::move(parts)](Call& call) {
                      for (const Part& p : parts)
                        move::copy(p.plan, call.out(0) + p.offset, call.in(p.input), call.pool(),
                                   call.stop());
                    }));
  }
};

void upgrade_concat(UpgradeContext& u) {
  if (u.version < 4) u.attributes.try_emplace("axis", std::int64_t{1});
}

}  // namespace

void register_concat(OpRegistry& r) { r.add<Concat>("", "Concat", upgrade_concat); }

}  // namespace sardonyx
