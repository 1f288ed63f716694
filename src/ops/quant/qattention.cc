// QAttention: self attention whose projection is a product of 8-bit matrices; the rest is float.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/attention/attention.h"
#include "ops/int8_product.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

struct QAttention final : Op {
  std::int64_t num_heads = 0, past_present_share_buffer = 0;
  bool do_rotary = false, unidirectional = false;
  float mask_filter_value = -10000.0f, scale = 0;

  void fields(FieldVisitor& f) override {
    f("do_rotary", do_rotary);
    f("mask_filter_value", mask_filter_value);
    f("num_heads", num_heads);
    f("past_present_share_buffer", past_present_share_buffer);
    f("scale", scale);
    f("unidirectional", unidirectional);
  }
  void infer(InferContext& c) const override;
  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override {
    return pack_constant_b(c, 1, false);
  }
  Kernel lower(LowerContext& c) const override;
};

void QAttention::infer(InferContext& c) const {
  require(num_heads > 0, Code::invalid_model, "num_heads is {}", num_heads);
  require(!do_rotary && past_present_share_buffer == 0, Code::not_implemented,
          "do_rotary and past_present_share_buffer");
  const SymShape &x = c.shape(0), &w = c.shape(1), &past = c.shape(8);
  if (!x.ranked() || !w.ranked()) return c.out(0, c.dtype(2), SymShape::unknown_dims(3));
  require(x.rank() == 3 && w.rank() == 2, Code::invalid_argument, "input and weight are {} and {}", x, w);
  require(!x[2].is_number() || !w[0].is_number() || x[2] == w[0], Code::invalid_argument,
          "input and weight are {} and {}", x, w);
  if (w[1].is_number())
    require(w[1].number() % (3 * num_heads) == 0, Code::invalid_argument, "{} columns for 3 * {} heads",
            w[1].number(), num_heads);
  const Dim hidden = floor_div(w[1], Dim(3)), head = floor_div(hidden, Dim(num_heads));
  c.out(0, c.dtype(2), SymShape{x[0], x[1], hidden});
  const Dim before = !c.has(8) ? Dim(0) : past.ranked() && past.rank() == 5 ? past[3] : Dim::unknown();
  c.out(1, c.dtype(2), SymShape{Dim(2), x[0], Dim(num_heads), before + x[1], head});
}

enum class MaskKind : std::uint8_t { none, ends, ranges, keys, full };

struct QAttentionRun {
  std::int64_t batch, length, inputs, heads, head, before;  // `before`: rows of the past
  std::int64_t scales, shifts;
  DType xd, wd, fd;
  MaskKind mask;
  bool causal, keep;  // keep: present is an output
  float filter, scale;
  const PackedInt8* packed;
  Isa isa;

  std::int64_t hidden() const { return heads * head; }
  std::int64_t total() const { return before + length; }
  bool biased() const { return mask != MaskKind::none || causal; }
  // Floats in scratch: the projection, keys and values when they are gathered, the mask, the result.
  std::int64_t projection() const { return batch * length * 3 * hidden(); }
  std::int64_t cache() const { return before > 0 || keep ? 2 * batch * total() * hidden() : 0; }
  std::int64_t bias() const { return biased() ? batch * length * total() : 0; }
  std::size_t scratch() const {
    return static_cast<std::size_t>(projection() + cache() + bias()) * sizeof(float);
  }

  void operator()(Call& call) const;

 private:
  void project(Call& call, float* qkv) const;
  void gather(Call& call, const float* qkv, float* cache) const;
  void fill_bias(Call& call, float* bias) const;
};

void QAttentionRun::project(Call& call, float* qkv) const {
  const std::vector<float> bias = load_scales(fd, call.in(2), 3 * hidden());
  SumStore store;
  store.rows = &quant::rows(isa);
  store.to = DType::float32;
  store.y = reinterpret_cast<std::byte*>(qkv);
  store.columns = 3 * hidden();
  store.row_scale = load_scales(fd, call.in(3), 1);
  store.col_scale = load_scales(fd, call.in(4), scales);
  store.bias = bias.data();
  Int8Product p;
  p.shape.m = batch * length;
  p.shape.n = 3 * hidden();
  p.shape.k = inputs;
  p.a = {call.in(0), xd == DType::int8, load_zeros(xd, call.in(6), 1)};
  p.b = {call.in(1), wd == DType::int8, load_zeros(wd, call.in(7), shifts)};
  p.packed_b = packed != nullptr ? packed->block->data() : nullptr;
  p.store = &store;
  run_product(call, p, isa);
}

// Past and new keys and values as [2, batch, heads, total, head].
void QAttentionRun::gather(Call& call, const float* qkv, float* cache) const {
  const std::byte* past = call.in(8);
  for (std::int64_t line = 0; line < 2 * batch * heads; ++line) {
    float* to = cache + line * total() * head;
    if (before > 0) {
      const std::vector<float> old = load_scales(
          fd, past + line * before * head * static_cast<std::int64_t>(item_size(fd)), before * head);
      std::copy(old.begin(), old.end(), to);
    }
    const std::int64_t kind = line / (batch * heads), b = line / heads % batch, h = line % heads;
    for (std::int64_t s = 0; s < length; ++s)
      std::copy_n(qkv + (b * length + s) * 3 * hidden() + (1 + kind) * hidden() + h * head, head,
                  to + (before + s) * head);
  }
}

