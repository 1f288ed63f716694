// Forest: decision trees flattened for walking, and the walk.
//
// A node's true child is the node after it, so a step reads one place. Leaves point at themselves with a threshold
// that nothing is below: a fixed number of steps ends in a leaf, which lets several rows walk side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace sardonyx::trees {

enum class Mode : std::uint8_t { leq, lt, gte, gt, eq, neq, member };
enum class Aggregate : std::uint8_t { average, sum, min, max };

struct Weight {
  std::int32_t target = 0;
  double value = 0;
};

// What a model says of its trees, nodes in any order.
struct Description {
  struct Node {
    bool leaf = false;
    Mode mode = Mode::leq;
    bool missing_goes_true = false;
    std::int64_t feature = 0;
    double value = 0;                        // threshold; for Mode::member the index of its set
    std::int64_t if_true = 0, if_false = 0;  // nodes
    std::vector<Weight> weights;             // of a leaf
  };
  std::vector<Node> nodes;
  std::vector<std::int64_t> roots;
  std::vector<std::vector<double>> sets;
  std::int64_t targets = 1;
};

template <typename T>
class Forest {
 public:
  // Throws invalid_model for indices out of range and for branches that are reached twice (cycles, shared
  // subtrees); a leaf may be shared.
  explicit Forest(const Description& description);

  std::int64_t targets() const noexcept { return targets_; }
  std::int64_t trees() const noexcept { return static_cast<std::int64_t>(roots_.size()); }
  std::int64_t min_columns() const noexcept { return min_columns_; }

  // scores [rows, targets] of x [rows, columns]: each tree's leaf weights, put together in the order of the trees.
  // A target that no leaf speaks of gets 0. Requires columns >= min_columns().
  void evaluate(const T* x, std::int64_t rows, std::int64_t columns, Aggregate how,
                double* scores) const noexcept;

 private:
  struct Node {
    T value;
    std::int32_t feature;
    std::int32_t other;  // the false child; itself for a leaf
    Mode mode;
    bool missing_goes_true;
    bool leaf;
  };
  struct Range {
    std::int32_t first = 0, count = 0;
  };

  void add_tree(const Description& d, std::int64_t root, std::vector<std::uint8_t>& seen);
  std::int32_t add_node(const Description& d, std::int64_t index);
  bool goes_true(const Node& n, T v) const noexcept;
  std::int32_t walk(std::int32_t root, const T* row) const noexcept;
  void walk_together(std::int32_t root, std::int32_t depth, const T* x, std::int64_t columns,
                     std::int32_t* at) const noexcept;
  void add(std::int32_t leaf, Aggregate how, double* scores) const noexcept;

  static constexpr int kTogether = 8;
  std::vector<Node> nodes_;
  std::vector<Range> weights_of_;  // per node
  std::vector<Weight> weights_;
  std::vector<std::int32_t> roots_, depths_;
  std::vector<T> members_;
  std::vector<Range> sets_;
  std::int64_t targets_ = 1, min_columns_ = 0;
  bool plain_ = true;  // every branch is x <= threshold and missing values go to the false side
};

extern template class Forest<float>;
extern template class Forest<double>;

}  // namespace sardonyx::trees
