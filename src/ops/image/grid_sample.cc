// GridSample: a picture sampled at given points. AffineGrid: the points of an affine map.
#include <algorithm>
#include <cmath>
#include <complex>
#include <string>

#include "kernels/image/grid.h"
#include "kernels/move/element.h"
#include "ops/dispatch_complex.h"
#include "ops/moving.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

image::Filter sample_filter(const std::string& s) {
  if (s == "linear" || s == "bilinear") return image::Filter::linear;
  if (s == "nearest") return image::Filter::nearest;
  if (s == "cubic" || s == "bicubic") return image::Filter::cubic;
  fail(Code::invalid_argument, "unknown mode '{}': linear, nearest and cubic are known", s);
}
image::Outside outside_of(const std::string& s) {
  if (s == "zeros") return image::Outside::zeros;
  if (s == "border") return image::Outside::border;
  if (s == "reflection") return image::Outside::reflection;
  fail(Code::invalid_argument, "unknown padding_mode '{}': zeros, border and reflection are known", s);
}

struct Sampling {
  image::Grid grid;
  std::int64_t batch = 0, channels = 0, plane = 0, points = 0;  // points of one picture
  DType dtype = DType::undefined, grid_dtype = DType::undefined;

  // The points [begin, end) of all pictures, channel by channel.
  template <typename T>
  void run(const T* x, const std::byte* grid_data, T* out, std::int64_t begin, std::int64_t end) const {
    const std::size_t rank = grid.sizes.size();
    std::vector<double> point(rank);
    image::Mix mix;
    mix.at.reserve(grid.taps());
    mix.weight.reserve(grid.taps());
    for (std::int64_t p = begin; p < end; ++p) {
      for (std::size_t a = 0; a < rank; ++a)
        point[a] = load_number(grid_dtype, grid_data,
                               p * static_cast<std::int64_t>(rank) + static_cast<std::int64_t>(a));
      image::mix_of(grid, point, mix);
      const std::int64_t picture = p / points, at = p % points;
      for (std::int64_t c = 0; c < channels; ++c) {
        const T* from = x + (picture * channels + c) * plane;
        T& to = out[(picture * channels + c) * points + at];
        if (grid.filter == image::Filter::nearest)  // moved, not computed with
          to = mix.at.empty() ? T{} : from[mix.at[0]];
        else if constexpr (!std::is_same_v<T, std::string>)
          to = mixed(mix, from);
      }
    }
  }
  template <typename T>
  static std::complex<T> mixed(const image::Mix& mix, const std::complex<T>* from) {
    std::complex<double> sum = 0;
    for (std::size_t i = 0; i < mix.at.size(); ++i)
      sum += mix.weight[i] * std::complex<double>(from[mix.at[i]]);
    return std::complex<T>(sum);
  }
  template <typename T>
  static T mixed(const image::Mix& mix, const T* from) {
    constexpr bool half = std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>;
    double sum = 0;
    for (std::size_t i = 0; i < mix.at.size(); ++i) {
      if constexpr (half)
        sum += mix.weight[i] * static_cast<double>(static_cast<float>(from[mix.at[i]]));
      else
        sum += mix.weight[i] * static_cast<double>(from[mix.at[i]]);
    }
    if constexpr (half) {
      return T(static_cast<float>(sum));
    } else if constexpr (std::is_same_v<T, bool>) {
      return sum != 0;
    } else if constexpr (std::is_integral_v<T>) {
      // Cubic sums may leave the range.
      const double low = static_cast<double>(std::numeric_limits<T>::lowest()),
                   high = static_cast<double>(std::numeric_limits<T>::max());
      sum += std::copysign(1e-9, sum);  // towards zero, but not below a whole number for want of one bit
      return sum <= low    ? std::numeric_limits<T>::lowest()
             : sum >= high ? std::numeric_limits<T>::max()
                           : static_cast<T>(sum);
    } else {
      return static_cast<T>(sum);
    }
  }
};

struct GridSample final : Op {
  bool align_corners = false;
  std::string mode = "linear", padding_mode = "zeros";
  void fields(FieldVisitor& f) override {
    f("align_corners", align_corners);
    f("mode", mode);
    f("padding_mode", padding_mode);
  }
  void infer(InferContext& c) const override {
    const image::Filter filter = sample_filter(mode);
    outside_of(padding_mode);
    const SymShape &x = c.shape(0), &grid = c.shape(1);
    if (!x.ranked() || !grid.ranked()) return out_unknown(c, std::nullopt);
    require(x.rank() >= 3 && grid.rank() == x.rank(), Code::invalid_argument,
            "X {} and grid {}: equal ranks of at least 3 are needed", x, grid);
    const auto spatial = static_cast<std::int64_t>(x.rank() - 2);
    require(spatial <= (filter == image::Filter::cubic ? 4 : 8), Code::not_implemented,
            "{} sampling over {} axes", mode, spatial);
    const Dim& last = grid[grid.rank() - 1];
    require(!last.is_number() || last.number() == spatial, Code::invalid_argument,
            "grid gives {} coordinates a point, X has {} spatial axes", last, spatial);
    require(!x[0].is_number() || !grid[0].is_number() || x[0].number() == grid[0].number(),
            Code::invalid_argument, "X {} and grid {} have different batches", x, grid);
    std::vector<Dim> dims = {x[0], x[1]};
    dims.insert(dims.end(), grid.dims().begin() + 1, grid.dims().end() - 1);
    c.out(0, c.dtype(0), SymShape(std::move(dims)));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0), grid = c.shape(1);
    Sampling s;
    s.grid = {{x.begin() + 2, x.end()},
              std::vector<std::int64_t>(x.rank() - 2),
              sample_filter(mode),
              outside_of(padding_mode),
              align_corners};
    for (std::size_t a = x.rank(), stride = 1; a-- > 2; stride *= static_cast<std::size_t>(x[a]))
      s.grid.strides[a - 2] = static_cast<std::int64_t>(stride);
    s.batch = x[0], s.channels = x[1], s.plane = x.count(2, x.rank());
    s.points = grid.count(1, grid.rank() - 1);
    s.dtype = c.dtype(0), s.grid_dtype = c.dtype(1);
    require(s.plane > 0 || c.out_shape(0).count() == 0, Code::invalid_argument,
            "X {} is empty, nothing can be sampled", x);
    const auto make = [&]<typename T>() {
      return Kernel::of([s](Call& call) {
        const auto cost = static_cast<std::int64_t>(s.grid.taps()) * (s.channels + 8);
        call.for_range(s.batch * s.points, 1 + 16384 / cost,
                       [&](std::int64_t begin, std::int64_t end, int) noexcept {
                         s.run(call.in<T>(0), call.in(1), call.out<T>(0), begin, end);
                       });
      });
    };
    if (s.dtype != DType::string) return dispatch_with_complex(s.dtype, make);
    require(s.grid.filter == image::Filter::nearest, Code::invalid_argument,
            "strings cannot be mixed in mode {}; nearest picks one", mode);
    return make.operator()<std::string>();
  }
};

