#include "kernels/conv/depthwise.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "base/error.h"
#include "kernels/conv/depthwise_kernels.h"
#include "kernels/scratch.h"

namespace sardonyx::conv {
namespace {

// How a band of input is laid out so that every tap of every output is at a fixed offset: along an axis, inputs
// are split by their phase modulo the stride. Tap k reads slot k % slots at k*dilation/stride behind the output's
// index; slot s holds the inputs o*stride + s*dilation%stride - pad for o = 0, 1, ...
struct Split {
  std::int64_t slots, reach;
  explicit Split(const Axis& a)
      : slots(std::min(a.kernel, a.stride / std::gcd(a.dilation, a.stride))),
        reach((a.kernel - 1) * a.dilation / a.stride) {}
  static std::int64_t phase(const Axis& a, std::int64_t slot) { return slot * a.dilation % a.stride; }
  static std::int64_t shift(const Axis& a, std::int64_t k) { return k * a.dilation / a.stride; }
};

template <typename From>
void widen_run(const std::byte* from, std::byte* to, std::int64_t n, std::int64_t step, std::int32_t zero) {
  for (std::int64_t i = 0; i < n; ++i) {
    const auto v = static_cast<float>(static_cast<From>(from[i * step]) - zero);
    std::memcpy(to + i * 4, &v, 4);
  }
}

template <int Bytes>
void move_run(const std::byte* from, std::byte* to, std::int64_t n, std::int64_t step) {
  for (std::int64_t i = 0; i < n; ++i) std::memcpy(to + i * Bytes, from + i * step * Bytes, Bytes);
}

// The part of a slot's row that lies in the image: elements [first, last), from input column `from` on.
struct Span {
  std::int64_t first, last, from;
};

class Run {
 public:
  explicit Run(const Depthwise& p)
      : p_(p), g_(p.geometry), kernels_(depthwise_kernels(p.isa)), w_(g_.w), h_(g_.h) {
    bytes_ = p.elements == Elements::u8 || p.elements == Elements::s8;
    source_size_ = bytes_ ? 1 : (p.elements == Elements::f64 ? 8 : 4);
    size_ = p.elements == Elements::f64 ? 8 : 4;
    const auto covers = [](const Axis& a) { return a.at(0, 0) >= 0 && a.at(a.out - 1, a.kernel - 1) < a.in; };
    in_place_ = !bytes_ && g_.w.stride == 1 && covers(g_.d) && covers(g_.h) && covers(g_.w);
    run_ = g_.w.out + w_.reach;
    pitch_ = w_.slots * run_;
    const std::int64_t row_bytes = pitch_ * h_.slots * g_.d.kernel * size_;
    constexpr std::int64_t kBandBytes = 24 << 10;  // with the output's band about one L1
    const std::int64_t most = kBandBytes / row_bytes - h_.reach;
    band_ = std::min(g_.h.out, std::max<std::int64_t>({most, 4, h_.reach}));
    bands_ = (g_.h.out + band_ - 1) / band_;
    rows_ = band_ + h_.reach;
    set_up_finish();
    lay_out_slot();
  }

  std::int64_t tasks() const { return g_.batch * g_.out_channels * g_.d.out * bands_; }
  std::int64_t grain() const {
    const std::int64_t work = std::max<std::int64_t>(1, band_ * g_.w.out * g_.taps);
    return std::max<std::int64_t>(1, (1 << 15) / work);
  }
  std::size_t slot_bytes() const { return Scratch::slot_bytes(band_bytes_ + tile_bytes_); }
  std::size_t shared_bytes() const {
    const std::int64_t bytes = g_.taps * static_cast<std::int64_t>(sizeof(std::ptrdiff_t)) +
                               w_.slots * static_cast<std::int64_t>(sizeof(Span));
    return static_cast<std::size_t>((bytes + 63) / 64 * 64);
  }
  // What all tasks read, worked out once.
  void prepare(std::byte* shared) {
    auto* offsets = reinterpret_cast<std::ptrdiff_t*>(shared);
    set_offsets(offsets);
    auto* spans = reinterpret_cast<Span*>(offsets + g_.taps);
    set_spans(spans);
    offsets_ = offsets;
    spans_ = spans;
  }

