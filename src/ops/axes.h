// Axes as models give them: negative ones count from the end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/error.h"

namespace sardonyx {

// `axis` in [-rank, rank) made non-negative; throws invalid_argument, naming both, otherwise.
inline std::size_t normalise_axis(std::int64_t axis, std::size_t rank) {
  const auto r = static_cast<std::int64_t>(rank);
  require(axis >= -r && axis < r, Code::invalid_argument,
          "axis {} is outside [{}, {}) for a tensor of rank {}", axis, -r, r, r);
  return static_cast<std::size_t>(axis < 0 ? axis + r : axis);
}

// Every axis normalised, in the order given; throws when two are the same.
inline std::vector<std::size_t> normalise_axes(std::span<const std::int64_t> axes, std::size_t rank) {
  std::vector<std::size_t> result;
  result.reserve(axes.size());
  for (std::int64_t axis : axes) {
    const std::size_t a = normalise_axis(axis, rank);
    require(std::find(result.begin(), result.end(), a) == result.end(), Code::invalid_argument,
            "axis {} is given twice", axis);
    result.push_back(a);
  }
  return result;
}

}  // namespace sardonyx
