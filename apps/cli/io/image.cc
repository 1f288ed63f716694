#include "io/image.h"

#include "base/error.h"
#include "base/mapped_file.h"
#include "io/decoders.h"

namespace sardonyx::io {
namespace {

constexpr std::size_t kMaxSamples = std::size_t{1} << 28;

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

Tensor read_image(std::span<const std::byte> bytes, Channels channels) {
  Tensor stored = is_png(bytes) ? decode_png(bytes) : Tensor();
  if (stored.is_null()) {
    require(is_jpeg(bytes), Code::invalid_argument, "the file is neither PNG nor JPEG");
    stored = decode_jpeg(bytes);
  }
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
          picture.text());
  check_picture_size(static_cast<std::size_t>(s[1]), static_cast<std::size_t>(s[0]),
                     static_cast<std::size_t>(channels));
  encode_png(path, picture, static_cast<int>(channels));
}

}  // namespace sardonyx::io
