#include "ops/quant_layout.h"

#include <algorithm>

#include "ops/axes.h"
#include "tensor/convert.h"

namespace sardonyx {

QuantLayout::QuantLayout(const Shape& x, const Shape& scale, std::int64_t axis, std::int64_t block_size)
    : count_(x.count()) {
  constexpr std::int64_t kChunk = 8192;
  require(block_size >= 0, Code::invalid_argument, "block_size is {}, expected at least 0", block_size);
  if (block_size == 0 && (scale.rank() == 0 || (scale.rank() == 1 && scale[0] == 1))) {
    length_ = kChunk;
    runs_ = (count_ + kChunk - 1) / kChunk;
    return;
  }
  const std::size_t at = normalise_axis(axis, x.rank());
  const std::int64_t outer = x.count(0, at);
  axis_ = x[at];
  inner_ = x.count(at + 1, x.rank());
  if (block_size == 0) {
    require(scale.rank() == 1 && scale[0] == axis_, Code::invalid_argument,
            "scales {} do not fit axis {} of {}", scale, at, x);
    kind_ = inner_ == 1 ? Kind::last_axis : Kind::axis;
  } else {
    block_ = block_size;
    blocks_ = axis_ / block_ + (axis_ % block_ != 0 ? 1 : 0);
    Shape expected = x;
    expected[at] = blocks_;
    require(scale == expected, Code::invalid_argument,
            "scales {} do not fit {} in blocks of {} along axis {}", scale, x, block_, at);
    kind_ = inner_ == 1 ? Kind::last_block : Kind::block;
  }
  length_ = kind_ == Kind::last_axis ? axis_ : kind_ == Kind::last_block ? std::min(block_, axis_) : inner_;
  runs_ = kind_ == Kind::last_axis ? outer : outer * (kind_ == Kind::last_block ? blocks_ : axis_);
  if (count_ == 0) runs_ = 0;
}

QuantRun QuantLayout::run(std::int64_t r) const noexcept {
  switch (kind_) {
    case Kind::tensor:
      return {r * length_, std::min(length_, count_ - r * length_), 0, 0};
    case Kind::axis:
      return {r * inner_, inner_, r % axis_, 0};
    case Kind::last_axis:
      return {r * axis_, axis_, 0, 1};
    case Kind::block:
      return {r * inner_, inner_, (r / axis_ * blocks_ + r % axis_ / block_) * inner_, 1};
    case Kind::last_block:
      break;
  }
  const std::int64_t b = r % blocks_ * block_;
  return {r / blocks_ * axis_ + b, std::min(block_, axis_ - b), r, 0};
}

void check_quant_facts(const InferContext& c, std::int64_t axis, std::int64_t block_size) {
  require(block_size >= 0, Code::invalid_argument, "block_size is {}, expected at least 0", block_size);
  const auto x = c.shape(0).numbers(), scale = c.shape(1).numbers();
  if (x && scale) QuantLayout(*x, *scale, axis, block_size);
  if (!c.has(2)) return;
  const auto zero = c.shape(2).numbers();
  require(!scale || !zero || *scale == *zero || (scale->count() == 1 && zero->count() == 1),
          Code::invalid_argument, "scales have the shape {}, zero points {}", c.shape(1), c.shape(2));
}

quant::Limits quant_limits(DType d) {
  const int bits = bit_width(d);
  const float steps = static_cast<float>(1 << bits);
  return is_signed_integer(d) ? quant::Limits{-steps / 2, steps / 2 - 1} : quant::Limits{0, steps - 1};
}

std::size_t quant_stored(DType d) {
  using quant::Stored;
  if (bit_width(d) == 16) return static_cast<std::size_t>(is_signed_integer(d) ? Stored::s16 : Stored::u16);
  return static_cast<std::size_t>(is_signed_integer(d) ? Stored::s8 : Stored::u8);
}

void load_floats(DType d, const std::byte* data, std::int64_t first, std::int64_t count, float* out) {
  if (!is_sub_byte(d)) {
    convert_to_float(d, data + first * static_cast<std::int64_t>(item_size(d)), out, count);
    return;
  }
  for (std::int64_t i = 0; i < count; ++i) out[i] = static_cast<float>(load_number(d, data, first + i));
}

}  // namespace sardonyx
