// SVMClassifier and SVMRegressor: sums of kernels against support vectors, as libsvm stores its models.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "ops/scores.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

enum class KernelType : std::uint8_t { linear, poly, rbf, sigmoid };

KernelType kernel_named(std::string_view text) {
  if (text == "LINEAR") return KernelType::linear;
  if (text == "POLY") return KernelType::poly;
  if (text == "RBF") return KernelType::rbf;
  if (text == "SIGMOID") return KernelType::sigmoid;
  fail(Code::invalid_model, "kernel_type is '{}'", text);
}

struct Similarity {
  KernelType type = KernelType::linear;
  double gamma = 0, coef0 = 0, degree = 3;

  Similarity(std::string_view name, const std::vector<float>& params) : type(kernel_named(name)) {
    if (params.empty()) return;
    require(params.size() == 3, Code::invalid_model, "kernel_params has {} values, expected 3",
            params.size());
    gamma = static_cast<double>(params[0]);
    coef0 = static_cast<double>(params[1]);
    degree = static_cast<double>(params[2]);
  }
  double operator()(const double* a, const double* b, std::int64_t n) const noexcept {
    double dot = 0;
    if (type == KernelType::rbf) {
      for (std::int64_t i = 0; i < n; ++i) dot += (a[i] - b[i]) * (a[i] - b[i]);
      return std::exp(-gamma * dot);
    }
    for (std::int64_t i = 0; i < n; ++i) dot += a[i] * b[i];
    if (type == KernelType::poly) return std::pow(gamma * dot + coef0, degree);
    return type == KernelType::sigmoid ? std::tanh(gamma * dot + coef0) : dot;
  }
};

// Probabilities of all classes from those of each pair (Wu, Lin, Weng 2004, second method). `pair` is [n, n].
void couple(std::size_t n, const std::vector<double>& pair, std::vector<double>& q, double* p) noexcept {
  constexpr int kIterations = 100;
  const double enough = 0.005 / static_cast<double>(n);
  for (std::size_t t = 0; t < n; ++t) {
    p[t] = 1.0 / static_cast<double>(n);
    double diagonal = 0;
    for (std::size_t j = 0; j < n; ++j) {
      if (j == t) continue;
      diagonal += pair[j * n + t] * pair[j * n + t];
      q[t * n + j] = -pair[j * n + t] * pair[t * n + j];
    }
    q[t * n + t] = diagonal;
  }
  double* product = q.data() + n * n;
  const int most = std::max<int>(kIterations, static_cast<int>(n));
  for (int round = 0; round < most; ++round) {
    double quadratic = 0, worst = 0;
    for (std::size_t t = 0; t < n; ++t) {
      product[t] = 0;
      for (std::size_t j = 0; j < n; ++j) product[t] += q[t * n + j] * p[j];
      quadratic += p[t] * product[t];
    }
    for (std::size_t t = 0; t < n; ++t) worst = std::max(worst, std::abs(product[t] - quadratic));
    if (worst < enough) return;
    for (std::size_t t = 0; t < n; ++t) {
      const double step = (quadratic - product[t]) / q[t * n + t];
      p[t] += step;
      quadratic = (quadratic + step * (step * q[t * n + t] + 2 * product[t])) / (1 + step) / (1 + step);
      for (std::size_t j = 0; j < n; ++j) {
        product[j] = (product[j] + step * q[t * n + j]) / (1 + step);
        p[j] /= 1 + step;
      }
    }
  }
}

struct SvmClassifier final : Op {
  Labels labels;
  std::vector<float> coefficients, kernel_params, prob_a, prob_b, rho, support_vectors;
  std::string kernel_type = "LINEAR", post_transform = "NONE";
  std::vector<std::int64_t> vectors_per_class;

