// DecoderMaskedMultiHeadAttention: one step of decoding, with a cache of fixed capacity and beams that share rows.
#include <algorithm>
#include <cmath>

#include "graph/op.h"
#include "ops/attention_layout.h"
#include "ops/in_float.h"
#include "ops/moving.h"
#include "ops/weights.h"

namespace sardonyx {
namespace {

struct DecoderMaskedLayout {
  std::int64_t batch = 0, heads = 0, size = 0, value_size = 0, capacity = 0, keys = 0, mask_keys = 0;
  bool cross = false, has_bias = false, keeps_keys = false, keeps_values = false, has_beams = false;
  attention::Mask bias;
  double scale = 1, filter = -10000;
};

// Scratch: biased query, key and value, caches that are no outputs, gathered beams, the mask.
template <typename T>
struct DecoderMaskedWorkspace {
  T *q, *k, *v, *keys, *values, *beam_keys, *beam_values, *mask;
  static std::int64_t width(const DecoderMaskedLayout& l) { return l.batch * l.heads * l.size; }
  static std::int64_t cache(const DecoderMaskedLayout& l, bool needed) {
    return needed ? width(l) * l.capacity : 0;
  }
  DecoderMaskedWorkspace(const DecoderMaskedLayout& l, T* scratch) {
    q = scratch;
    k = q + width(l);
    v = k + width(l);
    keys = v + width(l);
    values = keys + cache(l, !l.keeps_keys && !l.cross);
    beam_keys = values + cache(l, !l.keeps_values && !l.cross);
    beam_values = beam_keys + cache(l, l.has_beams);
    mask = beam_values + cache(l, l.has_beams);
  }
  static std::size_t bytes(const DecoderMaskedLayout& l) {
    const std::int64_t count = 3 * width(l) + cache(l, !l.keeps_keys && !l.cross) +
                               cache(l, !l.keeps_values && !l.cross) + 2 * cache(l, l.has_beams) +
                               l.batch * l.keys;
    return static_cast<std::size_t>(count) * sizeof(T);
  }
};

template <typename T>
const T* biased(const T* x, const T* bias, std::int64_t rows, std::int64_t width, T* to) {
  if (bias == nullptr) return x;
  for (std::int64_t i = 0; i < rows * width; ++i) to[i] = x[i] + bias[i % width];
  return to;
}

// The past with this step's row put at `past`.
template <typename T>
void extend(const DecoderMaskedLayout& l, const T* old, const T* row, std::int64_t past, T* cache) {
  const std::int64_t head = l.capacity * l.size;
  for (std::int64_t i = 0; i < l.batch * l.heads; ++i) {
    if (cache != old) std::copy_n(old + i * head, head, cache + i * head);
    std::copy_n(row + i * l.size, l.size, cache + i * head + past * l.size);
  }
}

// Rows of other beams for every position before this step's.
template <typename T>
void gather_beams(const DecoderMaskedLayout& l, const T* cache, const std::int32_t* indirection,
                  std::int64_t width, std::int64_t past, T* to) {
  const std::int64_t head = l.capacity * l.size;
  for (std::int64_t r = 0; r < l.batch; ++r) {
    for (std::int64_t j = 0; j <= past; ++j) {
      std::int64_t from = r;
      if (j < past) {
        const std::int64_t beam = indirection[r * l.capacity + j];
        require(beam >= 0 && beam < width, Code::invalid_argument,
                "cache_indirection holds {}, outside [0, {})", beam, width);
        from = r / width * width + beam;
      }
      for (std::int64_t h = 0; h < l.heads; ++h)
        std::copy_n(cache + (from * l.heads + h) * head + j * l.size, l.size,
                    to + (r * l.heads + h) * head + j * l.size);
    }
  }
}

template <typename T>
void attend(const DecoderMaskedLayout& l, Isa isa, Call& call) {
  const DecoderMaskedWorkspace<T> w(l, reinterpret_cast<T*>(call.scratch()));
  const T* bias = call.in<T>(10);
  const std::int64_t width = l.heads * l.size;
  const T* q = biased(call.in<T>(0), bias, l.batch, width, w.q);
  attention::Problem p;
  p.type = gemm_type(dtype_of<T>);
  p.batch = l.batch;
  p.heads = p.kv_heads = l.heads;
  p.queries = 1;
  p.head_size = l.size;
  p.value_size = l.value_size;
  p.scale = l.scale;
  p.q = {q, width, l.size, l.size};
  p.keys = l.keys;
  if (l.cross) {
    p.k = {call.in(1), width * l.keys, l.keys * l.size, l.size};
    p.v = {call.in(2), l.heads * l.keys * l.value_size, l.keys * l.value_size, l.value_size};
  } else {
    const std::int64_t past = *call.in<std::int32_t>(7);
    require(past >= 0 && past < l.capacity, Code::invalid_argument,
            "past_sequence_length is {}, the cache has {} rows", past, l.capacity);
    const T* k = biased(call.in<T>(1), bias == nullptr ? nullptr : bias + width, l.batch, width, w.k);
    const T* v = biased(call.in<T>(2), bias == nullptr ? nullptr : bias + 2 * width, l.batch, width, w.v);
    const T *keys = l.keeps_keys ? call.out<T>(1) : w.keys,
            *values = l.keeps_values ? call.out<T>(2) : w.values;
    extend(l, call.in<T>(5), k, past, const_cast<T*>(keys));
    extend(l, call.in<T>(6), v, past, const_cast<T*>(values));
    if (l.has_beams) {
      const std::int64_t beams = call.in(8) == nullptr ? 1 : *call.in<std::int32_t>(8);
      require(beams > 0 && l.batch % beams == 0, Code::invalid_argument, "{} beams do not fit {} sequences",
              beams, l.batch);
      gather_beams(l, keys, call.in<std::int32_t>(9), beams, past, w.beam_keys);
      gather_beams(l, values, call.in<std::int32_t>(9), beams, past, w.beam_values);
      keys = w.beam_keys;
      values = w.beam_values;
    }
    p.keys = past + 1;
    p.k = {keys, width * l.capacity, l.capacity * l.size, l.size};
    p.v = {values, p.k.batch, p.k.head, p.k.row};
  }
  if (const auto* mask = call.in<std::int32_t>(3)) {
    for (std::int64_t i = 0; i < l.batch * l.mask_keys; ++i)
      w.mask[i] = mask[i] <= 0 ? static_cast<T>(l.filter) : T{0};
    p.bias[1] = {w.mask, l.mask_keys, 0, 0, 1, l.mask_keys};
  }
  if (l.has_bias) {
    p.bias[0] = l.bias;
    p.bias[0].data = call.in(4);
  }
  p.y = call.out(0);
  p.y_steps = {nullptr, l.heads * l.value_size, l.value_size, l.value_size};
  p.scores_out = call.out(3);
  p.scores = p.scores_out != nullptr ? attention::Scores::biased : attention::Scores::none;
  attention::run(p, call.pool(), call.stop(), isa);
}

struct DecoderMaskedAttention final : Op {
  float mask_filter_value = -10000;
  std::int64_t num_heads = 1;
  bool output_qk = false, past_present_share_buffer = false;
  std::optional<float> scale;
  void fields(FieldVisitor& f) override {
    f("mask_filter_value", mask_filter_value);
    f("num_heads", num_heads);
    f("output_qk", output_qk);
    f("past_present_share_buffer", past_present_share_buffer);
    f("scale", scale);
  }

