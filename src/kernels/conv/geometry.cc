#include "kernels/conv/geometry.h"

#include <algorithm>

namespace sardonyx::conv {
namespace {

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

}  // namespace

void Axis::inside(std::int64_t k, std::int64_t& first, std::int64_t& last) const {
  const std::int64_t shift = pad - k * dilation;  // o * stride >= shift, o * stride < in + shift
  first = std::clamp<std::int64_t>(-floor_div(-shift, stride), 0, out);
  last = std::clamp<std::int64_t>(-floor_div(-(in + shift), stride), first, out);
}

Geometry::Geometry(const Shape& s)
    : batch(s.batch),
      groups(s.groups),
      in_channels(s.in_channels),
      out_channels(s.out_channels),
      group_in(s.in_channels / s.groups),
      group_out(s.out_channels / s.groups) {
  Axis* const axes[kMaxSpatial] = {&d, &h, &w};
  for (int i = 0; i < s.spatial; ++i)
    *axes[kMaxSpatial - s.spatial + i] = {s.in[i],     s.out[i],      s.kernel[i],
                                          s.stride[i], s.dilation[i], s.pad_begin[i]};
  in_pixels = d.in * h.in * w.in;
  out_pixels = d.out * h.out * w.out;
  taps = d.kernel * h.kernel * w.kernel;
}

bool Geometry::pointwise() const {
  const auto same = [](const Axis& a) {
    return a.kernel == 1 && a.stride == 1 && a.pad == 0 && a.in == a.out;
  };
  return same(d) && same(h) && same(w);
}

std::int64_t output_size(std::int64_t in, std::int64_t kernel, std::int64_t stride, std::int64_t dilation,
                         std::int64_t pad_begin, std::int64_t pad_end) {
  const std::int64_t room = in + pad_begin + pad_end - (dilation * (kernel - 1) + 1);
  return room < 0 ? 0 : room / stride + 1;
}

std::int64_t transposed_output_size(std::int64_t in, std::int64_t kernel, std::int64_t stride,
                                    std::int64_t dilation, std::int64_t pad_begin, std::int64_t pad_end,
                                    std::int64_t output_padding) {
  if (in == 0) return 0;
  const std::int64_t full = stride * (in - 1) + output_padding + dilation * (kernel - 1) + 1;
  return std::max<std::int64_t>(0, full - pad_begin - pad_end);
}

}  // namespace sardonyx::conv
