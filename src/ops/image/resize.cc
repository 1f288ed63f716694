// Resize: another number of samples along some axes; Upsample is its old name.
#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/image/resample.h"
#include "kernels/move/table.h"
#include "ops/axes.h"
#include "ops/moving.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

using image::AxisResize;
using image::Coordinates;
using image::Filter;
using image::Nearest;

template <typename E, std::size_t N>
E choice(const char* what, const std::string& text, const std::pair<const char*, E> (&names)[N]) {
  for (const auto& [known, value] : names) {
    if (text == known) return value;
  }
  fail(Code::invalid_argument, "unknown {} '{}'", what, text);
}

Coordinates coordinates_of(const std::string& s) {
  return choice<Coordinates>("coordinate_transformation_mode", s,
                             {{"half_pixel", Coordinates::half_pixel},
                              {"half_pixel_symmetric", Coordinates::half_pixel_symmetric},
                              {"pytorch_half_pixel", Coordinates::pytorch_half_pixel},
                              {"align_corners", Coordinates::align_corners},
                              {"asymmetric", Coordinates::asymmetric},
                              {"tf_half_pixel_for_nn", Coordinates::tf_half_pixel_for_nn},
                              {"tf_crop_and_resize", Coordinates::tf_crop_and_resize}});
}
Nearest nearest_of(const std::string& s) {
  return choice<Nearest>("nearest_mode", s,
                         {{"round_prefer_floor", Nearest::round_prefer_floor},
                          {"round_prefer_ceil", Nearest::round_prefer_ceil},
                          {"floor", Nearest::floor},
                          {"ceil", Nearest::ceil},
                          {"simple", Nearest::simple}});
}
Filter filter_of(const std::string& s) {
  return choice<Filter>("mode", s,
                        {{"nearest", Filter::nearest}, {"linear", Filter::linear}, {"cubic", Filter::cubic}});
}

// An axis that stays as it is.
bool idle(const AxisResize& a) {
  return a.in == a.out && a.scale == 1.0 &&
         (a.coordinates != Coordinates::tf_crop_and_resize || (a.roi_start == 0 && a.roi_end == 1));
}

struct Resize final : Op {
  bool antialias = false, exclude_outside = false;
  std::optional<std::vector<std::int64_t>> axes;
  std::string coordinate_transformation_mode = "half_pixel", mode = "nearest",
              nearest_mode = "round_prefer_floor";
  std::string keep_aspect_ratio_policy = "stretch";
  float cubic_coeff_a = -0.75f, extrapolation_value = 0.0f;

