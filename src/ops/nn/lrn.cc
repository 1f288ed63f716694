// LRN: y = x / (bias + alpha/size * sum of x^2 over neighbouring channels)^beta.
#include <algorithm>
#include <cmath>

#include "graph/op.h"
#include "ops/in_float.h"

namespace sardonyx {
namespace {

struct LrnLayout {
  std::int64_t batch = 0, channels = 0, cells = 0, size = 1;
  double alpha = 0.0001, beta = 0.75, bias = 1;
};

constexpr std::int64_t kTile = 256;  // cells at a time

// `n` <= kTile cells of one channel. The window of channel c is [c - floor((size-1)/2), c + ceil((size-1)/2)].
template <typename T>
void row(const LrnLayout& l, const T* image, T* y, std::int64_t channel, std::int64_t cell, std::int64_t n) {
  double squares[kTile] = {};
  const std::int64_t first = std::max<std::int64_t>(0, channel - (l.size - 1) / 2);
  const std::int64_t last = std::min(l.channels - 1, channel + l.size / 2);
  for (std::int64_t c = first; c <= last; ++c) {
    const T* x = image + c * l.cells + cell;
    for (std::int64_t i = 0; i < n; ++i) squares[i] += static_cast<double>(x[i]) * x[i];
  }
  const T* x = image + channel * l.cells + cell;
  const double factor = l.alpha / static_cast<double>(l.size);
  for (std::int64_t i = 0; i < n; ++i) {
    const T base = static_cast<T>(l.bias + factor * squares[i]);
    // x^-0.75 is what every model asks for: two square roots instead of a power.
    const T power = l.beta == 0.75 ? std::sqrt(base) * std::sqrt(std::sqrt(base))
                                   : std::pow(base, static_cast<T>(l.beta));
    y[i] = x[i] / power;
  }
}

struct Lrn final : Op {
  float alpha = 0.0001f, beta = 0.75f, bias = 1;
  std::int64_t size = 1;
  void fields(FieldVisitor& f) override {
    f("alpha", alpha);
    f("beta", beta);
    f("bias", bias);
    f("size", size);
  }

  void infer(InferContext& c) const override {
    require(size > 0, Code::invalid_model, "size is {}, it must be positive", size);
    const SymShape& x = c.shape(0);
    require(!x.ranked() || x.rank() >= 2, Code::invalid_argument, "X of shape {} has no channels", x);
    c.out(0, c.dtype(0), x);
  }

  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    LrnLayout l{x[0], x[1], x.count(2, x.rank()), std::min<std::int64_t>(size, INT32_MAX), alpha, beta, bias};
    const std::int64_t tiles = (l.cells + kTile - 1) / kTile;
    auto make = [&]<typename T>() {
      return Kernel::of([=](Call& call) {
        const T* x = call.in<T>(0);
        T* y = call.out<T>(0);
        call.for_range(l.batch * l.channels * tiles, 16, [&](std::int64_t begin, std::int64_t end, int) {
          for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t plane = i / tiles, cell = i % tiles * kTile;
            row(l, x + plane / l.channels * l.channels * l.cells, y + plane * l.cells + cell,
                plane % l.channels, cell, std::min(kTile, l.cells - cell));
          }
        });
      });
    };
    return in_float(c, make);
  }
};

}  // namespace

void register_lrn(OpRegistry& r) { r.add<Lrn>("", "LRN"); }

}  // namespace sardonyx
