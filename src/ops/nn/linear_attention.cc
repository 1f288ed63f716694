// LinearAttention: per head a state matrix that every step decays, corrects and reads.
//
//   linear       S += k v'                       gated        S = e^g S, then linear
//   delta        S += b k (v - S'k)'             gated_delta  S = e^g S, then delta
#include <algorithm>
#include <cmath>

#include "graph/op.h"
#include "ops/in_float.h"

namespace sardonyx {
namespace {

struct LinearAttentionLayout {
  std::int64_t batch = 0, steps = 0, q_heads = 0, heads = 0, key = 0, value = 0;
  bool gated = false, delta = false, decay_per_channel = false, beta_per_head = true;
  double scale = 1;
};

// One batch row and key/value head over all steps.
template <typename T>
struct Head {
  const LinearAttentionLayout& l;
  std::int64_t b, h;
  const T *q, *k, *v, *decay, *beta;
  T *y, *state, *row;  // row: `value` numbers of scratch

  void decay_state(std::int64_t t) const {
    const std::int64_t at = (b * l.steps + t) * l.heads + h;
    for (std::int64_t i = 0; i < l.key; ++i) {
      const T f = std::exp(l.decay_per_channel ? decay[at * l.key + i] : decay[at]);
      for (std::int64_t j = 0; j < l.value; ++j) state[i * l.value + j] *= f;
    }
  }

  void update_state(std::int64_t t) const {
    const std::int64_t at = (b * l.steps + t) * l.heads + h;
    const T *key = k + at * l.key, *value = v + at * l.value;
    std::copy_n(value, l.value, row);
    if (l.delta) {
      for (std::int64_t i = 0; i < l.key; ++i)
        for (std::int64_t j = 0; j < l.value; ++j) row[j] -= key[i] * state[i * l.value + j];
      const T rate = beta == nullptr ? T{1} : beta[l.beta_per_head ? at : b * l.steps + t];
      for (std::int64_t j = 0; j < l.value; ++j) row[j] *= rate;
    }
    for (std::int64_t i = 0; i < l.key; ++i)
      for (std::int64_t j = 0; j < l.value; ++j) state[i * l.value + j] += key[i] * row[j];
  }

  void read_state(std::int64_t t) const {
    const std::int64_t group = l.q_heads / l.heads;
    for (std::int64_t g = 0; g < group; ++g) {
      const std::int64_t at = (b * l.steps + t) * l.q_heads + h * group + g;
      const T* query = q + at * l.key;
      T* out = y + at * l.value;
      std::fill_n(out, l.value, T{0});
      for (std::int64_t i = 0; i < l.key; ++i) {
        const T f = query[i] * static_cast<T>(l.scale);
        for (std::int64_t j = 0; j < l.value; ++j) out[j] += f * state[i * l.value + j];
      }
    }
  }

  void run() const {
    for (std::int64_t t = 0; t < l.steps; ++t) {
      if (l.gated) decay_state(t);
      update_state(t);
      read_state(t);
    }
  }
};

struct LinearAttention final : Op {
  std::int64_t chunk_size = 64, kv_num_heads = 0, q_num_heads = 0, state_window = 0;
  float scale = 0;
  std::string update_rule = "gated_delta";
  void fields(FieldVisitor& f) override {
    f("chunk_size", chunk_size);
    f("kv_num_heads", kv_num_heads);
    f("q_num_heads", q_num_heads);
    f("scale", scale);
    f("state_window", state_window);
    f("update_rule", update_rule);
  }

  bool gated() const { return update_rule == "gated" || update_rule == "gated_delta"; }
  bool delta() const { return update_rule == "delta" || update_rule == "gated_delta"; }

