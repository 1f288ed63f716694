// Window: kernel, strides, dilations and padding of convolutions and pools, from attributes to numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/op.h"

namespace sardonyx {

// What the model says; empty lists have the defaults (strides and dilations 1, pads 0).
struct WindowFields {
  std::string auto_pad = "NOTSET";
  std::vector<std::int64_t> kernel_shape, strides, dilations, pads;
  bool ceil_mode = false;
  // Pools: an axis on which not even one window fits has one all the same, cut off at the end, when the part that is
  // missing is smaller than a stride, and none when it is smaller than two.
  bool cut = false;

  // Throws invalid_model on a list of another length than `spatial`, a size below 1, an unknown auto_pad.
  void check(std::size_t spatial) const;
};

// Decided for sizes at hand; every list has one entry per spatial axis, outermost first.
struct Window {
  std::vector<std::int64_t> in, kernel, stride, dilation, pad_begin, pad_end, out;
  std::size_t spatial() const { return in.size(); }
};

// `in` and `kernel` have equal length, up to which `fields` is checked. Throws invalid_argument when the window does
// not fit.
Window decide_window(const WindowFields& fields, std::vector<std::int64_t> in,
                     std::vector<std::int64_t> kernel);
// The transposed one: `in` is the (small) input; out follows from output_shape, or pads and output_padding.
Window decide_transposed_window(const WindowFields& fields, const std::vector<std::int64_t>& output_padding,
                                const std::vector<std::int64_t>& output_shape, std::vector<std::int64_t> in,
                                std::vector<std::int64_t> kernel);

// Output sizes while some sizes are symbols. `kernel` may hold symbols too (a filter that is no constant).
std::vector<Dim> window_output(const WindowFields& fields, const std::vector<Dim>& in,
                               const std::vector<Dim>& kernel);
std::vector<Dim> transposed_window_output(const WindowFields& fields,
                                          const std::vector<std::int64_t>& output_padding,
                                          const std::vector<std::int64_t>& output_shape,
                                          const std::vector<Dim>& in, const std::vector<Dim>& kernel);

}  // namespace sardonyx
