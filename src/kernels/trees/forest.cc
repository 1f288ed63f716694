#include "kernels/trees/forest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"

namespace sardonyx::trees {

template <typename T>
std::int32_t Forest<T>::add_node(const Description& d, std::int64_t index) {
  const Description::Node& from = d.nodes[static_cast<std::size_t>(index)];
  const auto at = static_cast<std::int32_t>(nodes_.size());
  Node n{};
  n.leaf = from.leaf;
  n.mode = from.mode;
  n.other = at;
  Range weights{static_cast<std::int32_t>(weights_.size()), 0};
  if (from.leaf) {
    n.value = std::numeric_limits<T>::quiet_NaN();
    for (const Weight& w : from.weights) {
      require(w.target >= 0 && w.target < targets_, Code::invalid_model,
              "a leaf has a weight for target {}, there are {}", w.target, targets_);
      weights_.push_back(w);
    }
    weights.count = static_cast<std::int32_t>(from.weights.size());
  } else {
    require(from.feature >= 0 && from.feature < std::numeric_limits<std::int32_t>::max(), Code::invalid_model,
            "a node of a tree looks at feature {}", from.feature);
    n.value = static_cast<T>(from.value);
    n.feature = static_cast<std::int32_t>(from.feature);
    n.missing_goes_true = from.missing_goes_true;
    min_columns_ = std::max(min_columns_, from.feature + 1);
    plain_ = plain_ && from.mode == Mode::leq && !from.missing_goes_true;
  }
  nodes_.push_back(n);
  weights_of_.push_back(weights);
  return at;
}

// Depth first, the true side first; `parent` is the node whose false child this is.
template <typename T>
void Forest<T>::add_tree(const Description& d, std::int64_t root, std::vector<std::uint8_t>& seen) {
  struct Step {
    std::int64_t node;
    std::int32_t parent, depth;
  };
  const auto count = static_cast<std::int64_t>(d.nodes.size());
  roots_.push_back(static_cast<std::int32_t>(nodes_.size()));
  std::int32_t deepest = 0;
  std::vector<Step> open{{root, -1, 0}};
  while (!open.empty()) {
    const Step step = open.back();
    open.pop_back();
    require(step.node >= 0 && step.node < count, Code::invalid_model, "a tree refers to node {} of {}",
            step.node, count);
    std::uint8_t& was_seen = seen[static_cast<std::size_t>(step.node)];
    const Description::Node& n = d.nodes[static_cast<std::size_t>(step.node)];
    require(was_seen == 0 || n.leaf, Code::invalid_model, "node {} of a tree is reached twice", step.node);
    was_seen = 1;
    const std::int32_t at = add_node(d, step.node);
    if (step.parent >= 0) nodes_[static_cast<std::size_t>(step.parent)].other = at;
    deepest = std::max(deepest, step.depth);
    if (n.leaf) continue;
    open.push_back({n.if_false, at, step.depth + 1});
    open.push_back({n.if_true, -1, step.depth + 1});
  }
  depths_.push_back(deepest);
}

template <typename T>
Forest<T>::Forest(const Description& d) : targets_(d.targets) {
  require(d.nodes.size() < static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()),
          Code::over_budget, "the trees have {} nodes", d.nodes.size());
  for (const auto& set : d.sets) {
    sets_.push_back({static_cast<std::int32_t>(members_.size()), static_cast<std::int32_t>(set.size())});
    for (const double v : set) members_.push_back(static_cast<T>(v));
  }
  for (const Description::Node& n : d.nodes)
    require(n.leaf || n.mode != Mode::member || n.value < static_cast<double>(sets_.size()),
            Code::invalid_model, "a node of a tree lacks its set of members");
  nodes_.reserve(d.nodes.size());
  weights_of_.reserve(d.nodes.size());
  std::vector<std::uint8_t> seen(d.nodes.size(), 0);
  for (const std::int64_t root : d.roots) add_tree(d, root, seen);
}

