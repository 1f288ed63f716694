// Gemm: alpha * A' * B' + beta * C, and ONNX Runtime's FusedGemm with an activation behind it.
#include "kernels/gemm/gemm.h"

#include "graph/op.h"
#include "kernels/rows/expand.h"
#include "ops/activation.h"
#include "ops/dispatch.h"
#include "ops/epilogue.h"
#include "ops/in_float.h"
#include "ops/product.h"
#include "ops/weights.h"

namespace sardonyx {
namespace {

// How C meets the result.
struct Addend {
  enum class Form : std::uint8_t { none, per_column, per_row, full, scalar };
  Form form = Form::none;
  std::int64_t rows = 0, columns = 0;
  std::vector<std::int64_t> shape;

  // Elements of scratch that a call needs for the scaled or repeated vector.
  std::int64_t scratch(double beta) const {
    if (form == Form::scalar) return columns;
    if (beta == 1) return 0;
    return form == Form::per_column ? columns : form == Form::per_row ? rows : 0;
  }
};

Addend addend(const LowerContext& c, std::int64_t m, std::int64_t n, double beta) {
  Addend a;
  a.rows = m;
  a.columns = n;
  if (own_inputs(c) < 3 || !c.has(2) || beta == 0) return a;
  const Shape shape = c.shape(2);
  a.shape.assign(shape.begin(), shape.end());
  const std::int64_t target[] = {m, n};
  const std::vector<std::int64_t> steps = rows::expanded_strides(a.shape, target);
  using Form = Addend::Form;
  const bool down = steps[0] != 0, across = steps[1] != 0;
  a.form = down && across ? Form::full : across ? Form::per_column : down ? Form::per_row : Form::scalar;
  // A full matrix of one row or column has a step of 0 there; it is the vector all the same.
  return a;
}

template <typename T>
void put_addend(gemm::Epilogue& e, const Addend& a, const T* c, double beta, T* scratch) {
  using Form = Addend::Form;
  const T* vector = c;
  const std::int64_t length = a.form == Form::per_row ? a.rows : a.columns;
  if (a.scratch(beta) > 0) {
    for (std::int64_t i = 0; i < length; ++i)
      scratch[i] = static_cast<T>(beta * static_cast<double>(c[a.form == Form::scalar ? 0 : i]));
    vector = scratch;
  }
  if (a.form == Form::per_column || a.form == Form::scalar) e.col_bias = vector;
  if (a.form == Form::per_row) e.row_bias = vector;
  if (a.form == Form::full) {
    e.residual = c;
    e.residual_row = static_cast<std::ptrdiff_t>(a.columns);
    e.residual_scale = beta;
  }
}

// Towards zero; NaN becomes 0, what T does not hold its nearest end.
template <typename T>
T cut(double v) {
  constexpr auto kLeast = std::numeric_limits<T>::min(), kMost = std::numeric_limits<T>::max();
  if (std::isnan(v)) return 0;
  if (v <= static_cast<double>(kLeast)) return kLeast;
  return v >= static_cast<double>(kMost) ? kMost : static_cast<T>(v);
}

// alpha * y + beta * c on integers: exact (it wraps) when both factors are whole, else through float64.
template <typename T>
void finish_integers(T* y, const T* c, const Addend& a, float alpha, float beta) {
  using Wrapping = std::make_unsigned_t<T>;
  const std::int64_t target[] = {a.rows, a.columns};
  const auto steps = c == nullptr ? std::vector<std::int64_t>{0, 0} : rows::expanded_strides(a.shape, target);
  const bool whole = std::abs(alpha) < 1e9f && std::abs(beta) < 1e9f && alpha == std::trunc(alpha) &&
                     beta == std::trunc(beta);
  const auto ia = whole ? static_cast<Wrapping>(static_cast<std::int64_t>(alpha)) : Wrapping{0};
  const auto ib = whole ? static_cast<Wrapping>(static_cast<std::int64_t>(beta)) : Wrapping{0};
  for (std::int64_t i = 0; i < a.rows * a.columns; ++i) {
    const T add = c == nullptr ? T{0} : c[i / a.columns * steps[0] + i % a.columns * steps[1]];
    if (whole)
      y[i] = static_cast<T>(static_cast<Wrapping>(y[i]) * ia + static_cast<Wrapping>(add) * ib);
    else
      y[i] = cut<T>(static_cast<double>(alpha) * static_cast<double>(y[i]) +
                    static_cast<double>(beta) * static_cast<double>(add));
  }
}

struct Gemm : Op {
  float alpha = 1, beta = 1;
  bool trans_a = false, trans_b = false;

  void fields(FieldVisitor& f) override {
    f("alpha", alpha);
    f("beta", beta);
    f("transA", trans_a);
    f("transB", trans_b);
  }
  virtual rows::Activation activation() const { return {}; }

  void infer(InferContext& c) const override {
    for (std::size_t i = 0; i < 2; ++i) {
      const SymShape& s = c.shape(i);
      require(!s.ranked() || s.rank() == 2, Code::invalid_argument, "input {} of shape {} is no matrix", i,
              s);
    }
    SymShape y = product_output(c.shape(0), c.shape(1), {trans_a, false}, {trans_b, false});
    if (y.concrete() && c.has(2) && c.shape(2).concrete()) {
      const Shape add = *c.shape(2).numbers(), out = *y.numbers();
      require(rows::expands_to(add.dims(), out.dims()), Code::invalid_argument,
              "C of shape {} does not broadcast to {}", add, out);
    }
    c.out(0, c.dtype(0), std::move(y));
  }

