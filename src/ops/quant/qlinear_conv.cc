// Convolutions of 8-bit tensors: ConvInteger gives the sums, QLinearConv requantises them.
#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/conv/conv.h"
#include "ops/conv_shape.h"
#include "ops/int8_product.h"

namespace sardonyx {
namespace {

// The attributes that every convolution has.
struct ConvFields {
  WindowFields window;
  std::int64_t group = 1;
  bool channels_last = false;  // com.microsoft: x and y, never w

  void fields(FieldVisitor& f) {
    f("auto_pad", window.auto_pad);
    f("dilations", window.dilations);
    f("group", group);
    f("kernel_shape", window.kernel_shape);
    f("pads", window.pads);
    f("strides", window.strides);
    f("channels_last", channels_last);
  }
  SymShape infer(const SymShape& x, const SymShape& w) const {
    if (!channels_last || !x.ranked() || x.rank() < 3) return conv_output(window, group, x, w);
    std::vector<Dim> dims = x.dims();
    std::rotate(dims.begin() + 1, dims.end() - 1, dims.end());
    SymShape y = conv_output(window, group, SymShape(std::move(dims)), w);
    if (y.ranked()) std::rotate(y.dims().begin() + 1, y.dims().begin() + 2, y.dims().end());
    return y;
  }
  conv::Shape shape(Shape x, const Shape& w) const {
    if (channels_last && x.rank() >= 3)
      std::rotate(x.data() + 1, x.data() + x.rank() - 1, x.data() + x.rank());
    return conv_shape(window, group, x, w);
  }
};

std::int64_t pixels(const std::int64_t (&sizes)[conv::kMaxSpatial], int spatial) {
  std::int64_t n = 1;
  for (int d = 0; d < spatial; ++d) n *= sizes[d];
  return n;
}

class PackedFilter final : public Prepared {
 public:
  BlockPtr block;
};

// nullptr unless the filter (input `w`) and its zero point (input `zero`, perhaps absent) are constants.
std::shared_ptr<const Prepared> pack_filter(const PrepareContext& c, const ConvFields& fields, std::size_t w,
                                            std::size_t zero) {
  const Tensor *filter = c.constant(w), *zeros = c.constant(zero);
  if (filter == nullptr || (c.has(zero) && zeros == nullptr) || filter->rank() < 3 || filter->count() == 0)
    return nullptr;
  std::vector<std::int32_t> shifts;
  if (zeros != nullptr) shifts = load_zeros(zeros->dtype(), zeros->data(), zeros->count());
  conv::Int8Problem p;
  p.shape = conv_filter_shape(fields.window, fields.group, filter->shape());
  p.w = filter->data();
  p.w_signed = filter->dtype() == DType::int8;
  p.w_zero = shifts.empty() ? nullptr : shifts.data();
  p.w_zero_per_channel = shifts.size() > 1;
  if (p.w_zero_per_channel && static_cast<std::int64_t>(shifts.size()) != p.shape.out_channels)
    return nullptr;
  auto packed = std::make_shared<PackedFilter>();
  packed->block = Block::allocate(conv::packed_int8_filter_bytes(p.shape, c.options().isa));
  conv::pack_int8_filter(p, packed->block->data(), c.options().isa);
  return packed;
}

// Moves [rows, columns] bytes to [columns, rows], for every image.
void swap_axes(const Call& call, const std::byte* from, std::byte* to, std::int64_t images, std::int64_t rows,
               std::int64_t columns) {
  call.for_range(images * rows, 1 + 8192 / (1 + columns),
                 [&](std::int64_t begin, std::int64_t end, int) noexcept {
                   for (std::int64_t r = begin; r < end; ++r) {
                     const std::byte* line = from + r * columns;
                     std::byte* image = to + r / rows * rows * columns + r % rows;
                     for (std::int64_t k = 0; k < columns; ++k) image[k * rows] = line[k];
                   }
                 });
}

struct ConvInteger final : Op {
  ConvFields conv;
  void fields(FieldVisitor& f) override { conv.fields(f); }
  void infer(InferContext& c) const override { c.out(0, DType::int32, conv.infer(c.shape(0), c.shape(1))); }
  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override {
    return pack_filter(c, conv, 1, 3);
  }
  Kernel lower(LowerContext& c) const override {
    const conv::Shape s = conv.shape(c.shape(0), c.shape(1));
    const std::int64_t shifts = c.has(3) ? line_parameters(c.shape(3), s.out_channels, 1, false) : 0;
    const auto* packed = c.prepared<PackedFilter>();
    return Kernel::of(
        [s, shifts, xd = c.dtype(0), wd = c.dtype(1), packed, isa = c.options().isa](Call& call) {
          const std::vector<std::int32_t> x_zero = load_zeros(xd, call.in(2), 1),
                                          w_zero = load_zeros(wd, call.in(3), shifts);
          conv::Int8Problem p;
          p.shape = s;
          p.x = call.in(0);
          p.x_signed = xd == DType::int8;
          p.x_zero = x_zero.empty() ? 0 : x_zero[0];
          p.w = call.in(1);
          p.w_signed = wd == DType::int8;
          p.w_zero = w_zero.empty() ? nullptr : w_zero.data();
          p.w_zero_per_channel = w_zero.size() > 1;
          p.packed_filter = packed != nullptr ? packed->block->data() : nullptr;
          p.y = call.out<std::int32_t>(0);
          conv::run(p, call.pool(), call.stop(), isa);
        });
  }
};

struct QLinearConv final : Op {
  ConvFields conv;
  void fields(FieldVisitor& f) override { conv.fields(f); }
  void infer(InferContext& c) const override { c.out(0, c.dtype(7), conv.infer(c.shape(0), c.shape(3))); }
  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override {
    return pack_filter(c, conv, 3, 5);
  }
  Kernel lower(LowerContext& c) const override;
};

struct QLinearConvRun {
  conv::Shape s;
  std::int64_t scales, shifts;  // of the filter: 1 or one per channel
  DType xd, wd, yd;
  bool channels_last;
  const PackedFilter* packed;
  Isa isa;

