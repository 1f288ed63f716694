#include "graph/patch.h"

#include <fmt/format.h>

#include <algorithm>

namespace sardonyx {

Patch::Patch(const Graph& source, std::string why) : source_(source), why_(std::move(why)) {}
Patch::Patch(Patch&&) noexcept = default;
Patch::~Patch() = default;

ValueId Patch::add_constant(Value content, std::string name) {
  values_.push_back({std::move(name), Fact::of(std::move(content))});
  return static_cast<ValueId>(source_.value_slots() + values_.size() - 1);
}

const Fact& Patch::fact(ValueId v) const {
  auto own = static_cast<std::size_t>(v);
  return own < source_.value_slots() ? source_.value(v).fact : values_[own - source_.value_slots()].fact;
}

std::vector<ValueId> Patch::add_node(std::shared_ptr<const Op> op, std::vector<ValueId> inputs,
                                     std::size_t outputs, const std::vector<NodeId>& from) {
  NewNode node;
  for (NodeId n : from) {
    const Node& old = source_.node(n);
    if (node.name.empty()) node.name = old.name;
    for (const auto& origin : old.origins) {
      if (std::find(node.origins.begin(), node.origins.end(), origin) == node.origins.end())
        node.origins.push_back(origin);
    }
  }
  std::vector<const Fact*> in(inputs.size(), nullptr);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i] != kAbsent) in[i] = &fact(inputs[i]);
  }
  auto wanted = std::make_unique<bool[]>(outputs);
  std::fill_n(wanted.get(), outputs, true);
  std::vector<Fact> facts = infer_facts(*op, in, std::span<const bool>(wanted.get(), outputs));
  for (Fact& f : facts) {
    values_.push_back({node.name + "'", std::move(f)});
    node.outputs.push_back(static_cast<ValueId>(source_.value_slots() + values_.size() - 1));
  }
  node.op = std::move(op);
  node.inputs = std::move(inputs);
  nodes_.push_back(std::move(node));
  return nodes_.back().outputs;
}

void Patch::set_epilogue(std::shared_ptr<const pointwise::Program> program, std::vector<ValueId> operands,
                         Fact result) {
  NewNode& node = nodes_.back();
  node.epilogue = std::move(program);
  node.epilogue_first = node.inputs.size();
  node.inputs.insert(node.inputs.end(), operands.begin(), operands.end());
  values_[static_cast<std::size_t>(node.outputs[0]) - source_.value_slots()].fact = std::move(result);
}

namespace {

void check_replacement(const std::string& why, const Fact& old, const Fact& by) {
  bool types_known = old.type.kind != Type::Kind::unknown && by.type.kind != Type::Kind::unknown;
  if (types_known && !(old.type == by.type))
    fail(Code::internal, "{}: would change the type {} to {}", why, old.text(), by.text());
  if (!old.shape.ranked() || !by.shape.ranked()) return;
  bool agree = old.shape.rank() == by.shape.rank();
  for (std::size_t i = 0; agree && i < old.shape.rank(); ++i) {
    agree = !old.shape[i].is_number() || !by.shape[i].is_number() || old.shape[i] == by.shape[i];
  }
  if (!agree) fail(Code::internal, "{}: would change the shape {} to {}", why, old.text(), by.text());
}

// Removes the producer of `v` and what only it needed, as long as nobody reads them.
void drop_unused(Graph& graph, ValueId v) {
  std::vector<ValueId> stack{v};
  while (!stack.empty()) {
    ValueId top = stack.back();
    stack.pop_back();
    if (top == kAbsent) continue;
    NodeId p = graph.value(top).producer;
    if (p == kAbsent) continue;
    const Node& n = graph.node(p);
    bool needed = std::ranges::any_of(n.outputs, [&](ValueId o) {
      return o != kAbsent && (!graph.value(o).uses.empty() || graph.value(o).is_output);
    });
    if (needed) continue;
    std::vector<ValueId> inputs = n.inputs;
    graph.remove_node(p);
    stack.insert(stack.end(), inputs.begin(), inputs.end());
  }
}

}  // namespace

std::vector<NodeId> apply(Graph& graph, Patch patch) {
  auto first = static_cast<ValueId>(graph.value_slots());
  for (const auto& r : patch.replaced_)
    check_replacement(patch.why_, graph.value(r.old).fact, patch.fact(r.by));
  for (auto& v : patch.values_) graph.add_value(std::move(v.name), std::move(v.fact));
  std::vector<NodeId> touched;
  for (auto& n : patch.nodes_) {
    NodeId id = graph.add_node(std::move(n.op), std::move(n.inputs), std::move(n.outputs), std::move(n.name),
                               std::move(n.origins));
    graph.node(id).epilogue = std::move(n.epilogue);
    graph.node(id).epilogue_first = n.epilogue_first;
    touched.push_back(id);
  }
  for (const auto& r : patch.replaced_) {
    ValueInfo& by = graph.value(r.by);
    // The surviving value takes the name that users know.
    if (r.by >= first && !graph.value(r.old).name.empty()) by.name = graph.value(r.old).name;
    for (Use u : graph.value(r.old).uses) touched.push_back(u.node);
    graph.replace_uses(r.old, r.by);
    drop_unused(graph, r.old);
  }
  std::erase_if(touched, [&](NodeId n) { return !graph.node(n).alive; });
  return touched;
}

}  // namespace sardonyx
