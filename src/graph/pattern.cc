#include "graph/pattern.h"

#include <cmath>
#include <utility>

namespace sardonyx {

namespace {

bool commutes(std::string_view op) { return op == "Add" || op == "Mul" || op == "Max" || op == "Min"; }

const Tensor* one_element(const Graph& graph, ValueId v) {
  const Tensor* t = graph.value(v).fact.constant();
  bool fits = t != nullptr && t->count() == 1 && t->dtype() != DType::string && !is_complex(t->dtype());
  return fits ? t : nullptr;
}

}  // namespace

Pattern Pattern::any(std::string name) {
  Pattern p;
  p.name_ = std::move(name);
  return p;
}

Pattern Pattern::constant(std::string name) {
  Pattern p = any(std::move(name));
  p.kind_ = Kind::constant;
  return p;
}

Pattern Pattern::number(double number) {
  Pattern p;
  p.kind_ = Kind::number;
  p.number_ = number;
  return p;
}

Pattern Pattern::scalar(std::string name) {
  Pattern p = any(std::move(name));
  p.kind_ = Kind::scalar;
  return p;
}

Pattern Pattern::op(std::string kind, std::vector<Pattern> operands, std::string name) {
  Pattern p = any(std::move(name));
  p.kind_ = Kind::op;
  p.op_ = std::move(kind);
  p.operands_ = std::move(operands);
  return p;
}
Pattern Pattern::binary(std::string kind, Pattern a, Pattern b) {
  return op(std::move(kind), {std::move(a), std::move(b)});
}

Pattern Pattern::shared() const {
  Pattern p = *this;
  p.shared_ = true;
  return p;
}

std::optional<Pattern::Match> Pattern::match(const Graph& graph, ValueId v) const {
  Match m;
  if (!try_match(graph, v, m, true)) return std::nullopt;
  return m;
}

bool Pattern::bind(ValueId v, Match& m) const {
  if (name_.empty()) return true;
  auto [it, fresh] = m.values.emplace(name_, v);
  return fresh || it->second == v;
}

bool Pattern::try_match(const Graph& graph, ValueId v, Match& m, bool root) const {
  if (v == kAbsent) return false;
  switch (kind_) {
    case Kind::any:
      return bind(v, m);
    case Kind::constant:
      return graph.value(v).fact.constant() != nullptr && bind(v, m);
    case Kind::scalar:
      return one_element(graph, v) != nullptr && bind(v, m);
    case Kind::number: {
      const Tensor* t = one_element(graph, v);
      return t != nullptr && std::fabs(t->number_at(0) - number_) <= 1e-4 * std::fabs(number_);
    }
    case Kind::op:
      return try_op(graph, v, m, root);
  }
  return false;
}

bool Pattern::try_op(const Graph& graph, ValueId v, Match& m, bool root) const {
  const Node* n = graph.producer(v);
  if (n == nullptr || !n->is(op_) || n->epilogue) return false;
  bool alone = graph.value(v).uses.size() == 1 && !graph.value(v).is_output;
  if (!root && !shared_ && !alone) return false;
  for (std::size_t i = operands_.size(); i < n->inputs.size(); ++i) {
    if (n->inputs[i] != kAbsent) return false;
  }
  if (n->inputs.size() < operands_.size()) return false;
  auto in_order = [&](bool swapped) {
    Match attempt = m;
    attempt.nodes.push_back(graph.value(v).producer);
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      ValueId operand = n->inputs[swapped ? operands_.size() - 1 - i : i];
      if (!operands_[i].try_match(graph, operand, attempt, false)) return false;
    }
    if (!bind(v, attempt)) return false;
    m = std::move(attempt);
    return true;
  };
  return in_order(false) || (operands_.size() == 2 && commutes(op_) && in_order(true));
}

}  // namespace sardonyx
