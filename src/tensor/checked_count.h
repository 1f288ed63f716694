// The number of elements of sizes that are not trusted.
#pragma once

#include <cstdint>

#include "sardonyx/value.hpp"

namespace sardonyx {

// Throws invalid_argument on a negative size, over_budget when 64 bits do not count the elements. The sizes that are
// not 0 must multiply within 64 bits too, so that the strides of an empty tensor do.
std::int64_t checked_count(const Shape& shape);

}  // namespace sardonyx
