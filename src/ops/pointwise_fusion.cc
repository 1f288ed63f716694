#include "ops/pointwise_fusion.h"

#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Program;
using pointwise::Reg;

std::optional<Program> program_of(const Graph& graph, const Node& node) {
  const auto* op = dynamic_cast<const PointwiseOp*>(node.op.get());
  if (op == nullptr || node.epilogue != nullptr) return std::nullopt;
  std::vector<const Fact*> in;
  for (ValueId v : node.inputs) {
    in.push_back(v == kAbsent ? nullptr : &graph.value(v).fact);
    if (v != kAbsent && in.back()->dtype() == DType::undefined) return std::nullopt;
  }
  return op->program(in);
}

Reg ProgramBuilder::operand(ValueId v) {
  const auto [at, fresh] = values_.try_emplace(v, pointwise::kNoReg);
  if (fresh) {
    at->second = program_.operand(graph_.value(v).fact.dtype());
    operands_.push_back(v);
  }
  return at->second;
}

Reg ProgramBuilder::reg(ValueId v) {
  if (const auto at = values_.find(v); at != values_.end()) return at->second;
  const Tensor* t = graph_.value(v).fact.constant();
  if (t == nullptr || t->count() != 1 || t->dtype() == DType::string || is_complex(t->dtype()))
    return operand(v);
  const bool whole = is_integer(t->dtype()) || t->dtype() == DType::bool_;
  const Reg r = whole ? program_.constant_int(t->dtype(), t->int_at(0))
                      : program_.constant(t->dtype(), t->number_at(0));
  return values_[v] = r;
}

void ProgramBuilder::resume(const Program& epilogue, std::span<const ValueId> rest, ValueId result) {
  std::vector<Reg> bindings{program_.operand(epilogue.type(epilogue.operands()[0]))};
  for (ValueId v : rest) bindings.push_back(operand(v));
  values_[result] = program_.append(epilogue, bindings)[0];
}

void ProgramBuilder::add(const Node& node, const Program& program) {
  std::vector<Reg> bindings;
  for (ValueId v : node.inputs) {
    if (v != kAbsent) bindings.push_back(reg(v));
  }
  const std::vector<Reg> results = program_.append(program, bindings);
  for (std::size_t i = 0; i < results.size() && i < node.outputs.size(); ++i) {
    if (node.outputs[i] != kAbsent) values_[node.outputs[i]] = results[i];
  }
}

bool is_size_arithmetic(const Fact& fact) {
  const DType d = fact.dtype();
  return (is_integer(d) || d == DType::bool_) && (!fact.shape.ranked() || fact.shape.rank() <= 1);
}

}  // namespace sardonyx
