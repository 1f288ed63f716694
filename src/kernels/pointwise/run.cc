// Execution of loops: blocks, loads, stores, tiles.
#include <algorithm>
#include <cstring>

#include "kernels/pointwise/loop.h"

namespace sardonyx::pointwise {
namespace {

constexpr std::size_t kStack = 40 << 10;

template <typename T>
void splat(const std::byte* element, std::int64_t n, std::byte* dst) {
  T value;
  std::memcpy(&value, element, sizeof value);
  T* d = reinterpret_cast<T*>(dst);
  for (std::int64_t i = 0; i < n; ++i) d[i] = value;
}

struct Bytes16 {
  std::uint64_t words[2];
};

void splat(const std::byte* element, int bytes, std::int64_t n, std::byte* dst) {
  switch (bytes) {
    case 1:
      std::memset(dst, std::to_integer<int>(*element), static_cast<std::size_t>(n));
      break;
    case 2:
      splat<std::uint16_t>(element, n, dst);
      break;
    case 4:
      splat<std::uint32_t>(element, n, dst);
      break;
    case 8:
      splat<std::uint64_t>(element, n, dst);
      break;
    default:
      splat<Bytes16>(element, n, dst);
  }
}

template <std::size_t kBytes>
void gather(const std::byte* src, std::int64_t stride, std::int64_t n, std::byte* dst) {
  for (std::int64_t i = 0; i < n; ++i) std::memcpy(dst + i * std::int64_t{kBytes}, src + i * stride, kBytes);
}

void gather(const std::byte* src, std::int64_t stride, int bytes, std::int64_t n, std::byte* dst) {
  switch (bytes) {
    case 1:
      gather<1>(src, stride, n, dst);
      break;
    case 2:
      gather<2>(src, stride, n, dst);
      break;
    case 4:
      gather<4>(src, stride, n, dst);
      break;
    case 8:
      gather<8>(src, stride, n, dst);
      break;
    default:
      gather<16>(src, stride, n, dst);
  }
}

void scatter(const std::byte* src, int bytes, std::int64_t n, std::byte* dst, std::int64_t stride) {
  for (std::int64_t i = 0; i < n; ++i) {
    std::memcpy(dst + i * stride, src + i * bytes, static_cast<std::size_t>(bytes));
  }
}

// Visits the elements [first, first + n) of a strided array as runs along its innermost axis:
// visit(offset, count, done), offset in the strides' unit.
template <typename Visit>
void walk(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& strides,
          std::int64_t first, std::int64_t n, const Visit& visit) {
  const std::size_t rank = sizes.size();
  if (rank == 0) {
    visit(std::int64_t{0}, n, std::int64_t{0});
    return;
  }
  std::int64_t index[Shape::kMaxRank];
  std::int64_t offset = 0, rest = first;
  for (std::size_t d = rank; d-- > 0;) {
    index[d] = rest % sizes[d];
    rest /= sizes[d];
    offset += index[d] * strides[d];
  }
  const std::size_t in = rank - 1;
  for (std::int64_t done = 0; done < n;) {
    const std::int64_t m = std::min(n - done, sizes[in] - index[in]);
    visit(offset, m, done);
    done += m;
    index[in] += m;
    offset += m * strides[in];
    for (std::size_t d = in; index[d] == sizes[d] && d > 0; --d) {
      offset += strides[d - 1] - sizes[d] * strides[d];
      index[d] = 0;
      ++index[d - 1];
    }
  }
}

// Elements [first, first + n) of a view whose rows are short, one after another.
template <typename T>
void expand(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& strides,
            const std::byte* base, std::int64_t first, std::int64_t n, std::byte* to) {
  const std::int64_t stride = strides.empty() ? 0 : strides.back();
  T* dst = reinterpret_cast<T*>(to);
  walk(sizes, strides, first, n, [&](std::int64_t offset, std::int64_t m, std::int64_t done) {
    const std::byte* src = base + offset;
    T* d = dst + done;
    if (stride == 0) {
      const T value = *reinterpret_cast<const T*>(src);
      for (std::int64_t i = 0; i < m; ++i) d[i] = value;
    } else if (stride == std::int64_t{sizeof(T)}) {
      const T* s = reinterpret_cast<const T*>(src);
      for (std::int64_t i = 0; i < m; ++i) d[i] = s[i];
    } else {
      for (std::int64_t i = 0; i < m; ++i) d[i] = *reinterpret_cast<const T*>(src + i * stride);
    }
  });
}

void expand(int bytes, const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& strides,
            const std::byte* base, std::int64_t first, std::int64_t n, std::byte* to) {
  switch (bytes) {
    case 1:
      expand<std::uint8_t>(sizes, strides, base, first, n, to);
      break;
    case 2:
      expand<std::uint16_t>(sizes, strides, base, first, n, to);
      break;
    case 4:
      expand<std::uint32_t>(sizes, strides, base, first, n, to);
      break;
    case 8:
      expand<std::uint64_t>(sizes, strides, base, first, n, to);
      break;
    default:
      expand<Bytes16>(sizes, strides, base, first, n, to);
  }
}

// A row that repeats with `period` elements, from its element `phase` on: copied once, then doubled.
void repeat_row(const std::byte* row, int bytes, std::int64_t period, std::int64_t phase, std::int64_t n,
                std::byte* dst) {
  const auto size = [bytes](std::int64_t count) { return static_cast<std::size_t>(count * bytes); };
  const std::int64_t head = std::min(n, period - phase);
  std::memcpy(dst, row + phase * bytes, size(head));
  const std::int64_t rest = std::min(n - head, phase);
  if (rest > 0) std::memcpy(dst + head * bytes, row, size(rest));
  for (std::int64_t done = head + rest; done < n;) {
    const std::int64_t m = std::min(done, n - done);  // `done` is a multiple of the period here
    std::memcpy(dst + done * bytes, dst, size(m));
    done += m;
  }
}

}  // namespace

// A block of elements: `count` pieces of `length` consecutive elements, piece p from first + p*step on.
struct Loop::Pieces {
  std::int64_t first = 0, length = 0, count = 1, step = 0;
  std::int64_t elements() const { return length * count; }
};

struct Loop::Block {
  // Where piece `p` of output `k` goes: without an address of its own it replaces the tile.
  std::byte* output(std::size_t k, const Pieces& pieces, std::int64_t p, int item) const {
    if (outputs[k] == nullptr) return const_cast<std::byte*>(tile) + p * tile_step;
    return outputs[k] + (pieces.first + p * pieces.step) * item;
  }

