#include "kernels/attention/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "kernels/rows/activation.h"
#include "kernels/rows/rows.h"
#include "kernels/scratch.h"

namespace sardonyx::attention {
namespace {

constexpr std::int64_t kTileScores = 64 * 1024;  // of one block of rows
constexpr std::int64_t kMaxRows = 64;

// Keys [first, last) that one query sees by position.
struct Range {
  std::int64_t first = 0, last = 0;
};

// Rows of scores that are taken together: queries of one head, or (for a single query) the heads of a group.
struct Block {
  std::int64_t batch = 0, head = 0, kv_head = 0, query = 0, rows = 0;
  bool heads_as_rows = false;
  std::int64_t head_of(std::int64_t r) const { return heads_as_rows ? head + r : head; }
  std::int64_t query_of(std::int64_t r) const { return heads_as_rows ? query : query + r; }
};

Range visible(const Problem& p, std::int64_t b, std::int64_t s) {
  const std::int64_t valid = p.valid == nullptr ? p.keys : std::clamp<std::int64_t>(p.valid[b], 0, p.keys);
  const std::int64_t at = s + (p.offset == nullptr ? 0 : p.offset[b]);
  Range r{0, valid};
  if (p.right >= 0) r.last = std::clamp<std::int64_t>(at + p.right + 1, 0, valid);
  if (p.left >= 0) r.first = std::clamp<std::int64_t>(at - p.left, 0, r.last);
  return r;
}

template <typename T>
const T* at(const Operand& o, std::int64_t b, std::int64_t h, std::int64_t s) {
  return static_cast<const T*>(o.data) + b * o.batch + h * o.head + s * o.row;
}
template <typename T>
const T* at(const Mask& m, std::int64_t b, std::int64_t h, std::int64_t s) {
  return static_cast<const T*>(m.data) + b * m.batch + h * m.head + s * m.row;
}

template <typename T>
void cap(const Problem& p, T* x, std::int64_t n, Isa isa) {
  if (p.softcap <= 0) return;
  const T c = static_cast<T>(p.softcap), inverse = static_cast<T>(1.0 / p.softcap);
  for (std::int64_t i = 0; i < n; ++i) x[i] *= inverse;
  rows::activate({rows::Activation::Kind::tanh, 0, 0, isa}, x, n);
  for (std::int64_t i = 0; i < n; ++i) x[i] *= c;
}

// Biases and masks on the scores of the keys [first, first + n).
template <typename T>
void add_biases(const Problem& p, const Block& block, std::int64_t r, std::int64_t first, std::int64_t n,
                T* x) {
  constexpr T kHidden = -std::numeric_limits<T>::infinity();
  const std::int64_t b = block.batch, h = block.head_of(r), s = block.query_of(r);
  for (const Mask& m : p.bias) {
    if (m.data == nullptr) continue;
    const T* bias = at<T>(m, b, h, s);
    const std::int64_t known = std::clamp<std::int64_t>(m.keys - first, 0, n);
    for (std::int64_t i = 0; i < known; ++i) x[i] += bias[(first + i) * m.key_step];
    std::fill(x + known, x + n, kHidden);
  }
  if (p.allowed.data == nullptr) return;
  const auto* mask = at<std::uint8_t>(p.allowed, b, h, s);
  const std::int64_t known = std::clamp<std::int64_t>(p.allowed.keys - first, 0, n);
  for (std::int64_t i = 0; i < known; ++i)
    x[i] = mask[(first + i) * p.allowed.key_step] != 0 ? x[i] : kHidden;
  std::fill(x + known, x + n, kHidden);
}

// Softmax in place with a sink; zeros when there is nothing but hidden keys.
template <typename T>
void softmax(T* x, std::int64_t n, const T* sink, Isa isa) {
  T top = sink == nullptr ? -std::numeric_limits<T>::infinity() : *sink;
  for (std::int64_t i = 0; i < n; ++i) top = x[i] > top ? x[i] : top;
  if (top == -std::numeric_limits<T>::infinity()) {
    bool broken = false;
    for (std::int64_t i = 0; i < n; ++i) broken = broken || x[i] != x[i];
    std::fill(x, x + n, broken ? std::numeric_limits<T>::quiet_NaN() : T{0});
    return;
  }
  double total = rows::kernels<T>(isa).exp_sum(x, n, top);
  if (sink != nullptr) total += std::exp(static_cast<double>(*sink) - static_cast<double>(top));
  const T inverse = static_cast<T>(1.0 / total);
  for (std::int64_t i = 0; i < n; ++i) x[i] *= inverse;
}

template <typename T>
struct Worker {
  const Problem& p;
  ThreadPool& pool;
  Isa isa;

  // Row r of the block in the output of scores.
  T* scores_row(const Block& block, std::int64_t r) const {
    const std::int64_t row = (block.batch * p.heads + block.head_of(r)) * p.queries + block.query_of(r);
    return static_cast<T*>(p.scores_out) + row * p.keys;
  }

