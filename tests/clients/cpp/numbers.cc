// Half precision, bfloat16 and 8-bit floats. The expected bits are those of IEEE 754 and of the ONNX specification.
#include <cmath>
#include <limits>

#include "client.h"

namespace client {

namespace {

void check_half() {
  using Ort::Float16_t;
  const float infinity = std::numeric_limits<float>::infinity();
  const struct {
    float value;
    uint16_t bits;
  } rows[] = {
      {0.0F, 0x0000},       {-0.0F, 0x8000},      {1.0F, 0x3C00},         {-2.0F, 0xC000},
      {65504.0F, 0x7BFF},   {65519.0F, 0x7BFF},   {65520.0F, 0x7C00},     {infinity, 0x7C00},
      {-infinity, 0xFC00},  {0x1p-14F, 0x0400},   {0x1p-24F, 0x0001},     {0x1p-25F, 0x0000},
      {0x1.8p-25F, 0x0001}, {0x1.8p-24F, 0x0002}, {0x1.ff8p-15F, 0x03FF}, {0x1.ffcp-15F, 0x0400},
      {2049.0F, 0x6800},    {2051.0F, 0x6802},    {0.1F, 0x2E66},         {1e-30F, 0x0000},
  };
  for (const auto& row : rows) {
    expect_equal(Float16_t(row.value).val, row.bits, "half of " + std::to_string(row.value));
  }
  const float nan = std::numeric_limits<float>::quiet_NaN();
  expect(Float16_t(nan).IsNaN() && !Float16_t(nan).IsInfinity() && std::isnan(Float16_t(nan).ToFloat()),
         "NaN");
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {  // there and back changes nothing
    const Float16_t half = Float16_t::FromBits(static_cast<uint16_t>(bits));
    if (!half.IsNaN() && Float16_t(half.ToFloat()).val != bits) {
      expect(false, "round trip of half " + std::to_string(bits));
      return;
    }
  }
  expect(true, "round trips of halves");
}

void check_half_questions() {
  using Ort::Float16_t;
  const Float16_t one(1.0F), minus(-1.0F), tiny = Float16_t::FromBits(1), nan = Float16_t::FromBits(0x7E01);
  expect(one < Float16_t(2.0F) && minus < one && !(one < minus) && one != minus, "halves in order");
  expect(nan != nan && !(nan == nan) && !(nan < one) && !(one < nan), "no order with a NaN");
  expect(Float16_t::AreZero(Float16_t(0.0F), Float16_t(-0.0F)), "both zeros are zero");
  expect(!(Float16_t(-0.0F) < Float16_t(0.0F)), "no zero is less than the other");
  expect(tiny.IsSubnormal() && !tiny.IsNormal() && one.IsNormal() && tiny.IsFinite(), "subnormal and normal");
  expect(minus.IsNegative() && minus.Abs() == one && one.Negate() == minus, "sign, absolute, negated");
  expect_equal(nan.Negate().val, uint16_t{0x7E01}, "a NaN is not negated");
  expect(Float16_t(0.0F).IsNaNOrZero() && nan.IsNaNOrZero() && !one.IsNaNOrZero(), "NaN or zero");
  expect(Float16_t(1e9F).IsPositiveInfinity() && Float16_t(-1e9F).IsNegativeInfinity(), "infinities");
  expect_equal(static_cast<float>(Float16_t(0.5F)), 0.5F, "to float by a cast");
}

void check_brain() {
  using Ort::BFloat16_t;
  const struct {
    float value;
    uint16_t bits;
  } rows[] = {{0.0F, 0x0000},        {1.0F, 0x3F80},        {-1.0F, 0xBF80},   {3.0F, 0x4040},
              {1.00390625F, 0x3F80}, {1.01171875F, 0x3F82}, {3.4e38F, 0x7F80}, {0x1p-133F, 0x0001}};
  for (const auto& row : rows) {
    expect_equal(BFloat16_t(row.value).val, row.bits, "bfloat16 of " + std::to_string(row.value));
  }
  expect(BFloat16_t(std::numeric_limits<float>::quiet_NaN()).IsNaN(), "NaN as bfloat16");
  const BFloat16_t half(0.5F), two(2.0F);
  expect(half < two && !(two < half) && half != two && half == BFloat16_t::FromBits(0x3F00), "in order");
  expect_equal(BFloat16_t::FromBits(0x4049).ToFloat(), 3.140625F, "bfloat16 to float");
  expect(half.Negate().IsNegative() && half.Negate().Abs() == half, "sign of a bfloat16");
}

}  // namespace

void check_numbers() {
  check_half();
  check_half_questions();
  check_brain();
  static_assert(sizeof(Ort::Float8E4M3FN_t) == 1 && sizeof(Ort::Float8E5M2FNUZ_t) == 1);
  constexpr Ort::Float8E5M2_t eight(uint8_t{0x3C});
  static_assert(eight == Ort::Float8E5M2_t(uint8_t{0x3C}) && eight != Ort::Float8E5M2_t());
  expect_equal(static_cast<uint8_t>(eight), uint8_t{0x3C}, "bits of an 8-bit float");
  expect_equal(Ort::TypeToTensorType<Ort::Float8E4M3FNUZ_t>::type,
               ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E4M3FNUZ, "element type of an 8-bit float");
}

}  // namespace client