  void task(std::int64_t index, std::byte* scratch) const noexcept {
    const std::int64_t h0 = index % bands_ * band_, rows = std::min(band_, g_.h.out - h0);
    const std::int64_t od = index / bands_ % g_.d.out, plane = index / bands_ / g_.d.out;
    const std::int64_t image = plane / g_.out_channels, channel = plane % g_.out_channels;
    const std::byte* x =
        p_.x + (image * g_.in_channels + channel / g_.group_out) * g_.in_pixels * source_size_;
    const std::int64_t pixel = (od * g_.h.out + h0) * g_.w.out, at = plane * g_.out_pixels + pixel;
    std::byte *band = scratch, *tile = band + band_bytes_;
    DepthwiseArgs a{};
    a.offsets = offsets_;
    a.readable_behind = !in_place_;
    a.weights = p_.weights + channel * g_.taps * size_;
    a.bias = bias_ == nullptr ? nullptr : bias_ + channel * size_;
    a.taps = g_.taps, a.rows = rows, a.cols = g_.w.out;
    a.y = p_.y == nullptr || bytes_ ? tile : p_.y + at * size_;
    a.y_step = g_.w.out;
    if (in_place_) {
      a.x = x + ((g_.d.at(od, 0) * g_.h.in + g_.h.at(h0, 0)) * g_.w.in + g_.w.at(0, 0)) * size_;
      a.x_step = g_.h.stride * g_.w.in;
    } else {
      fill_band(x, od, h0, rows, band);
      a.x = band;
      a.x_step = pitch_;
    }
    (p_.elements == Elements::f64 ? kernels_.f64 : kernels_.f32)(a);
    std::byte* result = a.y;
    if (bytes_) {
      if (p_.y != nullptr) result = p_.y + at * 4;
      kernels_.to_int32(a.y, result, rows * g_.w.out);
    }
    const int cols = static_cast<int>(rows * g_.w.out);
    finish_tile(finish_, {result, cols, channel, pixel, 1, cols, image,
                          image * g_.out_channels * g_.out_pixels, nullptr});
  }

 private:
  void set_up_finish() {
    finish_.kernels = bytes_ ? &panel_kernels_int8(p_.isa)
                             : (size_ == 8 ? &panel_kernels_f64(p_.isa) : &panel_kernels_f32(p_.isa));
    finish_.m = g_.out_channels;
    finish_.epilogue = p_.epilogue;
    finish_.epilogue.residual_row = g_.out_pixels;
    if (bytes_ || finish_.epilogue.scale != 1) return;
    bias_ = static_cast<const std::byte*>(finish_.epilogue.row_bias);  // sums begin with it
    finish_.epilogue.row_bias = nullptr;
  }

  void lay_out_slot() {
    const auto whole = [](std::size_t n) { return (n + 63) / 64 * 64; };
    band_bytes_ =
        in_place_ ? 0 : whole(static_cast<std::size_t>(g_.d.kernel * h_.slots * rows_ * pitch_ * size_));
    tile_bytes_ = p_.y != nullptr && !bytes_ ? 0 : whole(static_cast<std::size_t>(band_ * g_.w.out * size_));
  }

  // Where the taps lie from an output's place, in the image itself or in a band.
  void set_offsets(std::ptrdiff_t* out) const {
    const std::int64_t slice = in_place_ ? g_.d.dilation * g_.h.in * g_.w.in : h_.slots * rows_ * pitch_;
    for (std::int64_t kd = 0; kd < g_.d.kernel; ++kd)
      for (std::int64_t kh = 0; kh < g_.h.kernel; ++kh)
        for (std::int64_t kw = 0; kw < g_.w.kernel; ++kw) {
          if (in_place_) {
            *out++ = kd * slice + kh * g_.h.dilation * g_.w.in + kw * g_.w.dilation;
            continue;
          }
          const std::int64_t row = kh % h_.slots * rows_ + Split::shift(g_.h, kh);
          *out++ = kd * slice + row * pitch_ + kw % w_.slots * run_ + Split::shift(g_.w, kw);
        }
  }

  void set_spans(Span* out) const {
    for (std::int64_t slot = 0; slot < w_.slots; ++slot) {
      Axis shifted = g_.w;
      shifted.pad = g_.w.pad - Split::phase(g_.w, slot);
      shifted.out = run_;
      shifted.inside(0, out[slot].first, out[slot].last);
      out[slot].from = shifted.at(out[slot].first, 0);
    }
  }

