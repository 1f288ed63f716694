// Joining the programs of elementwise nodes: what the fusion rules share.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "graph/graph.h"
#include "kernels/pointwise/program.h"

namespace sardonyx {

// The program of an elementwise node; nullopt when it is none, or not on these types.
std::optional<pointwise::Program> program_of(const Graph& graph, const Node& node);

// Builds one program from nodes of a graph. Values from outside become operands, constants of one element stand in the
// program itself.
class ProgramBuilder {
 public:
  explicit ProgramBuilder(const Graph& graph) : graph_(graph) {}
  // Makes `v` an operand at once, to give it a place among them.
  pointwise::Reg operand(ValueId v);
  // Goes on from an epilogue: operand 0 is the producer's bare result, which has no value, the others are `rest`; its
  // result is `result`. Must come first.
  void resume(const pointwise::Program& epilogue, std::span<const ValueId> rest, ValueId result);
  // Appends the program of `node`; its outputs are then known by their values.
  void add(const Node& node, const pointwise::Program& program);
  void output(ValueId v) { program_.output(values_.at(v)); }

  pointwise::Program finish() const { return program_.pruned(); }
  const pointwise::Program& program() const { return program_; }
  const std::vector<ValueId>& operands() const { return operands_; }

 private:
  pointwise::Reg reg(ValueId v);
  const Graph& graph_;
  pointwise::Program program_;
  std::vector<ValueId> operands_;
  std::unordered_map<ValueId, pointwise::Reg> values_;
};

// Sizes on which fusing pays: above, registers spill out of the first cache or operands out of the address streams.
struct FusionLimits {
  std::size_t registers = 96, operands = 16, outputs = 4;
  bool hold(const pointwise::Program& p) const {
    return p.registers() <= registers && p.operands().size() <= operands && p.outputs().size() <= outputs;
  }
};

// A small integer tensor, as shapes are computed with: left alone, so that its content stays known as sizes.
bool is_size_arithmetic(const Fact& fact);

}  // namespace sardonyx
