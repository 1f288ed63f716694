// MaxUnpool: maxima put back where MaxPool found them, zero elsewhere.
#include <cstring>

#include "ops/moving.h"

namespace sardonyx {
namespace {

struct MaxUnpool final : Op {
  std::vector<std::int64_t> kernel_shape;
  std::optional<std::vector<std::int64_t>> pads, strides;
  void fields(FieldVisitor& f) override {
    f("kernel_shape", kernel_shape);
    f("pads", pads);
    f("strides", strides);
  }
  // The size that pooling had before, if its windows just covered it. Indices count in this shape.
  SymShape pooled_from(const SymShape& x) const {
    require(x.rank() >= 3 && kernel_shape.size() == x.rank() - 2, Code::invalid_argument,
            "kernel_shape has {} sizes for an input of rank {}", kernel_shape.size(), x.rank());
    const std::size_t n = kernel_shape.size();
    require(!strides || strides->size() == n, Code::invalid_argument, "strides must have {} numbers", n);
    require(!pads || pads->size() == 2 * n, Code::invalid_argument, "pads must have {} numbers", 2 * n);
    SymShape s = x;
    for (std::size_t i = 0; i < n; ++i) {
      const std::int64_t stride = strides ? (*strides)[i] : 1, before = pads ? (*pads)[i] : 0,
                         after = pads ? (*pads)[n + i] : 0;
      constexpr std::int64_t kLimit = std::int64_t{1} << 30;
      require(stride >= 1 && stride < kLimit && kernel_shape[i] >= 1 && kernel_shape[i] < kLimit &&
                  before >= 0 && before < kLimit && after >= 0 && after < kLimit,
              Code::invalid_argument, "kernel {}, stride {} and pads {}, {} of spatial axis {}",
              kernel_shape[i], stride, before, after, i);
      Dim& d = s[i + 2];
      d = (d - Dim(1)) * Dim(stride) + Dim(kernel_shape[i] - before - after);
      require(!d.is_number() || d.number() >= 0, Code::invalid_argument,
              "the output would have size {} at axis {}", d, i + 2);
    }
    return s;
  }
  void infer(InferContext& c) const override {
    const SymShape& x = c.shape(0);
    if (!x.ranked()) return out_unknown(c, std::nullopt);
    const SymShape from = pooled_from(x);
    const auto x_count = x.count(), found = c.shape(1).count();
    require(!x_count || !found || !x_count->is_number() || !found->is_number() || *x_count == *found,
            Code::invalid_argument, "indices of shape {} do not fit an input of shape {}", c.shape(1), x);
    if (!c.has(2)) return c.out(0, c.dtype(0), from);
    const auto asked = known_dims(c.in(2));
    if (!asked) return out_unknown(c, x.rank());
    require(asked->size() == x.rank(), Code::invalid_argument,
            "output_shape has {} sizes, the input has rank {}", asked->size(), x.rank());
    for (std::size_t i = 0; i < x.rank(); ++i) {
      const Dim &want = (*asked)[i], &least = from[i];
      require(!want.is_number() || !least.is_number() || want.number() >= least.number(),
              Code::invalid_argument, "output_shape has size {} at axis {}, at least {} is needed", want, i,
              least);
    }
    c.out(0, c.dtype(0), SymShape(*asked));
  }
  Kernel lower(LowerContext& c) const override {
    if (!c.known(0)) return Kernel::when_running();
    const Shape x = c.shape(0), out = c.out_shape(0);
    const auto pooled = pooled_from(SymShape(x)).numbers();
    require(pooled.has_value(), Code::over_budget, "the sizes before pooling are more than 64 bits count");
    const Shape from = *pooled;
    const std::size_t width = item_size(c.dtype(0));
    return Kernel::of([n = x.count(), from, out, width](Call& call) {
      const auto* indices = call.in<std::int64_t>(1);
      std::memset(call.out(0), 0, static_cast<std::size_t>(out.count()) * width);
      const std::int64_t most = from.count();
      for (std::int64_t i = 0; i < n; ++i) {
        require(indices[i] >= 0 && indices[i] < most, Code::runtime,
                "index {} (element {}) is outside [0, {})", indices[i], i, most);
        std::int64_t rest = indices[i], at = 0, stride = 1;
        for (std::size_t a = from.rank(); a-- > 0; rest /= from[a], stride *= out[a])
          at += rest % from[a] * stride;
        std::memcpy(call.out(0) + static_cast<std::size_t>(at) * width,
                    call.in(0) + static_cast<std::size_t>(i) * width, width);
      }
    });
  }
};

}  // namespace

void register_max_unpool(OpRegistry& r) { r.add<MaxUnpool>("", "MaxUnpool"); }

}  // namespace sardonyx
