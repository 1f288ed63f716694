#include "kernels/reduce/reduce.h"

#include <algorithm>
#include <cmath>

#include "kernels/reduce/loops.h"

namespace sardonyx::reduce {
namespace {

constexpr std::int64_t kTile = 256;      // columns at a time
constexpr std::int64_t kWork = 32768;    // elements that are worth a chunk of their own
constexpr std::int64_t kParts = 32;      // at most, of a long reduction with few outputs
constexpr std::int64_t kFewPieces = 16;  // up to here a piece is cut in parts

// Outputs side by side (one when the innermost axis is reduced), and which of their rows to take; of a single row,
// which of its elements.
struct Piece {
  std::int64_t base = 0, columns = 1;
  std::int64_t first = 0, last = 0;  // rows, or elements when there is only one row
};

std::int64_t position(const std::vector<Plan::Axis>& axes, std::int64_t i) {
  std::int64_t offset = 0;
  for (std::size_t a = axes.size(); a-- > 0;) {
    offset += i % axes[a].size * axes[a].stride;
    i /= axes[a].size;
  }
  return offset;
}

// A single long row is cut by elements, everything else by rows.
bool cut_by_elements(const Plan& p) { return p.inner_reduced && p.rows == 1; }

void accumulate(const Plan& p, const Loops& loops, const std::byte* x, const Piece& piece, double* acc,
                const double* shift) {
  auto take = [&](std::int64_t at, std::int64_t n) {
    const std::byte* from = x + at * static_cast<std::int64_t>(p.item);
    if (p.inner_reduced)
      loops.row(from, n, acc, shift == nullptr ? 0.0 : *shift);
    else
      loops.columns(from, piece.columns, acc, shift);
  };
  if (cut_by_elements(p)) return take(piece.base + piece.first, piece.last - piece.first);
  if (p.reduced.empty()) return take(piece.base, p.inner);
  const Plan::Axis& axis = p.reduced.back();
  for (std::int64_t row = piece.first; row < piece.last;) {
    const std::int64_t at = piece.base + position(p.reduced, row);
    const std::int64_t run = std::min(axis.size - row % axis.size, piece.last - row);
    for (std::int64_t i = 0; i < run; ++i) take(at + i * axis.stride, p.inner);
    row += run;
  }
}

Piece piece_at(const Plan& p, std::int64_t index) {
  Piece piece;
  const std::int64_t tiles = p.inner_reduced ? 1 : (p.inner + kTile - 1) / kTile;
  const std::int64_t tile = index % tiles;
  piece.base = position(p.kept, index / tiles) + tile * kTile;
  piece.columns = p.inner_reduced ? 1 : std::min(kTile, p.inner - tile * kTile);
  piece.last = cut_by_elements(p) ? p.inner : p.rows;
  return piece;
}

std::int64_t piece_count(const Plan& p) {
  if (p.inner_reduced) return p.outputs;
  return p.outputs / p.inner * ((p.inner + kTile - 1) / kTile);
}

std::byte* place(const Plan& p, std::int64_t index, std::byte* y) {
  const std::int64_t tiles = p.inner_reduced ? 1 : (p.inner + kTile - 1) / kTile;
  const std::int64_t width = p.inner_reduced ? 1 : p.inner;
  return y + (index / tiles * width + index % tiles * kTile) * static_cast<std::int64_t>(p.item);
}

// A finite number to take off before e^x.
void keep_finite(double* shift, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) shift[i] = std::isfinite(shift[i]) ? shift[i] : 0;
}

void whole_piece(const Plan& p, std::int64_t index, const std::byte* x, std::byte* y) {
  alignas(64) double acc[kTile], shift[kTile];
  const Piece piece = piece_at(p, index);
  const bool shifted = p.kind == Kind::log_sum_exp;
  if (shifted) {
    p.extremes.start(shift, piece.columns);
    accumulate(p, p.extremes, x, piece, shift, nullptr);
    keep_finite(shift, piece.columns);
  }
  p.loops.start(acc, piece.columns);
  accumulate(p, p.loops, x, piece, acc, shifted ? shift : nullptr);
  p.loops.finish(acc, piece.columns, p.count, shifted ? shift : nullptr, place(p, index, y));
}

// One piece, its rows cut in a number of parts that does not depend on the threads.
void cut_piece(const Plan& p, std::int64_t index, std::int64_t parts, const std::byte* x, std::byte* y,
               ThreadPool& pool, const StopToken* stop) {
  const Piece piece = piece_at(p, index);
  std::vector<double> partial(static_cast<std::size_t>(parts * kTile));
  double acc[kTile];
  const std::int64_t each = (piece.last + parts - 1) / parts;
  pool.for_range(
      parts, 1,
      [&](std::int64_t begin, std::int64_t end, int) {
        for (std::int64_t i = begin; i < end; ++i) {
          Piece part = piece;
          part.first = std::min(i * each, piece.last);
          part.last = std::min(part.first + each, piece.last);
          double* to = partial.data() + i * kTile;
          p.loops.start(to, piece.columns);
          accumulate(p, p.loops, x, part, to, nullptr);
        }
      },
      stop);
  p.loops.start(acc, piece.columns);
  for (std::int64_t i = 0; i < parts; ++i) p.loops.merge(partial.data() + i * kTile, piece.columns, acc);
  p.loops.finish(acc, piece.columns, p.count, nullptr, place(p, index, y));
}

}  // namespace

