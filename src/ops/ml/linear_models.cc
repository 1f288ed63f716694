// LinearClassifier and LinearRegressor: x * coefficients + intercepts, transformed.
#include <utility>
#include <vector>

#include "ops/scores.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

// Scores of row `row`: coefficients are [targets, columns].
struct Linear {
  DType dtype;
  Rows2d size;
  std::vector<double> coefficients, intercepts;
  std::size_t targets;

  Linear(DType d, Rows2d rows, const std::vector<float>& c, const std::vector<float>& i, std::size_t n)
      : dtype(d), size(rows), coefficients(c.begin(), c.end()), intercepts(i.begin(), i.end()), targets(n) {
    require(coefficients.size() == targets * static_cast<std::size_t>(size.columns), Code::invalid_argument,
            "there are {} coefficients for {} rows of {} features", coefficients.size(), targets,
            size.columns);
    require(intercepts.empty() || intercepts.size() == targets, Code::invalid_model,
            "there are {} intercepts for {} scores", intercepts.size(), targets);
    intercepts.resize(targets, 0);
  }
  void row(const std::byte* x, std::int64_t row, double* scores) const noexcept {
    for (std::size_t t = 0; t < targets; ++t) scores[t] = intercepts[t];
    for (std::int64_t k = 0; k < size.columns; ++k) {
      const double v = load_number(dtype, x, row * size.columns + k);
      const double* c = coefficients.data() + k;
      for (std::size_t t = 0; t < targets; ++t)
        scores[t] += v * c[static_cast<std::int64_t>(t) * size.columns];
    }
  }
  std::int64_t grain() const { return 1 + 20000 / (1 + static_cast<std::int64_t>(targets) * size.columns); }
  std::size_t scratch(std::size_t width) const {
    return checked_mul(checked_mul(static_cast<std::size_t>(size.rows), width), sizeof(double));
  }
};

struct LinearClassifier final : Op {
  Labels labels;
  std::vector<float> coefficients, intercepts;
  std::int64_t multi_class = 0;
  std::string post_transform = "NONE";

  void fields(FieldVisitor& f) override {
    f("classlabels_ints", labels.ints);
    f("classlabels_strings", labels.strings);
    f("coefficients", coefficients);
    f("intercepts", intercepts);
    f("multi_class", multi_class);
    f("post_transform", post_transform);
  }
  void infer(InferContext& c) const override {
    post_transform_named(post_transform);
    require(labels.count() > 0, Code::invalid_model, "no class labels are given");
    c.out(0, labels.dtype(), row_shape(c.shape(0)));
    c.out(1, DType::float32, row_shape(c.shape(0), Dim(static_cast<std::int64_t>(labels.count()))));
  }
  Kernel lower(LowerContext& c) const override;
};

Kernel LinearClassifier::lower(LowerContext& c) const {
  const Rows2d size = rows_of(c.shape(0));
  const std::size_t classes = labels.count();
  // Two labels may come with the coefficients of the second one alone.
  const bool one_score =
      classes == 2 && coefficients.size() == static_cast<std::size_t>(size.columns) && intercepts.size() <= 1;
  Linear linear(c.dtype(0), size, coefficients, intercepts, one_score ? 1 : classes);
  const std::size_t scratch = linear.scratch(classes);
  return Kernel::of([linear = std::move(linear), labels = labels, classes, one_score,
                     how = post_transform_named(post_transform)](Call& call) {
           const std::byte* x = call.in(0);
           std::byte* label = call.out(0);
           auto* out = call.out<float>(1);
           auto* all = reinterpret_cast<double*>(call.scratch());
           call.for_range(
               linear.size.rows, linear.grain(), [&](std::int64_t begin, std::int64_t end, int) noexcept {
                 for (std::int64_t r = begin; r < end; ++r) {
                   double* scores = all + static_cast<std::size_t>(r) * classes;
                   linear.row(x, r, scores);
                   std::size_t best = 0;
                   if (one_score) {
                     double two[2];
                     best = expand_binary(scores[0], how, {true, false}, two);
                     scores[0] = two[0];
                     scores[1] = two[1];
                   } else {
                     best = arg_max({scores, classes});
                     apply_post_transform(how, {scores, classes});
                   }
                   labels.put(label, r, best);
                   for (std::size_t i = 0; i < classes && out != nullptr; ++i)
                     out[static_cast<std::size_t>(r) * classes + i] = static_cast<float>(scores[i]);
                 }
               });
         })
      .with_scratch(scratch);
}

struct LinearRegressor final : Op {
  std::vector<float> coefficients, intercepts;
  std::string post_transform = "NONE";
  std::int64_t targets = 1;

  void fields(FieldVisitor& f) override {
    f("coefficients", coefficients);
    f("intercepts", intercepts);
    f("post_transform", post_transform);
    f("targets", targets);
  }
  void infer(InferContext& c) const override {
    post_transform_named(post_transform);
    require(targets > 0 && targets <= std::int64_t{1} << 32, Code::invalid_model, "targets is {}", targets);
    c.out(0, DType::float32, row_shape(c.shape(0), Dim(targets)));
  }
  Kernel lower(LowerContext& c) const override {
    const auto n = static_cast<std::size_t>(targets);
    Linear linear(c.dtype(0), rows_of(c.shape(0)), coefficients, intercepts, n);
    const std::size_t scratch = linear.scratch(n);
    return Kernel::of([linear = std::move(linear), n,
                       how = post_transform_named(post_transform)](Call& call) {
             const std::byte* x = call.in(0);
             auto* out = call.out<float>(0);
             auto* all = reinterpret_cast<double*>(call.scratch());
             call.for_range(linear.size.rows, linear.grain(),
                            [&](std::int64_t begin, std::int64_t end, int) noexcept {
                              for (std::int64_t r = begin; r < end; ++r) {
                                double* scores = all + static_cast<std::size_t>(r) * n;
                                linear.row(x, r, scores);
                                apply_post_transform(how, {scores, n});
                                for (std::size_t i = 0; i < n; ++i)
                                  out[static_cast<std::size_t>(r) * n + i] = static_cast<float>(scores[i]);
                              }
                            });
           })
        .with_scratch(scratch);
  }
};

}  // namespace

void register_linear_models(OpRegistry& r) {
  r.add<LinearClassifier>("ai.onnx.ml", "LinearClassifier");
  r.add<LinearRegressor>("ai.onnx.ml", "LinearRegressor");
}

}  // namespace sardonyx
