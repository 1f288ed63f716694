// TreeEnsembleRegressor: leaf weights per target, put together over the trees.
#include <memory>
#include <utility>
#include <vector>

#include "ops/scores.h"
#include "ops/tree_attributes.h"

namespace sardonyx {
namespace {

trees::Aggregate aggregate_named(std::string_view text) {
  if (text == "SUM") return trees::Aggregate::sum;
  if (text == "AVERAGE") return trees::Aggregate::average;
  if (text == "MIN") return trees::Aggregate::min;
  if (text == "MAX") return trees::Aggregate::max;
  fail(Code::invalid_model, "aggregate_function is '{}'", text);
}

struct TreeEnsembleRegressor final : Op {
  TreeAttributes trees;
  std::string aggregate_function = "SUM", post_transform = "NONE";
  std::int64_t n_targets = 1;

  void fields(FieldVisitor& f) override {
    trees.fields(f, "target");
    f("aggregate_function", aggregate_function);
    f("n_targets", n_targets);
    f("post_transform", post_transform);
  }
  void infer(InferContext& c) const override {
    post_transform_named(post_transform);
    aggregate_named(aggregate_function);
    constexpr std::int64_t kMost = std::int64_t{1} << 24;
    require(n_targets > 0 && n_targets <= kMost, Code::invalid_model, "n_targets is {}", n_targets);
    c.out(0, DType::float32, row_shape(c.shape(0), Dim(n_targets)));
  }
  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override { return made(c.in(0).dtype()); }
  Kernel lower(LowerContext& c) const override;

 private:
  std::shared_ptr<const PreparedForest> made(DType features) const {
    return std::make_shared<PreparedForest>(trees.describe(n_targets), features, trees.wide());
  }
};

Kernel TreeEnsembleRegressor::lower(LowerContext& c) const {
  const Rows2d size = rows_of(c.shape(0));
  std::shared_ptr<const PreparedForest> own;
  const auto* forest = c.prepared<PreparedForest>();
  if (forest == nullptr) {
    own = made(c.dtype(0));
    forest = own.get();
  }
  forest->check_columns(size.columns);
  std::vector<double> base = trees.base();
  require(base.empty() || base.size() == 1 || base.size() == static_cast<std::size_t>(n_targets),
          Code::invalid_model, "there are {} base values for {} targets", base.size(), n_targets);
  base.resize(static_cast<std::size_t>(n_targets), base.empty() ? 0 : base[0]);
  return Kernel::of([size, own, forest, base = std::move(base), n = static_cast<std::size_t>(n_targets),
                     how = post_transform_named(post_transform),
                     aggregate = aggregate_named(aggregate_function)](Call& call) {
           auto* out = call.out<float>(0);
           forest->evaluate(call, size.rows, size.columns, aggregate,
                            [&](std::int64_t row, double* s) noexcept {
                              for (std::size_t i = 0; i < n; ++i) s[i] += base[i];
                              apply_post_transform(how, {s, n});
                              for (std::size_t i = 0; i < n; ++i)
                                out[static_cast<std::size_t>(row) * n + i] = static_cast<float>(s[i]);
                            });
         })
      .with_scratch(forest->scratch(size.rows, size.columns));
}

}  // namespace

void register_tree_ensemble_regressor(OpRegistry& r) {
  r.add<TreeEnsembleRegressor>("ai.onnx.ml", "TreeEnsembleRegressor");
}

}  // namespace sardonyx
