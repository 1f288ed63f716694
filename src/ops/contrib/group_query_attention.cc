// GroupQueryAttention: what decoders of language models export: rotary positions, a growing cache, grouped heads.
#include <cmath>

#include "graph/op.h"
#include "kernels/rows/rotary.h"
#include "ops/attention_layout.h"
#include "ops/cache_codes.h"
#include "ops/in_float.h"
#include "ops/moving.h"
#include "ops/weights.h"
#include "tensor/checked_count.h"

namespace sardonyx {
namespace {

struct GroupQueryLayout {
  std::int64_t batch = 0, steps = 0, heads = 0, kv_heads = 0, size = 0;
  std::int64_t new_rows = 0;   // keys per sequence that come with this call (0: the cache is used as it is)
  std::int64_t past_rows = 0;  // of the past tensors
  std::int64_t capacity = 0, total = 0;  // rows of the present tensors; the longest sequence
  std::int64_t rows = 0;                 // of the caches that are computed with: the past's and the new
  std::int64_t window = 0;               // the present keeps the newest rows only, at least this many; 0: all
  bool packed = false, rotary = false, interleaved = false, has_positions = false, first = false;
  std::int64_t rotary_dim = 0, positions = 0;
  bool has_bias = false, smooth = false;
  bool keeps_keys = false, keeps_values = false;  // outputs hold the caches that are computed with
  CacheCodes key_codes, value_codes;
  attention::Mask bias;
  attention::Problem problem;  // sizes and options

  std::int64_t cache_count() const { return batch * kv_heads * rows * size; }
  std::int64_t query_count() const { return batch * steps * heads * size; }

  // Rows that a cache holds of `count` tokens: when it is full, so many go that the window and one more row stay.
  std::int64_t held(std::int64_t count) const {
    if (window == 0 || count <= capacity) return count;
    const std::int64_t gap = capacity - window + 1;
    return count - (count - capacity + gap - 1) / gap * gap;
  }
};

// Scratch: tokens before this call, rows that the caches hold of them, rows to look at, rotated queries, caches that are
// no outputs, sinks of zero.
template <typename T>
struct GroupQueryWorkspace {
  std::int64_t *past, *held, *valid;
  T *queries, *keys, *values, *sink;
  GroupQueryWorkspace(const GroupQueryLayout& l, std::byte* scratch) {
    past = reinterpret_cast<std::int64_t*>(scratch);
    held = past + l.batch;
    valid = held + l.batch;
    queries = reinterpret_cast<T*>(valid + l.batch);
    keys = queries + l.query_count();
    values = keys + (l.keeps_keys ? 0 : l.cache_count());
    sink = values + (l.keeps_values ? 0 : l.cache_count());
  }
  static std::size_t bytes(const GroupQueryLayout& l) {
    const std::int64_t caches = (l.keeps_keys ? 0 : 1) + (l.keeps_values ? 0 : 1);
    return static_cast<std::size_t>(3 * l.batch) * sizeof(std::int64_t) +
           static_cast<std::size_t>(l.query_count() + caches * l.cache_count() + l.heads) * sizeof(T);
  }
};

// Rows of the inputs: heads of queries, keys or values at step s of sequence b.
template <typename T>
struct Rows {
  const T* data;
  std::ptrdiff_t row;  // from step to step
  const T* at(const GroupQueryLayout& l, std::int64_t b, std::int64_t s, std::int64_t steps,
              std::int64_t h) const {
    return data + (b * steps + s) * row + h * l.size;
  }
};

// The keys, or the values, of all sequences.
template <typename T>
struct Cache {
  const CacheCodes& codes;
  const std::byte* past;  // codes or elements; null: nothing
  const float* scales;
  Rows<T> now;
  bool keys;
  T* rows;             // [batch, heads, rows, size], computed with
  std::byte* present;  // [batch, heads, capacity, ...], codes or elements; null: `rows` is all that is kept

  std::int64_t row_bytes() const {
    return codes.bits == 0 ? codes.size * static_cast<std::int64_t>(sizeof(T)) : codes.row_bytes();
  }
  std::byte* present_row(const GroupQueryLayout& l, std::int64_t i, std::int64_t r) const {
    return present + (i * l.capacity + r) * row_bytes();
  }

