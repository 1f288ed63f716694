// Functions by the C library: all of float64's, and float32's rare ones computed in double (correctly rounded but
// for ties of the double result).
#include <bit>
#include <cmath>

#include "kernels/pointwise/row_loop.h"

namespace sardonyx::pointwise {
namespace {

template <double (*F)(double)>
struct Call {
  template <typename T>
  T operator()(T x) const {
    return static_cast<T>(F(static_cast<double>(x)));
  }
};
template <double (*F)(double, double)>
struct Call2 {
  template <typename T>
  T operator()(T x, T y) const {
    return static_cast<T>(F(static_cast<double>(x), static_cast<double>(y)));
  }
};
template <double (*F)(double, double)>
struct CallWith {
  explicit CallWith(const Immediates& imm) : a(imm.a) {}
  template <typename T>
  T operator()(T x) const {
    return static_cast<T>(F(static_cast<double>(x), a));
  }
  double a;
};

double sin_of(double x) { return std::sin(x); }
double cos_of(double x) { return std::cos(x); }
double tan_of(double x) { return std::tan(x); }
double asin_of(double x) { return std::asin(x); }
double acos_of(double x) { return std::acos(x); }
double atan_of(double x) { return std::atan(x); }
double sinh_of(double x) { return std::sinh(x); }
double cosh_of(double x) { return std::cosh(x); }
double tanh_of(double x) { return std::tanh(x); }
double asinh_of(double x) { return std::asinh(x); }
double acosh_of(double x) { return std::acosh(x); }
double atanh_of(double x) { return std::atanh(x); }
double exp_of(double x) { return std::exp(x); }
double log_of(double x) { return std::log(x); }
double erf_of(double x) { return std::erf(x); }
double pow_of(double x, double y) { return std::pow(x, y); }
double fmod_of(double x, double y) { return std::fmod(x, y); }
double mod_of(double x, double y) {
  const double r = std::fmod(x, y);
  if (r == 0) return std::copysign(r, y);
  return (r < 0) != (y < 0) ? r + y : r;
}
double sigmoid_of(double x) {
  const double e = std::exp(-std::fabs(x));
  return (x < 0 ? e : 1.0) / (1.0 + e);
}
double softplus_of(double x) {
  return std::fmax(x, 0.0) + std::log1p(std::exp(-std::fabs(x))) + (x != x ? x : 0);
}
double mish_of(double x) {
  if (x < -800) return x == -HUGE_VAL ? -0.0 : x * std::exp(x);
  return x * std::tanh(softplus_of(x));
}
double gelu_of(double x) {
  // erfc keeps the digits of the far negative side.
  if (x == -HUGE_VAL) return -0.0;
  return x < 0 ? 0.5 * x * std::erfc(-x * 0.70710678118654752440)
               : 0.5 * x * (1.0 + std::erf(x * 0.70710678118654752440));
}
double gelu_tanh_of(double x) {
  // (1 + tanh(u)) / 2 is sigmoid(2u).
  if (x == -HUGE_VAL) return -0.0;
  return x * sigmoid_of(2 * 0.79788456080286535588 * (x + 0.044715 * x * x * x));
}
double swish_of(double x, double a) {
  const double s = sigmoid_of(a * x);
  return s == 0 ? std::copysign(0.0, x) : x * s;
}
double elu_of(double x, double a) { return x < 0 ? a * std::expm1(x) : x; }
double celu_of(double x, double a) { return x < 0 ? a * std::expm1(x / a) : x; }

struct Selu {
  explicit Selu(const Immediates& imm) : a(imm.a), b(imm.b) {}
  double operator()(double x) const { return b * elu_of(x, a); }
  double a, b;
};

template <typename F>
Row one(Lane lane) {
  return lane == Lane::f32 ? row1<F, float, float> : row1<F, double, double>;
}
template <typename F>
Row two(Lane lane) {
  return lane == Lane::f32 ? row2<F, float, float> : row2<F, double, double>;
}

Row find_function(Opcode op, Lane lane) {
  switch (op) {
    case Opcode::sin:
      return one<Call<sin_of>>(lane);
    case Opcode::cos:
      return one<Call<cos_of>>(lane);
    case Opcode::tan:
      return one<Call<tan_of>>(lane);
    case Opcode::asin:
      return one<Call<asin_of>>(lane);
    case Opcode::acos:
      return one<Call<acos_of>>(lane);
    case Opcode::atan:
      return one<Call<atan_of>>(lane);
    case Opcode::sinh:
      return one<Call<sinh_of>>(lane);
    case Opcode::cosh:
      return one<Call<cosh_of>>(lane);
    case Opcode::tanh:
      return one<Call<tanh_of>>(lane);
    case Opcode::asinh:
      return one<Call<asinh_of>>(lane);
    case Opcode::acosh:
      return one<Call<acosh_of>>(lane);
    case Opcode::atanh:
      return one<Call<atanh_of>>(lane);
    case Opcode::exp:
      return one<Call<exp_of>>(lane);
    case Opcode::log:
      return one<Call<log_of>>(lane);
    case Opcode::erf:
      return one<Call<erf_of>>(lane);
    case Opcode::pow:
      return two<Call2<pow_of>>(lane);
    case Opcode::fmod:
      return two<Call2<fmod_of>>(lane);
    case Opcode::mod:
      return two<Call2<mod_of>>(lane);
    default:
      return nullptr;
  }
}

}  // namespace

void narrow_to_odd(void* dst, const void* const* src, std::int64_t n, const Immediates&) {
  const auto* in = static_cast<const double*>(src[0]);
  auto* out = static_cast<float*>(dst);
  for (std::int64_t i = 0; i < n; ++i) {
    float f = static_cast<float>(in[i]);
    if (static_cast<double>(f) != in[i] && std::isfinite(in[i])) {
      // Inexact: of the two neighbours take the one with an odd last bit.
      if (std::isinf(f) || std::fabs(static_cast<double>(f)) > std::fabs(in[i])) f = std::nextafter(f, 0.0f);
      f = std::bit_cast<float>(std::bit_cast<std::uint32_t>(f) | 1u);
    }
    out[i] = f;
  }
}

Row library_row(Opcode op, Lane lane) {
  if (lane != Lane::f32 && lane != Lane::f64) return nullptr;
  switch (op) {
    case Opcode::sigmoid:
      return one<Call<sigmoid_of>>(lane);
    case Opcode::softplus:
      return one<Call<softplus_of>>(lane);
    case Opcode::mish:
      return one<Call<mish_of>>(lane);
    case Opcode::gelu:
      return one<Call<gelu_of>>(lane);
    case Opcode::gelu_tanh:
      return one<Call<gelu_tanh_of>>(lane);
    case Opcode::swish:
      return one<CallWith<swish_of>>(lane);
    case Opcode::elu:
      return one<CallWith<elu_of>>(lane);
    case Opcode::celu:
      return one<CallWith<celu_of>>(lane);
    case Opcode::selu:
      return one<Selu>(lane);
    default:
      return find_function(op, lane);
  }
}

}  // namespace sardonyx::pointwise