  bool reads_input(std::size_t i) const override { return i != 1; }

  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override {
    const Tensor* b = c.constant(1);
    if (b == nullptr || b->count() == 0 || b->rank() != 2) return nullptr;
    const OperandView view = view_right(b->shape(), {trans_b, false});
    const DType compute = product_type(b->dtype());
    const gemm::Type type = gemm_type(compute);
    const Isa isa = c.options().isa;
    const Weights weights =
        is_float(b->dtype()) ? weights_to_pack(*b, compute) : weights_to_pack(*b, b->dtype());
    const gemm::Matrix matrix{weights.data(), view.row_step, view.column_step};
    return make_packed(gemm::packed_b_bytes(type, view.rows, view.columns, isa), compute,
                       [&](void* to) { gemm::pack_b(type, view.rows, view.columns, matrix, to, isa); });
  }

  bool takes_epilogue(const pointwise::Program& program) const override {
    return activation().kind == rows::Activation::Kind::identity && FusedEpilogue::accepts(program) &&
           is_float(program.type(program.operands()[0]));
  }

  Kernel lower(LowerContext& c) const override {
    const OperandView a = view_left(c.shape(0), {trans_a, false});
    const OperandView b = view_right(c.shape(1), {trans_b, false});
    const Packed* packed = c.prepared<Packed>();
    gemm::Problem problem = product(gemm_type(product_type(c.dtype(0))), a, b);
    problem.packed_b = packed != nullptr ? packed->data() : nullptr;
    const Addend add = addend(c, problem.m, problem.n, beta);
    const Isa isa = c.options().isa;
    if (!is_float(c.dtype(0))) return integer_kernel(c.dtype(0), problem, add, isa);
    const FusedEpilogue tail(c, problem.n);
    auto make = [&]<typename T>() { return float_kernel<T>(problem, add, tail, isa); };
    if (tail) return c.dtype(0) == DType::float64 ? make.operator()<double>() : make.operator()<float>();
    if (packed != nullptr) return in_float(c, make, {1});
    return in_float(c, make);
  }

  template <typename T>
  Kernel float_kernel(gemm::Problem problem, const Addend& add, const FusedEpilogue& tail, Isa isa) const {
    problem.epilogue.scale = alpha;
    rows::Activation act = activation();
    act.isa = isa;
    const double factor = beta;
    return Kernel::of([=](Call& call) {
             gemm::Problem p = problem;
             p.a.data = call.in(0);
             p.b.data = call.in(1);
             p.c = call.out(0);
             const T* c = add.form == Addend::Form::none ? nullptr : call.in<T>(2);
             put_addend<T>(p.epilogue, add, c, factor, reinterpret_cast<T*>(call.scratch()));
             p.epilogue.hook = rows::hook_of<T>(act);
             p.epilogue.context = &act;
             const FusedEpilogue::Bound bound(tail, call);
             if (tail) {
               if (!tail.in_place()) p.c = nullptr;
               p.epilogue.hook = FusedEpilogue::Bound::hook;
               p.epilogue.context = &bound;
             }
             gemm::run(p, call.pool(), call.stop(), isa);
           })
        .with_scratch(static_cast<std::size_t>(add.scratch(factor)) * sizeof(T));
  }

  Kernel integer_kernel(DType dtype, const gemm::Problem& problem, const Addend& add, Isa isa) const {
    auto finish = [&]<typename T>() {
      return Kernel::of([=, scale = alpha, factor = beta](Call& call) {
        gemm::Problem p = problem;
        p.a.data = call.in(0);
        p.b.data = call.in(1);
        p.c = call.out(0);
        gemm::run(p, call.pool(), call.stop(), isa);
        finish_integers(call.out<T>(0), call.in<T>(2), add, scale, factor);
      });
    };
    switch (dtype) {
      case DType::int32:
        return finish.operator()<std::int32_t>();
      case DType::uint32:
        return finish.operator()<std::uint32_t>();
      case DType::int64:
        return finish.operator()<std::int64_t>();
      default:
        return finish.operator()<std::uint64_t>();
    }
  }
};

struct FusedGemm final : Gemm {
  std::string name;
  std::optional<float> activation_alpha, activation_beta, activation_gamma;

  void fields(FieldVisitor& f) override {
    Gemm::fields(f);
    f("activation", name);
    f("activation_alpha", activation_alpha);
    f("activation_beta", activation_beta);
    f("activation_gamma", activation_gamma);
  }
  void infer(InferContext& c) const override {
    activation();
    Gemm::infer(c);
  }
  rows::Activation activation() const override {
    return gemm_activation(name, activation_alpha, activation_beta, activation_gamma);
  }
};

// Before version 7 broadcasting had to be asked for; what it allowed is what is always allowed now.
void drop_broadcast(UpgradeContext& u) { u.take<std::int64_t>("broadcast"); }

}  // namespace

void register_gemm(OpRegistry& r) {
  r.add<Gemm>("", "Gemm", drop_broadcast);
  r.add<FusedGemm>("com.microsoft", "FusedGemm");
}

}  // namespace sardonyx
