// com.microsoft SparseAttention: GroupQueryAttention in which a block of queries sees some blocks of keys only: it runs
// that operator with a bias of -infinity where a block is not to be seen.
#include <array>
#include <limits>

#include "graph/op.h"
#include "ops/dispatch.h"
#include "tensor/checked_count.h"

namespace sardonyx {
namespace {

enum Input : std::size_t {
  kQuery,
  kKey,
  kValue,
  kPastKey,
  kPastValue,
  kRows,
  kColumns,
  kTotal,
  kLengths,
  kCosines,
  kSines
};

struct Layout {
  std::int64_t batch = 0, heads = 0, steps = 0, keys = 0, block = 1;
  std::int64_t layouts = 0, rows = 0, columns = 0;  // of the index tensors
};

// The blocks that block `row` of the queries sees, in the layout of one head; false on indices that are none.
template <typename Each>
bool each_block(const Layout& l, const std::int32_t* rows, const std::int32_t* columns, std::int64_t row,
                const Each& each) {
  if (row < 0 || row + 1 >= l.rows) return false;
  const std::int64_t begin = rows[row], end = rows[row + 1];
  if (begin < 0 || end < begin || end > l.columns) return false;
  for (std::int64_t i = begin; i < end; ++i) {
    if (columns[i] < 0) return false;
    each(columns[i]);
  }
  return true;
}

// Elements are only their bits here: 0, and `hidden` for -infinity.
template <typename T>
bool fill_row(const Layout& l, std::int64_t position, const std::int32_t* rows, const std::int32_t* columns,
              T hidden, T* to) {
  std::fill_n(to, l.keys, hidden);
  return each_block(l, rows, columns, position / l.block, [&](std::int64_t block) {
    if (block > l.keys / l.block) return;
    std::fill(to + std::min(block * l.block, l.keys), to + std::min((block + 1) * l.block, l.keys), T{0});
  });
}

template <typename T>
void fill_bias(const Layout& l, T hidden, T* to, const Call& call) {
  const auto *rows = call.in<std::int32_t>(kRows), *columns = call.in<std::int32_t>(kColumns),
             *lengths = call.in<std::int32_t>(kLengths);
  const std::int64_t bad = call.find_bad(
      l.batch * l.heads * l.steps, 1 + 16384 / (l.keys + 1),
      [&](std::int64_t begin, std::int64_t end, int) noexcept -> std::int64_t {
        for (std::int64_t i = begin; i < end; ++i) {
          const std::int64_t s = i % l.steps, h = i / l.steps % l.heads, b = i / l.steps / l.heads;
          const std::int64_t past = l.steps == l.keys ? 0 : lengths[b] - l.steps, which = h % l.layouts;
          if (past < 0) return i;
          if (!fill_row(l, past + s, rows + which * l.rows, columns + which * l.columns, hidden,
                        to + i * l.keys))
            return i;
        }
        return ThreadPool::kOk;
      });
  require(bad == ThreadPool::kOk, Code::invalid_argument,
          "the block layout has no row for step {} of head {}, or holds indices outside of it",
          l.steps > 0 ? bad % l.steps : 0, l.steps > 0 ? bad / l.steps % l.heads : 0);
}

// What GroupQueryAttention takes beside the inputs: the bias, and lengths of sequences less one.
struct SparseRun {
  Layout l;
  Kernel attention;
  DType dtype = DType::float32;

  static std::size_t lines(std::size_t bytes) { return checked_add(bytes, 63) / 64 * 64; }
  std::size_t lengths_bytes() const {
    return lines(static_cast<std::size_t>(l.batch) * sizeof(std::int32_t));
  }
  std::size_t bias_bytes() const {
    const std::int64_t count = checked_count(Shape{l.batch, l.heads, l.steps, l.keys});
    return lines(checked_mul(static_cast<std::size_t>(count), item_size(dtype)));
  }

  void operator()(Call& call) const {
    auto* lengths = reinterpret_cast<std::int32_t*>(call.scratch());
    std::byte* bias = call.scratch() + lengths_bytes();
    for (std::int64_t b = 0; b < l.batch; ++b) {
      const std::int32_t length = call.in<std::int32_t>(kLengths)[b];
      require(length > 0 && length <= l.keys, Code::invalid_argument,
              "key_total_sequence_lengths holds {}, outside [1, {}]", length, l.keys);
      lengths[b] = length - 1;
    }
    fill(bias, call);
    std::array<Call::Input, 11> in{};
    for (const std::size_t i : {kQuery, kKey, kValue, kPastKey, kPastValue}) in[i].data = call.in(i);
    in[5].data = reinterpret_cast<const std::byte*>(lengths);
    in[6].data = call.in(kTotal);
    in[7].data = call.in(kCosines);
    in[8].data = call.in(kSines);
    in[10].data = bias;
    std::array<Call::Output, 4> out{};
    for (std::size_t i = 0; i < 3; ++i) out[i].data = call.out(i);
    Call inner(in, out, bias + bias_bytes(), call.environment());
    attention.run(attention.state.get(), inner);
  }

