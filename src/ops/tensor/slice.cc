// Slice: from, to and step along some axes. DynamicSlice is its form of old models.
#include <algorithm>
#include <limits>

#include "ops/axes.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

struct Cut {
  std::int64_t start = 0, count = 0, step = 1;
};

// The elements of an axis of `size` that a slice takes.
Cut cut(std::int64_t start, std::int64_t end, std::int64_t step, std::int64_t size) {
  require(step != 0, Code::invalid_argument, "a slice's step is 0");
  step = std::max(step, -std::numeric_limits<std::int64_t>::max());
  if (start < 0) start += size;
  if (end < 0) end += size;
  Cut c;
  c.step = step;
  if (step > 0) {
    c.start = std::clamp<std::int64_t>(start, 0, size);
    end = std::clamp<std::int64_t>(end, 0, size);
    if (end > c.start) c.count = (end - c.start - 1) / step + 1;
  } else if (size > 0) {
    c.start = std::clamp<std::int64_t>(start, 0, size - 1);
    end = std::clamp<std::int64_t>(end, -1, size - 1);
    if (c.start > end) c.count = (c.start - end - 1) / -step + 1;
  }
  if (c.count <= 0) return {0, 0, 1};
  if (c.count == 1) c.step = 1;
  return c;
}

bool beyond(const Dim& d) { return d.is_number() && d.number() >= std::numeric_limits<std::int32_t>::max(); }
bool before(const Dim& d) { return d.is_number() && d.number() <= std::numeric_limits<std::int32_t>::min(); }

// A limit of a slice as a position: symbols are sizes, hence not negative.
Dim position(const Dim& at, const Dim& size) {
  if (beyond(at) || at == size) return size;
  if (at.equals(0)) return 0;
  if (!at.is_number()) return min(at, size);
  if (at.number() >= 0) return min(at, size);
  return max(size + at, 0);
}

// How many elements remain, where anything may be a symbol.
Dim length(const Dim& start, const Dim& end, const Dim& step, const Dim& size) {
  if (!step.is_number()) return Dim::unknown();
  if (start.is_number() && end.is_number() && size.is_number())
    return cut(start.number(), end.number(), step.number(), size.number()).count;
  if (step.number() > 0) {
    const bool to_end = beyond(end) || end == size;
    if (to_end && start.equals(0)) return step.number() == 1 ? size : ceil_div(size, step);
    if (to_end && start.is_number()) {  // all but the first few, or the last few
      const Dim left = start.number() > 0 ? max(size - start, 0) : min(size, Dim(0) - start);
      return step.number() == 1 ? left : ceil_div(left, step);
    }
    if (start.is_number() && end.is_number() && (start.number() < 0) == (end.number() < 0) &&
        end.number() <= start.number())
      return 0;
    // From a start at the front no limit needs to hold it: what lies beyond the end gives a negative length.
    const bool front = !start.is_number() || start.number() >= 0;
    const Dim from = front ? start : position(start, size);
    const Dim to = front && end.is_number() && end.number() < 0 ? size + end : position(end, size);
    const Dim n = from.equals(0) && to == position(end, size) ? to : max(to - from, 0);
    return step.number() == 1 ? n : ceil_div(n, step);
  }
  const bool from_last = start.equals(-1) || beyond(start);
  if (from_last && before(end)) return step.number() == -1 ? size : ceil_div(size, Dim(0) - step);
  return Dim::unknown();
}

