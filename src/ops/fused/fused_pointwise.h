// FusedPointwise: a chain of elementwise operators as one program over one iteration space.
#pragma once

#include <memory>
#include <utility>

#include "ops/pointwise_op.h"

namespace sardonyx {

struct FusedPointwise final : PointwiseOp {
  std::shared_ptr<const pointwise::Program> code;
  std::string text;  // of the program: how two of them are compared and printed

  void fields(FieldVisitor& f) override { f("program", text); }
  std::optional<pointwise::Program> program(In in) const override;
  Kernel lower(LowerContext& c) const override;

  static std::shared_ptr<const Op> make(pointwise::Program program);
};

}  // namespace sardonyx
