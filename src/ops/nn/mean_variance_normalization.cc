// MeanVarianceNormalization: (x - mean) / deviation over a set of axes, by default all but the channels.
//
// Version 1 (ONNX Runtime's) averages over the batch and all cells, with `across_channels` over the channels of each
// image too, and adds no epsilon; without `normalize_variance` it only takes the mean off.
#include <algorithm>
#include <cmath>
#include <vector>

#include "graph/op.h"
#include "ops/axes.h"
#include "ops/in_float.h"

namespace sardonyx {
namespace {

// X seen as kept axes and reduced axes, each with size and stride; adjacent ones are not merged.
struct MeanVarianceLayout {
  std::vector<std::int64_t> kept_size, kept_stride, size, stride;
  std::int64_t outputs = 1, count = 1;
  double epsilon = 1e-9;
  bool deviation = true;
};

std::int64_t offset_of(const std::vector<std::int64_t>& size, const std::vector<std::int64_t>& stride,
                       std::int64_t i) {
  std::int64_t at = 0;
  for (std::size_t a = size.size(); a-- > 0;) {
    at += i % size[a] * stride[a];
    i /= size[a];
  }
  return at;
}

// f(offset) for every reduced element behind `base`; runs along the innermost reduced axis.
template <typename F>
void each(const MeanVarianceLayout& l, std::int64_t base, F f) {
  if (l.size.empty()) return f(base);
  const std::int64_t n = l.size.back(), step = l.stride.back();
  for (std::int64_t i = 0; i < l.count; i += n) {
    const std::int64_t at = base + offset_of(l.size, l.stride, i);
    for (std::int64_t j = 0; j < n; ++j) f(at + j * step);
  }
}

template <typename T>
void normalise(const MeanVarianceLayout& l, const T* x, T* y, std::int64_t base) {
  const auto count = static_cast<double>(l.count);
  double total = 0, squares = 0;
  each(l, base, [&](std::int64_t at) { total += x[at]; });
  const double mean = total / count;
  each(l, base, [&](std::int64_t at) { squares += (x[at] - mean) * (x[at] - mean); });
  const double deviation = std::sqrt(squares / count) + l.epsilon;
  const double scale = l.deviation ? 1.0 / deviation : 1.0;
  each(l, base, [&](std::int64_t at) { y[at] = static_cast<T>((x[at] - mean) * scale); });
}

template <typename T>
Kernel kernel(MeanVarianceLayout l) {
  const std::int64_t grain = std::max<std::int64_t>(1, 8192 / std::max<std::int64_t>(1, l.count));
  return Kernel::of([l = std::move(l), grain](Call& call) {
    if (l.count == 0) return;
    const T* x = call.in<T>(0);
    T* y = call.out<T>(0);
    call.for_range(l.outputs, grain, [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t i = begin; i < end; ++i) normalise(l, x, y, offset_of(l.kept_size, l.kept_stride, i));
    });
  });
}

struct MeanVarianceNormalization final : Op {
  std::vector<std::int64_t> axes = {0, 2, 3};
  bool spatial = false;  // version 1: all axes from the third on, whatever the rank
  bool across_channels = false, normalize_variance = true;

  void fields(FieldVisitor& f) override {
    f("axes", axes);
    f("spatial", spatial);
    f("across_channels", across_channels);
    f("normalize_variance", normalize_variance);
  }

  void infer(InferContext& c) const override {
    if (c.shape(0).ranked()) mask(c.shape(0).rank());
    c.out(0, c.dtype(0), c.shape(0));
  }

  std::vector<bool> mask(std::size_t rank) const {
    std::vector<bool> reduced(rank, spatial);
    if (spatial) {
      if (rank > 1) reduced[1] = across_channels;
      if (rank > 0) reduced[0] = !across_channels;
      return reduced;
    }
    for (std::size_t a : normalise_axes(axes, rank)) reduced[a] = true;
    return reduced;
  }

  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    const std::vector<bool> reduced = mask(x.rank());
    MeanVarianceLayout l;
    l.epsilon = spatial ? 0.0 : 1e-9;
    l.deviation = normalize_variance;
    for (std::size_t i = 0; i < x.rank(); ++i) {
      const std::int64_t stride = x.count(i + 1, x.rank());
      (reduced[i] ? l.size : l.kept_size).push_back(x[i]);
      (reduced[i] ? l.stride : l.kept_stride).push_back(stride);
      (reduced[i] ? l.count : l.outputs) *= x[i];
    }
    return in_float(c, [&]<typename T>() { return kernel<T>(l); }).with_in_place(0, 0);
  }
};

void upgrade_mean_variance(UpgradeContext& u) {
  if (u.version < 9) u.attributes["spatial"] = std::int64_t{1};
}

}  // namespace

void register_mean_variance_normalization(OpRegistry& r) {
  r.add<MeanVarianceNormalization>("", "MeanVarianceNormalization", upgrade_mean_variance);
}

}  // namespace sardonyx
