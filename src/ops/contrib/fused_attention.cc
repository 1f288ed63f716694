// com.microsoft Attention: the projection to queries, keys and values, and the attention between them.
#include <cmath>

#include "graph/op.h"
#include "ops/attention_layout.h"
#include "ops/in_float.h"
#include "ops/padding_mask.h"
#include "ops/weights.h"

namespace sardonyx {
namespace {

struct FusedAttentionLayout {
  std::int64_t batch = 0, queries = 0, input = 0, heads = 0, size = 0, value_size = 0, past = 0, keys = 0;
  PaddingMask mask;
  attention::Mask bias;
  bool has_bias = false, cached = false, keeps = false;
  double scale = 1;

  std::int64_t width() const { return heads * (2 * size + value_size); }
  std::int64_t qkv_count() const { return batch * queries * width(); }
  std::int64_t cache_count(std::int64_t s) const { return batch * heads * keys * s; }
};

// Rows of queries, keys or values inside of the projection.
template <typename T>
attention::Operand slice(const FusedAttentionLayout& l, const T* qkv, std::int64_t first, std::int64_t size) {
  return {qkv + first, l.queries * l.width(), size, l.width()};
}

// Past and new rows of every head into a dense cache.
template <typename T>
void join(const FusedAttentionLayout& l, const T* past, const attention::Operand& rows, std::int64_t size,
          T* cache, Call& call) {
  const std::int64_t grain = 1 + 16384 / (l.keys * size + 1);
  call.for_range(l.batch * l.heads, grain, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t i = begin; i < end; ++i) {
      T* to = cache + i * l.keys * size;
      if (past != nullptr) std::copy_n(past + i * l.past * size, l.past * size, to);
      const T* from = static_cast<const T*>(rows.data) + i / l.heads * rows.batch + i % l.heads * rows.head;
      for (std::int64_t s = 0; s < l.queries; ++s)
        std::copy_n(from + s * rows.row, size, to + (l.past + s) * size);
    }
  });
}

template <typename T>
void attend(const FusedAttentionLayout& l, const Packed* packed, Isa isa, Call& call) {
  T* qkv = reinterpret_cast<T*>(call.scratch());
  T* mask = qkv + l.qkv_count();
  T* cache = call.out<T>(1) != nullptr ? call.out<T>(1) : mask + l.mask.count();
  gemm::Problem project;
  project.type = gemm_type(dtype_of<T>);
  project.m = l.batch * l.queries;
  project.n = l.width();
  project.k = l.input;
  project.a = {call.in(0), l.input, 1};
  project.b = {call.in(1), l.width(), 1};
  project.packed_b = packed != nullptr ? packed->data() : nullptr;
  project.c = qkv;
  project.ldc = l.width();
  project.epilogue.col_bias = call.in(2);
  gemm::run(project, call.pool(), call.stop(), isa);

  attention::Problem p;
  p.type = project.type;
  p.batch = l.batch;
  p.heads = p.kv_heads = l.heads;
  p.queries = l.queries;
  p.keys = l.keys;
  p.head_size = l.size;
  p.value_size = l.value_size;
  p.scale = l.scale;
  p.q = slice(l, qkv, 0, l.size);
  p.k = slice(l, qkv, l.heads * l.size, l.size);
  p.v = slice(l, qkv, 2 * l.heads * l.size, l.value_size);
  if (l.cached) {
    const T* past = call.in<T>(4);
    T* values = cache + l.cache_count(l.size);
    join(l, past, p.k, l.size, cache, call);
    join(l, past == nullptr ? nullptr : past + l.batch * l.heads * l.past * l.size, p.v, l.value_size, values,
         call);
    p.k = {cache, l.heads * l.keys * l.size, l.keys * l.size, l.size};
    p.v = {values, l.heads * l.keys * l.value_size, l.keys * l.value_size, l.value_size};
  }
  if (l.has_bias) {
    p.bias[0] = l.bias;
    p.bias[0].data = call.in(5);
  }
  if (l.mask.needed()) {
    l.mask.fill(call.in<std::int32_t>(3), mask, call);
    p.bias[1] = {mask, l.queries * l.keys, 0, l.keys, 1, l.keys};
  }
  p.y = call.out(0);
  p.y_steps = {nullptr, l.queries * l.heads * l.value_size, l.value_size, l.heads * l.value_size};
  attention::run(p, call.pool(), call.stop(), isa);
}

struct FusedAttention final : Op {
  bool do_rotary = false, past_present_share_buffer = false, unidirectional = false;
  float mask_filter_value = -10000;
  std::int64_t num_heads = 1, rotary_embedding_dim = 0;
  std::vector<std::int64_t> qkv_hidden_sizes;
  std::optional<float> scale;

  void fields(FieldVisitor& f) override {
    f("do_rotary", do_rotary);
    f("mask_filter_value", mask_filter_value);
    f("num_heads", num_heads);
    f("past_present_share_buffer", past_present_share_buffer);
    f("qkv_hidden_sizes", qkv_hidden_sizes);
    f("rotary_embedding_dim", rotary_embedding_dim);
    f("scale", scale);
    f("unidirectional", unidirectional);
  }