  void infer(InferContext& c) const override {
    require(num_heads > 0, Code::invalid_model, "num_heads is {}, it must be positive", num_heads);
    require(c.has(1) && c.has(2), Code::not_implemented, "packed queries, keys and values are not supported");
    require(c.has(5) == c.has(6), Code::invalid_argument, "past_key and past_value must be given together");
    const SymShape &q = c.shape(0), &v = c.shape(2);
    require(!q.ranked() || (q.rank() == 3 && (!q[1].is_number() || q[1].number() == 1)),
            Code::invalid_argument, "query of shape {} must be [batch, 1, hidden]", q);
    SymShape y = q;
    if (q.ranked() && v.ranked() && v.rank() == 4) y[2] = v[3] * num_heads;
    c.out(0, c.dtype(0), std::move(y));
    c.out(1, c.dtype(0), c.shape(5));
    c.out(2, c.dtype(0), c.shape(6));
    c.out(3, c.dtype(0), SymShape{q.ranked() ? q[0] : Dim::unknown(), num_heads, 1, scored_keys(c)});
  }

  // The keys whose scores output 3 holds: those of the other sequence, or the past ones and the new one.
  static Dim scored_keys(const InferContext& c) {
    const SymShape& k = c.shape(1);
    if (k.ranked() && k.rank() == 4) return k[2];
    const auto past = known_dims(c.in(7));
    return past && past->size() == 1 ? past->front() + 1 : Dim::unknown();
  }

