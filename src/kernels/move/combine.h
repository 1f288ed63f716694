// Writing into an element that is there already: what scatters do with `reduction`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sardonyx/dtype.hpp"

namespace sardonyx::move {

enum class Reduction : std::uint8_t { none, add, mul, min, max };

// dst[i] = dst[i] (+) src[i] for `n` elements; integers wrap, NaN wins in min and max. bool: or, and, and, or.
using Combine = void (*)(std::byte* dst, const std::byte* src, std::int64_t n);
// Throws not_implemented for types without arithmetic. Not for Reduction::none.
Combine combine_of(Reduction reduction, DType dtype);

}  // namespace sardonyx::move
