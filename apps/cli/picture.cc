#include "picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "elements.h"

namespace sardonyx::cli {
namespace {

// For one output position: the first input position that counts, and the weights from there on.
struct Taps {
  int first = 0;
  std::vector<float> weights;
};

// A triangle filter, as wide as a source pixel when growing and as a target pixel when shrinking.
std::vector<Taps> taps_for(int from, int to) {
  const double ratio = static_cast<double>(from) / to, reach = std::max(1.0, ratio);
  std::vector<Taps> out(static_cast<std::size_t>(to));
  for (int i = 0; i < to; ++i) {
    const double centre = (i + 0.5) * ratio;
    const int first = std::max(0, static_cast<int>(std::floor(centre - reach + 0.5)));
    const int last = std::min(from, static_cast<int>(std::floor(centre + reach + 0.5)));
    Taps& taps = out[static_cast<std::size_t>(i)];
    taps.first = first;
    double sum = 0;
    for (int x = first; x < last; ++x) {
      const double weight = std::max(0.0, 1 - std::abs(x + 0.5 - centre) / reach);
      taps.weights.push_back(static_cast<float>(weight));
      sum += weight;
    }
    if (!(sum > 0)) {
      taps.weights.assign(1, 1.0F);
      sum = 1;
    }
    for (float& weight : taps.weights) weight = static_cast<float>(weight / sum);
  }
  return out;
}

std::uint8_t grey_of(const std::uint8_t* p) {
  return static_cast<std::uint8_t>((p[0] * 299 + p[1] * 587 + p[2] * 114 + 500) / 1000);
}

const std::uint8_t* pixel(const Picture& picture, int x, int y) {
  const auto at =
      (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) + static_cast<std::size_t>(x)) *
      static_cast<std::size_t>(picture.channels);
  return picture.pixels.data() + at;
}

bool is_channel_count(const std::optional<std::int64_t>& n) { return n && (*n == 1 || *n == 3 || *n == 4); }

Picture magnified(const Picture& picture, int times) {
  Picture out{picture.width * times, picture.height * times, picture.channels, {}};
  for (int y = 0; y < out.height; ++y) {
    for (int x = 0; x < out.width; ++x) {
      const std::uint8_t* from = pixel(picture, x / times, y / times);
      out.pixels.insert(out.pixels.end(), from, from + picture.channels);
    }
  }
  return out;
}

std::string colour_cell(const std::uint8_t* upper, const std::uint8_t* lower) {
  return fmt::format("\033[38;2;{};{};{}m\033[48;2;{};{};{}m▀", upper[0], upper[1], upper[2], lower[0],
                     lower[1], lower[2]);
}

}  // namespace

void PictureFlags::declare(Command& command) {
  const std::string group = "Pictures";
  command.option("--scale", scale, "Pixel values are multiplied by this (1/255 for float inputs, else 1)")
      .group(group);
  command.option("--mean", mean, "Taken off each channel after --scale: one number, or one a channel")
      .delimiter(',')
      .one_each_time()
      .group(group);
  command.option("--std", std, "Each channel is divided by this after --mean")
      .delimiter(',')
      .one_each_time()
      .group(group);
  command.option("--layout", layout, "Order of channels, rows and columns (guessed from 1, 3 or 4 channels)")
      .among({"nchw", "nhwc"})
      .group(group);
  command.flag("--bgr", bgr, "The model wants blue, green, red").group(group);
  command.flag("--invert", invert, "Black for white").group(group);
}

PictureLayout picture_layout(const ValueDescription& input, const std::optional<Shape>& fixed,
                             const PictureFlags& flags) {
  std::vector<std::optional<std::int64_t>> sizes;
  if (fixed) {
    for (const std::int64_t size : *fixed) sizes.emplace_back(size);
  } else if (input.shape) {
    for (const DimInfo& dim : *input.shape) sizes.push_back(dim.size);
  } else {
    sizes.resize(4);
  }
  const std::size_t rank = sizes.size();
  require(rank >= 2 && rank <= 4, Code::invalid_argument,
          "input {} cannot be a picture: it needs 2 to 4 dimensions", input.text());
  PictureLayout out;
  out.rank = rank;
  const std::size_t first = rank == 4 ? 1 : 0;  // of channels, rows and columns
  bool channels_last = flags.layout == "nhwc";
  if (flags.layout.empty() && rank > 2) {
    channels_last = !is_channel_count(sizes[first]) && is_channel_count(sizes[rank - 1]);
  }
  if (rank == 2) {
    out.height_axis = 0, out.width_axis = 1;
  } else {
    out.channel_axis = channels_last ? rank - 1 : first;
    out.height_axis = channels_last ? first : first + 1;
    out.width_axis = out.height_axis + 1;
    out.channels = sizes[*out.channel_axis];
    require(!out.channels || is_channel_count(out.channels), Code::invalid_argument,
            "input {} cannot be a picture: it has {} channels, not 1, 3 or 4", input.text(), *out.channels);
  }
  out.height = sizes[out.height_axis];
  out.width = sizes[out.width_axis];
  require(rank != 4 || !sizes[0] || *sizes[0] == 1, Code::invalid_argument,
          "input {} wants {} pictures at once", input.text(), sizes[0].value_or(0));
  return out;
}

