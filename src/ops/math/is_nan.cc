// IsNaN, IsInf (either sign may be left out).
#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Opcode;

struct IsNaN final : PointwiseOp {
  std::optional<pointwise::Program> program(In in) const override {
    return one_comparison(Opcode::is_nan, in);
  }
};

struct IsInf final : PointwiseOp {
  bool detect_negative = true, detect_positive = true;
  void fields(FieldVisitor& f) override {
    f("detect_negative", detect_negative);
    f("detect_positive", detect_positive);
  }
  std::optional<pointwise::Program> program(In in) const override {
    return one_comparison(Opcode::is_inf, in, detect_negative ? 1 : 0, detect_positive ? 1 : 0);
  }
};

void register_is_nan(OpRegistry& r) {
  r.add<IsNaN>("", "IsNaN");
  r.add<IsInf>("", "IsInf");
}

}  // namespace sardonyx
