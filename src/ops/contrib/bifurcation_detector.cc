// com.microsoft BifurcationDetector: how far a guessed continuation was right, and where the source goes on like the
// result (aggressive decoding).
#include <algorithm>
#include <span>

#include "graph/op.h"

namespace sardonyx {
namespace {

using Tokens = std::span<const std::int64_t>;

// How many of the predicted tokens are kept: those that agree with the source from `begin` on, and the first other.
std::size_t kept_tokens(Tokens source, std::size_t begin, Tokens predicted) {
  std::size_t n = 0;
  while (begin + n < source.size() && predicted[n] == source[begin + n]) ++n;
  return n + 1;
}

// Behind the only place of the source that holds the last n tokens, for the least n that has one; -1 for none.
std::int64_t only_match(Tokens source, Tokens tokens, std::int64_t least, std::int64_t most) {
  for (std::int64_t n = least; n <= most && n <= static_cast<std::int64_t>(tokens.size()); ++n) {
    const Tokens tail = tokens.last(static_cast<std::size_t>(n));
    const auto first = std::search(source.begin(), source.end(), tail.begin(), tail.end());
    if (first == source.end()) return -1;
    if (std::search(first + 1, source.end(), tail.begin(), tail.end()) == source.end())
      return first - source.begin() + n;
  }
  return -1;
}

struct BifurcationDetector final : Op {
  std::int64_t max_ngram_size = 3, min_ngram_size = 1;
  void fields(FieldVisitor& f) override {
    f("max_ngram_size", max_ngram_size);
    f("min_ngram_size", min_ngram_size);
  }

  void infer(InferContext& c) const override {
    require(min_ngram_size > 0 && max_ngram_size >= min_ngram_size, Code::invalid_model,
            "sizes of n-grams from {} to {} are none", min_ngram_size, max_ngram_size);
    for (const std::size_t i : {0, 1, 3}) {
      require(!c.has(i) || !c.shape(i).ranked() || c.shape(i).rank() == 1, Code::invalid_argument,
              "tokens of shape {} must have rank 1", c.shape(i));
    }
    c.out(0, c.dtype(0), {c.has(3) || !c.shape(1).ranked() ? Dim::unknown() : c.shape(1)[0]});
    c.out(1, c.dtype(0), c.shape(2));
  }
  Kernel lower(LowerContext& c) const override {
    require(c.shape(2).count() == 1, Code::invalid_argument,
            "prev_suffix_match_idx of shape {} must hold one number", c.shape(2));
    const auto sizes = [&](std::size_t i) { return static_cast<std::size_t>(c.has(i) ? c.shape(i)[0] : 0); };
    const bool known = c.known(0), guessed = c.has(3), wants_index = c.wanted(1);
    return Kernel::of([=, op = *this, source_size = sizes(0), size = sizes(1),
                       guess_size = sizes(3)](Call& call) {
      const Tokens source(call.in<std::int64_t>(0), source_size), now(call.in<std::int64_t>(1), size);
      std::vector<std::int64_t> tokens(now.begin(), now.end());
      if (guessed) {
        const Tokens guess(call.in<std::int64_t>(3), guess_size);
        const std::int64_t begin = *call.in<std::int64_t>(2), all = static_cast<std::int64_t>(source_size);
        require(begin >= 0 && begin <= all, Code::invalid_argument,
                "prev_suffix_match_idx is {}, outside [0, {}]", begin, all);
        require(static_cast<std::int64_t>(guess_size) == all + 1 - begin, Code::invalid_argument,
                "pred_tokens has {} tokens, expected {}", guess_size, all + 1 - begin);
        const std::size_t kept = kept_tokens(source, static_cast<std::size_t>(begin), guess);
        tokens.insert(tokens.end(), guess.begin(), guess.begin() + static_cast<std::ptrdiff_t>(kept));
      }
      const auto n = static_cast<std::int64_t>(tokens.size());
      auto* to = known ? call.out<std::int64_t>(0) : reinterpret_cast<std::int64_t*>(call.allocate(0, {n}));
      if (to != nullptr) std::copy(tokens.begin(), tokens.end(), to);
      if (wants_index)
        *call.out<std::int64_t>(1) = only_match(source, tokens, op.min_ngram_size, op.max_ngram_size);
    });
  }
};

}  // namespace

void register_bifurcation_detector(OpRegistry& r) {
  r.add<BifurcationDetector>("com.microsoft", "BifurcationDetector");
}

}  // namespace sardonyx
