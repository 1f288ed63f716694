#include "kernels/move/combine.h"

#include <complex>
#include <cstring>
#include <type_traits>

#include "base/error.h"

namespace sardonyx::move {
namespace {

template <typename T>
inline constexpr bool kHalf = std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>;
template <typename T>
inline constexpr bool kComplex =
    std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;

template <Reduction R, typename T>
T joined(T a, T b) {
  if constexpr (kHalf<T>) {
    return T(joined<R>(static_cast<float>(a), static_cast<float>(b)));
  } else if constexpr (std::is_same_v<T, bool>) {
    return R == Reduction::add || R == Reduction::max ? (a || b) : (a && b);
  } else if constexpr (std::is_integral_v<T> && (R == Reduction::add || R == Reduction::mul)) {
    const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);  // wraps
    return static_cast<T>(R == Reduction::add ? x + y : x * y);
  } else if constexpr (R == Reduction::add) {
    return a + b;
  } else if constexpr (R == Reduction::mul) {
    return a * b;
  } else {
    if (a != a) return a;
    if (b != b) return b;
    return R == Reduction::min ? (b < a ? b : a) : (a < b ? b : a);
  }
}

template <Reduction R, typename T>
void combine(std::byte* dst, const std::byte* src, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    T a, b;
    std::memcpy(&a, dst + i * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    std::memcpy(&b, src + i * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    a = joined<R>(a, b);
    std::memcpy(dst + i * static_cast<std::int64_t>(sizeof(T)), &a, sizeof(T));
  }
}

template <typename T>
Combine typed(Reduction r) {
  if constexpr (kComplex<T>) {
    require(r == Reduction::add || r == Reduction::mul, Code::not_implemented,
            "complex numbers have no order");
    return r == Reduction::add ? combine<Reduction::add, T> : combine<Reduction::mul, T>;
  } else {
    switch (r) {
      case Reduction::add:
        return combine<Reduction::add, T>;
      case Reduction::mul:
        return combine<Reduction::mul, T>;
      case Reduction::min:
        return combine<Reduction::min, T>;
      default:
        return combine<Reduction::max, T>;
    }
  }
}

}  // namespace

Combine combine_of(Reduction r, DType d) {
  switch (d) {
    case DType::float32:
      return typed<float>(r);
    case DType::float64:
      return typed<double>(r);
    case DType::float16:
      return typed<float16>(r);
    case DType::bfloat16:
      return typed<bfloat16>(r);
    case DType::bool_:
      return typed<bool>(r);
    case DType::int8:
      return typed<std::int8_t>(r);
    case DType::uint8:
      return typed<std::uint8_t>(r);
    case DType::int16:
      return typed<std::int16_t>(r);
    case DType::uint16:
      return typed<std::uint16_t>(r);
    case DType::int32:
      return typed<std::int32_t>(r);
    case DType::uint32:
      return typed<std::uint32_t>(r);
    case DType::int64:
      return typed<std::int64_t>(r);
    case DType::uint64:
      return typed<std::uint64_t>(r);
    case DType::complex64:
      return typed<std::complex<float>>(r);
    case DType::complex128:
      return typed<std::complex<double>>(r);
    default:
      fail(Code::not_implemented, "a reduction needs numbers, the type is {}", name(d));
  }
}

}  // namespace sardonyx::move
