// Squeeze takes axes of size 1 away, Unsqueeze puts them in; com.microsoft's ExpandDims is an Unsqueeze.
#include <algorithm>

#include "ops/axes.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

struct Squeeze final : Op {
  static SymShape without(const SymShape& s, const std::vector<std::size_t>& axes) {
    std::vector<Dim> kept;
    for (std::size_t i = 0; i < s.rank(); ++i) {
      if (std::find(axes.begin(), axes.end(), i) == axes.end())
        kept.push_back(s[i]);
      else
        require(!s[i].is_number() || s[i].number() == 1, Code::invalid_argument,
                "axis {} of {} has size {}, only a size of 1 can be squeezed", i, s, s[i]);
    }
    return SymShape(std::move(kept));
  }
  void infer(InferContext& c) const override {
    const SymShape& s = c.shape(0);
    if (!s.ranked()) return out_unknown(c, std::nullopt);
    if (c.has(1)) {
      if (const auto axes = known_ints(c.in(1)))
        return out_reshaped(c, without(s, normalise_axes(*axes, s.rank())));
      const auto length = known_length(c.in(1));
      if (!length || *length > static_cast<std::int64_t>(s.rank())) return out_unknown(c, std::nullopt);
      return out_unknown(c, s.rank() - static_cast<std::size_t>(*length));
    }
    std::vector<std::size_t> ones;
    for (std::size_t i = 0; i < s.rank(); ++i) {
      if (!s[i].is_number()) return out_unknown(c, std::nullopt);  // 1 or not: the rank depends on it
      if (s[i].number() == 1) ones.push_back(i);
    }
    out_reshaped(c, without(s, ones));
  }
  Kernel lower(LowerContext& c) const override { return c.known(0) ? same_bytes(c) : Kernel::when_running(); }
};

struct Unsqueeze final : Op {
  void infer(InferContext& c) const override {
    const SymShape& s = c.shape(0);
    const auto axes = known_ints(c.in(1));
    if (!s.ranked()) return out_unknown(c, std::nullopt);
    if (!axes) {
      const auto length = known_length(c.in(1));
      return out_unknown(c,
                         length ? std::optional(s.rank() + static_cast<std::size_t>(*length)) : std::nullopt);
    }
    const std::size_t rank = s.rank() + axes->size();
    require(rank <= Shape::kMaxRank, Code::invalid_argument,
            "the output would have rank {}, at most 64 is possible", rank);
    const auto put = normalise_axes(*axes, rank);
    std::vector<Dim> dims;
    for (std::size_t i = 0, next = 0; i < rank; ++i)
      dims.push_back(std::find(put.begin(), put.end(), i) != put.end() ? Dim(1) : s[next++]);
    out_reshaped(c, SymShape(std::move(dims)));
  }
  Kernel lower(LowerContext& c) const override { return c.known(0) ? same_bytes(c) : Kernel::when_running(); }
};

void upgrade_axes(UpgradeContext& u) { u.attribute_to_input("axes", 1); }

void upgrade_expand_dims(UpgradeContext& u) {
  u.domain = "";
  u.op = "Unsqueeze";
}

}  // namespace

void register_squeeze(OpRegistry& r) {
  r.add<Squeeze>("", "Squeeze", upgrade_axes);
  r.add<Unsqueeze>("", "Unsqueeze", upgrade_axes);
  r.add<Unsqueeze>("com.microsoft", "ExpandDims", upgrade_expand_dims);
}

}  // namespace sardonyx
