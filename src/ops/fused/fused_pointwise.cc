#include "ops/fused/fused_pointwise.h"

namespace sardonyx {

std::optional<pointwise::Program> FusedPointwise::program(In in) const {
  require(code != nullptr, Code::internal, "FusedPointwise has no program");
  const auto operands = code->operands();
  require(in.size() == operands.size(), Code::internal, "FusedPointwise of {} operands has {} inputs",
          operands.size(), in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    require(in[i] != nullptr && in[i]->dtype() == code->type(operands[i]), Code::internal,
            "operand {} of FusedPointwise is not of type {}", i, name(code->type(operands[i])));
  }
  return *code;
}

Kernel FusedPointwise::lower(LowerContext& c) const { return pointwise_kernel(c, *code); }

std::shared_ptr<const Op> FusedPointwise::make(pointwise::Program program) {
  std::unique_ptr<Op> op = OpRegistry::built_in().get("sardonyx", "FusedPointwise").make();
  auto& fused = static_cast<FusedPointwise&>(*op);
  fused.code = std::make_shared<const pointwise::Program>(std::move(program));
  fused.text = fused.code->text();
  return op;
}

void register_fused_pointwise(OpRegistry& r) {
  OpDef def = OpDef::of<FusedPointwise>("sardonyx", "FusedPointwise");
  def.internal = true;
  r.add(std::move(def));
}

}  // namespace sardonyx
