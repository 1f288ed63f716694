// Complex numbers as pairs on the last axis: ComplexMul, ComplexMulConj, Rfft, Irfft (com.microsoft).
#include "ops/rewritten.h"

namespace sardonyx {
namespace {

const Attributes kPairs = {{"axis", std::int64_t{-1}}, {"num_outputs", std::int64_t{2}}};

// a * b, or a times the conjugate of b.
void upgrade_product(UpgradeContext& u, bool conjugate) {
  Rewrite r(u);
  const auto a = r.nodes("Split", {r.in(0)}, kPairs, 2), b = r.nodes("Split", {r.in(1)}, kPairs, 2);
  const auto mul = [&](std::size_t i, std::size_t j) { return r.node("Mul", {a[i], b[j]}); };
  const std::int32_t real = r.node(conjugate ? "Add" : "Sub", {mul(0, 0), mul(1, 1)});
  const std::int32_t imaginary = r.node(conjugate ? "Sub" : "Add", {mul(1, 0), mul(0, 1)});
  r.becomes("Concat", {real, imaginary}, {{"axis", std::int64_t{-1}}});
}

struct Transform {
  bool onesided, normalized;
  std::int64_t axes;
};
Transform transform(Rewrite& r, std::string_view op) {
  const auto axes = r.attribute<std::int64_t>("signal_ndim", 1);
  require(axes >= 1 && axes <= 3, Code::invalid_model, "signal_ndim of {} is {}, outside [1, 3]", op, axes);
  const bool normalized = r.attribute<std::int64_t>("normalized", 0) != 0;
  return {r.attribute<std::int64_t>("onesided", 1) != 0, normalized, axes};
}

// The root of the number of points, the last `axes` sizes of `signal`. Normalised transforms keep lengths.
std::int32_t root_of_points(Rewrite& r, std::int32_t signal, std::int64_t axes) {
  const std::int32_t sizes = r.node("Shape", {signal}, {{"start", -axes}});
  const std::int32_t points = r.node("ReduceProd", {sizes}, {{"keepdims", std::int64_t{0}}});
  return r.node("Sqrt", {r.node("CastLike", {points, signal})});
}

std::int32_t dft(Rewrite& r, std::int32_t x, std::int64_t axis, bool inverse, bool onesided) {
  const Attributes attributes = {{"inverse", std::int64_t{inverse}}, {"onesided", std::int64_t{onesided}}};
  return r.node("DFT", {x, -1, r.scalar(axis)}, attributes);
}

// The last axis is real and goes first; the others are complex by then.
void upgrade_rfft(UpgradeContext& u) {
  Rewrite r(u);
  const Transform t = transform(r, "Rfft");
  std::int32_t y = r.node("Unsqueeze", {r.in(0), r.ints({-1})});
  for (std::int64_t i = 0; i < t.axes; ++i) y = dft(r, y, -2 - i, false, t.onesided && i == 0);
  if (t.normalized)
    r.becomes("Div", {y, root_of_points(r, r.in(0), t.axes)});
  else
    r.becomes("Identity", {y});
}

void upgrade_irfft(UpgradeContext& u) {
  Rewrite r(u);
  const Transform t = transform(r, "Irfft");
  std::int32_t y = r.in(0);
  for (std::int64_t i = t.axes; i-- > 0;) y = dft(r, y, -2 - i, true, t.onesided && i == 0);
  // What is left of the imaginary parts, all zero, is dropped; a one-sided inverse has none.
  if (!t.onesided) y = r.nodes("Split", {y}, kPairs, 2)[0];
  y = r.node("Squeeze", {y, r.ints({-1})});
  if (t.normalized)
    r.becomes("Mul", {y, root_of_points(r, y, t.axes)});
  else
    r.becomes("Identity", {y});
}

}  // namespace

void register_complex_fft(OpRegistry& r) {
  r.add<Rewritten>("com.microsoft", "ComplexMul", [](UpgradeContext& u) { upgrade_product(u, false); });
  r.add<Rewritten>("com.microsoft", "ComplexMulConj", [](UpgradeContext& u) { upgrade_product(u, true); });
  r.add<Rewritten>("com.microsoft", "Rfft", upgrade_rfft);
  r.add<Rewritten>("com.microsoft", "Irfft", upgrade_irfft);
}

}  // namespace sardonyx