// Version 16 called the modes after two axes.
void upgrade_grid_sample(UpgradeContext& u) {
  u.domain = "";
  const auto mode = u.take<std::string>("mode");
  if (!mode) return;
  u.attributes.emplace("mode", *mode == "bilinear"  ? std::string("linear")
                               : *mode == "bicubic" ? std::string("cubic")
                                                    : *mode);
}

struct AffineGrid final : Op {
  bool align_corners = false;
  void fields(FieldVisitor& f) override { f("align_corners", align_corners); }

  void infer(InferContext& c) const override {
    const SymShape& theta = c.shape(0);
    const auto size = known_dims(c.in(1));
    const auto length = size ? std::optional(static_cast<std::int64_t>(size->size())) : known_length(c.in(1));
    require(!length || *length == 4 || *length == 5, Code::invalid_argument,
            "size has {} numbers, 4 or 5 are needed", length.value_or(0));
    if (!length) return out_unknown(c, std::nullopt);
    const std::int64_t axes = *length - 2;
    const auto is = [](const Dim& d, std::int64_t n) { return !d.is_number() || d.number() == n; };
    require(!theta.ranked() || (theta.rank() == 3 && is(theta[1], axes) && is(theta[2], axes + 1)),
            Code::invalid_argument, "theta has shape {}, [N, {}, {}] is needed", theta, axes, axes + 1);
    if (!size) return out_unknown(c, static_cast<std::size_t>(*length));
    require(!theta.ranked() || !theta[0].is_number() || is((*size)[0], theta[0].number()),
            Code::invalid_argument, "theta {} and size disagree about the batch", theta);
    std::vector<Dim> dims = {(*size)[0]};
    dims.insert(dims.end(), size->begin() + 2, size->end());
    for (const Dim& d : dims)
      require(!d.is_number() || d.number() >= 0, Code::invalid_argument, "size asks for {}", d);
    dims.emplace_back(axes);
    c.out(0, c.dtype(0), SymShape(std::move(dims)));
  }
  double coordinate(std::int64_t i, std::int64_t n) const {
    const auto at = static_cast<double>(i), size = static_cast<double>(n);
    if (align_corners) return n == 1 ? 0.0 : -1 + 2 * at / (size - 1);
    return (2 * at + 1) / size - 1;
  }
  Kernel lower(LowerContext& c) const override {
    if (!c.known(0)) return Kernel::when_running();
    const Shape out = c.out_shape(0);
    return dispatch_float(c.dtype(0), [&]<typename T>() {
      return Kernel::of([self = *this, out](Call& call) {
        const std::int64_t axes = out.back(), points = out.count(1, out.rank() - 1);
        call.for_range(out[0] * points, 1024, [&](std::int64_t begin, std::int64_t end, int) noexcept {
          for (std::int64_t p = begin; p < end; ++p) {
            double at[3] = {};
            std::int64_t rest = p % points;
            for (std::int64_t a = 0; a < axes; ++a) {  // innermost axis first: x, y, z
              const std::int64_t size = out[static_cast<std::size_t>(axes - a)];
              at[a] = self.coordinate(rest % size, size);
              rest /= size;
            }
            const T* theta = call.in<T>(0) + p / points * axes * (axes + 1);
            for (std::int64_t r = 0; r < axes; ++r) {
              double sum = wide(theta[r * (axes + 1) + axes]);
              for (std::int64_t k = 0; k < axes; ++k) sum += at[k] * wide(theta[r * (axes + 1) + k]);
              call.out<T>(0)[p * axes + r] = narrow<T>(sum);
            }
          }
        });
      });
    });
  }
  template <typename T>
  static double wide(T v) {
    if constexpr (std::is_same_v<T, double>)
      return v;
    else
      return static_cast<double>(static_cast<float>(v));
  }
  template <typename T>
  static T narrow(double v) {
    if constexpr (std::is_same_v<T, double>)
      return v;
    else
      return T(static_cast<float>(v));
  }
};

}  // namespace

void register_grid_sample(OpRegistry& r) {
  r.add<GridSample>("", "GridSample", upgrade_grid_sample);
  r.add<GridSample>("com.microsoft", "GridSample", upgrade_grid_sample);
  r.add<AffineGrid>("", "AffineGrid");
}

}  // namespace sardonyx
