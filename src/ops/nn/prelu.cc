// PRelu: x < 0 ? slope * x : x; the slope broadcasts to x.
#include "ops/broadcast.h"
#include "ops/pointwise_op.h"

namespace sardonyx {

struct PRelu final : PointwiseOp {
  std::optional<pointwise::Program> program(In in) const override {
    return one_operation(pointwise::Opcode::prelu, in);
  }
  void infer(InferContext& c) const override {
    const SymShape both = broadcast_shapes({&c.shape(0), &c.shape(1)});
    const auto numbers = both.numbers(), own = c.shape(0).numbers();
    require(!numbers || !own || *numbers == *own, Code::invalid_argument,
            "a slope of shape {} does not broadcast to {}", c.shape(1), c.shape(0));
    c.out(0, c.dtype(0), c.shape(0));
  }
};

namespace {

// Before opset 7 a slope [C] belongs to axis 1.
void upgrade_prelu(UpgradeContext& c) {
  upgrade_consumed_inputs(c);
  if (c.version >= 7) return;
  const SymShape &x = c.fact(c.inputs[0]).shape, &slope = c.fact(c.inputs[1]).shape;
  require(x.ranked() && slope.ranked(), Code::not_implemented,
          "PRelu of opset {} needs inputs whose ranks are known", c.version);
  if (slope.rank() != 1 || x.rank() <= 2 || slope[0].equals(1)) return;
  std::vector<std::int64_t> axes;
  for (std::size_t i = 1; i + 1 < x.rank(); ++i) axes.push_back(static_cast<std::int64_t>(i));
  const Shape count{static_cast<std::int64_t>(axes.size())};
  const std::int32_t at = c.constant(Tensor::of<std::int64_t>(count, std::span<const std::int64_t>(axes)));
  c.inputs[1] = c.emit("", "Unsqueeze", {}, {c.inputs[1], at}, 1)[0];
}

}  // namespace

void register_prelu(OpRegistry& r) { r.add<PRelu>("", "PRelu", upgrade_prelu); }

}  // namespace sardonyx
