// 2- and 4-bit elements: packed low bits first at rest, one a byte while they are moved.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sardonyx/dtype.hpp"

namespace sardonyx::move {

// `count` elements of `dtype` (a sub-byte type), one a byte; the upper bits are 0.
void unpack(DType dtype, const std::byte* packed, std::int64_t count, std::byte* out) noexcept;
// The way back; unused bits of the last byte are 0.
void pack(DType dtype, const std::byte* elements, std::int64_t count, std::byte* packed) noexcept;

}  // namespace sardonyx::move