  void fields(FieldVisitor& f) override {
    f("classlabels_ints", labels.ints);
    f("classlabels_strings", labels.strings);
    f("coefficients", coefficients);
    f("kernel_params", kernel_params);
    f("kernel_type", kernel_type);
    f("post_transform", post_transform);
    f("prob_a", prob_a);
    f("prob_b", prob_b);
    f("rho", rho);
    f("support_vectors", support_vectors);
    f("vectors_per_class", vectors_per_class);
  }
  void infer(InferContext& c) const override {
    post_transform_named(post_transform);
    Similarity(kernel_type, kernel_params);
    require(labels.count() > 0 && !rho.empty(), Code::invalid_model, "labels or rho are missing");
    c.out(0, labels.dtype(), row_shape(c.shape(0)));
    c.out(1, DType::float32, row_shape(c.shape(0), Dim(static_cast<std::int64_t>(width()))));
  }
  Kernel lower(LowerContext& c) const override;

  bool linear() const { return vectors_per_class.empty() && support_vectors.empty(); }
  std::size_t pairs() const { return labels.count() * (labels.count() - 1) / 2; }
  // Scores of a row: classes, or pairs of them for more than two classes without probabilities.
  std::size_t width() const {
    const std::size_t n = labels.count();
    return linear() || !prob_a.empty() || n <= 2 ? n : pairs();
  }
};

std::vector<double> widened(const std::vector<float>& v) { return {v.begin(), v.end()}; }

// A model made ready, with what one row needs as memory.
struct Machine {
  Labels labels;
  Similarity similarity;
  std::vector<double> coefficients, vectors, rho, prob_a, prob_b;
  std::vector<std::size_t> first;  // support vector where each class begins, and the end
  std::int64_t columns = 0;
  bool linear = false;
  PostTransform how;

  struct Memory {
    std::vector<double> row, similarities, decisions, pair, q, scores;
    std::vector<int> votes;
  };
  Memory memory(std::size_t width) const;
  // Scores of the row in m.row; gives the index of the label: what most pairs vote for, even if its probability, which
  // comes of a sigmoid fitted on its own, is not the largest.
  std::size_t classify(Memory& m) const noexcept;

 private:
  void decide(Memory& m) const noexcept;
  void probabilities(Memory& m) const noexcept;
};

Machine::Memory Machine::memory(std::size_t width) const {
  const std::size_t n = labels.count();
  Memory m;
  m.row.resize(static_cast<std::size_t>(columns));
  m.similarities.resize(first.empty() ? 0 : first.back());
  m.decisions.resize(n * n);
  m.pair.resize(n * n);
  m.q.resize(n * n + n);
  m.scores.resize(std::max(width, n));
  m.votes.resize(n);
  return m;
}

void Machine::decide(Memory& m) const noexcept {
  const std::size_t n = labels.count(), total = first.back();
  for (std::size_t s = 0; s < total; ++s)
    m.similarities[s] =
        similarity(m.row.data(), vectors.data() + static_cast<std::int64_t>(s) * columns, columns);
  std::fill(m.votes.begin(), m.votes.end(), 0);
  std::size_t at = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j, ++at) {
      double sum = rho[at];
      for (std::size_t s = first[i]; s < first[i + 1]; ++s)
        sum += coefficients[(j - 1) * total + s] * m.similarities[s];
      for (std::size_t s = first[j]; s < first[j + 1]; ++s)
        sum += coefficients[i * total + s] * m.similarities[s];
      m.decisions[at] = sum;
      ++m.votes[sum > 0 ? i : j];
    }
  }
}

void Machine::probabilities(Memory& m) const noexcept {
  constexpr double kLeast = 1e-7;
  const std::size_t n = labels.count();
  std::size_t at = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j, ++at) {
      const double f = m.decisions[at] * prob_a[at] + prob_b[at];
      const double p = f >= 0 ? std::exp(-f) / (1 + std::exp(-f)) : 1 / (1 + std::exp(f));
      m.pair[i * n + j] = std::clamp(p, kLeast, 1 - kLeast);
      m.pair[j * n + i] = 1 - m.pair[i * n + j];
    }
  }
  couple(n, m.pair, m.q, m.scores.data());  // two classes too: scikit-learn says what this ends with
}

