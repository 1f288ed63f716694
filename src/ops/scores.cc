#include "ops/scores.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace sardonyx {
namespace {

double logistic(double x) noexcept {
  return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
}

// Inverse of the normal distribution function: a rational start, then two Newton steps in erfc.
double probit(double p) noexcept {
  if (!(p > 0 && p < 1)) {
    if (p == 0) return -std::numeric_limits<double>::infinity();
    if (p == 1) return std::numeric_limits<double>::infinity();
    return std::numeric_limits<double>::quiet_NaN();
  }
  const double q = std::min(p, 1 - p);
  const double t = std::sqrt(-2 * std::log(q));
  double x = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                       (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
  for (int step = 0; step < 3; ++step) {
    const double error = 0.5 * std::erfc(-x / std::sqrt(2.0)) - q;
    const double slope = std::exp(-0.5 * x * x) / std::sqrt(2 * 3.14159265358979323846);
    if (slope == 0) break;
    x -= error / slope;
  }
  return p < 0.5 ? x : -x;
}

void softmax(std::span<double> s, bool keep_zeros) noexcept {
  constexpr double kZero = 1e-7;
  if (s.empty()) return;
  const double top = *std::max_element(s.begin(), s.end());
  double total = 0;
  for (double& v : s) {
    v = keep_zeros && std::abs(v) <= kZero ? 0 : std::exp(v - top);
    total += v;
  }
  if (total == 0) return;
  for (double& v : s) v /= total;
}

}  // namespace

PostTransform post_transform_named(std::string_view text) {
  if (text == "NONE") return PostTransform::none;
  if (text == "SOFTMAX") return PostTransform::softmax;
  if (text == "LOGISTIC") return PostTransform::logistic;
  if (text == "SOFTMAX_ZERO") return PostTransform::softmax_zero;
  if (text == "PROBIT") return PostTransform::probit;
  fail(Code::invalid_model, "post_transform is '{}'", text);
}

void apply_post_transform(PostTransform how, std::span<double> scores) noexcept {
  switch (how) {
    case PostTransform::none:
      return;
    case PostTransform::softmax:
      return softmax(scores, false);
    case PostTransform::softmax_zero:
      return softmax(scores, true);
    case PostTransform::logistic:
      for (double& v : scores) v = logistic(v);
      return;
    case PostTransform::probit:
      for (double& v : scores) v = probit(v);
      return;
  }
}

Rows2d rows_of(const Shape& x) {
  require(x.rank() == 1 || x.rank() == 2, Code::invalid_argument, "expected [N, C] or [C], found {}", x);
  return x.rank() == 1 ? Rows2d{1, x[0]} : Rows2d{x[0], x[1]};
}

SymShape row_shape(const SymShape& x) {
  if (!x.ranked()) return SymShape{Dim::unknown()};
  require(x.rank() == 1 || x.rank() == 2, Code::invalid_argument, "expected [N, C] or [C], found {}", x);
  return SymShape{x.rank() == 2 ? x[0] : Dim(1)};
}

SymShape row_shape(const SymShape& x, const Dim& width) {
  SymShape s = row_shape(x);
  s.dims().push_back(width);
  return s;
}

std::optional<std::int64_t> columns_of(const SymShape& x) {
  if (!x.ranked() || x.rank() == 0 || !x[x.rank() - 1].is_number()) return std::nullopt;
  return x[x.rank() - 1].number();
}

void Labels::put(std::byte* out, std::int64_t row, std::size_t index) const {
  if (out == nullptr) return;
  if (are_strings())
    reinterpret_cast<std::string*>(out)[row] = strings[index];
  else
    reinterpret_cast<std::int64_t*>(out)[row] = ints[index];
}

std::size_t expand_binary(double score, PostTransform how, BinaryRule rule, double (&out)[2]) noexcept {
  out[0] = rule.probabilities ? 1 - score : -score;
  out[1] = score;
  if (how == PostTransform::logistic) {
    out[0] = logistic(-score);
    out[1] = logistic(score);
  } else if (how == PostTransform::probit) {
    out[0] = probit(out[0]);
    out[1] = probit(score);
  }
  return score > (rule.label_above_half ? 0.5 : 0.0) ? 1 : 0;
}

std::size_t arg_max(std::span<const double> scores) noexcept {
  return static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

}  // namespace sardonyx
