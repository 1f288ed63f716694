// Reshape: the same elements under another shape. Flatten: a matrix, cut at an axis.
#include <algorithm>

#include "ops/axes.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

// The product of `over` divided by that of `under`: equal sizes are cancelled first, so that symbols divide exactly.
Dim quotient(std::vector<Dim> over, std::vector<Dim> under) {
  std::erase_if(under, [&](const Dim& d) {
    const auto same = std::find(over.begin(), over.end(), d);
    if (same == over.end()) return false;
    over.erase(same);
    return true;
  });
  Dim a = 1, b = 1;
  for (const Dim& d : over) a = a * d;
  for (const Dim& d : under) b = b * d;
  if (a == b) return 1;
  if (!a.is_number() || !b.is_number()) return floor_div(a, b);
  require(b.number() != 0 && a.number() % b.number() == 0, Code::invalid_argument,
          "{} elements cannot be divided over a size of -1 beside {} others", a.number(), b.number());
  return a.number() / b.number();
}

struct Reshape final : Op {
  bool allowzero = false;
  void fields(FieldVisitor& f) override { f("allowzero", allowzero); }

  // `asked` with its zeros copied from the input and its -1 worked out.
  SymShape resolve(const SymShape& in, std::vector<Dim> asked) const {
    std::optional<std::size_t> open;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (!asked[i].is_number()) continue;
      const std::int64_t n = asked[i].number();
      require(n >= -1, Code::invalid_argument, "shape asks for a size of {} at axis {}", n, i);
      if (n == 0 && !allowzero) {
        require(!in.ranked() || i < in.rank(), Code::invalid_argument,
                "shape copies (0) axis {} of an input of rank {}", i, in.ranked() ? in.rank() : 0);
        asked[i] = in.ranked() ? in[i] : Dim::unknown();
      } else if (n == -1) {
        require(!open, Code::invalid_argument, "shape has more than one -1");
        open = i;
      }
    }
    if (!open) return SymShape(std::move(asked));
    require(!allowzero || std::none_of(asked.begin(), asked.end(), [](const Dim& d) { return d.equals(0); }),
            Code::invalid_argument, "shape has both 0 and -1, which allowzero forbids");
    std::vector<Dim> others = asked;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(*open));
    asked[*open] = in.ranked() ? quotient(in.dims(), std::move(others)) : Dim::unknown();
    return SymShape(std::move(asked));
  }
  void infer(InferContext& c) const override {
    auto asked = known_dims(c.in(1));
    if (!asked) {
      const auto length = known_length(c.in(1));
      if (length)
        require(*length <= 64, Code::invalid_argument, "shape has {} sizes, at most 64 are possible",
                *length);
      return out_unknown(c, length ? std::optional<std::size_t>(*length) : std::nullopt);
    }
    require(asked->size() <= Shape::kMaxRank, Code::invalid_argument,
            "shape has {} sizes, at most 64 are possible", asked->size());
    SymShape shape = resolve(c.shape(0), std::move(*asked));
    const auto before = c.shape(0).count(), after = shape.count();
    if (before && after && before->is_number() && after->is_number()) {
      require(before->number() == after->number(), Code::invalid_argument,
              "{} ({} elements) cannot be reshaped to {} ({} elements)", c.shape(0), before->number(), shape,
              after->number());
    }
    out_reshaped(c, std::move(shape));
  }
  Kernel lower(LowerContext& c) const override {
    if (!c.known(0)) return Kernel::when_running();
    return same_bytes(c);
  }
};

void upgrade_reshape(UpgradeContext& u) {
  u.take<std::vector<std::int64_t>>("consumed_inputs");
  require(u.version >= 5 || u.attributes.contains("shape"), Code::invalid_model,
          "Reshape-{} needs the attribute 'shape'", u.version);
  u.attribute_to_input("shape", 1);
}

struct Flatten final : Op {
  std::int64_t axis = 1;
  void fields(FieldVisitor& f) override { f("axis", axis); }
  void infer(InferContext& c) const override {
    const SymShape& s = c.shape(0);
    if (!s.ranked()) return out_unknown(c, 2);
    const auto rank = static_cast<std::int64_t>(s.rank());
    require(axis >= -rank && axis <= rank, Code::invalid_argument,
            "axis {} is outside [{}, {}] of a tensor of rank {}", axis, -rank, rank, rank);
    const std::int64_t cut = axis < 0 ? axis + rank : axis;
    Dim rows = 1, columns = 1;
    for (std::int64_t i = 0; i < rank; ++i) {
      Dim& side = i < cut ? rows : columns;
      side = side * s[static_cast<std::size_t>(i)];
    }
    c.out(0, c.dtype(0), {rows, columns});
  }
  Kernel lower(LowerContext& c) const override { return same_bytes(c); }
};

}  // namespace

void register_reshape(OpRegistry& r) {
  r.add<Reshape>("", "Reshape", upgrade_reshape);
  r.add<Flatten>("", "Flatten");
}

}  // namespace sardonyx
