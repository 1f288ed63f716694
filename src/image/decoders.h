// The picture formats behind image.h, one file each. All give uint8 [height, width, channels] with the channels that
// the file has: 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "sardonyx/value.hpp"

namespace sardonyx::image {

bool is_png(std::span<const std::byte> bytes);
Tensor decode_png(std::span<const std::byte> bytes);
void encode_png(const std::filesystem::path& path, const Tensor& picture, int channels);

bool is_jpeg(std::span<const std::byte> bytes);
Tensor decode_jpeg(std::span<const std::byte> bytes);

bool is_bmp(std::span<const std::byte> bytes);
Tensor decode_bmp(std::span<const std::byte> bytes);

bool is_pnm(std::span<const std::byte> bytes);
Tensor decode_pnm(std::span<const std::byte> bytes);

bool is_tiff(std::span<const std::byte> bytes);
Tensor decode_tiff(std::span<const std::byte> bytes);

bool is_webp(std::span<const std::byte> bytes);
Tensor decode_webp(std::span<const std::byte> bytes);

bool is_jpeg2000(std::span<const std::byte> bytes);
Tensor decode_jpeg2000(std::span<const std::byte> bytes);

// Throws for empty pictures and for those over the bound on samples; called before memory is taken.
void check_picture_size(std::size_t width, std::size_t height, std::size_t channels);
// An uninitialised picture, its size checked.
Tensor picture_of(std::size_t width, std::size_t height, std::size_t channels);

}  // namespace sardonyx::image
