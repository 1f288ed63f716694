#include "kernels/gemm/driver.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "kernels/scratch.h"

namespace sardonyx::gemm {
namespace {

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0); }
std::int64_t round_up(std::int64_t a, std::int64_t b) { return ceil_div(a, b) * b; }
std::int64_t round_down(std::int64_t a, std::int64_t b) { return std::max(b, a / b * b); }

// How a product is cut. A block of B (kc x nc) stays in L2 while blocks of A (mc x kc) pass; a strip of B
// (kc x nr) stays in L1 while the strips of A's block pass it.
struct Blocks {
  std::int64_t kc, mc, nc;
  std::int64_t task_rows, task_cols, row_tasks, col_tasks;  // what one thread takes at a time
  bool stored;                                              // B is read where it lies
};

// Multiplications that are worth a hand-over to another thread (about 2 microseconds of work).
constexpr std::int64_t kTaskWork = 1 << 16;

bool packs_rows_once(const Product& p) {
  return p.packed_b != nullptr && p.packed_a == nullptr && p.c != nullptr && p.k > 0;
}

void cut_for_caches(const Product& p, Blocks& b) {
  const PanelKernels& q = *p.kernels;
  const CacheSizes& caches = cache_sizes();
  const auto l1 = static_cast<std::int64_t>(caches.l1), l2 = static_cast<std::int64_t>(caches.l2);
  const bool one_strip = p.m <= q.mr;  // B is read once: nothing is reused, long runs are best
  const std::int64_t strip_row = std::int64_t{q.nr} * q.b_bytes;
  std::int64_t kc = std::clamp<std::int64_t>(l1 / 2 / strip_row, 256, 1024);
  const bool packs = p.packed_b == nullptr && !b.stored;
  if (one_strip) kc = packs ? 128 : 1024;
  const std::int64_t k_blocks = std::max<std::int64_t>(1, ceil_div(p.k, kc));
  b.kc = round_up(ceil_div(p.k, k_blocks), q.k_group);
  const std::int64_t depth = std::max<std::int64_t>(b.kc, 16);
  b.nc = round_down(std::min<std::int64_t>(l2 / 2 / (depth * q.b_bytes), kMostPackedColumns), q.nr);
  if (one_strip && !packs) b.nc = round_down(4096, q.nr);
  b.nc = std::min(b.nc, round_up(p.n, q.nr));
  b.mc = std::min<std::int64_t>({l2 / 8 / (depth * q.a_bytes), l2 / 4 / (b.nc * q.c_bytes), 240});
  if (packs_rows_once(p)) {
    // A's block stays in L2 while all of B passes: as many rows as fit, in blocks of one size.
    const std::int64_t most = round_down(std::max<std::int64_t>(b.mc, l2 / 4 / (depth * q.a_bytes)), q.mr);
    b.mc = ceil_div(p.m, ceil_div(p.m, most));
  } else if (p.epilogue.hook != nullptr && p.packed_a != nullptr) {
    // The hook should find its tile in L1; nothing is packed again for it.
    b.mc = std::min(b.mc, std::max<std::int64_t>(4 * q.mr, l1 / (b.nc * q.c_bytes)));
  }
  b.mc = std::min(packs_rows_once(p) ? round_up(b.mc, q.mr) : round_down(b.mc, q.mr), round_up(p.m, q.mr));
}

void cut_for_threads(const Product& p, int width, std::int64_t items, Blocks& b) {
  const PanelKernels& q = *p.kernels;
  b.task_rows = round_up(p.m, q.mr);
  b.task_cols = packs_rows_once(p) ? round_up(p.n, q.nr) : b.nc;
  if (p.c == nullptr) b.task_rows = std::min(b.task_rows, round_up(512, q.mr));  // sums wait in scratch
  const double work = static_cast<double>(p.m) * static_cast<double>(p.n) * static_cast<double>(p.k + 16);
  const double worth = static_cast<double>(items) * work / kTaskWork;
  std::int64_t wanted = width == 1 ? 1 : static_cast<std::int64_t>(std::min(worth, 3.0 * width));
  wanted = std::max<std::int64_t>(1, ceil_div(wanted, items));
  const std::int64_t cols = ceil_div(p.n, b.task_cols), rows = ceil_div(p.m, b.task_rows);
  if (cols * rows < wanted) {
    // Rows first: a thread then packs all of its rows' A once and no B twice; but whole strips, and not
    // fewer rows than make packing B worth it.
    const std::int64_t least_rows = p.packed_b != nullptr || b.stored ? q.mr : std::int64_t{8} * q.mr;
    const std::int64_t most_row_tasks = std::max<std::int64_t>(1, p.m / least_rows);
    const std::int64_t row_tasks = std::min(ceil_div(wanted, cols), most_row_tasks);
    b.task_rows = std::min(b.task_rows, round_up(ceil_div(p.m, row_tasks), q.mr));
    const std::int64_t col_tasks = ceil_div(wanted, ceil_div(p.m, b.task_rows));
    if (cols < col_tasks) b.task_cols = round_up(ceil_div(p.n, col_tasks), q.nr);
    b.nc = std::min(b.nc, b.task_cols);
  }
  b.row_tasks = ceil_div(p.m, b.task_rows);
  b.col_tasks = ceil_div(p.n, b.task_cols);
}

