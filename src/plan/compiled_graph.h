// CompiledGraph: an optimised graph with what lasts as long as the session: packed weights, bodies, aligned constants.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/graph.h"
#include "ops/body.h"
#include "plan/prepared_store.h"

namespace sardonyx {

// How a body becomes runnable; run/ gives it, so that plan/ need not know how bodies run.
using MakeBody = std::function<std::shared_ptr<Body>(const std::shared_ptr<Graph>&)>;

class CompiledGraph {
 public:
  // Prepares every node (packs weights) on the way. The graph must not change afterwards.
  // `store`: where packed weights are looked for and left; nullptr: they are this graph's own.
  CompiledGraph(std::shared_ptr<const Graph> graph, const LowerOptions& options, MakeBody make_body,
                PreparedStore* store = nullptr);

  const Graph& graph() const noexcept { return *graph_; }
  const std::vector<NodeId>& order() const noexcept { return order_; }
  const LowerOptions& options() const noexcept { return options_; }
  const Prepared* prepared(NodeId n) const noexcept { return prepared_[static_cast<std::size_t>(n)].get(); }
  // The constant `v` at an address aligned for its elements; copied at most once.
  const Value& aligned_constant(ValueId v) const;
  // The runnable body of a graph that an operator holds; one per graph.
  std::shared_ptr<Body> body(const std::shared_ptr<Graph>& graph) const;

 private:
  void prepare_all(PreparedStore* store);
  void prepare(NodeId id, PreparedStore* store);
  std::shared_ptr<const Graph> graph_;
  std::vector<NodeId> order_;
  LowerOptions options_;
  MakeBody make_body_;
  std::vector<std::shared_ptr<const Prepared>> prepared_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<ValueId, std::unique_ptr<Value>> aligned_;
  mutable std::unordered_map<const Graph*, std::shared_ptr<Body>> bodies_;
};

// Bytes that a kernel may count on being aligned to for elements of `d`.
std::size_t element_alignment(DType d) noexcept;
bool is_aligned(const Tensor& t) noexcept;

}  // namespace sardonyx
