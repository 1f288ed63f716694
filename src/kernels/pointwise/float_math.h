// float32 functions without branches, for loops that the compiler turns into vectors. Within 2 ulp, in range,
// right at infinities, NaN and subnormals. For .isa.cc files. The polynomials are our own least-squares fits.
#pragma once

#include <cstdint>
#include <limits>

// NOLINTNEXTLINE: internal to the file that includes it.
namespace sardonyx::pointwise::SARDONYX_ISA_NAMESPACE {
namespace {

constexpr float kInf = __builtin_inff();

inline std::int32_t bits_of(float x) { return __builtin_bit_cast(std::int32_t, x); }
inline float float_of(std::int32_t bits) { return __builtin_bit_cast(float, bits); }

// a - b, which may wrap where the result is chosen away afterwards.
inline std::int32_t difference(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
}

inline float masked(float x, std::int32_t mask) { return float_of(bits_of(x) & mask); }

// condition ? a : b with both computed: a compiler that moves costly work behind a branch makes no vectors.
inline float choose(bool condition, float a, float b) {
  const std::int32_t mask = -static_cast<std::int32_t>(condition);
  return float_of((bits_of(a) & mask) | (bits_of(b) & ~mask));
}

// a * b + c, in one rounding where the machine has it.
inline float madd(float a, float b, float c) {
#if defined(__FMA__)
  return __builtin_fmaf(a, b, c);
#else
  return a * b + c;
#endif
}
inline double madd(double a, double b, double c) {
#if defined(__FMA__)
  return __builtin_fma(a, b, c);
#else
  return a * b + c;
#endif
}

// What the product of a and b loses by rounding.
inline float product_rest(float a, float b, float product) {
#if defined(__FMA__)
  return __builtin_fmaf(a, b, -product);
#else
  const float ah = float_of(bits_of(a) & ~0xfff), al = a - ah;
  const float bh = float_of(bits_of(b) & ~0xfff), bl = b - bh;
  return ((ah * bh - product) + (ah * bl + al * bh)) + al * bl;
#endif
}

// A float that is a whole number, |n| < 2^22 (double: 2^51), as an integer: added to 1.5 * 2^23 (2^52) its bits stand
// last. A NaN gives any integer, which a conversion does not promise.
inline std::int32_t whole(float n) { return bits_of(n + 12582912.0f) - bits_of(12582912.0f); }
inline std::int64_t whole(double n) {
  return __builtin_bit_cast(std::int64_t, n + 6755399441055744.0) -
         __builtin_bit_cast(std::int64_t, 6755399441055744.0);
}

inline float magnitude(float x) { return __builtin_fabsf(x); }
inline float with_sign(float x, float sign) { return __builtin_copysignf(x, sign); }

// Horner's scheme, the constant term first.
template <typename T>
inline T polynomial(T, T c) {
  return c;
}
template <typename T, typename... C>
inline T polynomial(T x, T c, C... rest) {
  return madd(polynomial(x, rest...), x, c);
}

// exp(r) - 1 = r + r*r*tail(r) for |r| <= ln(2)/2.
inline float exp_tail(float r) {
  return polynomial(r, 0.5f, 0.16666667163372040f, 0.04166625440120697f, 0.00833326205611229f,
                    0.00139472016599029f, 0.00019919784972444f);
}

// x = n * ln(2) + r. Requires |x| < 150.
struct Reduced {
  float n, r;
};
inline Reduced reduce_exp(float x) {
  const float n = __builtin_rintf(x * 1.44269504088896341f);
  // The first part has 9 bits, so that n times it is exact.
  return {n, madd(n, 2.12194440e-4f, madd(n, -0.693359375f, x))};
}

// 2^n for integers -150 < n < 150 times y, subnormal results rounded once.
inline float scale(float y, float n) {
  const std::int32_t k = whole(n);
  const std::int32_t half = k >> 1;
  return y * float_of((half + 127) << 23) * float_of((k - half + 127) << 23);
}

// exp(x + small) as (y + rest) * 2^n, for small << 1 and rest what y loses by rounding. Outside of float's range the
// result is that of a border, beyond which everything is 0 or infinity.
struct Power {
  float y, rest, n;
  std::int32_t keep;  // 0 where exp(x) is less than half of the smallest number, else all bits
};
inline Power power_of(float x, float small) {
  const std::int32_t keep = static_cast<std::int32_t>(x < -104.0f) - 1;
  float y = masked(x, keep);  // beyond, a number that costs no slow subnormal arithmetic
  y = y > 89.0f ? 89.0f : y;
  const Reduced a = reduce_exp(y);
  const float r = a.r + masked(small, keep);
  const float less_one = madd(r * r, exp_tail(r), r), power = less_one + 1.0f;
  return {power, less_one - (power - 1.0f), a.n, keep};
}
inline float scaled(float y, const Power& p) { return masked(scale(y, p.n), p.keep); }

inline float exp_of(float x) {
  const Power e = power_of(x, 0.0f);
  return scaled(e.y, e);
}

// exp(x) - 1 for x <= 0 (larger ones give what is near).
inline float expm1_negative(float x) {
  float y = x < -30.0f ? -30.0f : x;
  y = y > 0.0f ? 0.0f : y;
  const Reduced a = reduce_exp(y);
  const float power = float_of((whole(a.n) + 127) << 23);
  const float e = madd(a.r * a.r, exp_tail(a.r), a.r);
  return madd(power, e, power - 1.0f);
}

// log(x) for normal x > 0, given e such that the result is log(x) + e*ln(2).
inline float log_normal(float x, float e) {
  const std::int32_t bits = bits_of(x);
  const std::int32_t k = difference(bits, 0x3f3504f3) >> 23;
  const float f = float_of(difference(bits, k * (1 << 23))) - 1.0f;
  const float n = static_cast<float>(k) + e;
  const float s = f * f;
  const float p = polynomial(f, 0.3333331048488617f, -0.24999986588954926f, 0.20002226531505585f,
                             -0.16669251024723053f, 0.14218658208847046f, -0.12384345382452011f,
                             0.11872970312833786f, -0.11789824813604355f, 0.06915402412414551f);
  const float low = madd(n, -2.12194440e-4f, madd(s * f, p, -0.5f * s));
  return madd(n, 0.693359375f, f + low);
}
inline float log_of(float x) {
  const bool tiny = x < 1.17549435e-38f;
  const float y = log_normal(tiny ? x * 8388608.0f : x, tiny ? -23.0f : 0.0f);
  const float special = x == 0.0f ? -kInf : __builtin_nanf("");  // x <= 0 or NaN
  return x > 0.0f ? (x == kInf ? kInf : y) : special;
}

// log(1 + e + rest) for 0 <= e <= 1 and rest << e.
inline float log1p_unit(float e, float rest) {
  const float u = 1.0f + e;
  const float lost = ((e - (u - 1.0f)) + rest) / u;
  return log_normal(u, 0.0f) + lost;
}

// above / (1 + exp(-z - small)), for small << 1. exp is 2^n * (1 + less_one): the sum, over 2^n where n > 0, is rounded
// once, and 2^-n comes last, so that nothing is lost where exp leaves float's range.
inline float over_one_plus_exp(float above, float z, float small) {
  constexpr std::int32_t sign = std::numeric_limits<std::int32_t>::min();
  const std::int32_t keep = static_cast<std::int32_t>(z < -150.0f) - 1;  // beyond, nothing but the sign
  float y = masked(z, keep);
  y = y > 40.0f ? 40.0f : y;
  const Reduced a = reduce_exp(-y);
  const float r = a.r - (y == z ? small : 0.0f);
  const float less_one = madd(r * r, exp_tail(r), r);
  const std::int32_t n = whole(a.n), below = n < 0 ? n : 0, size = n < 0 ? -n : n;
  const float power = float_of((127 - (size < 126 ? size : 126)) << 23), one_and_power = 1.0f + power;
  const float d =
      one_and_power + madd(float_of((127 + below) << 23), less_one, power - (one_and_power - 1.0f));
  return scale(masked(above, keep | sign) / d, a.n > 0.0f ? -a.n : 0.0f);
}

inline float sigmoid_of(float x) { return over_one_plus_exp(1.0f, x, 0.0f); }

// x / (1 + exp(-alpha * x))
inline float swish_of(float x, float alpha) {
  const float z = alpha * x;
  return over_one_plus_exp(x, z, product_rest(alpha, x, z));
}

inline float tanh_of(float x) {
  const float a = magnitude(x);
  const float s = x * x;
  const float p = polynomial(s, -0.33333325386047363f, 0.13332995772361755f, -0.053922124207019806f,
                             0.021575842052698135f, -0.007892189547419548f, 0.001901803771033883f);
  const float near = madd(x * s, p, x);
  const float far = 1.0f - 2.0f / (exp_of(2.0f * a) + 1.0f);
  return choose(a < 0.65f, near, with_sign(far, x));
}

// exp(a*a) * erfc(a) / 2 for a >= 0.35, as a polynomial in t = 1 / (1 + 0.3*a).
template <typename T>
inline T scaled_tail(T t) {
  return polynomial(t, T(9.586997129554635e-06), T(0.08439430734922998), T(0.08714718099240099),
                    T(0.06511381877976904), T(0.13599127261369345), T(-0.1053928470844992),
                    T(0.35030964540950527), T(-0.3190004794811777), T(0.27211777284011957),
                    T(-0.0706908241063483));
}

// erfc(a) / 2 for a = |x| * sqrt(factor), times y: exp(-factor * x*x) * tail * y. `slope` is 0.3 * sqrt(factor).
// T is float64 where the result is to be right to its own last bit: the roundings of t and the sum are most of it.
template <typename T>
inline float half_erfc(float x, float factor, T slope, float y) {
  float a = magnitude(x);
  a = a > 15.0f ? 15.0f : a;
  const float square = a * a, rest = product_rest(a, a, square);
  const Power e = power_of(-factor * square, -factor * rest);
  const T tail = scaled_tail(T(1) / madd(slope, static_cast<T>(a), T(1)));
  return scaled(static_cast<float>((static_cast<T>(e.y) + static_cast<T>(e.rest)) * tail * static_cast<T>(y)),
                e);
}

// erf(x) = x + x * small(x*x) for |x| < 0.95.
inline float erf_small(float s) {
  return polynomial(s, 0.12837916709551257f, -0.37612631916999817f, 0.11283664405345917f,
                    -0.026857707649469376f, 0.0051969559863209724f, -0.0008097736281342804f,
                    8.18520420580171e-05f);
}

inline float erf_of(float x) {
  const float near = madd(x, erf_small(x * x), x);
  const float far = madd(-2.0f, half_erfc(x, 1.0f, 0.3f, 1.0f), 1.0f);
  return choose(magnitude(x) < 0.9f, near, with_sign(far, x));
}

inline float gelu_of(float x) {
  const float a = magnitude(x), bounded = a > 15.0f ? 15.0f : a;
  // The normal distribution is 1/2 + x * P(x*x).
  const float below = madd(x,
                           polynomial(x * x, 0.3989422917366028f, -0.06649037450551987f, 0.00997336208820343f,
                                      -0.0011855176417157054f, 0.00010852693958440796f),
                           0.5f);
  const float tail = half_erfc(x, 0.5f, 0.21213203435596426, bounded);  // |x| * erfc / 2
  const float y = x < 0.0f ? -tail : x - tail;
  return choose(a < 0.5f, x * below, y);
}

inline float gelu_tanh_of(float x) {
  // x * (1 + tanh(u)) / 2 is x * sigmoid(2u), 2u = x * q, q = c1 + c3 * x*x; roundings are carried into the
  // exponential, which would magnify them.
  constexpr float c1 = 1.5957691669464111f, c1_rest = -4.534068e-08f;
  constexpr float c3 = 0.07135481387376785f, c3_rest = 2.3988324e-09f;
  float a = magnitude(x);
  a = a > 15.0f ? 15.0f : a;
  const float s = a * a, s_rest = product_rest(a, a, s);
  const float t = c3 * s, t_rest = product_rest(c3, s, t) + (c3 * s_rest + c3_rest * s);
  const float q = c1 + t;
  const float larger = c1 > t ? c1 : t, smaller = c1 > t ? t : c1;
  const float q_rest = (smaller - (q - larger)) + t_rest + c1_rest;
  const float w = a * q, w_rest = product_rest(a, q, w) + a * q_rest;
  return over_one_plus_exp(x, with_sign(w, x), choose(x < 0.0f, -w_rest, w_rest));
}

inline float softplus_of(float x) {
  const Power p = power_of(-magnitude(x), 0.0f);
  const float y = log1p_unit(scaled(p.y, p), scaled(p.rest, p));
  return x > 0.0f ? x + y : (x != x ? x : y);
}

inline float mish_of(float x) {
  // tanh(log(1 + exp(x))) with e = exp(-|x|) is, for x < 0, e * (1 + f/2) / (1 + f + f*f/2), f = e, and
  // for x > 0, (1 + f) / (1 + f + f*f/2), f = 2e: never above 5, and e's exponent can stay outside.
  const bool negative = x < 0.0f;
  const Power p = power_of(-magnitude(x), 0.0f);
  const float one_or_two = choose(negative, 1.0f, 2.0f);
  const float f = scaled(p.y, p) * one_or_two, f_rest = scaled(p.rest, p) * one_or_two;
  const float half = 0.5f * f, square = half * f, sum = f + square;
  const float sum_rest = ((f - sum) + square) + product_rest(half, f, square);
  const float d = 1.0f + sum, part = d - 1.0f;
  const float d_rest = ((1.0f - (d - part)) + (sum - part)) + madd(f_rest, f, f_rest) + sum_rest;
  const float g = choose(negative, 0.5f * f, f), g_rest = choose(negative, 0.5f * f_rest, f_rest);
  const float b = 1.0f + g, b_part = b - 1.0f;
  const float b_rest = ((1.0f - (b - b_part)) + (g - b_part)) + g_rest;
  const float y = choose(negative, p.y, 1.0f), y_rest = choose(negative, p.rest, 0.0f);
  const float above = y * b, above_rest = product_rest(y, b, above) + madd(y, b_rest, y_rest * b);
  const float q = above / d, q_rest = (above_rest - q * d_rest) / d;
  const float size = magnitude(x), bounded = size > 200.0f ? 200.0f : size;
  const float product = bounded * q;
  const float whole_product = product + madd(bounded, q_rest, product_rest(bounded, q, product));
  const float z = masked(scale(whole_product, negative ? p.n : 0.0f), negative ? p.keep : -1);
  return choose(x > 20.0f, x, with_sign(z, x));
}

// sin and cos: |x| < kTrigonometricLimit. The reduction is done in float64: n * high is exact.
constexpr float kTrigonometricLimit = 1.0e6f;

struct Angle {
  float r;
  std::int32_t quadrant;
};
inline Angle reduce_angle(float x) {
  const double y = static_cast<double>(x);
  const double n = __builtin_rint(y * 0.63661977236758134308);
  const double r = (y - n * 1.5707963267341256) - n * 6.077100506506192e-11;
  return {static_cast<float>(r), static_cast<std::int32_t>(whole(n))};
}
inline float sin_or_cos(Angle a) {
  const float s = a.r * a.r;
  const float sine = madd(a.r * s,
                          polynomial(s, -0.1666666716337204f, 0.008333329111337662f, -0.0001983932452276349f,
                                     2.7182170470041456e-06f),
                          a.r);
  const float cosine =
      madd(s * s, polynomial(s, 0.04166664555668831f, -0.0013887359527871013f, 2.4437533284071833e-05f),
           madd(s, -0.5f, 1.0f));
  const float y = (a.quadrant & 1) != 0 ? cosine : sine;
  return (a.quadrant & 2) != 0 ? -y : y;
}
inline float sin_of(float x) {
  const float y = sin_or_cos(reduce_angle(x));
  return x == 0.0f ? x : y;
}
inline float cos_of(float x) {
  Angle a = reduce_angle(x);
  a.quadrant += 1;
  return sin_or_cos(a);
}

// x^y for normal finite x > 0 and finite y, in float64.
inline float pow_positive(float x, float y) {
  const std::int32_t bits = bits_of(x);
  const std::int32_t k = difference(bits, 0x3f3504f3) >> 23;
  const double m = static_cast<double>(float_of(difference(bits, k * (1 << 23))));
  const double s = (m - 1.0) / (m + 1.0), q = s * s;
  const double odd = polynomial(q, 1.0, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15);
  const double log2 = static_cast<double>(k) + s * odd * 2.8853900817779268147;
  double z = log2 * static_cast<double>(y);
  z = z < -160.0 ? -160.0 : z;
  z = z > 140.0 ? 140.0 : z;
  const double n = __builtin_rint(z), r = (z - n) * 0.69314718055994530942;
  const double e =
      polynomial(r, 1.0, 1.0, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320);
  // The scaling is exact in float64, the conversion rounds once.
  const std::int64_t power = (whole(n) + 1023) << 52;
  return static_cast<float>(e * __builtin_bit_cast(double, power));
}

}  // namespace
}  // namespace sardonyx::pointwise::SARDONYX_ISA_NAMESPACE