  // Rows [0, count) of head `i` come from the past; the present begins with row `dropped`.
  void keep(const GroupQueryLayout& l, std::int64_t i, std::int64_t count, std::int64_t dropped) const {
    const std::int64_t bytes = row_bytes();
    const std::byte* from = past + i * l.past_rows * bytes;
    T* to = rows + i * l.rows * l.size;
    if (codes.bits == 0) {
      std::copy_n(reinterpret_cast<const T*>(from), count * l.size, to);
    } else {
      for (std::int64_t r = 0; r < count; ++r)
        codes.read(from + r * bytes, scales, i % l.kv_heads, to + r * l.size);
    }
    if (present != nullptr && count > dropped)  // the past may lie there: forwards
      std::copy_n(from + dropped * bytes, (count - dropped) * bytes, present_row(l, i, 0));
  }
  // Row `r` of head `i` is new: its elements are in `rows`.
  void add(const GroupQueryLayout& l, std::int64_t i, std::int64_t r, std::int64_t dropped) const {
    std::byte* to = present == nullptr || r < dropped ? nullptr : present_row(l, i, r - dropped);
    T* row = rows + (i * l.rows + r) * l.size;
    if (codes.bits != 0) return codes.write(row, scales, i % l.kv_heads, to);
    if (to != nullptr) std::copy_n(row, l.size, reinterpret_cast<T*>(to));
  }
  void clear(const GroupQueryLayout& l, std::int64_t i, std::int64_t first, std::int64_t dropped) const {
    std::fill_n(rows + (i * l.rows + first) * l.size, (l.rows - first) * l.size, T{0});
    if (present != nullptr)
      std::fill_n(present_row(l, i, first - dropped), (l.capacity - first + dropped) * row_bytes(),
                  std::byte{0});
  }
};

template <typename T>
void read_lengths(const GroupQueryLayout& l, const std::int32_t* seqlens, const GroupQueryWorkspace<T>& w) {
  for (std::int64_t b = 0; b < l.batch; ++b) {
    const std::int64_t total = static_cast<std::int64_t>(seqlens[b]) + 1;
    w.past[b] = l.first ? 0 : total - l.steps;
    w.held[b] = l.held(w.past[b]);
    w.valid[b] = total - w.past[b] + w.held[b];
    const bool fits = total >= 0 && w.past[b] >= 0 && w.valid[b] <= l.rows &&
                      w.held[b] + l.new_rows <= l.rows &&
                      (l.first || l.new_rows == 0 || w.held[b] <= l.past_rows);
    require(
        fits, Code::invalid_argument,
        "seqlens_k says {} for sequence {}, which does not fit {} new steps, {} past rows and a total of {}",
        seqlens[b], b, l.steps, l.past_rows, l.total);
  }
}

template <typename T>
struct Filler {
  const GroupQueryLayout& l;
  const std::int64_t *past, *held;
  const std::int64_t* ids;
  const T *cosines, *sines;

  // The position of step s; -1 outside of the cache of cosines.
  std::int64_t position(std::int64_t b, std::int64_t s) const {
    const std::int64_t p = ids != nullptr ? ids[b * l.steps + s] : past[b] + s;
    return p >= 0 && p < l.positions ? p : -1;
  }

  bool turn(const T* from, T* to, std::int64_t b, std::int64_t s) const {
    if (!l.rotary) {
      std::copy_n(from, l.size, to);
      return true;
    }
    const std::int64_t p = position(b, s), half = l.rotary_dim / 2;
    if (p < 0) return false;
    rows::rotate(from, to, l.size, l.rotary_dim, cosines + p * half, sines + p * half, l.interleaved);
    return true;
  }

