#include "kernels/reduce/reduce.h"
#include "kernels/rows/lanes.h"

namespace sardonyx::SARDONYX_ISA_NAMESPACE {
namespace {

using namespace lanes;

constexpr float kInfinity = __builtin_inff();

struct Same {
  static Floats of(Floats v, float) { return v; }
};
struct Absolute {
  static Floats of(Floats v, float) { return v < 0.0f ? -v : v; }
};
struct Exponential {
  static Floats of(Floats v, float shift) { return exp(v - shift); }
};

// Sums of Map over a row, in float64; Square squares there, where it cannot overflow.
template <typename Map, bool Square>
void sum_row(const void* data, std::int64_t n, void* acc, double shift) {
  const auto* x = static_cast<const float*>(data);
  const auto s = static_cast<float>(shift);
  Doubles total[2] = {};
  std::int64_t i = 0;
  auto add = [&](Floats v, int k) {
    const Doubles d = widen(Map::of(v, s));
    total[k] += Square ? d * d : d;
  };
  for (; i + 2 * kFloats <= n; i += 2 * kFloats) {
    add(load(x + i), 0);
    add(load(x + i + kFloats), 1);
  }
  for (; i + kFloats <= n; i += kFloats) add(load(x + i), 0);
  double rest = 0;
  if (i < n) {
    const Doubles d = widen(Map::of(load_some(x + i, n - i, 0), s));
    for (int j = 0; j < static_cast<int>(n - i); ++j) rest += Square ? d[j] * d[j] : d[j];
  }
  *static_cast<double*>(acc) += sum(total[0] + total[1]) + rest;
}

template <typename Map, bool Square>
void sum_columns(const void* data, std::int64_t n, void* acc, const double* shift) {
  const auto* x = static_cast<const float*>(data);
  auto* total = static_cast<double*>(acc);
  for (std::int64_t i = 0; i < n; i += kFloats) {
    const std::int64_t m = n - i < kFloats ? n - i : kFloats;
    Floats v = m == kFloats ? load(x + i) : load_some(x + i, m, 0);
    if (shift != nullptr) {
      for (int j = 0; j < m; ++j) v[j] -= static_cast<float>(shift[i + j]);
    }
    const Doubles d = widen(Map::of(v, 0));
    double lane[kFloats];
    const Doubles mapped = Square ? d * d : d;
    __builtin_memcpy(lane, &mapped, sizeof lane);
    for (int j = 0; j < m; ++j) total[i + j] += lane[j];
  }
}

// The larger (sign 1) or smaller (sign -1); NaN wins.
template <int Sign>
Floats extreme(Floats a, Floats b) {
  const Floats best = Sign > 0 ? (a > b ? a : b) : (a < b ? a : b);  // b when either is NaN
  return a != a ? a : best;
}

template <int Sign>
double extreme(double a, double b) {
  if (a != a) return a;
  return (Sign > 0 ? a > b : a < b) ? a : b;
}

template <int Sign>
void extreme_row(const void* data, std::int64_t n, void* acc, double) {
  const auto* x = static_cast<const float*>(data);
  const float worst = Sign > 0 ? -kInfinity : kInfinity;
  Floats best = splat(0) + worst;
  std::int64_t i = 0;
  for (; i + kFloats <= n; i += kFloats) best = extreme<Sign>(best, load(x + i));
  if (i < n) best = extreme<Sign>(best, load_some(x + i, n - i, worst));
  auto* total = static_cast<double*>(acc);
  for (int j = 0; j < kFloats; ++j) *total = extreme<Sign>(*total, best[j]);
}

template <int Sign>
void extreme_columns(const void* data, std::int64_t n, void* acc, const double*) {
  const auto* x = static_cast<const float*>(data);
  auto* total = static_cast<double*>(acc);
  for (std::int64_t i = 0; i < n; ++i) {
    const double v = x[i], t = total[i];
    const double best = (Sign > 0 ? t > v : t < v) ? t : v;
    total[i] = t != t ? t : best;
  }
}

}  // namespace

const reduce::FloatLoops reduce_float_loops = {sum_row<Same, false>,     sum_row<Absolute, false>,
                                               sum_row<Same, true>,      extreme_row<1>,
                                               extreme_row<-1>,          sum_row<Exponential, false>,
                                               sum_columns<Same, false>, sum_columns<Absolute, false>,
                                               sum_columns<Same, true>,  extreme_columns<1>,
                                               extreme_columns<-1>,      sum_columns<Exponential, false>};

}  // namespace sardonyx::SARDONYX_ISA_NAMESPACE
