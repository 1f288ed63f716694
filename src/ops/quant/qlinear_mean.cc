// Means of 8-bit tensors, quantised again: QLinearAveragePool, QLinearGlobalAveragePool, QLinearReduceMean.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "graph/op.h"
#include "kernels/pool/pool.h"
#include "ops/axes.h"
#include "ops/byte_scale.h"

namespace sardonyx {
namespace {

using Ints = std::vector<std::int64_t>;

// Sizes of an N-dimensional window over a tensor, [N, C, spatial...] or with channels last.
struct Windows {
  std::size_t spatial = 0;
  Ints kernel, strides, begin, end;
};

struct QLinearAveragePool final : Op {
  std::string auto_pad = "NOTSET";
  bool ceil_mode = false, channels_last = false, count_include_pad = false;
  Ints kernel_shape, pads, strides;

  void fields(FieldVisitor& f) override {
    f("auto_pad", auto_pad);
    f("ceil_mode", ceil_mode);
    f("channels_last", channels_last);
    f("count_include_pad", count_include_pad);
    f("kernel_shape", kernel_shape);
    f("pads", pads);
    f("strides", strides);
  }
  void infer(InferContext& c) const override;
  Kernel lower(LowerContext& c) const override;

 private:
  std::size_t first_spatial() const { return channels_last ? 1 : 2; }
  Windows windows(const Shape& x) const;
  std::int64_t out_size(const Windows& w, std::size_t d, std::int64_t in) const {
    const bool same = auto_pad == "SAME_UPPER" || auto_pad == "SAME_LOWER";
    if (same) return (in + w.strides[d] - 1) / w.strides[d];
    return pool::output_size(in, w.kernel[d], w.strides[d], 1, w.begin[d], w.end[d], ceil_mode);
  }
};

Windows QLinearAveragePool::windows(const Shape& x) const {
  Windows w;
  w.spatial = kernel_shape.size();
  w.kernel = kernel_shape;
  w.strides = strides.empty() ? Ints(w.spatial, 1) : strides;
  w.begin.assign(w.spatial, 0);
  w.end.assign(w.spatial, 0);
  for (std::size_t d = 0; d < w.spatial; ++d) {
    if (auto_pad == "NOTSET" && !pads.empty()) {
      w.begin[d] = pads[d];
      w.end[d] = pads[d + w.spatial];
    } else if (auto_pad == "SAME_UPPER" || auto_pad == "SAME_LOWER") {
      const std::int64_t in = x[first_spatial() + d], out = (in + w.strides[d] - 1) / w.strides[d];
      const std::int64_t all = std::max<std::int64_t>(0, (out - 1) * w.strides[d] + w.kernel[d] - in);
      w.begin[d] = auto_pad == "SAME_UPPER" ? all / 2 : all - all / 2;
      w.end[d] = all - w.begin[d];
    }
  }
  return w;
}

void QLinearAveragePool::infer(InferContext& c) const {
  constexpr std::int64_t kMost = std::int64_t{1} << 31;
  const std::size_t n = kernel_shape.size();
  require(
      n >= 1 && n <= 3 && (strides.empty() || strides.size() == n) && (pads.empty() || pads.size() == 2 * n),
      Code::invalid_model, "kernel_shape has {} values, strides {} and pads {}", n, strides.size(),
      pads.size());
  const auto within = [](const Ints& v, std::int64_t low) {
    return std::all_of(v.begin(), v.end(), [&](std::int64_t i) { return i >= low && i <= kMost; });
  };
  require(within(kernel_shape, 1) && within(strides, 1) && within(pads, 0), Code::invalid_model,
          "sizes of the window are out of range");
  const SymShape& x = c.shape(0);
  if (!x.ranked()) return c.out(0, c.dtype(0), SymShape{});
  require(x.rank() == n + 2, Code::invalid_argument, "expected rank {}, found {}", n + 2, x);
  SymShape out = x;
  const auto numbers = x.numbers();
  for (std::size_t d = 0; d < n; ++d) {
    const std::size_t axis = first_spatial() + d;
    out[axis] = numbers ? Dim(out_size(windows(*numbers), d, (*numbers)[axis])) : Dim::unknown();
  }
  c.out(0, c.dtype(0), std::move(out));
}

// A window's range along one axis, inside x, and with the padding.
struct Span {
  std::int64_t begin, end, padded;
};

Span span_at(const Windows& w, std::size_t d, std::int64_t out, std::int64_t in) noexcept {
  const std::int64_t first = out * w.strides[d] - w.begin[d], last = first + w.kernel[d];
  return {std::max<std::int64_t>(0, first), std::min(in, last), std::min(in + w.end[d], last) - first};
}

struct PoolRun {
  Windows w;
  std::int64_t batch, channels;
  std::array<std::int64_t, 3> in, out;  // padded in front to three axes
  bool channels_last, include_pad;

