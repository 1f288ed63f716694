// The trees of TreeEnsembleClassifier and TreeEnsembleRegressor as their attributes give them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph/op.h"
#include "kernels/trees/forest.h"

namespace sardonyx {

// Attributes of both operators; weights are class_* or target_*.
struct TreeAttributes {
  std::vector<std::int64_t> falsenodeids, featureids, missing_tracks_true, nodeids, treeids, truenodeids;
  std::vector<std::string> modes;
  std::vector<float> values, hitrates, base_values, weights;
  Tensor values_tensor, hitrates_tensor, base_values_tensor, weights_tensor;
  std::vector<std::int64_t> weight_ids, weight_nodeids, weight_treeids;

  // `prefix` is "class" or "target".
  void fields(FieldVisitor& f, std::string_view prefix);
  // Throws invalid_model where the lists do not describe trees.
  trees::Description describe(std::int64_t targets) const;
  void check_lengths(std::size_t thresholds, std::size_t amounts) const;
  std::vector<double> base() const;
  std::vector<double> all_weights() const;
  // Thresholds have float64's precision.
  bool wide() const { return values_tensor.dtype() == DType::float64; }
};

// A forest and the element type that its rows are compared in: float32 features meet float32 thresholds.
class PreparedForest final : public Prepared {
 public:
  PreparedForest(const trees::Description& d, DType features, bool wide_thresholds);

  std::int64_t targets() const noexcept { return narrow_ ? narrow_->targets() : wide_->targets(); }
  // Bytes that `evaluate` needs: scores, and features in another type.
  std::size_t scratch(std::int64_t rows, std::int64_t columns) const;
  // Scores [rows, targets] in the call's scratch, for features that input 0 holds; then `finish(row, scores)` for
  // every row, on many threads.
  template <typename Finish>
  void evaluate(const Call& call, std::int64_t rows, std::int64_t columns, trees::Aggregate how,
                const Finish& finish) const {
    const auto* features = convert(call, rows, columns);
    auto* scores = reinterpret_cast<double*>(call.scratch());
    call.for_range(rows, grain(), [&](std::int64_t begin, std::int64_t end, int) noexcept {
      run(features, begin, end, columns, how, scores);
      for (std::int64_t r = begin; r < end; ++r) finish(r, scores + r * targets());
    });
  }
  // Throws invalid_argument when rows are too short for the trees.
  void check_columns(std::int64_t columns) const;

 private:
  const std::byte* convert(const Call& call, std::int64_t rows, std::int64_t columns) const;
  void run(const std::byte* features, std::int64_t begin, std::int64_t end, std::int64_t columns,
           trees::Aggregate how, double* scores) const noexcept;
  std::int64_t grain() const noexcept;

  DType features_;
  std::unique_ptr<trees::Forest<float>> narrow_;
  std::unique_ptr<trees::Forest<double>> wide_;
};

}  // namespace sardonyx