  Kernel lower(LowerContext& c) const override {
    if (c.wanted(3) && !c.known(3)) return Kernel::when_running();
    const Shape q = c.shape(0), k = c.shape(1), v = c.shape(2);
    DecoderMaskedLayout l;
    l.batch = q[0];
    l.heads = num_heads;
    l.size = l.value_size = q[2] / num_heads;
    l.cross = k.rank() == 4;
    require(q[2] % num_heads == 0 && l.size > 0, Code::invalid_argument, "query of shape {} has no {} heads",
            q, num_heads);
    if (l.cross) {
      l.keys = k[2];
      require(v.rank() == 4 && k == Shape{l.batch, l.heads, l.keys, l.size} && v[0] == l.batch &&
                  v[1] == l.heads && v[2] == l.keys,
              Code::invalid_argument, "key {} and value {} do not fit query {}", k, v, q);
      l.value_size = v[3];
    } else {
      require(c.has(5) && c.has(7) && k == q && v == q, Code::invalid_argument,
              "key {} and value {} must have the shape {}, and a past must be given", k, v, q);
      const Shape past = c.shape(5);
      require(past.rank() == 4 && past == c.shape(6) && past == Shape{l.batch, l.heads, past[2], l.size},
              Code::invalid_argument, "past_key {} and past_value {} do not fit", past, c.shape(6));
      l.capacity = past[2];
      l.keys = l.capacity;
      l.keeps_keys = c.wanted(1);
      l.keeps_values = c.wanted(2);
      l.has_beams = c.has(9);
      if (l.has_beams)
        require(c.shape(9).count() == l.batch * l.capacity, Code::invalid_argument,
                "cache_indirection of shape {} does not fit", c.shape(9));
    }
    if (c.has(3)) {
      l.mask_keys = c.shape(3).rank() == 2 ? c.shape(3)[1] : 0;
      require(c.shape(3) == Shape{l.batch, l.mask_keys} && l.mask_keys <= l.keys, Code::invalid_argument,
              "mask_index of shape {} does not fit", c.shape(3));
    }
    if (c.has(10))
      require(c.shape(10).count() >= (l.cross ? 1 : 3) * l.heads * l.size, Code::invalid_argument,
              "bias of shape {} is too short", c.shape(10));
    l.has_bias = c.has(4);
    if (l.has_bias) l.bias = mask_steps(c.shape(4), l.batch, l.heads, 1, l.keys);
    l.scale = scale.value_or(0) != 0 ? *scale : 1.0 / std::sqrt(static_cast<double>(l.size));
    l.filter = mask_filter_value;
    const Isa isa = c.options().isa;
    return in_float(c, [&]<typename T>() {
      return Kernel::of([l, isa](Call& call) { attend<T>(l, isa, call); })
          .with_scratch(DecoderMaskedWorkspace<T>::bytes(l));
    });
  }
};

}  // namespace

void register_decoder_masked_attention(OpRegistry& r) {
  r.add<DecoderMaskedAttention>("com.microsoft", "DecoderMaskedMultiHeadAttention");
}

}  // namespace sardonyx