// A product in progress, shared by the threads.
struct Run {
  Product p;  // without the biases when sums begin with them
  const PanelKernels& q;
  Blocks blocks;
  const std::byte *first_rows = nullptr, *first_cols = nullptr;  // what sums begin with
  std::size_t a_strip, b_strip;                                  // bytes of one prepacked strip (all of k)
  std::size_t a_packed, b_packed;                                // bytes of one prepacked operand
  std::size_t a_bytes, b_bytes, c_bytes, sums_bytes, slot_bytes;
  std::byte* scratch = nullptr;

  Run(const Product& product, Blocks b) : p(product), q(*product.kernels), blocks(b) {
    if (p.epilogue.scale == 1) {
      first_rows = static_cast<const std::byte*>(p.epilogue.row_bias);
      first_cols = static_cast<const std::byte*>(p.epilogue.col_bias);
      p.epilogue.row_bias = p.epilogue.col_bias = nullptr;
    }
    const auto strip = [&](int lines, int bytes) {
      return strips_bytes(lines, lines, p.k, q.k_group, bytes);
    };
    a_strip = strip(q.mr, q.a_bytes);
    b_strip = strip(q.nr, q.b_bytes);
    a_packed = strips_bytes(p.m, q.mr, p.k, q.k_group, q.a_bytes);
    if (q.k_group > 1) a_packed += static_cast<std::size_t>(round_up(p.m, q.mr)) * sizeof(std::int32_t);
    b_packed = strips_bytes(p.n, q.nr, p.k, q.k_group, q.b_bytes);
    const auto bytes = [](std::int64_t x, std::int64_t y, int z) {
      return static_cast<std::size_t>(round_up(x * y * z, 64));
    };
    a_bytes = p.packed_a != nullptr ? 0 : bytes(blocks.mc, blocks.kc, q.a_bytes);
    b_bytes = p.packed_b != nullptr || blocks.stored ? 0 : bytes(blocks.nc, blocks.kc, q.b_bytes);
    c_bytes = p.c != nullptr ? 0 : bytes(blocks.task_rows, blocks.nc, q.c_bytes);
    sums_bytes = q.k_group == 1 || p.packed_a != nullptr ? 0 : bytes(blocks.task_rows, 1, 4);
    slot_bytes = Scratch::slot_bytes(a_bytes + b_bytes + c_bytes + sums_bytes);
  }
};

// One task on one thread: rows x cols of one item.
struct Task {
  const Run& run;
  const Product& p;
  const PanelKernels& q;
  std::int64_t item, row0, rows, col0, cols;
  ItemOffsets at;
  std::byte *a_scratch, *b_scratch, *c_scratch;
  std::int32_t* sums_scratch;
  const std::int32_t* row_sums = nullptr;       // of the item's row 0
  std::int64_t packed_row = -1, packed_k = -1;  // what a_scratch holds

  Task(const Run& r, std::int64_t index, int slot) : run(r), p(r.p), q(r.q) {
    const Blocks& b = r.blocks;
    row0 = index % b.row_tasks * b.task_rows;
    col0 = index / b.row_tasks % b.col_tasks * b.task_cols;
    item = index / b.row_tasks / b.col_tasks;
    rows = std::min(b.task_rows, p.m - row0);
    cols = std::min(b.task_cols, p.n - col0);
    at = offsets_of(p.batch, item);
    a_scratch = r.scratch + static_cast<std::size_t>(slot) * r.slot_bytes;
    b_scratch = a_scratch + r.a_bytes;
    c_scratch = b_scratch + r.b_bytes;
    sums_scratch = reinterpret_cast<std::int32_t*>(c_scratch + r.c_bytes);
    find_row_sums();
  }

