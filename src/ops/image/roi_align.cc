// RoiAlign, MaxRoiPool and com.microsoft's CropAndResize: parts of pictures brought to one size.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/dispatch.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

template <typename T>
double number(T v) {
  if constexpr (std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>)
    return static_cast<float>(v);
  else
    return static_cast<double>(v);
}
template <typename T>
T rounded(double v) {
  if constexpr (std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>)
    return T(static_cast<float>(v));
  else
    return static_cast<T>(v);
}

struct Sizes {
  std::int64_t batch = 0, channels = 0, height = 0, width = 0;  // of the pictures
  std::int64_t rois = 0, out_height = 0, out_width = 0;
};

Sizes sizes_of(const Shape& x, const Shape& out) { return {x[0], x[1], x[2], x[3], out[0], out[2], out[3]}; }

void check_shapes(InferContext& c, std::int64_t roi_length) {
  const SymShape &x = c.shape(0), &rois = c.shape(1), &batch = c.shape(2);
  require(!x.ranked() || x.rank() == 4, Code::invalid_argument, "X has shape {}, rank 4 is needed", x);
  const bool fits =
      !rois.ranked() || (rois.rank() == 2 && (!rois[1].is_number() || rois[1].number() == roi_length));
  require(fits, Code::invalid_argument, "rois have shape {}, [rois, {}] is needed", rois, roi_length);
  if (!c.has(2) || !batch.ranked() || !rois.ranked()) return;
  require(batch.rank() == 1 &&
              (!batch[0].is_number() || !rois[0].is_number() || batch[0].number() == rois[0].number()),
          Code::invalid_argument, "batch_indices have shape {}, rois {}", batch, rois);
}

void out_regions(InferContext& c, const Dim& height, const Dim& width) {
  const SymShape &x = c.shape(0), &rois = c.shape(1);
  c.out(0, c.dtype(0),
        {rois.ranked() ? rois[0] : Dim::unknown(), x.ranked() ? x[1] : Dim::unknown(), height, width});
}

[[noreturn]] void refuse_batch(std::int64_t roi, std::int64_t batch) {
  fail(Code::runtime, "the picture number of region {} is outside [0, {})", roi, batch);
}

// ---- RoiAlign ---------------------------------------------------------------------------------------------

// One sampled point: four neighbours and their shares; none when the point is off the picture.
struct Sample {
  std::int64_t at[4] = {};
  double share[4] = {};
};

Sample sample(const Sizes& s, double y, double x) {
  Sample p;
  if (!(y >= -1 && y <= static_cast<double>(s.height) && x >= -1 && x <= static_cast<double>(s.width)))
    return p;
  y = std::clamp(y, 0.0, static_cast<double>(s.height - 1));
  x = std::clamp(x, 0.0, static_cast<double>(s.width - 1));
  const auto top = static_cast<std::int64_t>(y), left = static_cast<std::int64_t>(x);
  const std::int64_t bottom = std::min(top + 1, s.height - 1), right = std::min(left + 1, s.width - 1);
  const double down = y - static_cast<double>(top), across = x - static_cast<double>(left);
  p.at[0] = top * s.width + left, p.share[0] = (1 - down) * (1 - across);
  p.at[1] = top * s.width + right, p.share[1] = (1 - down) * across;
  p.at[2] = bottom * s.width + left, p.share[2] = down * (1 - across);
  p.at[3] = bottom * s.width + right, p.share[3] = down * across;
  return p;
}

struct Align {
  Sizes s;
  bool maximum = false, half_pixel = true;
  std::int64_t sampling_ratio = 0;
  double scale = 1;

