// Transposed convolution: for a few output channels at a time one product gives every (tap, input pixel)
// contribution, and each output row then gathers those that fall on it. One writer per output, so threads need
// no order and the sums have a fixed one.
#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "kernels/conv/conv.h"
#include "kernels/conv/geometry.h"
#include "kernels/gemm/driver.h"
#include "kernels/scratch.h"

namespace sardonyx::conv {
namespace {

using gemm::Type;

constexpr std::int64_t kBlockBytes = 2 << 20;  // contributions kept at a time, at least one channel's

// y[first + i*stride] += c[i] for the inputs i whose output lies inside; c and y are rows along w.
template <typename T>
void add_row(const Axis& w, std::int64_t kw, const std::byte* c, std::byte* y) {
  Axis outwards;  // seen from the input, an input is an "output" that reads the output row
  outwards.in = w.out;
  outwards.out = w.in;
  outwards.stride = w.stride;
  outwards.pad = w.pad - kw * w.dilation;
  std::int64_t first = 0, last = 0;
  outwards.inside(0, first, last);
  constexpr std::int64_t size = sizeof(T);
  std::byte* to = y + outwards.at(first, 0) * size;
  for (std::int64_t i = first; i < last; ++i, to += w.stride * size) {
    T a, b;
    std::memcpy(&a, to, sizeof a);
    std::memcpy(&b, c + i * size, sizeof b);
    a += b;
    std::memcpy(to, &a, sizeof a);
  }
}

// The input index that reaches output o under tap k, or -1.
std::int64_t source(const Axis& a, std::int64_t o, std::int64_t k) {
  const std::int64_t at = o + a.pad - k * a.dilation;
  if (at < 0 || at % a.stride != 0 || at / a.stride >= a.in) return -1;
  return at / a.stride;
}

class TransposedRun {
 public:
  TransposedRun(const Problem& problem, const Geometry& geometry, Isa isa)
      : p_(problem), g_(geometry), size_(static_cast<std::int64_t>(gemm::size_of(problem.type))) {
    finish_.kernels = p_.type == Type::f64 ? &panel_kernels_f64(isa) : &panel_kernels_f32(isa);
    finish_.m = g_.out_channels;
    finish_.epilogue = p_.epilogue;
    finish_.epilogue.residual_row = g_.out_pixels;
    const std::int64_t channel_bytes = std::max<std::int64_t>(1, g_.taps * g_.in_pixels * size_);
    channels_ =
        std::clamp<std::int64_t>(kBlockBytes / channel_bytes, 1, std::max<std::int64_t>(1, g_.group_out));
    row_out_ = g_.w.out * size_;
  }

  void operator()(ThreadPool& pool, const StopToken* stop) {
    const auto block =
        checked_mul(static_cast<std::size_t>(channels_ * g_.taps),
                    checked_mul(static_cast<std::size_t>(g_.in_pixels), static_cast<std::size_t>(size_)));
    // Without y, the rows of a chunk of output are gathered in scratch for the hook.
    rows_ = std::max<std::int64_t>(1, 16384 / std::max<std::int64_t>(1, row_out_));
    const std::size_t slot =
        Scratch::slot_bytes(p_.y == nullptr ? static_cast<std::size_t>(rows_ * row_out_) : 0);
    const Scratch scratch(checked_add(block, checked_mul(slot, static_cast<std::size_t>(pool.width())) + 64));
    contributions_ = scratch.data();
    std::byte* tiles = contributions_ + (block + 63) / 64 * 64;
    const std::int64_t all_rows = g_.d.out * g_.h.out, chunks = (all_rows + rows_ - 1) / rows_;
    for (std::int64_t item = 0; item < g_.batch * g_.groups; ++item) {
      for (std::int64_t c0 = 0; c0 < g_.group_out; c0 += channels_) {
        if (stop != nullptr && stop->stop_requested()) return;
        const std::int64_t count = std::min(channels_, g_.group_out - c0);
        contribute(item, c0, count, pool, stop);
        pool.for_range(
            count * chunks, 1,
            [&](std::int64_t begin, std::int64_t end, int s) {
              for (std::int64_t i = begin; i < end; ++i)
                gather(item, c0, i / chunks, i % chunks * rows_, tiles + static_cast<std::size_t>(s) * slot);
            },
            stop);
      }
    }
  }

