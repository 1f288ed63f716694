#include "kernels/simd/float16_rows.h"

#include "kernels/simd/convert.h"

namespace sardonyx::SARDONYX_ISA_NAMESPACE {
namespace {

template <vec<float> (*Convert)(u16_lanes)>
void widen(const void* from, void* to, std::int64_t n) {
  const auto* f = static_cast<const char*>(from);
  auto* t = static_cast<char*>(to);
  std::int64_t i = 0;
  for (; i + lanes<float> <= n; i += lanes<float>) store(t + 4 * i, Convert(load_u16(f + 2 * i)));
  const int rest = static_cast<int>(n - i);
  if (rest > 0) store_partial(t + 4 * i, Convert(load_u16(f + 2 * i, rest)), rest);
}

template <u16_lanes (*Convert)(vec<float>)>
void narrow(const void* from, void* to, std::int64_t n) {
  const auto* f = static_cast<const char*>(from);
  auto* t = static_cast<char*>(to);
  std::int64_t i = 0;
  for (; i + lanes<float> <= n; i += lanes<float>) store_u16(t + 2 * i, Convert(load<float>(f + 4 * i)));
  const int rest = static_cast<int>(n - i);
  if (rest > 0) store_u16(t + 2 * i, Convert(load_partial<float>(f + 4 * i, rest)), rest);
}

}  // namespace

extern const Float16Rows float16_rows;
const Float16Rows float16_rows = {kIsa, widen<half_to_float>, narrow<float_to_half>, widen<bfloat16_to_float>,
                                  narrow<float_to_bfloat16>};

}  // namespace sardonyx::SARDONYX_ISA_NAMESPACE