  // From raw scores of the keys [all.first, all.last) to weights. Those outside `own` are hidden.
  void finish_row(const Block& block, std::int64_t r, Range all, Range own, T* x) const {
    const std::int64_t n = all.last - all.first;
    T* out = p.scores == Scores::none ? nullptr : scores_row(block, r);
    auto show = [&](Scores what) {
      if (out != nullptr && p.scores == what) std::copy_n(x, n, out);
    };
    show(Scores::scaled);
    cap(p, x, n, isa);
    show(Scores::capped);
    const std::int64_t first = own.first - all.first, last = own.last - all.first;
    add_biases(p, block, r, all.first, n, x);
    if (out != nullptr && p.scores == Scores::biased) {
      std::copy_n(x, n, out);
      std::fill(out, out + first, static_cast<T>(p.hidden_score));
      std::fill(out + last, out + n, static_cast<T>(p.hidden_score));
    }
    std::fill(x, x + first, T{0});
    std::fill(x + last, x + n, T{0});
    const T* sink = p.sink == nullptr ? nullptr : static_cast<const T*>(p.sink) + block.head_of(r);
    softmax(x + first, last - first, sink, isa);
    show(Scores::softmax);
  }

  void run(const Block& block, T* tile) const {
    Range all{p.keys, 0};
    for (std::int64_t r = 0; r < block.rows; ++r) {
      const Range own = visible(p, block.batch, block.query_of(r));
      if (own.first >= own.last) continue;
      all.first = std::min(all.first, own.first);
      all.last = std::max(all.last, own.last);
    }
    if (p.scores != Scores::none) all = {0, p.keys};
    if (all.first >= all.last) all = {0, 0};
    const std::int64_t n = all.last - all.first;
    gemm::Problem qk;
    qk.type = p.type;
    qk.m = block.rows;
    qk.n = n;
    qk.k = p.head_size;
    qk.a = {at<T>(p.q, block.batch, block.head, block.query), block.heads_as_rows ? p.q.head : p.q.row, 1};
    qk.b = {at<T>(p.k, block.batch, block.kv_head, all.first), 1, p.k.row};
    qk.c = tile;
    qk.ldc = n;
    qk.epilogue.scale = p.scale;
    gemm::run(qk, pool, nullptr, isa);
    for (std::int64_t r = 0; r < block.rows; ++r) {
      Range own = visible(p, block.batch, block.query_of(r));
      own.first = std::clamp(own.first, all.first, all.last);
      own.last = std::clamp(own.last, own.first, all.last);
      finish_row(block, r, all, own, tile + r * n);
    }
    gemm::Problem sv;
    sv.type = p.type;
    sv.m = block.rows;
    sv.n = p.value_size;
    sv.k = n;
    sv.a = {tile, n, 1};
    sv.b = {at<T>(p.v, block.batch, block.kv_head, all.first), p.v.row, 1};
    sv.c = static_cast<T*>(p.y) + block.batch * p.y_steps.batch + block.head * p.y_steps.head +
           block.query * p.y_steps.row;
    sv.ldc = block.heads_as_rows ? p.y_steps.head : p.y_steps.row;
    gemm::run(sv, pool, nullptr, isa);
  }
};

template <typename T>
void run_as(const Problem& p, ThreadPool& pool, const StopToken* stop, Isa isa) {
  const std::int64_t group = p.heads / p.kv_heads;
  const bool heads_as_rows = p.queries == 1 && group > 1;
  const std::int64_t rows_all = heads_as_rows ? group : p.queries;
  const std::int64_t lines = p.batch * (heads_as_rows ? p.kv_heads : p.heads);
  std::int64_t rows = std::clamp<std::int64_t>(kTileScores / std::max<std::int64_t>(1, p.keys), 8, kMaxRows);
  // Few heads: smaller blocks, so that every thread has some.
  while (rows > 16 && lines * ((rows_all + rows - 1) / rows) < 2 * pool.width()) rows /= 2;
  rows = std::min(rows, rows_all);
  const std::int64_t blocks = (rows_all + rows - 1) / rows;
  const std::size_t slot = Scratch::slot_bytes(
      checked_mul(static_cast<std::size_t>(rows * std::max<std::int64_t>(p.keys, 1)), sizeof(T)));
  Scratch scratch(checked_mul(slot, static_cast<std::size_t>(pool.width())));
  const Worker<T> worker{p, pool, isa};
  pool.for_range(
      lines * blocks, 1,
      [&](std::int64_t begin, std::int64_t end, int s) {
        T* tile = reinterpret_cast<T*>(scratch.data() + slot * static_cast<std::size_t>(s));
        for (std::int64_t i = begin; i < end; ++i) {
          const std::int64_t line = i / blocks, first = i % blocks * rows;
          const std::int64_t count = std::min(rows, rows_all - first);
          Block block;
          block.rows = count;
          block.heads_as_rows = heads_as_rows;
          if (heads_as_rows) {
            block.batch = line / p.kv_heads;
            block.kv_head = line % p.kv_heads;
            block.head = block.kv_head * group + first;
          } else {
            block.batch = line / p.heads;
            block.head = line % p.heads;
            block.kv_head = block.head / group;
            block.query = first;
          }
          worker.run(block, tile);
        }
      },
      stop);
}

}  // namespace

void run(const Problem& p, ThreadPool& pool, const StopToken* stop, Isa isa) {
  if (p.batch == 0 || p.heads == 0 || p.kv_heads == 0 || p.queries == 0) return;
  if (p.type == gemm::Type::f64)
    run_as<double>(p, pool, stop, isa);
  else
    run_as<float>(p, pool, stop, isa);
}

}  // namespace sardonyx::attention
