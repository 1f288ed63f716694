// Broadcasting of shapes as NumPy does it: aligned at the last axis, a size of 1 repeats.
#pragma once

#include <initializer_list>
#include <span>

#include "tensor/dim.h"

namespace sardonyx {

// The shape that all broadcast to; unranked when one of them is. Sizes that cannot agree throw invalid_argument,
// naming both shapes.
SymShape broadcast_shapes(std::span<const SymShape* const> shapes);
inline SymShape broadcast_shapes(std::initializer_list<const SymShape*> shapes) {
  return broadcast_shapes(std::span<const SymShape* const>(shapes.begin(), shapes.size()));
}
// The same for numbers.
Shape broadcast_shapes(std::span<const Shape> shapes);

}  // namespace sardonyx
