// What float32 promises where sums cancel or grow long: normalisations of large means, transforms of any length.
// Expected values are the definitions, in float64.
#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <random>

#include "unit/ops/run_op.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

using Doubles = std::vector<double>;

std::vector<float> uniform(std::size_t n, float low, float high, unsigned seed = 5) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> draw(low, high);
  std::vector<float> v(n);
  for (float& x : v) x = draw(random);
  return v;
}

// (x - mean) / sqrt(variance + epsilon) of every run of `length` elements.
Doubles normalised(const std::vector<float>& x, std::size_t length, double epsilon) {
  Doubles y(x.size());
  for (std::size_t i = 0; i < x.size(); i += length) {
    double mean = 0, variance = 0;
    for (std::size_t k = i; k < i + length; ++k)
      mean += static_cast<double>(x[k]) / static_cast<double>(length);
    for (std::size_t k = i; k < i + length; ++k)
      variance += std::pow(static_cast<double>(x[k]) - mean, 2) / static_cast<double>(length);
    for (std::size_t k = i; k < i + length; ++k)
      y[k] = (static_cast<double>(x[k]) - mean) / std::sqrt(variance + epsilon);
  }
  return y;
}

double largest_difference(const Value& found, const Doubles& expected) {
  const std::vector<float> y = elements<float>(found);
  REQUIRE(y.size() == expected.size());
  double worst = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    worst = std::fmax(worst, std::fabs(static_cast<double>(y[i]) - expected[i]));
  return worst;
}

// The first `bins` sums over k of x[k] * exp(-2 pi i j k / n), real and imaginary parts side by side.
Doubles transform(const std::vector<std::complex<double>>& x, std::size_t bins) {
  const std::size_t n = x.size();
  std::vector<std::complex<double>> roots(n);
  for (std::size_t k = 0; k < n; ++k)
    roots[k] = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
  Doubles y;
  for (std::size_t j = 0; j < bins; ++j) {
    std::complex<double> sum = 0;
    for (std::size_t k = 0; k < n; ++k) sum += x[k] * roots[j * k % n];
    y.push_back(sum.real());
    y.push_back(sum.imag());
  }
  return y;
}

double largest(const Doubles& v) {
  double most = 0;
  for (double x : v) most = std::fmax(most, std::fabs(x));
  return most;
}

}  // namespace

TEST_CASE("normalisations of 4096..4099 are right to float32's digits") {
  const std::vector<float> v = uniform(2 * 6 * 1000, 4096, 4099);
  const Value x = floats({2, 6, 1000}, v), one = filled({6}, 1), zero = filled({6}, 0);
  const auto group = run_op("GroupNormalization", {{"num_groups", std::int64_t{2}}}, {x, one, zero});
  CHECK(largest_difference(group[0], normalised(v, 3000, 1e-5)) < 2e-6);
  const auto instance = run_op("InstanceNormalization", {}, {x, one, zero});
  CHECK(largest_difference(instance[0], normalised(v, 1000, 1e-5)) < 2e-6);
  const auto layer = run_op("LayerNormalization", {}, {x, filled({1000}, 1)});
  CHECK(largest_difference(layer[0], normalised(v, 1000, 1e-5)) < 2e-6);
  const Attributes axes = {{"axes", std::vector<std::int64_t>{2}}};
  const auto variance = run_op("MeanVarianceNormalization", axes, {x});
  CHECK(largest_difference(variance[0], normalised(v, 1000, 1e-9)) < 2e-6);
  const Value flat = floats({12000, 1, 1}, v);
  const Attributes training = {{"training_mode", std::int64_t{1}}};
  const Value one1 = filled({1}, 1), zero1 = filled({1}, 0);
  const auto batch = run_op("BatchNormalization", training, {flat, one1, zero1, zero1, one1}, 3);
  CHECK(largest_difference(batch[0], normalised(v, 12000, 1e-5)) < 2e-6);
  const auto skip = run_op("SkipLayerNormalization", {{"epsilon", 1e-5f}},
                           {x, filled({2, 6, 1000}, 0), filled({1000}, 1)}, 1, "com.microsoft");
  CHECK(largest_difference(skip[0], normalised(v, 1000, 1e-5)) < 2e-6);
}

TEST_CASE("DFT of any length is right to float32's digits") {
  for (std::size_t n : {1u, 2u, 3u, 30u, 127u, 512u, 1009u, 1200u, 2187u}) {
    CAPTURE(n);
    const std::vector<float> v = uniform(2 * n, -1, 1, static_cast<unsigned>(n));
    std::vector<std::complex<double>> z(n);
    for (std::size_t k = 0; k < n; ++k) z[k] = {v[2 * k], v[2 * k + 1]};
    const auto length = static_cast<std::int64_t>(n);
    const Value axis = Tensor::scalar(std::int64_t{1});
    const auto y = run_op("DFT", {}, {floats({1, length, 2}, v), Value(), axis});
    const Doubles expected = transform(z, n);
    CHECK(largest_difference(y[0], expected) < 3e-7 * largest(expected));
    const auto back = run_op("DFT", {{"inverse", std::int64_t{1}}}, {y[0], Value(), axis});
    CHECK(largest_difference(back[0], Doubles(v.begin(), v.end())) < 5e-7);
  }
}

TEST_CASE("STFT is right to float32's digits, windowed and beside a constant a thousand times the signal") {
  constexpr std::size_t length = 3000, frame = 400, step = 160, bins = frame / 2 + 1;
  for (float offset : {0.0f, 1000.0f}) {
    CAPTURE(offset);
    const std::vector<float> signal = uniform(length, offset - 1, offset + 1);
    std::vector<float> window(frame);
    for (std::size_t k = 0; k < frame; ++k)
      window[k] =
          static_cast<float>(0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(k) / frame));
    Doubles expected;
    for (std::size_t at = 0; at + frame <= length; at += step) {
      std::vector<std::complex<double>> part(frame);
      for (std::size_t k = 0; k < frame; ++k)
        part[k] = static_cast<double>(signal[at + k]) * static_cast<double>(window[k]);
      for (double y : transform(part, bins)) expected.push_back(y);
    }
    const auto y = run_op("STFT", {},
                          {floats({1, length, 1}, signal), Tensor::scalar(std::int64_t{step}),
                           floats({frame}, window), Tensor::scalar(std::int64_t{frame})});
    CHECK(largest_difference(y[0], expected) < 3e-7 * largest(expected));
  }
}