template <typename T>
bool Forest<T>::goes_true(const Node& n, T v) const noexcept {
  if (n.missing_goes_true && std::isnan(v)) return true;
  switch (n.mode) {
    case Mode::leq:
      return v <= n.value;
    case Mode::lt:
      return v < n.value;
    case Mode::gte:
      return v >= n.value;
    case Mode::gt:
      return v > n.value;
    case Mode::eq:
      return v == n.value;
    case Mode::neq:
      return v != n.value;
    case Mode::member:
      break;
  }
  const Range set = sets_[static_cast<std::size_t>(n.value)];
  const auto first = members_.begin() + set.first;
  return std::find(first, first + set.count, v) != first + set.count;
}

template <typename T>
std::int32_t Forest<T>::walk(std::int32_t root, const T* row) const noexcept {
  std::int32_t at = root;
  for (;;) {
    const Node& n = nodes_[static_cast<std::size_t>(at)];
    if (n.leaf) return at;
    at = goes_true(n, row[n.feature]) ? at + 1 : n.other;
  }
}

template <typename T>
void Forest<T>::walk_together(std::int32_t root, std::int32_t depth, const T* x, std::int64_t columns,
                              std::int32_t* at) const noexcept {
  constexpr std::int32_t kBetweenChecks = 4;
  const Node* nodes = nodes_.data();
  for (int r = 0; r < kTogether; ++r) at[r] = root;
  for (std::int32_t level = 0; level < depth; ++level) {
    for (int r = 0; r < kTogether; ++r) {
      const Node& n = nodes[at[r]];
      at[r] = x[r * columns + n.feature] <= n.value ? at[r] + 1 : n.other;
    }
    if (level % kBetweenChecks != kBetweenChecks - 1) continue;
    bool done = true;
    for (int r = 0; r < kTogether; ++r) done = done && nodes[at[r]].leaf;
    if (done) return;
  }
}

template <typename T>
void Forest<T>::add(std::int32_t leaf, Aggregate how, double* scores) const noexcept {
  const Range range = weights_of_[static_cast<std::size_t>(leaf)];
  for (std::int32_t i = 0; i < range.count; ++i) {
    const Weight& w = weights_[static_cast<std::size_t>(range.first + i)];
    double& s = scores[w.target];
    if (how == Aggregate::min)
      s = std::min(s, w.value);
    else if (how == Aggregate::max)
      s = std::max(s, w.value);
    else
      s += w.value;
  }
}

template <typename T>
void Forest<T>::evaluate(const T* x, std::int64_t rows, std::int64_t columns, Aggregate how,
                         double* scores) const noexcept {
  const double start = how == Aggregate::min   ? std::numeric_limits<double>::infinity()
                       : how == Aggregate::max ? -std::numeric_limits<double>::infinity()
                                               : 0;
  std::fill_n(scores, rows * targets_, start);
  constexpr std::int64_t kBlock = 128;  // rows that stay in cache while all trees pass by
  for (std::int64_t first = 0; first < rows; first += kBlock) {
    const std::int64_t end = std::min(rows, first + kBlock);
    for (std::size_t t = 0; t < roots_.size(); ++t) {
      std::int64_t r = first;
      if (plain_ && columns > 0) {
        std::int32_t at[kTogether];
        for (; r + kTogether <= end; r += kTogether) {
          walk_together(roots_[t], depths_[t], x + r * columns, columns, at);
          for (int i = 0; i < kTogether; ++i) add(at[i], how, scores + (r + i) * targets_);
        }
      }
      for (; r < end; ++r) add(walk(roots_[t], x + r * columns), how, scores + r * targets_);
    }
  }
  const auto trees_count = static_cast<double>(std::max<std::size_t>(1, roots_.size()));
  for (std::int64_t i = 0; i < rows * targets_; ++i) {
    if (how == Aggregate::average) scores[i] /= trees_count;
    if (start != 0 && scores[i] == start) scores[i] = 0;
  }
}

template class Forest<float>;
template class Forest<double>;

}  // namespace sardonyx::trees
