// What operators refuse while shapes are inferred: operands of the wrong size. Open sizes are not refused.
#pragma once

#include "graph/op.h"

namespace sardonyx {

// Throws invalid_argument, naming input, shape and number, unless input `i` is absent or has `count` elements.
void check_count(const InferContext& c, std::size_t i, const Dim& count);
// The same for a vector: its rank is 1.
void check_vector(const InferContext& c, std::size_t i, const Dim& count);

}  // namespace sardonyx
