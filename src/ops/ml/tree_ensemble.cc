// TreeEnsemble: trees whose inner nodes and leaves are separate lists; result in the type of the features.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "ops/scores.h"
#include "ops/tree_attributes.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

using Ints = std::vector<std::int64_t>;

struct TreeEnsemble final : Op {
  std::int64_t aggregate_function = 1, post_transform = 0, n_targets = 1;
  Ints leaf_targetids, nodes_falseleafs, nodes_falsenodeids, nodes_featureids,
      nodes_missing_value_tracks_true;
  Ints nodes_trueleafs, nodes_truenodeids, tree_roots;
  Tensor leaf_weights, membership_values, nodes_hitrates, nodes_modes, nodes_splits;

  void fields(FieldVisitor& f) override {
    f("aggregate_function", aggregate_function);
    f("leaf_targetids", leaf_targetids);
    f("leaf_weights", leaf_weights);
    f("membership_values", membership_values);
    f("n_targets", n_targets);
    f("nodes_falseleafs", nodes_falseleafs);
    f("nodes_falsenodeids", nodes_falsenodeids);
    f("nodes_featureids", nodes_featureids);
    f("nodes_hitrates", nodes_hitrates);
    f("nodes_missing_value_tracks_true", nodes_missing_value_tracks_true);
    f("nodes_modes", nodes_modes);
    f("nodes_splits", nodes_splits);
    f("nodes_trueleafs", nodes_trueleafs);
    f("nodes_truenodeids", nodes_truenodeids);
    f("post_transform", post_transform);
    f("tree_roots", tree_roots);
  }
  void infer(InferContext& c) const override {
    constexpr std::int64_t kMost = std::int64_t{1} << 24;
    require(n_targets > 0 && n_targets <= kMost, Code::invalid_model, "n_targets is {}", n_targets);
    require(aggregate_function >= 0 && aggregate_function <= 3, Code::invalid_model,
            "aggregate_function is {}", aggregate_function);
    require(post_transform >= 0 && post_transform <= 4, Code::invalid_model, "post_transform is {}",
            post_transform);
    c.out(0, c.dtype(0), row_shape(c.shape(0), Dim(n_targets)));
  }
  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override { return made(c.in(0).dtype()); }
  Kernel lower(LowerContext& c) const override;

 private:
  std::shared_ptr<const PreparedForest> made(DType features) const {
    return std::make_shared<PreparedForest>(describe(), features, nodes_splits.dtype() == DType::float64);
  }
  trees::Description describe() const;
  std::vector<std::vector<double>> sets() const;
};

// The members of each set test, NaN between them.
std::vector<std::vector<double>> TreeEnsemble::sets() const {
  std::vector<std::vector<double>> all(1);
  for (std::int64_t i = 0; i < membership_values.count() && !membership_values.is_null(); ++i) {
    const double v = membership_values.number_at(i);
    if (std::isnan(v))
      all.emplace_back();
    else
      all.back().push_back(v);
  }
  return all;
}

