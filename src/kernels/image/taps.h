// Resampling one axis: which source positions an output position mixes, and with what weights.
#pragma once

#include <cstdint>
#include <vector>

namespace sardonyx::image {

enum class Coordinates : std::uint8_t {
  half_pixel,
  half_pixel_symmetric,
  pytorch_half_pixel,
  align_corners,
  asymmetric,
  tf_half_pixel_for_nn,
  tf_crop_and_resize
};
enum class Nearest : std::uint8_t {
  round_prefer_floor,
  round_prefer_ceil,
  floor,
  ceil,
  simple  // floor when enlarging, ceil when shrinking: before version 11
};
enum class Filter : std::uint8_t { nearest, linear, cubic };

struct AxisResize {
  std::int64_t in = 0, out = 0;
  double scale = 1;  // out / in, or what the model says
  double roi_start = 0, roi_end = 1;
  Coordinates coordinates = Coordinates::half_pixel;
  Nearest nearest = Nearest::round_prefer_floor;
  Filter filter = Filter::nearest;
  double cubic_a = -0.75;
  bool exclude_outside = false;
  bool antialias = false;
};

// Where output position `x` lies on the source axis, computed in Real. Nearest takes float: models mean that 11 / 2.2
// is 5, which holds for floats and not for the double nearest to a float's 2.2.
template <typename Real>
Real source_position(const AxisResize& a, std::int64_t x);
// The source index of Filter::nearest; -1 when tf_crop_and_resize leaves the axis.
std::int64_t nearest_index(const AxisResize& a, std::int64_t x);

// Weights of an axis: `width` taps for every output position, indices inside the axis.
struct Taps {
  std::int64_t width = 0;
  std::vector<std::int64_t> index;  // [out, width]
  std::vector<float> weight;        // [out, width]
  std::vector<bool> outside;        // set where tf_crop_and_resize leaves the axis; else empty
};
Taps taps_of(const AxisResize& a);

}  // namespace sardonyx::image
