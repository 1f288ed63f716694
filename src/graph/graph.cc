#include "graph/graph.h"

#include <fmt/format.h>

#include <algorithm>

namespace sardonyx {

std::string Node::text() const {
  std::string_view shown = name;
  if (shown.empty() && !origins.empty()) shown = origins.front()->name;
  return fmt::format("node '{}' ({})", shown, op == nullptr ? "?" : kind());
}

ValueId Graph::add_value(std::string value_name, Fact fact) {
  ValueInfo v;
  v.name = std::move(value_name);
  v.fact = std::move(fact);
  values_.push_back(std::move(v));
  return static_cast<ValueId>(values_.size() - 1);
}

ValueId Graph::add_constant(std::string value_name, Value content) {
  return add_value(std::move(value_name), Fact::of(std::move(content)));
}

ValueId Graph::add_input(std::string value_name, Fact fact) {
  ValueId v = add_value(std::move(value_name), std::move(fact));
  value(v).is_input = true;
  inputs.push_back(v);
  return v;
}

void Graph::add_output(ValueId v) {
  value(v).is_output = true;
  outputs.push_back(v);
}

NodeId Graph::add_node(std::shared_ptr<const Op> op, std::vector<ValueId> node_inputs,
                       std::vector<ValueId> node_outputs, std::string node_name,
                       std::vector<std::shared_ptr<const Origin>> origins) {
  auto id = static_cast<NodeId>(nodes_.size());
  Node n;
  n.name = std::move(node_name);
  n.op = std::move(op);
  n.inputs = std::move(node_inputs);
  n.outputs = std::move(node_outputs);
  n.origins = std::move(origins);
  for (std::size_t i = 0; i < n.inputs.size(); ++i) {
    if (n.inputs[i] != kAbsent) value(n.inputs[i]).uses.push_back({id, static_cast<std::int32_t>(i)});
  }
  for (std::size_t i = 0; i < n.outputs.size(); ++i) {
    if (n.outputs[i] == kAbsent) continue;
    ValueInfo& out = value(n.outputs[i]);
    out.producer = id;
    out.producer_index = static_cast<std::int32_t>(i);
  }
  nodes_.push_back(std::move(n));
  return id;
}

namespace {

void erase_use(std::vector<Use>& uses, Use use) {
  auto it = std::find(uses.begin(), uses.end(), use);
  if (it == uses.end()) return;
  *it = uses.back();
  uses.pop_back();
}

}  // namespace

void Graph::remove_node(NodeId id) {
  Node& n = node(id);
  for (std::size_t i = 0; i < n.inputs.size(); ++i) {
    if (n.inputs[i] != kAbsent) erase_use(value(n.inputs[i]).uses, {id, static_cast<std::int32_t>(i)});
  }
  for (ValueId v : n.outputs) {
    if (v != kAbsent && value(v).producer == id) value(v).producer = kAbsent;
  }
  n.alive = false;
  n.inputs.clear();
  n.outputs.clear();
  n.op.reset();
  n.epilogue.reset();
}

void Graph::replace_uses(ValueId from, ValueId to) {
  if (from == to) return;
  std::vector<Use> moved = std::move(value(from).uses);
  value(from).uses.clear();
  for (Use u : moved) {
    node(u.node).inputs[static_cast<std::size_t>(u.index)] = to;
    value(to).uses.push_back(u);
  }
  if (!value(from).is_output) return;
  for (ValueId& o : outputs) {
    if (o == from) o = to;
  }
  value(from).is_output = false;
  value(to).is_output = true;
}

void Graph::set_input(NodeId n, std::size_t index, ValueId v) {
  Use use{n, static_cast<std::int32_t>(index)};
  ValueId& slot = node(n).inputs[index];
  if (slot != kAbsent) erase_use(value(slot).uses, use);
  slot = v;
  if (v != kAbsent) value(v).uses.push_back(use);
}

void Graph::append_input(NodeId n, ValueId v) {
  node(n).inputs.push_back(kAbsent);
  set_input(n, node(n).inputs.size() - 1, v);
}

const Node* Graph::producer(ValueId v) const {
  if (v == kAbsent || value(v).producer == kAbsent) return nullptr;
  return &node(value(v).producer);
}

std::size_t Graph::live_nodes() const {
  return static_cast<std::size_t>(
      std::count_if(nodes_.begin(), nodes_.end(), [](const Node& n) { return n.alive; }));
}

std::vector<NodeId> Graph::order() const {
  // Kahn's algorithm; ready nodes are taken in the order of their ids, which is the file's order where that is legal.
  std::vector<std::int32_t> waiting(nodes_.size(), 0);
  std::vector<NodeId> ready, out;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (!nodes_[i].alive) continue;
    for (ValueId v : nodes_[i].inputs) {
      if (v != kAbsent && value(v).producer != kAbsent) ++waiting[i];
    }
    if (waiting[i] == 0) ready.push_back(static_cast<NodeId>(i));
  }
  std::make_heap(ready.begin(), ready.end(), std::greater<>{});
  while (!ready.empty()) {
    std::pop_heap(ready.begin(), ready.end(), std::greater<>{});
    NodeId id = ready.back();
    ready.pop_back();
    out.push_back(id);
    for (ValueId v : node(id).outputs) {
      if (v == kAbsent) continue;
      for (Use u : value(v).uses) {
        if (--waiting[static_cast<std::size_t>(u.node)] != 0) continue;
        ready.push_back(u.node);
        std::push_heap(ready.begin(), ready.end(), std::greater<>{});
      }
    }
  }
  if (out.size() == live_nodes()) return out;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].alive && waiting[i] > 0) {
      fail(Code::invalid_model, "the graph has a cycle through {}: a node's input depends on its own output",
           nodes_[i].text());
    }
  }
  fail(Code::internal, "the graph's order is incomplete");
}

void Graph::sweep() {
  std::vector<char> needed(nodes_.size(), 0);
  std::vector<NodeId> stack;
  auto need = [&](ValueId v) {
    if (v == kAbsent) return;
    NodeId p = value(v).producer;
    if (p == kAbsent || needed[static_cast<std::size_t>(p)]) return;
    needed[static_cast<std::size_t>(p)] = 1;
    stack.push_back(p);
  };
  for (ValueId v : outputs) need(v);
  while (!stack.empty()) {
    NodeId n = stack.back();
    stack.pop_back();
    for (ValueId v : node(n).inputs) need(v);
  }
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].alive && !needed[i]) remove_node(static_cast<NodeId>(i));
  }
}

}  // namespace sardonyx
