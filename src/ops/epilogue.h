// A pointwise program as the epilogue of a producer: applied to its result tile by tile, before it leaves the cache.
//
// An operator that says `takes_epilogue` makes a FusedEpilogue in `lower` (empty when the node has none), and in the
// call gives its kernel `hook` with a Bound.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "graph/op.h"
#include "kernels/pointwise/loop.h"

namespace sardonyx {

// How many inputs are the operator's own: those behind are operands of its epilogue. An optional input that the model
// leaves out at the end must not be mistaken for one of these.
inline std::size_t own_inputs(const LowerContext& c) {
  return c.epilogue() == nullptr ? c.inputs() : c.epilogue_first();
}

class FusedEpilogue {
 public:
  static constexpr std::size_t kMaxOperands = 32;

  // No epilogue.
  FusedEpilogue() = default;
  // The epilogue of the node that `c` lowers, if it has one. Output 0 counts as a matrix of `width` columns, whose
  // rows and columns the kernel names (GEMM: N columns; convolution: pixels, rows are images * channels).
  FusedEpilogue(const LowerContext& c, std::int64_t width);
  // Programs that the tiles can take: one output, not packed, few operands, operand 0 a float32, float64 or int32.
  static bool accepts(const pointwise::Program& program);

  explicit operator bool() const { return loop_ != nullptr; }
  // The hook changes the tile and the kernel stores it, as without an epilogue. Else the hook stores, and the kernel
  // must not: the result has another type.
  bool in_place() const { return in_place_; }

  // The addresses of one call. Cheap, lives on the stack during the kernel's run.
  class Bound {
   public:
    Bound(const FusedEpilogue& epilogue, const Call& call);
    // The signature of gemm::TileHook; `context` is a Bound.
    static void hook(const void* context, void* tile, int rows, int cols, std::ptrdiff_t ld,
                     std::int64_t row0, std::int64_t col0);

   private:
    const FusedEpilogue& epilogue_;
    std::array<const std::byte*, kMaxOperands> operands_{};
    std::byte* output_ = nullptr;
  };

 private:
  std::shared_ptr<const pointwise::Loop> loop_;
  std::size_t first_ = 0;  // input of operand 1
  std::int64_t width_ = 1;
  bool in_place_ = false;
};

}  // namespace sardonyx
