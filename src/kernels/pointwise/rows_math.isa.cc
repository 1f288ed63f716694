// float32's transcendental functions, vectorised.
#include "kernels/pointwise/float_math.h"
#include "kernels/pointwise/row_loop.h"

namespace sardonyx::pointwise::SARDONYX_ISA_NAMESPACE {
namespace {

template <float (*F)(float)>
struct Function {
  float operator()(float x) const { return F(x); }
};

struct Parameters {
  explicit Parameters(const Immediates& imm) : a(static_cast<float>(imm.a)), b(static_cast<float>(imm.b)) {}
  float a, b;
};
struct Swish : Parameters {
  using Parameters::Parameters;
  float operator()(float x) const { return swish_of(x, a); }
};
struct Elu : Parameters {
  using Parameters::Parameters;
  float operator()(float x) const {
    const float y = a * expm1_negative(x);
    return x < 0.0f ? y : x;
  }
};
// The product of the two factors is rounded with the result, not before; nothing is left of an infinite one.
struct Selu : Parameters {
  explicit Selu(const Immediates& imm)
      : Parameters(imm), both(a * b), rest(both - both == 0.0f ? product_rest(a, b, both) : 0.0f) {}
  float operator()(float x) const {
    const float e = expm1_negative(x);
    return x < 0.0f ? madd(both, e, rest * e) : b * x;
  }
  float both, rest;
};
struct Celu : Parameters {  // a > 0
  using Parameters::Parameters;
  float operator()(float x) const {
    const float y = a * expm1_negative(x / a);
    return x < 0.0f ? y : x;
  }
};

template <float (*F)(float)>
constexpr Row function = row1<Function<F>, float, float>;

// Elements that the fast form does not cover are rare: chunks with one go to the library as a whole.
constexpr std::int64_t kChunk = 256;

template <Opcode kOp, float (*F)(float)>
void bounded_row(void* dst, const void* const* src, std::int64_t n, const Immediates& imm) {
  const auto* x = static_cast<const float*>(src[0]);
  auto* d = static_cast<float*>(dst);
  for (std::int64_t i = 0; i < n; i += kChunk) {
    const std::int64_t m = n - i < kChunk ? n - i : kChunk;
    std::int32_t outside = 0;
    for (std::int64_t k = 0; k < m; ++k) outside |= magnitude(x[i + k]) < kTrigonometricLimit ? 0 : 1;
    const void* chunk[] = {x + i};
    const Row row = outside != 0 ? library_row(kOp, Lane::f32) : function<F>;
    row(d + i, chunk, m, imm);
  }
}

void celu_row(void* dst, const void* const* src, std::int64_t n, const Immediates& imm) {
  const Row row = imm.a > 0 ? row1<Celu, float, float> : library_row(Opcode::celu, Lane::f32);
  row(dst, src, n, imm);
}

struct PowPositive {
  float operator()(float x, float y) const { return pow_positive(x, y); }
};

void pow_row(void* dst, const void* const* src, std::int64_t n, const Immediates& imm) {
  const auto *x = static_cast<const float*>(src[0]), *y = static_cast<const float*>(src[1]);
  auto* d = static_cast<float*>(dst);
  for (std::int64_t i = 0; i < n; i += kChunk) {
    const std::int64_t m = n - i < kChunk ? n - i : kChunk;
    std::int32_t outside = 0;
    for (std::int64_t k = 0; k < m; ++k) {
      const bool normal = (x[i + k] >= 1.17549435e-38f) & (x[i + k] < kInf) & (magnitude(y[i + k]) < kInf);
      outside |= normal ? 0 : 1;
    }
    const void* chunk[] = {x + i, y + i};
    const Row row = outside != 0 ? library_row(Opcode::pow, Lane::f32) : row2<PowPositive, float, float>;
    row(d + i, chunk, m, imm);
  }
}

Row find(Opcode op, Lane lane) {
  if (lane != Lane::f32) return nullptr;
  switch (op) {
    case Opcode::exp:
      return function<exp_of>;
    case Opcode::log:
      return function<log_of>;
    case Opcode::sin:
      return bounded_row<Opcode::sin, sin_of>;
    case Opcode::cos:
      return bounded_row<Opcode::cos, cos_of>;
    case Opcode::pow:
      return pow_row;
    case Opcode::tanh:
      return function<tanh_of>;
    case Opcode::erf:
      return function<erf_of>;
    case Opcode::sigmoid:
      return function<sigmoid_of>;
    case Opcode::softplus:
      return function<softplus_of>;
    case Opcode::mish:
      return function<mish_of>;
    case Opcode::gelu:
      return function<gelu_of>;
    case Opcode::gelu_tanh:
      return function<gelu_tanh_of>;
    case Opcode::swish:
      return row1<Swish, float, float>;
    case Opcode::elu:
      return row1<Elu, float, float>;
    case Opcode::selu:
      return row1<Selu, float, float>;
    case Opcode::celu:
      return celu_row;
    default:
      return nullptr;
  }
}

}  // namespace

extern const RowTable math_rows;
const RowTable math_rows{find};

}  // namespace sardonyx::pointwise::SARDONYX_ISA_NAMESPACE
