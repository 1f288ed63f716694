#include "ops/pointwise_op.h"

#include <algorithm>
#include <utility>

#include "kernels/pointwise/loop.h"
#include "ops/broadcast.h"

namespace sardonyx {
namespace {

// Content of output 0 from contents of the inputs, each of one element or of as many as the longest.
std::optional<std::vector<Dim>> content(const PointwiseOp& op, InferContext& c, std::size_t present) {
  std::vector<std::vector<Dim>> in;
  std::size_t count = 1;
  bool known_only = true;
  for (std::size_t i = 0; i < present; ++i) {
    if (!c.has(i) || (!is_integer(c.dtype(i)) && c.dtype(i) != DType::bool_)) return std::nullopt;
    auto dims = c.dims(i);
    if (!dims) return std::nullopt;
    known_only &= c.constant(i) != nullptr;
    if (dims->size() != 1) count = dims->size();
    in.push_back(*std::move(dims));
  }
  if (known_only) return std::nullopt;  // folding computes it exactly
  std::vector<Dim> out, arguments(present);
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t i = 0; i < present; ++i) {
      if (in[i].size() != 1 && in[i].size() != count) return std::nullopt;
      arguments[i] = in[i].size() == 1 ? in[i][0] : in[i][k];
    }
    std::optional<Dim> d = op.on_dims(arguments);
    if (!d) return std::nullopt;
    out.push_back(*std::move(d));
  }
  return out;
}

}  // namespace

void PointwiseOp::infer(InferContext& c) const {
  std::vector<const Fact*> in;
  std::vector<const SymShape*> shapes;
  bool typed = true;
  for (std::size_t i = 0; i < c.inputs(); ++i) {
    in.push_back(c.has(i) ? &c.in(i) : nullptr);
    if (!c.has(i)) continue;
    shapes.push_back(&c.shape(i));
    typed &= c.dtype(i) != DType::undefined;
  }
  const SymShape shape = broadcast_shapes(shapes);
  const std::optional<pointwise::Program> p = typed ? program(in) : std::nullopt;
  for (std::size_t k = 0; k < c.outputs(); ++k) {
    const DType type = p && k < p->outputs().size() ? p->type(p->outputs()[k]) : plain_type(c);
    c.out(k, type, shape);
  }
  if (!p || c.outputs() == 0 || !shape.ranked() || shape.rank() > 1) return;
  const DType type = p->type(p->outputs()[0]);
  if (!is_integer(type) && type != DType::bool_) return;
  if (auto dims = content(*this, c, c.inputs())) c.out_dims(0, type, shape, *std::move(dims));
}

Kernel PointwiseOp::lower(LowerContext& c) const {
  std::vector<const Fact*> in;
  for (std::size_t i = 0; i < c.inputs(); ++i) in.push_back(c.has(i) ? &c.in(i) : nullptr);
  const std::optional<pointwise::Program> p = program(in);
  if (!p) return Kernel::decline("there is no pointwise program for these element types");
  return pointwise_kernel(c, *p);
}

namespace {

struct PointwiseCall {
  pointwise::Loop loop;
  std::vector<std::size_t> inputs;  // operand -> input

  void operator()(Call& call) const {
    const std::byte* in[pointwise::Program::kMaxRegisters];
    std::byte* out[pointwise::Program::kMaxRegisters];
    for (std::size_t i = 0; i < inputs.size(); ++i) in[i] = call.in(inputs[i]);
    const std::size_t outputs = loop.program().outputs().size();
    for (std::size_t k = 0; k < outputs; ++k) out[k] = call.out(k);
    loop.run({in, inputs.size()}, {out, outputs}, call.pool(), call.stop());
  }
};

}  // namespace

Kernel pointwise_kernel(const LowerContext& c, const pointwise::Program& program, std::size_t first_inputs) {
  std::vector<std::size_t> inputs;
  std::vector<Shape> shapes;
  const Shape out = c.out_shape(0);
  for (std::size_t i = 0; i < std::min(c.inputs(), first_inputs); ++i) {
    if (!c.has(i)) continue;
    inputs.push_back(i);
    // One element repeats whatever its rank (bounds of shape [1] beside a scalar).
    const Shape shape = c.shape(i);
    shapes.push_back(shape.rank() > out.rank() && shape.count() == 1 ? Shape{} : shape);
  }
  pointwise::Loop loop = pointwise::Loop::dense(program, out, shapes, c.options().isa);
  std::vector<std::pair<std::int16_t, std::int16_t>> pairs;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (loop.may_overwrite(i)) pairs.emplace_back(static_cast<std::int16_t>(inputs[i]), std::int16_t{0});
  }
  Kernel k = Kernel::of(PointwiseCall{std::move(loop), std::move(inputs)});
  k.in_place = std::move(pairs);
  return k;
}

namespace {

pointwise::Program one_operation(pointwise::Opcode op, PointwiseOp::In in, double a, double b, bool truth) {
  pointwise::Program p;
  pointwise::Reg r[3] = {};
  std::size_t n = 0;
  for (const Fact* f : in) {
    if (f != nullptr && n < 3) r[n++] = p.operand(f->dtype());
  }
  const DType type = truth ? DType::bool_ : p.type(r[n - 1]);
  p.output(n == 1   ? p.emit(op, type, {r[0]}, a, b)
           : n == 2 ? p.emit(op, type, {r[0], r[1]}, a, b)
                    : p.emit(op, type, {r[0], r[1], r[2]}, a, b));
  return p;
}

}  // namespace

pointwise::Program one_operation(pointwise::Opcode op, PointwiseOp::In in, double a, double b) {
  return one_operation(op, in, a, b, false);
}
pointwise::Program one_comparison(pointwise::Opcode op, PointwiseOp::In in, double a, double b) {
  return one_operation(op, in, a, b, true);
}

void upgrade_consumed_inputs(UpgradeContext& c) { c.attributes.erase("consumed_inputs"); }

void upgrade_axis_broadcast(UpgradeContext& c) {
  upgrade_consumed_inputs(c);
  if (c.version >= 7) return;
  const bool broadcast = c.take<std::int64_t>("broadcast").value_or(0) != 0;
  const std::optional<std::int64_t> axis = c.take<std::int64_t>("axis");
  if (!broadcast || !axis || c.inputs.size() != 2) return;
  const SymShape &a = c.fact(c.inputs[0]).shape, &b = c.fact(c.inputs[1]).shape;
  require(a.ranked() && b.ranked(), Code::not_implemented,
          "{} of opset {} with 'axis' needs inputs whose ranks are known", c.op, c.version);
  const auto rank = static_cast<std::int64_t>(a.rank()), inner = static_cast<std::int64_t>(b.rank());
  const std::int64_t first = *axis < 0 ? *axis + rank : *axis;
  require(first >= 0 && first + inner <= rank, Code::invalid_model,
          "{}: axis {} does not place a tensor of rank {} within one of rank {}", c.op, *axis, inner, rank);
  std::vector<std::int64_t> axes;
  for (std::int64_t i = inner; i < rank - first; ++i) axes.push_back(i);
  if (axes.empty()) return;
  const auto count = static_cast<std::int64_t>(axes.size());
  const std::int32_t at =
      c.constant(Tensor::of<std::int64_t>(Shape{count}, std::span<const std::int64_t>(axes)));
  c.inputs[1] = c.emit("", "Unsqueeze", {}, {c.inputs[1], at}, 1)[0];
}

}  // namespace sardonyx
