#include "kernels/nbits/nbits.h"

#include "kernels/simd/convert.h"

namespace sardonyx::SARDONYX_ISA_NAMESPACE {
namespace {

using Floats = vec<float>;
using Ints = vec<std::int32_t>;
constexpr int kFloats = lanes<float>;
using nbits::kChunk;
using nbits::RoundedRow;
using nbits::WeightRow;
using Half = vec_of<std::uint8_t, kChunk / 2>;  // bytes of half a chunk
constexpr int kParts = kChunk / 2 / kFloats;    // vectors of floats in it
constexpr float kMagic = 8388608.0f;            // 2^23: its last bit counts ones
constexpr std::int32_t kMagicBits = 0x4b000000;

// Bytes [part * kFloats, ...) of half a chunk, each as 2^23 + byte.
template <int Part>
[[gnu::always_inline]] inline Floats shifted(Half bytes) {
  using Bytes = vec_of<std::uint8_t, kFloats>;
  Bytes b;
  __builtin_memcpy(&b, reinterpret_cast<const char*>(&bytes) + Part * kFloats, sizeof b);
#if defined(__AVX512F__)
  const Ints whole = (Ints)_mm512_cvtepu8_epi32((__m128i)b);
#elif defined(__AVX2__)
  const Ints whole = (Ints)_mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)b));
#else
  const Ints whole = __builtin_convertvector(b, Ints);
#endif
  return (Floats)(whole | kMagicBits);
}

// f(vector of (byte - zero), index of the vector) over half a chunk; zero is given as 2^23 + zero.
template <int Part = 0, typename F>
[[gnu::always_inline]] inline void each_part(Half bytes, Floats zero, F&& f) {
  f(shifted<Part>(bytes) - zero, Part);
  if constexpr (Part + 1 < kParts) each_part<Part + 1>(bytes, zero, f);
}

[[gnu::always_inline]] inline Half low_half(Half bytes) { return bytes & static_cast<std::uint8_t>(15); }
[[gnu::always_inline]] inline Half high_half(Half bytes) { return bytes >> 4; }

[[gnu::always_inline]] inline Half load_half_chunk(const std::uint8_t* q) {
  Half b;
  __builtin_memcpy(&b, q, sizeof b);
  return b;
}

void expand8(const std::uint8_t* q, std::int64_t count, float zero, float scale, float* out) {
  std::int64_t i = 0;
  for (; i + kChunk / 2 <= count; i += kChunk / 2)
    each_part(load_half_chunk(q + i), splat<float>(kMagic),
              [&](Floats v, int part) { store(out + i + part * kFloats, (v - zero) * scale); });
  for (; i < count; ++i) out[i] = (static_cast<float>(q[i]) - zero) * scale;
}

void expand4(const std::uint8_t* q, std::int64_t count, float zero, float scale, float* out) {
  std::int64_t i = 0;
  for (; i + kChunk <= count; i += kChunk) {
    const Half bytes = load_half_chunk(q + i / 2), low = low_half(bytes), high = high_half(bytes);
    Half first, second;  // in their order again
#if defined(__x86_64__)
    first = (Half)_mm_unpacklo_epi8((__m128i)low, (__m128i)high);
    second = (Half)_mm_unpackhi_epi8((__m128i)low, (__m128i)high);
#else
    for (int j = 0; j < kChunk / 2; ++j) {
      (j < kChunk / 4 ? first : second)[2 * j % (kChunk / 2)] = low[j];
      (j < kChunk / 4 ? first : second)[2 * j % (kChunk / 2) + 1] = high[j];
    }
#endif
    each_part(first, splat<float>(kMagic),
              [&](Floats v, int part) { store(out + i + part * kFloats, (v - zero) * scale); });
    each_part(second, splat<float>(kMagic),
              [&](Floats v, int part) { store(out + i + kChunk / 2 + part * kFloats, (v - zero) * scale); });
  }
  for (; i < count; ++i) out[i] = (static_cast<float>(q[i / 2] >> (i % 2 * 4) & 15) - zero) * scale;
}

// The lanes' sum, added up in doubles.
template <typename V>
double wide_sum(V v) {
  double total = 0;
  for (std::size_t i = 0; i < sizeof v / sizeof(float); ++i) total += static_cast<double>(v[i]);
  return total;
}

float dot(const float* a, const float* b, std::int64_t n) {
  Floats sum0{}, sum1{}, sum2{}, sum3{};
  std::int64_t i = 0;
  for (; i + 4 * kFloats <= n; i += 4 * kFloats) {
    sum0 += load<float>(a + i) * load<float>(b + i);
    sum1 += load<float>(a + i + kFloats) * load<float>(b + i + kFloats);
    sum2 += load<float>(a + i + 2 * kFloats) * load<float>(b + i + 2 * kFloats);
    sum3 += load<float>(a + i + 3 * kFloats) * load<float>(b + i + 3 * kFloats);
  }
  for (; i + kFloats <= n; i += kFloats) sum0 += load<float>(a + i) * load<float>(b + i);
  if (i < n)
    sum1 += load_partial<float>(a + i, static_cast<int>(n - i)) *
            load_partial<float>(b + i, static_cast<int>(n - i));
  return static_cast<float>(wide_sum(sum0 + sum1) + wide_sum(sum2 + sum3));
}

