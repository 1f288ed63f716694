// com.microsoft SparseAttention: GroupQueryAttention in which a block of queries sees some blocks of keys only.
//
// Import makes it GroupQueryAttention with a bias of -infinity where a block is not to be seen.
#include <limits>

#include "ops/in_float.h"
#include "ops/rewritten.h"
#include "tensor/checked_count.h"

namespace sardonyx {
namespace {

enum Input : std::size_t { kQuery, kRows, kColumns, kTotal, kLengths };

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

template <typename T>
bool fill_row(const Layout& l, std::int64_t position, const std::int32_t* rows, const std::int32_t* columns,
              T* to) {
  std::fill_n(to, l.keys, -std::numeric_limits<T>::infinity());
  return each_block(l, rows, columns, position / l.block, [&](std::int64_t block) {
    if (block > l.keys / l.block) return;
    std::fill(to + std::min(block * l.block, l.keys), to + std::min((block + 1) * l.block, l.keys), T{0});
  });
}

// Inputs: query, rows and columns of the block layouts (CSR), total length, length of every sequence.
struct SparseBlockBias final : Op {
  std::int64_t num_heads = 1, sparse_block_size = 1;
  void fields(FieldVisitor& f) override {
    f("num_heads", num_heads);
    f("sparse_block_size", sparse_block_size);
  }

  void infer(InferContext& c) const override {
    require(num_heads > 0 && sparse_block_size > 0, Code::invalid_model,
            "num_heads is {}, sparse_block_size {}", num_heads, sparse_block_size);
    const SymShape& q = c.shape(kQuery);
    require(!q.ranked() || q.rank() == 3, Code::invalid_argument, "query of shape {} must have rank 3",
            q.text());
    Dim total = Dim::unknown();
    if (const auto dims = c.dims(kTotal); dims && dims->size() == 1) total = dims->front();
    if (total.is_number() && total.number() < 0) total = Dim::unknown();
    const Dim batch = q.ranked() ? q[0] : Dim::unknown(), steps = q.ranked() ? q[1] : Dim::unknown();
    c.out(0, c.dtype(kQuery), {batch, num_heads, steps, total});
  }

  Kernel lower(LowerContext& c) const override {
    if (c.constant(kTotal) == nullptr) return Kernel::when_running();
    const Shape q = c.shape(kQuery), rows = c.shape(kRows), columns = c.shape(kColumns);
    require(rows.rank() == 2 && columns.rank() == 2 && rows[0] == columns[0] && rows[0] > 0,
            Code::invalid_argument, "block_row_indices {} and block_col_indices {} do not fit", rows.text(),
            columns.text());
    require(c.shape(kLengths).count() == q[0], Code::invalid_argument,
            "key_total_sequence_lengths of shape {} must have {} numbers", c.shape(kLengths).text(), q[0]);
    require(c.constant(kTotal)->count() == 1, Code::invalid_argument, "total_sequence_length has {} elements",
            c.constant(kTotal)->count());
    const std::int64_t total = c.constant(kTotal)->int_at(0);
    require(total >= 0, Code::invalid_argument, "total_sequence_length is {}", total);
    const Layout l{q[0], num_heads, q[1], total, sparse_block_size, rows[0], rows[1], columns[1]};
    checked_count(Shape{l.batch, l.heads, l.steps, l.keys});
    return in_float(c, [&]<typename T>() { return Kernel::of([l](Call& call) { fill<T>(l, call); }); },
                    {kQuery});
  }

  template <typename T>
  static void fill(const Layout& l, Call& call) {
    const auto *rows = call.in<std::int32_t>(kRows), *columns = call.in<std::int32_t>(kColumns),
               *lengths = call.in<std::int32_t>(kLengths);
    T* y = call.out<T>(0);
    const std::int64_t bad = call.find_bad(
        l.batch * l.heads * l.steps, 1 + 16384 / (l.keys + 1),
        [&](std::int64_t begin, std::int64_t end, int) noexcept -> std::int64_t {
          for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t s = i % l.steps, h = i / l.steps % l.heads, b = i / l.steps / l.heads;
            const std::int64_t past = l.steps == l.keys ? 0 : lengths[b] - l.steps, which = h % l.layouts;
            if (past < 0) return i;
            if (!fill_row(l, past + s, rows + which * l.rows, columns + which * l.columns, y + i * l.keys))
              return i;
          }
          return ThreadPool::kOk;
        });
    require(bad == ThreadPool::kOk, Code::invalid_argument,
            "the block layout has no row for step {} of head {}, or holds indices outside of it",
            l.steps > 0 ? bad % l.steps : 0, l.steps > 0 ? bad / l.steps % l.heads : 0);
  }
};

void upgrade(UpgradeContext& u) {
  Rewrite r(u);
  const auto heads = r.attribute<std::int64_t>("num_heads", 0);
  const auto block = r.attribute<std::int64_t>("sparse_block_size", 0);
  const std::int32_t bias = r.node("sardonyx:SparseBlockBias", {r.in(0), r.in(5), r.in(6), r.in(7), r.in(8)},
                                   {{"num_heads", heads}, {"sparse_block_size", block}});
  const std::int32_t one = r.node("CastLike", {r.scalar(1), r.in(8)});
  const std::int32_t lengths = r.node("Sub", {r.in(8), one});
  Attributes rest = std::move(u.attributes);
  rest["num_heads"] = heads;
  r.becomes("com.microsoft:GroupQueryAttention",
            {r.in(0), r.in(1), r.in(2), r.in(3), r.in(4), lengths, r.in(7), r.in(9), r.in(10), -1, bias},
            std::move(rest));
}

}  // namespace

void register_sparse_attention(OpRegistry& r) {
  OpDef bias = OpDef::of<SparseBlockBias>("sardonyx", "SparseBlockBias");
  bias.internal = true;
  r.add(std::move(bias));
  r.add<Rewritten>("com.microsoft", "SparseAttention", upgrade);
}

}  // namespace sardonyx
