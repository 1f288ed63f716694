// Relu: max(x, 0); NaN stays.
#include "ops/pointwise_op.h"

namespace sardonyx {

struct Relu final : PointwiseOp {
  std::optional<pointwise::Program> program(In in) const override {
    return one_operation(pointwise::Opcode::relu, in);
  }
};

void register_relu(OpRegistry& r) { r.add<Relu>("", "Relu", upgrade_consumed_inputs); }

}  // namespace sardonyx
