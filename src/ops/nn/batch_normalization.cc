// BatchNormalization: per channel (axis 1), with given statistics or, when training, those of the batch.
//
// Before version 9 `spatial=0` took statistics per cell instead of per channel; versions 1 and 6 trained unless
// `is_test` was set, those and 7 give `saved_mean` and `saved_var` too.
#include <algorithm>
#include <cmath>

#include "graph/op.h"
#include "kernels/rows/rows.h"
#include "ops/in_float.h"

namespace sardonyx {
namespace {

struct BatchNormLayout {
  std::int64_t batch = 0, channels = 0, cells = 0;  // cells per channel and image
  float epsilon = 1e-5f, momentum = 0.9f;
};

// The batch's mean and population variance of channel `c`.
template <typename T>
rows::Moments batch_moments(const BatchNormLayout& l, const T* x, std::int64_t c, Isa isa) {
  rows::Moments total;
  const auto& rows = rows::kernels<T>(isa);
  for (std::int64_t b = 0; b < l.batch; ++b) {
    const rows::Moments m = rows.moments(x + (b * l.channels + c) * l.cells, l.cells);
    // Two sets of b and 1 times `cells` numbers joined.
    const double weight = 1.0 / static_cast<double>(b + 1), delta = m.mean - total.mean;
    total.variance += (m.variance - total.variance) * weight + delta * delta * weight * (1 - weight);
    total.mean += delta * weight;
  }
  return total;
}

template <typename T>
void normalise_channel(const BatchNormLayout& l, const T* x, T* y, std::int64_t c, double mean, double scale,
                       double shift, Isa isa) {
  const auto& rows = rows::kernels<T>(isa);
  for (std::int64_t b = 0; b < l.batch; ++b) {
    const std::int64_t at = (b * l.channels + c) * l.cells;
    rows.scale_shift(x + at, y + at, l.cells, mean, scale, shift);
  }
}

template <typename T>
Kernel inference_kernel(BatchNormLayout l, Isa isa) {
  const std::int64_t grain = std::max<std::int64_t>(1, 16384 / std::max<std::int64_t>(1, l.cells));
  return Kernel::of([=, &rows = rows::kernels<T>(isa)](Call& call) {
    const T *x = call.in<T>(0), *scale = call.in<T>(1), *bias = call.in<T>(2), *mean = call.in<T>(3),
            *variance = call.in<T>(4);
    T* y = call.out<T>(0);
    call.for_range(l.batch * l.channels, grain, [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t i = begin; i < end; ++i) {
        const std::int64_t c = i % l.channels;
        const double factor = scale[c] / std::sqrt(static_cast<double>(variance[c]) + l.epsilon);
        rows.scale_shift(x + i * l.cells, y + i * l.cells, l.cells, mean[c], factor, bias[c]);
      }
    });
  });
}

template <typename T>
Kernel training_kernel(BatchNormLayout l, Isa isa) {
  const std::int64_t work = std::max<std::int64_t>(1, l.cells * l.batch);
  const std::int64_t grain = std::max<std::int64_t>(1, 16384 / work);
  return Kernel::of([=](Call& call) {
    const T *x = call.in<T>(0), *scale = call.in<T>(1), *bias = call.in<T>(2), *mean = call.in<T>(3),
            *variance = call.in<T>(4);
    T* y = call.out<T>(0);
    const double keep = l.momentum;
    call.for_range(l.channels, grain, [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t c = begin; c < end; ++c) {
        const rows::Moments m = batch_moments(l, x, c, isa);
        auto put = [&](std::size_t output, double v) {
          if (T* out = call.out<T>(output)) out[c] = static_cast<T>(v);
        };
        put(1, keep * mean[c] + (1 - keep) * m.mean);
        put(2, keep * variance[c] + (1 - keep) * m.variance);
        put(3, m.mean);
        put(4, m.variance);
        const double factor = scale[c] / std::sqrt(m.variance + l.epsilon);
        normalise_channel(l, x, y, c, m.mean, factor, bias[c], isa);
      }
    });
  });
}

struct BatchNormalization final : Op {
  float epsilon = 1e-5f, momentum = 0.9f;
  bool training_mode = false;
  bool spatial = true;  // false: statistics per channel and cell (versions 1 to 8)

  void fields(FieldVisitor& f) override {
    f("epsilon", epsilon);
    f("momentum", momentum);
    f("training_mode", training_mode);
    f("spatial", spatial);
  }

  void infer(InferContext& c) const override {
    const SymShape& x = c.shape(0);
    if (x.ranked()) {
      require(x.rank() >= 1, Code::invalid_argument, "a scalar has no channels to normalise");
      const Dim channels = x.rank() > 1 ? x[1] : Dim(1);
      for (std::size_t i = 1; i < 5 && spatial; ++i) {
        const SymShape& p = c.shape(i);
        if (!p.ranked()) continue;
        const bool fits = p.rank() == 1 && (!p[0].is_number() || !channels.is_number() || p[0] == channels);
        require(fits, Code::invalid_argument, "input {} of shape {} does not fit the {} channels of {}", i, p,
                channels, x);
      }
    }
    for (std::size_t i = 1; i < c.outputs(); ++i)
      require(training_mode || !c.wanted(i), Code::invalid_model,
              "output {}, a statistic of the batch, needs training_mode", i);
    c.out(0, c.dtype(0), x);
    c.out(1, c.dtype(3), c.shape(3));
    c.out(2, c.dtype(4), c.shape(4));
    c.out(3, c.dtype(3), c.shape(3));
    c.out(4, c.dtype(4), c.shape(4));
  }

  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    BatchNormLayout l;
    l.batch = x[0];
    l.channels = x.rank() > 1 ? x[1] : 1;
    l.cells = x.rank() > 2 ? x.count(2, x.rank()) : 1;
    if (!spatial) {
      l.channels *= l.cells;
      l.cells = 1;
      for (std::size_t i = 1; i < 5; ++i) {
        const std::int64_t count = c.shape(i).count();
        require(count == l.channels, Code::invalid_argument, "input {} has {} elements where {} are needed",
                i, count, l.channels);
      }
    }
    l.epsilon = epsilon;
    l.momentum = momentum;
    const Isa isa = c.options().isa;
    return in_float(c,
                    [&]<typename T>() {
                      return training_mode ? training_kernel<T>(l, isa) : inference_kernel<T>(l, isa);
                    })
        .with_in_place(0, 0);
  }
};

void upgrade_batch_norm(UpgradeContext& u) {
  if (u.version >= 14) return;
  u.take<std::vector<std::int64_t>>("consumed_inputs");
  const bool said_test = u.take<std::int64_t>("is_test").value_or(0) != 0;
  bool more_outputs = false;
  for (std::size_t i = 1; i < u.outputs.size(); ++i) more_outputs = more_outputs || u.outputs[i] >= 0;
  // Exporters of old models left is_test out when they meant a trained model: one output means inference.
  u.attributes["training_mode"] = std::int64_t{!said_test && more_outputs};
}

}  // namespace

void register_batch_normalization(OpRegistry& r) {
  r.add<BatchNormalization>("", "BatchNormalization", upgrade_batch_norm);
}

}  // namespace sardonyx
