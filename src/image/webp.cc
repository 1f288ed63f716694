// WebP through libwebp: still pictures, lossy and lossless.
#include <webp/decode.h>

#include <cstring>

#include "base/error.h"
#include "image/decoders.h"

namespace sardonyx::image {

bool is_webp(std::span<const std::byte> bytes) {
  return bytes.size() >= 16 && std::memcmp(bytes.data(), "RIFF", 4) == 0 &&
         std::memcmp(bytes.data() + 8, "WEBP", 4) == 0;
}

Tensor decode_webp(std::span<const std::byte> bytes) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  WebPBitstreamFeatures f;
  require(WebPGetFeatures(data, bytes.size(), &f) == VP8_STATUS_OK && f.width > 0 && f.height > 0,
          Code::invalid_argument, "WebP: the header is broken");
  require(f.has_animation == 0, Code::invalid_argument, "WebP: animations are not read");
  const auto width = static_cast<std::size_t>(f.width), height = static_cast<std::size_t>(f.height);
  const std::size_t channels = f.has_alpha != 0 ? 4 : 3;
  check_picture_size(width, height, channels);
  Tensor picture = picture_of(width, height, channels);
  std::uint8_t* to = picture.mutable_as<std::uint8_t>().data();
  const int stride = f.width * static_cast<int>(channels);
  const bool read = channels == 4
                        ? WebPDecodeRGBAInto(data, bytes.size(), to, picture.bytes(), stride) != nullptr
                        : WebPDecodeRGBInto(data, bytes.size(), to, picture.bytes(), stride) != nullptr;
  require(read, Code::invalid_argument, "WebP: the data is broken");
  return picture;
}

}  // namespace sardonyx::image
