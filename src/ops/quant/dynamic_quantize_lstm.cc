// DynamicQuantizeLSTM: ONNX's LSTM with 8-bit weights, stored transposed. The input is quantised once over the whole
// sequence, the hidden state at every step over the whole batch, so that the number of threads never matters.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ops/activation.h"
#include "ops/dynamic_range.h"
#include "ops/int8_product.h"
#include "ops/recurrent_op.h"

namespace sardonyx {
namespace {

struct DynamicQuantizeLstm final : RecurrentOp {
  bool input_forget = false;

  void fields(FieldVisitor& f) override {
    RecurrentOp::fields(f);
    f("input_forget", input_forget);
  }
  void infer(InferContext& c) const override;
  Kernel lower(LowerContext& c) const override;
  std::vector<rows::Activation> all_activations() const;
};

std::vector<rows::Activation> DynamicQuantizeLstm::all_activations() const {
  const auto n = static_cast<std::size_t>(3 * directions());
  require(activations.empty() || activations.size() == n, Code::invalid_model,
          "{} activations are given, expected {}", activations.size(), n);
  static constexpr const char* kDefaults[] = {"Sigmoid", "Tanh", "Tanh"};
  return recurrent_activations(activations, activation_alpha, activation_beta, kDefaults, n);
}

void DynamicQuantizeLstm::infer(InferContext& c) const {
  all_activations();
  const SymShape &x = c.shape(0), &w = c.shape(1), &r = c.shape(2);
  if (!x.ranked() || !r.ranked() || !w.ranked()) return c.out(0, DType::float32, SymShape::unknown_dims(4));
  require(x.rank() == 3 && w.rank() == 3 && r.rank() == 3, Code::invalid_argument,
          "X, W and R are {}, {} and {}", x, w, r);
  const Dim hidden = hidden_size ? Dim(*hidden_size) : r[1], dirs = Dim(directions());
  const auto same = [](const Dim& a, const Dim& b) { return !a.is_number() || !b.is_number() || a == b; };
  require(same(w[0], dirs) && same(r[0], dirs) && same(w[1], x[2]) && same(r[1], hidden) &&
              same(w[2], hidden * Dim(4)) && same(r[2], hidden * Dim(4)),
          Code::invalid_argument, "X {}, W {} and R {} do not fit each other", x, w, r);
  c.out(0, DType::float32, SymShape{x[0], dirs, x[1], hidden});
  c.out(1, DType::float32, SymShape{dirs, x[1], hidden});
  c.out(2, DType::float32, SymShape{dirs, x[1], hidden});
}

// One call; sizes as ONNX's LSTM names them.
struct LstmRun {
  std::int64_t steps, batch, inputs, hidden, directions;
  bool reverse, input_forget;
  float limit;  // of values before an activation; infinite without clip
  std::vector<rows::Activation> activations;
  DType weights;
  std::int64_t w_scales, r_scales;  // per direction: 1 or 4 * hidden
  bool lengths;
  Isa isa;

  void operator()(Call& call) const;

