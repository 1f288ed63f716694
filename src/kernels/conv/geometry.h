// Geometry: a conv::Shape with its dimensions filled up to three (depth, height, width) and its products.
#pragma once

#include <cstdint>

#include "kernels/conv/conv.h"

namespace sardonyx::conv {

struct Axis {
  std::int64_t in = 1, out = 1, kernel = 1, stride = 1, dilation = 1, pad = 0;

  // Input position of output `o` under tap `k`; may lie outside [0, in).
  std::int64_t at(std::int64_t o, std::int64_t k) const { return o * stride - pad + k * dilation; }
  // The outputs [first, last) whose input under tap k lies inside, within [0, out].
  void inside(std::int64_t k, std::int64_t& first, std::int64_t& last) const;
};

struct Geometry {
  Axis d, h, w;
  std::int64_t batch, groups, in_channels, out_channels;  // channels of the whole
  std::int64_t group_in, group_out;                       // channels of one group
  std::int64_t in_pixels, out_pixels, taps;

  explicit Geometry(const Shape& shape);
  // Every output reads exactly the input pixel of its own place.
  bool pointwise() const;
  // Each output channel reads one input channel.
  bool depthwise() const { return group_in == 1 && groups > 1; }
};

}  // namespace sardonyx::conv