  Source source_a() const { return moved(p.a, at.a); }
  Source source_b() const { return moved(p.b, at.b); }
  Source moved(Source s, std::ptrdiff_t elements) const {
    if (s.data != nullptr) s.data = static_cast<const std::byte*>(s.data) + elements * q.source_bytes;
    return s;
  }
  const std::byte* packed_a() const { return p.packed_a + static_cast<std::size_t>(at.a) * run.a_packed; }
  const std::byte* packed_b() const { return p.packed_b + static_cast<std::size_t>(at.b) * run.b_packed; }

  // int8: sums of A's rows after their zero point, for B's zero points.
  void find_row_sums() noexcept {
    if (q.k_group == 1 || (p.b.is_signed && p.b.zero == nullptr)) return;
    if (p.packed_a != nullptr) {
      const std::byte* sums = packed_a() + strips_bytes(p.m, q.mr, p.k, q.k_group, q.a_bytes);
      row_sums = reinterpret_cast<const std::int32_t*>(sums);
      return;
    }
    int8_row_sums(source_a(), row0, rows, p.k, sums_scratch);
    row_sums = sums_scratch - row0;
  }

  // A's block at (row, k): where its strips begin and how far apart they are.
  const std::byte* block_a(std::int64_t row, std::int64_t count, std::int64_t k, std::int64_t kc,
                           std::size_t& step) noexcept {
    if (p.packed_a != nullptr) {
      step = run.a_strip;
      return packed_a() + static_cast<std::size_t>(row / q.mr) * step +
             static_cast<std::size_t>(k * q.mr * q.a_bytes);
    }
    step = static_cast<std::size_t>(round_up(kc, q.k_group) * q.mr * q.a_bytes);
    if (packed_row == row && packed_k == k) return a_scratch;
    const Source a = source_a();
    for (std::int64_t r = 0, s = 0; r < count; r += q.mr, ++s)
      q.pack_a(a, row + r, static_cast<int>(std::min<std::int64_t>(q.mr, count - r)), k, kc,
               a_scratch + static_cast<std::size_t>(s) * step);
    packed_row = row;
    packed_k = k;
    return a_scratch;
  }

  const std::byte* block_b(std::int64_t col, std::int64_t count, std::int64_t k, std::int64_t kc,
                           std::size_t& step) noexcept {
    if (run.blocks.stored) {
      step = static_cast<std::size_t>(q.nr) * static_cast<std::size_t>(q.source_bytes);
      return static_cast<const std::byte*>(source_b().data) + (k * p.b.row + col) * q.source_bytes;
    }
    if (p.packed_b != nullptr) {
      step = run.b_strip;
      return packed_b() + static_cast<std::size_t>(col / q.nr) * step +
             static_cast<std::size_t>(k * q.nr * q.b_bytes);
    }
    step = static_cast<std::size_t>(round_up(kc, q.k_group) * q.nr * q.b_bytes);
    if (p.pack_columns == nullptr) {
      q.pack_b(source_b(), col, count, k, kc, b_scratch, step);
    } else {
      p.pack_columns(p.pack_context, item, col, count, k, kc, b_scratch, step);
    }
    return b_scratch;
  }

  TileStart start_of(std::int64_t row, std::int64_t col) const {
    const std::int64_t first = item % p.bias_groups * p.m + row;
    return {run.first_rows == nullptr ? nullptr : run.first_rows + first * q.c_bytes,
            run.first_cols == nullptr ? nullptr : run.first_cols + col * q.c_bytes};
  }

  void multiply_block(std::int64_t row, std::int64_t count, std::int64_t jc, std::int64_t nc, std::int64_t k,
                      std::int64_t kc, const std::byte* b, std::size_t b_step, std::byte* c,
                      std::ptrdiff_t ld) noexcept {
    std::size_t a_step = 0;
    const std::byte* a = block_a(row, count, k, kc, a_step);
    if (kc == 0) a_step = b_step = 0;  // nothing is read: A and B may be null
    const std::ptrdiff_t ld_bytes = ld * q.c_bytes, ldb = p.b.row * q.source_bytes;
    const std::int64_t groups = ceil_div(kc, q.k_group);
    for (std::int64_t j = 0; j < nc; j += q.nr, b += b_step) {
      const int cols_here = static_cast<int>(std::min<std::int64_t>(q.nr, nc - j));
      const std::byte* strip = a;
      for (std::int64_t r = 0; r < count; r += q.mr, strip += a_step) {
        const int rows_here = static_cast<int>(std::min<std::int64_t>(q.mr, count - r));
        std::byte* to = c + r * ld_bytes + j * q.c_bytes;
        const TileStart start = start_of(row + r, jc + j);
        const TileStart* begin = k > 0 ? nullptr : &start;
        if (run.blocks.stored)
          q.tile_stored(strip, b, ldb, to, ld_bytes, groups, rows_here, cols_here, begin);
        else
          q.tile(strip, b, to, ld_bytes, groups, rows_here, cols_here, begin);
      }
    }
    if (k + kc >= p.k)
      finish_tile(
          p, {c, ld, row, jc, static_cast<int>(count), static_cast<int>(nc), item, at.residual, row_sums});
  }

