// How scales and zero points lie over a quantised tensor: one for all, one per index of an axis, one per block.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "graph/op.h"
#include "kernels/quant/quant_rows.h"

namespace sardonyx {

// Elements with scales at `scale`, `scale + step`, ...
struct QuantRun {
  std::int64_t first = 0, length = 0;
  std::int64_t scale = 0;
  int step = 0;
};

class QuantLayout {
 public:
  // Throws invalid_argument when `scale` fits no layout of `x`.
  QuantLayout(const Shape& x, const Shape& scale, std::int64_t axis, std::int64_t block_size);
  std::int64_t runs() const noexcept { return runs_; }
  std::int64_t run_length() const noexcept { return length_; }  // of all runs but perhaps some shorter ones
  QuantRun run(std::int64_t r) const noexcept;

 private:
  enum class Kind : std::uint8_t { tensor, axis, last_axis, block, last_block };
  Kind kind_ = Kind::tensor;
  std::int64_t count_ = 0, axis_ = 1, inner_ = 1, block_ = 1, blocks_ = 1;
  std::int64_t runs_ = 0, length_ = 1;
};

inline constexpr std::int64_t kQuantChunk = 256;

// Walks the runs of `layout` with several threads, `grain` at a time: whole(run) for a run of one scale where `fast`,
// else chunk(run) for its pieces of at most kQuantChunk elements.
template <typename Whole, typename Chunk>
void for_quant_runs(Call& call, const QuantLayout& layout, std::int64_t grain, bool fast, const Whole& whole,
                    const Chunk& chunk) {
  call.for_range(layout.runs(), grain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
    for (std::int64_t r = begin; r < end; ++r) {
      QuantRun run = layout.run(r);
      if (fast && run.step == 0) {
        whole(run);
        continue;
      }
      for (std::int64_t left = run.length; left > 0; left -= kQuantChunk) {
        run.length = std::min(left, kQuantChunk);
        chunk(run);
        run.first += kQuantChunk;
        run.scale += run.step ? kQuantChunk : 0;
      }
    }
  });
}

// What infer can say of `scale` (and the zero point, input 2) against `x`; throws where known facts disagree.
void check_quant_facts(const InferContext& c, std::int64_t axis, std::int64_t block_size);

// Least and largest value of an integer type of at most 16 bits.
quant::Limits quant_limits(DType d);
// The table's index for integer types of 8 and 16 bits; the 2- and 4-bit ones go through a byte.
std::size_t quant_stored(DType d);

// Elements [first, first + count) of a real tensor as floats; any alignment, packed types too.
void load_floats(DType d, const std::byte* data, std::int64_t first, std::int64_t count, float* out);

}  // namespace sardonyx
