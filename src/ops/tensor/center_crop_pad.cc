// CenterCropPad: the middle of the input, cropped or padded with zeros to given sizes. Crop: its old relative.
#include <algorithm>

#include "kernels/move/pad.h"
#include "ops/axes.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

struct CenterCropPad final : Op {
  std::optional<std::vector<std::int64_t>> axes;
  void fields(FieldVisitor& f) override { f("axes", axes); }

  std::vector<std::size_t> places(std::size_t rank) const {
    if (axes) return normalise_axes(*axes, rank);
    std::vector<std::size_t> all(rank);
    for (std::size_t i = 0; i < rank; ++i) all[i] = i;
    return all;
  }
  void infer(InferContext& c) const override {
    SymShape shape = c.shape(0);
    if (!shape.ranked()) return out_unknown(c, std::nullopt);
    const auto at = places(shape.rank());
    const auto sizes = known_dims(c.in(1));
    require(!sizes || sizes->size() == at.size(), Code::invalid_argument, "shape has {} sizes for {} axes",
            sizes ? sizes->size() : 0, at.size());
    for (std::size_t i = 0; i < at.size(); ++i) {
      const Dim d = sizes ? (*sizes)[i] : Dim::unknown();
      require(!d.is_number() || d.number() >= 0, Code::invalid_argument, "shape asks for a size of {}", d);
      shape[at[i]] = d;
    }
    c.out(0, c.dtype(0), std::move(shape));
  }
  Kernel lower(LowerContext& c) const override {
    if (!c.known(0)) return Kernel::when_running();
    const Shape in = c.shape(0), out = c.out_shape(0);
    if (in == out) return same_bytes(c);
    if (out.count() == 0) return Kernel::of([](Call&) {});
    std::vector<std::vector<std::int64_t>> tables(in.rank());
    for (std::size_t a = 0; a < in.rank(); ++a) {
      const std::int64_t crop = std::max<std::int64_t>(0, (in[a] - out[a]) / 2);
      const std::int64_t pad = std::max<std::int64_t>(0, (out[a] - in[a]) / 2);
      for (std::int64_t i = 0; i < out[a]; ++i) {
        const std::int64_t from = i - pad + crop;
        tables[a].push_back(i >= pad && from < in[a] ? from : -1);
      }
    }
    const auto plan = move::plan_pad(move::element_of(c.dtype(0)), tables, {in.begin(), in.end()});
    const std::int64_t row = plan.row * static_cast<std::int64_t>(plan.run);
    return Kernel::of([plan, grain = 1 + 65536 / (row + 1)](Call& call) {
      alignas(16) static constexpr std::byte kZero[16] = {};
      static const std::string kNone;
      const std::byte* value = plan.element.strings ? reinterpret_cast<const std::byte*>(&kNone) : kZero;
      call.for_range(plan.rows, grain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
        move::pad_rows(plan, call.out(0), call.in(0), value, begin, end);
      });
    });
  }
};

// border [left, top, right, bottom]; with scale [height, width] a part of that size from (top, left).
struct Crop final : Op {
  std::vector<std::int64_t> border;
  std::optional<std::vector<std::int64_t>> scale;
  void fields(FieldVisitor& f) override {
    f("border", border);
    f("scale", scale);
  }
  void infer(InferContext& c) const override {
    const SymShape& s = c.shape(0);
    require(border.size() == 4 && (!scale || scale->size() == 2), Code::invalid_argument,
            "border needs 4 numbers, scale 2");
    require(!s.ranked() || s.rank() == 4, Code::invalid_argument,
            "the input has rank {}, 4 is needed (N,C,H,W)", s.ranked() ? s.rank() : 0);
    if (!s.ranked()) return out_unknown(c, 4);
    const Dim height = scale ? Dim((*scale)[0]) : s[2] - Dim(border[1]) - Dim(border[3]);
    const Dim width = scale ? Dim((*scale)[1]) : s[3] - Dim(border[0]) - Dim(border[2]);
    const auto fits = [](const Dim& part, std::int64_t before, const Dim& whole) {
      return !part.is_number() || !whole.is_number() ||
             (before >= 0 && part.number() >= 0 && part.number() <= whole.number() - before);
    };
    require(fits(height, border[1], s[2]) && fits(width, border[0], s[3]), Code::invalid_argument,
            "a part of {} x {} at ({}, {}) is not inside {}", height, width, border[1], border[0], s);
    c.out(0, c.dtype(0), {s[0], s[1], height, width});
  }
  Kernel lower(LowerContext& c) const override {
    const Shape in = c.shape(0), out = c.out_shape(0);
    const move::Element e = move::element_of(c.dtype(0));
    const auto from = move::dense_strides(in.dims(), e.bytes), to = move::dense_strides(out.dims(), e.bytes);
    std::vector<move::Axis> axes;
    for (std::size_t i = 0; i < 4; ++i) axes.push_back({out[i], to[i], from[i]});
    return one_copy(c, move::plan_copy(e, axes), border[1] * from[2] + border[0] * from[3]);
  }
};

}  // namespace

void register_center_crop_pad(OpRegistry& r) {
  r.add<CenterCropPad>("", "CenterCropPad");
  r.add<Crop>("", "Crop");
}

}  // namespace sardonyx
