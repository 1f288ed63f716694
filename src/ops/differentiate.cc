// The driver of reverse-mode differentiation: the nodes between the variables and y forwards, then their rules back.
#include <fmt/format.h>

#include <set>

#include "base/error.h"
#include "ops/gradient.h"

namespace sardonyx {
namespace {

// Whether a gradient may pass through a value: integers, bools and strings end it.
bool carries(const Type& type) {
  if (type.kind != Type::Kind::tensor) return true;
  return is_float(type.dtype) || is_complex(type.dtype) || type.dtype == DType::undefined;
}

class Differentiator {
 public:
  Differentiator(UpgradeContext& graph, const GradientRequest& request) : c_(graph), r_(request) {}
  std::vector<ValueId> run();

 private:
  // A node of the path, or what it was expanded to: then the inputs' gradients are the outputs' own.
  struct Step {
    std::shared_ptr<const Op> op;  // nullptr: outputs[i] is another name of inputs[i]
    std::vector<ValueId> inputs, outputs;
    std::string text;
  };

  void bind_variables();
  std::vector<NodeId> ancestors() const;
  void check_leaf(ValueId v) const;
  ValueId mapped(ValueId v) const;
  void replay(const Node& node);
  void record(Step step);
  bool depends(const std::vector<ValueId>& values) const;
  void go_back(const Step& step);
  void give(ValueId v, ValueId gradient);
  GradientOf::Parts parts(const Step& step);

