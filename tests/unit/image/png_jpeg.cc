// tests/data/pictures: 12 x 9 pixels of r = 20 x, g = 25 y, b = x y % 7 * 30, written by Pillow, which also gave the
// expected pixels and sums.
#include "image/image.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "sardonyx/error.hpp"
#include "unit/image/pictures.h"

using namespace sardonyx;
using image::Channels;
using test::picture;
using test::sum;
namespace fs = std::filesystem;

namespace {

int pixel(const Tensor& t, std::int64_t x, std::int64_t y, std::int64_t channel) {
  return static_cast<int>(t.int_at((y * t.shape()[1] + x) * t.shape()[2] + channel));
}

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("png: colours, grey, alpha, palettes, 1 and 16 bits") {
  const Tensor rgb = image::read_image(picture("rgb.png"));
  CHECK(rgb.shape() == Shape{9, 12, 3});
  CHECK(pixel(rgb, 11, 8, 0) == 220);
  CHECK(pixel(rgb, 11, 8, 1) == 200);
  CHECK(pixel(rgb, 11, 8, 2) == 11 * 8 % 7 * 30);
  const Tensor rgba = image::read_image(picture("rgba.png"));
  CHECK(rgba.shape() == Shape{9, 12, 4});
  CHECK(pixel(rgba, 3, 0, 3) == 255 - 60);
  CHECK(sum(image::read_image(picture("rgba.png"), Channels::rgb)) == sum(rgb));
  CHECK(sum(image::read_image(picture("palette.png"))) == 29678);
  CHECK(image::read_image(picture("grey.png")).shape() == Shape{9, 12, 1});
  CHECK(sum(image::read_image(picture("grey16.png"))) == 9234);
  CHECK(sum(image::read_image(picture("bits.png"), Channels::rgb)) == 41310);
  const Tensor grey_alpha = image::read_image(picture("grey_alpha.png"));
  CHECK(grey_alpha.shape() == Shape{9, 12, 4});
  CHECK(pixel(grey_alpha, 2, 3, 0) == 40);
  CHECK(pixel(grey_alpha, 2, 3, 2) == 40);
  CHECK(pixel(grey_alpha, 2, 3, 3) == 75);
  const Tensor grey = image::read_image(picture("rgb.png"), Channels::grey);
  CHECK(pixel(grey, 1, 0, 0) == 6);
  CHECK(pixel(grey, 1, 1, 0) == 24);
  CHECK(sum(grey) == 10723);
}

TEST_CASE("jpeg: baseline, progressive, grey and CMYK") {
  const Tensor rgb = image::read_image(picture("rgb.jpg"));
  CHECK(rgb.shape() == Shape{9, 12, 3});
  CHECK(std::abs(sum(rgb) - 29970) < 300);  // builds of libjpeg may differ by one in some pixels
  CHECK(std::abs(sum(image::read_image(picture("progressive.jpg"))) - 30088) < 300);
  CHECK(std::abs(sum(image::read_image(picture("grey.jpg"), Channels::rgb)) - 35640) < 300);
  CHECK(std::abs(sum(image::read_image(picture("cmyk.jpg"))) - 29924) < 300);
}

TEST_CASE("png: writing") {
  const fs::path path = fs::temp_directory_path() / "sardonyx_image_test.png";
  for (const char* name : {"rgb.png", "rgba.png", "grey.png"}) {
    const Tensor before = image::read_image(picture(name));
    image::write_png(path, before);
    const Tensor after = image::read_image(path);
    CHECK(after.shape() == before.shape());
    CHECK(std::ranges::equal(after.as<std::uint8_t>(), before.as<std::uint8_t>()));
  }
  fs::remove(path);
  CHECK_THROWS_AS(image::write_png(path, Tensor::scalar(1.0f)), Error);
  CHECK_THROWS_AS(image::write_png(path, Tensor(DType::uint8, Shape{2, 2, 2})), Error);
  CHECK_THROWS_AS(image::write_png("/no/such/folder/x.png", Tensor::zeros(DType::uint8, Shape{2, 2})), Error);
}

TEST_CASE("pictures: cut or changed files give an Error or a picture") {
  CHECK_THROWS_AS(image::read_image(std::span<const std::byte>()), Error);
  for (const char* name : {"rgb.png", "palette.png", "rgb.jpg", "progressive.jpg", "cmyk.jpg"}) {
    CAPTURE(name);
    const std::string sound = bytes_of(picture(name));
    const auto read = [](std::string_view bytes) {
      try {
        image::read_image(std::as_bytes(std::span(bytes)));
        return true;
      } catch (const Error&) {
        return false;
      }
    };
    CHECK(read(sound));
    CHECK_FALSE(read(std::string_view(sound).substr(0, sound.size() / 2)));
    for (std::size_t i = 0; i < sound.size(); i += 3) {
      std::string changed = sound;
      changed[i] = static_cast<char>(changed[i] ^ 0x55);
      static_cast<void>(read(changed));
      static_cast<void>(read(std::string_view(sound).substr(0, i)));
    }
  }
}