  // The input of output rows [h0, h0 + rows) of slice od, split by phases, zero outside the image.
  void fill_band(const std::byte* x, std::int64_t od, std::int64_t h0, std::int64_t rows,
                 std::byte* out) const {
    for (std::int64_t kd = 0; kd < g_.d.kernel; ++kd) {
      const std::int64_t d = g_.d.at(od, kd);
      for (std::int64_t slot = 0; slot < h_.slots; ++slot) {
        std::byte* to = out + (kd * h_.slots + slot) * rows_ * pitch_ * size_;
        for (std::int64_t i = 0; i < rows + h_.reach; ++i, to += pitch_ * size_) {
          const std::int64_t h = (h0 + i) * g_.h.stride + Split::phase(g_.h, slot) - g_.h.pad;
          if (d < 0 || d >= g_.d.in || h < 0 || h >= g_.h.in)
            std::memset(to, 0, static_cast<std::size_t>(pitch_ * size_));
          else
            fill_row(x + (d * g_.h.in + h) * g_.w.in * source_size_, to);
        }
      }
    }
  }

  void fill_row(const std::byte* row, std::byte* to) const {
    for (const Span *s = spans_, *end = spans_ + w_.slots; s < end; ++s, to += run_ * size_) {
      zero(to, s->first * size_);
      if (s->first < s->last) copy(row + s->from * source_size_, to + s->first * size_, s->last - s->first);
      zero(to + s->last * size_, (run_ - s->last) * size_);
    }
  }

  static void zero(std::byte* to, std::int64_t bytes) {
    if (bytes == 4)
      std::memset(to, 0, 4);  // mostly so: a store instead of a call
    else if (bytes > 0)
      std::memset(to, 0, static_cast<std::size_t>(bytes));
  }

  void copy(const std::byte* from, std::byte* to, std::int64_t n) const {
    const std::int64_t step = g_.w.stride;
    if (bytes_ && step == 1) {
      const auto widen = p_.elements == Elements::u8 ? kernels_.widen_u8 : kernels_.widen_s8;
      return widen(from, to, n, p_.x_zero);
    }
    if (p_.elements == Elements::u8) return widen_run<std::uint8_t>(from, to, n, step, p_.x_zero);
    if (p_.elements == Elements::s8) return widen_run<std::int8_t>(from, to, n, step, p_.x_zero);
    if (step == 1)
      std::memcpy(to, from, static_cast<std::size_t>(n * size_));
    else if (size_ == 8)
      move_run<8>(from, to, n, step);
    else if (step == 2)
      kernels_.every_second_f32(from, to, n);
    else
      move_run<4>(from, to, n, step);
  }

  const Depthwise& p_;
  const Geometry& g_;
  const DepthwiseKernels& kernels_;
  Split w_, h_;
  gemm::Product finish_;
  const std::byte* bias_ = nullptr;
  bool bytes_ = false, in_place_ = false;
  std::int64_t source_size_ = 4, size_ = 4;
  std::int64_t run_ = 0, pitch_ = 0;              // elements of one phase of a row, of all its phases
  std::int64_t band_ = 1, bands_ = 1, rows_ = 1;  // output rows of a band; input rows per slot
  std::size_t band_bytes_ = 0, tile_bytes_ = 0;
  const std::ptrdiff_t* offsets_ = nullptr;  // by tap
  const Span* spans_ = nullptr;              // by slot of a row
};

}  // namespace

bool depthwise_fits(const Geometry& g, bool bytes) {
  const auto near = [](const Axis& a, std::int64_t most) {
    return a.kernel <= most && a.dilation <= most * most && (a.kernel - 1) * a.dilation / a.stride <= most;
  };
  return g.depthwise() && near(g.d, 32) && near(g.h, 128) && near(g.w, 4096) &&
         g.taps <= (bytes ? 256 : 4096);
}

void run_depthwise(const Depthwise& problem, ThreadPool& pool, const StopToken* stop) {
  Run run(problem);
  const std::size_t shared = run.shared_bytes();
  const Scratch scratch(
      checked_add(shared, checked_mul(run.slot_bytes(), static_cast<std::size_t>(pool.width()))));
  run.prepare(scratch.data());
  pool.for_range(
      run.tasks(), run.grain(),
      [&](std::int64_t begin, std::int64_t end, int slot) {
        std::byte* mine = scratch.data() + shared + static_cast<std::size_t>(slot) * run.slot_bytes();
        for (std::int64_t i = begin; i < end; ++i) run.task(i, mine);
      },
      stop);
}

}  // namespace sardonyx::conv
