// MultiHeadAttention: attention between projected queries, keys and values, with ONNX Runtime's masks and cache.
#include <cmath>

#include "graph/op.h"
#include "ops/attention_layout.h"
#include "ops/in_float.h"
#include "ops/padding_mask.h"
#include "ops/weights.h"

namespace sardonyx {
namespace {

struct MultiHeadLayout {
  HeadSizes q, k, v;
  std::int64_t past = 0, keys = 0;
  bool biased = false, cached_keys = false, cached_values = false, keeps_keys = false, keeps_values = false;
  PaddingMask mask;
  attention::Mask bias;
  bool has_bias = false;
  double scale = 1;

  static std::int64_t count(const HeadSizes& h) { return h.batch * h.heads * h.length * h.size; }
  std::int64_t cache_count(const HeadSizes& h) const { return h.batch * h.heads * keys * h.size; }
};

// Numbers of scratch, in the order in which `MultiHeadWorkspace` hands them out.
std::size_t scratch_count(const MultiHeadLayout& l) {
  std::int64_t n = 0;
  if (l.biased) n += MultiHeadLayout::count(l.q) + MultiHeadLayout::count(l.k) + MultiHeadLayout::count(l.v);
  if (l.cached_keys && !l.keeps_keys) n += l.cache_count(l.k);
  if (l.cached_values && !l.keeps_values) n += l.cache_count(l.v);
  return static_cast<std::size_t>(n) + l.mask.count();
}

template <typename T>
struct MultiHeadWorkspace {
  T* next;
  T* take(std::int64_t n) {
    T* p = next;
    next += n;
    return p;
  }
};

// x + bias where the columns of x are channels; x itself without a bias. Keys in heads have no bias.
template <typename T>
const T* add_bias(const HeadSizes& h, const T* x, const T* bias, T* to, Call& call) {
  const std::int64_t width = h.heads * h.size, rows = h.batch * h.length;
  if (!h.packed) return x;
  call.for_range(rows, 1 + 16384 / (width + 1), [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t i = begin; i < end; ++i)
      for (std::int64_t j = 0; j < width; ++j) to[i * width + j] = x[i * width + j] + bias[j];
  });
  return to;
}

template <typename T>
attention::Operand with_past(const MultiHeadLayout& l, const HeadSizes& h, const T* past, const T* x,
                             bool cached, T* cache, Call& call) {
  if (!cached) return h.steps(x);
  if (past != nullptr)
    put_rows(HeadSizes{h.batch, h.heads, l.past, h.size, false}, past, cache, l.keys, 0, call);
  put_rows(h, x, cache, l.keys, l.past, call);
  return {cache, h.heads * l.keys * h.size, l.keys * h.size, h.size};
}

template <typename T>
void attend_heads(const MultiHeadLayout& l, Isa isa, Call& call) {
  MultiHeadWorkspace<T> w{reinterpret_cast<T*>(call.scratch())};
  const T *q = call.in<T>(0), *k = call.in<T>(1), *v = call.in<T>(2), *bias = call.in<T>(3);
  if (l.biased) {
    const std::int64_t width = l.q.heads * l.q.size;
    q = add_bias(l.q, q, bias, w.take(MultiHeadLayout::count(l.q)), call);
    k = add_bias(l.k, k, bias + width, w.take(MultiHeadLayout::count(l.k)), call);
    v = add_bias(l.v, v, bias + 2 * width, w.take(MultiHeadLayout::count(l.v)), call);
  }
  attention::Problem p;
  p.type = gemm_type(dtype_of<T>);
  p.batch = l.q.batch;
  p.heads = p.kv_heads = l.q.heads;
  p.queries = l.q.length;
  p.keys = l.keys;
  p.head_size = l.q.size;
  p.value_size = l.v.size;
  p.scale = l.scale;
  p.q = l.q.steps(q);
  T* keys = l.keeps_keys ? call.out<T>(1) : l.cached_keys ? w.take(l.cache_count(l.k)) : nullptr;
  T* values = l.keeps_values ? call.out<T>(2) : l.cached_values ? w.take(l.cache_count(l.v)) : nullptr;
  p.k = with_past(l, l.k, call.in<T>(6), k, l.cached_keys, keys, call);
  p.v = with_past(l, l.v, call.in<T>(7), v, l.cached_values, values, call);
  if (l.has_bias) {
    p.bias[0] = l.bias;
    p.bias[0].data = call.in(5);
  }
  if (l.mask.needed()) {
    T* mask = w.take(static_cast<std::int64_t>(l.mask.count()));
    l.mask.fill(call.in<std::int32_t>(4), mask, call);
    p.bias[1] = {mask, l.q.length * l.keys, 0, l.keys, 1, l.keys};
  }
  p.y = call.out(0);
  p.y_steps = {nullptr, l.q.length * l.q.heads * l.v.size, l.v.size, l.q.heads * l.v.size};
  p.scores_out = call.out(3);
  p.scores = p.scores_out != nullptr ? attention::Scores::biased : attention::Scores::none;
  attention::run(p, call.pool(), call.stop(), isa);
}

struct MultiHeadAttention final : Op {
  float mask_filter_value = -10000;
  std::int64_t num_heads = 1;
  std::optional<float> scale;
  bool unidirectional = false;