  // Widths of queries and values for a projection to `width` columns.
  std::pair<std::int64_t, std::int64_t> widths(std::int64_t width) const {
    std::int64_t q = width / 3, v = width / 3;
    if (!qkv_hidden_sizes.empty()) {
      require(qkv_hidden_sizes.size() == 3 && qkv_hidden_sizes[0] == qkv_hidden_sizes[1], Code::invalid_model,
              "qkv_hidden_sizes must be three numbers, the first two equal");
      q = qkv_hidden_sizes[0];
      v = qkv_hidden_sizes[2];
    }
    require(num_heads > 0 && q > 0 && v > 0 && q % num_heads == 0 && v % num_heads == 0 && 2 * q + v == width,
            Code::invalid_argument,
            "{} columns of weights cannot be split into queries, keys and values of {} heads", width,
            num_heads);
    return {q, v};
  }

  void infer(InferContext& c) const override {
    require(!do_rotary && !past_present_share_buffer, Code::not_implemented,
            "do_rotary and past_present_share_buffer are not supported");
    require(!(c.has(4) && c.has(5)), Code::invalid_argument, "past does not go with an attention_bias");
    const SymShape &x = c.shape(0), &w = c.shape(1);
    require(!x.ranked() || x.rank() == 3, Code::invalid_argument, "input of shape {} must have rank 3", x);
    require(!w.ranked() || w.rank() == 2, Code::invalid_argument, "weights of shape {} must have rank 2", w);
    if (!x.ranked() || !w.ranked() || !w[1].is_number()) {
      c.out(0, c.dtype(0), SymShape::unknown_dims(3));
      return c.out(1, c.dtype(0), SymShape::unknown_dims(5));
    }
    require(!x[2].is_number() || !w[0].is_number() || x[2] == w[0], Code::invalid_argument,
            "input of shape {} does not fit weights of shape {}", x, w);
    const auto [q, v] = widths(w[1].number());
    c.out(0, c.dtype(0), SymShape{x[0], x[1], v});
    Dim total = x[1];
    if (c.has(4))
      total = c.shape(4).ranked() && c.shape(4).rank() == 5 ? total + c.shape(4)[3] : Dim::unknown();
    c.out(1, c.dtype(0), SymShape{2, x[0], num_heads, total, q / num_heads});
  }

  bool reads_input(std::size_t i) const override { return i != 1; }

  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override {
    const Tensor* w = c.constant(1);
    if (w == nullptr || w->rank() != 2 || w->count() == 0) return nullptr;
    const DType compute = product_type(w->dtype());
    const gemm::Type type = gemm_type(compute);
    const Isa isa = c.options().isa;
    const Weights weights = weights_as(*w, compute);
    const std::int64_t k = w->shape()[0], n = w->shape()[1];
    return make_packed(gemm::packed_b_bytes(type, k, n, isa), compute,
                       [&](void* to) { gemm::pack_b(type, k, n, {weights.data(), n, 1}, to, isa); });
  }

  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0), w = c.shape(1);
    const auto [q, v] = widths(w[1]);
    FusedAttentionLayout l;
    l.batch = x[0];
    l.queries = x[1];
    l.input = x[2];
    l.heads = num_heads;
    l.size = q / num_heads;
    l.value_size = v / num_heads;
    if (c.has(2))
      require(c.shape(2).count() == w[1], Code::invalid_argument, "bias of shape {} does not fit {} columns",
              c.shape(2), w[1]);
    if (c.has(4)) {
      const Shape past = c.shape(4);
      require(past.rank() == 5 && past[0] == 2 && past[1] == l.batch && past[2] == l.heads &&
                  past[4] == l.size && l.size == l.value_size,
              Code::invalid_argument, "past of shape {} does not fit", past);
      l.past = past[3];
    }
    l.keys = l.past + l.queries;
    l.keeps = c.wanted(1);
    l.cached = c.has(4) || l.keeps;
    require(!l.keeps || l.size == l.value_size, Code::invalid_argument,
            "present cannot hold keys of {} and values of {}", l.size, l.value_size);
    l.mask = {PaddingMask::Form::none,         l.batch,          l.queries, l.keys, l.past,
              unidirectional && l.queries > 1, mask_filter_value};
    if (c.has(3)) l.mask.form = padding_mask_form(c.shape(3), l.batch, l.queries, l.keys);
    l.has_bias = c.has(5);
    if (l.has_bias) l.bias = mask_steps(c.shape(5), l.batch, l.heads, l.queries, l.keys);
    l.scale = scale.value_or(0) != 0 ? *scale : 1.0 / std::sqrt(static_cast<double>(l.size));
    const Packed* packed = c.prepared<Packed>();
    const Isa isa = c.options().isa;
    std::size_t numbers = static_cast<std::size_t>(l.qkv_count()) + l.mask.count();
    if (l.cached && !l.keeps) numbers += static_cast<std::size_t>(l.cache_count(l.size + l.value_size));
    auto make = [&]<typename T>() {
      return Kernel::of([l, packed, isa](Call& call) { attend<T>(l, packed, isa, call); })
          .with_scratch(numbers * sizeof(T));
    };
    if (packed != nullptr) return in_float(c, make, {1});
    return in_float(c, make);
  }
};

}  // namespace

void register_fused_attention(OpRegistry& r) { r.add<FusedAttention>("com.microsoft", "Attention"); }

}  // namespace sardonyx