  std::int64_t at(std::int64_t n, std::int64_t ch, std::int64_t pixel, std::int64_t pixels) const noexcept {
    return channels_last ? (n * pixels + pixel) * channels + ch : (n * channels + ch) * pixels + pixel;
  }
  float mean(const ByteScale& s, const std::byte* x, std::int64_t n, std::int64_t ch,
             std::int64_t pixel) const noexcept;
};

float PoolRun::mean(const ByteScale& s, const std::byte* x, std::int64_t n, std::int64_t ch,
                    std::int64_t pixel) const noexcept {
  const std::int64_t pixels = in[0] * in[1] * in[2];
  const std::array<std::int64_t, 3> o{pixel / (out[1] * out[2]), pixel / out[2] % out[1], pixel % out[2]};
  std::array<Span, 3> spans;
  std::int64_t cells = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    spans[d] = span_at(w, d, o[d], in[d]);
    cells *= include_pad ? spans[d].padded : std::max<std::int64_t>(0, spans[d].end - spans[d].begin);
  }
  std::int64_t sum = 0, inside = 0;
  for (std::int64_t i = spans[0].begin; i < spans[0].end; ++i)
    for (std::int64_t j = spans[1].begin; j < spans[1].end; ++j)
      for (std::int64_t k = spans[2].begin; k < spans[2].end; ++k, ++inside)
        sum += s.integer(x[at(n, ch, (i * in[1] + j) * in[2] + k, pixels)]);
  // The padding counts as zeros of the dequantised values.
  const double centred = static_cast<double>(sum) - static_cast<double>(s.zero) * static_cast<double>(inside);
  return static_cast<float>(centred * static_cast<double>(s.scale) /
                            static_cast<double>(std::max<std::int64_t>(1, cells)));
}

Kernel pool_kernel(const PoolRun& run, DType dtype, std::int64_t outputs) {
  return Kernel::of([run, dtype, outputs](Call& call) {
    const ByteScale in = ByteScale::of(dtype, call.in(1), call.in(2)),
                    out = ByteScale::of(dtype, call.in(3), call.in(4));
    const std::byte* x = call.in(0);
    std::byte* y = call.out(0);
    const std::int64_t pixels = run.out[0] * run.out[1] * run.out[2];
    call.for_range(outputs, 64, [&](std::int64_t begin, std::int64_t end, int) noexcept {
      for (std::int64_t i = begin; i < end; ++i) {
        const std::int64_t pixel = i % pixels, ch = i / pixels % run.channels, n = i / pixels / run.channels;
        y[run.at(n, ch, pixel, pixels)] = out.quantise(run.mean(in, x, n, ch, pixel));
      }
    });
  });
}

Kernel QLinearAveragePool::lower(LowerContext& c) const {
  const Shape x = c.shape(0), y = c.out_shape(0);
  PoolRun run{windows(x),       x[0], channels_last ? x.back() : x[1], {1, 1, 1}, {1, 1, 1}, channels_last,
              count_include_pad};
  const std::size_t front = 3 - run.w.spatial;
  for (std::size_t d = 0; d < run.w.spatial; ++d) {
    run.in[front + d] = x[first_spatial() + d];
    run.out[front + d] = y[first_spatial() + d];
  }
  for (Ints* v : {&run.w.kernel, &run.w.strides}) v->insert(v->begin(), front, 1);
  for (Ints* v : {&run.w.begin, &run.w.end}) v->insert(v->begin(), front, 0);
  return pool_kernel(run, c.dtype(0), y.count());
}

struct QLinearGlobalAveragePool final : Op {
  bool channels_last = false;
  void fields(FieldVisitor& f) override { f("channels_last", channels_last); }
  void infer(InferContext& c) const override {
    SymShape s = c.shape(0);
    require(!s.ranked() || s.rank() >= 3, Code::invalid_argument,
            "expected at least one spatial axis, found {}", s);
    const std::size_t first = channels_last ? 1 : 2;
    for (std::size_t d = first; s.ranked() && d < s.rank() - (channels_last ? 1 : 0); ++d) s[d] = Dim(1);
    c.out(0, c.dtype(0), std::move(s));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    const std::int64_t channels = channels_last ? x.back() : x[1];
    const std::int64_t pixels = channels_last ? x.count(1, x.rank() - 1) : x.count(2, x.rank());
    const PoolRun run{{3, {1, 1, pixels}, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}},
                      x[0],
                      channels,
                      {1, 1, pixels},
                      {1, 1, 1},
                      channels_last,
                      false};
    return pool_kernel(run, c.dtype(0), x[0] * channels);
  }
};

