#include "kernels/simd/float16_rows.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "unit/kernels/runnable_isas.h"

using namespace sardonyx;

namespace {

// The value of a half by its definition.
double half_value(unsigned h) {
  const int exponent = static_cast<int>(h >> 10 & 31), fraction = static_cast<int>(h & 1023);
  const double sign = h >> 15 ? -1 : 1;
  if (exponent == 31) return fraction ? std::numeric_limits<double>::quiet_NaN() : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

}  // namespace

TEST_CASE("every half converts to its value and back to its bits") {
  std::vector<std::uint16_t> halves(65536), back(65536);
  for (unsigned i = 0; i < 65536; ++i) halves[i] = static_cast<std::uint16_t>(i);
  std::vector<float> floats(65536);
  for (const Isa isa : runnable_isas()) {
    const Float16Rows& rows = float16_rows(isa);
    CHECK(rows.isa == isa);
    rows.half_to_float(halves.data(), floats.data(), 65536);
    rows.float_to_half(floats.data(), back.data(), 65536);
    int wrong = 0;
    for (unsigned i = 0; i < 65536; ++i) {
      const double expected = half_value(i);
      if (std::isnan(expected)) {
        wrong += !std::isnan(floats[i]) || (back[i] & 0x7c00) != 0x7c00 || (back[i] & 0x3ff) == 0;
      } else {
        wrong += floats[i] != expected || std::signbit(floats[i]) != std::signbit(expected) || back[i] != i;
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("halves round to nearest even between neighbours") {
  for (const Isa isa : runnable_isas()) {
    for (unsigned h = 0; h < 0x7bff; ++h) {
      const auto low = static_cast<float>(half_value(h)), high = static_cast<float>(half_value(h + 1));
      const float middle = (low + high) / 2;
      const float in[3] = {middle, std::nextafter(middle, 0.0f), std::nextafter(middle, INFINITY)};
      std::uint16_t out[3];
      float16_rows(isa).float_to_half(in, out, 3);
      const unsigned even = h % 2 == 0 ? h : h + 1;
      if (out[0] != even || out[1] != h || out[2] != h + 1) {
        CHECK_MESSAGE(false, "around half ", h);
        break;
      }
    }
    const float border[2] = {65519.99f, 65520.0f};
    std::uint16_t out[2];
    float16_rows(isa).float_to_half(border, out, 2);
    CHECK(out[0] == 0x7bff);
    CHECK(out[1] == 0x7c00);
  }
}

TEST_CASE("bfloat16 is a float's upper half, rounded to even") {
  struct Case {
    std::uint32_t in;
    std::uint16_t out;
  };
  const Case cases[] = {{0x3f800000, 0x3f80}, {0x3f808000, 0x3f80}, {0x3f818000, 0x3f82},
                        {0x3f808001, 0x3f81}, {0x7f7fffff, 0x7f80}, {0xff800000, 0xff80},
                        {0x80000000, 0x8000}, {0x00018000, 0x0002}, {0x7f800001, 0x7fc0}};
  for (const Isa isa : runnable_isas()) {
    for (const Case& c : cases) {
      for (int n = 1; n <= 19; ++n) {  // all tails
        std::vector<std::uint32_t> in(static_cast<std::size_t>(n), c.in);
        std::vector<std::uint16_t> out(static_cast<std::size_t>(n) + 1, 0x1234);
        float16_rows(isa).float_to_bfloat16(in.data(), out.data(), n);
        CHECK(out[static_cast<std::size_t>(n) - 1] == c.out);
        CHECK(out.back() == 0x1234);
        std::vector<std::uint32_t> back(static_cast<std::size_t>(n));
        float16_rows(isa).bfloat16_to_float(out.data(), back.data(), n);
        CHECK(back.back() == std::uint32_t{c.out} << 16);
      }
    }
  }
}