 private:
  struct Memory {
    std::vector<float> gates, h, c, recurrent;
    std::vector<std::uint8_t> quantised;
  };
  void product(Call& call, const float* x, std::int64_t rows, std::int64_t k, std::size_t weight,
               std::size_t scale, std::int64_t scales, std::int64_t d, std::uint8_t* quantised,
               float* out) const;
  void direction(Call& call, std::int64_t d, Memory& m) const;
  void cell(const Call& call, std::int64_t d, float* g, float* h, float* c) const noexcept;
};

void LstmRun::product(Call& call, const float* x, std::int64_t rows, std::int64_t k, std::size_t weight,
                      std::size_t scale, std::int64_t scales, std::int64_t d, std::uint8_t* quantised,
                      float* out) const {
  const std::int64_t n = 4 * hidden;
  const DynamicRange range = dynamic_range(call, x, rows * k, isa);
  quantize_dynamic(call, x, rows * k, range, quantised, isa);
  SumStore store;
  store.rows = &quant::rows(isa);
  store.to = DType::float32;
  store.y = reinterpret_cast<std::byte*>(out);
  store.columns = n;
  store.row_scale = {range.scale};
  store.col_scale = load_scales(DType::float32, call.in(scale) + d * scales * 4, scales);
  Int8Product p;
  p.shape.m = rows;
  p.shape.n = n;
  p.shape.k = k;
  p.a = {reinterpret_cast<const std::byte*>(quantised), false, {range.zero}};
  p.b = {call.in(weight) + d * k * n, weights == DType::int8,
         load_zeros(weights, call.in(scale + 1) + d * scales, scales)};
  p.store = &store;
  run_product(call, p, isa);
}

// `g` holds the sums of the input, output, forget and cell gate without bias.
void LstmRun::cell(const Call& call, std::int64_t d, float* g, float* h, float* c) const noexcept {
  const std::int64_t n = hidden;
  const float* bias = call.in<float>(3) != nullptr ? call.in<float>(3) + d * 8 * n : nullptr;
  const float* peep = call.in<float>(7) != nullptr ? call.in<float>(7) + d * 3 * n : nullptr;
  const rows::Activation* act = activations.data() + 3 * d;
  float *in = g, *out = g + n, *forget = g + 2 * n, *fresh = g + 3 * n;
  const auto activate = [&](const rows::Activation& a, float* x) {
    if (std::isfinite(limit))
      for (std::int64_t j = 0; j < n; ++j) x[j] = std::clamp(x[j], -limit, limit);
    rows::activate(a, x, n);
  };
  if (bias != nullptr)
    for (std::int64_t j = 0; j < 4 * n; ++j) g[j] += bias[j] + bias[4 * n + j];
  if (peep != nullptr) {
    for (std::int64_t j = 0; j < n; ++j) {
      in[j] += peep[j] * c[j];
      forget[j] += peep[2 * n + j] * c[j];
    }
  }
  activate(act[0], in);
  activate(act[0], forget);
  activate(act[1], fresh);
  for (std::int64_t j = 0; j < n; ++j) {
    c[j] = (input_forget ? 1 - in[j] : forget[j]) * c[j] + in[j] * fresh[j];
    if (peep != nullptr) out[j] += peep[n + j] * c[j];
  }
  activate(act[0], out);
  std::copy_n(c, n, h);
  activate(act[2], h);
  for (std::int64_t j = 0; j < n; ++j) h[j] *= out[j];
}

void LstmRun::direction(Call& call, std::int64_t d, Memory& m) const {
  const std::int64_t n = hidden, state = batch * n;
  product(call, call.in<float>(0), steps * batch, inputs, 1, 8, w_scales, d, m.quantised.data(),
          m.gates.data());
  const auto start = [&](std::size_t i, std::vector<float>& to) {
    const float* from = call.in<float>(i);
    if (from != nullptr)
      std::copy_n(from + d * state, state, to.begin());
    else
      std::fill(to.begin(), to.end(), 0.0f);
  };
  start(5, m.h);
  start(6, m.c);
  float* y = call.out<float>(0);
  if (y != nullptr)
    for (std::int64_t s = 0; s < steps; ++s) std::fill_n(y + (s * directions + d) * state, state, 0.0f);
  const auto* given = call.in<std::int32_t>(4);
  const bool backward = reverse || d == 1;
  for (std::int64_t t = 0; t < steps; ++t) {
    call.check_stop();
    product(call, m.h.data(), batch, n, 2, 10, r_scales, d, m.quantised.data(), m.recurrent.data());
    for (std::int64_t b = 0; b < batch; ++b) {
      const std::int64_t length = lengths ? std::clamp<std::int64_t>(given[b], 0, steps) : steps;
      if (t >= length) continue;
      const std::int64_t at = backward ? length - 1 - t : t;
      float* h = m.h.data() + b * n;
      float* g = m.recurrent.data() + b * 4 * n;
      const float* given_sums = m.gates.data() + (at * batch + b) * 4 * n;
      for (std::int64_t j = 0; j < 4 * n; ++j) g[j] += given_sums[j];
      cell(call, d, g, h, m.c.data() + b * n);
      if (y != nullptr) std::copy_n(h, n, y + (at * directions + d) * state + b * n);
    }
  }
  if (call.out<float>(1) != nullptr) std::copy_n(m.h.data(), state, call.out<float>(1) + d * state);
  if (call.out<float>(2) != nullptr) std::copy_n(m.c.data(), state, call.out<float>(2) + d * state);
}

void LstmRun::operator()(Call& call) const {
  Memory m;
  const auto size = [](std::int64_t n) { return static_cast<std::size_t>(n); };
  m.gates.resize(size(steps * batch * 4 * hidden));
  m.recurrent.resize(size(batch * 4 * hidden));
  m.h.resize(size(batch * hidden));
  m.c.resize(size(batch * hidden));
  m.quantised.resize(size(std::max(steps * batch * inputs, batch * hidden)));
  for (std::int64_t d = 0; d < directions; ++d) direction(call, d, m);
}

Kernel DynamicQuantizeLstm::lower(LowerContext& c) const {
  const Shape x = c.shape(0), r = c.shape(2);
  LstmRun run{x[0],
              x[1],
              x[2],
              r[1],
              directions(),
              direction == "reverse",
              input_forget,
              clip ? *clip : HUGE_VALF,
              all_activations(),
              c.dtype(1),
              0,
              0,
              c.has(4),
              c.options().isa};
  for (rows::Activation& a : run.activations) a.isa = c.options().isa;
  const auto scales = [&](std::size_t i) {
    const std::int64_t n = c.shape(i).count() / run.directions;
    require((n == 1 || n == 4 * run.hidden) && c.shape(i + 1).count() == c.shape(i).count(),
            Code::invalid_argument, "scales and zero points of weights are {} and {}", c.shape(i),
            c.shape(i + 1));
    return n;
  };
  run.w_scales = scales(8);
  run.r_scales = scales(10);
  const auto sized = [&](std::size_t i, std::int64_t n) {
    if (!c.has(i)) return;
    require(c.shape(i).count() == n, Code::invalid_argument, "input {} is {}, expected {} elements", i,
            c.shape(i), n);
  };
  sized(3, run.directions * 8 * run.hidden);
  sized(4, run.batch);
  sized(5, run.directions * run.batch * run.hidden);
  sized(6, run.directions * run.batch * run.hidden);
  sized(7, run.directions * 3 * run.hidden);
  return Kernel::of(std::move(run));
}

}  // namespace

void register_dynamic_quantize_lstm(OpRegistry& r) {
  r.add<DynamicQuantizeLstm>("com.microsoft", "DynamicQuantizeLSTM");
}

}  // namespace sardonyx