trees::Description TreeEnsemble::describe() const {
  constexpr std::int64_t kModes = 7;
  const auto n = static_cast<std::int64_t>(nodes_featureids.size());
  const auto leaves = static_cast<std::int64_t>(leaf_targetids.size());
  require(nodes_modes.count() == n && nodes_splits.count() == n && !nodes_modes.is_null() &&
              static_cast<std::int64_t>(nodes_falseleafs.size()) == n &&
              static_cast<std::int64_t>(nodes_trueleafs.size()) == n &&
              static_cast<std::int64_t>(nodes_falsenodeids.size()) == n &&
              static_cast<std::int64_t>(nodes_truenodeids.size()) == n,
          Code::invalid_model, "the lists of nodes differ in length from nodes_featureids, which has {}", n);
  require(nodes_missing_value_tracks_true.empty() ||
              static_cast<std::int64_t>(nodes_missing_value_tracks_true.size()) == n,
          Code::invalid_model, "nodes_missing_value_tracks_true has {} entries, there are {} nodes",
          nodes_missing_value_tracks_true.size(), n);
  require(leaf_weights.count() == leaves, Code::invalid_model,
          "leaf_weights has {} entries, leaf_targetids {}", leaf_weights.count(), leaves);
  trees::Description d;
  d.targets = n_targets;
  d.sets = sets();
  d.nodes.resize(static_cast<std::size_t>(n + leaves));
  const auto child = [&](std::int64_t id, std::int64_t is_leaf) {
    require(id >= 0 && id < (is_leaf != 0 ? leaves : n), Code::invalid_model, "a node refers to {} {} of {}",
            is_leaf != 0 ? "leaf" : "node", id, is_leaf != 0 ? leaves : n);
    return is_leaf != 0 ? n + id : id;
  };
  std::size_t next_set = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    trees::Description::Node& node = d.nodes[at];
    const std::int64_t mode = nodes_modes.int_at(i);
    require(mode >= 0 && mode < kModes, Code::invalid_model, "a node of a tree has the mode {}", mode);
    node.mode = static_cast<trees::Mode>(mode);
    node.feature = nodes_featureids[at];
    node.value = nodes_splits.number_at(i);
    if (node.mode == trees::Mode::member) node.value = static_cast<double>(next_set++);
    node.missing_goes_true =
        !nodes_missing_value_tracks_true.empty() && nodes_missing_value_tracks_true[at] != 0;
    node.if_true = child(nodes_truenodeids[at], nodes_trueleafs[at]);
    node.if_false = child(nodes_falsenodeids[at], nodes_falseleafs[at]);
  }
  for (std::int64_t i = 0; i < leaves; ++i) {
    trees::Description::Node& leaf = d.nodes[static_cast<std::size_t>(n + i)];
    leaf.leaf = true;
    const std::int64_t target = leaf_targetids[static_cast<std::size_t>(i)];
    require(target >= 0 && target < n_targets, Code::invalid_model, "a leaf has the target {} of {}", target,
            n_targets);
    leaf.weights.push_back({static_cast<std::int32_t>(target), leaf_weights.number_at(i)});
  }
  // A tree that is one leaf: a node whose two children are the same leaf.
  for (const std::int64_t root : tree_roots) {
    require(root >= 0 && root < n, Code::invalid_model, "a tree begins at node {} of {}", root, n);
    const trees::Description::Node& node = d.nodes[static_cast<std::size_t>(root)];
    const bool one_leaf = node.if_true == node.if_false && node.if_true >= n;
    d.roots.push_back(one_leaf ? node.if_true : root);
  }
  return d;
}

Kernel TreeEnsemble::lower(LowerContext& c) const {
  const Rows2d size = rows_of(c.shape(0));
  std::shared_ptr<const PreparedForest> own;
  const auto* forest = c.prepared<PreparedForest>();
  if (forest == nullptr) {
    own = made(c.dtype(0));
    forest = own.get();
  }
  forest->check_columns(size.columns);
  return Kernel::of([size, own, forest, n = static_cast<std::size_t>(n_targets), dtype = c.dtype(0),
                     how = static_cast<PostTransform>(post_transform),
                     aggregate = static_cast<trees::Aggregate>(aggregate_function)](Call& call) {
           std::byte* out = call.out(0);
           forest->evaluate(call, size.rows, size.columns, aggregate,
                            [&](std::int64_t row, double* s) noexcept {
                              apply_post_transform(how, {s, n});
                              for (std::size_t i = 0; i < n; ++i) {
                                const std::size_t at = static_cast<std::size_t>(row) * n + i;
                                if (dtype == DType::float64)
                                  reinterpret_cast<double*>(out)[at] = s[i];
                                else if (dtype == DType::float32)
                                  reinterpret_cast<float*>(out)[at] = static_cast<float>(s[i]);
                                else
                                  reinterpret_cast<float16*>(out)[at] = to_float16(s[i]);
                              }
                            });
         })
      .with_scratch(forest->scratch(size.rows, size.columns));
}

}  // namespace

void register_tree_ensemble(OpRegistry& r) { r.add<TreeEnsemble>("ai.onnx.ml", "TreeEnsemble"); }

}  // namespace sardonyx
