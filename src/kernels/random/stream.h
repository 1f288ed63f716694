// A stream of random numbers by counter: number `i` of a stream is a function of its key and of `i`, so that any
// number of threads gives the same numbers. (SplitMix64: a Weyl sequence through a mixing function.)
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace sardonyx {

class RandomStream {
 public:
  // Streams of one seed differ by `stream`.
  RandomStream(std::uint64_t seed, std::uint64_t stream) : key_(mix(mix(seed) + kStep * (stream + 1))) {}

  std::uint64_t bits(std::uint64_t i) const { return mix(key_ + kStep * (i + 1)); }
  // In [0, 1), a multiple of 2^-53.
  double unit(std::uint64_t i) const { return static_cast<double>(bits(i) >> 11) * 0x1p-53; }
  // Standard normal (Box and Muller); uses numbers 2i and 2i+1.
  double normal(std::uint64_t i) const {
    const double radius = std::sqrt(-2 * std::log(1.0 - unit(2 * i)));
    return radius * std::cos(2 * std::numbers::pi * unit(2 * i + 1));
  }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio, odd
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::uint64_t key_;
};

}  // namespace sardonyx
