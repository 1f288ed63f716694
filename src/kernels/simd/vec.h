// vec<T>: SARDONYX_VECTOR_BYTES of T, for NAME.isa.cc files only.
//
// It is the compilers' own vector extension, so + - * / & | ^ ~ << >> == < ?: come with it (comparisons give
// masks: signed integers of the same width, -1 or 0). Here stand the operations it lacks. Files that include
// this are compiled once per ISA into namespace SARDONYX_ISA_NAMESPACE and may use nothing that emits a weak
// symbol of the same name in two of them: no std containers, no std::min, no inline variables outside it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/cpu.h"

#if !defined(SARDONYX_ISA_NAMESPACE) || !defined(SARDONYX_VECTOR_BYTES)
#error "kernels/simd/vec.h is for NAME.isa.cc files, which the build compiles once per ISA"
#endif
#if defined(__x86_64__)
#pragma GCC diagnostic push  // gcc 12 warns of its own _mm512_undefined_*
#pragma GCC diagnostic ignored "-Wuninitialized"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#pragma GCC diagnostic pop
#endif

namespace sardonyx::SARDONYX_ISA_NAMESPACE {

template <typename T, int Bytes>
struct VectorType {
  typedef T type __attribute__((vector_size(Bytes)));
};
template <typename T>
using vec = typename VectorType<T, SARDONYX_VECTOR_BYTES>::type;
template <typename T, int N>  // N lanes, whatever the width of a register
using vec_of = typename VectorType<T, N* static_cast<int>(sizeof(T))>::type;
template <typename T>
inline constexpr int lanes = SARDONYX_VECTOR_BYTES / static_cast<int>(sizeof(T));

template <typename T>
struct Plain {
  using type = T;
};
template <typename T>
struct Plain<T&> : Plain<T> {};
template <typename T>
struct Plain<T&&> : Plain<T> {};
template <typename T>
struct Plain<const T> : Plain<T> {};
template <typename V>
struct ElementOf : Plain<decltype(V{}[0])> {};

#if defined(__AVX512F__)
inline constexpr bool kAvx512 = true;
#else
inline constexpr bool kAvx512 = false;
#endif
inline constexpr Isa kIsa =
    SARDONYX_VECTOR_BYTES == 64 ? Isa::avx512 : (SARDONYX_VECTOR_BYTES == 32 ? Isa::avx2 : Isa::base);
inline constexpr int kVectorRegisters = kAvx512 ? 32 : 16;

// ---- memory: any alignment, never past the bytes named ----------------------------------------------------

template <typename T>
[[gnu::always_inline]] inline vec<T> load(const void* p) {
  vec<T> v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

template <typename V>
[[gnu::always_inline]] inline void store(void* p, V v) {
  __builtin_memcpy(p, &v, sizeof v);
}

template <typename T>
[[gnu::always_inline]] inline T load_one(const void* p) {
  T x;
  __builtin_memcpy(&x, p, sizeof x);
  return x;
}

template <typename T>
[[gnu::always_inline]] inline void store_one(void* p, T x) {
  __builtin_memcpy(p, &x, sizeof x);
}

template <typename T>
[[gnu::always_inline]] inline vec<T> splat(T x) {
  return x - vec<T>{};  // x - 0 is x for every x, -0 and NaN included
}

// 0, 1, 2, ...
template <typename T>
[[gnu::always_inline]] inline vec<T> iota() {
  vec<T> v{};
  for (int i = 0; i < lanes<T>; ++i) v[i] = static_cast<T>(i);
  return v;
}

// The first n lanes (0 <= n <= lanes), the others 0.
template <typename T>
[[gnu::always_inline]] inline vec<T> load_partial(const void* p, int n) {
#if defined(__AVX512F__)
  if constexpr (sizeof(T) == 4) return (vec<T>)_mm512_maskz_loadu_epi32((__mmask16)((1u << n) - 1), p);
  if constexpr (sizeof(T) == 8) return (vec<T>)_mm512_maskz_loadu_epi64((__mmask8)((1u << n) - 1), p);
#elif defined(__AVX2__)
  if constexpr (sizeof(T) == 4) {
    const vec<std::int32_t> mask = iota<std::int32_t>() < splat<std::int32_t>(n);
    return (vec<T>)_mm256_maskload_epi32(static_cast<const int*>(p), (__m256i)mask);
  }
  if constexpr (sizeof(T) == 8) {
    const vec<std::int64_t> mask = iota<std::int64_t>() < splat<std::int64_t>(n);
    return (vec<T>)_mm256_maskload_epi64(static_cast<const long long*>(p), (__m256i)mask);
  }
#endif
  vec<T> v{};
  __builtin_memcpy(&v, p, static_cast<std::size_t>(n) * sizeof(T));
  return v;
}

template <typename V>
[[gnu::always_inline]] inline void store_partial(void* p, V v, int n) {
  using T [[maybe_unused]] = typename ElementOf<V>::type;
  static_assert(sizeof(V) == SARDONYX_VECTOR_BYTES);
#if defined(__AVX512F__)
  if constexpr (sizeof(T) == 4) return _mm512_mask_storeu_epi32(p, (__mmask16)((1u << n) - 1), (__m512i)v);
  if constexpr (sizeof(T) == 8) return _mm512_mask_storeu_epi64(p, (__mmask8)((1u << n) - 1), (__m512i)v);
#elif defined(__AVX2__)
  // Halves, quarters, ...: a masked store is microcode on some machines. A whole vector may be asked for, too.
  if constexpr (sizeof(T) >= 4) {
    auto* to = static_cast<char*>(p);
    if (n == lanes<T>) return store(p, v);
    __m128i rest = _mm256_castsi256_si128((__m256i)v);
    int bytes = n * static_cast<int>(sizeof(T));
    if (bytes & 16) {
      store(to, rest);
      to += 16;
      rest = _mm256_extracti128_si256((__m256i)v, 1);
    }
    if (bytes & 8) {
      _mm_storel_epi64(reinterpret_cast<__m128i*>(to), rest);
      to += 8;
      rest = _mm_unpackhi_epi64(rest, rest);
    }
    if (bytes & 4) store_one(to, _mm_cvtsi128_si32(rest));
    return;
  }
#endif
  __builtin_memcpy(p, &v, static_cast<std::size_t>(n) * sizeof(T));
}

// ---- arithmetic
// ---------------------------------------------------------------------------------------------

// a*b + c: fused where the ISA has it (AVX2, AVX-512), else rounded twice. Integers wrap.
template <typename V>
[[gnu::always_inline]] inline V fma(V a, V b, V c) {
  using T [[maybe_unused]] = typename ElementOf<V>::type;
#if defined(__AVX512F__)
  if constexpr (sizeof(V) == 64 && __is_same(T, float)) return _mm512_fmadd_ps(a, b, c);
  if constexpr (sizeof(V) == 64 && __is_same(T, double)) return _mm512_fmadd_pd(a, b, c);
#endif
#if defined(__FMA__)
  if constexpr (sizeof(V) == 32 && __is_same(T, float)) return _mm256_fmadd_ps(a, b, c);
  if constexpr (sizeof(V) == 32 && __is_same(T, double)) return _mm256_fmadd_pd(a, b, c);
#endif
  return a * b + c;
}

template <typename M, typename V>
[[gnu::always_inline]] inline V select(M mask, V a, V b) {
  return mask ? a : b;
}

// b where either is NaN, and of two zeros b: the machine's own rule. max_nan and min_nan give NaN instead.
template <typename V>
[[gnu::always_inline]] inline V min(V a, V b) {
  using T [[maybe_unused]] = typename ElementOf<V>::type;
#if defined(__AVX512F__)
  if constexpr (sizeof(V) == 64 && __is_same(T, float)) return _mm512_min_ps(a, b);
  if constexpr (sizeof(V) == 64 && __is_same(T, double)) return _mm512_min_pd(a, b);
#endif
#if defined(__AVX2__)
  if constexpr (sizeof(V) == 32 && __is_same(T, float)) return _mm256_min_ps(a, b);
  if constexpr (sizeof(V) == 32 && __is_same(T, double)) return _mm256_min_pd(a, b);
#endif
#if defined(__x86_64__)
  if constexpr (sizeof(V) == 16 && __is_same(T, float)) return _mm_min_ps(a, b);
  if constexpr (sizeof(V) == 16 && __is_same(T, double)) return _mm_min_pd(a, b);
#endif
  return a < b ? a : b;
}

template <typename V>
[[gnu::always_inline]] inline V max(V a, V b) {
  using T [[maybe_unused]] = typename ElementOf<V>::type;
#if defined(__AVX512F__)
  if constexpr (sizeof(V) == 64 && __is_same(T, float)) return _mm512_max_ps(a, b);
  if constexpr (sizeof(V) == 64 && __is_same(T, double)) return _mm512_max_pd(a, b);
#endif
#if defined(__AVX2__)
  if constexpr (sizeof(V) == 32 && __is_same(T, float)) return _mm256_max_ps(a, b);
  if constexpr (sizeof(V) == 32 && __is_same(T, double)) return _mm256_max_pd(a, b);
#endif
#if defined(__x86_64__)
  if constexpr (sizeof(V) == 16 && __is_same(T, float)) return _mm_max_ps(a, b);
  if constexpr (sizeof(V) == 16 && __is_same(T, double)) return _mm_max_pd(a, b);
#endif
  return a > b ? a : b;
}

template <typename V>
[[gnu::always_inline]] inline V min_nan(V a, V b) {
  return a != a ? a : min(a, b);  // min gives b when b is NaN
}

template <typename V>
[[gnu::always_inline]] inline V max_nan(V a, V b) {
  return a != a ? a : max(a, b);
}

template <typename V>
[[gnu::always_inline]] inline V abs(V v) {
  using T [[maybe_unused]] = typename ElementOf<V>::type;
  if constexpr (__is_same(T, float)) {
    using I = vec_of<std::int32_t, sizeof(V) / 4>;
    return (V)((I)v & 0x7fffffff);
  } else if constexpr (__is_same(T, double)) {
    using I = vec_of<std::int64_t, sizeof(V) / 8>;
    return (V)((I)v & 0x7fffffffffffffff);
  } else {
    return v < 0 ? -v : v;
  }
}

// |to| with the sign of `from`, floats.
[[gnu::always_inline]] inline vec<float> copysign(vec<float> to, vec<float> from) {
  using I = vec<std::int32_t>;
  return (vec<float>)(((I)to & 0x7fffffff) | ((I)from & static_cast<std::int32_t>(0x80000000)));
}

template <typename V>
[[gnu::always_inline]] inline V sqrt(V v) {
  using T [[maybe_unused]] = typename ElementOf<V>::type;
#if defined(__AVX512F__)
  if constexpr (sizeof(V) == 64 && __is_same(T, float)) return _mm512_sqrt_ps(v);
  if constexpr (sizeof(V) == 64 && __is_same(T, double)) return _mm512_sqrt_pd(v);
#endif
#if defined(__AVX2__)
  if constexpr (sizeof(V) == 32 && __is_same(T, float)) return _mm256_sqrt_ps(v);
  if constexpr (sizeof(V) == 32 && __is_same(T, double)) return _mm256_sqrt_pd(v);
#endif
#if defined(__x86_64__)
  if constexpr (sizeof(V) == 16 && __is_same(T, float)) return _mm_sqrt_ps(v);
  if constexpr (sizeof(V) == 16 && __is_same(T, double)) return _mm_sqrt_pd(v);
#endif
  V r{};
  for (int i = 0; i < static_cast<int>(sizeof(V) / sizeof(T)); ++i)
    r[i] = static_cast<T>(sizeof(T) == 4 ? __builtin_sqrtf(static_cast<float>(v[i]))
                                         : __builtin_sqrt(static_cast<double>(v[i])));
  return r;
}

enum class Rounding { even = 0, down = 1, up = 2, zero = 3 };  // the values are the machine's

// To an integral value, in the same type: float or double.
template <Rounding R, typename V>
[[gnu::always_inline]] inline V round(V v) {
  using T [[maybe_unused]] = typename ElementOf<V>::type;
  [[maybe_unused]] constexpr int how = static_cast<int>(R) | 8;  // 8: no inexact exception
#if defined(__AVX512F__)
  if constexpr (sizeof(V) == 64 && __is_same(T, float)) return _mm512_roundscale_ps(v, how);
  if constexpr (sizeof(V) == 64 && __is_same(T, double)) return _mm512_roundscale_pd(v, how);
#endif
#if defined(__AVX2__)
  if constexpr (sizeof(V) == 32 && __is_same(T, float)) return _mm256_round_ps(v, how);
  if constexpr (sizeof(V) == 32 && __is_same(T, double)) return _mm256_round_pd(v, how);
#endif
#if defined(__SSE4_1__)
  if constexpr (sizeof(V) == 16 && __is_same(T, float)) return _mm_round_ps(v, how);
  if constexpr (sizeof(V) == 16 && __is_same(T, double)) return _mm_round_pd(v, how);
#endif
  V r{};
  for (int i = 0; i < static_cast<int>(sizeof(V) / sizeof(T)); ++i) {
    const double x = static_cast<double>(v[i]);  // floats fit, and their integral values too
    if constexpr (R == Rounding::even) r[i] = static_cast<T>(__builtin_rint(x));
    if constexpr (R == Rounding::down) r[i] = static_cast<T>(__builtin_floor(x));
    if constexpr (R == Rounding::up) r[i] = static_cast<T>(__builtin_ceil(x));
    if constexpr (R == Rounding::zero) r[i] = static_cast<T>(__builtin_trunc(x));
  }
  return r;
}

// ---- across lanes
// -------------------------------------------------------------------------------------------

// Pairwise in a tree of fixed shape: lane i and lane i + half, halving.
template <typename V, typename Combine>
[[gnu::always_inline]] inline auto reduce(V v, const Combine& combine) {
  using T [[maybe_unused]] = typename ElementOf<V>::type;
  constexpr int n = static_cast<int>(sizeof(V) / sizeof(T));
  if constexpr (n == 2) {
    return static_cast<T>(combine(static_cast<T>(v[0]), static_cast<T>(v[1])));
  } else {
    vec_of<T, n / 2> low, high;
    __builtin_memcpy(&low, &v, sizeof low);
    __builtin_memcpy(&high, reinterpret_cast<const char*>(&v) + sizeof low, sizeof high);
    return reduce(combine(low, high), combine);
  }
}

template <typename V>
[[gnu::always_inline]] inline auto sum(V v) {
  return reduce(v, [](auto a, auto b) { return a + b; });
}
template <typename V>
[[gnu::always_inline]] inline auto lowest(V v) {
  return reduce(v, [](auto a, auto b) { return a < b ? a : b; });
}
template <typename V>
[[gnu::always_inline]] inline auto highest(V v) {
  return reduce(v, [](auto a, auto b) { return a > b ? a : b; });
}

template <typename M>
[[gnu::always_inline]] inline bool any(M mask) {
  return reduce(mask, [](auto a, auto b) { return a | b; }) != 0;
}
template <typename M>
[[gnu::always_inline]] inline bool all(M mask) {
  return reduce(mask, [](auto a, auto b) { return a & b; }) != 0;
}

template <int Half, typename V, std::size_t... I>
[[gnu::always_inline]] inline V every_second_of(V a, V b, std::index_sequence<I...>) {
  // The upper half comes from b, which begins one element early: its odd lanes.
  return __builtin_shufflevector(a, b, (2 * static_cast<int>(I) + (static_cast<int>(I) < Half ? 0 : 1))...);
}

// p[0], p[2], p[4], ... : lanes of them, and nothing behind the last is read.
template <typename T>
[[gnu::always_inline]] inline vec<T> load_every_second(const void* p) {
  constexpr int n = lanes<T>;
  const auto* from = static_cast<const char*>(p);
  return every_second_of<n / 2>(load<T>(from), load<T>(from + (n - 1) * static_cast<int>(sizeof(T))),
                                std::make_index_sequence<n>{});
}

// v[i][j] <-> v[j][i]: for each power of two H the off-diagonal H x H blocks change places.
template <int H, typename V, std::size_t... I>
[[gnu::always_inline]] inline void exchange_blocks(V& a, V& b, std::index_sequence<I...>) {
  constexpr int n = sizeof...(I);
  const V first =
      __builtin_shufflevector(a, b, ((I & H) != 0 ? n + static_cast<int>(I) - H : static_cast<int>(I))...);
  b = __builtin_shufflevector(a, b, ((I & H) != 0 ? n + static_cast<int>(I) : static_cast<int>(I) + H)...);
  a = first;
}

template <int H, typename V, int N>
[[gnu::always_inline]] inline void transpose_from(V (&v)[N]) {
  if constexpr (H > 0) {
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i)
      if ((i & H) == 0) exchange_blocks<H>(v[i], v[i + H], std::make_index_sequence<N>{});
    transpose_from<H / 2>(v);
  }
}

// A square of lanes x lanes elements, in registers.
template <typename V, int N>
[[gnu::always_inline]] inline void transpose(V (&v)[N]) {
  static_assert(sizeof(V) == N * sizeof(typename ElementOf<V>::type));
  transpose_from<N / 2>(v);
}

}  // namespace sardonyx::SARDONYX_ISA_NAMESPACE
