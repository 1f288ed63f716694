// Sampling a picture of any rank at points between its elements.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/image/taps.h"

namespace sardonyx::image {

enum class Outside : std::uint8_t { zeros, border, reflection };

struct Grid {
  std::vector<std::int64_t> sizes;    // of the spatial axes, outermost first
  std::vector<std::int64_t> strides;  // of these axes, in elements
  Filter filter = Filter::linear;
  Outside outside = Outside::zeros;
  bool align_corners = false;

  std::size_t taps() const;  // at most this many per point
};

// The elements that a point mixes, and their weights; those outside are left out.
struct Mix {
  std::vector<std::int64_t> at;
  std::vector<double> weight;
};

// `point`: the position in the grid's own order, innermost axis first, each in [-1, 1] inside the picture.
void mix_of(const Grid& g, std::span<const double> point, Mix& mix);

}  // namespace sardonyx::image
