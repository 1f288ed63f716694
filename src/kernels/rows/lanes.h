// Lanes: float vectors of the ISA that a *.isa.cc file is compiled for, and exp on them.
//
// Included by *.isa.cc files only; everything lives in the ISA's own namespace.
#pragma once

#include <cstdint>
#include <cstring>

namespace sardonyx::SARDONYX_ISA_NAMESPACE {
namespace lanes {

inline constexpr int kFloats = SARDONYX_VECTOR_BYTES / 4;
typedef float Floats __attribute__((vector_size(SARDONYX_VECTOR_BYTES)));
typedef std::int32_t Ints __attribute__((vector_size(SARDONYX_VECTOR_BYTES)));
typedef double Doubles __attribute__((vector_size(SARDONYX_VECTOR_BYTES * 2)));  // as many as Floats has

inline Floats splat(float v) { return v - Floats{}; }
inline Floats load(const float* p) {
  Floats v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
// `n` elements (0 < n < kFloats), the rest is `fill`.
inline Floats load_some(const float* p, std::int64_t n, float fill) {
  Floats v = splat(fill);
  std::memcpy(&v, p, static_cast<std::size_t>(n) * sizeof(float));
  return v;
}
inline void store(float* p, Floats v) { std::memcpy(p, &v, sizeof v); }
inline void store_some(float* p, Floats v, std::int64_t n) {
  std::memcpy(p, &v, static_cast<std::size_t>(n) * sizeof(float));
}
inline Floats larger(Floats a, Floats b) { return a > b ? a : b; }  // b when either is NaN
inline Doubles widen(Floats v) { return __builtin_convertvector(v, Doubles); }
inline float largest(Floats v) {
  float m = v[0];
  for (int i = 1; i < kFloats; ++i) m = v[i] > m ? v[i] : m;
  return m;
}
inline double sum(Doubles v) {
  double parts[kFloats];
  std::memcpy(parts, &v, sizeof v);
  for (int width = kFloats / 2; width > 0; width /= 2) {
    for (int i = 0; i < width; ++i) parts[i] += parts[i + width];
  }
  return parts[0];
}

// e^x within 2 ulp; 0 below -104, infinity above 88.8; NaN stays NaN.
inline Floats exp(Floats x) {
  const Floats low = splat(-104.0f), high = splat(88.8f);
  Floats t = x < low ? low : x;
  t = t > high ? high : t;
  // t = n ln2 + r with |r| <= ln2/2; adding and taking off 1.5*2^23 rounds to an integer.
  const Floats magic = splat(12582912.0f);
  const Floats shifted = t * 1.44269504088896341f + magic;
  const Floats n = shifted - magic;
  Floats r = t - n * 0.693145751953125f;
  r = r - n * 1.428606765330187e-06f;
  Floats p = splat(1.9875691500e-4f);
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * (r * r) + r + 1.0f;
  // 2^n in two steps, so that n = 128 and results below the normal range come out right.
  const Ints whole = __builtin_convertvector(n, Ints);
  const Ints half = whole >> 1;
  const Ints first = (half + 127) << 23, second = (whole - half + 127) << 23;
  Floats a, b;
  std::memcpy(&a, &first, sizeof a);
  std::memcpy(&b, &second, sizeof b);
  Floats result = p * a * b;
  result = x < low ? splat(0.0f) : result;
  return x != x ? x : result;
}

}  // namespace lanes
}  // namespace sardonyx::SARDONYX_ISA_NAMESPACE
