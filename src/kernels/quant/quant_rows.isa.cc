#include "kernels/quant/quant_rows.h"

#include "kernels/simd/convert.h"

// The tables of `quant::Rows` live in the ISA's namespace inside quant.
namespace sardonyx::quant::SARDONYX_ISA_NAMESPACE {
namespace {

using namespace sardonyx::SARDONYX_ISA_NAMESPACE;  // NOLINT: vec<T> and what works on it

constexpr int kLanes = lanes<float>;

// body(i, lanes) for every vector of n elements. Whole vectors are told so by a constant: their loads and stores are
// then single instructions.
template <typename Body>
[[gnu::always_inline]] inline void each_vector(std::int64_t n, const Body& body) {
  std::int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) body(i, kLanes);
  if (i < n) body(i, static_cast<int>(n - i));
}

template <typename T>
using few = vec_of<T, kLanes>;

// The low part of every lane, side by side. (A vector conversion to narrower lanes goes element by element in gcc.)
template <typename T, int... I>
[[gnu::always_inline]] inline few<T> low_parts(vec<std::int32_t> v, std::integer_sequence<int, I...>) {
  constexpr int kStep = 4 / static_cast<int>(sizeof(T));
  const vec<T> parts = reinterpret_cast<vec<T>>(v);
  return __builtin_shufflevector(parts, parts, (I * kStep)...);
}

template <typename T>
[[gnu::always_inline]] inline void store_ints(void* y, vec<float> v, int n) {
  const few<T> q = low_parts<T>(convert<std::int32_t>(v), std::make_integer_sequence<int, kLanes>{});
  __builtin_memcpy(y, &q, n == kLanes ? sizeof q : static_cast<std::size_t>(n) * sizeof(T));
}

template <typename T>
[[gnu::always_inline]] inline vec<float> load_ints(const void* x, int n) {
  few<T> q{};
  __builtin_memcpy(&q, x, n == kLanes ? sizeof q : static_cast<std::size_t>(n) * sizeof(T));
  return convert<float>(__builtin_convertvector(q, vec<std::int32_t>));
}

[[gnu::always_inline]] inline vec<float> load_floats(const float* x, int n) {
  return n == kLanes ? load<float>(x) : load_partial<float>(x, n);
}

[[gnu::always_inline]] inline vec<float> clamp(vec<float> v, Limits limits) {
  return min(max(v, splat(limits.low)), splat(limits.high));  // max gives its second side for NaN
}

template <typename T>
void quantize(const void* x, const float* scale, const float* zero, int step, Limits limits, void* y,
              std::int64_t n) {
  const auto* from = static_cast<const float*>(x);
  auto* to = static_cast<char*>(y);
  vec<float> s = splat(step == 0 ? *scale : 1.0f), z = splat(step == 0 ? *zero : 0.0f);
  each_vector(n, [&](std::int64_t i, int some) __attribute__((always_inline)) {
    if (step != 0) {
      s = load_floats(scale + i, some);
      z = load_floats(zero + i, some);
    }
    const vec<float> q = round<Rounding::even>(load_floats(from + i, some) / s) + z;
    store_ints<T>(to + i * static_cast<std::int64_t>(sizeof(T)), clamp(q, limits), some);
  });
}

template <typename T>
void dequantize(const void* x, const float* scale, const float* zero, int step, void* y, std::int64_t n) {
  const auto* from = static_cast<const char*>(x);
  auto* to = static_cast<float*>(y);
  vec<float> s = splat(step == 0 ? *scale : 1.0f), z = splat(step == 0 ? *zero : 0.0f);
  each_vector(n, [&](std::int64_t i, int some) __attribute__((always_inline)) {
    if (step != 0) {
      s = load_floats(scale + i, some);
      z = load_floats(zero + i, some);
    }
    const vec<float> v = (load_ints<T>(from + i * static_cast<std::int64_t>(sizeof(T)), some) - z) * s;
    if (some == kLanes)
      store(to + i, v);
    else
      store_partial(to + i, v, some);
  });
}

[[gnu::always_inline]] inline vec<float> scaled_sums(const std::int32_t* sums, const float* scale, int step,
                                                     int some) {
  const vec<std::int32_t> a =
      some == kLanes ? load<std::int32_t>(sums) : load_partial<std::int32_t>(sums, some);
  return convert<float>(a) * (step == 0 ? splat(*scale) : load_floats(scale, some));
}

template <typename T>
void requantize(const std::int32_t* sums, const float* scale, int step, float zero, Limits limits, void* y,
                std::int64_t n) {
  auto* to = static_cast<char*>(y);
  each_vector(n, [&](std::int64_t i, int some) __attribute__((always_inline)) {
    const vec<float> q =
        round<Rounding::even>(scaled_sums(sums + i, scale + i * step, step, some)) + splat(zero);
    store_ints<T>(to + i * static_cast<std::int64_t>(sizeof(T)), clamp(q, limits), some);
  });
}

void rescale(const std::int32_t* sums, const float* scale, int step, const float* bias, void* y,
             std::int64_t n) {
  auto* to = static_cast<float*>(y);
  each_vector(n, [&](std::int64_t i, int some) __attribute__((always_inline)) {
    vec<float> v = scaled_sums(sums + i, scale + i * step, step, some);
    if (bias != nullptr) v = v + load_floats(bias + i, some);
    if (some == kLanes)
      store(to + i, v);
    else
      store_partial(to + i, v, some);
  });
}

void extremes(const void* x, std::int64_t n, float* low, float* high) {
  const auto* from = static_cast<const float*>(x);
  vec<float> l = splat(*low), h = splat(*high);
  std::int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    const vec<float> v = load<float>(from + i);
    l = min(v, l);  // the second side where v is NaN
    h = max(v, h);
  }
  float least = lowest(l), most = highest(h);
  for (; i < n; ++i) {
    const float v = load_one<float>(from + i);
    least = v < least ? v : least;
    most = v > most ? v : most;
  }
  *low = least;
  *high = most;
}

}  // namespace

extern const Rows rows;
const Rows rows = {
    kIsa,
    {quantize<std::uint8_t>, quantize<std::int8_t>, quantize<std::uint16_t>, quantize<std::int16_t>},
    {dequantize<std::uint8_t>, dequantize<std::int8_t>, dequantize<std::uint16_t>, dequantize<std::int16_t>},
    {requantize<std::uint8_t>, requantize<std::int8_t>, requantize<std::uint16_t>, requantize<std::int16_t>},
    rescale,
    extremes};

}  // namespace sardonyx::quant::SARDONYX_ISA_NAMESPACE
