#include "kernels/image/taps.h"

#include <algorithm>
#include <cmath>

namespace sardonyx::image {

template <typename Real>
Real source_position(const AxisResize& a, std::int64_t x) {
  const auto at = static_cast<Real>(x), in = static_cast<Real>(a.in), out = static_cast<Real>(a.out);
  const auto scale = static_cast<Real>(a.scale), half = static_cast<Real>(0.5);
  const auto start = static_cast<Real>(a.roi_start), end = static_cast<Real>(a.roi_end);
  switch (a.coordinates) {
    case Coordinates::half_pixel:
      return (at + half) / scale - half;
    case Coordinates::half_pixel_symmetric: {
      const Real adjustment = out / (scale * in);
      return in / 2 * (1 - adjustment) + (at + half) / scale - half;
    }
    case Coordinates::pytorch_half_pixel:
      return a.out > 1 ? (at + half) / scale - half : 0;
    case Coordinates::align_corners: {
      const Real width = scale * in;  // may be fractional when a scale is given
      return width == 1 || a.out == 1 ? 0 : at * (in - 1) / (width - 1);
    }
    case Coordinates::asymmetric:
      return at / scale;
    case Coordinates::tf_half_pixel_for_nn:
      return (at + half) / scale;
    case Coordinates::tf_crop_and_resize:
      break;
  }
  if (a.out <= 1) return half * (start + end) * (in - 1);
  return start * (in - 1) + at * (end - start) * (in - 1) / (out - 1);
}
template float source_position<float>(const AxisResize&, std::int64_t);
template double source_position<double>(const AxisResize&, std::int64_t);

namespace {

bool leaves(const AxisResize& a, double x) {
  return a.coordinates == Coordinates::tf_crop_and_resize && !(x >= 0 && x <= static_cast<double>(a.in - 1));
}

double cubic(double x, double a) {
  x = std::fabs(x);
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  if (x < 2) return ((x - 5) * x + 8) * x * a - 4 * a;
  return 0;
}

}  // namespace

std::int64_t nearest_index(const AxisResize& a, std::int64_t position) {
  float x = source_position<float>(a, position);
  if (leaves(a, x)) return -1;
  switch (a.nearest) {
    case Nearest::round_prefer_floor:
      x = std::ceil(x - 0.5f);
      break;
    case Nearest::round_prefer_ceil:
      x = std::floor(x + 0.5f);
      break;
    case Nearest::floor:
      x = std::floor(x);
      break;
    case Nearest::ceil:
      x = std::ceil(x);
      break;
    case Nearest::simple:
      x = a.scale < 1 ? std::ceil(x) : std::floor(x);
      break;
  }
  return static_cast<std::int64_t>(std::clamp(static_cast<double>(x), 0.0, static_cast<double>(a.in - 1)));
}

Taps taps_of(const AxisResize& a) {
  const double reach = a.filter == Filter::linear ? 1 : 2;
  // Stretches the filter when below 1; never over more than the whole axis.
  const double shrink = a.antialias ? std::clamp(a.scale, 1.0 / static_cast<double>(a.in), 1.0) : 1.0;
  Taps t;
  t.width = 2 * static_cast<std::int64_t>(std::ceil(reach / shrink));
  const auto total = static_cast<std::size_t>(a.out * t.width);
  t.index.resize(total);
  t.weight.resize(total);
  std::vector<double> weights(static_cast<std::size_t>(t.width));
  for (std::int64_t o = 0; o < a.out; ++o) {
    double x = source_position<double>(a, o);
    if (leaves(a, x)) {
      t.outside.resize(static_cast<std::size_t>(a.out));
      t.outside[static_cast<std::size_t>(o)] = true;
      x = 0;
    }
    const auto first = static_cast<std::int64_t>(std::floor(x)) - t.width / 2 + 1;
    double sum = 0;
    for (std::int64_t k = 0; k < t.width; ++k) {
      const double distance = (static_cast<double>(first + k) - x) * shrink;
      double w =
          a.filter == Filter::linear ? std::max(0.0, 1 - std::fabs(distance)) : cubic(distance, a.cubic_a);
      if (a.exclude_outside && (first + k < 0 || first + k >= a.in)) w = 0;
      weights[static_cast<std::size_t>(k)] = w;
      sum += w;
    }
    const bool normalise = (a.exclude_outside || a.antialias) && sum != 0;
    for (std::int64_t k = 0; k < t.width; ++k) {
      const auto at = static_cast<std::size_t>(o * t.width + k);
      t.index[at] = std::clamp<std::int64_t>(first + k, 0, a.in - 1);
      t.weight[at] = static_cast<float>(weights[static_cast<std::size_t>(k)] / (normalise ? sum : 1.0));
    }
  }
  return t;
}

}  // namespace sardonyx::image