  // The value of one bin, over a grid of points.
  template <typename T>
  double bin(const T* plane, double y, double x, double height, double width, std::int64_t rows,
             std::int64_t columns) const {
    double sum = 0, most = -std::numeric_limits<double>::infinity();
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < columns; ++j) {
        const Sample p = sample(s, y + (static_cast<double>(i) + 0.5) * height / static_cast<double>(rows),
                                x + (static_cast<double>(j) + 0.5) * width / static_cast<double>(columns));
        for (int k = 0; k < 4; ++k) {
          const double v = p.share[k] * number(plane[p.at[k]]);
          sum += v;
          most = std::max(most, v);  // of the four shares, as the operator's first implementation had it
        }
      }
    }
    if (rows * columns == 0) return 0;
    return maximum ? most : sum / static_cast<double>(rows * columns);
  }
  // All channels of one region.
  template <typename T>
  void region(const T* picture, const T* roi, T* out) const {
    const double offset = half_pixel ? 0.5 : 0.0;
    const double x = number(roi[0]) * scale - offset, y = number(roi[1]) * scale - offset;
    double width = number(roi[2]) * scale - offset - x, height = number(roi[3]) * scale - offset - y;
    if (!half_pixel) width = std::max(width, 1.0), height = std::max(height, 1.0);
    const double bin_h = height / static_cast<double>(s.out_height),
                 bin_w = width / static_cast<double>(s.out_width);
    const auto points = [&](double size, std::int64_t most) {
      if (sampling_ratio > 0) return sampling_ratio;
      return std::isfinite(size) ? static_cast<std::int64_t>(
                                       std::clamp(std::ceil(size), 0.0, 1.0 + static_cast<double>(most)))
                                 : 0;
    };
    const std::int64_t rows = points(bin_h, 4096), columns = points(bin_w, 4096);
    for (std::int64_t c = 0; c < s.channels; ++c) {
      for (std::int64_t i = 0; i < s.out_height; ++i) {
        for (std::int64_t j = 0; j < s.out_width; ++j) {
          *out++ = rounded<T>(bin(picture + c * s.height * s.width, y + static_cast<double>(i) * bin_h,
                                  x + static_cast<double>(j) * bin_w, bin_h, bin_w, rows, columns));
        }
      }
    }
  }
};

struct RoiAlign final : Op {
  std::string coordinate_transformation_mode = "half_pixel", mode = "avg";
  std::int64_t output_height = 1, output_width = 1, sampling_ratio = 0;
  float spatial_scale = 1;
  void fields(FieldVisitor& f) override {
    f("coordinate_transformation_mode", coordinate_transformation_mode);
    f("mode", mode);
    f("output_height", output_height);
    f("output_width", output_width);
    f("sampling_ratio", sampling_ratio);
    f("spatial_scale", spatial_scale);
  }
  void infer(InferContext& c) const override {
    require(mode == "avg" || mode == "max", Code::invalid_argument,
            "unknown mode '{}': avg and max are known", mode);
    const std::string& how = coordinate_transformation_mode;
    require(how == "half_pixel" || how == "output_half_pixel", Code::invalid_argument,
            "unknown coordinate_transformation_mode '{}': half_pixel and output_half_pixel are known", how);
    require(output_height >= 0 && output_width >= 0 && sampling_ratio >= 0 && sampling_ratio <= 4096,
            Code::invalid_argument, "output {} x {} with sampling ratio {}", output_height, output_width,
            sampling_ratio);
    check_shapes(c, 4);
    out_regions(c, output_height, output_width);
  }
  Kernel lower(LowerContext& c) const override {
    const Align a{sizes_of(c.shape(0), c.out_shape(0)), mode == "max",
                  coordinate_transformation_mode == "half_pixel", sampling_ratio,
                  static_cast<double>(spatial_scale)};
    return dispatch_float(c.dtype(0), [&]<typename T>() {
      return Kernel::of([a](Call& call) {
        const Sizes& s = a.s;
        const std::int64_t picture = s.channels * s.height * s.width,
                           region = s.channels * s.out_height * s.out_width;
        const auto* batch = call.in<std::int64_t>(2);
        const std::int64_t bad =
            call.find_bad(s.rois, 1, [&](std::int64_t begin, std::int64_t end, int) noexcept {
              for (std::int64_t r = begin; r < end; ++r) {
                if (batch[r] < 0 || batch[r] >= s.batch) return r;
                if (picture == 0)
                  std::fill_n(call.out<T>(0) + r * region, region, T{});
                else
                  a.region(call.in<T>(0) + batch[r] * picture, call.in<T>(1) + r * 4,
                           call.out<T>(0) + r * region);
              }
              return ThreadPool::kOk;
            });
        if (bad >= 0) refuse_batch(bad, s.batch);
      });
    });
  }
};