std::size_t Machine::classify(Memory& m) const noexcept {
  const std::size_t n = labels.count();
  if (linear) {
    for (std::size_t k = 0; k < n; ++k) {
      m.scores[k] = rho[0];
      for (std::int64_t i = 0; i < columns; ++i)
        m.scores[k] += coefficients[k * static_cast<std::size_t>(columns) + static_cast<std::size_t>(i)] *
                       m.row[static_cast<std::size_t>(i)];
    }
    const std::size_t best = arg_max({m.scores.data(), n});
    apply_post_transform(how, {m.scores.data(), n});
    return best;
  }
  decide(m);
  const auto voted =
      static_cast<std::size_t>(std::max_element(m.votes.begin(), m.votes.end()) - m.votes.begin());
  if (!prob_a.empty()) {
    probabilities(m);
    apply_post_transform(how, {m.scores.data(), n});
    return voted;
  }
  if (n == 2) {
    double two[2];
    const bool shifted = how == PostTransform::softmax || how == PostTransform::softmax_zero;
    expand_binary(m.decisions[0], how, {shifted, false}, two);
    m.scores[0] = two[0];
    m.scores[1] = two[1];
    return voted;
  }
  const std::size_t pairs = n * (n - 1) / 2;
  std::copy_n(m.decisions.begin(), pairs, m.scores.begin());
  apply_post_transform(how, {m.scores.data(), pairs});
  return voted;
}

Kernel SvmClassifier::lower(LowerContext& c) const {
  const Rows2d size = rows_of(c.shape(0));
  const std::size_t n = labels.count();
  Machine m{labels,
            Similarity(kernel_type, kernel_params),
            widened(coefficients),
            widened(support_vectors),
            widened(rho),
            widened(prob_a),
            widened(prob_b),
            {},
            size.columns,
            linear(),
            post_transform_named(post_transform)};
  const auto columns = static_cast<std::size_t>(size.columns);
  if (m.linear) {
    require(coefficients.size() == n * columns, Code::invalid_argument,
            "there are {} coefficients for {} classes and {} features", coefficients.size(), n, columns);
  } else {
    require(vectors_per_class.size() == n, Code::invalid_model,
            "vectors_per_class has {} values for {} classes", vectors_per_class.size(), n);
    m.first.push_back(0);
    for (const std::int64_t v : vectors_per_class) {
      require(v >= 0 && v <= static_cast<std::int64_t>(coefficients.size()), Code::invalid_model,
              "a class has {} support vectors", v);
      m.first.push_back(m.first.back() + static_cast<std::size_t>(v));
    }
    const std::size_t total = m.first.back();
    require(support_vectors.size() == total * columns, Code::invalid_argument,
            "support_vectors has {} values for {} vectors of {} features", support_vectors.size(), total,
            columns);
    require(n >= 2 && coefficients.size() >= (n - 1) * total && rho.size() >= pairs(), Code::invalid_model,
            "coefficients or rho are too few for {} classes and {} vectors", n, total);
    require(prob_a.size() == prob_b.size() && (prob_a.empty() || prob_a.size() >= pairs()),
            Code::invalid_model, "prob_a has {} values and prob_b {}", prob_a.size(), prob_b.size());
  }
  return Kernel::of([size, m = std::move(m), width = width(), dtype = c.dtype(0)](Call& call) {
    const std::byte* x = call.in(0);
    auto* out = call.out<float>(1);
    std::vector<Machine::Memory> slots(static_cast<std::size_t>(call.pool().width()), m.memory(width));
    call.for_range(size.rows, 16, [&](std::int64_t begin, std::int64_t end, int slot) noexcept {
      Machine::Memory& own = slots[static_cast<std::size_t>(slot)];
      for (std::int64_t r = begin; r < end; ++r) {
        for (std::int64_t i = 0; i < size.columns; ++i)
          own.row[static_cast<std::size_t>(i)] = load_number(dtype, x, r * size.columns + i);
        m.labels.put(call.out(0), r, m.classify(own));
        for (std::size_t i = 0; i < width && out != nullptr; ++i)
          out[static_cast<std::size_t>(r) * width + i] = static_cast<float>(own.scores[i]);
      }
    });
  });
}

