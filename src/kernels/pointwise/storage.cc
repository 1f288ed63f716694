#include "kernels/pointwise/storage.h"

#include <cstring>

#include "kernels/simd/float16_rows.h"

namespace sardonyx::pointwise {
namespace {

void load_small_floats(DType d, const std::byte* src, std::int64_t first, std::int64_t n, float* lanes) {
  const std::span<const float> values = small_float_values(d);
  for (std::int64_t i = 0; i < n; ++i) {
    const std::size_t code =
        is_sub_byte(d) ? load_sub_byte(d, src, first + i) : std::to_integer<std::size_t>(src[i]);
    lanes[i] = values[code];
  }
}

void store_small_floats(DType d, const float* lanes, std::byte* dst, std::int64_t first, std::int64_t n,
                        const SmallFloatRounding& rounding) {
  for (std::int64_t i = 0; i < n; ++i) {
    const std::uint8_t code = to_small_float(d, static_cast<double>(lanes[i]), rounding);
    if (is_sub_byte(d)) {
      store_sub_byte(d, dst, first + i, code);
    } else {
      dst[i] = static_cast<std::byte>(code);
    }
  }
}

}  // namespace

bool stored_as_lane(DType d) {
  return d != DType::float16 && d != DType::bfloat16 && !is_small_float(d) && !is_sub_byte(d);
}

void load_lanes(DType d, const std::byte* src, std::int64_t first, std::int64_t n, void* lanes, Isa isa) {
  if (n <= 0) return;
  if (stored_as_lane(d)) {
    std::memcpy(lanes, src, static_cast<std::size_t>(n) * item_size(d));
  } else if (d == DType::float16) {
    float16_rows(isa).half_to_float(src, lanes, n);
  } else if (d == DType::bfloat16) {
    float16_rows(isa).bfloat16_to_float(src, lanes, n);
  } else if (is_small_float(d)) {
    load_small_floats(d, src, first, n, static_cast<float*>(lanes));
  } else {
    unpack_sub_byte(d, src, first, n, static_cast<std::uint8_t*>(lanes));
  }
}

void store_lanes(DType d, const void* lanes, std::byte* dst, std::int64_t first, std::int64_t n, Isa isa,
                 const SmallFloatRounding& rounding) {
  if (n <= 0) return;
  if (stored_as_lane(d)) {
    std::memcpy(dst, lanes, static_cast<std::size_t>(n) * item_size(d));
  } else if (d == DType::float16) {
    float16_rows(isa).float_to_half(lanes, dst, n);
  } else if (d == DType::bfloat16) {
    float16_rows(isa).float_to_bfloat16(lanes, dst, n);
  } else if (is_small_float(d)) {
    store_small_floats(d, static_cast<const float*>(lanes), dst, first, n, rounding);
  } else {
    const auto* in = static_cast<const std::uint8_t*>(lanes);
    for (std::int64_t i = 0; i < n; ++i) store_sub_byte(d, dst, first + i, in[i]);
  }
}

}  // namespace sardonyx::pointwise
