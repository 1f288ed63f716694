#include "kernels/image/grid.h"

#include <algorithm>
#include <cmath>

namespace sardonyx::image {
namespace {

constexpr double kCubic = -0.75;
constexpr double kFar = 1e9;  // positions beyond are all the same

// `x` mirrored at both ends until it lies in [low, high].
double reflect(double x, double low, double high) {
  const double range = high - low;
  if (range <= 0) return low;
  const double distance = std::fabs(x - low);
  const double rest = std::fmod(distance, 2 * range);
  return low + (rest <= range ? rest : 2 * range - rest);
}

double cubic(double x) {
  x = std::fabs(x);
  if (x <= 1) return ((kCubic + 2) * x - (kCubic + 3)) * x * x + 1;
  if (x < 2) return ((x - 5) * x + 8) * x * kCubic - 4 * kCubic;
  return 0;
}

// Taps along one axis; index -1 is left out.
struct AxisTaps {
  std::size_t count = 0;
  std::array<std::int64_t, 4> index{};
  std::array<double, 4> weight{};
};

class Axis {
 public:
  Axis(const Grid& g, std::int64_t size) : g_(g), size_(size) {
    low_ = g.align_corners ? 0.0 : -0.5;
    high_ = static_cast<double>(size) - (g.align_corners ? 1.0 : 0.5);
  }
  AxisTaps taps(double position) const {
    double x = g_.align_corners ? (position + 1) / 2 * static_cast<double>(size_ - 1)
                                : ((position + 1) * static_cast<double>(size_) - 1) / 2;
    x = std::isnan(x) ? -kFar : std::clamp(x, -kFar, kFar);
    if (g_.filter != Filter::cubic) x = inside(x);
    AxisTaps t;
    if (g_.filter == Filter::nearest) {
      add(t, std::nearbyint(x), 1);
      return t;
    }
    const double first = std::floor(x);
    if (g_.filter == Filter::linear) {
      add(t, first, first + 1 - x);
      add(t, first + 1, x - first);
      return t;
    }
    for (int k = -1; k <= 2; ++k) add(t, first + k, cubic(x - first - k));
    return t;
  }

 private:
  double inside(double x) const {
    if (g_.outside == Outside::border) return std::clamp(x, 0.0, static_cast<double>(size_ - 1));
    return g_.outside == Outside::reflection && (x < low_ || x > high_) ? reflect(x, low_, high_) : x;
  }
  void add(AxisTaps& t, double at, double weight) const {
    const double last = static_cast<double>(size_ - 1);
    if (at < 0 || at > last) {
      if (g_.outside == Outside::zeros) return;
      if (g_.outside == Outside::reflection) at = std::trunc(reflect(at, low_, high_));
      at = std::clamp(at, 0.0, last);
    }
    t.index[t.count] = static_cast<std::int64_t>(at);
    t.weight[t.count++] = weight;
  }
  const Grid& g_;
  std::int64_t size_;
  double low_, high_;
};

}  // namespace

std::size_t Grid::taps() const {
  const std::size_t each = filter == Filter::nearest ? 1 : filter == Filter::linear ? 2 : 4;
  std::size_t all = 1;
  for (std::size_t i = 0; i < sizes.size(); ++i) all *= each;
  return all;
}

void mix_of(const Grid& g, std::span<const double> point, Mix& mix) {
  mix.at.assign(1, 0);
  mix.weight.assign(1, 1.0);
  const std::size_t rank = g.sizes.size();
  for (std::size_t a = 0; a < rank; ++a) {
    const AxisTaps t = Axis(g, g.sizes[a]).taps(point[rank - 1 - a]);
    const std::size_t n = mix.at.size();
    for (std::size_t k = 1; k < t.count; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        mix.at.push_back(mix.at[i] + t.index[k] * g.strides[a]);
        mix.weight.push_back(mix.weight[i] * t.weight[k]);
      }
    }
    if (t.count == 0) {
      mix.at.clear();
      mix.weight.clear();
      return;
    }
    for (std::size_t i = 0; i < n; ++i) {
      mix.at[i] += t.index[0] * g.strides[a];
      mix.weight[i] *= t.weight[0];
    }
  }
}

}  // namespace sardonyx::image
