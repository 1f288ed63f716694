// LayerNormalization, RMSNormalization, SimplifiedLayerNormalization (the older name of the same with an output
// more): the axes from `axis` on are normalised as one row.
#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/op.h"
#include "kernels/rows/expand.h"
#include "kernels/rows/rows.h"
#include "ops/axes.h"
#include "ops/in_float.h"

namespace sardonyx {
namespace {

// How scale or bias meets the rows: used as it is, repeated to one row, or repeated to the whole of X.
struct Parameter {
  bool given = false, as_is = true, per_row = false;
  std::vector<std::int64_t> strides, to;
  std::int64_t count = 0;  // elements of the repeated form
};

Parameter parameter(const LowerContext& c, std::size_t index, const Shape& x, std::size_t axis) {
  Parameter p;
  if (!c.has(index)) return p;
  p.given = true;
  const Shape shape = c.shape(index);
  const std::vector<std::int64_t> strides = rows::expanded_strides(shape.dims(), x.dims());
  for (std::size_t i = 0; i < axis; ++i) p.per_row = p.per_row || strides[i] != 0;
  const std::int64_t row = x.count(axis, x.rank());
  p.as_is = !p.per_row && shape.count() == row;
  const std::size_t first = p.per_row ? 0 : axis;
  p.strides.assign(strides.begin() + static_cast<std::ptrdiff_t>(first), strides.end());
  p.to.assign(x.begin() + first, x.end());
  p.count = p.per_row ? x.count() : row;
  return p;
}

template <typename T>
const T* prepare_parameter(const Parameter& p, const T* given, T* scratch) {
  if (!p.given || p.as_is) return p.given ? given : nullptr;
  rows::expand(given, p.strides, p.to, scratch);
  return scratch;
}

struct LayerNormLayout {
  std::int64_t outer = 0, n = 0;
  Parameter scale, bias;
  float epsilon = 0;
  bool centred = true;
  int inverse_output = 2;  // output that takes 1/deviation
};

// The mean of nothing is no number.
template <typename T>
void nothing_normalised(const LayerNormLayout& l, const Call& call) {
  for (const std::size_t i : {std::size_t{1}, std::size_t{2}}) {
    if (static_cast<int>(i) > l.inverse_output) break;
    if (T* out = call.out<T>(i)) std::fill_n(out, l.outer, std::numeric_limits<T>::quiet_NaN());
  }
}

template <typename T>
Kernel rows_kernel(LayerNormLayout l, Isa isa) {
  const auto extra = [](const Parameter& p) { return p.given && !p.as_is ? p.count : 0; };
  const std::size_t bytes = static_cast<std::size_t>(extra(l.scale) + extra(l.bias)) * sizeof(T);
  const std::int64_t grain = std::max<std::int64_t>(1, 16384 / std::max<std::int64_t>(1, l.n));
  return Kernel::of([l = std::move(l), grain, &rows = rows::kernels<T>(isa), extra](Call& call) {
           if (l.outer == 0) return;
           if (l.n == 0) return nothing_normalised<T>(l, call);
           const T* x = call.in<T>(0);
           T* y = call.out<T>(0);
           T* mean_out = l.centred ? call.out<T>(1) : nullptr;
           T* inverse_out = call.out<T>(static_cast<std::size_t>(l.inverse_output));
           T* scratch = reinterpret_cast<T*>(call.scratch());
           const T* scale = prepare_parameter(l.scale, call.in<T>(1), scratch);
           const T* bias = prepare_parameter(l.bias, call.in<T>(2), scratch + extra(l.scale));
           call.for_range(l.outer, grain, [&](std::int64_t begin, std::int64_t end, int) {
             for (std::int64_t i = begin; i < end; ++i) {
               const std::int64_t at = i * l.n;
               rows::Moments m;
               if (l.centred)
                 m = rows.moments(x + at, l.n);
               else
                 m.variance = rows.mean_square(x + at, l.n);
               const double inverse = 1.0 / std::sqrt(m.variance + static_cast<double>(l.epsilon));
               if (mean_out != nullptr) mean_out[i] = static_cast<T>(m.mean);
               if (inverse_out != nullptr) inverse_out[i] = static_cast<T>(inverse);
               rows.normalise(x + at, y + at, l.n, m.mean, inverse,
                              scale != nullptr && l.scale.per_row ? scale + at : scale,
                              bias != nullptr && l.bias.per_row ? bias + at : bias);
             }
           });
         })
      .with_scratch(bytes);
}

template <bool Centred>
struct LayerNormalization final : Op {
  std::int64_t axis = -1;
  float epsilon = 1e-5f;
  DType stash_type = DType::float32;
  bool wide_stash = false;  // version 1: the statistics of float64 are float64

  void fields(FieldVisitor& f) override {
    f("axis", axis);
    f("epsilon", epsilon);
    f("stash_type", stash_type);
    f("wide_stash", wide_stash);
  }

  void infer(InferContext& c) const override {
    require(is_float(stash_type), Code::invalid_model, "stash_type {} is no float type", name(stash_type));
    const SymShape& x = c.shape(0);
    SymShape statistics;
    if (x.ranked()) {
      const std::size_t a = normalise_axis(axis, x.rank());
      statistics = x;
      for (std::size_t i = a; i < x.rank(); ++i) statistics[i] = 1;
      for (std::size_t i = 1; i < 3 && x.concrete(); ++i) check(c, i, *x.numbers());
    }
    const DType d = wide_stash && c.dtype(0) == DType::float64 ? DType::float64 : stash_type;
    c.out(0, c.has(1) && c.dtype(1) != DType::undefined ? c.dtype(1) : c.dtype(0), x);
    c.out(1, d, statistics);
    if (Centred) c.out(2, d, statistics);
  }

  void check(const InferContext& c, std::size_t index, const Shape& x) const {
    if (!c.has(index) || !c.shape(index).concrete()) return;
    const Shape p = *c.shape(index).numbers();
    require(rows::expands_to(p.dims(), x.dims()), Code::invalid_argument,
            "input {} of shape {} does not broadcast to {}", index, p, x);
  }

  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    const std::size_t a = normalise_axis(axis, x.rank());
    LayerNormLayout l;
    l.outer = x.count(0, a);
    l.n = x.count(a, x.rank());
    l.epsilon = epsilon;
    l.centred = Centred;
    l.inverse_output = Centred ? 2 : 1;
    if (x.count() > 0) {
      l.scale = parameter(c, 1, x, a);
      if (Centred) l.bias = parameter(c, 2, x, a);
    }
    const Isa isa = c.options().isa;
    Kernel k = in_float(c, [&]<typename T>() { return rows_kernel<T>(l, isa); });
    if (c.dtype(0) == c.out(0).dtype()) k.in_place.emplace_back(0, 0);
    return k;
  }
};

void upgrade_first(UpgradeContext& u) {
  if (u.version == 1) u.attributes["wide_stash"] = std::int64_t{1};
}

}  // namespace

void register_layer_normalization(OpRegistry& r) {
  r.add<LayerNormalization<true>>("", "LayerNormalization", upgrade_first);
  r.add<LayerNormalization<false>>("", "RMSNormalization");
  r.add<LayerNormalization<false>>("", "SimplifiedLayerNormalization", upgrade_first);
}

}  // namespace sardonyx