Plan plan(Kind kind, DType dtype, std::span<const std::int64_t> dims, const std::vector<bool>& reduced,
          Isa isa) {
  struct Group {
    std::int64_t size;
    bool reduced;
  };
  Plan p;
  p.kind = kind;
  p.loops = loops(kind, dtype, isa);
  if (kind == Kind::log_sum_exp) p.extremes = maxima(dtype, isa);
  p.item = item_size(dtype);
  std::vector<Group> groups;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    (reduced[i] ? p.count : p.outputs) *= dims[i];
    if (dims[i] == 1) continue;
    if (!groups.empty() && groups.back().reduced == reduced[i])
      groups.back().size *= dims[i];
    else
      groups.push_back({dims[i], reduced[i]});
  }
  if (groups.empty()) groups.push_back({1, true});
  p.inner = groups.back().size;
  p.inner_reduced = groups.back().reduced;
  std::int64_t stride = p.inner;
  for (std::size_t i = groups.size() - 1; i-- > 0;) {
    auto& list = groups[i].reduced ? p.reduced : p.kept;
    list.insert(list.begin(), {groups[i].size, stride});
    if (groups[i].reduced) p.rows *= groups[i].size;
    stride *= groups[i].size;
  }
  return p;
}

void run(const Plan& p, const void* x, void* y, ThreadPool& pool, const StopToken* stop) {
  const auto* from = static_cast<const std::byte*>(x);
  auto* to = static_cast<std::byte*>(y);
  if (p.outputs == 0) return;
  const std::int64_t pieces = piece_count(p);
  const std::int64_t columns = p.inner_reduced ? 1 : std::min(kTile, p.inner);
  const std::int64_t work = std::max<std::int64_t>(1, p.count * columns);
  const std::int64_t parts = std::min(kParts, work / kWork);
  if (pieces <= kFewPieces && parts >= 2 && p.kind != Kind::log_sum_exp) {
    for (std::int64_t i = 0; i < pieces; ++i) cut_piece(p, i, parts, from, to, pool, stop);
    return;
  }
  pool.for_range(
      pieces, std::max<std::int64_t>(1, kWork / work),
      [&](std::int64_t begin, std::int64_t end, int) {
        for (std::int64_t i = begin; i < end; ++i) whole_piece(p, i, from, to);
      },
      stop);
}

}  // namespace sardonyx::reduce
