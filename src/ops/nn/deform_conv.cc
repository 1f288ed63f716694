// DeformConv: convolution whose taps are moved by offsets and weighted by a mask; between cells linear.
#include <algorithm>
#include <cmath>

#include "graph/op.h"
#include "ops/conv_shape.h"
#include "ops/in_float.h"
#include "ops/weights.h"

namespace sardonyx {
namespace {

struct DeformConvLayout {
  conv::Shape s;
  std::int64_t offset_groups = 1, taps = 1, pixels = 1, cells = 1;
};

// The value at a place between cells; cells outside are 0.
template <typename T>
T sample(const conv::Shape& s, const T* plane, const double* at) {
  double total = 0;
  const int corners = 1 << s.spatial;
  std::int64_t low[conv::kMaxSpatial];
  double part[conv::kMaxSpatial];
  for (int d = 0; d < s.spatial; ++d) {
    // The comparison also sends NaN away.
    if (!(at[d] > -1 && at[d] < static_cast<double>(s.in[d]))) return T{0};
    const double f = std::floor(at[d]);
    low[d] = static_cast<std::int64_t>(f);
    part[d] = at[d] - f;
  }
  for (int corner = 0; corner < corners; ++corner) {
    double weight = 1;
    std::int64_t index = 0;
    bool inside = true;
    for (int d = 0; d < s.spatial; ++d) {
      const bool high = (corner >> d & 1) != 0;
      const std::int64_t i = low[d] + (high ? 1 : 0);
      inside = inside && i >= 0 && i < s.in[d];
      weight *= high ? part[d] : 1 - part[d];
      index = index * s.in[d] + i;
    }
    if (inside) total += weight * static_cast<double>(plane[index]);
  }
  return static_cast<T>(total);
}

// Row (channel, tap) of the columns: what the tap sees at every output pixel.
template <typename T>
void fill_row(const DeformConvLayout& l, const T* x, const T* offset, const T* mask, std::int64_t channel,
              std::int64_t tap, T* row) {
  const conv::Shape& s = l.s;
  const std::int64_t group = channel / (s.in_channels / l.offset_groups);
  const T* plane = x + channel * l.cells;
  const T* shift = offset + (group * l.taps + tap) * s.spatial * l.pixels;
  const T* weight = mask == nullptr ? nullptr : mask + (group * l.taps + tap) * l.pixels;
  std::int64_t place[conv::kMaxSpatial] = {}, rest = tap;
  for (int d = s.spatial; d-- > 0; rest /= s.kernel[d])
    place[d] = rest % s.kernel[d] * s.dilation[d] - s.pad_begin[d];
  for (std::int64_t p = 0; p < l.pixels; ++p) {
    double at[conv::kMaxSpatial];
    std::int64_t pixel = p;
    for (int d = s.spatial; d-- > 0; pixel /= s.out[d])
      at[d] = static_cast<double>(pixel % s.out[d] * s.stride[d] + place[d]) +
              static_cast<double>(shift[d * l.pixels + p]);
    row[p] = sample(s, plane, at) * (weight == nullptr ? T{1} : weight[p]);
  }
}

template <typename T>
void run(const DeformConvLayout& l, Isa isa, Call& call) {
  const conv::Shape& s = l.s;
  const T *x = call.in<T>(0), *offset = call.in<T>(2), *mask = call.in<T>(4);
  T* columns = reinterpret_cast<T*>(call.scratch());
  const std::int64_t rows = s.in_channels * l.taps, inner = rows / s.groups, out = s.out_channels / s.groups;
  for (std::int64_t b = 0; b < s.batch; ++b) {
    call.check_stop();
    call.for_range(rows, 1 + 1024 / (l.pixels + 1), [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t i = begin; i < end; ++i)
        fill_row(l, x + b * s.in_channels * l.cells,
                 offset + b * l.offset_groups * l.taps * s.spatial * l.pixels,
                 mask == nullptr ? nullptr : mask + b * l.offset_groups * l.taps * l.pixels, i / l.taps,
                 i % l.taps, columns + i * l.pixels);
    });
    for (std::int64_t g = 0; g < s.groups; ++g) {
      gemm::Problem p;
      p.type = gemm_type(dtype_of<T>);
      p.m = out;
      p.n = l.pixels;
      p.k = inner;
      p.a = {call.in<T>(1) + g * out * inner, inner, 1};
      p.b = {columns + g * inner * l.pixels, l.pixels, 1};
      p.c = call.out<T>(0) + (b * s.out_channels + g * out) * l.pixels;
      p.ldc = l.pixels;
      p.epilogue.row_bias = call.in<T>(3) == nullptr ? nullptr : call.in<T>(3) + g * out;
      gemm::run(p, call.pool(), call.stop(), isa);
    }
  }
}

struct DeformConv final : Op {
  WindowFields window;
  std::int64_t group = 1, offset_group = 1;
  void fields(FieldVisitor& f) override {
    f("dilations", window.dilations);
    f("group", group);
    f("kernel_shape", window.kernel_shape);
    f("offset_group", offset_group);
    f("pads", window.pads);
    f("strides", window.strides);
  }

  void infer(InferContext& c) const override {
    SymShape y = conv_output(window, group, c.shape(0), c.shape(1));
    if (c.has(3) && y.ranked()) check_bias(c.shape(3), y[1]);
    require(offset_group > 0, Code::invalid_model, "offset_group is {}, it must be positive", offset_group);
    c.out(0, c.dtype(0), std::move(y));
  }

  Kernel lower(LowerContext& c) const override {
    DeformConvLayout l;
    l.s = conv_shape(window, group, c.shape(0), c.shape(1));
    l.offset_groups = offset_group;
    for (int d = 0; d < l.s.spatial; ++d) {
      l.taps *= l.s.kernel[d];
      l.pixels *= l.s.out[d];
      l.cells *= l.s.in[d];
    }
    const std::int64_t one = l.s.batch * offset_group * l.taps * l.pixels;
    require(l.s.in_channels % offset_group == 0 && c.shape(2).count() == one * l.s.spatial &&
                (!c.has(4) || c.shape(4).count() == one),
            Code::invalid_argument, "offset of shape {} and mask do not fit {} offset groups of {} taps",
            c.shape(2), offset_group, l.taps);
    const Isa isa = c.options().isa;
    const auto numbers =
        checked_mul(static_cast<std::size_t>(l.s.in_channels * l.taps), static_cast<std::size_t>(l.pixels));
    return in_float(c, [&]<typename T>() {
      return Kernel::of([l, isa](Call& call) { run<T>(l, isa, call); }).with_scratch(numbers * sizeof(T));
    });
  }
};

}  // namespace

void register_deform_conv(OpRegistry& r) { r.add<DeformConv>("", "DeformConv"); }

}  // namespace sardonyx
