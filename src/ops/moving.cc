#include "ops/moving.h"

#include <utility>

#include "tensor/convert.h"

namespace sardonyx {

std::optional<std::vector<std::int64_t>> known_ints(const Fact& fact) {
  if (const Tensor* t = fact.constant()) return t->to_ints();
  const auto dims = fact.as_dims();
  if (!dims) return std::nullopt;
  std::vector<std::int64_t> numbers;
  for (const Dim& d : *dims) {
    if (!d.is_number()) return std::nullopt;
    numbers.push_back(d.number());
  }
  return numbers;
}

std::optional<std::vector<Dim>> known_dims(const Fact& fact) {
  if (auto dims = fact.as_dims()) return dims;
  const Tensor* t = fact.constant();
  if (t == nullptr) return std::nullopt;
  const auto ints = t->to_ints();
  return std::vector<Dim>(ints.begin(), ints.end());
}

std::optional<std::int64_t> known_length(const Fact& fact) {
  const auto count = fact.shape.count();
  if (!count || !count->is_number()) return std::nullopt;
  return count->number();
}

void out_reshaped(InferContext& c, SymShape shape) {
  if (shape.ranked() && shape.rank() <= 1) {
    if (auto dims = c.dims(0)) return c.out_dims(0, c.dtype(0), std::move(shape), std::move(*dims));
  }
  c.out(0, c.dtype(0), std::move(shape));
}

void out_unknown(InferContext& c, std::optional<std::size_t> rank) {
  c.out(0, c.dtype(0), rank ? SymShape::unknown_dims(*rank) : SymShape());
}

Kernel same_bytes(const LowerContext& c) {
  const DType dtype = c.dtype(0);
  const bool strings = dtype == DType::string;
  const auto count = static_cast<std::size_t>(c.shape(0).count());
  require(!c.known(0) || c.out_shape(0).count() == c.shape(0).count(), Code::invalid_argument,
          "{} elements cannot take the shape {}", count, c.out(0).shape);
  const std::size_t bytes = strings ? 0 : packed_bytes(dtype, count);
  const auto step = static_cast<std::ptrdiff_t>(strings ? sizeof(std::string) : 1);
  const move::Axis all{static_cast<std::int64_t>(strings ? count : bytes), step, step};
  const move::Element element{strings ? sizeof(std::string) : 1, strings};
  return Kernel::of([plan = move::plan_copy(element, {&all, 1})](Call& call) {
           if (call.in(0) != call.out(0)) move::copy(plan, call.out(0), call.in(0), call.pool(), call.stop());
         })
      .with_in_place(0, 0);
}

Kernel one_copy(const LowerContext& c, const move::CopyPlan& plan, std::ptrdiff_t src_offset) {
  return unpacked(c, Kernel::of([plan, src_offset](Call& call) {
                    move::copy(plan, call.out(0), call.in(0) + src_offset, call.pool(), call.stop());
                  }));
}

std::byte* output(Call& call, std::size_t i, bool known, const Shape& shape) {
  return known ? call.out(i) : call.allocate(i, shape);
}

namespace {

struct Packed {
  std::size_t index = 0;
  DType dtype = DType::undefined;
  std::int64_t count = 0;
  std::size_t offset = 0;  // in scratch
};

struct Unpacking {
  Kernel inner;
  std::size_t inputs = 0, outputs = 0;
  std::vector<Packed> in, out;
  std::size_t inner_scratch = 0;

  void operator()(Call& call) const {
    std::vector<Call::Input> ins(inputs);
    std::vector<Call::Output> outs(outputs);
    for (std::size_t i = 0; i < inputs; ++i) ins[i].data = call.in(i);
    for (std::size_t i = 0; i < outputs; ++i) outs[i].data = call.out(i);
    for (const Packed& p : in) {
      unpack_sub_byte(p.dtype, call.in(p.index), 0, p.count,
                      reinterpret_cast<std::uint8_t*>(call.scratch() + p.offset));
      ins[p.index].data = call.scratch() + p.offset;
    }
    for (const Packed& p : out) outs[p.index].data = call.scratch() + p.offset;
    Call under(ins, outs, call.scratch() + inner_scratch, call.environment());
    inner.run(inner.state.get(), under);
    for (const Packed& p : out) {
      pack_sub_byte(p.dtype, reinterpret_cast<const std::uint8_t*>(call.scratch() + p.offset), p.count,
                    call.out(p.index));
    }
  }
};

}  // namespace

Kernel unpacked(const LowerContext& c, Kernel inner) {
  if (!inner) return inner;
  Unpacking u;
  std::size_t scratch = 0;
  const auto add = [&](std::vector<Packed>& list, std::size_t i, DType dtype, std::int64_t count) {
    list.push_back({i, dtype, count, scratch});
    scratch = checked_add(scratch, (static_cast<std::size_t>(count) + 64) / 64 * 64);
  };
  for (std::size_t i = 0; i < c.inputs(); ++i) {
    if (c.has(i) && is_sub_byte(c.dtype(i))) add(u.in, i, c.dtype(i), c.shape(i).count());
  }
  for (std::size_t i = 0; i < c.outputs(); ++i) {
    if (c.wanted(i) && is_sub_byte(c.out(i).dtype())) add(u.out, i, c.out(i).dtype(), c.out_shape(i).count());
  }
  if (u.in.empty() && u.out.empty()) return inner;
  u.inputs = c.inputs();
  u.outputs = c.outputs();
  u.inner_scratch = scratch;
  scratch = checked_add(scratch, inner.scratch);
  u.inner = std::move(inner);
  return Kernel::of(std::move(u)).with_scratch(scratch);
}

}  // namespace sardonyx
