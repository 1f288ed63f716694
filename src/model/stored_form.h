// How files hold elements: as memory does, but for the 6-bit floats, which lie there four in three bytes, from the
// lowest bit of the first.
#pragma once

#include <cstddef>

#include "sardonyx/value.hpp"

namespace sardonyx {

// Whether a file's bytes are not those of a tensor in memory.
inline bool stored_otherwise(DType d) { return d == DType::float6e2m3 || d == DType::float6e3m2; }

// What `count` elements take in a file.
std::size_t stored_bytes(DType d, std::size_t count);
// What a file holds for `t`: a tensor of bytes, or `t` where its own bytes are that.
Tensor to_stored(const Tensor& t);
// The tensor of a type that is stored otherwise, from its stored_bytes.
Tensor from_stored(DType d, const Shape& shape, const std::byte* stored);

}  // namespace sardonyx
