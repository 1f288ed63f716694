// TreeEnsembleClassifier: sums of leaf weights per class, transformed, and the label of the largest.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "ops/scores.h"
#include "ops/tree_attributes.h"

namespace sardonyx {
namespace {

struct TreeEnsembleClassifier final : Op {
  TreeAttributes trees;
  Labels labels;
  std::string post_transform = "NONE";

  void fields(FieldVisitor& f) override {
    trees.fields(f, "class");
    f("classlabels_int64s", labels.ints);
    f("classlabels_strings", labels.strings);
    f("post_transform", post_transform);
  }
  void infer(InferContext& c) const override {
    post_transform_named(post_transform);
    require(labels.count() > 0, Code::invalid_model, "no class labels are given");
    c.out(0, labels.dtype(), row_shape(c.shape(0)));
    c.out(1, DType::float32, row_shape(c.shape(0), Dim(width())));
  }
  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override { return made(c.in(0).dtype()); }
  Kernel lower(LowerContext& c) const override;

 private:
  std::int64_t width() const { return static_cast<std::int64_t>(labels.count()); }
  std::shared_ptr<const PreparedForest> made(DType features) const {
    return std::make_shared<PreparedForest>(trees.describe(width()), features, trees.wide());
  }
};

// What a row's sums become: two classes with weights of one class only are a binary classifier of one score.
struct Finish {
  Labels labels;
  PostTransform how;
  std::vector<double> base;
  bool binary = false;   // two labels and weights of one class
  std::size_t only = 0;  // that class
  BinaryRule rule;

  void operator()(std::int64_t row, double* scores, std::byte* label, float* out) const noexcept {
    const std::size_t n = labels.count();
    if (binary && only == 0) {
      double two[2];
      const double shift = base.empty() ? 0 : base.back();
      labels.put(label, row, expand_binary(scores[0] + shift, how, rule, two));
      scores[0] = two[0];
      scores[1] = two[1];
    } else {
      for (std::size_t i = 0; i < n && i < base.size(); ++i) scores[i] += base[i];
      const std::size_t best =
          binary ? (scores[1] > (rule.label_above_half ? 0.5 : 0.0) ? 1 : 0) : arg_max({scores, n});
      labels.put(label, row, best);
      apply_post_transform(how, {scores, n});
    }
    if (out == nullptr) return;
    for (std::size_t i = 0; i < n; ++i)
      out[row * static_cast<std::int64_t>(n) + static_cast<std::int64_t>(i)] = static_cast<float>(scores[i]);
  }
};

Kernel TreeEnsembleClassifier::lower(LowerContext& c) const {
  const Rows2d size = rows_of(c.shape(0));
  std::shared_ptr<const PreparedForest> own;
  const auto* forest = c.prepared<PreparedForest>();
  if (forest == nullptr) {
    own = made(c.dtype(0));
    forest = own.get();
  }
  forest->check_columns(size.columns);
  Finish finish{labels, post_transform_named(post_transform), trees.base(), false, 0, {}};
  const std::vector<double> weights = trees.all_weights();
  const bool positive = std::all_of(weights.begin(), weights.end(), [](double w) { return w >= 0; });
  finish.rule = {positive, positive};
  const auto& ids = trees.weight_ids;
  finish.binary = labels.count() == 2 && !ids.empty() &&
                  std::all_of(ids.begin(), ids.end(), [&](std::int64_t id) { return id == ids[0]; });
  if (finish.binary) finish.only = static_cast<std::size_t>(ids[0]);
  return Kernel::of([size, own, forest, finish = std::move(finish)](Call& call) {
           std::byte* label = call.out(0);
           auto* out = call.out<float>(1);
           forest->evaluate(
               call, size.rows, size.columns, trees::Aggregate::sum,
               [&](std::int64_t row, double* scores) noexcept { finish(row, scores, label, out); });
         })
      .with_scratch(forest->scratch(size.rows, size.columns));
}

}  // namespace

void register_tree_ensemble_classifier(OpRegistry& r) {
  r.add<TreeEnsembleClassifier>("ai.onnx.ml", "TreeEnsembleClassifier");
}

}  // namespace sardonyx
