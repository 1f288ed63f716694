// CausalConvWithState: depthwise convolution along time that looks back only, with the last inputs carried over.
#include <algorithm>

#include "graph/op.h"
#include "kernels/rows/activation.h"
#include "ops/in_float.h"

namespace sardonyx {
namespace {

struct CausalConvLayout {
  std::int64_t batch = 0, channels = 0, length = 0, kernel = 1;
  bool silu = false;
};

// One channel: `line` is the past and the input in a row, kernel - 1 + length of them.
template <typename T>
void convolve(const CausalConvLayout& l, const T* line, const T* w, T bias, T* y, Isa isa) {
  std::fill_n(y, l.length, bias);
  for (std::int64_t k = 0; k < l.kernel; ++k) {
    const T factor = w[k];
    const T* x = line + k;
    for (std::int64_t t = 0; t < l.length; ++t) y[t] += factor * x[t];
  }
  if (!l.silu) return;
  constexpr std::int64_t kPart = 256;
  T gate[kPart];
  for (std::int64_t t = 0; t < l.length; t += kPart) {
    const std::int64_t n = std::min(kPart, l.length - t);
    std::copy_n(y + t, n, gate);
    rows::activate({rows::Activation::Kind::sigmoid, 0, 0, isa}, gate, n);
    for (std::int64_t i = 0; i < n; ++i) y[t + i] *= gate[i];
  }
}

struct CausalConvWithState final : Op {
  std::string activation = "none";
  std::int64_t ndim = 1, state_window = 0;  // ONNX Runtime's form
  void fields(FieldVisitor& f) override {
    f("activation", activation);
    f("ndim", ndim);
    f("state_window", state_window);
  }

  void infer(InferContext& c) const override {
    require(activation == "none" || activation == "silu" || activation == "swish" || activation.empty(),
            Code::invalid_model, "activation is '{}'; none, silu and swish are known", activation);
    require(ndim == 1 && state_window == 0, Code::not_implemented,
            "ndim {} and state_window {} are not supported", ndim, state_window);
    const SymShape &x = c.shape(0), &w = c.shape(1);
    require(!x.ranked() || x.rank() == 3, Code::invalid_argument, "input of shape {} must have rank 3", x);
    require(!w.ranked() || (w.rank() == 3 && (!w[2].is_number() || w[2].number() > 0)),
            Code::invalid_argument, "weight of shape {} must have rank 3", w);
    if (x.concrete() && w.concrete()) check(c, *x.numbers(), *w.numbers());
    SymShape state = SymShape::unknown_dims(3);
    if (x.ranked()) {
      state[0] = x[0];
      state[1] = x[1];
    }
    if (w.ranked()) state[2] = w[2] - 1;
    c.out(0, c.dtype(0), x);
    c.out(1, c.dtype(0), std::move(state));
  }

  static void check(const InferContext& c, const Shape& x, const Shape& w) {
    require(w[0] == x[1] && w[1] == 1, Code::invalid_argument,
            "weight of shape {} does not fit input of shape {}", w, x);
    const Shape bias{x[1]}, past{x[0], x[1], w[2] - 1};
    for (std::size_t i = 2; i < 4; ++i) {
      if (!c.has(i) || !c.shape(i).concrete()) continue;
      const Shape found = *c.shape(i).numbers(), &needed = i == 2 ? bias : past;
      require(found == needed, Code::invalid_argument, "input {} of shape {} must have the shape {}", i,
              found, needed);
    }
  }

  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    CausalConvLayout l{x[0], x[1], x[2], c.shape(1)[2], activation == "silu" || activation == "swish"};
    const Isa isa = c.options().isa;
    const std::int64_t past = l.kernel - 1, line = past + l.length;
    const std::int64_t count = l.batch * l.channels;
    return in_float(c, [&]<typename T>() {
      return Kernel::of([=](Call& call) {
               const T *x = call.in<T>(0), *w = call.in<T>(1), *bias = call.in<T>(2), *state = call.in<T>(3);
               T *y = call.out<T>(0), *present = call.out<T>(1);
               T* lines = reinterpret_cast<T*>(call.scratch());
               const std::int64_t grain = 1 + 8192 / (line * l.kernel + 1);
               call.for_range(count, grain, [&](std::int64_t begin, std::int64_t end, int) {
                 for (std::int64_t i = begin; i < end; ++i) {
                   T* row = lines + i * line;
                   if (state != nullptr)
                     std::copy_n(state + i * past, past, row);
                   else
                     std::fill_n(row, past, T{0});
                   std::copy_n(x + i * l.length, l.length, row + past);
                   const std::int64_t channel = i % l.channels;
                   convolve(l, row, w + channel * l.kernel, bias == nullptr ? T{0} : bias[channel],
                            y + i * l.length, isa);
                   if (present != nullptr) std::copy_n(row + l.length, past, present + i * past);
                 }
               });
             })
          .with_scratch(static_cast<std::size_t>(count * line) * sizeof(T));
    });
  }
};

}  // namespace

void register_causal_conv_with_state(OpRegistry& r) {
  r.add<CausalConvWithState>("", "CausalConvWithState");
  r.add<CausalConvWithState>("com.microsoft", "CausalConvWithState");
}

}  // namespace sardonyx
