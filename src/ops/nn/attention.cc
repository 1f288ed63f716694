// Attention (ai.onnx 23 and later): any head grouping, masks, cache, windows, softcap.
#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/op.h"
#include "ops/attention_layout.h"
#include "ops/in_float.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

struct AttentionLayout {
  HeadSizes q, k, v;
  std::int64_t past = 0, keys = 0;
  bool has_past = false, has_nonpad = false;
  DType mask_type = DType::undefined;  // undefined: no mask
  std::int64_t mask_count = 0;
  attention::Mask mask;
  attention::Problem problem;  // sizes and options
  bool keys_in_scratch = false, values_in_scratch = false;

  HeadSizes cached(const HeadSizes& h) const { return {h.batch, h.heads, keys, h.size, false}; }
  std::int64_t cache_count(const HeadSizes& h) const { return h.batch * h.heads * keys * h.size; }
};

// The keys (or values) to attend to: the input itself, or past and input joined in `cache`.
template <typename T>
attention::Operand joined(const AttentionLayout& l, const HeadSizes& own, const T* past, const T* now,
                          T* cache, const Call& call) {
  if (cache == nullptr) return own.steps(now);
  if (past != nullptr)
    put_rows(HeadSizes{own.batch, own.heads, l.past, own.size, false}, past, cache, l.keys, 0, call);
  put_rows(own, now, cache, l.keys, l.past, call);
  return l.cached(own).steps(cache);
}

// Scratch of a call: joined keys and values, a converted mask, positions per batch.
template <typename T>
struct Workspace {
  T *keys, *values, *mask;
  std::int64_t *offset, *valid;
  static std::size_t bytes(const AttentionLayout& l) {
    const std::size_t numbers = static_cast<std::size_t>(l.keys_in_scratch ? l.cache_count(l.k) : 0) +
                                static_cast<std::size_t>(l.values_in_scratch ? l.cache_count(l.v) : 0) +
                                static_cast<std::size_t>(is_integer(l.mask_type) ? l.mask_count : 0);
    return static_cast<std::size_t>(2 * l.q.batch) * sizeof(std::int64_t) + numbers * sizeof(T);
  }
  Workspace(const AttentionLayout& l, std::byte* scratch) {
    offset = reinterpret_cast<std::int64_t*>(scratch);
    valid = offset + l.q.batch;
    keys = reinterpret_cast<T*>(valid + l.q.batch);
    values = keys + (l.keys_in_scratch ? l.cache_count(l.k) : 0);
    mask = values + (l.values_in_scratch ? l.cache_count(l.v) : 0);
  }
};

template <typename T>
void put_mask(const AttentionLayout& l, attention::Problem& p, const std::byte* data, T* converted) {
  if (l.mask_type == DType::undefined) return;
  attention::Mask m = l.mask;
  m.data = data;
  if (l.mask_type == DType::bool_) {
    p.allowed = m;
    return;
  }
  if (is_integer(l.mask_type)) {
    for (std::int64_t i = 0; i < l.mask_count; ++i)
      converted[i] = static_cast<T>(load_number(l.mask_type, data, i));
    m.data = converted;
  }
  p.bias[0] = m;
}

template <typename T>
void attend(const AttentionLayout& l, Isa isa, Call& call) {
  const Workspace<T> w(l, call.scratch());
  attention::Problem p = l.problem;
  T* keys = call.out<T>(1) != nullptr ? call.out<T>(1) : l.keys_in_scratch ? w.keys : nullptr;
  T* values = call.out<T>(2) != nullptr ? call.out<T>(2) : l.values_in_scratch ? w.values : nullptr;
  p.q = l.q.steps(call.in(0));
  p.k = joined(l, l.k, call.in<T>(4), call.in<T>(1), keys, call);
  p.v = joined(l, l.v, call.in<T>(5), call.in<T>(2), values, call);
  put_mask(l, p, call.in(3), w.mask);
  for (std::int64_t b = 0; b < l.q.batch; ++b) {
    const std::int64_t real = l.has_nonpad ? call.in<std::int64_t>(6)[b] : l.keys;
    w.valid[b] = real;
    w.offset[b] = l.has_past     ? l.past
                  : l.has_nonpad ? std::clamp<std::int64_t>(real, 0, l.keys) - l.q.length
                                 : 0;
  }
  p.offset = w.offset;
  p.valid = w.valid;
  p.y = call.out(0);
  p.scores_out = call.out(3);
  if (p.scores_out == nullptr) p.scores = attention::Scores::none;
  attention::run(p, call.pool(), call.stop(), isa);
}

struct Attention final : Op {
  bool is_causal = false;
  std::optional<std::int64_t> kv_num_heads, q_num_heads, softmax_precision;
  std::int64_t left_window_size = -1, right_window_size = -1, qk_matmul_output_mode = 0;
  std::optional<float> scale;
  float softcap = 0;

  void fields(FieldVisitor& f) override {
    f("is_causal", is_causal);
    f("kv_num_heads", kv_num_heads);
    f("left_window_size", left_window_size);
    f("q_num_heads", q_num_heads);
    f("qk_matmul_output_mode", qk_matmul_output_mode);
    f("right_window_size", right_window_size);
    f("scale", scale);
    f("softcap", softcap);
    f("softmax_precision", softmax_precision);
  }