  void fill(std::byte* bias, const Call& call) const {
    constexpr auto kHidden = -std::numeric_limits<double>::infinity();
    switch (dtype) {
      case DType::float16:
        return fill_bias<std::uint16_t>(l, 0xfc00, reinterpret_cast<std::uint16_t*>(bias), call);
      case DType::bfloat16:
        return fill_bias<std::uint16_t>(l, 0xff80, reinterpret_cast<std::uint16_t*>(bias), call);
      default:
        dispatch_real(dtype, [&]<typename T>() {
          fill_bias<T>(l, static_cast<T>(kHidden), reinterpret_cast<T*>(bias), call);
        });
    }
  }
};

struct SparseAttention final : Op {
  bool do_rotary = false, rotary_interleaved = false;
  std::int64_t kv_num_heads = 1, num_heads = 1, sparse_block_size = 1;
  std::optional<float> scale;
  void fields(FieldVisitor& f) override {
    f("do_rotary", do_rotary);
    f("kv_num_heads", kv_num_heads);
    f("num_heads", num_heads);
    f("rotary_interleaved", rotary_interleaved);
    f("scale", scale);
    f("sparse_block_size", sparse_block_size);
  }

  std::unique_ptr<Op> attention() const {
    Attributes a{{"do_rotary", std::int64_t{do_rotary}},
                 {"kv_num_heads", kv_num_heads},
                 {"num_heads", num_heads},
                 {"rotary_interleaved", std::int64_t{rotary_interleaved}}};
    if (scale) a["scale"] = *scale;
    std::unique_ptr<Op> op = OpRegistry::built_in().get("com.microsoft", "GroupQueryAttention").make();
    read_fields(*op, a);
    return op;
  }

  // The facts that GroupQueryAttention sees; `bias` may be nullptr.
  template <typename Context>
  static std::array<const Fact*, 11> facts(const Context& c, const Fact* bias) {
    const auto at = [&](std::size_t i) { return c.has(i) ? &c.in(i) : nullptr; };
    return {at(kQuery),   at(kKey),   at(kValue), at(kPastKey), at(kPastValue), at(kLengths), at(kTotal),
            at(kCosines), at(kSines), nullptr,    bias};
  }

  void infer(InferContext& c) const override {
    require(sparse_block_size > 0, Code::invalid_model, "sparse_block_size is {}, it must be positive",
            sparse_block_size);
    const auto in = facts(c, nullptr);
    std::array<Fact, 4> out;
    constexpr std::array<bool, 4> kWanted{true, true, true, false};
    InferContext inner(in, out, kWanted);
    attention()->infer(inner);
    for (std::size_t i = 0; i < 3; ++i) c.out(i, std::move(out[i]));
  }

  Kernel lower(LowerContext& c) const override {
    if (c.constant(kTotal) == nullptr) return Kernel::when_running();
    const Shape q = c.shape(kQuery), rows = c.shape(kRows), columns = c.shape(kColumns);
    require(rows.rank() == 2 && columns.rank() == 2 && rows[0] == columns[0] && rows[0] > 0,
            Code::invalid_argument, "block_row_indices {} and block_col_indices {} do not fit", rows,
            columns);
    require(c.constant(kTotal)->count() == 1 && c.shape(kLengths).count() == q[0], Code::invalid_argument,
            "total_sequence_length {} and key_total_sequence_lengths {} do not fit a batch of {}",
            c.shape(kTotal), c.shape(kLengths), q[0]);
    const std::int64_t total = c.constant(kTotal)->int_at(0);
    require(total >= 0, Code::invalid_argument, "total_sequence_length is {}", total);
    SparseRun run;
    run.dtype = c.dtype(kQuery);
    run.l = {q[0], num_heads, q[1], total, sparse_block_size, rows[0], rows[1], columns[1]};
    const Fact bias = Fact::tensor(run.dtype, SymShape{run.l.batch, run.l.heads, run.l.steps, total});
    const auto in = facts(c, &bias);
    std::array<Fact, 4> out;
    std::array<bool, 4> wanted{};
    for (std::size_t i = 0; i < 3 && i < c.outputs(); ++i) {
      out[i] = c.out(i);
      wanted[i] = c.wanted(i);
    }
    LowerContext::Parts parts;
    parts.in = in;
    parts.out = out;
    parts.wanted = wanted;
    parts.options = c.options();
    LowerContext inner(parts);
    run.attention = attention()->lower(inner);
    if (!run.attention) return run.attention;
    const std::size_t own = checked_add(run.lengths_bytes(), run.bias_bytes());
    const std::size_t scratch = checked_add(own, run.attention.scratch);
    return Kernel::of(std::move(run)).with_scratch(scratch);
  }
};

}  // namespace

void register_sparse_attention(OpRegistry& r) { r.add<SparseAttention>("com.microsoft", "SparseAttention"); }

}  // namespace sardonyx
