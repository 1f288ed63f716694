#include "ops/tree_attributes.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

using NodeKey = std::pair<std::int64_t, std::int64_t>;  // tree, node

std::vector<double> numbers(const std::vector<float>& list, const Tensor& tensor) {
  if (tensor.is_null()) return {list.begin(), list.end()};
  std::vector<double> v(static_cast<std::size_t>(tensor.count()));
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = tensor.number_at(static_cast<std::int64_t>(i));
  return v;
}

trees::Mode mode_named(std::string_view text) {
  using trees::Mode;
  if (text == "BRANCH_LEQ") return Mode::leq;
  if (text == "BRANCH_LT") return Mode::lt;
  if (text == "BRANCH_GTE") return Mode::gte;
  if (text == "BRANCH_GT") return Mode::gt;
  if (text == "BRANCH_EQ") return Mode::eq;
  if (text == "BRANCH_NEQ") return Mode::neq;
  fail(Code::invalid_model, "a node of a tree has the mode '{}'", text);
}

void same_length(std::size_t n, std::size_t found, std::string_view what) {
  require(n == found, Code::invalid_model, "{} has {} entries, there are {} nodes", what, found, n);
}

// Throws when some node is reached from no root: such nodes form a cycle.
void check_reached(const trees::Description& d) {
  std::vector<std::uint8_t> seen(d.nodes.size(), 0);
  std::vector<std::int64_t> open = d.roots;
  std::size_t count = 0;
  while (!open.empty()) {
    const auto at = static_cast<std::size_t>(open.back());
    open.pop_back();
    if (seen[at] != 0) continue;
    seen[at] = 1;
    ++count;
    if (!d.nodes[at].leaf) open.insert(open.end(), {d.nodes[at].if_true, d.nodes[at].if_false});
  }
  require(count == d.nodes.size(), Code::invalid_model, "{} nodes of the trees are reached from no root",
          d.nodes.size() - count);
}

}  // namespace

void TreeAttributes::fields(FieldVisitor& f, std::string_view prefix) {
  const std::string p(prefix);
  f("nodes_falsenodeids", falsenodeids);
  f("nodes_featureids", featureids);
  f("nodes_hitrates", hitrates);
  f("nodes_hitrates_as_tensor", hitrates_tensor);
  f("nodes_missing_value_tracks_true", missing_tracks_true);
  f("nodes_modes", modes);
  f("nodes_nodeids", nodeids);
  f("nodes_treeids", treeids);
  f("nodes_truenodeids", truenodeids);
  f("nodes_values", values);
  f("nodes_values_as_tensor", values_tensor);
  f("base_values", base_values);
  f("base_values_as_tensor", base_values_tensor);
  f(p + "_ids", weight_ids);
  f(p + "_nodeids", weight_nodeids);
  f(p + "_treeids", weight_treeids);
  f(p + "_weights", weights);
  f(p + "_weights_as_tensor", weights_tensor);
}

std::vector<double> TreeAttributes::base() const { return numbers(base_values, base_values_tensor); }
std::vector<double> TreeAttributes::all_weights() const { return numbers(weights, weights_tensor); }

// The lists of nodes have one length, those of leaf weights another.
void TreeAttributes::check_lengths(std::size_t thresholds, std::size_t amounts) const {
  const std::size_t n = nodeids.size();
  same_length(n, treeids.size(), "nodes_treeids");
  same_length(n, modes.size(), "nodes_modes");
  same_length(n, featureids.size(), "nodes_featureids");
  same_length(n, truenodeids.size(), "nodes_truenodeids");
  same_length(n, falsenodeids.size(), "nodes_falsenodeids");
  same_length(n, thresholds, "nodes_values");
  if (!missing_tracks_true.empty())
    same_length(n, missing_tracks_true.size(), "nodes_missing_value_tracks_true");
  require(
      weight_ids.size() == amounts && weight_nodeids.size() == amounts && weight_treeids.size() == amounts,
      Code::invalid_model, "the lists of leaf weights have {}, {}, {} and {} entries", amounts,
      weight_ids.size(), weight_nodeids.size(), weight_treeids.size());
}