  void infer(InferContext& c) const override {
    require(qk_matmul_output_mode >= 0 && qk_matmul_output_mode <= 3, Code::invalid_model,
            "qk_matmul_output_mode is {}, it must be 0 to 3", qk_matmul_output_mode);
    require(c.has(4) == c.has(5), Code::invalid_argument, "past_key and past_value must be given together");
    require(!(c.has(4) && c.has(6)), Code::invalid_argument, "nonpad_kv_seqlen does not go with a past");
    const auto q = heads_of(c.shape(0), q_num_heads, "Q");
    const auto k = heads_of(c.shape(1), kv_num_heads, "K"), v = heads_of(c.shape(2), kv_num_heads, "V");
    if (q && k && v) check(*q, *k, *v);
    SymShape y, present_key, present_value, scores;
    const bool past_known = !c.has(4) || c.shape(4).ranked();
    if (k && v && past_known) {
      require(!c.has(4) || (c.shape(4).rank() == 4 && (!c.shape(5).ranked() || c.shape(5).rank() == 4)),
              Code::invalid_argument, "past_key and past_value must have rank 4");
      const Dim total = c.has(4) ? c.shape(4)[2] + k->length : k->length;
      present_key = {k->batch, k->heads, total, k->size};
      present_value = {v->batch, v->heads, total, v->size};
      if (q) scores = {q->batch, q->heads, q->length, total};
    }
    if (q && v) {
      y = q->packed ? SymShape{q->batch, q->length, q->heads * v->size}
                    : SymShape{q->batch, q->heads, q->length, v->size};
    }
    c.out(0, c.dtype(0), std::move(y));
    c.out(1, c.dtype(1), std::move(present_key));
    c.out(2, c.dtype(2), std::move(present_value));
    c.out(3, c.dtype(0), std::move(scores));
  }

  static void check(const Heads& q, const Heads& k, const Heads& v) {
    auto same = [](const Dim& a, const Dim& b, const char* what) {
      require(!a.is_number() || !b.is_number() || a == b, Code::invalid_argument,
              "Q, K and V disagree on {}: {} and {}", what, a, b);
    };
    same(q.batch, k.batch, "the batch size");
    same(k.batch, v.batch, "the batch size");
    same(k.heads, v.heads, "the number of key/value heads");
    same(k.length, v.length, "the length of keys and values");
    same(q.size, k.size, "the size of a head");
    if (!q.heads.is_number() || !k.heads.is_number()) return;
    const std::int64_t queries = q.heads.number(), shared = k.heads.number();
    require(shared == 0 ? queries == 0 : queries % shared == 0, Code::invalid_argument,
            "{} query heads cannot share {} key/value heads evenly", queries, shared);
  }

  Kernel lower(LowerContext& c) const override {
    AttentionLayout l;
    l.q = head_sizes(c.shape(0), q_num_heads, "Q");
    l.k = head_sizes(c.shape(1), kv_num_heads, "K");
    l.v = head_sizes(c.shape(2), kv_num_heads, "V");
    l.has_past = c.has(4);
    l.has_nonpad = c.has(6);
    if (l.has_past) {
      const HeadSizes pk = head_sizes(c.shape(4), l.k.heads, "past_key");
      const HeadSizes pv = head_sizes(c.shape(5), l.v.heads, "past_value");
      require(pk.batch == l.k.batch && pv.batch == l.v.batch && pk.size == l.k.size && pv.size == l.v.size &&
                  pk.length == pv.length,
              Code::invalid_argument, "past_key {} and past_value {} do not fit K {} and V {}", c.shape(4),
              c.shape(5), c.shape(1), c.shape(2));
      l.past = pk.length;
    }
    l.keys = l.past + l.k.length;
    if (l.has_nonpad)
      require(c.shape(6).count() == l.q.batch, Code::invalid_argument,
              "nonpad_kv_seqlen of shape {} must have one entry for each of {} sequences", c.shape(6),
              l.q.batch);
    l.keys_in_scratch = l.has_past && !c.wanted(1);
    l.values_in_scratch = l.has_past && !c.wanted(2);
    if (c.has(3)) {
      l.mask_type = c.dtype(3);
      l.mask_count = c.shape(3).count();
      l.mask = mask_steps(c.shape(3), l.q.batch, l.q.heads, l.q.length, l.keys);
    }
    set_options(l);
    const Isa isa = c.options().isa;
    return in_float(c, [&]<typename T>() {
      AttentionLayout mine = l;
      mine.problem.type = sizeof(T) == 4 ? gemm::Type::f32 : gemm::Type::f64;
      const std::size_t bytes = Workspace<T>::bytes(mine);
      return Kernel::of([mine, isa](Call& call) { attend<T>(mine, isa, call); }).with_scratch(bytes);
    });
  }

  void set_options(AttentionLayout& l) const {
    attention::Problem& p = l.problem;
    p.batch = l.q.batch;
    p.heads = l.q.heads;
    p.kv_heads = l.k.heads;
    p.queries = l.q.length;
    p.keys = l.keys;
    p.head_size = l.q.size;
    p.value_size = l.v.size;
    HeadSizes y = l.q;
    y.size = l.v.size;
    p.y_steps = y.steps();
    p.scale = scale ? static_cast<double>(*scale) : 1.0 / std::sqrt(static_cast<double>(l.q.size));
    p.softcap = softcap;
    p.left = left_window_size;
    p.right = is_causal ? 0 : right_window_size;
    constexpr attention::Scores kModes[] = {attention::Scores::scaled, attention::Scores::capped,
                                            attention::Scores::biased, attention::Scores::softmax};
    p.scores = kModes[qk_matmul_output_mode];
    p.hidden_score = -std::numeric_limits<double>::infinity();
  }
};

}  // namespace

void register_attention(OpRegistry& r) { r.add<Attention>("", "Attention"); }

}  // namespace sardonyx
