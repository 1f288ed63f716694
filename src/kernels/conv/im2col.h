// im2col: panels of the image matrix, made tile by tile while a product runs; never the whole matrix.
//
// Row k of the matrix is (channel of the group, tap), column n an output pixel. A row of a tile is first written
// to a line, whole runs of image rows at a time, then dealt out to the strips of the panel.
#pragma once

#include "kernels/conv/geometry.h"
#include "kernels/gemm/driver.h"

namespace sardonyx::conv {

struct Image {
  const Geometry* geometry;
  const std::byte* x;
  std::int64_t item_bytes;  // from one (image, group) to the next
  int element_bytes;        // 1, 4 or 8
  int strip_columns;        // nr
  void (*every_second_f32)(const std::byte* from, std::byte* to, std::int64_t n);  // of DepthwiseKernels
  std::byte fill{0};  // of each byte of an element outside the image
  std::byte flip{0};  // bytes only: xor into what is packed (u8 as s8 + 128)
};

// Both are gemm::PackColumns with an Image as context: plain elements, and pairs of bytes along k.
void pack_image(const void* image, std::int64_t item, std::int64_t col0, std::int64_t cols, std::int64_t k0,
                std::int64_t kc, std::byte* out, std::size_t strip);
void pack_image_pairs(const void* image, std::int64_t item, std::int64_t col0, std::int64_t cols,
                      std::int64_t k0, std::int64_t kc, std::byte* out, std::size_t strip);

}  // namespace sardonyx::conv