struct SvmRegressor final : Op {
  std::vector<float> coefficients, kernel_params, rho, support_vectors;
  std::string kernel_type = "LINEAR", post_transform = "NONE";
  std::int64_t n_supports = 0;
  bool one_class = false;

  void fields(FieldVisitor& f) override {
    f("coefficients", coefficients);
    f("kernel_params", kernel_params);
    f("kernel_type", kernel_type);
    f("n_supports", n_supports);
    f("one_class", one_class);
    f("post_transform", post_transform);
    f("rho", rho);
    f("support_vectors", support_vectors);
  }
  void infer(InferContext& c) const override {
    post_transform_named(post_transform);
    Similarity(kernel_type, kernel_params);
    require(n_supports >= 0 && !rho.empty(), Code::invalid_model, "n_supports is {}, rho has {} values",
            n_supports, rho.size());
    c.out(0, DType::float32, row_shape(c.shape(0), Dim(1)));
  }
  Kernel lower(LowerContext& c) const override;
};

Kernel SvmRegressor::lower(LowerContext& c) const {
  const Rows2d size = rows_of(c.shape(0));
  const auto columns = static_cast<std::size_t>(size.columns),
             supports = static_cast<std::size_t>(n_supports);
  // Without support vectors the coefficients are one vector, weighed once.
  std::vector<double> vectors = widened(supports > 0 ? support_vectors : coefficients);
  std::vector<double> weights = supports > 0 ? widened(coefficients) : std::vector<double>{1};
  const std::size_t expected = std::max<std::size_t>(1, supports);
  require(weights.size() >= expected && vectors.size() == expected * columns, Code::invalid_argument,
          "there are {} vector elements and {} weights for {} vectors of {} features", vectors.size(),
          weights.size(), expected, columns);
  weights.resize(expected);
  return Kernel::of([size, vectors = std::move(vectors), weights = std::move(weights), dtype = c.dtype(0),
                     like = Similarity(supports > 0 ? kernel_type : "LINEAR", kernel_params),
                     shift = static_cast<double>(rho[0]), one = one_class,
                     how = post_transform_named(post_transform)](Call& call) {
    const std::byte* x = call.in(0);
    auto* y = call.out<float>(0);
    const auto columns = static_cast<std::size_t>(size.columns);
    std::vector<double> rows(columns * static_cast<std::size_t>(call.pool().width()));
    call.for_range(size.rows, 16, [&](std::int64_t begin, std::int64_t end, int slot) noexcept {
      double* row = rows.data() + columns * static_cast<std::size_t>(slot);
      for (std::int64_t r = begin; r < end; ++r) {
        for (std::int64_t i = 0; i < size.columns; ++i) row[i] = load_number(dtype, x, r * size.columns + i);
        double sum = shift;
        for (std::size_t s = 0; s < weights.size(); ++s)
          sum += weights[s] * like(row, vectors.data() + s * columns, size.columns);
        if (one) sum = sum > 0 ? 1 : -1;
        apply_post_transform(how, {&sum, 1});
        y[r] = static_cast<float>(sum);
      }
    });
  });
}

}  // namespace

void register_support_vectors(OpRegistry& r) {
  r.add<SvmClassifier>("ai.onnx.ml", "SVMClassifier");
  r.add<SvmRegressor>("ai.onnx.ml", "SVMRegressor");
}

}  // namespace sardonyx
