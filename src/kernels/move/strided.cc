#include "kernels/move/strided.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "kernels/move/tile.h"

namespace sardonyx::move {
namespace {

constexpr std::size_t kMaxAxes = 192;         // rank 64, and operators may split an axis into three
constexpr std::int64_t kUnitBytes = 1 << 14;  // a unit of work is about this large
constexpr std::int64_t kThreadBytes = 1 << 16;

// The addresses of an outer index, stepped without divisions.
class Odometer {
 public:
  Odometer(std::span<const Axis> axes, std::int64_t position) : axes_(axes) {
    for (std::size_t a = axes.size(); a-- > 0;) {
      const std::int64_t i = position % axes[a].count;
      position /= axes[a].count;
      index_[a] = i;
      dst += i * axes[a].dst;
      src += i * axes[a].src;
    }
  }
  void next() {
    for (std::size_t a = axes_.size(); a-- > 0;) {
      dst += axes_[a].dst;
      src += axes_[a].src;
      if (++index_[a] < axes_[a].count) return;
      dst -= axes_[a].count * axes_[a].dst;
      src -= axes_[a].count * axes_[a].src;
      index_[a] = 0;
    }
  }
  std::ptrdiff_t dst = 0;
  std::ptrdiff_t src = 0;

 private:
  std::span<const Axis> axes_;
  std::array<std::int64_t, kMaxAxes> index_;
};

template <std::size_t W>
void copy_row(std::byte* dst, std::ptrdiff_t dst_step, const std::byte* src, std::ptrdiff_t src_step,
              std::int64_t n) {
  constexpr std::ptrdiff_t step = static_cast<std::ptrdiff_t>(kStep<W>);
  if (dst_step != step) {
    for (std::int64_t i = 0; i < n; ++i) put<W>(dst + i * dst_step, src + i * src_step);
  } else if (src_step == step) {
    put_run<W>(dst, src, n);
  } else if (src_step == 0 && W == 1) {
    std::memset(dst, std::to_integer<int>(*src), static_cast<std::size_t>(n));
  } else if (src_step == 0 && W != 0) {
    std::array<std::byte, kStep<W>> value;
    std::memcpy(value.data(), src, kStep<W>);
    for (std::int64_t i = 0; i < n; ++i) std::memcpy(dst + i * step, value.data(), kStep<W>);
  } else {
    for (std::int64_t i = 0; i < n; ++i) put<W>(dst + i * step, src + i * src_step);
  }
}

// Elements [first, first + rows) x [begin, end), one by one.
template <std::size_t W>
void copy_cells(std::byte* dst, const std::byte* src, const Axis& row, const Axis& column, std::int64_t first,
                std::int64_t rows, std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = first; i < first + rows; ++i) {
    std::byte* to = dst + i * row.dst;
    const std::byte* from = src + i * row.src;
    for (std::int64_t j = begin; j < end; ++j) put<W>(to + j * column.dst, from + j * column.src);
  }
}

// rows x columns elements; the source lies together along rows, the destination (mostly) along columns.
template <std::size_t W>
void copy_tiles(std::byte* dst, const std::byte* src, const Axis& row, const Axis& column,
                std::int64_t rows) {
  constexpr auto side = static_cast<std::int64_t>(W == 0 || W == 16 ? 8 : kLine / W);
  constexpr auto width = static_cast<std::ptrdiff_t>(kStep<W>);
  const bool dense = row.src == width && column.dst == width;
  for (std::int64_t r = 0; r < rows; r += side) {
    const std::int64_t n = std::min(side, rows - r);
    for (std::int64_t c = 0; c < column.count; c += side) {
      const std::int64_t end = std::min(column.count, c + side);
      if constexpr (W != 0 && W != 16) {
        if (dense && n == side && end - c == side) {
          transpose_tile<W>(src + r * row.src + c * column.src, column.src,
                            dst + r * row.dst + c * column.dst, row.dst);
          continue;
        }
      }
      copy_cells<W>(dst, src, row, column, r, n, c, end);
    }
  }
}

void sort_and_collapse(std::vector<Axis>& axes) {
  std::erase_if(axes, [](const Axis& a) { return a.count == 1; });
  for (std::size_t i = 1; i < axes.size(); ++i) {  // outermost first; equal ones keep their order
    for (std::size_t k = i; k > 0 && std::abs(axes[k].dst) > std::abs(axes[k - 1].dst); --k)
      std::swap(axes[k], axes[k - 1]);
  }
  std::vector<Axis> kept;
  for (const Axis& a : axes) {
    if (!kept.empty() && kept.back().dst == a.dst * a.count && kept.back().src == a.src * a.count)
      kept.back() = {kept.back().count * a.count, a.dst, a.src};
    else
      kept.push_back(a);
  }
  axes = std::move(kept);
}

bool has_width(std::size_t bytes) {
  return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
}

// Splits what one outer index does into chunks of about kUnitBytes.
void split(CopyPlan& p, std::int64_t steps, std::int64_t bytes_per_step, std::int64_t multiple) {
  std::int64_t chunk = std::max<std::int64_t>(1, kUnitBytes / std::max<std::int64_t>(1, bytes_per_step));
  chunk = (chunk + multiple - 1) / multiple * multiple;
  p.chunk = std::min(chunk, steps);
  p.chunks = (steps + p.chunk - 1) / p.chunk;
  p.units = p.chunks;
  for (std::size_t a = 0; a < p.outer; ++a) p.units *= p.axes[a].count;
  p.grain = std::max<std::int64_t>(1, kThreadBytes / std::max<std::int64_t>(1, p.chunk * bytes_per_step));
}

}  // namespace