  void fields(FieldVisitor& f) override {
    f("antialias", antialias);
    f("axes", axes);
    f("coordinate_transformation_mode", coordinate_transformation_mode);
    f("cubic_coeff_a", cubic_coeff_a);
    f("exclude_outside", exclude_outside);
    f("extrapolation_value", extrapolation_value);
    f("keep_aspect_ratio_policy", keep_aspect_ratio_policy);
    f("mode", mode);
    f("nearest_mode", nearest_mode);
  }
  std::vector<std::size_t> places(std::size_t rank) const {
    if (axes) return normalise_axes(*axes, rank);
    std::vector<std::size_t> all(rank);
    for (std::size_t i = 0; i < rank; ++i) all[i] = i;
    return all;
  }
  // An empty tensor stands for an absent input.
  template <typename Context>
  static bool given(const Context& c, std::size_t i) {
    const auto length = c.has(i) ? known_length(c.in(i)) : std::optional<std::int64_t>(0);
    return !length || *length != 0;
  }
  bool crops() const { return coordinate_transformation_mode == "tf_crop_and_resize"; }
  // Content of roi: starts, then ends, per resized axis; nullopt when only the run knows.
  template <typename Context>
  std::optional<std::vector<double>> regions(const Context& c, std::size_t n) const {
    if (!crops() || !given(c, 1)) return std::vector<double>();
    const Tensor* roi = c.constant(1);
    if (roi == nullptr) return std::nullopt;
    require(roi->count() == static_cast<std::int64_t>(2 * n), Code::invalid_argument,
            "roi has {} numbers for {} axes", roi->count(), n);
    std::vector<double> r;
    for (std::int64_t i = 0; i < roi->count(); ++i) r.push_back(roi->number_at(i));
    return r;
  }
  static std::vector<float> scales_of(const Tensor& t, std::size_t n) {
    require(t.count() == static_cast<std::int64_t>(n), Code::invalid_argument,
            "scales has {} numbers for {} axes", t.count(), n);
    std::vector<float> scales;
    for (std::int64_t i = 0; i < t.count(); ++i) {
      scales.push_back(static_cast<float>(t.number_at(i)));
      require(scales.back() > 0 && scales.back() < 0x1p31f, Code::invalid_argument,
              "scale {} is {}, it must be positive", i, scales.back());
    }
    return scales;
  }
  static Dim scaled(const Dim& d, float scale, float part) {
    if (d.is_number()) {
      const float size = std::floor(static_cast<float>(d.number()) * part * scale);
      require(size >= 0 && size < 0x1p62f, Code::invalid_argument, "axis of size {} would get size {}", d,
              size);
      return static_cast<std::int64_t>(size);
    }
    if (part != 1.0f) return Dim::unknown();
    if (scale == std::floor(scale) && scale < 65536.0f) return d * Dim(static_cast<std::int64_t>(scale));
    const float inverse = 1.0f / scale;
    const bool exact = inverse == std::floor(inverse) && inverse < 65536.0f && 1.0f / inverse == scale;
    return exact ? floor_div(d, static_cast<std::int64_t>(inverse)) : Dim::unknown();
  }
  // The one scale of all axes that keeps the aspect ratio.
  double kept_scale(const SymShape& s, const std::vector<std::size_t>& at,
                    const std::vector<Dim>& sizes) const {
    double scale = keep_aspect_ratio_policy == "not_larger" ? INFINITY : 0.0;
    for (std::size_t i = 0; i < at.size(); ++i) {
      if (!sizes[i].is_number() || !s[at[i]].is_number() || s[at[i]].number() == 0) return NAN;
      const double own = static_cast<double>(sizes[i].number()) / static_cast<double>(s[at[i]].number());
      scale = keep_aspect_ratio_policy == "not_larger" ? std::min(scale, own) : std::max(scale, own);
    }
    return scale;
  }
  void check() const {
    coordinates_of(coordinate_transformation_mode);
    nearest_of(nearest_mode);
    filter_of(mode);
    const std::string& p = keep_aspect_ratio_policy;
    require(p == "stretch" || p == "not_larger" || p == "not_smaller", Code::invalid_argument,
            "unknown keep_aspect_ratio_policy '{}'", p);
  }
  void infer(InferContext& c) const override {
    check();
    SymShape s = c.shape(0);
    if (!s.ranked()) return out_unknown(c, std::nullopt);
    const auto at = places(s.rank());
    if (given(c, 3)) {
      const auto sizes = known_dims(c.in(3));
      if (!sizes) return out_some(c, s, at);
      require(sizes->size() == at.size(), Code::invalid_argument, "sizes has {} numbers for {} axes",
              sizes->size(), at.size());
      const bool stretch = keep_aspect_ratio_policy == "stretch";
      const double scale = stretch ? 1.0 : kept_scale(s, at, *sizes);
      for (std::size_t i = 0; i < at.size(); ++i) {
        Dim& d = s[at[i]];
        require(!(*sizes)[i].is_number() || (*sizes)[i].number() >= 0, Code::invalid_argument,
                "sizes asks for {}", (*sizes)[i]);
        if (stretch)
          d = (*sizes)[i];
        else
          d = std::isfinite(scale)
                  ? Dim(static_cast<std::int64_t>(std::floor(scale * static_cast<double>(d.number()) + 0.5)))
                  : Dim::unknown();
      }
      return c.out(0, c.dtype(0), std::move(s));
    }
    require(given(c, 2), Code::invalid_argument, "neither scales nor sizes is given");
    const Tensor* scales = c.constant(2);
    const auto roi = regions(c, at.size());
    if (scales == nullptr || !roi) return out_some(c, s, at);
    const auto factors = scales_of(*scales, at.size());
    for (std::size_t i = 0; i < at.size(); ++i) {
      const float part = roi->empty() ? 1.0f : static_cast<float>((*roi)[at.size() + i] - (*roi)[i]);
      s[at[i]] = scaled(s[at[i]], factors[i], part);
    }
    c.out(0, c.dtype(0), std::move(s));
  }
  static void out_some(InferContext& c, SymShape s, const std::vector<std::size_t>& at) {
    for (std::size_t a : at) s[a] = Dim::unknown();
    c.out(0, c.dtype(0), std::move(s));
  }