void QAttentionRun::fill_bias(Call& call, float* bias) const {
  const auto* given = call.in<std::int32_t>(5);
  for (std::int64_t b = 0; b < batch; ++b) {
    for (std::int64_t s = 0; s < length; ++s) {
      for (std::int64_t m = 0; m < total(); ++m) {
        bool hidden_key = false;
        if (mask == MaskKind::ends) hidden_key = m >= given[b];
        if (mask == MaskKind::ranges) hidden_key = m >= given[b] || m < given[batch + b];
        if (mask == MaskKind::keys) hidden_key = given[b * total() + m] <= 0;
        if (mask == MaskKind::full) hidden_key = given[(b * length + s) * total() + m] <= 0;
        float v = hidden_key ? filter : 0;
        if (causal && m > before + s) v = std::numeric_limits<float>::lowest();
        *bias++ = v;
      }
    }
  }
}

void QAttentionRun::operator()(Call& call) const {
  auto* qkv = reinterpret_cast<float*>(call.scratch());
  float *gathered = qkv + projection(), *bias_at = gathered + cache();
  project(call, qkv);
  attention::Problem p;
  p.batch = batch;
  p.heads = p.kv_heads = heads;
  p.queries = length;
  p.keys = total();
  p.head_size = p.value_size = head;
  const std::ptrdiff_t row = 3 * hidden();
  p.q = {qkv, length * row, head, row};
  p.k = {qkv + hidden(), length * row, head, row};
  p.v = {qkv + 2 * hidden(), length * row, head, row};
  if (cache() > 0) {
    gather(call, qkv, gathered);
    p.k = {gathered, heads * total() * head, total() * head, head};
    p.v = {gathered + cache() / 2, heads * total() * head, total() * head, head};
  }
  if (biased()) {
    fill_bias(call, bias_at);
    p.bias[0] = {bias_at, length * total(), 0, total(), 1, total()};
  }
  p.scale = scale != 0 ? static_cast<double>(scale) : 1 / std::sqrt(static_cast<double>(head));
  std::vector<float> result;
  if (fd != DType::float32) result.resize(static_cast<std::size_t>(batch * length * hidden()));
  p.y = fd == DType::float32 ? call.out<float>(0) : result.data();
  p.y_steps = {nullptr, length * hidden(), head, hidden()};
  attention::run(p, call.pool(), call.stop(), isa);
  if (fd != DType::float32) convert_from_float(fd, result.data(), call.out(0), batch * length * hidden());
  if (keep) convert_from_float(fd, gathered, call.out(1), cache());
}

Kernel QAttention::lower(LowerContext& c) const {
  const Shape x = c.shape(0), w = c.shape(1);
  QAttentionRun run{};
  run.batch = x[0];
  run.length = x[1];
  run.inputs = x[2];
  run.heads = num_heads;
  run.head = w[1] / 3 / num_heads;
  run.scales = line_parameters(c.shape(4), w[1], 1, false);
  run.shifts = c.has(7) ? line_parameters(c.shape(7), w[1], 1, false) : 0;
  require(c.shape(2).count() == w[1] && c.shape(3).count() == 1, Code::invalid_argument,
          "bias {} or input_scale {}", c.shape(2), c.shape(3));
  run.xd = c.dtype(0);
  run.wd = c.dtype(1);
  run.fd = c.dtype(2);
  run.causal = unidirectional && x[1] > 1;
  run.keep = c.wanted(1);
  run.filter = mask_filter_value;
  run.scale = scale;
  run.packed = c.prepared<PackedInt8>();
  run.isa = c.options().isa;
  if (c.has(8)) {
    const Shape past = c.shape(8);
    require(
        past.rank() == 5 && past[0] == 2 && past[1] == x[0] && past[2] == num_heads && past[4] == run.head,
        Code::invalid_argument, "past is {}", past);
    run.before = past[3];
  }
  if (c.has(5)) {
    const Shape m = c.shape(5);
    const std::int64_t total = run.total();
    if (m.rank() == 1) run.mask = m[0] == 2 * x[0] ? MaskKind::ranges : MaskKind::ends;
    if (m.rank() == 2 && m[1] == total) run.mask = MaskKind::keys;
    if (m.rank() == 3) run.mask = MaskKind::full;
    const bool fits = (m.rank() == 1 && (m[0] == x[0] || m[0] == 2 * x[0] || m[0] == 3 * x[0] + 2)) ||
                      (m.rank() == 2 && m[1] == total && m[0] == x[0]) || (m.rank() == 2 && m[1] == 1) ||
                      (m.rank() == 3 && m[0] == x[0] && m[1] == x[1] && m[2] == total);
    require(fits, Code::invalid_argument, "mask_index is {} for [{},{},{}]", m, x[0], x[1], total);
  }
  const std::size_t scratch = run.scratch();
  return Kernel::of(run).with_scratch(scratch);
}

}  // namespace

void register_qattention(OpRegistry& r) { r.add<QAttention>("com.microsoft", "QAttention"); }

}  // namespace sardonyx
