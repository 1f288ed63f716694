#include "ops/slices.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace sardonyx {
namespace {

// Packed elements, low bits first; the byte after the last element is never touched.
void copy_packed(int bits, std::byte* to, std::int64_t to_first, const std::byte* from,
                 std::int64_t from_first, std::int64_t count) {
  const std::int64_t per_byte = 8 / bits;
  const unsigned mask = (1u << bits) - 1u;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t s = from_first + i, d = to_first + i;
    const auto from_shift = static_cast<unsigned>(s % per_byte) * static_cast<unsigned>(bits);
    const auto to_shift = static_cast<unsigned>(d % per_byte) * static_cast<unsigned>(bits);
    const unsigned value = (static_cast<unsigned>(from[s / per_byte]) >> from_shift) & mask;
    const unsigned held = static_cast<unsigned>(to[d / per_byte]);
    to[d / per_byte] = static_cast<std::byte>((held & ~(mask << to_shift)) | (value << to_shift));
  }
}

Shape with_size(const Shape& shape, std::size_t axis, std::int64_t size) {
  Shape s = shape;
  s[axis] = size;
  return s;
}

// Packed types start as zeros, so that the bits after the last element are defined.
Tensor blank(DType dtype, Shape shape) {
  return is_sub_byte(dtype) ? Tensor::zeros(dtype, std::move(shape)) : Tensor(dtype, std::move(shape));
}

}  // namespace

void copy_runs(DType dtype, std::byte* to, Runs to_runs, const std::byte* from, Runs from_runs,
               std::int64_t outer, std::int64_t inner) {
  if (inner == 0 || outer == 0) return;
  if (is_sub_byte(dtype)) {
    for (std::int64_t o = 0; o < outer; ++o)
      copy_packed(bit_width(dtype), to, to_runs.first + o * to_runs.stride, from,
                  from_runs.first + o * from_runs.stride, inner);
    return;
  }
  if (dtype == DType::string) {
    const auto* s = reinterpret_cast<const std::string*>(from);
    auto* d = reinterpret_cast<std::string*>(to);
    for (std::int64_t o = 0; o < outer; ++o)
      std::copy_n(s + from_runs.first + o * from_runs.stride, inner, d + to_runs.first + o * to_runs.stride);
    return;
  }
  const auto size = static_cast<std::int64_t>(item_size(dtype));
  for (std::int64_t o = 0; o < outer; ++o)
    std::memcpy(to + (to_runs.first + o * to_runs.stride) * size,
                from + (from_runs.first + o * from_runs.stride) * size,
                static_cast<std::size_t>(inner * size));
}

Tensor part_of(const Tensor& t, std::size_t axis, std::int64_t begin, std::int64_t length) {
  const Shape& shape = t.shape();
  const std::int64_t outer = shape.count(0, axis), inner = shape.count(axis + 1, shape.rank());
  Shape part = with_size(shape, axis, length);
  const std::int64_t first = begin * inner;
  const bool one_piece = outer <= 1 || length == shape[axis];
  const int bits = bit_width(t.dtype());
  if (one_piece && bits >= 8 && t.block() && length > 0) {
    const auto offset = static_cast<std::size_t>(first) * item_size(t.dtype());
    return Tensor(t.dtype(), std::move(part), t.block(), t.offset() + offset);
  }
  Tensor made = blank(t.dtype(), std::move(part));
  copy_runs(t.dtype(), made.mutable_data(), {0, length * inner}, t.data(), {first, shape[axis] * inner},
            outer, length * inner);
  return made;
}

Tensor without_axis(const Tensor& t, std::size_t axis) {
  Shape s;
  for (std::size_t i = 0; i < t.rank(); ++i)
    if (i != axis) s.push_back(t.shape()[i]);
  return t.reshaped(std::move(s));
}

void put_part(Tensor& whole, std::size_t axis, std::int64_t begin, std::int64_t length, const Tensor& slice) {
  const Shape& shape = whole.shape();
  const std::int64_t outer = shape.count(0, axis), inner = shape.count(axis + 1, shape.rank());
  copy_runs(whole.dtype(), whole.mutable_data(), {begin * inner, shape[axis] * inner}, slice.data(),
            {0, length * inner}, outer, length * inner);
}

void Stack::reserve(std::int64_t slices) {
  if (slices <= capacity_) return;
  std::int64_t wanted = std::max<std::int64_t>(slices, capacity_ * 2);
  if (capacity_ == 0) {
    constexpr std::int64_t kAtOnce = std::int64_t{4} << 20;
    const auto one = std::max<std::int64_t>(
        1, static_cast<std::int64_t>(packed_bytes(whole_.dtype(), static_cast<std::size_t>(slice_count_))));
    wanted = std::max(wanted, std::min(expected_, kAtOnce / one));
  }
  Shape shape{wanted};
  for (const std::int64_t d : slice_) shape.push_back(d);
  Tensor grown = blank(whole_.dtype(), std::move(shape));
  if (filled_ > 0)
    copy_runs(grown.dtype(), grown.mutable_data(), {}, whole_.data(), {}, 1, filled_ * slice_count_);
  whole_ = std::move(grown);
  capacity_ = wanted;
}

void Stack::add(const Tensor& slice) {
  if (filled_ == 0) {
    slice_ = slice.shape();
    slice_count_ = slice.count();
    whole_ = Tensor(slice.dtype(), Shape{0});
  }
  require(slice.dtype() == whole_.dtype() && slice.shape() == slice_, Code::invalid_argument,
          "iteration {} gives {} to be stacked, the first one gave {}{}", filled_, slice,
          name(whole_.dtype()), slice_);
  reserve(filled_ + 1);
  copy_runs(slice.dtype(), whole_.mutable_data(), {filled_ * slice_count_, 0}, slice.data(), {}, 1,
            slice_count_);
  ++filled_;
}

Tensor Stack::finish() {
  if (capacity_ == filled_) return std::move(whole_);
  Shape shape{filled_};
  for (const std::int64_t d : slice_) shape.push_back(d);
  if (capacity_ / 2 < filled_ && bit_width(whole_.dtype()) >= 8)  // little is wasted: keep the memory
    return Tensor(whole_.dtype(), std::move(shape), whole_.block(), whole_.offset());
  return part_of(whole_, 0, 0, filled_).clone();
}

}  // namespace sardonyx
