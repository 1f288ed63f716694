// com.microsoft AttnLSTM: an LSTM whose every step also sees what it attended to after the step before.
//
// Attention is Bahdanau's: the memory M has keys M * MW; the state h asks with h * QW; a key's score is
// V . tanh(key + question); their softmax weighs the memory. What the next step sees is that context, or
// [h, context] * AW.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graph/op.h"
#include "kernels/rnn/rnn.h"
#include "kernels/rows/rows.h"
#include "ops/activation.h"
#include "ops/in_float.h"
#include "ops/recurrent_op.h"
#include "ops/weights.h"
#include "tensor/checked_count.h"

namespace sardonyx {
namespace {

enum Input : std::size_t {
  kX,
  kW,
  kR,
  kB,
  kLengths,
  kH,
  kC,
  kP,
  kQueryWeight,
  kMemoryWeight,
  kV,
  kMemory,
  kMemoryLengths,
  kAttentionWeight
};

struct Layout {
  rnn::Layer step;  // one step; its input is [x, attention]
  std::int64_t steps = 0, batch = 0, x = 0, attention = 0, directions = 1, depth = 0, memory = 0, keys = 0;
  std::vector<rows::Activation> activations;
  bool reverse = false, projected = false;
};

// Scratch, in the order in which it is handed out.
template <typename T>
struct Workspace {
  T *input, *h, *c, *key, *question, *score, *joined, *memory;
};

std::array<std::int64_t, 8> sizes(const Layout& l) {
  const std::int64_t hidden = l.step.hidden;
  return {checked_count(Shape{l.batch, l.x + l.attention}),
          checked_count(Shape{l.batch, hidden}),
          checked_count(Shape{l.batch, hidden}),
          checked_count(Shape{l.batch, l.memory, l.keys}),
          checked_count(Shape{l.batch, l.keys}),
          l.memory,
          checked_count(Shape{l.batch, hidden + l.depth}),
          checked_count(Shape{l.batch, l.memory, l.depth})};
}

template <typename T>
Workspace<T> workspace(const Layout& l, T* at) {
  Workspace<T> w{};
  std::size_t i = 0;
  const auto all = sizes(l);
  for (T** p : {&w.input, &w.h, &w.c, &w.key, &w.question, &w.score, &w.joined, &w.memory}) {
    *p = at;
    at += all[i++];
  }
  return w;
}

std::size_t count_of(const Layout& l) {
  std::size_t n = 0;
  for (const std::int64_t size : sizes(l)) n = checked_add(n, static_cast<std::size_t>(size));
  return n;
}

// One direction of one call.
template <typename T>
struct Run {
  const Layout& l;
  Call& call;
  Isa isa;
  Workspace<T> w;
  std::int64_t d;  // the direction
  bool reverse;
  std::vector<std::int32_t> lengths, alive;

  const T* slice(std::size_t i, std::int64_t size) const {
    const T* p = call.in<T>(i);
    return p == nullptr ? nullptr : p + d * size;
  }

  // c [m, n] = a [m, k] * b [k, n]; rows of a and c lie `row_a`, `row_c` apart.
  void multiply(std::int64_t m, std::int64_t n, std::int64_t k, const T* a, std::int64_t row_a, const T* b,
                T* to, std::int64_t row_to) const {
    gemm::Problem p;
    p.type = gemm_type(dtype_of<T>);
    p.m = m;
    p.n = n;
    p.k = k;
    p.a = {a, row_a, 1};
    p.b = {b, n, 1};
    p.c = to;
    p.ldc = row_to;
    gemm::run(p, call.pool(), call.stop(), isa);
  }

  // The memory that counts (zeros behind its end) and its keys.
  void read_memory() {
    const auto* given = call.in<std::int32_t>(kMemoryLengths);
    const std::int64_t row = l.memory * l.depth;
    for (std::int64_t b = 0; b < l.batch; ++b) {
      const std::int64_t n = given == nullptr ? l.memory : given[b];
      require(n > 0 && n <= l.memory, Code::invalid_argument,
              "memory_seq_lens holds {}, it must be within (0, {}]", n, l.memory);
      alive.push_back(static_cast<std::int32_t>(n));
      T* to = std::copy_n(call.in<T>(kMemory) + b * row, n * l.depth, w.memory + b * row);
      std::fill(to, w.memory + (b + 1) * row, T{0});
    }
    multiply(l.batch * l.memory, l.keys, l.depth, w.memory, l.depth, slice(kMemoryWeight, l.depth * l.keys),
             w.key, l.keys);
  }