  std::byte* memory = nullptr;
  const std::byte* const* operands = nullptr;
  std::byte* const* outputs = nullptr;
  const std::byte* tile = nullptr;  // operand 0, its pieces `tile_step` bytes apart
  std::int64_t tile_step = 0;
  std::byte* at[Program::kMaxRegisters];
  bool single[Program::kMaxRegisters];                // at[r] is one element, which counts for all
  const std::byte* repeated[Program::kMaxRegisters];  // per operand: the element that its buffer repeats
  std::int64_t repeats[Program::kMaxRegisters];
};

void Loop::begin(Block& b, std::int64_t elements) const noexcept {
  for (std::size_t r = 0; r < buffer_.size(); ++r) {
    b.at[r] = buffer_[r] < 0 ? nullptr : b.memory + buffer_[r] * block_;
    b.single[r] = false;
  }
  for (std::size_t i = 0; i < operands_.size(); ++i) b.repeated[i] = nullptr;
  for (const Step& step : once_) {
    const bool row = step.dst == kNoReg || rows_[static_cast<std::size_t>(step.dst)] != 0;
    run_step(b, step, {0, row ? std::min(elements, block_) : 1, 1, 0});
    if (!row) b.single[step.dst] = true;
  }
}

void Loop::run_row(Block& b, const Step& step, const Pieces& pieces) const noexcept {
  const auto dst = static_cast<std::size_t>(step.dst);
  const void* sources[3] = {};
  Immediates imm = step.imm;
  for (std::size_t k = 0; k < static_cast<std::size_t>(step.sources); ++k) {
    const auto r = static_cast<std::size_t>(step.src[k]);
    sources[k] = b.at[r];
    imm.single |= b.single[r] ? 1u << k : 0u;
  }
  if (direct_[dst] >= 0 && pieces.count == 1) {
    const View& v = outputs_[static_cast<std::size_t>(direct_[dst])];
    b.at[dst] = b.output(static_cast<std::size_t>(direct_[dst]), pieces, 0, v.item);
  } else if (buffer_[dst] >= 0) {
    b.at[dst] = b.memory + buffer_[dst] * block_;
  }
  step.row(b.at[dst], sources, pieces.elements(), imm);
}

void Loop::run_step(Block& b, const Step& step, const Pieces& pieces) const noexcept {
  const auto dst = static_cast<std::size_t>(step.dst);
  switch (step.kind) {
    case Step::Kind::row:
      run_row(b, step, pieces);
      break;
    case Step::Kind::load:
      load(b, step, pieces);
      break;
    case Step::Kind::store:
      store(b, step, pieces);
      break;
    case Step::Kind::constant:
      splat(reinterpret_cast<const std::byte*>(step.bits.data()),
            lane_bytes(lane_of(program_.type(step.dst))), pieces.elements(), b.at[dst]);
      break;
    case Step::Kind::round: {
      alignas(64) std::byte narrow[512];
      const int lane = lane_bytes(lane_of(step.type));
      for (std::int64_t i = 0; i < pieces.elements(); i += 256) {
        const std::int64_t n = std::min<std::int64_t>(256, pieces.elements() - i);
        store_lanes(step.type, b.at[dst] + i * lane, narrow, 0, n, isa_, step.rounding);
        load_lanes(step.type, narrow, 0, n, b.at[dst] + i * lane, isa_);
      }
      break;
    }
  }
}

namespace {

// n elements, `stride` apart, into lanes.
void load_run(DType type, int item, int lane, bool as_lane, const std::byte* base, std::int64_t offset,
              std::int64_t stride, std::int64_t n, std::byte* dst, Isa isa) {
  const bool packed = item == 0;
  const std::byte* src = packed ? base : base + offset;
  if (stride == (packed ? 1 : item) || n == 1) {
    load_lanes(type, src, offset, n, dst, isa);
  } else if (stride == 0) {
    load_lanes(type, src, offset, 1, dst, isa);
    alignas(16) std::byte element[16];
    std::memcpy(element, dst, static_cast<std::size_t>(lane));
    splat(element, lane, n, dst);
  } else if (as_lane) {
    gather(src, stride, item, n, dst);
  } else {
    for (std::int64_t i = 0; i < n; ++i) {
      load_lanes(type, packed ? base : src + i * stride, offset + i * stride, 1, dst + i * lane, isa);
    }
  }
}

}  // namespace

void Loop::load(Block& b, const Step& step, const Pieces& pieces) const noexcept {
  const auto reg = static_cast<std::size_t>(step.dst);
  const View& v = operands_[step.view];
  std::byte* buffer = buffer_[reg] < 0 ? nullptr : b.memory + buffer_[reg] * block_;
  if (b.tile != nullptr && step.view == 0) {
    if (pieces.count == 1 || b.tile_step == pieces.length * v.lane) {
      b.at[reg] = const_cast<std::byte*>(b.tile);  // sources are only read
      return;
    }
    const std::int64_t bytes = pieces.length * v.lane;
    for (std::int64_t p = 0; p < pieces.count; ++p) {
      std::memcpy(buffer + p * bytes, b.tile + p * b.tile_step, static_cast<std::size_t>(bytes));
    }
    b.at[reg] = buffer;
    return;
  }
  const std::byte* base = b.operands[step.view];
  const bool one = pieces.count == 1;
  if (one && v.linear && v.stored_as_lane && !uniform_[reg]) {
    b.at[reg] = const_cast<std::byte*>(base) + pieces.first * v.item;
    return;
  }
  b.at[reg] = buffer;
  b.single[reg] = false;
  if (uniform_[reg]) {
    load_run(v.type, v.item, v.lane, v.stored_as_lane, base, 0, 0, pieces.elements(), buffer, isa_);
    return;
  }
  if (one && load_whole(b, step, pieces)) return;
  b.repeated[step.view] = nullptr;
  for (std::int64_t p = 0; p < pieces.count; ++p) {
    std::byte* dst = buffer + p * pieces.length * v.lane;
    const std::int64_t first = pieces.first + p * pieces.step;
    if (v.stored_as_lane && v.linear) {
      std::memcpy(dst, base + first * v.item, static_cast<std::size_t>(pieces.length * v.item));
      continue;
    }
    if (v.stored_as_lane) {
      expand(v.item, v.sizes, v.strides, base, first, pieces.length, dst);
      continue;
    }
    walk(v.sizes, v.strides, first, pieces.length,
         [&](std::int64_t offset, std::int64_t n, std::int64_t done) {
           load_run(v.type, v.item, v.lane, false, base, offset, v.inner_stride(), n, dst + done * v.lane,
                    isa_);
         });
  }
}

// Blocks that need no gathering: within one row, or of a row that repeats. False: it is another one.
bool Loop::load_whole(Block& b, const Step& step, const Pieces& pieces) const noexcept {
  const auto reg = static_cast<std::size_t>(step.dst);
  const View& v = operands_[step.view];
  const std::byte* base = b.operands[step.view];
  const std::int64_t n = pieces.length;
  if (v.sizes.empty() || v.item == 0) return false;
  const auto known = [&](const std::byte* key) {  // the buffer still holds what begins there
    if (b.repeated[step.view] == key && b.repeats[step.view] >= n) return true;
    b.repeated[step.view] = key;
    b.repeats[step.view] = n;
    return false;
  };
  if (v.periodic() && v.inner() < n) {
    const std::int64_t phase = pieces.first % v.inner();
    if (!known(base + phase * v.item)) repeat_row(base, v.item, v.inner(), phase, n, b.at[reg]);
    return true;
  }
  std::int64_t offset = 0, run = 0;
  walk(v.sizes, v.strides, pieces.first, 1,
       [&](std::int64_t at, std::int64_t, std::int64_t) { offset = at; });
  run = v.inner() - pieces.first % v.inner();
  if (run < n) return false;
  if (v.stored_as_lane && v.inner_stride() == v.item) {
    b.at[reg] = const_cast<std::byte*>(base) + offset;
    b.repeated[step.view] = nullptr;
    return true;
  }
  if (v.inner_stride() != 0) return false;
  if (rows_[reg] == 0) {
    b.single[reg] = true;
    if (v.stored_as_lane) {
      b.at[reg] = const_cast<std::byte*>(base) + offset;
    } else if (!known(base + offset)) {
      load_lanes(v.type, base + offset, 0, 1, b.at[reg], isa_);
    }
    return true;
  }
  if (!known(base + offset)) {
    load_run(v.type, v.item, v.lane, v.stored_as_lane, base, offset, 0, n, b.at[reg], isa_);
  }
  return true;
}

void Loop::store(Block& b, const Step& step, const Pieces& pieces) const noexcept {
  const View& v = outputs_[step.view];
  std::byte* base = b.outputs[step.view];
  const std::byte* lanes = b.at[static_cast<std::size_t>(step.src[0])];
  if (v.linear && v.item != 0) {
    if (pieces.count == 1 && lanes == b.output(step.view, pieces, 0, v.item)) return;  // made in place
    for (std::int64_t p = 0; p < pieces.count; ++p) {
      store_lanes(v.type, lanes + p * pieces.length * v.lane, b.output(step.view, pieces, p, v.item), 0,
                  pieces.length, isa_, v.rounding);
    }
    return;
  }
  for (std::int64_t p = 0; p < pieces.count; ++p) {
    const std::byte* src = lanes + p * pieces.length * v.lane;
    walk(v.sizes, v.strides, pieces.first + p * pieces.step, pieces.length,
         [&](std::int64_t offset, std::int64_t n, std::int64_t done) {
           const std::byte* from = src + done * v.lane;
           const bool packed = v.item == 0;
           if (n == 1 || v.inner_stride() == (packed ? 1 : v.item)) {
             store_lanes(v.type, from, packed ? base : base + offset, offset, n, isa_, v.rounding);
           } else if (v.stored_as_lane) {
             scatter(from, v.item, n, base + offset, v.inner_stride());
           } else {
             for (std::int64_t i = 0; i < n; ++i) {
               const std::int64_t at = offset + i * v.inner_stride();
               store_lanes(v.type, from + i * v.lane, packed ? base : base + at, at, 1, isa_, v.rounding);
             }
           }
         });
  }
}

void Loop::execute(Block& b, const Pieces& pieces) const noexcept {
  for (const Step& step : steps_) run_step(b, step, pieces);
}

void Loop::run_range(const std::byte* const* operands, std::byte* const* outputs, std::int64_t begin_at,
                     std::int64_t end) const noexcept {
  alignas(64) std::byte memory[kStack];
  Block b;
  b.memory = memory;
  b.operands = operands;
  b.outputs = outputs;
  if (begin_at >= end) return;
  begin(b, end - begin_at);
  for (std::int64_t i = begin_at; i < end;) {
    std::int64_t n = std::min(block_, end - i);
    if (cut_ != 0) n = std::min(n, cut_ - i % cut_);
    execute(b, {i, n, 1, 0});
    i += n;
  }
}

void Loop::run(std::span<const std::byte* const> operands, std::span<std::byte* const> outputs,
               ThreadPool& pool, const StopToken* stop) const {
  if (count_ == 0) return;
  constexpr std::int64_t kUnit = 64;             // no two threads share a cache line or a byte
  constexpr std::int64_t kWorthAThread = 65536;  // float additions
  const std::int64_t units = (count_ + kUnit - 1) / kUnit;
  const std::int64_t grain = std::max<std::int64_t>(1, kWorthAThread / kUnit / cost_);
  pool.for_range(
      units, grain,
      [&](std::int64_t from, std::int64_t to, int) {
        run_range(operands.data(), outputs.data(), from * kUnit, std::min(count_, to * kUnit));
      },
      stop);
}

void Loop::run_tile(const void* tile, int rows, int cols, std::ptrdiff_t ld, std::int64_t row0,
                    std::int64_t col0, std::int64_t width, const std::byte* const* operands,
                    std::byte* const* outputs) const noexcept {
  alignas(64) std::byte memory[kStack];
  Block b;
  b.memory = memory;
  b.operands = operands;
  b.outputs = outputs;
  const std::int64_t lane = operands_[0].lane;
  std::int64_t height = rows, length = cols;
  if (ld == cols && width == cols) {  // the tile is one run of the space
    length *= height;
    height = 1;
  }
  begin(b, height * length);
  b.tile_step = ld * lane;
  // Short rows go together, so that a step has enough to do; longer ones need no copies when they go alone.
  constexpr std::int64_t kLongRow = 64;
  const std::int64_t columns = std::min(length, block_);
  const std::int64_t together = length >= kLongRow ? 1 : std::max<std::int64_t>(1, block_ / columns);
  for (std::int64_t r = 0; r < height; r += together) {
    for (std::int64_t c = 0; c < length; c += columns) {
      b.tile = static_cast<const std::byte*>(tile) + (r * ld + c) * lane;
      const Pieces pieces{(row0 + r) * width + col0 + c, std::min(columns, length - c),
                          std::min(together, height - r), width};
      execute(b, pieces);
    }
  }
}

}  // namespace sardonyx::pointwise