  // Head `i`: past rows, new rows (turned for keys), zeros behind.
  bool fill_head(const Cache<T>& cache, std::int64_t i) const {
    const std::int64_t b = i / l.kv_heads, h = i % l.kv_heads;
    std::int64_t row = l.new_rows == 0 ? l.past_rows : std::min(held[b], l.past_rows);
    if (cache.past == nullptr) row = 0;
    const std::int64_t end = row + l.new_rows;
    const std::int64_t dropped = l.window == 0 ? 0 : end - l.held(past[b] + l.new_rows);
    if (row > 0) cache.keep(l, i, row, dropped);
    for (std::int64_t s = 0; s < l.new_rows; ++s, ++row) {
      const T* from = cache.now.at(l, b, s, l.new_rows, h);
      T* to = cache.rows + (i * l.rows + row) * l.size;
      if (!cache.keys)
        std::copy_n(from, l.size, to);
      else if (!turn(from, to, b, s))
        return false;
      cache.add(l, i, row, dropped);
    }
    cache.clear(l, i, row, dropped);
    return true;
  }

  void fill(const Cache<T>& cache, Call& call) const {
    const std::int64_t bad =
        call.find_bad(l.batch * l.kv_heads, 1 + 16384 / (l.rows * l.size + 1),
                      [&](std::int64_t begin, std::int64_t end, int) noexcept -> std::int64_t {
                        for (std::int64_t i = begin; i < end; ++i)
                          if (!fill_head(cache, i)) return i;
                        return ThreadPool::kOk;
                      });
    check(bad == ThreadPool::kOk);
  }

  void turn_queries(const Rows<T>& now, T* to, Call& call) const {
    const std::int64_t bad =
        call.find_bad(l.batch * l.steps, 1 + 4096 / (l.heads * l.size + 1),
                      [&](std::int64_t begin, std::int64_t end, int) noexcept -> std::int64_t {
                        for (std::int64_t i = begin; i < end; ++i) {
                          for (std::int64_t h = 0; h < l.heads; ++h) {
                            const std::int64_t b = i / l.steps, s = i % l.steps;
                            if (!turn(now.at(l, b, s, l.steps, h), to + (i * l.heads + h) * l.size, b, s))
                              return i;
                          }
                        }
                        return ThreadPool::kOk;
                      });
    check(bad == ThreadPool::kOk);
  }

  void check(bool fine) const {
    require(fine, Code::invalid_argument, "a position lies outside the {} rows of cos_cache", l.positions);
  }
};

template <typename T>
void attend_grouped(const GroupQueryLayout& l, Isa isa, Call& call) {
  const GroupQueryWorkspace<T> w(l, call.scratch());
  read_lengths(l, call.in<std::int32_t>(5), w);
  const std::ptrdiff_t q_row = (l.heads + (l.packed ? 2 * l.kv_heads : 0)) * l.size;
  const std::ptrdiff_t kv_row = l.packed ? q_row : l.kv_heads * l.size;
  const T* query = call.in<T>(0);
  const Rows<T> q{query, q_row};
  const Rows<T> k{l.packed ? query + l.heads * l.size : call.in<T>(1), kv_row};
  const Rows<T> v{l.packed ? query + (l.heads + l.kv_heads) * l.size : call.in<T>(2), kv_row};
  const Filler<T> filler{l, w.past, w.held, call.in<std::int64_t>(9), call.in<T>(7), call.in<T>(8)};
  T* keys = l.keeps_keys ? call.out<T>(1) : w.keys;
  T* values = l.keeps_values ? call.out<T>(2) : w.values;
  filler.fill(Cache<T>{l.key_codes, call.in(3), call.in<float>(12), k, true, keys,
                       l.keeps_keys ? nullptr : call.out(1)},
              call);
  filler.fill(Cache<T>{l.value_codes, call.in(4), call.in<float>(13), v, false, values,
                       l.keeps_values ? nullptr : call.out(2)},
              call);

  attention::Problem p = l.problem;
  p.q = {query, l.steps * q_row, l.size, q_row};
  if (l.rotary) {
    filler.turn_queries(q, w.queries, call);
    p.q = {w.queries, l.steps * l.heads * l.size, l.size, l.heads * l.size};
  }
  p.k = {keys, l.kv_heads * l.rows * l.size, l.rows * l.size, l.size};
  p.v = {values, p.k.batch, p.k.head, p.k.row};
  p.offset = w.held;
  p.valid = w.valid;
  if (l.has_bias) {
    p.bias[0] = l.bias;
    p.bias[0].data = call.in(10);
  }
  p.sink = call.in(11);
  if (l.smooth && p.sink == nullptr) {
    std::fill_n(w.sink, l.heads, T{0});
    p.sink = w.sink;
  }
  p.y = call.out(0);
  p.scores_out = call.out(3);
  if (p.scores_out == nullptr) p.scores = attention::Scores::none;
  attention::run(p, call.pool(), call.stop(), isa);
}

struct GroupQueryAttention final : Op {
  bool causal = true, do_rotary = false, rotary_interleaved = false, sliding_window_cache = false;
  std::string k_quant_type = "NONE", v_quant_type = "NONE";
  std::int64_t kv_cache_bit_width = 0, kv_num_heads = 1, local_window_size = -1, num_heads = 1, qk_output = 0,
               smooth_softmax = -1;
  float qk_norm_epsilon = 1e-6f, softcap = 0;
  std::optional<float> scale;

