// DType: the element types of ONNX, with ONNX's own numbers (TensorProto.DataType).
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sardonyx {

enum class DType : std::uint8_t {
  undefined = 0,
  float32 = 1,
  uint8 = 2,
  int8 = 3,
  uint16 = 4,
  int16 = 5,
  int32 = 6,
  int64 = 7,
  string = 8,
  bool_ = 9,
  float16 = 10,
  float64 = 11,
  uint32 = 12,
  uint64 = 13,
  complex64 = 14,
  complex128 = 15,
  bfloat16 = 16,
  float8e4m3fn = 17,
  float8e4m3fnuz = 18,
  float8e5m2 = 19,
  float8e5m2fnuz = 20,
  uint4 = 21,
  int4 = 22,
  float4e2m1 = 23,
  float8e8m0 = 24,
  uint2 = 25,
  int2 = 26,
  float6e2m3 = 27,
  float6e3m2 = 28,
};
inline constexpr int kDTypeCount = 29;

// Storage of the 16-bit floats: bits and nothing else. Conversions: round to nearest even, NaN stays NaN.
struct float16 {
  std::uint16_t bits = 0;
  float16() = default;
  explicit float16(float value) noexcept;
  explicit operator float() const noexcept;
};
struct bfloat16 {
  std::uint16_t bits = 0;
  bfloat16() = default;
  explicit bfloat16(float value) noexcept;
  explicit operator float() const noexcept;
};

// "float32", "int64", "string", "uint4", ...; ONNX's spelling in `onnx_name`: "tensor(float)" has "float".
std::string_view name(DType d) noexcept;
std::string_view onnx_name(DType d) noexcept;
// Accepts both spellings; nullopt for any other text.
std::optional<DType> parse_dtype(std::string_view text) noexcept;

// Bits of one element in memory: 2, 4, 8 ... 128; 0 for string and undefined. 6-bit floats take a byte each; only files
// hold four of them in three bytes (model/stored_form.h).
int bit_width(DType d) noexcept;
// Bytes of one element; sizeof(std::string) for string; 0 for the 2- and 4-bit types and undefined.
std::size_t item_size(DType d) noexcept;
// Bytes that `count` elements take, 2- and 4-bit elements packed. Throws Error(over_budget) on overflow.
std::size_t packed_bytes(DType d, std::size_t count);

bool is_float(DType d) noexcept;           // float16, bfloat16, float32, float64
bool is_small_float(DType d) noexcept;     // the 8-, 6- and 4-bit floats
bool is_signed_integer(DType d) noexcept;  // int4 and int2 too
bool is_unsigned_integer(DType d) noexcept;
inline bool is_integer(DType d) noexcept { return is_signed_integer(d) || is_unsigned_integer(d); }
bool is_complex(DType d) noexcept;
bool is_sub_byte(DType d) noexcept;  // uint4 int4 float4e2m1 uint2 int2

template <typename T>
struct dtype_of_t;
template <DType D>
struct dtype_constant {
  static constexpr DType value = D;
};
template <>
struct dtype_of_t<float> : dtype_constant<DType::float32> {};
template <>
struct dtype_of_t<double> : dtype_constant<DType::float64> {};
template <>
struct dtype_of_t<std::uint8_t> : dtype_constant<DType::uint8> {};
template <>
struct dtype_of_t<std::int8_t> : dtype_constant<DType::int8> {};
template <>
struct dtype_of_t<std::uint16_t> : dtype_constant<DType::uint16> {};
template <>
struct dtype_of_t<std::int16_t> : dtype_constant<DType::int16> {};
template <>
struct dtype_of_t<std::uint32_t> : dtype_constant<DType::uint32> {};
template <>
struct dtype_of_t<std::int32_t> : dtype_constant<DType::int32> {};
template <>
struct dtype_of_t<std::uint64_t> : dtype_constant<DType::uint64> {};
template <>
struct dtype_of_t<std::int64_t> : dtype_constant<DType::int64> {};
template <>
struct dtype_of_t<bool> : dtype_constant<DType::bool_> {};
template <>
struct dtype_of_t<std::string> : dtype_constant<DType::string> {};
template <>
struct dtype_of_t<float16> : dtype_constant<DType::float16> {};
template <>
struct dtype_of_t<bfloat16> : dtype_constant<DType::bfloat16> {};
template <>
struct dtype_of_t<std::complex<float>> : dtype_constant<DType::complex64> {};
template <>
struct dtype_of_t<std::complex<double>> : dtype_constant<DType::complex128> {};
template <typename T>
inline constexpr DType dtype_of = dtype_of_t<T>::value;

}  // namespace sardonyx