  void infer(InferContext& c) const override {
    require(gated() || delta() || update_rule == "linear", Code::invalid_model,
            "update_rule is '{}'; linear, gated, delta and gated_delta are known", update_rule);
    require(kv_num_heads > 0 && q_num_heads > 0 && q_num_heads % kv_num_heads == 0, Code::invalid_model,
            "{} query heads cannot share {} key/value heads", q_num_heads, kv_num_heads);
    require(state_window == 0, Code::not_implemented, "state_window {} is not supported", state_window);
    require(!gated() || c.has(4), Code::invalid_argument, "update_rule '{}' needs a decay", update_rule);
    const SymShape &q = c.shape(0), &k = c.shape(1), &v = c.shape(2);
    for (std::size_t i = 0; i < 3; ++i)
      require(!c.shape(i).ranked() || c.shape(i).rank() == 3, Code::invalid_argument,
              "input {} of shape {} must have rank 3", i, c.shape(i));
    if (q.concrete() && k.concrete() && v.concrete()) layout(c, *q.numbers(), *k.numbers(), *v.numbers());
    SymShape y = SymShape::unknown_dims(3), state = SymShape::unknown_dims(4);
    if (q.ranked()) {
      y[0] = state[0] = q[0];
      y[1] = q[1];
    }
    state[1] = kv_num_heads;
    if (k.ranked()) state[2] = floor_div(k[2], kv_num_heads);
    if (v.ranked()) {
      state[3] = floor_div(v[2], kv_num_heads);
      y[2] = state[3] * q_num_heads;
    }
    c.out(0, c.dtype(0), std::move(y));
    c.out(1, c.has(3) ? c.dtype(3) : c.dtype(0), std::move(state));
  }

  template <typename Context>
  LinearAttentionLayout layout(const Context& c, const Shape& q, const Shape& k, const Shape& v) const {
    LinearAttentionLayout l;
    l.batch = q[0];
    l.steps = q[1];
    l.q_heads = q_num_heads;
    l.heads = kv_num_heads;
    l.key = k[2] / l.heads;
    l.value = v[2] / l.heads;
    l.gated = gated();
    l.delta = delta();
    const bool fits = q[2] == l.key * l.q_heads && k[2] == l.key * l.heads && v[2] == l.value * l.heads &&
                      k[0] == q[0] && v[0] == q[0] && k[1] == q[1] && v[1] == q[1];
    require(fits, Code::invalid_argument, "query {}, key {} and value {} do not fit {} and {} heads", q, k, v,
            l.q_heads, l.heads);
    auto count = [&](std::size_t i) { return SymShape(c.shape(i)).numbers().value_or(Shape{}).count(); };
    const std::int64_t rows = l.batch * l.steps;
    if (l.gated) {
      l.decay_per_channel = count(4) == rows * l.heads * l.key && l.key > 1;
      require(l.decay_per_channel || count(4) == rows * l.heads, Code::invalid_argument,
              "decay of shape {} fits neither heads nor key channels", c.shape(4));
    }
    if (l.delta && c.has(5)) {
      l.beta_per_head = count(5) == rows * l.heads;
      require(l.beta_per_head || count(5) == rows, Code::invalid_argument,
              "beta of shape {} does not fit {} heads", c.shape(5), l.heads);
    }
    if (c.has(3))
      require(count(3) == l.batch * l.heads * l.key * l.value, Code::invalid_argument,
              "past_state of shape {} must be [{},{},{},{}]", c.shape(3), l.batch, l.heads, l.key, l.value);
    l.scale = scale != 0 ? scale : 1.0 / std::sqrt(static_cast<double>(std::max<std::int64_t>(l.key, 1)));
    return l;
  }

  Kernel lower(LowerContext& c) const override {
    const LinearAttentionLayout l = layout(c, c.shape(0), c.shape(1), c.shape(2));
    const bool keeps = c.wanted(1);
    const std::int64_t state = l.key * l.value, lines = l.batch * l.heads;
    return in_float(c, [&]<typename T>() {
      const auto numbers = static_cast<std::size_t>(lines * (l.value + (keeps ? 0 : state)));
      return Kernel::of([=](Call& call) {
               T* rows = reinterpret_cast<T*>(call.scratch());
               T* states = call.out<T>(1) != nullptr ? call.out<T>(1) : rows + lines * l.value;
               const T* past = call.in<T>(3);
               call.for_range(lines, 1, [&](std::int64_t begin, std::int64_t end, int) {
                 for (std::int64_t i = begin; i < end; ++i) {
                   T* own = states + i * state;
                   if (past != nullptr)
                     std::copy_n(past + i * state, state, own);
                   else
                     std::fill_n(own, state, T{0});
                   Head<T>{l,
                           i / l.heads,
                           i % l.heads,
                           call.in<T>(0),
                           call.in<T>(1),
                           call.in<T>(2),
                           call.in<T>(4),
                           call.in<T>(5),
                           call.out<T>(0),
                           own,
                           rows + i * l.value}
                       .run();
                 }
               });
             })
          .with_scratch(numbers * sizeof(T));
    });
  }
};

}  // namespace

void register_linear_attention(OpRegistry& r) {
  r.add<LinearAttention>("", "LinearAttention");
  r.add<LinearAttention>("com.microsoft", "LinearAttention");
}

}  // namespace sardonyx
