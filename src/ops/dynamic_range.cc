#include "ops/dynamic_range.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "kernels/quant/quant_rows.h"

namespace sardonyx {

namespace {
constexpr std::int64_t kRangeGrain = 16384;
}  // namespace

DynamicRange range_of(float low, float high) noexcept {
  DynamicRange r;
  r.scale = high == low ? 1.0f : (high - low) / 255.0f;
  const float zero = std::nearbyint(std::clamp(0.0f - low / r.scale, 0.0f, 255.0f));
  r.zero = zero >= 0 ? static_cast<std::uint8_t>(zero) : 0;  // NaN gives 0
  return r;
}

DynamicRange dynamic_range(const Call& call, const float* x, std::int64_t n, Isa isa) {
  float low = 0, high = 0;
  std::mutex joining;
  const auto& rows = quant::rows(isa);
  call.for_range(n, kRangeGrain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
    float l = 0, h = 0;
    rows.extremes(x + begin, end - begin, &l, &h);
    const std::scoped_lock hold(joining);
    low = std::min(low, l);
    high = std::max(high, h);
  });
  return range_of(low, high);
}

void quantize_dynamic(const Call& call, const float* x, std::int64_t n, DynamicRange range, std::uint8_t* y,
                      Isa isa) {
  const auto quantize = quant::rows(isa).quantize[static_cast<std::size_t>(quant::Stored::u8)];
  const float zero = range.zero;
  call.for_range(n, kRangeGrain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
    quantize(x + begin, &range.scale, &zero, 0, {0, 255}, y + begin, end - begin);
  });
}

}  // namespace sardonyx
