// Repeated runs of tokens: which next tokens would end a run of n that the sequence has already.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace sardonyx {

// found(token) for every token that followed, somewhere in `tokens`, the n - 1 tokens at its end. Requires n >= 1.
template <typename Token, typename Found>
void each_repeated(std::span<const Token> tokens, std::size_t n, const Found& found) {
  if (tokens.size() + 1 < n) return;
  const std::span<const Token> tail = tokens.last(n - 1);
  for (std::size_t i = 0; i + n <= tokens.size(); ++i) {
    if (std::equal(tail.begin(), tail.end(), tokens.begin() + static_cast<std::ptrdiff_t>(i)))
      found(tokens[i + n - 1]);
  }
}

}  // namespace sardonyx