struct Slice final : Op {
  // Of every axis of the input: what is asked, nullopt when some input is unknown.
  struct Asked {
    std::vector<std::size_t> axes;
    std::vector<Dim> starts, ends, steps;
  };
  template <typename Context>
  static std::optional<Asked> asked(const Context& c, std::size_t rank) {
    Asked a;
    auto starts = known_dims(c.in(1)), ends = known_dims(c.in(2));
    if (!starts && !ends) return std::nullopt;
    const std::size_t n = starts ? starts->size() : ends->size();
    a.starts = starts ? std::move(*starts) : SymShape::unknown_dims(n).dims();
    a.ends = ends ? std::move(*ends) : SymShape::unknown_dims(n).dims();
    require(a.ends.size() == n, Code::invalid_argument, "{} starts and {} ends", n, a.ends.size());
    std::vector<std::int64_t> axes;
    if (c.has(3)) {
      auto given = known_ints(c.in(3));
      if (!given) return std::nullopt;
      axes = std::move(*given);
    } else {
      for (std::size_t i = 0; i < n; ++i) axes.push_back(static_cast<std::int64_t>(i));
    }
    require(axes.size() == n, Code::invalid_argument, "{} starts and {} axes", n, axes.size());
    a.axes = normalise_axes(axes, rank);
    if (c.has(4)) {
      auto steps = known_dims(c.in(4));
      a.steps = steps ? std::move(*steps) : SymShape::unknown_dims(n).dims();
      require(a.steps.size() == n, Code::invalid_argument, "{} starts and {} steps", n, a.steps.size());
    } else {
      a.steps.assign(n, 1);
    }
    for (const Dim& d : a.steps) require(!d.equals(0), Code::invalid_argument, "a slice's step is 0");
    return a;
  }
  static bool numbers(const Asked& a) {
    const auto all = [](const std::vector<Dim>& v) {
      return std::ranges::all_of(v, [](const Dim& d) { return d.is_number(); });
    };
    return all(a.starts) && all(a.ends) && all(a.steps);
  }

  void infer(InferContext& c) const override {
    SymShape shape = c.shape(0);
    if (!shape.ranked()) return out_unknown(c, std::nullopt);
    const auto a = asked(c, shape.rank());
    if (!a) return out_unknown(c, shape.rank());
    for (std::size_t i = 0; i < a->axes.size(); ++i) {
      Dim& d = shape[a->axes[i]];
      d = length(a->starts[i], a->ends[i], a->steps[i], d);
    }
    const auto content = c.dims(0);
    if (content && shape.rank() == 1 && numbers(*a)) {
      std::vector<Dim> taken = *content;
      if (!a->axes.empty()) {
        const Cut k = cut(a->starts[0].number(), a->ends[0].number(), a->steps[0].number(),
                          static_cast<std::int64_t>(content->size()));
        taken.clear();
        for (std::int64_t i = 0; i < k.count; ++i)
          taken.push_back((*content)[static_cast<std::size_t>(k.start + i * k.step)]);
      }
      SymShape size{static_cast<std::int64_t>(taken.size())};
      return c.out_dims(0, c.dtype(0), std::move(size), std::move(taken));
    }
    c.out(0, c.dtype(0), std::move(shape));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape in = c.shape(0);
    const auto a = asked(c, in.rank());
    if (!a || !numbers(*a)) return Kernel::when_running();
    const move::Element element = move::element_of(c.dtype(0));
    auto from = move::dense_strides(in.dims(), element.bytes);
    Shape out = in;
    std::ptrdiff_t offset = 0;
    for (std::size_t i = 0; i < a->axes.size(); ++i) {
      const std::size_t axis = a->axes[i];
      const Cut k = cut(a->starts[i].number(), a->ends[i].number(), a->steps[i].number(), in[axis]);
      out[axis] = k.count;
      offset += k.start * from[axis];
      from[axis] = k.count == 1 ? 0 : from[axis] * k.step;
    }
    if (out == in && std::ranges::all_of(a->steps, [](const Dim& d) { return d.number() > 0; }))
      return same_bytes(c);
    const auto to = move::dense_strides(out.dims(), element.bytes);
    std::vector<move::Axis> axes;
    for (std::size_t i = 0; i < in.rank(); ++i) axes.push_back({out[i], to[i], from[i]});
    return one_copy(c, move::plan_copy(element, axes), offset);
  }
};

void upgrade_slice(UpgradeContext& u) {
  if (u.version >= 10) return;
  u.attribute_to_input("starts", 1);
  u.attribute_to_input("ends", 2);
  u.attribute_to_input("axes", 3);
}

void upgrade_dynamic_slice(UpgradeContext& u) { u.op = "Slice"; }

}  // namespace

void register_slice(OpRegistry& r) {
  r.add<Slice>("", "Slice", upgrade_slice);
  r.add<Slice>("", "DynamicSlice", upgrade_dynamic_slice);
}

}  // namespace sardonyx
