#include "image/image.h"

#include "base/error.h"
#include "base/mapped_file.h"
#include "image/decoders.h"

namespace sardonyx::image {
namespace {

constexpr std::size_t kMaxSamples = std::size_t{1} << 28;

struct Format {
  bool (*is)(std::span<const std::byte>);
  Tensor (*decode)(std::span<const std::byte>);
};
constexpr Format kFormats[] = {{is_png, decode_png},          {is_jpeg, decode_jpeg}, {is_bmp, decode_bmp},
                               {is_pnm, decode_pnm},          {is_tiff, decode_tiff}, {is_webp, decode_webp},
                               {is_jpeg2000, decode_jpeg2000}};

// ITU-R 601 luma in 16-bit fixed point.
std::uint8_t luma(const std::uint8_t* rgb) {
  return static_cast<std::uint8_t>((19595u * rgb[0] + 38470u * rgb[1] + 7471u * rgb[2] + 0x8000u) >> 16);
}

void convert_pixel(const std::uint8_t* from, int stored, std::uint8_t* to, int wanted) {
  const bool colour = stored >= 3;
  if (wanted == 1) {
    to[0] = colour ? luma(from) : from[0];
    return;
  }
  for (int c = 0; c < 3; ++c) to[c] = from[colour ? c : 0];
  if (wanted == 4) to[3] = stored == 2 || stored == 4 ? from[stored - 1] : 255;
}

// What is kept when the caller leaves it open: grey with alpha has no name here and becomes RGB with alpha.
int kept_channels(int stored) { return stored == 2 ? 4 : stored; }

}  // namespace

void check_picture_size(std::size_t width, std::size_t height, std::size_t channels) {
  require(width > 0 && height > 0, Code::invalid_argument, "the picture is empty");
  const std::size_t samples = checked_mul(checked_mul(width, height), channels);
  require(samples <= kMaxSamples, Code::over_budget, "the picture has {} samples, more than {}", samples,
          kMaxSamples);
}

Tensor picture_of(std::size_t width, std::size_t height, std::size_t channels) {
  check_picture_size(width, height, channels);
  return Tensor(DType::uint8, Shape{static_cast<std::int64_t>(height), static_cast<std::int64_t>(width),
                                    static_cast<std::int64_t>(channels)});
}

Tensor read_image(std::span<const std::byte> bytes, Channels channels) {
  Tensor stored;
  for (const Format& f : kFormats) {
    if (!f.is(bytes)) continue;
    stored = f.decode(bytes);
    break;
  }
  require(!stored.is_null(), Code::invalid_argument,
          "the file is none of PNG, JPEG, BMP, PNM, TIFF, WebP and JPEG 2000");
  const int found = static_cast<int>(stored.shape()[2]);
  const int wanted = channels == Channels::as_stored ? kept_channels(found) : static_cast<int>(channels);
  if (wanted == found) return stored;
  const Shape shape{stored.shape()[0], stored.shape()[1], wanted};
  Tensor out(DType::uint8, shape);
  const std::uint8_t* from = stored.as<std::uint8_t>().data();
  std::uint8_t* to = out.mutable_as<std::uint8_t>().data();
  const std::int64_t pixels = shape[0] * shape[1];
  for (std::int64_t i = 0; i < pixels; ++i, from += found, to += wanted)
    convert_pixel(from, found, to, wanted);
  return out;
}

Tensor read_image(const std::filesystem::path& path, Channels channels) {
  const BlockPtr mapped = map_file(path);
  try {
    return read_image(std::span<const std::byte>(mapped->data(), mapped->size()), channels);
  } catch (Error& e) {
    e.at(path.string());
    throw;
  }
}

void write_png(const std::filesystem::path& path, const Tensor& picture) {
  const Shape& s = picture.shape();
  const std::int64_t channels = s.rank() == 3 ? s[2] : 1;
  const bool fits = picture.dtype() == DType::uint8 && (s.rank() == 2 || s.rank() == 3) &&
                    (channels == 1 || channels == 3 || channels == 4);
  require(fits, Code::invalid_argument, "expected uint8 [height,width] or [height,width,1|3|4], found {}",
          picture);
  check_picture_size(static_cast<std::size_t>(s[1]), static_cast<std::size_t>(s[0]),
                     static_cast<std::size_t>(channels));
  encode_png(path, picture, static_cast<int>(channels));
}

}  // namespace sardonyx::image
