#include "plan/compiled_graph.h"

#include <algorithm>
#include <exception>

#include "base/thread_pool.h"

namespace sardonyx {

std::size_t element_alignment(DType d) noexcept {
  if (d == DType::string) return alignof(std::string);
  return std::clamp<std::size_t>(item_size(d), 1, 8);
}

bool is_aligned(const Tensor& t) noexcept {
  return reinterpret_cast<std::uintptr_t>(t.data()) % element_alignment(t.dtype()) == 0;
}

CompiledGraph::CompiledGraph(std::shared_ptr<const Graph> graph, const LowerOptions& options,
                             MakeBody make_body, PreparedStore* store)
    : graph_(std::move(graph)), order_(graph_->order()), options_(options), make_body_(std::move(make_body)) {
  prepared_.resize(graph_->node_slots());
  prepare_all(store);
}

namespace {

// Custom operators, which count as nondeterministic, are made one after another: nothing says that their libraries
// expect more.
bool built_in(const Node& n) { return !n.op->nondeterministic(); }

}  // namespace

// Weights are packed on all threads: a large model spends most of its loading here.
void CompiledGraph::prepare_all(PreparedStore* store) {
  for (NodeId id : order_) {
    if (!built_in(graph_->node(id))) prepare(id, store);
  }
  std::exception_ptr error;
  std::int64_t failed = 0;
  std::mutex mutex;
  const auto range = [&](std::int64_t begin, std::int64_t end, int) noexcept {
    for (std::int64_t i = begin; i < end; ++i) {
      const NodeId id = order_[static_cast<std::size_t>(i)];
      try {
        if (built_in(graph_->node(id))) prepare(id, store);
      } catch (...) {
        std::lock_guard lock(mutex);
        if (error == nullptr || i < failed) error = std::current_exception(), failed = i;
        return;
      }
    }
  };
  const auto count = static_cast<std::int64_t>(order_.size());
  if (options_.threads == 1) {
    range(0, count, 0);
  } else {
    ThreadPool::shared()->for_range(count, 1, range);
  }
  if (error != nullptr) std::rethrow_exception(error);
}

void CompiledGraph::prepare(NodeId id, PreparedStore* store) {
  const Node& n = graph_->node(id);
  std::vector<const Fact*> in(n.epilogue ? n.epilogue_first : n.inputs.size(), nullptr);
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (n.inputs[i] != kAbsent) in[i] = &graph_->value(n.inputs[i]).fact;
  }
  PrepareContext context(in, options_);
  try {
    std::optional<std::string> key = store == nullptr ? std::nullopt : prepared_key(*n.op, in, options_);
    const auto make = [&] { return n.op->prepare(context); };
    prepared_[static_cast<std::size_t>(id)] = key ? store->get(*key, make) : make();
  } catch (Error& e) {
    throw e.at(n.text());
  }
}

const Value& CompiledGraph::aligned_constant(ValueId v) const {
  const Value& held = *graph_->value(v).fact.content;
  if (!held.is_tensor() || is_aligned(held.tensor())) return held;
  std::lock_guard lock(mutex_);
  std::unique_ptr<Value>& copy = aligned_[v];
  if (copy == nullptr) copy = std::make_unique<Value>(held.tensor().clone());
  return *copy;
}

std::shared_ptr<Body> CompiledGraph::body(const std::shared_ptr<Graph>& graph) const {
  std::lock_guard lock(mutex_);
  std::shared_ptr<Body>& body = bodies_[graph.get()];
  if (body == nullptr) body = make_body_(graph);
  return body;
}

}  // namespace sardonyx
