// Broadcasting over tensors of strings, which no pointwise program holds.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sardonyx/value.hpp"

namespace sardonyx {

// For every element of `out` in order: where its partner lies in each dense input, all broadcast to `out`.
template <std::size_t N, typename Visit>
void for_each_broadcast(const Shape& out, const std::array<Shape, N>& in, const Visit& visit) {
  const std::size_t rank = out.rank();
  std::array<std::vector<std::int64_t>, N> strides;
  for (std::size_t k = 0; k < N; ++k) {
    strides[k].assign(rank, 0);
    std::int64_t step = 1;
    for (std::size_t i = 0; i < in[k].rank(); ++i) {
      const std::size_t d = in[k].rank() - 1 - i;
      if (in[k][d] != 1) strides[k][rank - 1 - i] = step;
      step *= in[k][d];
    }
  }
  std::vector<std::int64_t> index(rank, 0);
  std::array<std::int64_t, N> at{};
  const std::int64_t count = out.count();
  for (std::int64_t i = 0; i < count; ++i) {
    visit(i, at);
    for (std::size_t d = rank; d-- > 0;) {
      for (std::size_t k = 0; k < N; ++k) at[k] += strides[k][d];
      if (++index[d] < out[d]) break;
      index[d] = 0;
      for (std::size_t k = 0; k < N; ++k) at[k] -= strides[k][d] * out[d];
    }
  }
}

}  // namespace sardonyx
