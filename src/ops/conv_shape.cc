#include "ops/conv_shape.h"

#include <algorithm>

namespace sardonyx {
namespace {

using Sizes = std::vector<std::int64_t>;

// Kernel sizes: the filter's own, which `kernel_shape` must repeat.
std::vector<Dim> kernel_dims(const WindowFields& f, const SymShape& w, std::size_t spatial) {
  std::vector<Dim> kernel;
  for (std::size_t i = 0; i < spatial; ++i) {
    Dim said = i < f.kernel_shape.size() ? Dim(f.kernel_shape[i]) : Dim::unknown();
    if (w.ranked()) {
      const Dim& own = w[i + 2];
      require(!said.is_number() || !own.is_number() || said == own, Code::invalid_argument,
              "kernel_shape says {} where the filter has {}", said, own);
      if (own.is_number() || !said.is_number()) said = own;
    }
    kernel.push_back(std::move(said));
  }
  return kernel;
}

std::size_t check_ranks(const WindowFields& f, const SymShape& x, const SymShape& w) {
  require(x.rank() >= 3, Code::invalid_argument, "X of shape {} has no spatial axes", x);
  require(!w.ranked() || w.rank() == x.rank(), Code::invalid_argument,
          "a filter of shape {} does not fit X of shape {}", w, x);
  f.check(x.rank() - 2);
  return x.rank() - 2;
}

void check_groups(std::int64_t group, const Dim& channels, const char* what) {
  require(group >= 1, Code::invalid_model, "group is {}, it must be positive", group);
  require(!channels.is_number() || channels.number() % group == 0, Code::invalid_argument,
          "{} {} channels cannot be split into {} groups", channels, what, group);
}

// Fills the spatial part. Ranks above 3 are refused: nothing in practice uses them.
void put_window(conv::Shape& s, const Window& w) {
  require(w.spatial() <= conv::kMaxSpatial, Code::not_implemented,
          "convolutions over {} spatial axes are not supported (up to {} are)", w.spatial(),
          conv::kMaxSpatial);
  s.spatial = static_cast<int>(w.spatial());
  std::copy(w.in.begin(), w.in.end(), s.in);
  std::copy(w.out.begin(), w.out.end(), s.out);
  std::copy(w.kernel.begin(), w.kernel.end(), s.kernel);
  std::copy(w.stride.begin(), w.stride.end(), s.stride);
  std::copy(w.dilation.begin(), w.dilation.end(), s.dilation);
  std::copy(w.pad_begin.begin(), w.pad_begin.end(), s.pad_begin);
}

void put_filter(conv::Shape& s, const WindowFields& f, const Shape& w) {
  const std::size_t spatial = w.rank() < 2 ? 0 : w.rank() - 2;
  require(spatial >= 1 && spatial <= conv::kMaxSpatial, Code::not_implemented,
          "a filter of shape {} is not supported", w);
  f.check(spatial);
  s.spatial = static_cast<int>(spatial);
  for (std::size_t i = 0; i < spatial; ++i) {
    s.kernel[i] = w[i + 2];
    s.stride[i] = f.strides.empty() ? 1 : f.strides[i];
    s.dilation[i] = f.dilations.empty() ? 1 : f.dilations[i];
  }
}

Sizes tail(const Shape& shape) { return Sizes(shape.begin() + 2, shape.end()); }

}  // namespace

SymShape conv_output(const WindowFields& f, std::int64_t group, const SymShape& x, const SymShape& w) {
  if (!x.ranked()) return {};
  const std::size_t spatial = check_ranks(f, x, w);
  if (w.ranked()) {
    check_groups(group, w[0], "output");
    const Dim needed = w[1] * group;
    require(!needed.is_number() || !x[1].is_number() || needed == x[1], Code::invalid_argument,
            "X of shape {} has {} channels where a filter of shape {} in {} groups needs {}", x, x[1], w,
            group, needed);
  }
  std::vector<Dim> out = {x[0], w.ranked() ? w[0] : Dim::unknown()};
  for (const Dim& d : window_output(f, {x.dims().begin() + 2, x.dims().end()}, kernel_dims(f, w, spatial)))
    out.push_back(d);
  return SymShape(std::move(out));
}

conv::Shape conv_shape(const WindowFields& f, std::int64_t group, const Shape& x, const Shape& w) {
  conv::Shape s;
  s.batch = x[0];
  s.in_channels = x[1];
  s.out_channels = w[0];
  s.groups = group;
  put_window(s, decide_window(f, tail(x), tail(w)));
  return s;
}

conv::Shape conv_filter_shape(const WindowFields& f, std::int64_t group, const Shape& w) {
  conv::Shape s;
  put_filter(s, f, w);
  s.in_channels = w[1] * group;
  s.out_channels = w[0];
  s.groups = group;
  return s;
}

SymShape conv_transpose_output(const TransposedFields& f, const SymShape& x, const SymShape& w) {
  if (!x.ranked()) return {};
  const std::size_t spatial = check_ranks(f.window, x, w);
  check_groups(f.group, x[1], "input");
  if (w.ranked()) {
    require(!w[0].is_number() || !x[1].is_number() || w[0] == x[1], Code::invalid_argument,
            "X of shape {} has {} channels where a filter of shape {} needs {}", x, x[1], w, w[0]);
  }
  std::vector<Dim> out = {x[0], w.ranked() ? w[1] * f.group : Dim::unknown()};
  const std::vector<Dim> in(x.dims().begin() + 2, x.dims().end());
  for (const Dim& d : transposed_window_output(f.window, f.output_padding, f.output_shape, in,
                                               kernel_dims(f.window, w, spatial)))
    out.push_back(d);
  return SymShape(std::move(out));
}

conv::Shape conv_transpose_shape(const TransposedFields& f, const Shape& x, const Shape& w) {
  conv::Shape s;
  s.batch = x[0];
  s.in_channels = x[1];
  s.out_channels = w[1] * f.group;
  s.groups = f.group;
  put_window(s, decide_transposed_window(f.window, f.output_padding, f.output_shape, tail(x), tail(w)));
  return s;
}

conv::Shape conv_transpose_filter_shape(const TransposedFields& f, const Shape& w) {
  conv::Shape s;
  put_filter(s, f.window, w);
  s.in_channels = w[0];
  s.out_channels = w[1] * f.group;
  s.groups = f.group;
  return s;
}

void check_bias(const SymShape& bias, const Dim& channels) {
  if (!bias.ranked()) return;
  const bool fits =
      bias.rank() == 1 && (!bias[0].is_number() || !channels.is_number() || bias[0] == channels);
  require(fits, Code::invalid_argument, "a bias of shape {} does not fit {} output channels", bias, channels);
}

}  // namespace sardonyx
