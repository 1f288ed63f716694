// Patch: a graph change as a value: new nodes, which values they replace, why. Nothing happens until it is applied,
// in one place, all or nothing.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/graph.h"

namespace sardonyx {

class Patch {
 public:
  // `source`: the graph as it is; it must not change before the patch is applied.
  Patch(const Graph& source, std::string why);
  Patch(Patch&&) noexcept;
  ~Patch();

  // Ids from source.value_slots() on are values of the patch; below are the graph's own.
  ValueId add_constant(Value content, std::string name = {});
  // Adds a node and infers its outputs at once: throws what `infer` throws (the driver then drops the patch).
  // Its origins are those of `from`.
  std::vector<ValueId> add_node(std::shared_ptr<const Op> op, std::vector<ValueId> inputs,
                                std::size_t outputs, const std::vector<NodeId>& from);
  // The usual case: one output.
  ValueId add(std::shared_ptr<const Op> op, std::vector<ValueId> inputs, const std::vector<NodeId>& from) {
    return add_node(std::move(op), std::move(inputs), 1, from).front();
  }
  // The last added node gets an epilogue: its operands are appended to its inputs, output 0 gets this fact.
  void set_epilogue(std::shared_ptr<const pointwise::Program> program, std::vector<ValueId> operands,
                    Fact result);
  // Every use of `old` becomes `by`; the dtype must be the same, the shape must not contradict.
  void replace(ValueId old, ValueId by) { replaced_.push_back({old, by}); }

  const Fact& fact(ValueId v) const;
  const std::string& why() const noexcept { return why_; }
  bool empty() const noexcept { return replaced_.empty(); }

 private:
  friend std::vector<NodeId> apply(Graph& graph, Patch patch);
  struct NewNode {
    std::shared_ptr<const Op> op;
    std::vector<ValueId> inputs, outputs;
    std::string name;
    std::vector<std::shared_ptr<const Origin>> origins;
    std::shared_ptr<const pointwise::Program> epilogue;
    std::size_t epilogue_first = 0;
  };
  struct NewValue {
    std::string name;
    Fact fact;
  };
  struct Replacement {
    ValueId old, by;
  };
  const Graph& source_;
  std::string why_;
  std::vector<NewValue> values_;
  std::vector<NewNode> nodes_;
  std::vector<Replacement> replaced_;
};

// Applies `patch` (made from `graph`), removes nodes that nobody needs any more; gives the new nodes and the users of
// replaced values. Throws internal when a replacement changes a dtype or contradicts a shape; the graph is unchanged then.
std::vector<NodeId> apply(Graph& graph, Patch patch);

}  // namespace sardonyx
