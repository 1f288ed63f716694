// com.microsoft MaxpoolWithMask: MaxPool, where a row of a window ends at the first masked cell.
//
// The first cell of a plane counts whatever its mask says, and the mask of plane p begins at element
// p * cells mod planes of the mask: both as ONNX Runtime has them.
#include <algorithm>
#include <limits>

#include "graph/op.h"
#include "ops/window.h"

namespace sardonyx {
namespace {

struct MaxPoolLayout {
  Window w;
  std::int64_t planes = 0, cells = 0, outputs = 0, mask_planes = 1;
};

// Cells [begin, end) of the window of output `out` along axis `a`.
std::pair<std::int64_t, std::int64_t> cells_of(const Window& w, std::size_t a, std::int64_t out) {
  const std::int64_t first = out * w.stride[a] - w.pad_begin[a];
  return {std::max<std::int64_t>(first, 0), std::min(first + w.kernel[a], w.in[a])};
}

float pool_window(const Window& w, const std::int64_t* at, const float* x, const std::int32_t* mask) {
  const std::size_t last = w.spatial() - 1;
  // Up to two axes in front of the rows; missing ones have one cell.
  const auto [d0, d1] = last >= 2 ? cells_of(w, 0, at[0]) : std::pair<std::int64_t, std::int64_t>{0, 1};
  const auto [h0, h1] =
      last >= 1 ? cells_of(w, last - 1, at[last - 1]) : std::pair<std::int64_t, std::int64_t>{0, 1};
  const auto [w0, w1] = cells_of(w, last, at[last]);
  const std::int64_t height = last >= 1 ? w.in[last - 1] : 1, width = w.in[last];
  float best = std::numeric_limits<float>::lowest();
  for (std::int64_t d = d0; d < d1; ++d) {
    for (std::int64_t h = h0; h < h1; ++h) {
      const std::int64_t row = (d * height + h) * width;
      for (std::int64_t i = row + w0; i < row + w1; ++i) {
        if (i > 0 && mask[i] == 0) break;
        best = std::max(best, x[i]);
      }
    }
  }
  return best;
}

void pool_plane(const MaxPoolLayout& l, const float* x, const std::int32_t* mask, float* y) {
  std::int64_t at[3] = {0, 0, 0};
  for (std::int64_t i = 0; i < l.outputs; ++i) {
    y[i] = pool_window(l.w, at, x, mask);
    for (std::size_t a = l.w.spatial(); a-- > 0;) {
      if (++at[a] < l.w.out[a]) break;
      at[a] = 0;
    }
  }
}

struct MaxpoolWithMask final : Op {
  WindowFields window;
  bool storage_order = false;  // of the indices that this operator does not give
  void fields(FieldVisitor& f) override {
    f("auto_pad", window.auto_pad);
    f("kernel_shape", window.kernel_shape);
    f("pads", window.pads);
    f("strides", window.strides);
    f("storage_order", storage_order);
  }

  void infer(InferContext& c) const override {
    const SymShape& x = c.shape(0);
    require(!window.kernel_shape.empty(), Code::invalid_model, "kernel_shape must be given");
    if (!x.ranked()) return c.out(0, c.dtype(0), {});
    require(x.rank() >= 3 && x.rank() <= 5, Code::invalid_argument, "X of shape {} must have rank 3 to 5", x);
    require(window.kernel_shape.size() == x.rank() - 2, Code::invalid_model,
            "kernel_shape has {} entries where X of shape {} needs {}", window.kernel_shape.size(), x,
            x.rank() - 2);
    std::vector<Dim> out = {x[0], x[1]};
    const std::vector<Dim> kernel(window.kernel_shape.begin(), window.kernel_shape.end());
    for (const Dim& d : window_output(window, {x.dims().begin() + 2, x.dims().end()}, kernel))
      out.push_back(d);
    c.out(0, c.dtype(0), SymShape(std::move(out)));
  }

  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0), m = c.shape(1);
    require(m.rank() == x.rank() && std::equal(x.begin() + 2, x.end(), m.begin() + 2), Code::invalid_argument,
            "the mask of shape {} does not fit X of shape {}", m, x);
    MaxPoolLayout l;
    l.w = decide_window(window, {x.begin() + 2, x.end()}, window.kernel_shape);
    l.planes = x[0] * x[1];
    l.cells = x.count(2, x.rank());
    l.outputs = c.out_shape(0).count(2, x.rank());
    l.mask_planes = m[0] * m[1];
    require(l.planes == 0 || l.mask_planes > 0, Code::invalid_argument, "the mask of shape {} is empty", m);
    return Kernel::of([l](Call& call) {
      const float* x = call.in<float>(0);
      const auto* mask = call.in<std::int32_t>(1);
      float* y = call.out<float>(0);
      call.for_range(l.planes, 1 + 4096 / (l.outputs + 1), [&](std::int64_t begin, std::int64_t end, int) {
        for (std::int64_t p = begin; p < end; ++p)
          pool_plane(l, x + p * l.cells, mask + p * l.cells % l.mask_planes, y + p * l.outputs);
      });
    });
  }
};

}  // namespace

void register_maxpool_with_mask(OpRegistry& r) { r.add<MaxpoolWithMask>("com.microsoft", "MaxpoolWithMask"); }

}  // namespace sardonyx