  // What the state of every sequence attends to, put where the next step's input has it.
  void attend() {
    const std::int64_t hidden = l.step.hidden, width = hidden + l.depth, input = l.x + l.attention;
    multiply(l.batch, l.keys, hidden, w.h, hidden, slice(kQueryWeight, hidden * l.keys), w.question, l.keys);
    const T* v = slice(kV, l.keys);
    const auto& rows = rows::kernels<T>(isa);
    for (std::int64_t b = 0; b < l.batch; ++b) {
      const std::int64_t n = alive[static_cast<std::size_t>(b)];
      for (std::int64_t j = 0; j < n; ++j) {
        const T *key = w.key + (b * l.memory + j) * l.keys, *question = w.question + b * l.keys;
        T sum = 0;
        for (std::int64_t i = 0; i < l.keys; ++i) sum += v[i] * std::tanh(key[i] + question[i]);
        w.score[j] = sum;
      }
      rows.softmax(w.score, w.score, n);
      T* context = std::copy_n(w.h + b * hidden, hidden, w.joined + b * width);
      multiply(1, l.depth, n, w.score, n, w.memory + b * l.memory * l.depth, context, l.depth);
    }
    T* to = w.input + l.x;
    if (l.projected)
      return multiply(l.batch, l.attention, width, w.joined, width,
                      slice(kAttentionWeight, width * l.attention), to, input);
    for (std::int64_t b = 0; b < l.batch; ++b)
      std::copy_n(w.joined + b * width + hidden, l.depth, to + b * input);
  }

  void read_states() {
    const std::int64_t count = l.batch * l.step.hidden;
    const T *h = slice(kH, count), *c = slice(kC, count);
    std::fill_n(w.h, count, T{0});
    std::fill_n(w.c, count, T{0});
    if (h != nullptr) std::copy_n(h, count, w.h);
    if (c != nullptr) std::copy_n(c, count, w.c);
    std::fill_n(w.input, l.batch * (l.x + l.attention), T{0});
    const auto* given = call.in<std::int32_t>(kLengths);
    for (std::int64_t b = 0; b < l.batch; ++b)
      lengths.push_back(given == nullptr
                            ? static_cast<std::int32_t>(l.steps)
                            : std::clamp<std::int32_t>(given[b], 0, static_cast<std::int32_t>(l.steps)));
  }

  void one_step(std::int64_t s, const rnn::Layer& layer, std::byte* scratch) {
    const std::int64_t hidden = l.step.hidden, width = l.x + l.attention;
    std::vector<std::int32_t> goes_on(lengths.size());
    const auto time = [&](std::int64_t b) {
      const std::int64_t n = lengths[static_cast<std::size_t>(b)];
      return s >= n ? -1 : reverse ? n - 1 - s : s;
    };
    for (std::int64_t b = 0; b < l.batch; ++b) {
      goes_on[static_cast<std::size_t>(b)] = time(b) >= 0 ? 1 : 0;
      if (time(b) >= 0) std::copy_n(call.in<T>(kX) + (time(b) * l.batch + b) * l.x, l.x, w.input + b * width);
    }
    rnn::Data<T> data;
    data.x = w.input;
    data.w = slice(kW, 4 * hidden * width);
    data.r = slice(kR, 4 * hidden * hidden);
    data.bias = slice(kB, 8 * hidden);
    data.peephole = slice(kP, 3 * hidden);
    data.lengths = goes_on.data();
    data.h0 = data.h = w.h;
    data.c0 = data.c = w.c;
    data.state_row = hidden;
    rnn::run(layer, data, scratch, call.pool(), call.stop(), isa);
    if (T* y = call.out<T>(0)) {
      for (std::int64_t b = 0; b < l.batch; ++b) {
        const std::int64_t t = time(b) >= 0 ? time(b) : s;
        T* to = y + ((t * l.directions + d) * l.batch + b) * hidden;
        if (time(b) >= 0)
          std::copy_n(w.h + b * hidden, hidden, to);
        else
          std::fill_n(to, hidden, T{0});
      }
    }
  }

  void all(std::byte* scratch) {
    read_states();
    read_memory();
    rnn::Layer layer = l.step;
    std::copy_n(l.activations.begin() + 3 * d, 3, layer.activation);
    for (rows::Activation& a : layer.activation) a.isa = isa;
    for (std::int64_t s = 0; s < l.steps; ++s) {
      call.check_stop();
      one_step(s, layer, scratch);
      if (s + 1 < l.steps) attend();
    }
    const std::int64_t count = l.batch * l.step.hidden;
    if (T* h = call.out<T>(1)) std::copy_n(w.h, count, h + d * count);
    if (T* c = call.out<T>(2)) std::copy_n(w.c, count, c + d * count);
  }
};

struct AttnLstm final : RecurrentOp {
  bool input_forget = false;

  void fields(FieldVisitor& f) override {
    RecurrentOp::fields(f);
    f("input_forget", input_forget);
  }
  std::vector<rows::Activation> all_activations() const {
    static constexpr const char* kDefaults[] = {"Sigmoid", "Tanh", "Tanh"};
    return recurrent_activations(activations, activation_alpha, activation_beta, kDefaults,
                                 static_cast<std::size_t>(3 * directions()));
  }

