// Graph: nodes and values in single assignment. Positional inputs; a missing one is kAbsent, never dropped.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/op.h"

namespace sardonyx {

using ValueId = std::int32_t;
using NodeId = std::int32_t;
inline constexpr std::int32_t kAbsent = -1;

// The node of the source model that a node of ours came from.
struct Origin {
  std::string name, domain, op;
  int version = 0;                               // since_version of its row
  std::shared_ptr<const Attributes> attributes;  // as the model gave them
};

struct Node {
  std::string name;
  std::shared_ptr<const Op> op;  // shared by copies of the graph; never changed in place
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;
  std::vector<std::shared_ptr<const Origin>> origins;
  // Lowered level: a program applied as output 0 is stored; its operands are the inputs from `epilogue_first` on.
  std::shared_ptr<const pointwise::Program> epilogue;
  std::size_t epilogue_first = 0;
  bool alive = true;

  const std::string& kind() const { return op->def().name; }
  bool is(std::string_view name, std::string_view domain = "") const {
    return op->def().name == name && op->def().domain == domain;
  }
  std::string text() const;  // "node 'conv1' (Conv)"
};

struct Use {
  NodeId node;
  std::int32_t index;
  friend bool operator==(const Use&, const Use&) = default;
};

struct ValueInfo {
  std::string name;
  Fact fact;
  NodeId producer = kAbsent;  // kAbsent: graph input or constant
  std::int32_t producer_index = 0;
  std::vector<Use> uses;  // by nodes of this graph
  bool is_input = false, is_output = false;
  bool constant() const noexcept { return producer == kAbsent && !is_input; }
};

class Graph {
 public:
  std::string name;
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;  // may repeat, may be inputs or constants
  // Graph inputs that have a default (an initializer of the same name). Variables, not constants.
  std::unordered_map<ValueId, Value> defaults;

  ValueId add_value(std::string name, Fact fact = {});
  ValueId add_constant(std::string name, Value content);
  ValueId add_input(std::string name, Fact fact);
  void add_output(ValueId v);
  NodeId add_node(std::shared_ptr<const Op> op, std::vector<ValueId> inputs, std::vector<ValueId> outputs,
                  std::string name = {}, std::vector<std::shared_ptr<const Origin>> origins = {});
  void remove_node(NodeId n);  // its outputs must have no uses
  // Every use of `from` (graph outputs too) becomes `to`.
  void replace_uses(ValueId from, ValueId to);
  void set_input(NodeId n, std::size_t index, ValueId v);
  // Appends an input (captures, epilogue operands).
  void append_input(NodeId n, ValueId v);

  std::size_t node_slots() const noexcept { return nodes_.size(); }  // dead nodes too
  std::size_t value_slots() const noexcept { return values_.size(); }
  const Node& node(NodeId n) const { return nodes_[static_cast<std::size_t>(n)]; }
  Node& node(NodeId n) { return nodes_[static_cast<std::size_t>(n)]; }
  const ValueInfo& value(ValueId v) const { return values_[static_cast<std::size_t>(v)]; }
  ValueInfo& value(ValueId v) { return values_[static_cast<std::size_t>(v)]; }
  // The node that makes `v`; nullptr for inputs, constants and absent.
  const Node* producer(ValueId v) const;
  std::size_t live_nodes() const;

  // Live nodes in an order in which every input is made before its use. Iterative. Throws invalid_model on a cycle.
  std::vector<NodeId> order() const;
  // Removes nodes that no output needs.
  void sweep();
  // Infers the facts of node `n`'s outputs from its inputs' facts; errors carry node, operator and inputs.
  void infer(NodeId n);
  void infer_all();
  // Every use, producer and output agrees with the others; throws internal naming what does not.
  void verify() const;
  std::string text() const;  // one line per node, for tests and `sard explain`

 private:
  std::vector<Node> nodes_;
  std::vector<ValueInfo> values_;
};

// Facts of `op`'s outputs for these inputs (nullptr: absent).
std::vector<Fact> infer_facts(const Op& op, std::span<const Fact* const> in, std::span<const bool> wanted);
// "inputs: 0: float32[1,3], 1: absent" for messages.
std::string inputs_text(std::span<const Fact* const> in);

}  // namespace sardonyx