template <int Bits>
float row_dot(const WeightRow& w, const float* a) {
  const std::uint8_t* q = w.q;
  Floats total{};
  for (std::int64_t b = 0; b < w.blocks; ++b) {
    const Floats zero = splat<float>(kMagic + w.zeros[b]);
    Floats even{}, odd{};
    for (int c = 0; c < w.chunks; ++c, q += kChunk * Bits / 8, a += kChunk) {
      const Half bytes = load_half_chunk(q);
      const Half first = Bits == 4 ? low_half(bytes) : bytes;
      const Half second = Bits == 4 ? high_half(bytes) : load_half_chunk(q + kChunk / 2);
      each_part(first, zero, [&](Floats v, int part) { even += v * load<float>(a + part * kFloats); });
      each_part(second, zero,
                [&](Floats v, int part) { odd += v * load<float>(a + kChunk / 2 + part * kFloats); });
    }
    total += (even + odd) * w.scales[b];
  }
  return static_cast<float>(wide_sum(total));
}

#if defined(__AVX2__)
using Sums = vec_of<std::int32_t, 8>;
#else
using Sums = vec_of<std::int32_t, 4>;
#endif
using FloatSums = vec_of<float, sizeof(Sums) / 4>;

// Sums of products over one chunk, in any lanes; exact. For 4 bits a is split.
[[gnu::always_inline]] inline Sums chunk_dot4(const std::uint8_t* q, const std::int8_t* a) {
#if defined(__AVX2__)
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(q));
  const __m256i both = _mm256_inserti128_si256(_mm256_castsi128_si256(bytes), _mm_srli_epi16(bytes, 4), 1);
  const __m256i w = _mm256_and_si256(both, _mm256_set1_epi8(15));
  const __m256i pairs = _mm256_maddubs_epi16(w, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(a)));
  return (Sums)_mm256_madd_epi16(pairs, _mm256_set1_epi16(1));  // pairs are at most 2 * 15 * 127
#elif defined(__SSSE3__)
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(q)), mask = _mm_set1_epi8(15);
  const auto* to = reinterpret_cast<const __m128i*>(a);
  const __m128i even = _mm_maddubs_epi16(_mm_and_si128(bytes, mask), _mm_loadu_si128(to));
  const __m128i odd =
      _mm_maddubs_epi16(_mm_and_si128(_mm_srli_epi16(bytes, 4), mask), _mm_loadu_si128(to + 1));
  return (Sums)_mm_madd_epi16(_mm_add_epi16(even, odd), _mm_set1_epi16(1));
#else
  Sums sums{};
  for (int i = 0; i < kChunk / 2; ++i) sums[i % 4] += (q[i] & 15) * a[i] + (q[i] >> 4) * a[i + kChunk / 2];
  return sums;
#endif
}

[[gnu::always_inline]] inline Sums chunk_dot8(const std::uint8_t* q, const std::int8_t* a) {
#if defined(__AVX2__)
  Sums sums{};
  for (int i = 0; i < kChunk; i += 16) {
    const __m256i w = _mm256_cvtepu8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(q + i)));
    const __m256i x = _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(a + i)));
    sums += (Sums)_mm256_madd_epi16(w, x);
  }
  return sums;
#else
  Sums sums{};
  for (int i = 0; i < kChunk; i += lanes<std::int16_t>)
    sums += dot2(load_widened<std::uint8_t>(q + i), load_widened<std::int8_t>(a + i));
  return sums;
#endif
}

// sum of zeros * scales * sums over the blocks: what the zero points take off the products of the plain bytes.
double zero_part(const WeightRow& w, const float* sums) {
  Floats total{};
  std::int64_t b = 0;
  for (; b + kFloats <= w.blocks; b += kFloats)
    total += load<float>(w.zeros + b) * load<float>(w.scales + b) * load<float>(sums + b);
  double rest = 0;
  for (; b < w.blocks; ++b) rest += static_cast<double>(w.zeros[b] * w.scales[b] * sums[b]);
  return wide_sum(total) + rest;
}

template <int Bits>
float rounded_row_dot(const WeightRow& w, const RoundedRow& row) {
  const std::uint8_t* q = w.q;
  const std::int8_t* a = row.bytes;
  FloatSums total{};
  for (std::int64_t b = 0; b < w.blocks; ++b) {
    Sums sums{};
    for (int c = 0; c < w.chunks; ++c, q += kChunk * Bits / 8, a += kChunk)
      sums += Bits == 4 ? chunk_dot4(q, a) : chunk_dot8(q, a);
    total += __builtin_convertvector(sums, FloatSums) * (w.scales[b] * row.scales[b]);
  }
  return static_cast<float>(wide_sum(total) - zero_part(w, row.sums));
}

float round_block(const float* a, std::int64_t count, bool scaled, float* out, float* sum) {
  Floats most{};
  Ints nan{};
  for (std::int64_t i = 0; i < count; i += kFloats) {
    const Floats x = load<float>(a + i), size = abs(x);
    most = size > most ? size : most;
    nan |= x != x;
  }
  const float largest = highest(most), scale = any(nan) ? __builtin_nanf("") : largest / 127.0f;
  float factor = 127.0f / largest;
  if (!(factor <= 3.4028235e38f)) factor = 0;  // nothing but zeros, or too little for a factor
  const Floats magic = splat<float>(1.5f * kMagic), unit = splat<float>(scaled ? scale : 1.0f);
  Floats total{};
  for (std::int64_t i = 0; i < count; i += kFloats) {
    const Floats whole = (load<float>(a + i) * factor + magic) - magic;
    total += whole;
    store(out + i, whole * unit);
  }
  *sum = static_cast<float>(wide_sum(total));
  return scale;
}

}  // namespace

const nbits::Kernels nbits_kernels = {
    expand4, expand8, dot, row_dot<4>, row_dot<8>, rounded_row_dot<4>, rounded_row_dot<8>, round_block};

}  // namespace sardonyx::SARDONYX_ISA_NAMESPACE
