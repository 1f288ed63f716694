// RNN, GRU, LSTM: the layers over whole sequences, in one or both directions.
#include "kernels/rnn/rnn.h"

#include "graph/op.h"
#include "ops/activation.h"
#include "ops/in_float.h"
#include "ops/recurrent_op.h"
#include "ops/weights.h"

namespace sardonyx {
namespace {

using rnn::Cell;
using rnn::Layer;

// Packed W and R of every direction, W's first.
struct PackedLayers final : Prepared {
  BlockPtr block;
  std::size_t w_bytes = 0, r_bytes = 0;
  int directions = 1;
  const std::byte* w(int d) const { return block->data() + static_cast<std::size_t>(d) * w_bytes; }
  const std::byte* r(int d) const {
    return block->data() + static_cast<std::size_t>(directions) * w_bytes +
           static_cast<std::size_t>(d) * r_bytes;
  }
};

std::size_t whole_lines(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

template <Cell C>
struct Recurrent final : RecurrentOp {
  static constexpr std::int64_t kGates = rnn::gates(C);
  static constexpr std::size_t kActivations = C == Cell::rnn ? 1 : C == Cell::gru ? 2 : 3;

  bool layout = false, input_forget = false, linear_before_reset = false;

  void fields(FieldVisitor& f) override {
    RecurrentOp::fields(f);
    f("layout", layout);
    if (C == Cell::lstm) f("input_forget", input_forget);
    if (C == Cell::gru) f("linear_before_reset", linear_before_reset);
  }

  // The activations of every direction. RNN's schema gives two names whatever the direction: those that are too many
  // are left out.
  std::vector<rows::Activation> all_activations() const {
    static constexpr const char* kDefaults[3][3] = {
        {"Tanh", "", ""}, {"Sigmoid", "Tanh", ""}, {"Sigmoid", "Tanh", "Tanh"}};
    const std::span<const char* const> defaults(kDefaults[static_cast<std::size_t>(C)], kActivations);
    return recurrent_activations(activations, activation_alpha, activation_beta, defaults,
                                 kActivations * static_cast<std::size_t>(directions()));
  }

  void infer(InferContext& c) const override {
    const Dim d(directions());
    all_activations();
    const SymShape &x = c.shape(0), &w = c.shape(1), &r = c.shape(2);
    Dim hidden = hidden_size ? Dim(*hidden_size) : Dim::unknown();
    if (r.ranked()) {
      require(r.rank() == 3, Code::invalid_argument, "R of shape {} must have rank 3", r);
      if (!hidden.is_number()) hidden = r[2];
    }
    require(!x.ranked() || x.rank() == 3, Code::invalid_argument, "X of shape {} must have rank 3", x);
    if (x.concrete() && w.concrete() && r.concrete()) check(c, *x.numbers(), *w.numbers(), *r.numbers());
    const Dim steps = x.ranked() ? x[layout ? 1 : 0] : Dim::unknown();
    const Dim batch = x.ranked() ? x[layout ? 0 : 1] : Dim::unknown();
    const SymShape state = layout ? SymShape{batch, d, hidden} : SymShape{d, batch, hidden};
    c.out(0, c.dtype(0), layout ? SymShape{batch, steps, d, hidden} : SymShape{steps, d, batch, hidden});
    c.out(1, c.dtype(0), state);
    c.out(2, c.dtype(0), state);
  }

  void check(const InferContext& c, const Shape& x, const Shape& w, const Shape& r) const {
    const std::int64_t d = directions(), hidden = r[2], batch = x[layout ? 0 : 1];
    auto expect = [&](std::size_t i, const char* what, std::initializer_list<std::int64_t> dims) {
      if (!c.has(i) || !c.shape(i).concrete()) return;
      const Shape found = *c.shape(i).numbers(), needed(dims);
      require(found == needed, Code::invalid_argument, "{} of shape {} must have the shape {}", what, found,
              needed);
    };
    require(!hidden_size || *hidden_size == hidden, Code::invalid_argument,
            "hidden_size is {} where R of shape {} says {}", hidden_size.value_or(0), r, hidden);
    require(w.rank() == 3, Code::invalid_argument, "W of shape {} must have rank 3", w);
    expect(1, "W", {d, kGates * hidden, x[2]});
    expect(2, "R", {d, kGates * hidden, hidden});
    expect(3, "B", {d, 2 * kGates * hidden});
    expect(4, "sequence_lens", {batch});
    for (std::size_t i = 5; i < (C == Cell::lstm ? 7u : 6u); ++i) {
      if (layout)
        expect(i, i == 5 ? "initial_h" : "initial_c", {batch, d, hidden});
      else
        expect(i, i == 5 ? "initial_h" : "initial_c", {d, batch, hidden});
    }
    if (C == Cell::lstm) expect(7, "P", {d, 3 * hidden});
  }

  Layer layer(const Shape& w, const Shape& r) const {
    Layer l;
    l.cell = C;
    l.input = w[2];
    l.hidden = r[2];
    l.linear_before_reset = linear_before_reset;
    l.input_forget = input_forget;
    l.clip = clip.value_or(0);
    l.batch_first = layout;
    l.reverse = direction == "reverse";
    return l;
  }

  bool reads_input(std::size_t i) const override { return i != 1 && i != 2; }

  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override {
    const Tensor *w = c.constant(1), *r = c.constant(2);
    if (w == nullptr || r == nullptr || w->rank() != 3 || r->rank() != 3) return nullptr;
    const std::int64_t d = directions();
    const bool fits = w->shape()[0] == d && r->shape()[0] == d && w->shape()[1] == kGates * r->shape()[2] &&
                      r->shape()[1] == kGates * r->shape()[2] && w->count() > 0 && r->count() > 0;
    if (!fits) return nullptr;  // `infer` says so
    const Layer l = layer(w->shape(), r->shape());
    const DType compute = product_type(w->dtype());
    const gemm::Type type = gemm_type(compute);
    const Isa isa = c.options().isa;
    auto packed = std::make_shared<PackedLayers>();
    packed->directions = static_cast<int>(d);
    packed->w_bytes = whole_lines(rnn::packed_w_bytes(l, type, isa));
    packed->r_bytes = whole_lines(rnn::packed_r_bytes(l, type, isa));
    packed->block = Block::allocate(static_cast<std::size_t>(d) * (packed->w_bytes + packed->r_bytes));
    const Weights ww = weights_as(*w, compute), wr = weights_as(*r, compute);
    for (int i = 0; i < d; ++i) {
      const auto at = static_cast<std::size_t>(i), item = item_size(compute);
      const auto one_w = static_cast<std::size_t>(w->count() / d),
                 one_r = static_cast<std::size_t>(r->count() / d);
      rnn::pack_w(l, type, ww.data() + at * one_w * item, const_cast<std::byte*>(packed->w(i)), isa);
      rnn::pack_r(l, type, wr.data() + at * one_r * item, const_cast<std::byte*>(packed->r(i)), isa);
    }
    return packed;
  }

  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    Layer l = layer(c.shape(1), c.shape(2));
    l.steps = x[layout ? 1 : 0];
    l.batch = x[layout ? 0 : 1];
    std::vector<Layer> layers(static_cast<std::size_t>(directions()), l);
    const std::vector<rows::Activation> acts = all_activations();
    const Isa isa = c.options().isa;
    for (std::size_t i = 0; i < layers.size(); ++i) {
      if (layers.size() == 2) layers[i].reverse = i == 1;
      for (std::size_t j = 0; j < kActivations; ++j) {
        layers[i].activation[j] = acts[i * kActivations + j];
        layers[i].activation[j].isa = isa;
      }
    }
    const PackedLayers* packed = c.prepared<PackedLayers>();
    auto make = [&]<typename T>() {
      return Kernel::of([layers, packed, isa](Call& call) {
               for (std::size_t i = 0; i < layers.size(); ++i) run<T>(layers, i, packed, isa, call);
             })
          .with_scratch(rnn::scratch_bytes<T>(l));
    };
    if (packed != nullptr) return in_float(c, make, {1, 2});
    return in_float(c, make);
  }

  template <typename T>
  static void run(const std::vector<Layer>& layers, std::size_t which, const PackedLayers* packed, Isa isa,
                  Call& call) {
    const Layer& l = layers[which];
    const auto d = static_cast<std::int64_t>(which), count = static_cast<std::int64_t>(layers.size());
    auto slice = [&](std::size_t i, std::int64_t size) {
      const T* p = call.in<T>(i);
      return p == nullptr ? nullptr : p + d * size;
    };
    const std::int64_t width = kGates * l.hidden;
    const std::int64_t state = l.batch_first ? l.hidden : l.batch * l.hidden;  // from direction to direction
    rnn::Data<T> data;
    data.x = call.in<T>(0);
    data.bias = slice(3, 2 * width);
    data.lengths = call.in<std::int32_t>(4);
    data.h0 = slice(5, state);
    data.state_row = l.batch_first ? count * l.hidden : l.hidden;
    if constexpr (C == Cell::lstm) {
      data.c0 = slice(6, state);
      data.peephole = slice(7, 3 * l.hidden);
    }
    if (packed != nullptr) {
      data.packed_w = packed->w(static_cast<int>(which));
      data.packed_r = packed->r(static_cast<int>(which));
    } else {
      data.w = slice(1, width * l.input);
      data.r = slice(2, width * l.hidden);
    }
    if (T* y = call.out<T>(0)) {
      data.y = y + d * state;
      data.y_step = l.batch_first ? count * l.hidden : count * l.batch * l.hidden;
      data.y_row = l.batch_first ? l.steps * count * l.hidden : l.hidden;
    }
    if (T* h = call.out<T>(1)) data.h = h + d * state;
    if (C == Cell::lstm && call.out<T>(2) != nullptr) data.c = call.out<T>(2) + d * state;
    rnn::run(l, data, call.scratch(), call.pool(), call.stop(), isa);
  }
};

// Version 1 misspelt the default direction in GRU and could leave Y out by an attribute.
void upgrade_rnn(UpgradeContext& u) {
  u.take<std::int64_t>("output_sequence");
  auto it = u.attributes.find("direction");
  if (it == u.attributes.end()) return;
  if (auto* text = std::get_if<std::string>(&it->second); text != nullptr && *text == "foward")
    *text = "forward";
}

}  // namespace

void register_rnn(OpRegistry& r) {
  r.add<Recurrent<Cell::rnn>>("", "RNN", upgrade_rnn);
  r.add<Recurrent<Cell::gru>>("", "GRU", upgrade_rnn);
  r.add<Recurrent<Cell::lstm>>("", "LSTM", upgrade_rnn);
}

}  // namespace sardonyx
