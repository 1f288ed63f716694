// Fft: discrete Fourier transforms of any length in float64.
//
// Lengths with small prime factors go through a mixed-radix Stockham transform, all others through Bluestein's
// convolution; both are O(n log n).
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

namespace sardonyx::fft {

class Fft {
 public:
  explicit Fft(std::int64_t n);  // n >= 1
  ~Fft();
  Fft(Fft&&) noexcept;

  std::int64_t size() const noexcept { return n_; }
  std::int64_t work_size() const noexcept;  // complex numbers of scratch for `run`
  // data[k] = sum of data[j] e^(-2 pi i jk/n), with the other sign and divided by n when `inverse`.
  void run(std::complex<double>* data, std::complex<double>* work, bool inverse) const;

 private:
  struct Bluestein;
  void stockham(std::complex<double>* data, std::complex<double>* work) const;

  std::int64_t n_;
  std::vector<int> factors_;                   // empty: Bluestein
  std::vector<std::complex<double>> twiddle_;  // e^(-2 pi i j/n)
  std::unique_ptr<Bluestein> bluestein_;
};

}  // namespace sardonyx::fft
