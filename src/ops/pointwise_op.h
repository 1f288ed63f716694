// PointwiseOp: an operator that computes every element from the elements at the same place of its inputs,
// broadcast. It says its micro-operations; shapes, types, loops and fusion follow.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "graph/op.h"
#include "kernels/pointwise/program.h"

namespace sardonyx {

class PointwiseOp : public Op {
 public:
  using In = std::span<const Fact* const>;  // absent inputs are nullptr

  // The program for inputs of these types (and contents, where they are known and help): one operand per input
  // that is there, in order; one output per output of the operator. nullopt: not pointwise on these types, and the
  // operator lowers itself.
  virtual std::optional<pointwise::Program> program(In in) const = 0;
  // The operator on sizes, when it means anything on them: one element from one element of each input.
  virtual std::optional<Dim> on_dims(std::span<const Dim>) const { return std::nullopt; }

  void infer(InferContext& c) const override;
  Kernel lower(LowerContext& c) const override;

 protected:
  // Types of the outputs when there is no program.
  virtual DType plain_type(InferContext& c) const { return c.dtype(0); }
};

// The kernel of `program` over inputs broadcast to output 0; its operands are those of the first `inputs` inputs
// that are there.
Kernel pointwise_kernel(const LowerContext& c, const pointwise::Program& program,
                        std::size_t inputs = static_cast<std::size_t>(-1));

// A program of one operation on operands that all have the first input's type.
pointwise::Program one_operation(pointwise::Opcode op, PointwiseOp::In in, double a = 0, double b = 0);
// The same with a bool result.
pointwise::Program one_comparison(pointwise::Opcode op, PointwiseOp::In in, double a = 0, double b = 0);

// Old forms (opsets before 7): `broadcast` and `axis` place the second input's axes; today's form reshapes it.
void upgrade_axis_broadcast(UpgradeContext& c);
// Drops `consumed_inputs`, which never meant anything.
void upgrade_consumed_inputs(UpgradeContext& c);

}  // namespace sardonyx
