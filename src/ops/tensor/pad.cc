// Pad: more elements before and after along each axis (or fewer: pads may be negative).
//
// Where pads are negative the input is cropped first; reflect, edge and wrap then see what is left.
#include "kernels/move/pad.h"

#include <algorithm>

#include "ops/axes.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

enum class PadMode : std::uint8_t { constant, reflect, edge, wrap };

PadMode pad_mode(const std::string& text) {
  if (text == "constant") return PadMode::constant;
  if (text == "reflect") return PadMode::reflect;
  if (text == "edge") return PadMode::edge;
  if (text == "wrap") return PadMode::wrap;
  fail(Code::invalid_argument, "unknown mode '{}': constant, reflect, edge and wrap are known", text);
}

std::int64_t floor_mod(std::int64_t a, std::int64_t n) {
  const std::int64_t r = a % n;
  return r < 0 ? r + n : r;
}

// Which source index every output index of an axis of `size` shows; -1 is the constant.
std::vector<std::int64_t> pad_table(PadMode mode, std::int64_t size, std::int64_t before,
                                    std::int64_t after) {
  const std::int64_t first = std::max<std::int64_t>(0, -before),
                     n = size - first - std::max<std::int64_t>(0, -after);
  std::vector<std::int64_t> table(static_cast<std::size_t>(size + before + after));
  for (std::size_t i = 0; i < table.size(); ++i) {
    std::int64_t at = static_cast<std::int64_t>(i) - std::max<std::int64_t>(0, before);
    if (at < 0 || at >= n) {
      if (mode == PadMode::constant) at = -1 - first;
      if (mode == PadMode::edge) at = std::clamp<std::int64_t>(at, 0, n - 1);
      if (mode == PadMode::wrap) at = floor_mod(at, n);
      if (mode == PadMode::reflect) {
        const std::int64_t period = std::max<std::int64_t>(1, 2 * (n - 1));
        at = floor_mod(at, period);
        if (at >= n) at = period - at;
      }
    }
    table[i] = at + first;
  }
  return table;
}

struct Pad final : Op {
  std::string mode = "constant";
  void fields(FieldVisitor& f) override { f("mode", mode); }

  // Before and after, per axis of the input; nullopt when only the run knows.
  template <typename Context>
  static std::optional<std::vector<std::pair<Dim, Dim>>> amounts(const Context& c, std::size_t rank) {
    const auto pads = known_dims(c.in(1));
    if (!pads) return std::nullopt;
    std::vector<std::size_t> axes(rank);
    for (std::size_t i = 0; i < rank; ++i) axes[i] = i;
    if (c.has(3)) {
      const auto given = known_ints(c.in(3));
      if (!given) return std::nullopt;
      axes = normalise_axes(*given, rank);
    }
    require(pads->size() == 2 * axes.size(), Code::invalid_argument,
            "{} pads for {} axes; a begin and an end each are needed", pads->size(), axes.size());
    std::vector<std::pair<Dim, Dim>> result(rank, {0, 0});
    for (std::size_t i = 0; i < axes.size(); ++i) result[axes[i]] = {(*pads)[i], (*pads)[i + axes.size()]};
    return result;
  }
  static void check(PadMode mode, const Dim& size, const Dim& before, const Dim& after, std::size_t axis) {
    if (!size.is_number() || !before.is_number() || !after.is_number()) return;
    constexpr std::int64_t kLimit = std::int64_t{1} << 40;
    const std::int64_t n = size.number(), b = before.number(), a = after.number();
    require(std::max(a, b) <= kLimit && std::min(a, b) >= -n &&
                n + std::min<std::int64_t>(b, 0) + std::min<std::int64_t>(a, 0) >= 0,
            Code::invalid_argument, "pads {} and {} do not fit axis {} of size {}", b, a, axis, n);
    const std::int64_t left = n + std::min<std::int64_t>(b, 0) + std::min<std::int64_t>(a, 0);
    require(mode == PadMode::constant || left > 0 || (b <= 0 && a <= 0), Code::invalid_argument,
            "axis {} is empty: only mode 'constant' can pad it", axis);
  }
  void infer(InferContext& c) const override {
    const PadMode how = pad_mode(mode);
    SymShape shape = c.shape(0);
    if (!shape.ranked()) return out_unknown(c, std::nullopt);
    if (c.has(2)) {
      const auto length = known_length(c.in(2));
      require(!length || *length == 1, Code::invalid_argument,
              "constant_value has {} elements, it must have one", length.value_or(0));
    }
    const auto pads = amounts(c, shape.rank());
    if (!pads) return out_unknown(c, shape.rank());
    for (std::size_t i = 0; i < shape.rank(); ++i) {
      const auto& [before, after] = (*pads)[i];
      check(how, shape[i], before, after, i);
      shape[i] = shape[i] + before + after;
    }
    c.out(0, c.dtype(0), std::move(shape));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape in = c.shape(0);
    const auto pads = amounts(c, in.rank());
    if (!pads || !c.known(0)) return Kernel::when_running();
    if (c.out_shape(0) == in && std::ranges::all_of(*pads, [](const auto& p) { return p.first.equals(0); }))
      return same_bytes(c);
    if (c.out_shape(0).count() == 0) return Kernel::of([](Call&) {});
    std::vector<std::vector<std::int64_t>> tables;
    for (std::size_t i = 0; i < in.rank(); ++i)
      tables.push_back(
          pad_table(pad_mode(mode), in[i], (*pads)[i].first.number(), (*pads)[i].second.number()));
    const auto plan = move::plan_pad(move::element_of(c.dtype(0)), tables, {in.begin(), in.end()});
    const std::int64_t row_bytes = plan.row * static_cast<std::int64_t>(plan.run);
    const std::int64_t grain = std::max<std::int64_t>(1, 65536 / std::max<std::int64_t>(1, row_bytes));
    return unpacked(
        c, Kernel::of([plan, grain](Call& call) {
          alignas(16) static constexpr std::byte kZero[16] = {};
          static const std::string kNone;
          const std::byte* none = plan.element.strings ? reinterpret_cast<const std::byte*>(&kNone) : kZero;
          const std::byte* value = call.has(2) ? call.in(2) : none;
          call.for_range(plan.rows, grain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
            move::pad_rows(plan, call.out(0), call.in(0), value, begin, end);
          });
        }));
  }
};

// Before version 11 pads were an attribute, the value always a float.
void upgrade_pad(UpgradeContext& u) {
  if (u.version >= 11) return;
  u.attribute_to_input(u.version == 1 ? "paddings" : "pads", 1);
  const float value = u.take<float>("value").value_or(0.0f);
  if (value == 0.0f || u.inputs.empty()) return;
  u.inputs.resize(3, -1);
  u.inputs[2] = u.constant(Tensor::scalar(value));
  if (u.fact(u.inputs[0]).dtype() != DType::float32)
    u.inputs[2] = u.emit("", "CastLike", {}, {u.inputs[2], u.inputs[0]}, 1)[0];
}

void upgrade_contrib_pad(UpgradeContext& u) { u.domain = ""; }

}  // namespace

void register_pad(OpRegistry& r) {
  r.add<Pad>("", "Pad", upgrade_pad);
  r.add<Pad>("com.microsoft", "Pad", upgrade_contrib_pad);
}

}  // namespace sardonyx