trees::Description TreeAttributes::describe(std::int64_t targets) const {
  const std::size_t n = nodeids.size();
  const std::vector<double> thresholds = numbers(values, values_tensor), amounts = all_weights();
  check_lengths(thresholds.size(), amounts.size());
  std::map<NodeKey, std::int64_t> index;
  for (std::size_t i = 0; i < n; ++i)
    require(index.emplace(NodeKey{treeids[i], nodeids[i]}, static_cast<std::int64_t>(i)).second,
            Code::invalid_model, "node {} of tree {} is given twice", nodeids[i], treeids[i]);
  const auto find = [&](std::int64_t tree, std::int64_t node) {
    const auto it = index.find({tree, node});
    require(it != index.end(), Code::invalid_model, "tree {} has no node {}", tree, node);
    return it->second;
  };
  trees::Description d;
  d.targets = targets;
  d.nodes.resize(n);
  std::vector<std::uint8_t> is_child(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    trees::Description::Node& node = d.nodes[i];
    node.leaf = modes[i] == "LEAF";
    if (node.leaf) continue;
    node.mode = mode_named(modes[i]);
    node.feature = featureids[i];
    node.value = thresholds[i];
    node.missing_goes_true = !missing_tracks_true.empty() && missing_tracks_true[i] != 0;
    node.if_true = find(treeids[i], truenodeids[i]);
    node.if_false = find(treeids[i], falsenodeids[i]);
    is_child[static_cast<std::size_t>(node.if_true)] = 1;
    is_child[static_cast<std::size_t>(node.if_false)] = 1;
  }
  std::map<std::int64_t, bool> rooted;
  for (std::size_t i = 0; i < n; ++i) {
    bool& has_root = rooted[treeids[i]];
    if (is_child[i] != 0) continue;
    require(!has_root, Code::invalid_model, "tree {} has two roots", treeids[i]);
    has_root = true;
    d.roots.push_back(static_cast<std::int64_t>(i));
  }
  for (const auto& [tree, has_root] : rooted)
    require(has_root, Code::invalid_model, "tree {} has no root: its nodes form a cycle", tree);
  for (std::size_t i = 0; i < amounts.size(); ++i) {
    trees::Description::Node& leaf =
        d.nodes[static_cast<std::size_t>(find(weight_treeids[i], weight_nodeids[i]))];
    require(weight_ids[i] >= 0 && weight_ids[i] < targets, Code::invalid_model,
            "a leaf has a weight for target {}, there are {}", weight_ids[i], targets);
    if (leaf.leaf) leaf.weights.push_back({static_cast<std::int32_t>(weight_ids[i]), amounts[i]});
  }
  check_reached(d);
  return d;
}

PreparedForest::PreparedForest(const trees::Description& d, DType features, bool wide_thresholds)
    : features_(features) {
  const bool narrow = (features == DType::float32 || features == DType::float16) && !wide_thresholds;
  if (narrow)
    narrow_ = std::make_unique<trees::Forest<float>>(d);
  else
    wide_ = std::make_unique<trees::Forest<double>>(d);
}

std::size_t PreparedForest::scratch(std::int64_t rows, std::int64_t columns) const {
  const auto r = static_cast<std::size_t>(rows);
  std::size_t bytes = checked_mul(checked_mul(r, static_cast<std::size_t>(targets())), sizeof(double));
  const bool direct = features_ == (narrow_ ? DType::float32 : DType::float64);
  if (!direct)
    bytes = checked_add(bytes, checked_mul(checked_mul(r, static_cast<std::size_t>(columns)),
                                           narrow_ ? sizeof(float) : sizeof(double)));
  return bytes;
}

void PreparedForest::check_columns(std::int64_t columns) const {
  const std::int64_t needed = narrow_ ? narrow_->min_columns() : wide_->min_columns();
  require(columns >= needed, Code::invalid_argument, "rows have {} features, the trees look at {}", columns,
          needed);
}

const std::byte* PreparedForest::convert(const Call& call, std::int64_t rows, std::int64_t columns) const {
  const std::byte* x = call.in(0);
  if (features_ == (narrow_ ? DType::float32 : DType::float64)) return x;
  std::byte* to = call.scratch() + static_cast<std::size_t>(rows * targets()) * sizeof(double);
  const std::int64_t count = rows * columns;
  if (narrow_)
    convert_to_float(features_, x, reinterpret_cast<float*>(to), count);
  else
    for (std::int64_t i = 0; i < count; ++i) reinterpret_cast<double*>(to)[i] = load_number(features_, x, i);
  return to;
}

void PreparedForest::run(const std::byte* features, std::int64_t begin, std::int64_t end,
                         std::int64_t columns, trees::Aggregate how, double* scores) const noexcept {
  double* to = scores + begin * targets();
  if (narrow_)
    narrow_->evaluate(reinterpret_cast<const float*>(features) + begin * columns, end - begin, columns, how,
                      to);
  else
    wide_->evaluate(reinterpret_cast<const double*>(features) + begin * columns, end - begin, columns, how,
                    to);
}

std::int64_t PreparedForest::grain() const noexcept {
  const std::int64_t trees = std::max<std::int64_t>(1, narrow_ ? narrow_->trees() : wide_->trees());
  return std::max<std::int64_t>(1, 1000 / trees);  // about 20 microseconds
}

}  // namespace sardonyx
