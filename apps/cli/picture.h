// Pictures as inputs of models, and on the terminal.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "sardonyx/session.hpp"

namespace sardonyx::cli {

// 8-bit pixels, row by row, channels side by side (1 grey, 3 RGB, 4 RGBA).
struct Picture {
  int width = 0, height = 0, channels = 0;
  std::vector<std::uint8_t> pixels;
};

// What becomes of a pixel value p of 0 to 255 in a float input: (p * scale - mean[c]) / std[c].
struct PictureFlags {
  std::optional<double> scale;  // 1/255 for floats, 1 for integers
  std::vector<double> mean, std;
  std::string layout;  // "nchw", "nhwc", or "" for a guess
  bool bgr = false, invert = false;

  void declare(Command& command);
};

// Where rows, columns and channels stand in an input's shape, and their sizes when they are fixed.
struct PictureLayout {
  std::size_t rank = 0;
  std::optional<std::size_t> channel_axis;
  std::size_t height_axis = 0, width_axis = 0;
  std::optional<std::int64_t> channels, height, width;
};

// Guesses by 1, 3 or 4 channels; `fixed` (from --shape) wins over the declared sizes. Throws Error(invalid_argument)
// when the input cannot be a picture.
PictureLayout picture_layout(const ValueDescription& input, const std::optional<Shape>& fixed,
                             const PictureFlags& flags);

// Resized and converted to the input's shape and type.
Tensor tensor_of_picture(const Picture& picture, DType dtype, const PictureLayout& layout,
                         const PictureFlags& flags);

// Averages where it shrinks, interpolates linearly where it grows.
Picture resized(const Picture& picture, int width, int height);
// 1 grey, 3 RGB or 4 RGBA out of any of them.
Picture with_channels(const Picture& picture, int channels);

// As text of half blocks, at most `columns` wide: 24-bit colours, or a ramp of grey characters.
std::string drawn(const Picture& picture, int columns, bool colour);

}  // namespace sardonyx::cli
