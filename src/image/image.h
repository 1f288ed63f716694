// Pictures as uint8 tensors of shape [height, width, channels]. Read: PNG, JPEG, BMP, PNM, TIFF, WebP, JPEG 2000;
// written: PNG.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "sardonyx/value.hpp"

namespace sardonyx::image {

// What the caller wants to get; `as_stored` keeps 1 (grey), 3 (RGB) or 4 (RGB and alpha) channels.
enum class Channels : unsigned char { as_stored = 0, grey = 1, rgb = 3, rgba = 4 };

// Palettes are looked up, 16-bit samples reduced to 8, CMYK and YCCK converted. Alpha is dropped, not blended, where
// it is not wanted. Interlaced and progressive files are read. Pictures of more than 2^28 samples throw
// Error(over_budget); broken files Error(invalid_argument).
Tensor read_image(std::span<const std::byte> bytes, Channels channels = Channels::as_stored);
Tensor read_image(const std::filesystem::path& path, Channels channels = Channels::as_stored);

// `picture`: uint8 [height, width] or [height, width, 1, 3 or 4].
void write_png(const std::filesystem::path& path, const Tensor& picture);

}  // namespace sardonyx::image
