// The shapes of convolutions: facts of X and W to the kernel's terms.
#pragma once

#include "kernels/conv/conv.h"
#include "ops/window.h"

namespace sardonyx {

// Fact of Y; checks ranks, channels and groups as far as they are known.
SymShape conv_output(const WindowFields& fields, std::int64_t group, const SymShape& x, const SymShape& w);
conv::Shape conv_shape(const WindowFields& fields, std::int64_t group, const Shape& x, const Shape& w);
// What the packing of a filter depends on, while X is not known.
conv::Shape conv_filter_shape(const WindowFields& fields, std::int64_t group, const Shape& w);

struct TransposedFields {
  WindowFields window;
  std::vector<std::int64_t> output_padding, output_shape;
  std::int64_t group = 1;
};
SymShape conv_transpose_output(const TransposedFields& fields, const SymShape& x, const SymShape& w);
conv::Shape conv_transpose_shape(const TransposedFields& fields, const Shape& x, const Shape& w);
conv::Shape conv_transpose_filter_shape(const TransposedFields& fields, const Shape& w);

// The bias, when its size is known, has one element per output channel.
void check_bias(const SymShape& bias, const Dim& channels);

}  // namespace sardonyx