  void fields(FieldVisitor& f) override {
    f("causal", causal);
    f("do_rotary", do_rotary);
    f("k_quant_type", k_quant_type);
    f("kv_cache_bit_width", kv_cache_bit_width);
    f("kv_num_heads", kv_num_heads);
    f("local_window_size", local_window_size);
    f("num_heads", num_heads);
    f("qk_norm_epsilon", qk_norm_epsilon);
    f("qk_output", qk_output);
    f("rotary_interleaved", rotary_interleaved);
    f("scale", scale);
    f("sliding_window_cache", sliding_window_cache);
    f("smooth_softmax", smooth_softmax);
    f("softcap", softcap);
    f("v_quant_type", v_quant_type);
  }

  void refuse_what_is_not_done(const InferContext& c) const {
    check_codes(c);
    require(!sliding_window_cache || (local_window_size > 0 && c.has(3)), Code::invalid_model,
            "sliding_window_cache needs local_window_size and past_key");
    require(!sliding_window_cache || (!c.has(10) && qk_output == 0), Code::invalid_model,
            "sliding_window_cache goes with neither attention_bias nor qk_output");
    require(!c.has(14) && !c.has(15), Code::not_implemented,
            "q_norm_weight and k_norm_weight are not supported");
    require(num_heads > 0 && kv_num_heads > 0 && num_heads % kv_num_heads == 0, Code::invalid_model,
            "{} query heads cannot share {} key/value heads", num_heads, kv_num_heads);
    require(causal || local_window_size < 0, Code::invalid_model, "a window needs causal attention");
    require(qk_output >= 0 && qk_output <= 2, Code::invalid_model, "qk_output is {}, it must be 0 to 2",
            qk_output);
    require(qk_output != 0 || !c.wanted(3), Code::invalid_model,
            "output 3, the scores, needs qk_output 1 or 2");
    require(c.has(1) == c.has(2), Code::invalid_argument, "key and value must be given together");
    require(c.has(3) == c.has(4), Code::invalid_argument, "past_key and past_value must be given together");
    require(!do_rotary || (c.has(7) && c.has(8)), Code::invalid_argument,
            "do_rotary needs cos_cache and sin_cache");
  }

  bool coded() const { return k_quant_type != "NONE"; }
  // The element type of the caches: codes, or what the queries are where there is no past.
  DType cache_type(const InferContext& c) const {
    if (c.has(3)) return c.dtype(3);
    if (coded()) return kv_cache_bit_width == 8 ? DType::int8 : DType::uint8;
    return c.dtype(0);
  }

  void check_codes(const InferContext& c) const {
    require(k_quant_type == v_quant_type &&
                (!coded() || k_quant_type == "PER_TENSOR" || k_quant_type == "PER_CHANNEL"),
            Code::invalid_model,
            "k_quant_type '{}' and v_quant_type '{}' must both be NONE, PER_TENSOR or PER_CHANNEL",
            k_quant_type, v_quant_type);
    const std::int64_t bits = kv_cache_bit_width;
    require(coded() ? bits == 8 || bits == 4 : bits == 0, Code::invalid_model,
            "kv_cache_bit_width is {} for caches of type {}", bits, k_quant_type);
    require(!coded() || (c.has(12) && c.has(13)), Code::invalid_argument,
            "quantised caches need k_scale and v_scale");
    for (const std::size_t i : {std::size_t{3}, std::size_t{4}}) {
      const DType d = c.has(i) ? c.dtype(i) : cache_type(c);
      require(d != DType::float8e4m3fn, Code::not_implemented, "caches of {} are not supported", name(d));
      const bool fits = !coded() ? is_float(d) : bits == 8 ? d == DType::int8 : d == DType::uint8;
      require(d == DType::undefined || fits, Code::invalid_argument,
              "past keys and values of type {} do not fit k_quant_type {} with {} bits", name(d),
              k_quant_type, bits);
    }
  }

