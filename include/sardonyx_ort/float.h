// Element types that C++ has no name for.
#pragma once

#include <cstdint>

#include "../onnxruntime_c_api.h"
#include "../onnxruntime_float16.h"

namespace Ort {

struct Float16_t : onnxruntime_float16::Float16Impl<Float16_t> {
 private:
  constexpr explicit Float16_t(uint16_t v) noexcept { val = v; }

 public:
  using Base = onnxruntime_float16::Float16Impl<Float16_t>;

  Float16_t() = default;
  explicit Float16_t(float v) noexcept { val = Base::ToUint16Impl(v); }

  constexpr static Float16_t FromBits(uint16_t v) noexcept { return Float16_t(v); }

  float ToFloat() const noexcept { return Base::ToFloatImpl(); }
  explicit operator float() const noexcept { return ToFloat(); }

  using Base::Abs;
  using Base::AreZero;
  using Base::IsFinite;
  using Base::IsInfinity;
  using Base::IsNaN;
  using Base::IsNaNOrZero;
  using Base::IsNegative;
  using Base::IsNegativeInfinity;
  using Base::IsNormal;
  using Base::IsPositiveInfinity;
  using Base::IsSubnormal;
  using Base::Negate;

  // Of two of this very type, so that C++20 finds them the same whichever way round.
  bool operator==(const Float16_t& rhs) const noexcept { return Base::operator==(rhs); }
  bool operator!=(const Float16_t& rhs) const noexcept { return Base::operator!=(rhs); }
  bool operator<(const Float16_t& rhs) const noexcept { return Base::operator<(rhs); }
};

struct BFloat16_t : onnxruntime_float16::BFloat16Impl<BFloat16_t> {
 private:
  constexpr explicit BFloat16_t(uint16_t v) noexcept { val = v; }

 public:
  using Base = onnxruntime_float16::BFloat16Impl<BFloat16_t>;

  BFloat16_t() = default;
  explicit BFloat16_t(float v) noexcept { val = Base::ToUint16Impl(v); }

  static constexpr BFloat16_t FromBits(uint16_t v) noexcept { return BFloat16_t(v); }

  float ToFloat() const noexcept { return Base::ToFloatImpl(); }
  explicit operator float() const noexcept { return ToFloat(); }

  using Base::Abs;
  using Base::AreZero;
  using Base::IsFinite;
  using Base::IsInfinity;
  using Base::IsNaN;
  using Base::IsNaNOrZero;
  using Base::IsNegative;
  using Base::IsNegativeInfinity;
  using Base::IsNormal;
  using Base::IsPositiveInfinity;
  using Base::IsSubnormal;
  using Base::Negate;

  bool operator==(const BFloat16_t& rhs) const noexcept { return Traits::Equal(val, rhs.val); }
  bool operator!=(const BFloat16_t& rhs) const noexcept { return !(*this == rhs); }
  bool operator<(const BFloat16_t& rhs) const noexcept { return Traits::Less(val, rhs.val); }
};

static_assert(sizeof(Float16_t) == 2 && sizeof(BFloat16_t) == 2, "arrays of them are tensors");

namespace detail {
// Eight-bit floats are bits only: value holds them, and they convert from and to them.
template <typename Self>
struct Float8Bits {
  uint8_t value;
  constexpr Float8Bits() noexcept : value(0) {}
  constexpr Float8Bits(uint8_t v) noexcept : value(v) {}
  constexpr operator uint8_t() const noexcept { return value; }
  constexpr bool operator==(const Self& rhs) const noexcept { return value == rhs.value; }
  constexpr bool operator!=(const Self& rhs) const noexcept { return value != rhs.value; }
};
}  // namespace detail

struct Float8E4M3FN_t : detail::Float8Bits<Float8E4M3FN_t> {
  using Float8Bits::Float8Bits;
};
struct Float8E4M3FNUZ_t : detail::Float8Bits<Float8E4M3FNUZ_t> {
  using Float8Bits::Float8Bits;
};
struct Float8E5M2_t : detail::Float8Bits<Float8E5M2_t> {
  using Float8Bits::Float8Bits;
};
struct Float8E5M2FNUZ_t : detail::Float8Bits<Float8E5M2FNUZ_t> {
  using Float8Bits::Float8Bits;
};

namespace detail {
template <ONNXTensorElementDataType element_type>
struct TensorTypeIs {
  static constexpr ONNXTensorElementDataType type = element_type;
};
}  // namespace detail

// The element type of tensors whose elements are T.
template <typename T>
struct TypeToTensorType;
template <>
struct TypeToTensorType<float> : detail::TensorTypeIs<ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT> {};
template <>
struct TypeToTensorType<Float16_t> : detail::TensorTypeIs<ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16> {};
template <>
struct TypeToTensorType<BFloat16_t> : detail::TensorTypeIs<ONNX_TENSOR_ELEMENT_DATA_TYPE_BFLOAT16> {};
template <>
struct TypeToTensorType<double> : detail::TensorTypeIs<ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE> {};
template <>
struct TypeToTensorType<int8_t> : detail::TensorTypeIs<ONNX_TENSOR_ELEMENT_DATA_TYPE_INT8> {};
template <>
struct TypeToTensorType<int16_t> : detail::TensorTypeIs<ONNX_TENSOR_ELEMENT_DATA_TYPE_INT16> {};
template <>
struct TypeToTensorType<int32_t> : detail::TensorTypeIs<ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32> {};
template <>
struct TypeToTensorType<int64_t> : detail::TensorTypeIs<ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64> {};
template <>
struct TypeToTensorType<uint8_t> : detail::TensorTypeIs<ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8> {};
template <>
struct TypeToTensorType<uint16_t> : detail::TensorTypeIs<ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT16> {};
template <>
struct TypeToTensorType<uint32_t> : detail::TensorTypeIs<ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT32> {};
template <>
struct TypeToTensorType<uint64_t> : detail::TensorTypeIs<ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT64> {};
template <>
struct TypeToTensorType<bool> : detail::TensorTypeIs<ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL> {};
template <>
struct TypeToTensorType<Float8E4M3FN_t> : detail::TensorTypeIs<ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E4M3FN> {};
template <>
struct TypeToTensorType<Float8E4M3FNUZ_t>
    : detail::TensorTypeIs<ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E4M3FNUZ> {};
template <>
struct TypeToTensorType<Float8E5M2_t> : detail::TensorTypeIs<ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E5M2> {};
template <>
struct TypeToTensorType<Float8E5M2FNUZ_t>
    : detail::TensorTypeIs<ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E5M2FNUZ> {};

}  // namespace Ort
