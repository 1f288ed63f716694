#pragma once

#include "graph/op.h"

namespace sardonyx {

// What `op` lowers to; where every output is known to be empty, a kernel that does nothing: it would otherwise walk
// axes that cost no memory (heads of size 0, steps of no batch) and may be as long as 64 bits count.
Kernel lowered(const Op& op, LowerContext& c);

}  // namespace sardonyx
