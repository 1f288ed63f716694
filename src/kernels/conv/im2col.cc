#include "kernels/conv/im2col.h"

#include <algorithm>
#include <cstring>

namespace sardonyx::conv {
namespace {

constexpr std::int64_t kMostColumns = gemm::kMostPackedColumns;
constexpr std::int64_t kMostBytes = kMostColumns * 8;

// Copies of a few to a few hundred bytes, without a call: 16 at a time, the last 16 overlapping.
void copy_run(std::byte* to, const std::byte* from, std::int64_t n) {
  if (n >= 16) {
    std::int64_t i = 0;
    for (; i + 16 <= n; i += 16) std::memcpy(to + i, from + i, 16);
    std::memcpy(to + n - 16, from + n - 16, 16);
  } else if (n >= 8) {
    std::memcpy(to, from, 8);
    std::memcpy(to + n - 8, from + n - 8, 8);
  } else if (n >= 4) {
    std::memcpy(to, from, 4);
    std::memcpy(to + n - 4, from + n - 4, 4);
  } else {
    for (std::int64_t i = 0; i < n; ++i) to[i] = from[i];
  }
}

template <int Bytes>
void copy_strided(std::byte* to, const std::byte* from, std::int64_t n, std::int64_t step) {
  for (std::int64_t i = 0; i < n; ++i) std::memcpy(to + i * Bytes, from + i * step * Bytes, Bytes);
}

// A part of the tile's columns that lies in one row of the output.
struct Segment {
  std::int64_t d, h, begin, end;  // output w in [begin, end)
  std::int64_t column;            // of `begin`, within the tile
};

// What one tap reads for a segment: zeros, a run of the image's row, zeros. Bytes, but `count` elements.
struct Part {
  std::int64_t to, before, count, behind, from;
};

class Lines {
 public:
  Lines(const Image& image, std::int64_t item, std::int64_t col0, std::int64_t cols)
      : image_(image), g_(*image.geometry), x_(image.x + item * image.item_bytes) {
    std::int64_t w = col0 % g_.w.out, row = col0 / g_.w.out;
    for (std::int64_t done = 0; done < cols; ++row, w = 0) {
      const std::int64_t end = std::min(g_.w.out, w + cols - done);
      segments_[count_++] = {row / g_.h.out, row % g_.h.out, w, end, done};
      done += end - w;
    }
  }

  // Works out what tap `tap` reads, for any channel.
  void set_tap(std::int64_t tap) {
    const std::int64_t kw = tap % g_.w.kernel, kh = tap / g_.w.kernel % g_.h.kernel;
    const std::int64_t kd = tap / (g_.w.kernel * g_.h.kernel), size = image_.element_bytes;
    std::int64_t first = 0, last = 0;
    g_.w.inside(kw, first, last);
    for (int i = 0; i < count_; ++i) {
      const Segment& s = segments_[i];
      Part& part = parts_[i];
      part.to = s.column * size;
      const std::int64_t d = g_.d.at(s.d, kd), h = g_.h.at(s.h, kh);
      const std::int64_t begin = std::clamp(first, s.begin, s.end), end = std::clamp(last, begin, s.end);
      if (d < 0 || d >= g_.d.in || h < 0 || h >= g_.h.in || begin == end) {
        part.before = (s.end - s.begin) * size;
        part.count = part.behind = part.from = 0;
        continue;
      }
      part.before = (begin - s.begin) * size;
      part.count = end - begin;
      part.behind = (s.end - end) * size;
      part.from = ((d * g_.h.in + h) * g_.w.in + g_.w.at(begin, kw)) * size;
    }
  }

  // The tap's row of the matrix for a channel, as a line of elements.
  void write(std::int64_t channel, std::byte* line) const {
    const int size = image_.element_bytes;
    const std::byte* plane = x_ + channel * g_.in_pixels * size;
    for (const Part *p = parts_, *end = parts_ + count_; p < end; ++p) {
      std::byte* to = line + p->to;
      if (p->before > 0) fill(to, p->before);
      to += p->before;
      if (p->count > 0) copy(to, plane + p->from, p->count);
      if (p->behind > 0) fill(to + p->count * size, p->behind);
    }
  }

 private:
  void fill(std::byte* to, std::int64_t bytes) const {
    if (bytes > 64) {
      std::memset(to, static_cast<int>(image_.fill), static_cast<std::size_t>(bytes));
      return;
    }
    // Borders are mostly one element wide: no call for so little.
    const std::uint32_t word = std::to_integer<std::uint32_t>(image_.fill) * 0x01010101u;
    for (; bytes >= 4; bytes -= 4, to += 4) std::memcpy(to, &word, 4);
    for (; bytes > 0; --bytes) *to++ = image_.fill;
  }
  void copy(std::byte* to, const std::byte* from, std::int64_t n) const {
    const int size = image_.element_bytes;
    if (g_.w.stride == 1) return copy_run(to, from, n * size);
    if (size == 4 && g_.w.stride == 2) return image_.every_second_f32(from, to, n);
    if (size == 4) return copy_strided<4>(to, from, n, g_.w.stride);
    if (size == 1) return copy_strided<1>(to, from, n, g_.w.stride);
    copy_strided<8>(to, from, n, g_.w.stride);
  }