struct QLinearReduceMean final : Op {
  Ints axes;
  bool keepdims = true;
  void fields(FieldVisitor& f) override {
    f("axes", axes);
    f("keepdims", keepdims);
  }
  std::vector<bool> reduced(std::size_t rank) const {
    std::vector<bool> r(rank, axes.empty());
    for (const std::size_t a : normalise_axes(axes, rank)) r[a] = true;
    return r;
  }
  void infer(InferContext& c) const override {
    const SymShape& x = c.shape(0);
    if (!x.ranked()) return c.out(0, c.dtype(0), SymShape{});
    const std::vector<bool> gone = reduced(x.rank());
    std::vector<Dim> dims;
    for (std::size_t d = 0; d < x.rank(); ++d) {
      if (!gone[d])
        dims.push_back(x[d]);
      else if (keepdims)
        dims.emplace_back(1);
    }
    c.out(0, c.dtype(0), SymShape(std::move(dims)));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    // Output element of every input element, by strides that are 0 along reduced axes.
    const std::vector<bool> gone = reduced(x.rank());
    Ints strides(x.rank(), 0);
    std::int64_t outputs = 1;
    for (std::size_t d = x.rank(); d-- > 0;) {
      if (gone[d]) continue;
      strides[d] = outputs;
      outputs *= x[d];
    }
    return Kernel::of([x, strides, outputs, dtype = c.dtype(0)](Call& call) {
             const ByteScale in = ByteScale::of(dtype, call.in(1), call.in(2)),
                             out = ByteScale::of(dtype, call.in(3), call.in(4));
             auto* sums = reinterpret_cast<std::int64_t*>(call.scratch());
             std::fill_n(sums, outputs, 0);
             const std::int64_t n = x.count();
             for (std::int64_t i = 0; i < n; ++i) {
               std::int64_t to = 0, rest = i;
               for (std::size_t d = x.rank(); d-- > 0; rest /= x[d]) to += rest % x[d] * strides[d];
               sums[to] += in.integer(call.in(0)[i]);
             }
             const double each = outputs > 0 ? static_cast<double>(n) / static_cast<double>(outputs) : 1;
             for (std::int64_t i = 0; i < outputs; ++i) {
               const double mean = static_cast<double>(sums[i]) / each - static_cast<double>(in.zero);
               call.out(0)[i] = out.quantise(static_cast<float>(mean * static_cast<double>(in.scale)));
             }
           })
        .with_scratch(static_cast<std::size_t>(outputs) * sizeof(std::int64_t));
  }
};

}  // namespace

void register_qlinear_mean(OpRegistry& r) {
  r.add<QLinearAveragePool>("com.microsoft", "QLinearAveragePool");
  r.add<QLinearGlobalAveragePool>("com.microsoft", "QLinearGlobalAveragePool");
  r.add<QLinearReduceMean>("com.microsoft", "QLinearReduceMean");
}

}  // namespace sardonyx
