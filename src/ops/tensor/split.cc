// Split: a tensor cut along an axis.
#include <algorithm>
#include <numeric>

#include "ops/axes.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

struct Split final : Op {
  std::int64_t axis = 0;
  std::optional<std::int64_t> num_outputs;
  void fields(FieldVisitor& f) override {
    f("axis", axis);
    f("num_outputs", num_outputs);
  }

  // Sizes along the axis when no input says them.
  std::vector<Dim> even(const Dim& size, std::size_t outputs) const {
    const auto n = static_cast<std::int64_t>(outputs);
    require(n > 0, Code::invalid_argument, "no output to split into");
    if (!num_outputs) {
      require(!size.is_number() || size.number() % n == 0, Code::invalid_argument,
              "a size of {} cannot be split into {} equal parts", size, n);
      return std::vector<Dim>(outputs, floor_div(size, n));
    }
    require(*num_outputs == n, Code::invalid_argument, "num_outputs is {}, the node has {} outputs",
            *num_outputs, n);
    const Dim part = ceil_div(size, n);
    std::vector<Dim> parts(outputs, part);
    parts.back() = size - part * Dim(n - 1);
    if (size.is_number()) {  // the last parts may be empty: 5 into 4 gives 2, 2, 1, 0
      for (std::int64_t i = 0; i < n; ++i)
        parts[static_cast<std::size_t>(i)] =
            std::clamp<std::int64_t>(size.number() - i * part.number(), 0, part.number());
    }
    return parts;
  }
  std::vector<Dim> sizes(InferContext& c, const Dim& whole) const {
    if (!c.has(1)) return even(whole, c.outputs());
    auto given = known_dims(c.in(1));
    if (!given) return SymShape::unknown_dims(c.outputs()).dims();
    require(given->size() == c.outputs(), Code::invalid_argument, "split has {} sizes for {} outputs",
            given->size(), c.outputs());
    Dim sum = 0;
    for (const Dim& d : *given) {
      require(!d.is_number() || d.number() >= 0, Code::invalid_argument, "split has a negative size {}", d);
      sum = sum + d;
    }
    require(!sum.is_number() || !whole.is_number() || sum.number() == whole.number(), Code::invalid_argument,
            "split sums to {}, the axis has size {}", sum, whole);
    return std::move(*given);
  }
  void infer(InferContext& c) const override {
    const SymShape& s = c.shape(0);
    if (!s.ranked()) {
      for (std::size_t i = 0; i < c.outputs(); ++i) c.out(i, c.dtype(0), SymShape());
      return;
    }
    const std::size_t at = normalise_axis(axis, s.rank());
    const auto parts = sizes(c, s[at]);
    const auto content = c.dims(0);
    const bool numbers = std::ranges::all_of(parts, [](const Dim& d) { return d.is_number(); });
    std::ptrdiff_t offset = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      SymShape part = s;
      part[at] = parts[i];
      if (content && numbers && s.rank() == 1 && s[0].is_number()) {
        const auto first = content->begin() + offset;
        offset += static_cast<std::ptrdiff_t>(parts[i].number());
        c.out_dims(i, c.dtype(0), std::move(part), {first, content->begin() + offset});
      } else {
        c.out(i, c.dtype(0), std::move(part));
      }
    }
  }
  struct Part {
    move::CopyPlan plan;
    std::size_t output = 0;
    std::ptrdiff_t offset = 0;
  };
  Kernel lower(LowerContext& c) const override {
    const auto given = c.has(1) ? known_ints(c.in(1)) : std::nullopt;
    if (c.has(1) && !given) return Kernel::when_running();
    const Shape in = c.shape(0);
    const std::size_t at = normalise_axis(axis, in.rank());
    const move::Element element = move::element_of(c.dtype(0));
    const auto from = move::dense_strides(in.dims(), element.bytes);
    const auto parts_even = given ? std::vector<Dim>() : even(in[at], c.outputs());
    std::vector<Part> parts;
    std::ptrdiff_t offset = 0;
    for (std::size_t i = 0; i < c.outputs(); ++i) {
      Shape out = in;
      out[at] = given ? (*given)[i] : parts_even[i].number();
      const auto to = move::dense_strides(out.dims(), element.bytes);
      std::vector<move::Axis> axes;
      for (std::size_t a = 0; a < in.rank(); ++a) axes.push_back({out[a], to[a], from[a]});
      if (c.wanted(i)) parts.push_back({move::plan_copy(element, axes), i, offset});
      offset += out[at] * from[at];
    }
    return unpacked(c, Kernel::of([parts = std::move(parts)](Call& call) {
                      for (const Part& p : parts)
                        move::copy(p.plan, call.out(p.output), call.in(0) + p.offset, call.pool(),
                                   call.stop());
                    }));
  }
};

void upgrade_split(UpgradeContext& u) {
  if (u.version == 1 && u.inputs.size() > 1 &&
      u.inputs[1] >= 0)  // version 1 took the sizes in the data's type
    u.inputs[1] = u.emit("", "Cast", {{"to", std::int64_t{7}}}, {u.inputs[1]}, 1)[0];
  u.attribute_to_input("split", 1);
}

}  // namespace

void register_split(OpRegistry& r) { r.add<Split>("", "Split", upgrade_split); }

}  // namespace sardonyx