  Dim head_size(const InferContext& c) const {
    const SymShape& q = c.shape(0);
    if (!q.ranked()) return Dim::unknown();
    require(q.rank() == 3, Code::invalid_argument, "query of shape {} must have rank 3", q);
    const std::int64_t parts = c.has(1) ? num_heads : num_heads + 2 * kv_num_heads;
    require(!q[2].is_number() || q[2].number() % parts == 0, Code::invalid_argument,
            "query of shape {} cannot be split into {} heads", q, parts);
    return floor_div(q[2], parts);
  }

  void infer(InferContext& c) const override {
    refuse_what_is_not_done(c);
    const SymShape& q = c.shape(0);
    const Dim size = head_size(c);
    const Dim batch = q.ranked() ? q[0] : Dim::unknown(), steps = q.ranked() ? q[1] : Dim::unknown();
    Dim total = Dim::unknown();
    if (const auto dims = known_dims(c.in(6)); dims && dims->size() == 1) total = dims->front();
    Dim capacity = total;
    if (c.has(3)) {
      const SymShape& past = c.shape(3);
      require(!past.ranked() || past.rank() == 4, Code::invalid_argument,
              "past_key of shape {} must have rank 4", past);
      capacity = !past.ranked() ? Dim::unknown() : sliding_window_cache ? past[2] : max(total, past[2]);
    }
    const bool halves = coded() && kv_cache_bit_width == 4;
    const SymShape cache{batch, kv_num_heads, capacity, halves ? floor_div(size + 1, 2) : size};
    c.out(0, c.dtype(0), SymShape{batch, steps, size * num_heads});
    c.out(1, cache_type(c), cache);
    c.out(2, cache_type(c), cache);
    c.out(3, c.dtype(0), SymShape{batch, num_heads, steps, total});
  }

  Kernel lower(LowerContext& c) const override {
    if (c.constant(6) == nullptr) return Kernel::when_running();
    GroupQueryLayout l = layout(c);
    set_problem(l);
    const Isa isa = c.options().isa;
    return in_float(c, [&]<typename T>() {
      GroupQueryLayout mine = l;
      mine.problem.type = gemm_type(dtype_of<T>);
      return Kernel::of([mine, isa](Call& call) { attend_grouped<T>(mine, isa, call); })
          .with_scratch(GroupQueryWorkspace<T>::bytes(mine));
    });
  }

  GroupQueryLayout layout(const LowerContext& c) const {
    GroupQueryLayout l;
    const Shape q = c.shape(0);
    l.batch = q[0];
    l.steps = q[1];
    l.heads = num_heads;
    l.kv_heads = kv_num_heads;
    l.packed = !c.has(1);
    l.size = q[2] / (l.packed ? num_heads + 2 * kv_num_heads : num_heads);
    l.new_rows = l.packed ? l.steps : c.shape(1)[1];
    l.total = c.constant(6)->int_at(0);
    l.first = l.steps == l.total;
    l.past_rows = c.has(3) ? c.shape(3)[2] : 0;
    require(l.total >= 0, Code::invalid_argument, "total_sequence_length is {}", l.total);
    set_rows(l);
    checked_count(Shape{l.batch, l.kv_heads, l.rows, l.size});
    checked_count(Shape{l.batch, l.heads, l.steps, l.window == 0 ? l.total : l.rows});
    require(c.shape(5).count() == l.batch, Code::invalid_argument,
            "seqlens_k of shape {} must have {} numbers", c.shape(5), l.batch);
    if (!l.packed) {
      const Shape needed{l.batch, l.new_rows, l.kv_heads * l.size};
      require(c.shape(1) == needed && c.shape(2) == needed && (l.new_rows == l.steps || l.new_rows == 0),
              Code::invalid_argument, "key {} and value {} must have the shape {}", c.shape(1), c.shape(2),
              needed);
    }
    l.key_codes = codes(c, 12, l);
    l.value_codes = codes(c, 13, l);
    if (c.has(3)) {
      const Shape needed{l.batch, l.kv_heads, c.shape(3)[2], coded() ? l.key_codes.row_bytes() : l.size};
      require(c.shape(3) == needed && c.shape(4) == needed, Code::invalid_argument,
              "past_key {} and past_value {} must have the shape {}", c.shape(3), c.shape(4), needed);
    }
    l.keeps_keys = c.wanted(1) && !coded() && l.window == 0;
    l.keeps_values = c.wanted(2) && !coded() && l.window == 0;
    set_rotary(l, c);
    l.has_bias = c.has(10);
    if (l.has_bias) l.bias = mask_steps(c.shape(10), l.batch, l.heads, l.steps, l.total);
    l.smooth = smooth_softmax == 1;
    if (c.has(11))
      require(c.shape(11).count() == l.heads, Code::invalid_argument,
              "head_sink of shape {} must have {} numbers", c.shape(11), l.heads);
    return l;
  }

