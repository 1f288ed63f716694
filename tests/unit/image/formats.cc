// tests/data/pictures: the pixels of rgb.png in other formats, written by Pillow, which also gave the expected sums.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "image/image.h"
#include "sardonyx/error.hpp"
#include "unit/image/pictures.h"

using namespace sardonyx;
using image::Channels;
using test::picture;
using test::sum;
namespace fs = std::filesystem;

namespace {

Tensor read_text(std::string_view bytes) { return image::read_image(std::as_bytes(std::span(bytes))); }

Code code_of(std::string_view bytes) {
  try {
    read_text(bytes);
  } catch (const Error& e) {
    return e.code();
  }
  return Code::internal;
}

bool is(const Tensor& t, std::initializer_list<int> pixels) {
  return std::ranges::equal(t.as<std::uint8_t>(), pixels);
}

}  // namespace

TEST_CASE("pictures: lossless formats give the pixels of the PNG") {
  const Tensor rgb = image::read_image(picture("rgb.png")), rgba = image::read_image(picture("rgba.png"));
  for (const char* name : {"rgb.bmp", "rgb.ppm", "plain.ppm", "rgb.tif", "rgb.webp", "rgb.jp2"}) {
    CAPTURE(name);
    const Tensor t = image::read_image(picture(name), Channels::rgb);
    REQUIRE(t.shape() == rgb.shape());
    CHECK(std::ranges::equal(t.as<std::uint8_t>(), rgb.as<std::uint8_t>()));
  }
  for (const char* name : {"rgba.tif", "rgba.webp"}) {
    CAPTURE(name);
    const Tensor t = image::read_image(picture(name));
    REQUIRE(t.shape() == rgba.shape());
    CHECK(std::ranges::equal(t.as<std::uint8_t>(), rgba.as<std::uint8_t>()));
  }
}

TEST_CASE("pictures: grey, palettes, bits, CMYK") {
  for (const char* name : {"grey.bmp", "grey.pgm", "grey.tif", "grey.j2k"}) {
    CAPTURE(name);
    CHECK(sum(image::read_image(picture(name), Channels::grey)) == 10723);
  }
  for (const char* name : {"palette.bmp", "palette.tif", "cmyk.tif"}) {
    CAPTURE(name);
    CHECK(sum(image::read_image(picture(name), Channels::rgb)) == 29910);
  }
  CHECK(sum(image::read_image(picture("bits.bmp"), Channels::rgb)) == 32130);
  CHECK(sum(image::read_image(picture("bits.pbm"), Channels::rgb)) == 32130);
}

TEST_CASE("pnm: plain and raw samples, maxima other than 255") {
  CHECK(is(read_text("P1 3 1\n101"), {0, 255, 0}));
  CHECK(is(read_text("P2\n2 1 # two\n 3\n3 1"), {255, 85}));
  using namespace std::string_view_literals;
  CHECK(is(read_text("P5 2 1 65535\n\xff\xff\x80\x00"sv), {255, 128}));
  CHECK(is(
      read_text("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n\x01\x02\x03\x04"sv),
      {1, 2, 3, 4}));
  CHECK(code_of("P2 2 1 3\n4 0") == Code::invalid_argument);
  CHECK(code_of("P5 9 9 255\n123") == Code::invalid_argument);
  CHECK(code_of("P5 100000 100000 255\n1") == Code::over_budget);
  CHECK(code_of("P5 0 5 255\n1") == Code::invalid_argument);
  CHECK(code_of("GIF89a and more") == Code::invalid_argument);
}

TEST_CASE("pictures: cut or changed files of all formats give an Error or a picture") {
  for (const char* name :
       {"rgb.bmp", "palette.bmp", "bits.bmp", "rgb.ppm", "plain.ppm", "bits.pbm", "rgb.tif", "palette.tif",
        "rgba.tif", "cmyk.tif", "rgb.webp", "rgba.webp", "rgb.jp2", "grey.j2k"}) {
    CAPTURE(name);
    std::ifstream file(picture(name), std::ios::binary);
    const std::string sound{std::istreambuf_iterator<char>(file), {}};
    const auto read = [](std::string_view bytes) {
      try {
        read_text(bytes);
        return true;
      } catch (const Error&) {
        return false;
      }
    };
    CHECK(read(sound));
    CHECK_FALSE(read(std::string_view(sound).substr(0, sound.size() / 3)));
    for (std::size_t i = 0; i < sound.size(); ++i) {
      std::string changed = sound;
      changed[i] = static_cast<char>(changed[i] ^ 0x55);
      static_cast<void>(read(changed));
      static_cast<void>(read(std::string_view(sound).substr(0, i)));
    }
  }
}