  // How each axis is resampled; nullopt when only the run knows.
  std::optional<std::vector<AxisResize>> resizes(const LowerContext& c, const Shape& in,
                                                 const Shape& out) const {
    const auto at = places(in.rank());
    const auto roi = regions(c, at.size());
    const bool by_size = given(c, 3);
    if (!roi || (!by_size && c.constant(2) == nullptr) || (by_size && !known_dims(c.in(3))))
      return std::nullopt;
    std::vector<AxisResize> result(in.rank());
    for (std::size_t a = 0; a < in.rank(); ++a) {
      AxisResize& r = result[a];
      r = {in[a],
           out[a],
           1.0,
           0,
           1,
           coordinates_of(coordinate_transformation_mode),
           nearest_of(nearest_mode),
           filter_of(mode),
           static_cast<double>(cubic_coeff_a),
           exclude_outside,
           antialias};
    }
    const auto scales = by_size ? std::vector<float>() : scales_of(*c.constant(2), at.size());
    const double kept = by_size && keep_aspect_ratio_policy != "stretch"
                            ? kept_scale(SymShape(in), at, *known_dims(c.in(3)))
                            : NAN;
    for (std::size_t i = 0; i < at.size(); ++i) {
      AxisResize& r = result[at[i]];
      r.scale = by_size ? static_cast<double>(r.out) / static_cast<double>(std::max<std::int64_t>(1, r.in))
                        : static_cast<double>(scales[i]);
      if (std::isfinite(kept)) r.scale = kept;
      if (!roi->empty()) r.roi_start = (*roi)[i], r.roi_end = (*roi)[at.size() + i];
    }
    return result;
  }
  Kernel lower(LowerContext& c) const override {
    if (!c.known(0)) return Kernel::when_running();
    const Shape in = c.shape(0), out = c.out_shape(0);
    const auto axes = resizes(c, in, out);
    if (!axes) return Kernel::when_running();
    if (out.count() == 0) return Kernel::of([](Call&) {});
    require(in.count() > 0, Code::invalid_argument, "an empty input {} cannot be resized to {}", in, out);
    const bool same = std::ranges::all_of(*axes, idle);
    if (same) return same_bytes(c);
    return filter_of(mode) == Filter::nearest ? pick(c, in, *axes) : mix(c, in, *axes);
  }
  Kernel pick(const LowerContext& c, const Shape& in, const std::vector<AxisResize>& axes) const;
  Kernel mix(const LowerContext& c, const Shape& in, const std::vector<AxisResize>& axes) const;
};

std::vector<std::byte> one_element(DType dtype, float value) {
  std::vector<std::byte> element(16);
  if (value != 0) convert_from_float(dtype, &value, element.data(), 1);
  return element;
}

// Nearest: moves of elements, whatever their type.
Kernel Resize::pick(const LowerContext& c, const Shape& in, const std::vector<AxisResize>& axes) const {
  std::vector<std::vector<std::int64_t>> tables(in.rank());
  for (std::size_t a = 0; a < in.rank(); ++a) {
    for (std::int64_t o = 0; o < axes[a].out; ++o)
      tables[a].push_back(idle(axes[a]) ? o : image::nearest_index(axes[a], o));
  }
  const DType dtype = c.dtype(0);
  auto plan = move::plan_table(move::element_of(dtype), tables, {in.begin(), in.end()});
  auto value = dtype == DType::string || is_complex(dtype) ? std::vector<std::byte>(16)
                                                           : one_element(dtype, extrapolation_value);
  return Kernel::of([plan = std::move(plan), value = std::move(value)](Call& call) {
    static const std::string kNone;
    const std::byte* outside =
        plan.element.strings ? reinterpret_cast<const std::byte*>(&kNone) : value.data();
    call.for_range(plan.rows, plan.grain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
      move::table_rows(plan, call.out(0), call.in(0), outside, begin, end);
    });
  });
}

// What the passes over the axes need.
struct Passes {
  std::vector<image::Pass> steps;
  std::vector<std::size_t> axes;  // of the steps
  Shape out;
  std::int64_t in_count = 0;
  std::size_t buffer = 0;  // elements of each of the two scratch buffers
  DType dtype = DType::float32;
  float outside = 0;

