// Loop: a program bound to an iteration space, run block by block over registers that stay in the first cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/cpu.h"
#include "base/thread_pool.h"
#include "kernels/pointwise/program.h"
#include "kernels/pointwise/rows.h"
#include "kernels/pointwise/storage.h"
#include "sardonyx/value.hpp"

namespace sardonyx::pointwise {

// Bytes from one element to the next along every axis of the space; 0 repeats, negative is allowed. For 2- and
// 4-bit types: elements instead of bytes.
using Strides = std::vector<std::int64_t>;

// Strides of a dense tensor of shape `in` broadcast to `out`. Requires that it broadcasts.
Strides broadcast_strides(DType type, const Shape& in, const Shape& out);

// How a loop meets its memory: whole arrays, or tiles of a producer's result in place of operand 0.
enum class Access : std::uint8_t { arrays, tiles };

class Loop {
 public:
  // One Strides per operand of the program and per output; outputs must not repeat. Throws not_implemented
  // when a micro-operation does not exist on its type.
  Loop(const Program& program, const Shape& space, std::span<const Strides> operands,
       std::span<const Strides> outputs, Isa isa = chosen_isa(), Access access = Access::arrays);
  // Dense operands that broadcast to dense outputs of shape `out`.
  static Loop dense(const Program& program, const Shape& out, std::span<const Shape> operands,
                    Isa isa = chosen_isa(), Access access = Access::arrays);

  // Addresses are those of the element at index 0 of every axis, aligned for their type. An output may be the
  // same memory as operand i when may_overwrite(i). Only for Access::arrays, as run_range.
  void run(std::span<const std::byte* const> operands, std::span<std::byte* const> outputs, ThreadPool& pool,
           const StopToken* stop = nullptr) const;
  // The elements [begin, end) in row-major order, on the calling thread.
  void run_range(const std::byte* const* operands, std::byte* const* outputs, std::int64_t begin,
                 std::int64_t end) const noexcept;
  bool may_overwrite(std::size_t i) const;

  // Only for Access::tiles: rows x cols lanes of operand 0, row r at tile + r*ld lanes. The space, seen as a
  // matrix of `width` columns, has the tile's corner at (row0, col0). On the calling thread. Outputs must not be
  // sub-byte (neighbouring tiles would share bytes). operands[0] is not read. outputs[0] may be nullptr when it has
  // the type of operand 0 and that is stored as its lane: the result then takes the tile's place.
  void run_tile(const void* tile, int rows, int cols, std::ptrdiff_t ld, std::int64_t row0, std::int64_t col0,
                std::int64_t width, const std::byte* const* operands,
                std::byte* const* outputs) const noexcept;

  std::int64_t count() const { return count_; }
  const Program& program() const { return program_; }

 private:
  // An operand or output: axes collapsed, innermost last.
  struct View {
    DType type = DType::undefined;
    int lane = 4;  // bytes of a lane
    int item = 4;  // bytes in memory; 0: sub-byte
    Reg reg = kNoReg;
    bool stored_as_lane = true, linear = false, uniform = false;
    std::vector<std::int64_t> sizes, strides;
    SmallFloatRounding rounding;  // outputs
    std::int64_t inner() const { return sizes.empty() ? 1 : sizes.back(); }
    std::int64_t inner_stride() const { return strides.empty() ? 0 : strides.back(); }
    bool periodic() const {  // one dense row, again and again
      return stored_as_lane && sizes.size() == 2 && strides[0] == 0 && strides[1] == item;
    }
  };
  struct Step {
    enum class Kind : std::uint8_t { row, load, store, constant, round };
    Kind kind = Kind::row;
    Row row = nullptr;
    Reg dst = kNoReg;  // load, constant, row, round
    std::array<Reg, 3> src{};
    int sources = 0;
    bool takes_single = false;  // a source may be one element instead of a row
    Immediates imm;
    std::size_t view = 0;                 // load: operand, store: output
    std::array<std::uint64_t, 2> bits{};  // constant
    SmallFloatRounding rounding;          // round: through type `type` and back
    DType type = DType::undefined;
  };
  struct Block;
  struct Pieces;

  static View make_view(DType type, Reg reg, const Shape& space, const Strides& strides);
  void add_steps();
  Step make_step(const Instruction& i) const;
  float number(Reg r) const;
  void find_clamps();
  Step clamp_step(std::size_t low, std::size_t high) const;
  void find_uniform();
  void find_repeated();
  void place_registers();
  void choose_block();
  bool always_direct(const View& v) const {
    return access_ == Access::arrays && v.linear && v.stored_as_lane;
  }

  void begin(Block& b, std::int64_t elements) const noexcept;
  void execute(Block& b, const Pieces& pieces) const noexcept;
  void run_row(Block& b, const Step& step, const Pieces& pieces) const noexcept;
  void run_step(Block& b, const Step& step, const Pieces& pieces) const noexcept;
  void load(Block& b, const Step& step, const Pieces& pieces) const noexcept;
  bool load_whole(Block& b, const Step& step, const Pieces& pieces) const noexcept;
  void store(Block& b, const Step& step, const Pieces& pieces) const noexcept;

  Program program_;
  Isa isa_;
  Access access_;
  std::int64_t count_ = 0;
  std::vector<View> operands_, outputs_;
  std::vector<Step> once_, steps_;  // what does not vary, then what every block does
  std::vector<std::int32_t>
      clamp_;                  // per instruction: the `max` that this `min` takes along; -2: it is taken; -1
  std::vector<char> uniform_;  // per register
  std::vector<char> rows_;     // per register: some step needs a full row even where one element repeats
  std::vector<std::int32_t> buffer_;  // per register: offset in bytes for one element; -1: none
  std::vector<std::int16_t> direct_;  // per register: output whose memory it is; -1: none
  int buffer_bytes_ = 0;              // of one element
  int cost_ = 1;
  std::int64_t block_ = 0;  // elements
  std::int64_t cut_ = 0;    // blocks end at its multiples; 0: anywhere
};

}  // namespace sardonyx::pointwise
