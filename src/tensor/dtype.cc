#include "sardonyx/dtype.hpp"

#include <array>
#include <bit>
#include <limits>

#include "base/error.h"

namespace sardonyx {
namespace {

enum class Family : std::uint8_t { none, floating, small_floating, signed_int, unsigned_int, complex, other };

struct Facts {
  std::string_view name;
  std::string_view onnx;
  int bits;
  Family family;
};

constexpr std::array<Facts, kDTypeCount> kFacts{{
    {"undefined", "undefined", 0, Family::none},
    {"float32", "float", 32, Family::floating},
    {"uint8", "uint8", 8, Family::unsigned_int},
    {"int8", "int8", 8, Family::signed_int},
    {"uint16", "uint16", 16, Family::unsigned_int},
    {"int16", "int16", 16, Family::signed_int},
    {"int32", "int32", 32, Family::signed_int},
    {"int64", "int64", 64, Family::signed_int},
    {"string", "string", 0, Family::other},
    {"bool", "bool", 8, Family::other},
    {"float16", "float16", 16, Family::floating},
    {"float64", "double", 64, Family::floating},
    {"uint32", "uint32", 32, Family::unsigned_int},
    {"uint64", "uint64", 64, Family::unsigned_int},
    {"complex64", "complex64", 64, Family::complex},
    {"complex128", "complex128", 128, Family::complex},
    {"bfloat16", "bfloat16", 16, Family::floating},
    {"float8e4m3fn", "float8e4m3fn", 8, Family::small_floating},
    {"float8e4m3fnuz", "float8e4m3fnuz", 8, Family::small_floating},
    {"float8e5m2", "float8e5m2", 8, Family::small_floating},
    {"float8e5m2fnuz", "float8e5m2fnuz", 8, Family::small_floating},
    {"uint4", "uint4", 4, Family::unsigned_int},
    {"int4", "int4", 4, Family::signed_int},
    {"float4e2m1", "float4e2m1", 4, Family::small_floating},
    {"float8e8m0", "float8e8m0", 8, Family::small_floating},
    {"uint2", "uint2", 2, Family::unsigned_int},
    {"int2", "int2", 2, Family::signed_int},
    {"float6e2m3", "float6e2m3", 8, Family::small_floating},
    {"float6e3m2", "float6e3m2", 8, Family::small_floating},
}};

// A number that is no DType (cast from outside) reads as undefined.
const Facts& facts(DType d) noexcept {
  const auto i = static_cast<std::size_t>(d);
  return kFacts[i < kFacts.size() ? i : 0];
}

}  // namespace

// Scaling by powers of two lets the FPU do the rounding of subnormals; the rest is integer arithmetic.
float16::float16(float value) noexcept {
  const auto raw = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (raw >> 16) & 0x8000u;
  const std::uint32_t magnitude = raw & 0x7fffffffu;
  std::uint32_t half;
  if (magnitude > 0x7f800000u) {
    half = 0x7e00u | ((magnitude >> 13) & 0x3ffu);  // NaN keeps its upper payload, made quiet
  } else if (magnitude >= 0x47800000u) {            // 2^16 and more, infinity too
    half = 0x7c00u;
  } else if (magnitude < 0x38800000u) {  // below the smallest normal: add 0.5, whose ulp is 2^-24
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    half = std::bit_cast<std::uint32_t>(shifted) - 0x3f000000u;
  } else {
    const std::uint32_t odd = (magnitude >> 13) & 1u;
    half = (magnitude - 0x38000000u + 0xfffu + odd) >> 13;  // may carry into infinity, as it should
  }
  bits = static_cast<std::uint16_t>(sign | half);
}

float16::operator float() const noexcept {
  const std::uint32_t sign = (bits & 0x8000u) << 16;
  const std::uint32_t exponent = (bits >> 10) & 0x1fu;
  const std::uint32_t fraction = bits & 0x3ffu;
  std::uint32_t magnitude;
  if (exponent == 0x1f) {
    magnitude = 0x7f800000u | (fraction << 13);
  } else if (exponent != 0) {
    magnitude = ((exponent + 112) << 23) | (fraction << 13);
  } else {
    magnitude = std::bit_cast<std::uint32_t>(static_cast<float>(fraction) * 0x1p-24f);
  }
  return std::bit_cast<float>(sign | magnitude);
}

bfloat16::bfloat16(float value) noexcept {
  const auto raw = std::bit_cast<std::uint32_t>(value);
  if ((raw & 0x7fffffffu) > 0x7f800000u) {
    bits = static_cast<std::uint16_t>((raw >> 16) | 0x40u);
  } else {
    bits = static_cast<std::uint16_t>((raw + 0x7fffu + ((raw >> 16) & 1u)) >> 16);
  }
}

bfloat16::operator float() const noexcept {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

std::string_view name(DType d) noexcept { return facts(d).name; }
std::string_view onnx_name(DType d) noexcept { return facts(d).onnx; }

std::optional<DType> parse_dtype(std::string_view text) noexcept {
  for (std::size_t i = 1; i < kFacts.size(); ++i) {
    if (text == kFacts[i].name || text == kFacts[i].onnx) return static_cast<DType>(i);
  }
  return std::nullopt;
}

int bit_width(DType d) noexcept { return facts(d).bits; }

std::size_t item_size(DType d) noexcept {
  if (d == DType::string) return sizeof(std::string);
  return static_cast<std::size_t>(facts(d).bits / 8);
}

std::size_t packed_bytes(DType d, std::size_t count) {
  if (is_sub_byte(d)) {
    const auto per_byte = static_cast<std::size_t>(8 / facts(d).bits);
    return count / per_byte + (count % per_byte != 0 ? 1 : 0);
  }
  const std::size_t bytes = checked_mul(item_size(d), count);
  require(bytes <= static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()), Code::over_budget,
          "{} elements of {} take more bytes than memory can have", count, name(d));
  return bytes;
}

bool is_float(DType d) noexcept { return facts(d).family == Family::floating; }
bool is_small_float(DType d) noexcept { return facts(d).family == Family::small_floating; }
bool is_signed_integer(DType d) noexcept { return facts(d).family == Family::signed_int; }
bool is_unsigned_integer(DType d) noexcept { return facts(d).family == Family::unsigned_int; }
bool is_complex(DType d) noexcept { return facts(d).family == Family::complex; }
bool is_sub_byte(DType d) noexcept { return facts(d).bits != 0 && facts(d).bits < 8; }

}  // namespace sardonyx