  // Elements that some axis leaves get the extrapolation value.
  template <typename T>
  void patch(T* data) const {
    for (std::size_t s = 0; s < steps.size(); ++s) {
      const auto& flags = steps[s].taps.outside;
      if (flags.empty()) continue;
      const std::int64_t inner = out.count(axes[s] + 1, out.rank()), size = out[axes[s]];
      for (std::int64_t i = 0; i < out.count(); ++i)
        if (flags[static_cast<std::size_t>(i / inner % size)]) data[i] = static_cast<T>(outside);
    }
  }
  template <typename T>
  void run(Call& call) const {
    constexpr DType kOwn = dtype_of<T>;
    T* buffers[2] = {reinterpret_cast<T*>(call.scratch()), reinterpret_cast<T*>(call.scratch()) + buffer};
    const bool direct = dtype == kOwn;
    const T* from = call.in<T>(0);
    std::size_t next = 0;
    if constexpr (std::is_same_v<T, float>) {
      if (!direct) {
        convert_to_float(dtype, call.in(0), buffers[0], in_count);
        from = buffers[0];
        next = 1;
      }
    }
    T* to = nullptr;
    for (std::size_t s = 0; s < steps.size(); ++s) {
      const image::Pass& p = steps[s];
      to = direct && s + 1 == steps.size() ? call.out<T>(0) : buffers[next];
      next ^= 1;
      const std::int64_t grain =
          std::max<std::int64_t>(1, 16384 / std::max<std::int64_t>(1, p.inner * p.taps.width));
      call.for_range(p.outer * p.out, grain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
        image::resample(p, from, to, begin, end);
      });
      from = to;
    }
    patch(to);
    if constexpr (std::is_same_v<T, float>) {
      if (!direct) convert_from_float(dtype, to, call.out(0), out.count());
    }
  }
};

Kernel Resize::mix(const LowerContext& c, const Shape& in, const std::vector<AxisResize>& axes) const {
  Passes p;
  p.out = c.out_shape(0);
  p.in_count = in.count();
  p.dtype = c.dtype(0);
  p.outside = extrapolation_value;
  require(p.dtype != DType::string && !is_complex(p.dtype), Code::not_implemented, "mode '{}' of {}", mode,
          name(p.dtype));
  for (std::size_t a = 0; a < in.rank(); ++a) {
    if (!idle(axes[a])) p.axes.push_back(a);
  }
  // Axes that shrink come first, and the last axes before the others: less work for those that follow.
  std::ranges::stable_sort(p.axes, [&](std::size_t a, std::size_t b) {
    const double grows_a = static_cast<double>(axes[a].out) / static_cast<double>(axes[a].in);
    const double grows_b = static_cast<double>(axes[b].out) / static_cast<double>(axes[b].in);
    return grows_a != grows_b ? grows_a < grows_b : a > b;
  });
  if (p.axes.empty()) return same_bytes(c);
  const bool direct = p.dtype == DType::float32 || p.dtype == DType::float64;
  Shape now = in;
  std::size_t most = direct ? 0 : static_cast<std::size_t>(in.count());
  for (std::size_t a : p.axes) {
    image::Pass step{image::taps_of(axes[a]), now.count(0, a), now[a], axes[a].out,
                     now.count(a + 1, now.rank())};
    now[a] = axes[a].out;
    p.steps.push_back(std::move(step));
    if (!direct || p.steps.size() < p.axes.size())
      most = std::max(most, static_cast<std::size_t>(now.count()));
  }
  p.buffer = (most + 15) / 16 * 16;
  const bool wide = p.dtype == DType::float64;
  const std::size_t scratch = checked_mul(p.buffer, 2 * (wide ? sizeof(double) : sizeof(float)));
  if (wide) return Kernel::of([p = std::move(p)](Call& call) { p.run<double>(call); }).with_scratch(scratch);
  return Kernel::of([p = std::move(p)](Call& call) { p.run<float>(call); }).with_scratch(scratch);
}

// Version 10 had only X and scales, and took positions without half pixels.
void to_newest(UpgradeContext& u) {
  u.inputs.insert(u.inputs.begin() + 1, -1);
  u.attributes.insert_or_assign("coordinate_transformation_mode", std::string("asymmetric"));
  u.attributes.insert_or_assign("nearest_mode", std::string("simple"));
}

void upgrade_resize(UpgradeContext& u) {
  if (u.version < 11) to_newest(u);
}

void upgrade_upsample(UpgradeContext& u) {
  u.op = "Resize";
  if (u.version == 1) {
    const float height = u.take<float>("height_scale").value_or(1.0f),
                width = u.take<float>("width_scale").value_or(1.0f);
    u.attributes.insert_or_assign("scales", std::vector<float>{1.0f, 1.0f, height, width});
    if (const auto mode = u.take<std::string>("mode"))
      u.attributes.emplace("mode", *mode == "bilinear" ? std::string("linear") : *mode);
  }
  u.attribute_to_input("scales", 1);
  to_newest(u);
}

}  // namespace

void register_resize(OpRegistry& r) {
  r.add<Resize>("", "Resize", upgrade_resize);
  r.add<Resize>("", "Upsample", upgrade_upsample);
}

}  // namespace sardonyx