  std::int64_t in_pixels() const { return pixels(s.in, s.spatial); }
  std::int64_t out_pixels() const { return pixels(s.out, s.spatial); }
  std::size_t input_bytes() const {
    return static_cast<std::size_t>((s.batch * s.in_channels * in_pixels() + 63) / 64 * 64);
  }
  std::size_t output_bytes() const {
    return static_cast<std::size_t>(s.batch * s.out_channels * out_pixels());
  }
  void operator()(Call& call) const;
};

void QLinearConvRun::operator()(Call& call) const {
  const std::vector<std::int32_t> w_zero = load_zeros(wd, call.in(5), shifts);
  std::byte* y = channels_last ? call.scratch() + input_bytes() : call.out(0);
  SumStore store;
  store.rows = &quant::rows(isa);
  store.to = yd;
  store.y = y;
  store.columns = out_pixels();
  store.row_scale = load_scales(DType::float32, call.in(4), scales);
  store.col_scale = {1};
  for (float& v : store.row_scale) v = *call.in<float>(1) * v / *call.in<float>(6);
  store.zero = static_cast<float>(load_zeros(yd, call.in(7), 1)[0]);
  conv::Int8Problem p;
  p.shape = s;
  p.x = call.in(0);
  if (channels_last) {
    swap_axes(call, call.in(0), call.scratch(), s.batch, in_pixels(), s.in_channels);
    p.x = call.scratch();
  }
  p.x_signed = xd == DType::int8;
  p.x_zero = load_zeros(xd, call.in(2), 1)[0];
  p.w = call.in(3);
  p.w_signed = wd == DType::int8;
  p.w_zero = w_zero.data();
  p.w_zero_per_channel = w_zero.size() > 1;
  p.packed_filter = packed != nullptr ? packed->block->data() : nullptr;
  p.epilogue.row_bias = call.in(8);
  p.epilogue.hook = SumStore::hook;
  p.epilogue.context = &store;
  conv::run(p, call.pool(), call.stop(), isa);
  if (channels_last) swap_axes(call, y, call.out(0), s.batch, s.out_channels, out_pixels());
}

Kernel QLinearConv::lower(LowerContext& c) const {
  const conv::Shape s = conv.shape(c.shape(0), c.shape(3));
  for (const std::size_t i : {std::size_t{1}, std::size_t{2}, std::size_t{6}, std::size_t{7}})
    require(c.shape(i).count() == 1, Code::invalid_argument, "input {} is {}, expected one element", i,
            c.shape(i));
  if (c.has(8))
    require(c.shape(8).count() == s.out_channels, Code::invalid_argument, "the bias is {} for {} channels",
            c.shape(8), s.out_channels);
  const QLinearConvRun run{s,
                           line_parameters(c.shape(4), s.out_channels, 1, false),
                           line_parameters(c.shape(5), s.out_channels, 1, false),
                           c.dtype(0),
                           c.dtype(3),
                           c.dtype(7),
                           conv.channels_last,
                           c.prepared<PackedFilter>(),
                           c.options().isa};
  const std::size_t scratch = conv.channels_last ? checked_add(run.input_bytes(), run.output_bytes()) : 0;
  return Kernel::of(run).with_scratch(scratch);
}

}  // namespace

void register_qlinear_conv(OpRegistry& r) {
  r.add<ConvInteger>("", "ConvInteger");
  r.add<QLinearConv>("", "QLinearConv");
  r.add<QLinearConv>("com.microsoft", "QLinearConv");
}

}  // namespace sardonyx
