#include "kernels/image/taps.h"

#include <algorithm>
#include <cmath>

namespace sardonyx::image {

double source_position(const AxisResize& a, std::int64_t x) {
  const auto at = static_cast<double>(x), in = static_cast<double>(a.in), out = static_cast<double>(a.out);
  switch (a.coordinates) {
    case Coordinates::half_pixel:
      return (at + 0.5) / a.scale - 0.5;
    case Coordinates::half_pixel_symmetric: {
      const double adjustment = out / (a.scale * in);
      return in / 2 * (1 - adjustment) + (at + 0.5) / a.scale - 0.5;
    }
    case Coordinates::pytorch_half_pixel:
      return a.out > 1 ? (at + 0.5) / a.scale - 0.5 : 0.0;
    case Coordinates::align_corners: {
      const double width = a.scale * in;  // may be fractional when a scale is given
      return width == 1 || a.out == 1 ? 0.0 : at * (in - 1) / (width - 1);
    }
    case Coordinates::asymmetric:
      return at / a.scale;
    case Coordinates::tf_half_pixel_for_nn:
      return (at + 0.5) / a.scale;
    case Coordinates::tf_crop_and_resize:
      break;
  }
  if (a.out <= 1) return 0.5 * (a.roi_start + a.roi_end) * (in - 1);
  return a.roi_start * (in - 1) + at * (a.roi_end - a.roi_start) * (in - 1) / (out - 1);
}

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
  double x = source_position(a, position);
  if (leaves(a, x)) return -1;
  switch (a.nearest) {
    case Nearest::round_prefer_floor:
      x = std::ceil(x - 0.5);
      break;
    case Nearest::round_prefer_ceil:
      x = std::floor(x + 0.5);
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
  return static_cast<std::int64_t>(std::clamp(x, 0.0, static_cast<double>(a.in - 1)));
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
    double x = source_position(a, o);
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
