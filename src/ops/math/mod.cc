// Mod: sign of the divisor (fmod = 0) or of the dividend (fmod = 1). Integers: x mod 0 = 0.
#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Opcode;

struct Mod final : PointwiseOp {
  bool fmod = false;
  void fields(FieldVisitor& f) override { f("fmod", fmod); }
  std::optional<pointwise::Program> program(In in) const override {
    return one_operation(fmod ? Opcode::fmod : Opcode::mod, in);
  }
  std::optional<Dim> on_dims(std::span<const Dim> x) const override {
    if (!x[1].is_number() || x[1].number() <= 0) return std::nullopt;
    return mod(x[0], x[1]);
  }
};

void register_mod(OpRegistry& r) { r.add<Mod>("", "Mod"); }

}  // namespace sardonyx