  // B lies packed already: rows outermost, so that each block of A is packed once for all columns.
  void by_rows() noexcept {
    const Blocks& blocks = run.blocks;
    for (std::int64_t r = row0; r < row0 + rows; r += blocks.mc) {
      const std::int64_t count = std::min(blocks.mc, row0 + rows - r);
      for (std::int64_t k = 0; k < p.k; k += blocks.kc) {
        const std::int64_t kc = std::min(blocks.kc, p.k - k);
        for (std::int64_t jc = col0; jc < col0 + cols; jc += blocks.nc) {
          const std::int64_t nc = std::min(blocks.nc, col0 + cols - jc);
          std::size_t b_step = 0;
          const std::byte* b = block_b(jc, nc, k, kc, b_step);
          std::byte* c = p.c + (at.c + r * p.ldc + jc) * q.c_bytes;
          multiply_block(r, count, jc, nc, k, kc, b, b_step, c, p.ldc);
        }
      }
    }
  }

  void operator()() noexcept {
    const Blocks& blocks = run.blocks;
    if (packs_rows_once(p)) return by_rows();
    for (std::int64_t jc = col0; jc < col0 + cols; jc += blocks.nc) {
      const std::int64_t nc = std::min(blocks.nc, col0 + cols - jc);
      const std::ptrdiff_t ld = p.c != nullptr ? p.ldc : blocks.nc;
      for (std::int64_t k = 0; k == 0 || k < p.k; k += blocks.kc) {
        const std::int64_t kc = std::min(blocks.kc, p.k - k);
        std::size_t b_step = 0;
        const std::byte* b = block_b(jc, nc, k, kc, b_step);
        for (std::int64_t r = row0; r < row0 + rows; r += blocks.mc) {
          std::byte* c = p.c != nullptr ? p.c + (at.c + r * ld + jc) * q.c_bytes
                                        : c_scratch + (r - row0) * ld * q.c_bytes;
          multiply_block(r, std::min(blocks.mc, row0 + rows - r), jc, nc, k, kc, b, b_step, c, ld);
        }
        if (p.k == 0) break;
      }
    }
  }
};

}  // namespace

namespace {

// Eight bytes at a time, as four sums of 16 bits that are spilled before they are full.
std::int64_t sum_bytes(const std::byte* from, std::int64_t n, bool is_signed) {
  constexpr std::uint64_t kEven = 0x00ff00ff00ff00ff;
  const std::uint64_t flip = is_signed ? 0x8080808080808080 : 0;
  std::int64_t sum = is_signed ? -128 * n : 0, i = 0;
  while (i + 8 <= n) {
    std::uint64_t lanes = 0;
    for (int left = 128; left > 0 && i + 8 <= n; --left, i += 8) {
      std::uint64_t x = 0;
      std::memcpy(&x, from + i, 8);
      x ^= flip;
      lanes += (x & kEven) + (x >> 8 & kEven);
    }
    for (int s = 0; s < 64; s += 16) sum += static_cast<std::int64_t>(lanes >> s & 0xffff);
  }
  for (; i < n; ++i) sum += std::to_integer<int>(from[i] ^ static_cast<std::byte>(flip & 0xff));
  return sum;
}

}  // namespace

void int8_row_sums(const Source& a, std::int64_t row0, std::int64_t rows, std::int64_t k, std::int32_t* out) {
  for (std::int64_t r = 0; r < rows; ++r) {
    const auto* from = static_cast<const std::byte*>(a.data) + (row0 + r) * a.row;
    const std::int64_t zero = a.zero == nullptr ? 0 : a.zero[a.zero_per_line ? row0 + r : 0];
    std::int64_t sum = 0;
    if (a.col == 1)
      sum = sum_bytes(from, k, a.is_signed);
    else if (a.is_signed)
      for (std::int64_t i = 0; i < k; ++i) sum += static_cast<std::int8_t>(from[i * a.col]);
    else
      for (std::int64_t i = 0; i < k; ++i) sum += static_cast<std::uint8_t>(from[i * a.col]);
    out[r] = static_cast<std::int32_t>(static_cast<std::uint32_t>(sum - zero * k));
  }
}