  void fields(FieldVisitor& f) override {
    f("mask_filter_value", mask_filter_value);
    f("num_heads", num_heads);
    f("scale", scale);
    f("unidirectional", unidirectional);
  }

  void infer(InferContext& c) const override {
    require(num_heads > 0, Code::invalid_model, "num_heads is {}, it must be positive", num_heads);
    require(c.has(1) && c.has(2), Code::not_implemented, "packed queries, keys and values are not supported");
    require(!c.has(8) && !c.has(9), Code::not_implemented,
            "past_sequence_length and cache_indirection are not supported");
    require(c.has(6) == c.has(7), Code::invalid_argument, "past_key and past_value must be given together");
    const auto q = heads_of(c.shape(0), num_heads, "query"), k = heads_of(c.shape(1), num_heads, "key"),
               v = heads_of(c.shape(2), num_heads, "value");
    SymShape y, keys, values, scores;
    if (q && v) y = {q->batch, q->length, v->size * num_heads};
    Dim total = k ? k->length : Dim::unknown();
    if (c.has(6))
      total = c.shape(6).ranked() && c.shape(6).rank() == 4 ? total + c.shape(6)[2] : Dim::unknown();
    if (k) keys = {k->batch, num_heads, total, k->size};
    if (v) values = {v->batch, num_heads, total, v->size};
    if (q) scores = {q->batch, num_heads, q->length, total};
    c.out(0, c.dtype(0), std::move(y));
    c.out(1, c.dtype(0), std::move(keys));
    c.out(2, c.dtype(0), std::move(values));
    c.out(3, c.dtype(0), std::move(scores));
  }

  Kernel lower(LowerContext& c) const override {
    MultiHeadLayout l;
    l.q = head_sizes(c.shape(0), num_heads, "query");
    l.k = head_sizes(c.shape(1), num_heads, "key");
    l.v = head_sizes(c.shape(2), num_heads, "value");
    require(l.q.packed && l.k.batch == l.q.batch && l.v.batch == l.q.batch && l.k.size == l.q.size &&
                l.k.length == l.v.length,
            Code::invalid_argument, "query {}, key {} and value {} do not fit each other", c.shape(0),
            c.shape(1), c.shape(2));
    if (c.has(6)) {
      const HeadSizes pk = head_sizes(c.shape(6), num_heads, "past_key"),
                      pv = head_sizes(c.shape(7), num_heads, "past_value");
      require(pk.batch == l.q.batch && pk.size == l.k.size && pv.size == l.v.size && pk.length == pv.length &&
                  pv.batch == l.q.batch && !pk.packed && !pv.packed,
              Code::invalid_argument, "past_key {} and past_value {} do not fit", c.shape(6), c.shape(7));
      l.past = pk.length;
    }
    l.keys = l.past + l.k.length;
    l.keeps_keys = c.wanted(1);
    l.keeps_values = c.wanted(2);
    l.cached_keys = c.has(6) || l.keeps_keys;
    l.cached_values = c.has(6) || l.keeps_values;
    l.biased = c.has(3);
    if (l.biased) {
      const std::int64_t needed = 2 * l.q.heads * l.q.size + l.v.heads * l.v.size, given = c.shape(3).count();
      require(given == needed || (!l.k.packed && given >= l.q.heads * l.q.size), Code::invalid_argument,
              "bias of shape {} must have {} numbers", c.shape(3), needed);
    }
    l.mask = {PaddingMask::Form::none,          l.q.batch,        l.q.length, l.keys, l.past,
              unidirectional && l.q.length > 1, mask_filter_value};
    if (c.has(4)) l.mask.form = padding_mask_form(c.shape(4), l.q.batch, l.q.length, l.keys);
    l.has_bias = c.has(5);
    if (l.has_bias) l.bias = mask_steps(c.shape(5), l.q.batch, l.q.heads, l.q.length, l.keys);
    l.scale = scale.value_or(0) != 0 ? *scale : 1.0 / std::sqrt(static_cast<double>(l.q.size));
    const Isa isa = c.options().isa;
    return in_float(c, [&]<typename T>() {
      return Kernel::of([l, isa](Call& call) { attend_heads<T>(l, isa, call); })
          .with_scratch(scratch_count(l) * sizeof(T));
    });
  }
};

}  // namespace

void register_multi_head_attention(OpRegistry& r) {
  r.add<MultiHeadAttention>("com.microsoft", "MultiHeadAttention");
}

}  // namespace sardonyx
