// Pooling over dense NCHW: windows along 1 to 3 spatial dimensions. Global pooling is a window of the whole.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/cpu.h"
#include "base/thread_pool.h"

namespace sardonyx::pool {

inline constexpr int kMaxSpatial = 3;

enum class Type : std::uint8_t { f32, f64, s8, u8 };  // s8 and u8: max only

struct Shape {
  int spatial = 2;          // 1..3, outermost first; the rest is ignored
  std::int64_t planes = 1;  // batch * channels
  std::int64_t in[kMaxSpatial] = {1, 1, 1};
  std::int64_t out[kMaxSpatial] = {1, 1, 1};
  std::int64_t kernel[kMaxSpatial] = {1, 1, 1};
  std::int64_t stride[kMaxSpatial] = {1, 1, 1};
  std::int64_t dilation[kMaxSpatial] = {1, 1, 1};
  std::int64_t pad_begin[kMaxSpatial] = {0, 0, 0};
  std::int64_t pad_end[kMaxSpatial] = {0, 0, 0};  // only average with count_include_pad reads it
};

// Output size along one dimension. With `ceil`, a last window that would begin in the end padding is dropped.
std::int64_t output_size(std::int64_t in, std::int64_t kernel, std::int64_t stride, std::int64_t dilation,
                         std::int64_t pad_begin, std::int64_t pad_end, bool ceil);

enum class IndexOrder : std::uint8_t { row_major, column_major };

// y = maximum of the window's cells inside x; NaN wins over numbers. A window wholly in the padding gives the
// lowest value and index -1. `indices` (optional, y's shape) get the flat position in the whole of x
// (plane * cells + cell), cells counted with the last dimension fastest, or the first (column_major).
void max_pool(Type type, const Shape& shape, const void* x, void* y, std::int64_t* indices, IndexOrder order,
              ThreadPool& pool, const StopToken* stop = nullptr, Isa isa = chosen_isa());

// Mean of the window's cells inside x, or with count_include_pad over the cells inside x and its padding.
// Empty windows give NaN (0/0).
void average_pool(Type type, const Shape& shape, bool count_include_pad, const void* x, void* y,
                  ThreadPool& pool, const StopToken* stop = nullptr, Isa isa = chosen_isa());

// (sum of |x|^p)^(1/p) over the window's cells inside x; p >= 1.
void lp_pool(Type type, const Shape& shape, int p, const void* x, void* y, ThreadPool& pool,
             const StopToken* stop = nullptr);

// A window as large as x: in = kernel = `cells`, one output per plane.
Shape global_shape(std::int64_t planes, std::int64_t cells);

}  // namespace sardonyx::pool