std::size_t strips_bytes(std::int64_t lines, int per_strip, std::int64_t k, int k_group, int element_bytes) {
  const auto whole = static_cast<std::size_t>(round_up(lines, per_strip));
  const auto depth = static_cast<std::size_t>(round_up(k, k_group));
  return checked_mul(checked_mul(whole, depth), static_cast<std::size_t>(element_bytes));
}

std::int64_t batch_items(const Batch& batch) {
  std::int64_t items = 1;
  for (int i = 0; i < batch.rank; ++i) items *= batch.size[i];
  return items;
}

ItemOffsets offsets_of(const Batch& batch, std::int64_t item) {
  ItemOffsets at;
  for (int i = batch.rank - 1; i >= 0; --i) {
    const std::int64_t index = item % batch.size[i];
    item /= batch.size[i];
    at.a += index * batch.a[i];
    at.b += index * batch.b[i];
    at.c += index * batch.c[i];
    at.residual += index * batch.residual[i];
  }
  return at;
}

void finish_tile(const Product& p, const TileOfItem& t) noexcept {
  const PanelKernels& q = *p.kernels;
  const Epilogue& e = p.epilogue;
  const auto offset = [&](const void* from, std::int64_t elements) {
    return from == nullptr ? nullptr : static_cast<const std::byte*>(from) + elements * q.c_bytes;
  };
  if (e.scale != 1 || e.row_bias != nullptr || e.col_bias != nullptr || e.residual != nullptr ||
      t.row_sums != nullptr) {
    FinishArgs f{};
    f.tile = t.data;
    f.ld = t.ld * q.c_bytes;
    f.rows = t.rows;
    f.cols = t.cols;
    f.scale = e.scale;
    f.residual_scale = e.residual_scale;
    f.row_bias = offset(e.row_bias, t.item % p.bias_groups * p.m + t.row);
    f.col_bias = offset(e.col_bias, t.col);
    f.residual = offset(e.residual, t.residual + t.row * e.residual_row + t.col);
    f.residual_ld = e.residual_row * q.c_bytes;
    f.row_sums = t.row_sums == nullptr ? nullptr : t.row_sums + t.row;
    f.b_zero_per_col = p.b.zero != nullptr && p.b.zero_per_line;
    f.b_zero = f.b_zero_per_col ? p.b.zero + t.col : p.b.zero;
    f.b_shift = p.b.is_signed ? 0 : 128;
    q.finish(f);
  }
  if (e.hook != nullptr) e.hook(e.context, t.data, t.rows, t.cols, t.ld, t.item * p.m + t.row, t.col);
}

void multiply(const Product& p, ThreadPool& pool, const StopToken* stop) {
  const std::int64_t items = batch_items(p.batch);
  if (p.m <= 0 || p.n <= 0 || items <= 0) return;
  if (multiply_vector(p, pool, stop)) return;
  const PanelKernels& q = *p.kernels;
  Blocks blocks{};
  // Packing B costs a pass over it; with few strips of A to use it, a B in L2 is better read where it lies. A
  // larger B is not: strips would take one or two cache lines of each of its rows.
  const double b_size = static_cast<double>(p.n) * static_cast<double>(p.k) * q.b_bytes;
  blocks.stored = q.tile_stored != nullptr && p.packed_b == nullptr && p.pack_columns == nullptr &&
                  p.b.col == 1 && p.m <= 2 * q.mr && b_size <= static_cast<double>(cache_sizes().l2) / 2;
  cut_for_caches(p, blocks);
  cut_for_threads(p, pool.width(), items, blocks);
  Run run(p, blocks);
  const Scratch scratch(checked_mul(run.slot_bytes, static_cast<std::size_t>(pool.width())));
  run.scratch = scratch.data();
  pool.for_range(
      items * blocks.row_tasks * blocks.col_tasks, 1,
      [&](std::int64_t begin, std::int64_t end, int slot) {
        for (std::int64_t i = begin; i < end; ++i) Task(run, i, slot)();
      },
      stop);
}

}  // namespace sardonyx::gemm
