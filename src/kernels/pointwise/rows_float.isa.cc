// Arithmetic, comparison and simple activations of float32 and float64.
#include "kernels/pointwise/row_loop.h"

namespace sardonyx::pointwise::SARDONYX_ISA_NAMESPACE {
namespace {

using Truth = std::uint8_t;

template <typename T>
struct Add {
  T operator()(T a, T b) const { return a + b; }
};
template <typename T>
struct Sub {
  T operator()(T a, T b) const { return a - b; }
};
template <typename T>
struct Mul {
  T operator()(T a, T b) const { return a * b; }
};
template <typename T>
struct Div {
  T operator()(T a, T b) const { return a / b; }
};
// A NaN on either side stays: the comparison with a NaN is false, which gives b; a's own is asked for.
template <typename T>
struct Min {
  T operator()(T a, T b) const { return ((a < b) | (a != a)) ? a : b; }
};
template <typename T>
struct Max {
  T operator()(T a, T b) const { return ((a > b) | (a != a)) ? a : b; }
};
template <typename T>
struct PRelu {
  T operator()(T x, T slope) const {
    const T y = x * slope;
    return x < 0 ? y : x;
  }
};

template <typename T>
struct Equal {
  Truth operator()(T a, T b) const { return a == b; }
};
template <typename T>
struct NotEqual {
  Truth operator()(T a, T b) const { return a != b; }
};
template <typename T>
struct Less {
  Truth operator()(T a, T b) const { return a < b; }
};
template <typename T>
struct LessEqual {
  Truth operator()(T a, T b) const { return a <= b; }
};

inline float absolute(float x) { return __builtin_fabsf(x); }
inline double absolute(double x) { return __builtin_fabs(x); }
template <typename T>
struct Abs {
  T operator()(T x) const { return absolute(x); }
};
template <typename T>
struct Neg {
  T operator()(T x) const { return -x; }
};
template <typename T>
struct Sign {
  T operator()(T x) const {
    const T y = x > 0 ? T(1) : x;
    return x < 0 ? T(-1) : y;
  }
};
template <typename T>
struct Relu {
  T operator()(T x) const { return x < 0 ? T(0) : x; }
};
template <typename T>
struct Ceil {
  T operator()(T x) const {
    if constexpr (sizeof(T) == 4)
      return __builtin_ceilf(x);
    else
      return __builtin_ceil(x);
  }
};
template <typename T>
struct Floor {
  T operator()(T x) const {
    if constexpr (sizeof(T) == 4)
      return __builtin_floorf(x);
    else
      return __builtin_floor(x);
  }
};
template <typename T>
struct Round {
  T operator()(T x) const {
    if constexpr (sizeof(T) == 4)
      return __builtin_rintf(x);
    else
      return __builtin_rint(x);
  }
};
template <typename T>
struct Sqrt {
  T operator()(T x) const {
    if constexpr (sizeof(T) == 4)
      return __builtin_sqrtf(x);
    else
      return __builtin_sqrt(x);
  }
};
template <typename T>
struct Reciprocal {
  T operator()(T x) const { return T(1) / x; }
};
template <typename T>
struct IsNan {
  Truth operator()(T x) const { return x != x; }
};
template <typename T>
struct IsInf {
  explicit IsInf(const Immediates& imm) : negative(imm.a != 0), positive(imm.b != 0) {}
  Truth operator()(T x) const {
    constexpr T inf = static_cast<T>(__builtin_inf());
    return static_cast<Truth>(((x == inf) & positive) | ((x == -inf) & negative));
  }
  bool negative, positive;
};
template <typename T>
struct Softsign {
  T operator()(T x) const {
    return absolute(x) == static_cast<T>(__builtin_inf()) ? (x > 0 ? T(1) : T(-1)) : x / (T(1) + absolute(x));
  }
};

// Activations with parameters.
template <typename T>
struct Parameters {
  explicit Parameters(const Immediates& imm) : a(static_cast<T>(imm.a)), b(static_cast<T>(imm.b)) {}
  T a, b;
};
template <typename T>
T unit(T x) {
  const T y = x < 0 ? T(0) : x;
  return y > 1 ? T(1) : y;
}
// a * x + b in one rounding: beside the zero of the sum, the product's own would be all that is left.
inline float line(float a, float x, float b) {
#if defined(__FMA__)
  return __builtin_fmaf(a, x, b);
#else
  return static_cast<float>(static_cast<double>(a) * static_cast<double>(x) + static_cast<double>(b));
#endif
}
inline double line(double a, double x, double b) { return __builtin_fma(a, x, b); }
template <typename T>
struct HardSigmoid : Parameters<T> {
  using Parameters<T>::Parameters;
  T operator()(T x) const { return unit(line(this->a, x, this->b)); }
};
template <typename T>
struct HardSwish {  // adding first loses nothing beside -3, where the result vanishes
  T operator()(T x) const { return x * unit((x + T(3)) / T(6)); }
};
template <typename T>
struct LeakyRelu : Parameters<T> {
  using Parameters<T>::Parameters;
  T operator()(T x) const {
    const T y = this->a * x;
    return x < 0 ? y : x;
  }
};
template <typename T>
struct ThresholdedRelu : Parameters<T> {
  using Parameters<T>::Parameters;
  T operator()(T x) const { return ((x > this->a) | (x != x)) ? x : T(0); }
};
template <typename T>
struct Shrink : Parameters<T> {
  using Parameters<T>::Parameters;
  T operator()(T x) const {
    const T low = x + this->b, high = x - this->b;
    const T middle = x != x ? x : T(0);
    const T y = x > this->a ? high : middle;
    return x < -this->a ? low : y;
  }
};

template <template <typename> class F, typename T>
constexpr Row one = row1<F<T>, T, T>;
template <template <typename> class F, typename T>
constexpr Row two = row2_single<F<T>, T, T>;
template <template <typename> class F, typename T>
constexpr Row truth = row2_single<F<T>, Truth, T>;

// greater(a, b) is less(b, a).
template <Row row>
void swapped(void* dst, const void* const* src, std::int64_t n, const Immediates& imm) {
  const void* const other[2] = {src[1], src[0]};
  Immediates exchanged = imm;
  exchanged.single = (imm.single >> 1 & 1) | (imm.single & 1) << 1;
  row(dst, other, n, exchanged);
}

template <typename T>
Row find_of(Opcode op) {
  switch (op) {
    case Opcode::add:
      return two<Add, T>;
    case Opcode::sub:
      return two<Sub, T>;
    case Opcode::mul:
      return two<Mul, T>;
    case Opcode::div:
      return two<Div, T>;
    case Opcode::min:
      return two<Min, T>;
    case Opcode::max:
      return two<Max, T>;
    case Opcode::prelu:
      return two<PRelu, T>;
    case Opcode::equal:
      return truth<Equal, T>;
    case Opcode::not_equal:
      return truth<NotEqual, T>;
    case Opcode::less:
      return truth<Less, T>;
    case Opcode::less_equal:
      return truth<LessEqual, T>;
    case Opcode::greater:
      return swapped<row2_single<Less<T>, Truth, T>>;
    case Opcode::greater_equal:
      return swapped<row2_single<LessEqual<T>, Truth, T>>;
    case Opcode::abs:
      return one<Abs, T>;
    case Opcode::neg:
      return one<Neg, T>;
    case Opcode::sign:
      return one<Sign, T>;
    case Opcode::relu:
      return one<Relu, T>;
    case Opcode::ceil:
      return one<Ceil, T>;
    case Opcode::floor:
      return one<Floor, T>;
    case Opcode::round:
      return one<Round, T>;
    case Opcode::sqrt:
      return one<Sqrt, T>;
    case Opcode::reciprocal:
      return one<Reciprocal, T>;
    case Opcode::is_nan:
      return row1<IsNan<T>, Truth, T>;
    case Opcode::is_inf:
      return row1<IsInf<T>, Truth, T>;
    case Opcode::softsign:
      return one<Softsign, T>;
    case Opcode::hard_sigmoid:
      return one<HardSigmoid, T>;
    case Opcode::hard_swish:
      return one<HardSwish, T>;
    case Opcode::leaky_relu:
      return one<LeakyRelu, T>;
    case Opcode::thresholded_relu:
      return one<ThresholdedRelu, T>;
    case Opcode::shrink:
      return one<Shrink, T>;
    default:
      return nullptr;
  }
}

Row find(Opcode op, Lane lane) {
  if (lane == Lane::f32) return find_of<float>(op);
  return lane == Lane::f64 ? find_of<double>(op) : nullptr;
}

}  // namespace

extern const RowTable float_rows;
const RowTable float_rows{find};

}  // namespace sardonyx::pointwise::SARDONYX_ISA_NAMESPACE