void upgrade_roi_align(UpgradeContext& u) {
  if (u.version < 16)
    u.attributes.try_emplace("coordinate_transformation_mode", std::string("output_half_pixel"));
}

// ---- MaxRoiPool -------------------------------------------------------------------------------------------

struct MaxRoiPool final : Op {
  std::vector<std::int64_t> pooled_shape;
  float spatial_scale = 1;
  void fields(FieldVisitor& f) override {
    f("pooled_shape", pooled_shape);
    f("spatial_scale", spatial_scale);
  }
  void infer(InferContext& c) const override {
    require(pooled_shape.size() == 2 && pooled_shape[0] > 0 && pooled_shape[1] > 0, Code::invalid_argument,
            "pooled_shape must be two positive sizes");
    check_shapes(c, 5);
    out_regions(c, pooled_shape[0], pooled_shape[1]);
  }
  // Bin `i` of `bins` over a side of `length` steps from `start`, inside [0, size).
  static std::pair<std::int64_t, std::int64_t> span(double start, double length, std::int64_t i,
                                                    std::int64_t bins, std::int64_t size) {
    const double step = length / static_cast<double>(bins), limit = static_cast<double>(size);
    const double first = std::floor(static_cast<double>(i) * step) + start;
    const double last = std::ceil(static_cast<double>(i + 1) * step) + start;
    return {static_cast<std::int64_t>(std::clamp(first, 0.0, limit)),
            static_cast<std::int64_t>(std::clamp(last, 0.0, limit))};
  }
  template <typename T>
  static void region(const Sizes& s, const T* picture, const T* roi, double scale, T* out) {
    const auto corner = [&](int i) {
      const double v = std::round(number(roi[i]) * scale);
      return std::isfinite(v) ? v : 0.0;
    };
    const double x = corner(1), y = corner(2);
    const double width = std::max(corner(3) - x + 1, 1.0), height = std::max(corner(4) - y + 1, 1.0);
    for (std::int64_t c = 0; c < s.channels; ++c, picture += s.height * s.width) {
      for (std::int64_t i = 0; i < s.out_height; ++i) {
        const auto [top, bottom] = span(y, height, i, s.out_height, s.height);
        for (std::int64_t j = 0; j < s.out_width; ++j) {
          const auto [left, right] = span(x, width, j, s.out_width, s.width);
          double most = top < bottom && left < right ? -std::numeric_limits<double>::infinity() : 0.0;
          for (std::int64_t h = top; h < bottom; ++h) {
            for (std::int64_t w = left; w < right; ++w)
              most = std::max(most, number(picture[h * s.width + w]));
          }
          *out++ = rounded<T>(most);
        }
      }
    }
  }
  Kernel lower(LowerContext& c) const override {
    const Sizes s = sizes_of(c.shape(0), c.out_shape(0));
    return dispatch_float(c.dtype(0), [&]<typename T>() {
      return Kernel::of([s, scale = static_cast<double>(spatial_scale)](Call& call) {
        const std::int64_t picture = s.channels * s.height * s.width,
                           size = s.channels * s.out_height * s.out_width;
        const std::int64_t bad =
            call.find_bad(s.rois, 1, [&](std::int64_t begin, std::int64_t end, int) noexcept {
              for (std::int64_t r = begin; r < end; ++r) {
                const T* roi = call.in<T>(1) + r * 5;
                const double batch = number(roi[0]);
                if (!(batch >= 0 && batch < static_cast<double>(s.batch))) return r;
                region(s, call.in<T>(0) + static_cast<std::int64_t>(batch) * picture, roi, scale,
                       call.out<T>(0) + r * size);
              }
              return ThreadPool::kOk;
            });
        if (bad >= 0) refuse_batch(bad, s.batch);
      });
    });
  }
};

// ---- CropAndResize ----------------------------------------------------------------------------------------