CopyPlan plan_copy(Element element, std::span<const Axis> axes) {
  CopyPlan p;
  p.element = element;
  p.axes.assign(axes.begin(), axes.end());
  p.empty = std::ranges::any_of(axes, [](const Axis& a) { return a.count == 0; });
  if (p.empty) return p;
  require(axes.size() <= kMaxAxes, Code::internal, "a copy over {} axes", axes.size());
  sort_and_collapse(p.axes);

  std::size_t run = element.bytes;
  if (!p.axes.empty()) {
    const Axis last = p.axes.back();
    const auto step = static_cast<std::ptrdiff_t>(element.bytes);
    if (last.dst == step && last.src == step) {
      run *= static_cast<std::size_t>(last.count);
      p.axes.pop_back();
    }
  }
  const bool narrow = element.strings ? run == element.bytes : has_width(run);
  if (p.axes.empty() || !narrow) {
    p.inner = CopyPlan::Inner::run;
    p.run = run;
    p.outer = p.axes.size();
    split(p, static_cast<std::int64_t>(run), 1, static_cast<std::int64_t>(element.bytes));
    return p;
  }
  if (!element.strings) p.element.bytes = run;  // several elements move as one wider one
  const Axis column = p.axes.back();
  p.axes.pop_back();
  const auto width = static_cast<std::ptrdiff_t>(p.element.bytes);
  const auto dense = std::ranges::find_if(p.axes, [&](const Axis& a) { return std::abs(a.src) == width; });
  if (dense != p.axes.end() && std::abs(column.src) > width && column.count >= 4 && dense->count >= 4) {
    const Axis row = *dense;
    p.axes.erase(dense);
    p.inner = CopyPlan::Inner::tile;
    p.outer = p.axes.size();
    p.axes.push_back(row);
    p.axes.push_back(column);
    split(p, row.count, column.count * width, std::max<std::int64_t>(8, 64 / width));
    return p;
  }
  p.inner = CopyPlan::Inner::row;
  p.outer = p.axes.size();
  p.axes.push_back(column);
  split(p, column.count, width, 1);
  return p;
}

void copy_units(const CopyPlan& p, std::byte* dst, const std::byte* src, std::int64_t begin,
                std::int64_t end) noexcept {
  Odometer at(std::span(p.axes).first(p.outer), begin / p.chunks);
  std::int64_t chunk = begin % p.chunks;
  const auto step = [&](auto&& block, std::int64_t steps) {
    for (std::int64_t u = begin; u < end; ++u) {
      const std::int64_t first = chunk * p.chunk;
      block(dst + at.dst, src + at.src, first, std::min(p.chunk, steps - first));
      if (++chunk == p.chunks) {
        chunk = 0;
        at.next();
      }
    }
  };
  if (p.inner == CopyPlan::Inner::run) {
    step(
        [&](std::byte* d, const std::byte* s, std::int64_t first, std::int64_t n) {
          put_bytes(p.element.strings, d + first, s + first, static_cast<std::size_t>(n));
        },
        static_cast<std::int64_t>(p.run));
    return;
  }
  by_width(p.element, [&]<std::size_t W>() {
    const Axis& split = p.axes[p.outer];
    if (p.inner == CopyPlan::Inner::row) {
      step(
          [&](std::byte* d, const std::byte* s, std::int64_t first, std::int64_t n) {
            copy_row<W>(d + first * split.dst, split.dst, s + first * split.src, split.src, n);
          },
          split.count);
    } else {
      step(
          [&](std::byte* d, const std::byte* s, std::int64_t first, std::int64_t n) {
            copy_tiles<W>(d + first * split.dst, s + first * split.src, split, p.axes[p.outer + 1], n);
          },
          split.count);
    }
  });
}

void copy(const CopyPlan& plan, std::byte* dst, const std::byte* src, ThreadPool& pool,
          const StopToken* stop) {
  if (plan.empty) return;
  pool.for_range(
      plan.units, plan.grain,
      [&](std::int64_t begin, std::int64_t end, int) noexcept { copy_units(plan, dst, src, begin, end); },
      stop);
}

std::vector<std::ptrdiff_t> dense_strides(std::span<const std::int64_t> shape, std::size_t element_bytes) {
  std::vector<std::ptrdiff_t> strides(shape.size());
  auto stride = static_cast<std::ptrdiff_t>(element_bytes);
  for (std::size_t a = shape.size(); a-- > 0;) {
    strides[a] = stride;
    stride *= std::max<std::int64_t>(1, shape[a]);
  }
  return strides;
}

}  // namespace sardonyx::move
