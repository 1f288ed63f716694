// Clip: min(max(x, low), high), so that high wins where low > high; NaN stays.
#include <limits>

#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Opcode;
using pointwise::Reg;

struct Clip final : PointwiseOp {
  std::optional<pointwise::Program> program(In in) const override {
    pointwise::Program p;
    const DType type = in[0]->dtype();
    Reg y = p.operand(type);
    for (std::size_t i = 1; i < in.size(); ++i) {
      if (in[i] == nullptr) continue;
      const Reg bound = p.convert(p.operand(in[i]->dtype()), type);
      y = p.binary(i == 1 ? Opcode::max : Opcode::min, y, bound);
    }
    p.output(p.instructions().empty() ? p.unary(Opcode::copy, y) : y);
    return p;
  }
  void infer(InferContext& c) const override {
    for (std::size_t i = 1; i < c.inputs(); ++i) {
      const auto count = c.has(i) ? c.shape(i).count() : std::nullopt;
      require(!count || !count->is_number() || count->number() == 1, Code::invalid_argument,
              "the bounds of Clip are scalars, input {} has shape {}", i, c.shape(i));
    }
    c.out(0, c.dtype(0), c.shape(0));
  }
};

namespace {

// Opset 6 and before: the bounds are attributes; in 6 they default to the largest floats, so that infinities end
// there.
void upgrade_clip(UpgradeContext& c) {
  upgrade_consumed_inputs(c);
  if (c.version >= 11) return;
  const DType type = c.fact(c.inputs[0]).dtype();
  const auto lift = [&](const char* name, std::size_t index, float limit) {
    std::optional<float> bound = c.take<float>(name);
    if (!bound && c.version == 6) bound = limit;
    if (!bound) return;
    Tensor t = Tensor::scalar(*bound);
    if (type == DType::float64) t = Tensor::scalar(static_cast<double>(*bound));
    if (type == DType::float16) t = Tensor::scalar(float16(*bound));
    if (c.inputs.size() <= index) c.inputs.resize(index + 1, -1);
    c.inputs[index] = c.constant(std::move(t));
  };
  lift("min", 1, std::numeric_limits<float>::lowest());
  lift("max", 2, std::numeric_limits<float>::max());
}

}  // namespace

void register_clip(OpRegistry& r) { r.add<Clip>("", "Clip", upgrade_clip); }

}  // namespace sardonyx