// rois are y1, x1, y2, x2 in units of the picture's last row and column.
struct CropAndResize final : Op {
  float extrapolation_value = 0;
  std::string mode = "bilinear";
  void fields(FieldVisitor& f) override {
    f("extrapolation_value", extrapolation_value);
    f("mode", mode);
  }
  void infer(InferContext& c) const override {
    require(mode == "bilinear" || mode == "nearest", Code::invalid_argument,
            "unknown mode '{}': bilinear and nearest are known", mode);
    check_shapes(c, 4);
    const auto size = known_dims(c.in(3));
    require(!size || size->size() == 2, Code::invalid_argument, "crop_size has {} sizes, not 2",
            size ? size->size() : 0);
    out_regions(c, size ? size->at(0) : Dim::unknown(), size ? size->at(1) : Dim::unknown());
  }
  // In the precision of the rois, and as ONNX Runtime's numbers show it is done there: whether 1.5 is the nearest to 1
  // or 2 hangs on the last bit.
  template <typename R>
  static double coordinate(R from, R to, std::int64_t size, std::int64_t i, std::int64_t n) {
    const R first = from * static_cast<R>(size - 1), last = to * static_cast<R>(size - 1);
    if (n <= 1) return static_cast<double>(R(0.5) * (first + last));
    return static_cast<double>(first + static_cast<R>(i) * ((last - first) / static_cast<R>(n - 1)));
  }
  template <typename T>
  void region(const Sizes& s, const T* picture, const T* roi, T* out) const {
    using R = std::conditional_t<std::is_same_v<T, double>, double, float>;
    const R rect[] = {static_cast<R>(roi[0]), static_cast<R>(roi[1]), static_cast<R>(roi[2]),
                      static_cast<R>(roi[3])};
    const bool nearest = mode == "nearest";
    for (std::int64_t c = 0; c < s.channels; ++c, picture += s.height * s.width) {
      for (std::int64_t i = 0; i < s.out_height; ++i) {
        const double y = coordinate(rect[0], rect[2], s.height, i, s.out_height);
        for (std::int64_t j = 0; j < s.out_width; ++j) {
          const double x = coordinate(rect[1], rect[3], s.width, j, s.out_width);
          double v = static_cast<double>(extrapolation_value);
          if (y >= 0 && y <= static_cast<double>(s.height - 1) && x >= 0 &&
              x <= static_cast<double>(s.width - 1)) {
            const Sample p = nearest ? sample(s, std::floor(y + 0.5), std::floor(x + 0.5)) : sample(s, y, x);
            v = 0;
            for (int k = 0; k < 4; ++k) v += p.share[k] * number(picture[p.at[k]]);
          }
          *out++ = rounded<T>(v);
        }
      }
    }
  }
  Kernel lower(LowerContext& c) const override {
    if (!c.known(0)) return Kernel::when_running();
    const Sizes s = sizes_of(c.shape(0), c.out_shape(0));
    return dispatch_float(c.dtype(0), [&]<typename T>() {
      return Kernel::of([s, self = *this](Call& call) {
        const std::int64_t picture = s.channels * s.height * s.width,
                           size = s.channels * s.out_height * s.out_width;
        const auto* batch = call.in<std::int32_t>(2);
        const std::int64_t bad =
            call.find_bad(s.rois, 1, [&](std::int64_t begin, std::int64_t end, int) noexcept {
              for (std::int64_t r = begin; r < end; ++r) {
                if (batch[r] < 0 || batch[r] >= s.batch) return r;
                self.region(s, call.in<T>(0) + batch[r] * picture, call.in<T>(1) + r * 4,
                            call.out<T>(0) + r * size);
              }
              return ThreadPool::kOk;
            });
        if (bad >= 0) refuse_batch(bad, s.batch);
      });
    });
  }
};

}  // namespace

void register_roi_align(OpRegistry& r) {
  r.add<RoiAlign>("", "RoiAlign", upgrade_roi_align);
  r.add<MaxRoiPool>("", "MaxRoiPool");
  r.add<CropAndResize>("com.microsoft", "CropAndResize");
}

}  // namespace sardonyx
