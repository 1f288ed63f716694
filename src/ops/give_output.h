// Gives a value as output of a kernel that takes values, whether or not the caller has set memory aside for it.
#pragma once

#include <cstddef>

#include "graph/kernel.h"

namespace sardonyx {

// Hands `value` over, or copies its elements when output `i` already has an address. An output that nobody wants
// is dropped.
void give_output(Call& call, std::size_t i, Value value);

}  // namespace sardonyx