  void set_rows(GroupQueryLayout& l) const {
    l.rows = l.capacity = std::max(l.total, l.past_rows);
    if (!sliding_window_cache) return;
    require(l.past_rows >= local_window_size, Code::invalid_argument,
            "past_key with {} rows cannot hold a window of {}", l.past_rows, local_window_size);
    require(l.new_rows == l.steps, Code::invalid_argument, "sliding_window_cache needs keys for every query");
    l.window = local_window_size;
    l.capacity = l.past_rows;
    l.rows = l.past_rows + l.new_rows;
  }

  CacheCodes codes(const LowerContext& c, std::size_t scale, const GroupQueryLayout& l) const {
    CacheCodes codes{static_cast<int>(kv_cache_bit_width), k_quant_type == "PER_CHANNEL", l.size};
    if (!coded()) return codes;
    const std::int64_t expected = codes.per_channel ? l.kv_heads * l.size : 1;
    require(c.shape(scale).count() == expected, Code::invalid_argument,
            "input {}, a scale of shape {}, must have {} elements", scale, c.shape(scale), expected);
    return codes;
  }

  void set_rotary(GroupQueryLayout& l, const LowerContext& c) const {
    l.rotary = do_rotary;
    l.interleaved = rotary_interleaved;
    if (!do_rotary) return;
    const Shape cosines = c.shape(7), sines = c.shape(8);
    require(cosines.rank() == 2 && cosines == sines && 2 * cosines[1] <= l.size, Code::invalid_argument,
            "cos_cache {} and sin_cache {} do not fit heads of {}", cosines, sines, l.size);
    l.positions = cosines[0];
    l.rotary_dim = 2 * cosines[1];
    if (c.has(9))
      require(c.shape(9).count() == l.batch * l.steps, Code::invalid_argument,
              "position_ids of shape {} must be [{},{}]", c.shape(9), l.batch, l.steps);
  }

  void set_problem(GroupQueryLayout& l) const {
    attention::Problem& p = l.problem;
    p.batch = l.batch;
    p.heads = l.heads;
    p.kv_heads = l.kv_heads;
    p.queries = l.steps;
    p.keys = l.window == 0 ? l.total : l.rows;
    p.head_size = p.value_size = l.size;
    p.y_steps = {nullptr, l.steps * l.heads * l.size, l.size, l.heads * l.size};
    p.scale = scale.value_or(0) != 0 ? *scale : 1.0 / std::sqrt(static_cast<double>(l.size));
    p.softcap = softcap;
    p.right = causal ? 0 : -1;
    p.left = local_window_size > 0 ? local_window_size - 1 : -1;
    p.scores = qk_output == 1   ? attention::Scores::biased
               : qk_output == 2 ? attention::Scores::softmax
                                : attention::Scores::none;
  }
};

}  // namespace

void register_group_query_attention(OpRegistry& r) {
  r.add<GroupQueryAttention>("com.microsoft", "GroupQueryAttention");
}

}  // namespace sardonyx
