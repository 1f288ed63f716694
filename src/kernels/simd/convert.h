// Conversions on vec<T>: 16-bit floats, widening of 8-bit integers, exact integer dot products.
#pragma once

#include "kernels/simd/vec.h"

namespace sardonyx::SARDONYX_ISA_NAMESPACE {

// Same lanes, other type: int -> float rounds to even, float -> int truncates (out of range: unspecified).
template <typename To, typename V>
[[gnu::always_inline]] inline auto convert(V v) {
  using T = typename ElementOf<V>::type;
  return __builtin_convertvector(v, vec_of<To, sizeof(V) / sizeof(T)>);
}

// ---- half and bfloat16: lanes<float> of them, as floats
// -------------------------------------------------------

using u16_lanes = vec_of<std::uint16_t, lanes<float>>;

[[gnu::always_inline]] inline vec<float> half_to_float(u16_lanes h) {
#if defined(__AVX512F__)
  return _mm512_cvtph_ps((__m256i)h);
#elif defined(__F16C__)
  return _mm256_cvtph_ps((__m128i)h);
#else
  using U = vec<std::uint32_t>;
  const U bits = __builtin_convertvector(h, U);
  const U magnitude = bits & 0x7fffu;
  // Moved into a float's fields, the exponent is 112 too low: a product puts it right, subnormals included.
  const vec<float> scaled = (vec<float>)(magnitude << 13) * splat(0x1p112f);
  const U special = (U)(magnitude >= splat<std::uint32_t>(0x7c00u)) & 0x7f800000u;
  const U quiet = (U)(magnitude > splat<std::uint32_t>(0x7c00u)) & 0x00400000u;  // as the machine's own
  return (vec<float>)((U)scaled | special | quiet | (bits & 0x8000u) << 16);
#endif
}

// Rounds to nearest even; overflow gives infinity.
[[gnu::always_inline]] inline u16_lanes float_to_half(vec<float> v) {
#if defined(__AVX512F__)
  return (u16_lanes)_mm512_cvtps_ph(v, 0 | 8);
#elif defined(__F16C__)
  return (u16_lanes)_mm256_cvtps_ph(v, 0 | 8);
#else
  using U = vec<std::uint32_t>;
  const U bits = (U)v, sign = bits >> 16 & 0x8000u, m = bits & 0x7fffffffu;
  // Normal: round at bit 13 to even, move the exponent. A carry into the exponent is right, up to infinity.
  const U normal = (m + 0xfffu + (m >> 13 & 1u) - (112u << 23)) >> 13;
  // Subnormal: one unit of 0.5f's last place is one unit of the result.
  const U subnormal = (U)((vec<float>)m + splat(0.5f)) - 0x3f000000u;
  const U nan = 0x7e00u | (m >> 13 & 0x3ffu);
  U r = (U)(m < splat<std::uint32_t>(0x38800000u)) ? subnormal : normal;
  r = (U)(m >= splat<std::uint32_t>(0x47800000u)) ? splat<std::uint32_t>(0x7c00u) : r;
  r = (U)(m > splat<std::uint32_t>(0x7f800000u)) ? nan : r;
  return __builtin_convertvector(r | sign, u16_lanes);
#endif
}

[[gnu::always_inline]] inline vec<float> bfloat16_to_float(u16_lanes b) {
  return (vec<float>)(__builtin_convertvector(b, vec<std::uint32_t>) << 16);
}

// Rounds to nearest even; NaN stays NaN (made quiet).
[[gnu::always_inline]] inline u16_lanes float_to_bfloat16(vec<float> v) {
  using U = vec<std::uint32_t>;
  const U bits = (U)v;
  const U rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
  const U nan = bits >> 16 | 0x40u;
  const U r = (U)((bits & 0x7fffffffu) > splat<std::uint32_t>(0x7f800000u)) ? nan : rounded;
  return __builtin_convertvector(r, u16_lanes);
}

[[gnu::always_inline]] inline u16_lanes load_u16(const void* p, int n = lanes<float>) {
  u16_lanes h{};
  if (n == lanes<float>)
    __builtin_memcpy(&h, p, sizeof h);
  else
    __builtin_memcpy(&h, p, static_cast<std::size_t>(n) * 2);
  return h;
}

[[gnu::always_inline]] inline void store_u16(void* p, u16_lanes h, int n = lanes<float>) {
  if (n == lanes<float>)
    __builtin_memcpy(p, &h, sizeof h);
  else
    __builtin_memcpy(p, &h, static_cast<std::size_t>(n) * 2);
}

[[gnu::always_inline]] inline vec<float> load_half(const void* p, int n = lanes<float>) {
  return half_to_float(load_u16(p, n));
}
[[gnu::always_inline]] inline void store_half(void* p, vec<float> v, int n = lanes<float>) {
  store_u16(p, float_to_half(v), n);
}
[[gnu::always_inline]] inline vec<float> load_bfloat16(const void* p, int n = lanes<float>) {
  return bfloat16_to_float(load_u16(p, n));
}
[[gnu::always_inline]] inline void store_bfloat16(void* p, vec<float> v, int n = lanes<float>) {
  store_u16(p, float_to_bfloat16(v), n);
}

// ---- 8-bit integers
// -------------------------------------------------------------------------------------------

// lanes<int16_t> bytes from p, as 16-bit integers.
template <typename Byte>
[[gnu::always_inline]] inline vec<std::int16_t> load_widened(const void* p) {
#if defined(__AVX512BW__)
  const __m256i b = _mm256_loadu_si256(static_cast<const __m256i*>(p));
  return (vec<std::int16_t>)(__is_same(Byte, std::int8_t) ? _mm512_cvtepi8_epi16(b)
                                                          : _mm512_cvtepu8_epi16(b));
#elif defined(__AVX2__)
  const __m128i b = _mm_loadu_si128(static_cast<const __m128i*>(p));
  return (vec<std::int16_t>)(__is_same(Byte, std::int8_t) ? _mm256_cvtepi8_epi16(b)
                                                          : _mm256_cvtepu8_epi16(b));
#elif defined(__SSE4_1__)
  const __m128i b = _mm_loadl_epi64(static_cast<const __m128i*>(p));
  return (vec<std::int16_t>)(__is_same(Byte, std::int8_t) ? _mm_cvtepi8_epi16(b) : _mm_cvtepu8_epi16(b));
#else
  vec_of<Byte, lanes<std::int16_t>> b;
  __builtin_memcpy(&b, p, sizeof b);
  return __builtin_convertvector(b, vec<std::int16_t>);
#endif
}

// Lane i: a[2i]*b[2i] + a[2i+1]*b[2i+1], exact unless all four are -32768.
[[gnu::always_inline]] inline vec<std::int32_t> dot2(vec<std::int16_t> a, vec<std::int16_t> b) {
#if defined(__AVX512BW__)
  return (vec<std::int32_t>)_mm512_madd_epi16((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
  return (vec<std::int32_t>)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#elif defined(__x86_64__)
  return (vec<std::int32_t>)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
  using I = vec<std::int32_t>;
  const I even = ((I)a << 16 >> 16) * ((I)b << 16 >> 16);
  return even + ((I)a >> 16) * ((I)b >> 16);
#endif
}

// acc + the four products u8 * s8 under each 32-bit lane; exact (no 16-bit saturation on any ISA).
[[gnu::always_inline]] inline vec<std::int32_t> dot4(vec<std::int32_t> acc, vec<std::uint8_t> a,
                                                     vec<std::int8_t> b) {
  using U16 = vec<std::uint16_t>;
  using S16 = vec<std::int16_t>;
  const S16 a_even = (S16)((U16)a & static_cast<std::uint16_t>(0xff)), a_odd = (S16)((U16)a >> 8);
  const S16 b_even = (S16)((U16)b << 8) >> 8, b_odd = (S16)b >> 8;
  return acc + dot2(a_even, b_even) + dot2(a_odd, b_odd);
}

}  // namespace sardonyx::SARDONYX_ISA_NAMESPACE
