// ArrayFeatureExtractor: elements of the last axis at the given indices.
#include <utility>

#include "graph/op.h"
#include "ops/slices.h"

namespace sardonyx {
namespace {

struct ArrayFeatureExtractor final : Op {
  void infer(InferContext& c) const override {
    const SymShape& x = c.shape(0);
    const Dim wanted = c.shape(1).count().value_or(Dim::unknown());
    if (!x.ranked()) return c.out(0, c.dtype(0), SymShape{});
    require(x.rank() >= 1, Code::invalid_argument, "expected at least one axis");
    std::vector<Dim> dims = x.dims();
    if (dims.size() == 1) dims.insert(dims.begin(), Dim(1));
    dims.back() = wanted;
    c.out(0, c.dtype(0), SymShape(std::move(dims)));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    const std::int64_t columns = x.back(), rows = x.count(0, x.rank() - 1), n = c.shape(1).count();
    return Kernel::of([columns, rows, n, dtype = c.dtype(0)](Call& call) {
      const auto* at = call.in<std::int64_t>(1);
      for (std::int64_t i = 0; i < n; ++i) {
        require(at[i] >= 0 && at[i] < columns, Code::runtime, "index {} is outside [0, {})", at[i], columns);
        copy_runs(dtype, call.out(0), {i, n}, call.in(0), {at[i], columns}, rows, 1);
      }
    });
  }
};

}  // namespace

void register_array_feature_extractor(OpRegistry& r) {
  r.add<ArrayFeatureExtractor>("ai.onnx.ml", "ArrayFeatureExtractor");
}

}  // namespace sardonyx