  void infer(InferContext& c) const override {
    all_activations();
    for (const std::size_t i : {kQueryWeight, kMemoryWeight, kV, kMemory})
      require(c.has(i), Code::invalid_argument,
              "AttnLSTM needs its input {}: QW, MW, V and M make its attention", static_cast<std::size_t>(i));
    const SymShape &x = c.shape(kX), &r = c.shape(kR);
    require(!x.ranked() || x.rank() == 3, Code::invalid_argument, "X of shape {} must have rank 3", x);
    require(!r.ranked() || r.rank() == 3, Code::invalid_argument, "R of shape {} must have rank 3", r);
    const Dim hidden = r.ranked()    ? r[2]
                       : hidden_size ? told(*hidden_size)
                                     : Dim::unknown(),
              d = directions();
    const Dim steps = x.ranked() ? x[0] : Dim::unknown(), batch = x.ranked() ? x[1] : Dim::unknown();
    c.out(0, c.dtype(kX), {steps, d, batch, hidden});
    c.out(1, c.dtype(kX), {d, batch, hidden});
    c.out(2, c.dtype(kX), {d, batch, hidden});
  }
  static Dim told(std::int64_t n) { return n < 0 ? Dim::unknown() : Dim(n); }

  Layout layout(const LowerContext& c) const {
    const Shape x = c.shape(kX), r = c.shape(kR), m = c.shape(kMemory), q = c.shape(kQueryWeight);
    require(m.rank() == 3 && q.rank() == 3, Code::invalid_argument, "M {} and QW {} must have rank 3", m, q);
    Layout l;
    l.steps = x[0];
    l.batch = x[1];
    l.x = x[2];
    l.directions = directions();
    l.memory = m[1];
    l.depth = m[2];
    l.keys = q[2];
    l.projected = c.has(kAttentionWeight);
    if (l.projected)
      require(c.shape(kAttentionWeight).rank() == 3, Code::invalid_argument,
              "AW of shape {} must have rank 3", c.shape(kAttentionWeight));
    l.attention = l.projected ? c.shape(kAttentionWeight)[2] : l.depth;
    l.activations = all_activations();
    l.reverse = direction == "reverse";
    l.step.cell = rnn::Cell::lstm;
    l.step.steps = 1;
    l.step.batch = l.batch;
    l.step.input = l.x + l.attention;
    l.step.hidden = r[2];
    l.step.clip = clip.value_or(0);
    l.step.input_forget = input_forget;
    check(c, l);
    return l;
  }

  void check(const LowerContext& c, const Layout& l) const {
    const std::int64_t d = l.directions, n = l.step.hidden;
    require(!hidden_size || *hidden_size == n, Code::invalid_argument, "hidden_size is {} where R says {}",
            hidden_size.value_or(0), n);
    require(l.steps <= INT32_MAX && l.memory <= INT32_MAX, Code::not_implemented,
            "sequences of {} and {} steps", l.steps, l.memory);
    const auto expect = [&](std::size_t i, const char* what, const Shape& needed) {
      if (!c.has(i)) return;
      require(c.shape(i) == needed, Code::invalid_argument, "{} of shape {} must have the shape {}", what,
              c.shape(i), needed);
    };
    expect(kW, "W", {d, 4 * n, l.step.input});
    expect(kR, "R", {d, 4 * n, n});
    expect(kB, "B", {d, 8 * n});
    expect(kLengths, "sequence_lens", {l.batch});
    expect(kH, "initial_h", {d, l.batch, n});
    expect(kC, "initial_c", {d, l.batch, n});
    expect(kP, "P", {d, 3 * n});
    expect(kQueryWeight, "QW", {d, n, l.keys});
    expect(kMemoryWeight, "MW", {d, l.depth, l.keys});
    expect(kV, "V", {d, l.keys});
    expect(kMemory, "M", {l.batch, l.memory, l.depth});
    expect(kMemoryLengths, "memory_seq_lens", {l.batch});
    expect(kAttentionWeight, "AW", {d, n + l.depth, l.attention});
  }

  Kernel lower(LowerContext& c) const override {
    const Layout l = layout(c);
    const Isa isa = c.options().isa;
    return in_float(c, [&]<typename T>() {
      const std::size_t own = checked_mul((count_of(l) + 15) / 16 * 16, sizeof(T));
      return Kernel::of([l, isa, own](Call& call) {
               for (std::int64_t d = 0; d < l.directions; ++d) {
                 Run<T> run{l,   call,
                            isa, workspace<T>(l, reinterpret_cast<T*>(call.scratch())),
                            d,   l.reverse || d == 1,
                            {},  {}};
                 run.all(call.scratch() + own);
               }
             })
          .with_scratch(checked_add(own, rnn::scratch_bytes<T>(l.step)));
    });
  }
};

}  // namespace

void register_attn_lstm(OpRegistry& r) { r.add<AttnLstm>("com.microsoft", "AttnLSTM"); }

}  // namespace sardonyx
