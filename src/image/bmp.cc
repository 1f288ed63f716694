// Windows bitmaps: 1 to 32 bits a pixel, palettes, bit masks, run-length coding.
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/error.h"
#include "image/decoders.h"

namespace sardonyx::image {
namespace {

enum Compression : std::uint32_t { kPlain = 0, kRle8 = 1, kRle4 = 2, kMasks = 3, kAlphaMasks = 6 };

class Bytes {
 public:
  explicit Bytes(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::size_t size() const { return bytes_.size(); }
  std::uint8_t u8(std::size_t at) const {
    require(at < bytes_.size(), Code::invalid_argument, "BMP: the file ends too early");
    return std::to_integer<std::uint8_t>(bytes_[at]);
  }
  std::uint16_t u16(std::size_t at) const { return static_cast<std::uint16_t>(u8(at) | u8(at + 1) << 8); }
  std::uint32_t u32(std::size_t at) const { return u16(at) | static_cast<std::uint32_t>(u16(at + 2)) << 16; }

 private:
  std::span<const std::byte> bytes_;
};

using Colour = std::array<std::uint8_t, 3>;

struct Header {
  std::size_t pixels = 0, width = 0, height = 0, bits = 0;
  bool downwards = false;
  std::uint32_t compression = kPlain;
  std::array<std::uint32_t, 4> masks{};  // red, green, blue, alpha
  std::vector<Colour> palette;
};

void read_palette(const Bytes& b, Header& h, std::size_t at, std::size_t count, std::size_t entry) {
  const std::size_t all = std::size_t{1} << h.bits;
  if (count == 0 || count > all) count = all;
  for (std::size_t i = 0; i < count && at + 3 <= b.size(); ++i, at += entry)
    h.palette.push_back({b.u8(at + 2), b.u8(at + 1), b.u8(at)});
}

void read_masks(const Bytes& b, Header& h, std::size_t info, std::size_t info_bytes) {
  if (h.bits == 16) h.masks = {0x7c00, 0x03e0, 0x001f, 0};
  if (h.bits == 32) h.masks = {0xff0000, 0xff00, 0xff, 0};
  if (h.compression != kMasks && h.compression != kAlphaMasks) return;
  require(h.bits == 16 || h.bits == 32, Code::invalid_argument, "BMP: masks for {} bits a pixel", h.bits);
  for (std::size_t i = 0; i < 3; ++i) h.masks[i] = b.u32(info + 40 + 4 * i);
  const bool has_alpha = info_bytes >= 56 || h.compression == kAlphaMasks;
  h.masks[3] = has_alpha ? b.u32(info + 52) : 0;
}

Header read_header(const Bytes& b) {
  constexpr std::size_t kInfo = 14;
  Header h;
  h.pixels = b.u32(10);
  const std::size_t info_bytes = b.u32(kInfo);
  if (info_bytes == 12) {
    h.width = b.u16(kInfo + 4);
    h.height = b.u16(kInfo + 6);
    h.bits = b.u16(kInfo + 10);
  } else {
    require(info_bytes >= 40 && info_bytes <= 1024, Code::invalid_argument, "BMP: a header of {} bytes",
            info_bytes);
    h.width = b.u32(kInfo + 4);
    const auto height = static_cast<std::int32_t>(b.u32(kInfo + 8));
    h.downwards = height < 0;
    h.height = static_cast<std::size_t>(height < 0 ? -static_cast<std::int64_t>(height) : height);
    h.bits = b.u16(kInfo + 14);
    h.compression = b.u32(kInfo + 16);
    read_masks(b, h, kInfo, info_bytes);
  }
  const bool known = h.bits == 1 || h.bits == 2 || h.bits == 4 || h.bits == 8 || h.bits == 16 ||
                     h.bits == 24 || h.bits == 32;
  const bool fits = h.compression == kPlain || h.compression == kMasks || h.compression == kAlphaMasks ||
                    (h.compression == kRle8 && h.bits == 8) || (h.compression == kRle4 && h.bits == 4);
  require(known && fits, Code::invalid_argument, "BMP: {} bits a pixel, compression {}", h.bits,
          h.compression);
  if (h.bits <= 8) {
    const std::size_t masks = info_bytes == 40 && h.compression == kMasks ? 12 : 0;
    const std::size_t colours = info_bytes == 12 ? 0 : b.u32(kInfo + 32);
    read_palette(b, h, kInfo + info_bytes + masks, colours, info_bytes == 12 ? 3 : 4);
  }
  check_picture_size(h.width, h.height, h.masks[3] != 0 ? 4 : 3);
  return h;
}

void put(const Header& h, std::size_t index, std::uint8_t* to) {
  require(index < h.palette.size(), Code::invalid_argument, "BMP: colour {} of a palette of {}", index,
          h.palette.size());
  for (std::size_t c = 0; c < 3; ++c) to[c] = h.palette[index][c];
}

std::uint8_t masked(std::uint32_t pixel, std::uint32_t mask) {
  if (mask == 0) return 0;
  const int shift = std::countr_zero(mask);
  const std::uint64_t largest = mask >> shift, sample = (pixel & mask) >> shift;
  return static_cast<std::uint8_t>((sample * 255 + largest / 2) / largest);
}

void read_row(const Bytes& b, const Header& h, std::size_t at, std::uint8_t* to) {
  const std::size_t channels = h.masks[3] != 0 ? 4 : 3;
  for (std::size_t x = 0; x < h.width; ++x, to += channels) {
    if (h.bits <= 8) {
      const std::size_t bit = x * h.bits, shift = 8 - h.bits - bit % 8;
      put(h, (b.u8(at + bit / 8) >> shift) & ((1u << h.bits) - 1), to);
    } else if (h.bits == 24) {
      for (std::size_t c = 0; c < 3; ++c) to[c] = b.u8(at + x * 3 + 2 - c);
    } else {
      const std::uint32_t pixel = h.bits == 16 ? b.u16(at + x * 2) : b.u32(at + x * 4);
      for (std::size_t c = 0; c < channels; ++c) to[c] = masked(pixel, h.masks[c]);
    }
  }
}

// Indices of a run-length coded picture, rows from the top; what no run reaches is colour 0.
std::vector<std::uint8_t> expand_runs(const Bytes& b, const Header& h) {
  std::vector<std::uint8_t> out(h.width * h.height, 0);
  std::size_t x = 0, y = 0, at = h.pixels;
  const auto store = [&](std::size_t index) {
    if (x < h.width && y < h.height) out[(h.height - 1 - y) * h.width + x] = static_cast<std::uint8_t>(index);
    ++x;
  };
  const bool nibbles = h.compression == kRle4;
  while (y < h.height) {
    const std::size_t count = b.u8(at), value = b.u8(at + 1);
    at += 2;
    if (count > 0) {
      for (std::size_t i = 0; i < count; ++i)
        store(!nibbles ? value : (i % 2 == 0 ? value >> 4 : value & 15));
    } else if (value == 0) {
      x = 0;
      ++y;
    } else if (value == 1) {
      break;
    } else if (value == 2) {
      x += b.u8(at);
      y += b.u8(at + 1);
      at += 2;
    } else {
      for (std::size_t i = 0; i < value; ++i) {
        const std::size_t byte = b.u8(at + (nibbles ? i / 2 : i));
        store(!nibbles ? byte : (i % 2 == 0 ? byte >> 4 : byte & 15));
      }
      const std::size_t used = nibbles ? (value + 1) / 2 : value;
      at += used + used % 2;
    }
  }
  return out;
}

}  // namespace

bool is_bmp(std::span<const std::byte> bytes) {
  return bytes.size() >= 26 && bytes[0] == std::byte{'B'} && bytes[1] == std::byte{'M'};
}

Tensor decode_bmp(std::span<const std::byte> bytes) {
  const Bytes b(bytes);
  const Header h = read_header(b);
  const bool runs = h.compression == kRle8 || h.compression == kRle4;
  const std::size_t stride = (h.width * h.bits + 31) / 32 * 4, channels = h.masks[3] != 0 ? 4 : 3;
  if (!runs)
    require(h.pixels <= bytes.size() && (bytes.size() - h.pixels) / stride + 1 >= h.height,
            Code::invalid_argument, "BMP: the file ends too early");
  Tensor picture = picture_of(h.width, h.height, channels);
  std::uint8_t* to = picture.mutable_as<std::uint8_t>().data();
  if (runs) {
    const std::vector<std::uint8_t> indices = expand_runs(b, h);
    std::array<bool, 256> used{};
    for (const std::uint8_t index : indices) used[index] = true;
    std::array<std::array<std::uint8_t, 3>, 256> colours{};
    for (std::size_t i = 0; i < used.size(); ++i)
      if (used[i]) put(h, i, colours[i].data());
    for (const std::uint8_t index : indices) {
      for (std::size_t c = 0; c < 3; ++c) to[c] = colours[index][c];
      to += 3;
    }
    return picture;
  }
  for (std::size_t y = 0; y < h.height; ++y) {
    const std::size_t stored = h.downwards ? y : h.height - 1 - y;
    read_row(b, h, h.pixels + stored * stride, to + y * h.width * channels);
  }
  return picture;
}

}  // namespace sardonyx::image