Tensor tensor_of_picture(const Picture& picture, DType dtype, const PictureLayout& layout,
                         const PictureFlags& flags) {
  const int channels = static_cast<int>(layout.channels.value_or(layout.channel_axis ? 3 : 1));
  const int height = static_cast<int>(layout.height.value_or(picture.height));
  const int width = static_cast<int>(layout.width.value_or(picture.width));
  require(height > 0 && width > 0, Code::invalid_argument, "a picture of {}x{} pixels is empty", width,
          height);
  const Picture ready = resized(with_channels(picture, channels), width, height);
  const double scale = flags.scale.value_or(is_float(dtype) ? 1.0 / 255 : 1.0);
  for (const auto* list : {&flags.mean, &flags.std}) {
    require(list->size() <= 1 || list->size() == static_cast<std::size_t>(channels), Code::invalid_argument,
            "--mean and --std take one number or one for each of the {} channels, not {}", channels,
            list->size());
  }
  const auto of_channel = [](const std::vector<double>& list, std::size_t c, double otherwise) {
    return list.empty() ? otherwise : list.size() == 1 ? list[0] : list[c];
  };
  Shape shape = Shape::filled(layout.rank, 1);
  if (layout.channel_axis) shape[*layout.channel_axis] = channels;
  shape[layout.height_axis] = height;
  shape[layout.width_axis] = width;
  const std::int64_t row_step = shape.count(layout.height_axis + 1, layout.rank);
  const std::int64_t column_step = shape.count(layout.width_axis + 1, layout.rank);
  const std::int64_t channel_step =
      layout.channel_axis ? shape.count(*layout.channel_axis + 1, layout.rank) : 0;
  std::vector<double> numbers(static_cast<std::size_t>(shape.count()));
  for (int c = 0; c < channels; ++c) {
    const int source = flags.bgr && c < 3 && channels >= 3 ? 2 - c : c;
    const double mean = of_channel(flags.mean, static_cast<std::size_t>(c), 0);
    const double std = of_channel(flags.std, static_cast<std::size_t>(c), 1);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const int p = pixel(ready, x, y)[source];
        const double value = flags.invert && source < 3 ? 255 - p : p;
        numbers[static_cast<std::size_t>(c * channel_step + y * row_step + x * column_step)] =
            (value * scale - mean) / std;
      }
    }
  }
  return tensor_of(dtype, shape, std::span<const double>(numbers));
}

Picture with_channels(const Picture& picture, int channels) {
  if (picture.channels == channels) return picture;
  Picture out{picture.width, picture.height, channels, {}};
  const std::size_t count =
      static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height);
  out.pixels.resize(count * static_cast<std::size_t>(channels));
  const auto from_step = static_cast<std::size_t>(picture.channels),
             to_step = static_cast<std::size_t>(channels);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* from = picture.pixels.data() + i * from_step;
    std::uint8_t* to = out.pixels.data() + i * to_step;
    if (channels == 1) {
      to[0] = picture.channels >= 3 ? grey_of(from) : from[0];
      continue;
    }
    for (std::size_t c = 0; c < 3; ++c) to[c] = picture.channels >= 3 ? from[c] : from[0];
    if (channels == 4) to[3] = 255;
  }
  return out;
}

Picture resized(const Picture& picture, int width, int height) {
  if (picture.width == width && picture.height == height) return picture;
  const auto channels = static_cast<std::size_t>(picture.channels);
  const auto columns = taps_for(picture.width, width), rows = taps_for(picture.height, height);
  const std::size_t wide = static_cast<std::size_t>(width) * channels;
  std::vector<float> narrowed(static_cast<std::size_t>(picture.height) * wide);
  for (int y = 0; y < picture.height; ++y) {
    for (std::size_t i = 0; i < wide; ++i) {
      const Taps& taps = columns[i / channels];
      float sum = 0;
      for (std::size_t k = 0; k < taps.weights.size(); ++k) {
        sum += taps.weights[k] * pixel(picture, taps.first + static_cast<int>(k), y)[i % channels];
      }
      narrowed[static_cast<std::size_t>(y) * wide + i] = sum;
    }
  }
  Picture out{width, height, picture.channels,
              std::vector<std::uint8_t>(static_cast<std::size_t>(height) * wide)};
  for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) {
    const Taps& taps = rows[y];
    for (std::size_t i = 0; i < wide; ++i) {
      float sum = 0;
      for (std::size_t k = 0; k < taps.weights.size(); ++k) {
        sum += taps.weights[k] * narrowed[(static_cast<std::size_t>(taps.first) + k) * wide + i];
      }
      out.pixels[y * wide + i] = static_cast<std::uint8_t>(std::clamp(std::lround(sum), 0L, 255L));
    }
  }
  return out;
}

std::string drawn(const Picture& picture, int columns, bool colour) {
  // One column a pixel, two rows of pixels a line: a character is about twice as high as wide. Tiny pictures are
  // magnified, so that one sees them.
  const Picture small = picture.width * 2 <= 32 ? magnified(picture, 32 / picture.width) : picture;
  const int width = std::min(columns, small.width);
  const int height = std::max(2, (small.height * width / small.width + 1) / 2 * 2);
  const Picture shown = resized(with_channels(small, colour ? 3 : 1), width, height);
  std::string out;
  for (int y = 0; y + 1 < height; y += 2) {
    for (int x = 0; x < width; ++x) {
      if (colour) {
        out += colour_cell(pixel(shown, x, y), pixel(shown, x, y + 1));
      } else {
        static constexpr const char* kRamp[] = {" ", "░", "▒", "▓", "█"};
        out += kRamp[(pixel(shown, x, y)[0] + pixel(shown, x, y + 1)[0]) * 5 / 511];
      }
    }
    out += colour ? "\033[0m\n" : "\n";
  }
  return out;
}

}  // namespace sardonyx::cli
