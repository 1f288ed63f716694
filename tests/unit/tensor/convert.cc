// Expected hashes and values come from NumPy and ml_dtypes (their float casts), FNV-1a over the little-endian bits of
// the results as float32, with one bit pattern for NaN.
#include "tensor/convert.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "sardonyx/error.hpp"

using namespace sardonyx;

namespace {

class Hash {
 public:
  void add(float f) {
    std::uint32_t bits = std::isnan(f) ? 0x7fc00000u : std::bit_cast<std::uint32_t>(f);
    for (int i = 0; i < 4; ++i, bits >>= 8) hash_ = (hash_ ^ (bits & 0xff)) * 0x100000001b3u;
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

float half(std::uint32_t bits) {
  float16 h;
  h.bits = static_cast<std::uint16_t>(bits);
  return static_cast<float>(h);
}

float bits_of_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }

}  // namespace

TEST_CASE("small floats have the values of ml_dtypes") {
  const std::pair<DType, std::uint64_t> expected[] = {
      {DType::float8e4m3fn, 0xdad1d9c50f749ca5u}, {DType::float8e4m3fnuz, 0xf51851cb11c63018u},
      {DType::float8e5m2, 0x6c1e56b6fb09c905u},   {DType::float8e5m2fnuz, 0x94ae6fc493d49818u},
      {DType::float8e8m0, 0x6d2c8b41c3f0e5a5u},
  };
  for (const auto& [type, hash] : expected) {
    CAPTURE(name(type));
    Hash h;
    for (int i = 0; i < 256; ++i) h.add(from_small_float(type, static_cast<std::uint8_t>(i)));
    CHECK(h.value() == hash);
  }
  const float fours[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
  for (std::uint8_t i = 0; i < 8; ++i) {
    CHECK(from_small_float(DType::float4e2m1, i) == fours[i]);
    CHECK(from_small_float(DType::float4e2m1, i + 8) == -fours[i]);
  }
}

TEST_CASE("8-bit floats round every float16 and bfloat16 value as ml_dtypes does") {
  const std::pair<DType, std::uint64_t> expected[] = {
      {DType::float8e4m3fn, 0x4d1a9f35ae69baa5u},
      {DType::float8e4m3fnuz, 0x64fe58508dd74e25u},
      {DType::float8e5m2, 0xb77739de79406125u},
      {DType::float8e5m2fnuz, 0x7a292df7eeddb725u},
  };
  for (const auto& [type, hash] : expected) {
    CAPTURE(name(type));
    Hash h;
    const SmallFloatRounding plain{.saturate = false};
    for (std::uint32_t i = 0; i < 65536; ++i)
      h.add(from_small_float(type, to_small_float(type, half(i), plain)));
    for (std::uint32_t i = 0; i < 65536; ++i) {
      h.add(from_small_float(type, to_small_float(type, bits_of_float(i << 16), plain)));
    }
    CHECK(h.value() == hash);
  }
}

TEST_CASE("6-bit floats have the values of ml_dtypes and round as it does") {
  struct Expected {
    DType type;
    std::uint64_t values, rounded;  // NaN, which they do not have, is left out
  };
  const Expected expected[] = {{DType::float6e2m3, 0x7ffacb24ad8b0aa5u, 0x7c330cac78ea0125u},
                               {DType::float6e3m2, 0x25da13434201d785u, 0x3531a9457f3ffaa5u}};
  for (const Expected& e : expected) {
    CAPTURE(name(e.type));
    Hash values, rounded;
    for (int i = 0; i < 64; ++i) {
      values.add(from_small_float(e.type, static_cast<std::uint8_t>(i)));
      CHECK(from_small_float(e.type, static_cast<std::uint8_t>(i + 192)) ==
            from_small_float(e.type, static_cast<std::uint8_t>(i)));
    }
    const auto round = [&](float x) {
      if (!std::isnan(x))
        rounded.add(from_small_float(e.type, to_small_float(e.type, x, {.saturate = false})));
    };
    for (std::uint32_t i = 0; i < 65536; ++i) round(half(i));
    for (std::uint32_t i = 0; i < 65536; ++i) round(bits_of_float(i << 16));
    CHECK(values.value() == e.values);
    CHECK(rounded.value() == e.rounded);
    CHECK(to_small_float(e.type, std::numeric_limits<double>::quiet_NaN()) == 0x20);
  }
}

TEST_CASE("saturation and special values follow the tables of ONNX's Cast") {
  const double inf = std::numeric_limits<double>::infinity();
  const auto rounded = [](DType d, double v, bool saturate) {
    return from_small_float(d, to_small_float(d, v, {.saturate = saturate}));
  };
  CHECK(rounded(DType::float8e4m3fn, inf, true) == 448);
  CHECK(rounded(DType::float8e4m3fn, -1e9, true) == -448);
  CHECK(rounded(DType::float8e4m3fnuz, inf, true) == 240);
  CHECK(rounded(DType::float8e5m2, -inf, true) == -57344);
  CHECK(rounded(DType::float8e5m2fnuz, 1e6, true) == 57344);
  CHECK(std::isnan(rounded(DType::float8e4m3fn, inf, false)));
  CHECK(std::isnan(rounded(DType::float8e4m3fnuz, 1e9, false)));
  CHECK(rounded(DType::float8e5m2, -1e9, false) == -std::numeric_limits<float>::infinity());
  CHECK(to_small_float(DType::float8e4m3fnuz, -0.0) == 0);
  CHECK(to_small_float(DType::float8e4m3fn, -0.0) == 0x80);
  CHECK(to_small_float(DType::float8e4m3fn, 464.0) == 0x7e);  // halfway to 480 rounds to even 448
}

TEST_CASE("float4e2m1 rounds to nearest even and always saturates") {
  const float in[] = {0.25f, 0.75f, 1.25f, 1.75f, 2.5f, 3.5f, 5, 7, -0.25f, -2.6f, 100};
  const float out[] = {0, 1, 1, 2, 2, 4, 4, 6, -0.0f, -3, 6};
  for (std::size_t i = 0; i < std::size(in); ++i) {
    CHECK(from_small_float(DType::float4e2m1,
                           to_small_float(DType::float4e2m1, in[i], {.saturate = false})) == out[i]);
  }
}

TEST_CASE("float8e8m0 rounds up, down or to nearest power of two") {
  const auto e8m0 = [](double v, E8m0Round r, bool saturate = true) {
    return static_cast<int>(to_small_float(DType::float8e8m0, v, {.saturate = saturate, .e8m0 = r}));
  };
  CHECK(e8m0(1.0, E8m0Round::up) == 127);
  CHECK(e8m0(1.1, E8m0Round::up) == 128);
  CHECK(e8m0(1.9, E8m0Round::down) == 127);
  CHECK(e8m0(1.5, E8m0Round::nearest) == 128);
  CHECK(e8m0(1.49, E8m0Round::nearest) == 127);
  CHECK(e8m0(0.0, E8m0Round::up) == 0);
  CHECK(e8m0(0.0, E8m0Round::nearest, false) == 0xff);
  CHECK(e8m0(1e300, E8m0Round::up) == 0xfe);
  CHECK(e8m0(1e300, E8m0Round::up, false) == 0xff);
  CHECK(e8m0(-1.0, E8m0Round::up) == 0xff);
}

TEST_CASE("16-bit floats round as NumPy and ml_dtypes do") {
  Hash values, halves, brains, doubles;
  for (std::uint32_t i = 0; i < 65536; ++i) values.add(half(i));
  CHECK(values.value() == 0x1f87f165810ea7c5u);
  for (std::uint32_t i = 0; i < 60000; ++i) {
    const float f = bits_of_float(i * 71557u);
    halves.add(static_cast<float>(float16(f)));
    brains.add(static_cast<float>(bfloat16(f)));
    if (!std::isnan(f)) {
      CHECK(to_float16(f).bits == float16(f).bits);
      CHECK(to_bfloat16(f).bits == bfloat16(f).bits);
    }
    const int k = static_cast<int>(i);
    const double near = 1 + ((i * std::uint64_t{71557}) % 65536) / 65536.0 + std::ldexp(k % 3 - 1, -40);
    doubles.add(static_cast<float>(to_float16(std::ldexp(near, k % 44 - 26))));
  }
  CHECK(halves.value() == 0x992cc5decb0ac25bu);
  CHECK(brains.value() == 0xc924c431869ad280u);
  CHECK(doubles.value() == 0x720e6f7fc462315eu);
}

TEST_CASE("integers truncate and saturate from float, at any alignment") {
  const float in[] = {-3.9f, 2.9f, 300, -300, NAN, INFINITY, 3e9f, -INFINITY};
  std::vector<std::uint8_t> bytes(1 + 8 * 8);
  convert_from_float(DType::int8, in, bytes.data() + 1, 8);
  const int i8[] = {-3, 2, 127, -128, 0, 127, 127, -128};
  for (int i = 0; i < 8; ++i) CHECK(load_integer(DType::int8, bytes.data() + 1, i) == i8[i]);
  convert_from_float(DType::int32, in, bytes.data() + 1, 8);
  const std::int64_t i32[] = {-3, 2, 300, -300, 0, INT32_MAX, INT32_MAX, INT32_MIN};
  for (int i = 0; i < 8; ++i) CHECK(load_integer(DType::int32, bytes.data() + 1, i) == i32[i]);
  convert_from_float(DType::int64, in, bytes.data() + 1, 8);
  CHECK(load_integer(DType::int64, bytes.data() + 1, 5) == INT64_MAX);
  CHECK(load_integer(DType::int64, bytes.data() + 1, 6) == 3000000000);
  float back[8];
  convert_to_float(DType::int64, bytes.data() + 1, back, 8);
  CHECK(back[1] == 2.0f);
  CHECK(back[6] == 3e9f);
  CHECK_THROWS_AS(convert_to_float(DType::string, bytes.data(), back, 1), Error);
}

TEST_CASE("sub-byte elements pack from the low bits") {
  const std::uint8_t elements[] = {1, 0xf8, 3, 7, 0xff};  // as int4: 1, -8, 3, 7, -1
  std::uint8_t packed[3] = {0xff, 0xff, 0xff};
  pack_sub_byte(DType::int4, elements, 5, packed);
  CHECK(packed[0] == 0x81);
  CHECK(packed[1] == 0x73);
  CHECK(packed[2] == 0x0f);
  std::uint8_t out[3];
  unpack_sub_byte(DType::int4, packed, 1, 3, out);
  CHECK(static_cast<std::int8_t>(out[0]) == -8);
  CHECK(out[1] == 3);
  unpack_sub_byte(DType::uint4, packed, 1, 1, out);
  CHECK(out[0] == 8);
  pack_sub_byte(DType::int2, elements, 5, packed);  // low bits 1, 0, 3, 3, 3
  CHECK(packed[0] == 0xf1);
  CHECK(packed[1] == 0x03);
  CHECK(load_integer(DType::int2, packed, 2) == -1);
  CHECK(load_integer(DType::uint2, packed, 2) == 3);
  const float f[] = {-9, 8, 1.5f};
  convert_from_float(DType::int4, f, packed, 3);
  CHECK(packed[0] == 0x78);
  CHECK(packed[1] == 0x01);
  float back[3];
  convert_to_float(DType::int4, packed, back, 3);
  CHECK(back[0] == -8);
  CHECK(back[1] == 7);
}
