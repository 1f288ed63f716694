// Sparse tensors in the form that operators expect.
#pragma once

#include "sardonyx/value.hpp"

namespace sardonyx {

// The dense form: zeros, or empty strings, wherever `s` has no value. Throws invalid_model on an index outside.
Tensor densify(const Sparse& s);

}  // namespace sardonyx