 private:
  // contributions[channel][tap][input pixel] = sum over input channels of w * x.
  void contribute(std::int64_t item, std::int64_t c0, std::int64_t count, ThreadPool& pool,
                  const StopToken* stop) {
    const auto* w = static_cast<const std::byte*>(p_.packed_filter != nullptr ? p_.packed_filter : p_.w);
    const std::int64_t group = item % g_.groups, columns = g_.group_out * g_.taps;
    gemm::Product q;
    q.kernels = finish_.kernels;
    q.m = count * g_.taps;
    q.n = g_.in_pixels;
    q.k = g_.group_in;
    q.a.data = w + (group * g_.group_in * columns + c0 * g_.taps) * size_;
    q.a.row = 1;
    q.a.col = columns;
    q.b.data = static_cast<const std::byte*>(p_.x) + item * g_.group_in * g_.in_pixels * size_;
    q.b.row = g_.in_pixels;
    q.b.col = 1;
    q.c = contributions_;
    q.ldc = g_.in_pixels;
    multiply(q, pool, stop);
  }

  void gather(std::int64_t item, std::int64_t c0, std::int64_t channel, std::int64_t row0,
              std::byte* tile) const noexcept {
    const std::int64_t row =
        item * g_.group_out + c0 + channel;  // of the flat [batch * out_channels, pixels]
    const std::int64_t last = std::min(g_.d.out * g_.h.out, row0 + rows_);
    std::byte* to = p_.y == nullptr
                        ? tile
                        : static_cast<std::byte*>(p_.y) + (row * g_.d.out * g_.h.out + row0) * row_out_;
    std::memset(to, 0, static_cast<std::size_t>((last - row0) * row_out_));
    for (std::int64_t r = row0; r < last; ++r)
      gather_row(channel, r / g_.h.out, r % g_.h.out, to + (r - row0) * row_out_);
    const int cols = static_cast<int>((last - row0) * g_.w.out);
    const std::int64_t image = row / g_.out_channels;
    finish_tile(finish_, {to, cols, row % g_.out_channels, row0 * g_.w.out, 1, cols, image,
                          image * g_.out_channels * g_.out_pixels, nullptr});
  }

  void gather_row(std::int64_t channel, std::int64_t od, std::int64_t oh, std::byte* to) const noexcept {
    for (std::int64_t kd = 0; kd < g_.d.kernel; ++kd) {
      const std::int64_t d = source(g_.d, od, kd);
      if (d < 0) continue;
      for (std::int64_t kh = 0; kh < g_.h.kernel; ++kh) {
        const std::int64_t h = source(g_.h, oh, kh);
        if (h < 0) continue;
        for (std::int64_t kw = 0; kw < g_.w.kernel; ++kw) {
          const std::int64_t tap = (kd * g_.h.kernel + kh) * g_.w.kernel + kw;
          const std::int64_t at = ((channel * g_.taps + tap) * g_.d.in + d) * g_.h.in + h;
          const std::byte* from = contributions_ + at * g_.w.in * size_;
          if (size_ == 8)
            add_row<double>(g_.w, kw, from, to);
          else
            add_row<float>(g_.w, kw, from, to);
        }
      }
    }
  }

  const Problem& p_;
  const Geometry& g_;
  std::int64_t size_;
  gemm::Product finish_;
  std::int64_t channels_ = 1, rows_ = 1, row_out_ = 0;
  std::byte* contributions_ = nullptr;
};

}  // namespace

// The filter is used as it is stored: its taps are already contiguous for the rows of A.
std::size_t packed_transposed_filter_bytes(Type type, const Shape& shape, Isa) {
  const Geometry g(shape);
  const auto weights =
      checked_mul(static_cast<std::size_t>(g.in_channels), static_cast<std::size_t>(g.group_out * g.taps));
  return checked_mul(weights, gemm::size_of(type));
}

void pack_transposed_filter(Type type, const Shape& shape, const void* w, void* packed, Isa isa) {
  std::memcpy(packed, w, packed_transposed_filter_bytes(type, shape, isa));
}

void run_transposed(const Problem& problem, ThreadPool& pool, const StopToken* stop, Isa isa) {
  const Geometry g(problem.shape);
  if (g.batch <= 0 || g.out_channels <= 0 || g.out_pixels <= 0) return;
  TransposedRun(problem, g, isa)(pool, stop);
}

}  // namespace sardonyx::conv
