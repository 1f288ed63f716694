// Between tensors and sequences: SplitToSequence, ConcatFromSequence.
#include <algorithm>
#include <utility>
#include <vector>

#include "graph/op.h"
#include "ops/axes.h"
#include "ops/slices.h"

namespace sardonyx {
namespace {

struct SplitToSequence final : Op {
  std::int64_t axis = 0;
  bool keepdims = true;
  void fields(FieldVisitor& f) override {
    f("axis", axis);
    f("keepdims", keepdims);
  }
  void infer(InferContext& c) const override {
    if (c.shape(0).ranked()) normalise_axis(axis, c.shape(0).rank());
    Fact f;
    f.type = Type::sequence(c.in(0).type);
    c.out(0, std::move(f));
  }
  Kernel lower(LowerContext& c) const override;
};

// Sizes of the parts of `length`: a scalar is the size of all but the last, a list gives each.
std::vector<std::int64_t> part_sizes(const Value& split, std::int64_t length) {
  std::vector<std::int64_t> sizes;
  if (split.is_absent()) return std::vector<std::int64_t>(static_cast<std::size_t>(length), 1);
  const Tensor& t = split.tensor();
  if (t.rank() == 0) {
    const std::int64_t size = t.int_at(0);
    require(size > 0, Code::invalid_argument, "split is {}, expected a positive size", size);
    for (std::int64_t done = 0; done < length; done += std::min(size, length - done))
      sizes.push_back(std::min(size, length - done));
    return sizes;
  }
  sizes = t.to_ints();
  std::int64_t left = length;
  for (const std::int64_t s : sizes) {
    require(s >= 0 && s <= left, Code::invalid_argument, "split does not add up to {}", length);
    left -= s;
  }
  require(left == 0, Code::invalid_argument, "split adds up to {}, the axis has {}", length - left, length);
  return sizes;
}

Kernel SplitToSequence::lower(LowerContext& c) const {
  const std::size_t at = normalise_axis(axis, c.in(0).shape.rank());
  const bool squeeze = !keepdims && !c.has(1);
  return Kernel::of_values([at, squeeze, given = c.has(1)](Call& call) {
    const Tensor& t = call.value(0).tensor();
    Sequence made;
    made.element = Type::tensor(t.dtype());
    std::int64_t begin = 0;
    for (const std::int64_t size : part_sizes(given ? call.value(1) : Value{}, t.shape()[at])) {
      // Copies: a part must not keep alive, or be changed with, memory that belongs to the whole.
      Tensor part = part_of(t, at, begin, size);
      if (part.block() == t.block()) part = part.clone();
      made.elements.emplace_back(squeeze ? without_axis(part, at) : std::move(part));
      begin += size;
    }
    call.set_out(0, std::move(made));
  });
}

struct ConcatFromSequence final : Op {
  std::int64_t axis = 0;
  bool new_axis = false;
  void fields(FieldVisitor& f) override {
    f("axis", axis);
    f("new_axis", new_axis);
  }
  void infer(InferContext& c) const override {
    Fact f;
    if (c.in(0).type.inner) f.type = *c.in(0).type.inner;
    c.out(0, std::move(f));
  }
  Kernel lower(LowerContext& c) const override;
};

Tensor with_axis(const Tensor& t, std::size_t axis) {
  Shape s;
  for (std::size_t i = 0; i <= t.rank(); ++i) s.push_back(i == axis ? 1 : t.shape()[i < axis ? i : i - 1]);
  return t.reshaped(std::move(s));
}

Tensor joined(const std::vector<Value>& elements, std::int64_t axis, bool new_axis) {
  const Tensor& first = elements[0].tensor();
  const std::size_t at = normalise_axis(axis, first.rank() + (new_axis ? 1 : 0));
  std::vector<Tensor> parts;
  std::int64_t length = 0;
  for (const Value& v : elements) {
    parts.push_back(new_axis ? with_axis(v.tensor(), at) : v.tensor());
    const Shape &s = parts.back().shape(), &f = parts.front().shape();
    bool fits = s.rank() == f.rank() && parts.back().dtype() == first.dtype();
    for (std::size_t i = 0; fits && i < s.rank(); ++i) fits = i == at || s[i] == f[i];
    require(fits, Code::invalid_argument, "{} and {} cannot be joined along axis {}", first, v.tensor(),
            axis);
    length += s[at];
  }
  Shape shape = parts[0].shape();
  shape[at] = length;
  Tensor made =
      is_sub_byte(first.dtype()) ? Tensor::zeros(first.dtype(), shape) : Tensor(first.dtype(), shape);
  std::int64_t begin = 0;
  for (const Tensor& p : parts) {
    put_part(made, at, begin, p.shape()[at], p);
    begin += p.shape()[at];
  }
  return made;
}

Kernel ConcatFromSequence::lower(LowerContext&) const {
  return Kernel::of_values([axis = axis, new_axis = new_axis](Call& call) {
    const Sequence& s = call.value(0).sequence();
    require(!s.elements.empty(), Code::runtime, "an empty sequence cannot be joined");
    call.set_out(0, joined(s.elements, axis, new_axis));
  });
}

}  // namespace

void register_sequence_split(OpRegistry& r) {
  r.add<SplitToSequence>("", "SplitToSequence");
  r.add<ConcatFromSequence>("", "ConcatFromSequence");
}

}  // namespace sardonyx
