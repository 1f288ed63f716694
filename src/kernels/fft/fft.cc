#include "kernels/fft/fft.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sardonyx::fft {
namespace {

using Complex = std::complex<double>;
constexpr int kLargestRadix = 13;

// e^(-2 pi i j/n), the angle reduced exactly first.
Complex unit(std::int64_t j, std::int64_t n) {
  const double angle = -2.0 * std::numbers::pi * static_cast<double>(j % n) / static_cast<double>(n);
  return {std::cos(angle), std::sin(angle)};
}

// Plain products: std::complex's own look for infinities.
Complex multiply(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

std::vector<int> small_factors(std::int64_t n) {
  std::vector<int> factors;
  for (int p : {4, 2, 3, 5, 7, 11, kLargestRadix}) {
    for (; n % p == 0; n /= p) factors.push_back(p);
  }
  if (n != 1) factors.clear();
  return factors;
}

// One pass of radix p over a transform of n = p*m points that is repeated s times side by side.
void pass(const Complex* x, Complex* y, std::int64_t n, std::int64_t s, int p, const Complex* twiddle,
          std::int64_t whole) {
  const std::int64_t m = n / p;
  Complex a[kLargestRadix], roots[kLargestRadix];
  for (int k = 0; k < p; ++k) roots[k] = twiddle[whole / p * k];
  for (std::int64_t j = 0; j < m; ++j) {
    for (std::int64_t q = 0; q < s; ++q) {
      for (int k = 0; k < p; ++k) a[k] = x[q + s * (j + m * k)];
      for (int r = 0; r < p; ++r) {
        Complex sum = a[0];
        for (int k = 1; k < p; ++k) sum += multiply(a[k], roots[r * k % p]);
        y[q + s * (p * j + r)] = multiply(sum, twiddle[j * r * s % whole]);
      }
    }
  }
}

}  // namespace

// The transform as a convolution with a chirp, taken by transforms of a power of two.
struct Fft::Bluestein {
  explicit Bluestein(std::int64_t n) : inner(length(n)), chirp(static_cast<std::size_t>(n)), filter() {
    const std::int64_t m = inner.size();
    filter.assign(static_cast<std::size_t>(m), Complex{});
    for (std::int64_t k = 0; k < n; ++k) {
      // k^2 modulo 2n without overflow: n is below 2^31.
      chirp[static_cast<std::size_t>(k)] = unit(k * k % (2 * n), 2 * n);
      const Complex c = std::conj(chirp[static_cast<std::size_t>(k)]);
      filter[static_cast<std::size_t>(k)] = c;
      if (k > 0) filter[static_cast<std::size_t>(m - k)] = c;
    }
    std::vector<Complex> work(static_cast<std::size_t>(inner.work_size()));
    inner.run(filter.data(), work.data(), false);
  }
  static std::int64_t length(std::int64_t n) {
    std::int64_t m = 1;
    while (m < 2 * n - 1) m *= 2;
    return m;
  }
  void run(Complex* data, Complex* work) const {
    const auto n = static_cast<std::int64_t>(chirp.size()), m = inner.size();
    Complex *a = work, *rest = work + m;
    std::fill(a + n, a + m, Complex{});
    for (std::int64_t k = 0; k < n; ++k) a[k] = multiply(data[k], chirp[static_cast<std::size_t>(k)]);
    inner.run(a, rest, false);
    for (std::int64_t k = 0; k < m; ++k) a[k] = multiply(a[k], filter[static_cast<std::size_t>(k)]);
    inner.run(a, rest, true);
    for (std::int64_t k = 0; k < n; ++k) data[k] = multiply(a[k], chirp[static_cast<std::size_t>(k)]);
  }
  Fft inner;
  std::vector<Complex> chirp, filter;
};

Fft::Fft(std::int64_t n) : n_(n), factors_(small_factors(n)) {
  if (n == 1) return;
  if (factors_.empty()) {
    bluestein_ = std::make_unique<Bluestein>(n);
    return;
  }
  for (std::int64_t j = 0; j < n; ++j) twiddle_.push_back(unit(j, n));
}

Fft::~Fft() = default;
Fft::Fft(Fft&&) noexcept = default;

std::int64_t Fft::work_size() const noexcept {
  return bluestein_ ? bluestein_->inner.size() + bluestein_->inner.work_size() : n_;
}

void Fft::stockham(Complex* data, Complex* work) const {
  Complex *from = data, *to = work;
  std::int64_t n = n_, s = 1;
  for (int p : factors_) {
    pass(from, to, n, s, p, twiddle_.data(), n_);
    std::swap(from, to);
    n /= p;
    s *= p;
  }
  if (from != data) std::copy_n(from, n_, data);
}

void Fft::run(Complex* data, Complex* work, bool inverse) const {
  if (n_ == 1) return;
  // The inverse is the conjugate of the transform of the conjugate.
  if (inverse) std::transform(data, data + n_, data, [](Complex c) { return std::conj(c); });
  if (bluestein_)
    bluestein_->run(data, work);
  else
    stockham(data, work);
  if (!inverse) return;
  const double scale = 1.0 / static_cast<double>(n_);
  std::transform(data, data + n_, data, [=](Complex c) { return std::conj(c) * scale; });
}

}  // namespace sardonyx::fft