  const Image& image_;
  const Geometry& g_;
  const std::byte* x_;
  int count_ = 0;
  Segment segments_[kMostColumns];
  Part parts_[kMostColumns];
};

// One strip's part of `depth` lines, to rows `step` bytes apart.
template <std::int64_t Bytes>
void deal(const std::byte* from, std::int64_t line_bytes, std::int64_t depth, std::byte* to,
          std::int64_t step) {
  for (std::int64_t i = 0; i < depth; ++i, from += line_bytes, to += step) std::memcpy(to, from, Bytes);
}

// Lines written before they are dealt out: reading one right after its unaligned stores would stall on them.
constexpr std::int64_t kDepth = 8;

}  // namespace

void pack_image(const void* context, std::int64_t item, std::int64_t col0, std::int64_t cols, std::int64_t k0,
                std::int64_t kc, std::byte* out, std::size_t strip) {
  const auto& image = *static_cast<const Image*>(context);
  const std::int64_t taps = image.geometry->taps;
  Lines lines(image, item, col0, cols);
  const std::int64_t row_bytes = std::int64_t{image.strip_columns} * image.element_bytes;
  const std::int64_t strips = (cols + image.strip_columns - 1) / image.strip_columns;
  const std::int64_t line_bytes = strips * row_bytes, data_bytes = cols * image.element_bytes;
  const auto deal_strip = row_bytes == 128 ? deal<128> : (row_bytes == 64 ? deal<64> : deal<32>);
  alignas(64) std::byte batch[kDepth * kMostBytes];
  for (std::int64_t i = 0; i < kDepth; ++i)
    std::memset(batch + i * line_bytes + data_bytes, 0, static_cast<std::size_t>(line_bytes - data_bytes));
  // Tap by tap, so that borders are worked out once for all channels.
  for (std::int64_t t = 0; t < std::min(taps, kc); ++t) {
    const std::int64_t first = k0 + t;  // the first k of its tap in the panel
    lines.set_tap(first % taps);
    for (std::int64_t k = first; k < k0 + kc; k += kDepth * taps) {
      const std::int64_t depth = std::min(kDepth, (k0 + kc - k + taps - 1) / taps);
      for (std::int64_t i = 0; i < depth; ++i) lines.write(k / taps + i, batch + i * line_bytes);
      for (std::int64_t s = 0; s < strips; ++s)
        deal_strip(batch + s * row_bytes, line_bytes, depth,
                   out + static_cast<std::size_t>(s) * strip + (k - k0) * row_bytes, taps * row_bytes);
    }
  }
}

void pack_image_pairs(const void* context, std::int64_t item, std::int64_t col0, std::int64_t cols,
                      std::int64_t k0, std::int64_t kc, std::byte* out, std::size_t strip) {
  const auto& image = *static_cast<const Image*>(context);
  const std::int64_t taps = image.geometry->taps;
  Lines lines(image, item, col0, cols);
  const std::int64_t nr = image.strip_columns, strips = (cols + nr - 1) / nr, line_bytes = strips * nr;
  alignas(64) std::byte batch[kDepth * kMostColumns] = {};
  for (std::int64_t k = 0; k < kc; k += kDepth) {
    const std::int64_t depth = std::min(kDepth, kc - k);
    for (std::int64_t i = 0; i < depth; ++i) {
      lines.set_tap((k0 + k + i) % taps);
      lines.write((k0 + k + i) / taps, batch + i * line_bytes);
    }
    if (depth % 2 != 0)  // packs as 0
      std::memset(batch + depth * line_bytes, static_cast<int>(image.flip),
                  static_cast<std::size_t>(line_bytes));
    for (std::int64_t s = 0; s < strips; ++s) {
      std::byte* to = out + static_cast<std::size_t>(s) * strip + k * nr;
      for (std::int64_t i = 0; i < depth; i += 2, to += 2 * nr) {
        const std::byte *even = batch + i * line_bytes + s * nr, *odd = even + line_bytes;
        for (std::int64_t j = 0; j < nr; ++j) {
          to[2 * j] = even[j] ^ image.flip;
          to[2 * j + 1] = odd[j] ^ image.flip;
        }
      }
    }
  }
}

}  // namespace sardonyx::conv
