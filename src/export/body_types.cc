// Types inside of a body where the model left them out: they are those of the operands that its inputs stand for.
#include "base/error.h"
#include "export/exporter.h"

namespace sardonyx {

namespace {

// The type of input `i` of a body of `node`, told by the node's operands.
Type input_type(const Graph& graph, const Node& node, std::size_t i) {
  const auto operand = [&](std::size_t k) {
    return k < node.inputs.size() && node.inputs[k] != kAbsent ? graph.value(node.inputs[k]).fact.type
                                                               : Type{};
  };
  if (node.is("Loop"))
    return i == 0 ? Type::tensor(DType::int64) : i == 1 ? Type::tensor(DType::bool_) : operand(i);
  if (node.is("If")) return operand(i + 1);
  if (node.is("Scan")) {
    const auto fields = write_fields(*node.op, true);
    const bool batched = std::get<std::int64_t>(fields.find("batched")->second) != 0;
    return operand(batched ? i + 1 : i);
  }
  const Type type = operand(i);
  return node.is("SequenceMap") && type.kind == Type::Kind::sequence && type.inner ? *type.inner : type;
}

}  // namespace

std::shared_ptr<Graph> Exporter::with_types(const Graph& graph, const Node& node, const Graph& body) {
  auto typed = std::make_shared<Graph>(body);
  for (std::size_t i = 0; i < typed->inputs.size(); ++i) {
    Fact& fact = typed->value(typed->inputs[i]).fact;
    if (fact.type.kind == Type::Kind::unknown) fact.type = input_type(graph, node, i);
  }
  try {
    typed->infer_all();
  } catch (const Error& e) {
    if (e.code() != Code::invalid_argument) throw;  // a branch that contradicts these types may never run
  }
  return typed;
}

}  // namespace sardonyx
