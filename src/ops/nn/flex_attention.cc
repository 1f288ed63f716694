// FlexAttention: attention whose scores and probabilities go through bodies of the model.
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "kernels/rows/rows.h"
#include "ops/attention_layout.h"
#include "ops/body.h"
#include "ops/weights.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

struct Run {
  HeadSizes q, k, v;
  std::size_t inputs = 3;
  DType dtype = DType::float32, compute = DType::float32, precision = DType::float32;
  double scale = 1;
  std::shared_ptr<Body> score_mod, prob_mod;
  Isa isa = Isa::base;

  Shape scores_shape() const { return Shape{q.batch, q.heads, q.length, k.length}; }

  // All heads at once: c [batch, heads, m, n] = factor * a * b, a and b given by their steps.
  void multiply(const attention::Operand& a, const gemm::Matrix& b, const attention::Operand& b_steps,
                std::int64_t m, std::int64_t n, std::int64_t inner, double factor, void* c,
                Call& call) const {
    gemm::Problem p;
    const std::int64_t group = q.heads / k.heads;
    p.type = gemm_type(compute);
    p.m = m;
    p.n = n;
    p.k = inner;
    p.a = {a.data, a.row, 1};
    p.b = b;
    p.c = c;
    p.ldc = n;
    p.epilogue.scale = factor;
    p.batch.rank = 3;
    const std::int64_t sizes[] = {q.batch, k.heads, group};
    const std::ptrdiff_t a_steps[] = {a.batch, a.head * group, a.head},
                         bs[] = {b_steps.batch, b_steps.head, 0},
                         c_steps[] = {q.heads * m * n, group * m * n, m * n};
    for (int i = 0; i < 3; ++i) {
      p.batch.size[i] = sizes[i];
      p.batch.a[i] = a_steps[i];
      p.batch.b[i] = bs[i];
      p.batch.c[i] = c_steps[i];
    }
    gemm::run(p, call.pool(), call.stop(), isa);
  }

  Tensor as(const Tensor& t, DType to) const {
    if (t.dtype() == to) return t;
    if (to == compute) return weights_as(t, to).held;
    Tensor out(to, t.shape());
    convert_from_float(to, t.as<float>().data(), out.mutable_data(), t.count());
    return out;
  }

  // What `body` makes of `t`; `t` itself without one.
  Tensor modified(const std::shared_ptr<Body>& body, Tensor t, Call& call) const {
    if (body == nullptr) return t;
    std::vector<Value> given = {as(t, precision)};
    for (std::size_t i = 3; i < inputs; ++i) given.push_back(call.value(i));
    std::vector<Value> result = body->run(call, std::move(given));
    require(!result.empty() && result[0].is_tensor() && result[0].tensor().shape() == t.shape(),
            Code::invalid_argument, "a modifier of FlexAttention must keep the shape {}", t.shape());
    return as(result[0].tensor(), compute).clone();  // softmax works in place
  }

  template <typename T>
  void softmax(Tensor& scores, Call& call) const {
    T* x = scores.mutable_as<T>().data();
    const auto& kernels = rows::kernels<T>(isa);
    const std::int64_t n = k.length;
    if (n == 0) return;
    call.for_range(scores.count() / n, 1 + 8192 / n, [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t i = begin; i < end; ++i) kernels.softmax(x + i * n, x + i * n, n);
    });
  }

  void operator()(Call& call) const {
    const Tensor tq = as(call.value(0).tensor(), compute), tk = as(call.value(1).tensor(), compute),
                 tv = as(call.value(2).tensor(), compute);
    Tensor scores(compute, scores_shape());
    const attention::Operand ks = k.steps(tk.data()), vs = v.steps(tv.data());
    multiply(q.steps(tq.data()), {ks.data, 1, ks.row}, ks, q.length, k.length, q.size, scale,
             scores.mutable_data(), call);
    scores = modified(score_mod, std::move(scores), call);
    if (compute == DType::float64)
      softmax<double>(scores, call);
    else
      softmax<float>(scores, call);
    scores = modified(prob_mod, std::move(scores), call);
    const HeadSizes p{q.batch, q.heads, q.length, k.length, false};
    Tensor y(compute, Shape{q.batch, q.heads, q.length, v.size});
    multiply(p.steps(scores.data()), {vs.data, vs.row, 1}, vs, q.length, v.size, k.length, 1,
             y.mutable_data(), call);
    call.set_out(0, as(y, dtype));
  }
};

struct FlexAttention final : Op {
  std::shared_ptr<Graph> score_mod, prob_mod;
  std::optional<float> scale;
  std::optional<std::int64_t> softmax_precision;
  std::int64_t captures = 0;

  void fields(FieldVisitor& f) override {
    f("score_mod", score_mod);
    f("prob_mod", prob_mod);
    f("scale", scale);
    f("softmax_precision", softmax_precision);
    f("captures", captures);
  }

  void infer(InferContext& c) const override {
    const auto q = heads_of(c.shape(0), {}, "Q"), v = heads_of(c.shape(2), {}, "V");
    SymShape y;
    if (q && v) y = {q->batch, q->heads, q->length, v->size};
    c.out(0, c.dtype(0), std::move(y));
  }

  Kernel lower(LowerContext& c) const override {
    Run r;
    r.q = head_sizes(c.shape(0), {}, "Q");
    r.k = head_sizes(c.shape(1), {}, "K");
    r.v = head_sizes(c.shape(2), {}, "V");
    const bool fits = r.q.batch == r.k.batch && r.k.batch == r.v.batch && r.k.heads == r.v.heads &&
                      r.k.length == r.v.length && r.q.size == r.k.size && r.k.heads > 0 &&
                      r.q.heads % r.k.heads == 0;
    require(fits, Code::invalid_argument, "Q {}, K {} and V {} do not fit each other", c.shape(0), c.shape(1),
            c.shape(2));
    r.inputs = c.inputs();
    r.dtype = c.dtype(0);
    r.precision = r.dtype == DType::float64 ? DType::float64 : DType::float32;
    if (softmax_precision) r.precision = static_cast<DType>(*softmax_precision);
    require(is_float(r.precision), Code::invalid_model, "softmax_precision {} is no float type",
            softmax_precision.value_or(0));
    r.compute = r.dtype == DType::float64 || r.precision == DType::float64 ? DType::float64 : DType::float32;
    require(r.compute == DType::float32 || r.precision == DType::float64, Code::not_implemented,
            "softmax_precision below float64 for float64 inputs is not supported");
    r.scale = scale ? static_cast<double>(*scale) : 1.0 / std::sqrt(static_cast<double>(r.q.size));
    if (score_mod) r.score_mod = c.body(score_mod);
    if (prob_mod) r.prob_mod = c.body(prob_mod);
    r.isa = c.options().isa;
    return Kernel::of_values(std::move(r));
  }
};

}  // namespace

void register_flex_attention(OpRegistry& r) { r.add<FlexAttention>("ai.onnx.preview", "FlexAttention"); }

}  // namespace sardonyx