  UpgradeContext& c_;
  const GradientRequest& r_;
  std::unordered_map<ValueId, ValueId> map_;  // variables, and values that are computed anew for them
  std::set<ValueId> variable_;                // as named
  std::set<ValueId> needed_;                  // a gradient passes through them
  std::vector<Step> tape_;
  std::unordered_map<ValueId, ValueId> gradients_;
};

ValueId Differentiator::mapped(ValueId v) const {
  const auto at = map_.find(v);
  return at == map_.end() ? v : at->second;
}

// A value that is given in place of a variable becomes one of its own: it may stand elsewhere in the graph too.
void Differentiator::bind_variables() {
  for (std::size_t i = 0; i < r_.variables.size(); ++i) {
    const ValueId v = r_.variables[i];
    require(variable_.insert(v).second, Code::invalid_model, "a variable of {} is named twice", c_.op);
    const ValueId at = r_.at[i];
    map_[v] = at == v ? v : c_.emit("", "Identity", {}, {at}, 1)[0];
    if (i >= r_.wanted) continue;
    require(is_float(c_.fact(map_[v]).dtype()), Code::invalid_model,
            "gradients exist with respect to tensors of floats; variable {} is {}", i, c_.fact(map_[v]));
    needed_.insert(map_[v]);
  }
}

// In a body, values from around it look independent of each other, and may not be.
void Differentiator::check_leaf(ValueId v) const {
  if (!c_.captured(v)) return;
  for (std::size_t i = 0; i < r_.wanted; ++i)
    require(!c_.captured(r_.variables[i]), Code::not_implemented,
            "the gradient of a body with respect to '{}' would pass through '{}', which is made around it",
            c_.graph().value(r_.variables[i]).name, c_.graph().value(v).name);
}

// The nodes that y is made by, up to the variables, in an order in which they can run.
std::vector<NodeId> Differentiator::ancestors() const {
  const Graph& graph = c_.graph();
  std::vector<NodeId> order;
  std::set<NodeId> seen;
  struct Visit {
    NodeId node;
    std::size_t next = 0;
  };
  std::vector<Visit> open;
  const auto enter = [&](ValueId v) {
    if (v == kAbsent || variable_.contains(v)) return;
    const NodeId n = graph.value(v).producer;
    if (n == kAbsent) return check_leaf(v);
    if (!seen.insert(n).second) return;
    c_.count_node();
    open.push_back({n});
  };
  enter(r_.y);
  while (!open.empty()) {
    Visit& top = open.back();
    const Node& node = graph.node(top.node);
    if (top.next == node.inputs.size()) {
      order.push_back(top.node);
      open.pop_back();
    } else {
      enter(node.inputs[top.next++]);
    }
  }
  return order;
}

bool Differentiator::depends(const std::vector<ValueId>& values) const {
  for (const ValueId v : values)
    if (v != kAbsent && needed_.contains(v)) return true;
  return false;
}

// The node itself, or, where a variable has another value, one like it.
void Differentiator::replay(const Node& node) {
  Step step{node.op, node.inputs, node.outputs, node.text()};
  for (ValueId& v : step.inputs) v = v == kAbsent ? v : mapped(v);
  if (step.inputs != node.inputs) {
    require(OpRegistry::built_in().find(node.op->def().domain, node.op->def().name) == &node.op->def(),
            Code::not_implemented, "{} cannot be computed again for other variables", step.text);
    const OpDef& def = node.op->def();
    const auto outputs =
        c_.emit(def.domain, def.name, write_fields(*node.op, true), step.inputs, step.outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      if (step.outputs[i] != kAbsent) map_[step.outputs[i]] = outputs[i];
      step.outputs[i] = outputs[i];
    }
  }
  record(std::move(step));
}

GradientOf::Parts Differentiator::parts(const Step& step) {
  return {c_,
          *step.op,
          step.inputs,
          step.outputs,
          [this](ValueId v) { return needed_.contains(v) && carries(c_.fact(v).type); },
          [this](ValueId v) {
            const auto at = gradients_.find(v);
            return at == gradients_.end() ? kAbsent : at->second;
          },
          [this](ValueId v, Term g) { give(v, g.id); }};
}

void Differentiator::record(Step step) {
  if (!depends(step.inputs)) return;
  bool any = false;
  for (const ValueId v : step.outputs) any |= v != kAbsent && carries(c_.fact(v).type);
  if (!any) return;
  const GradientRules::Rule* rule = GradientRules::built_in().find(step.op->def());
  if (rule != nullptr && rule->expansion) {
    const std::size_t before = c_.graph().node_slots();
    const GradientOf::Parts p = parts(step);
    std::vector<Term> terms;
    try {
      terms = rule->expansion(GradientOf(p));
    } catch (Error& e) {
      throw e.at(step.text);
    }
    for (std::size_t n = before, end = c_.graph().node_slots(); n < end; ++n) {
      const Node node = c_.graph().node(static_cast<NodeId>(n));
      if (node.alive) record({node.op, node.inputs, node.outputs, step.text});
    }
    Step names{nullptr, {}, step.outputs, step.text};
    for (std::size_t i = 0; i < step.outputs.size(); ++i)
      names.inputs.push_back(i < terms.size() ? terms[i].id : kAbsent);
    step = std::move(names);
  }
  for (const ValueId v : step.outputs)
    if (v != kAbsent && carries(c_.fact(v).type)) needed_.insert(v);
  tape_.push_back(std::move(step));
}

void Differentiator::give(ValueId v, ValueId gradient) {
  ValueId& sum = gradients_.try_emplace(v, kAbsent).first->second;
  sum = sum == kAbsent ? gradient : c_.emit("", "Add", {}, {sum, gradient}, 1)[0];
}

void Differentiator::go_back(const Step& step) {
  bool any = false;
  for (const ValueId v : step.outputs) any |= v != kAbsent && gradients_.contains(v);
  if (!any) return;
  if (step.op == nullptr) {
    for (std::size_t i = 0; i < step.outputs.size(); ++i) {
      const auto at = step.outputs[i] == kAbsent ? gradients_.end() : gradients_.find(step.outputs[i]);
      if (at == gradients_.end()) continue;
      require(step.inputs[i] != kAbsent, Code::not_implemented, "{}: no gradient of its output {} is known",
              step.text, i);
      if (needed_.contains(step.inputs[i])) give(step.inputs[i], at->second);
    }
    return;
  }
  const GradientRules::Rule* rule = GradientRules::built_in().find(step.op->def());
  require(rule != nullptr, Code::not_implemented,
          "no gradient is known of {}, through which y depends on a variable; docs/semantics.md tells which "
          "operators have none",
          step.text);
  const GradientOf::Parts p = parts(step);
  GradientOf node(p);
  try {
    rule->rule(node);
  } catch (Error& e) {
    throw e.at(step.text);
  }
}

std::vector<ValueId> Differentiator::run() {
  bind_variables();
  const Graph& graph = c_.graph();
  require(variable_.contains(r_.y) || !c_.captured(r_.y), Code::not_implemented,
          "y is made outside of the body that differentiates it");
  for (const NodeId n : ancestors()) replay(Node(graph.node(n)));
  const Term y{&c_, mapped(r_.y)};
  require(is_float(y.dtype()), Code::invalid_model,
          "y must be a tensor of floats to have a gradient; it is {}", c_.fact(y.id));
  if (needed_.contains(y.id)) gradients_[y.id] = filled(sizes(y), y, 1).id;
  for (std::size_t i = tape_.size(); i-- > 0;) go_back(tape_[i]);
  std::vector<ValueId> out;
  for (std::size_t i = 0; i < r_.wanted; ++i) {
    const Term x{&c_, map_.at(r_.variables[i])};
    const auto at = gradients_.find(x.id);
    out.push_back(at == gradients_.end() ? zeros_like(x).id : at->second);
  }
  return out;
}

}  // namespace

std::vector<ValueId> differentiate(UpgradeContext& graph, const GradientRequest& request) {
  return Differentiator(graph, request).run();
}

}  // namespace sardonyx
