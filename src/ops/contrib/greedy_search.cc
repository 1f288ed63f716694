// com.microsoft GreedySearch and Sampling: one sequence a row, the next token the best or drawn from the likeliest.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "ops/generation.h"

namespace sardonyx {
namespace {

enum Input : std::size_t {
  kIds,
  kMaxLength,
  kMinLength,
  kPenalty,
  kVocabMask,
  kPrefixMask,
  kMask,
  kPresence,
  kSeed
};

// Drawing from the likeliest tokens.
struct DrawSetting {
  float temperature = 1, top_p = 0, filter_value = -1e20f, presence_penalty = 0;
  std::int64_t min_tokens_to_keep = 0, custom = 0;
};

// The minimal standard generator, 16807 x mod 2^31 - 1; two draws make one number in [0, 1).
class Draws {
 public:
  explicit Draws(std::int64_t seed) {
    x_ = static_cast<std::uint64_t>(static_cast<std::uint32_t>(seed)) % kModulus;
    if (x_ == 0) x_ = 1;
  }
  double next() {
    constexpr double kRange = static_cast<double>(kModulus - 1);
    const double low = static_cast<double>(draw() - 1), high = static_cast<double>(draw() - 1);
    return (low + high * kRange) / (kRange * kRange);
  }

 private:
  static constexpr std::uint64_t kModulus = 2147483647;
  std::uint64_t draw() { return x_ = x_ * 16807 % kModulus; }
  std::uint64_t x_;
};

// Everything but the likeliest tokens, which together have `top_p`, gets `filter_value`.
void keep_likeliest(std::span<float> x, const DrawSetting& s) {
  const std::size_t n = x.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const float best = *std::max_element(x.begin(), x.end());
  std::vector<double> p(n);
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) total += p[i] = std::exp(static_cast<double>(x[i]) - best);
  double sum = 0;
  if (s.custom == 0) {
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
    const std::size_t kept =
        std::min(n, static_cast<std::size_t>(std::max<std::int64_t>(s.min_tokens_to_keep, 0)));
    for (std::size_t j = 0; j + kept < n; ++j) {
      sum += p[order[j]] / total;
      if (sum <= 1 - static_cast<double>(s.top_p)) x[order[j]] = s.filter_value;
    }
    return;
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return x[a] > x[b]; });
  for (std::size_t j = 0; j + 1 < n; ++j) {
    sum += p[order[j]] / total;
    if (sum > static_cast<double>(s.top_p)) x[order[j + 1]] = s.filter_value;
  }
}

std::int32_t drawn(std::span<const float> x, double u) {
  const float best = *std::max_element(x.begin(), x.end());
  double total = 0, sum = 0;
  for (float v : x) total += std::exp(static_cast<double>(v) - best);
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += std::exp(static_cast<double>(x[i]) - best);
    if (sum > u * total) return static_cast<std::int32_t>(i);
  }
  return static_cast<std::int32_t>(x.size() - 1);
}

struct GreedyRun {
  DecoderBodies bodies;
  std::int64_t eos, pad, vocab_size, ngram;
  std::optional<DrawSetting> draw;

  void operator()(Call& call) const;
  ScoreRules rules(const LoopInputs& in) const;
  void penalise_presence(std::span<float> scores, const Tensor& mask) const;
};

ScoreRules GreedyRun::rules(const LoopInputs& in) const {
  ScoreRules r;
  r.repetition_penalty = in.only_number(kPenalty, 1, "repetition_penalty");
  require(r.repetition_penalty > 0, Code::invalid_argument, "repetition_penalty is {}, must be above 0",
          r.repetition_penalty);
  r.no_repeat_ngram_size = ngram;
  r.vocab_mask = in.tensor(kVocabMask);
  r.prefix_vocab_mask = in.tensor(kPrefixMask);
  r.min_length = in.only_int(kMinLength, 0, "min_length");
  r.eos = eos;
  if (draw) r.temperature = draw->temperature;
  return r;
}

void GreedyRun::penalise_presence(std::span<float> scores, const Tensor& mask) const {
  if (mask.is_null()) return;
  require(static_cast<std::size_t>(mask.count()) == scores.size(), Code::invalid_argument,
          "presence_mask is {} for {} scores", mask, scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i)
    scores[i] -= draw->presence_penalty * static_cast<float>(mask.int_at(static_cast<std::int64_t>(i)));
}

// [batch, length], the tokens and then `pad`.
Tensor padded(const TokenRows& tokens, std::int64_t length, std::int64_t pad) {
  Tensor t(DType::int32, Shape{tokens.rows(), length});
  auto to = t.mutable_as<std::int32_t>().begin();
  for (std::int64_t r = 0; r < tokens.rows(); ++r) {
    const auto row = tokens.row(r);
    to = std::copy(row.begin(), row.end(), to);
    to = std::fill_n(to, length - tokens.length(), static_cast<std::int32_t>(pad));
  }
  return t;
}

void GreedyRun::operator()(Call& call) const {
  const LoopInputs in(call, bodies.own_inputs);
  const Tensor ids = in.tensor(kIds);
  const std::int64_t max_length = in.only_int(kMaxLength, 0, "max_length");
  require(ids.rank() == 2 && max_length > ids.shape()[1] && max_length <= kMaxGenerated,
          Code::invalid_argument, "max_length is {} for tokens {}, must be longer and at most {}", max_length,
          ids, kMaxGenerated);
  TokenRows tokens(ids, 1, max_length);
  const std::int64_t batch = tokens.rows();
  const auto decoder = make_prompt_decoder(bodies, {batch, 1, max_length, pad, -1, 0, ids, in.tensor(kMask)});
  const ScoreRules rule = rules(in);
  Draws draws(in.only_int(kSeed, 0, "seed"));
  const Tensor presence = draw ? in.tensor(kPresence) : Tensor();
  std::vector<char> done(static_cast<std::size_t>(batch), 0);
  const std::vector<std::int64_t> same = repeated_rows(batch, 1);
  std::vector<float> scores;
  for (bool first = true; tokens.length() < max_length; first = false) {
    call.check_stop();
    const Tensor logits = decoder->step(call, tokens);
    const std::int64_t vocab = vocabulary(logits, vocab_size, batch);
    scores = last_logits(logits, batch, vocab);
    rule.apply(scores, vocab, tokens, first);
    penalise_presence(scores, presence);
    std::vector<std::int32_t> next(static_cast<std::size_t>(batch));
    for (std::size_t r = 0; r < next.size(); ++r) {
      const std::span<float> x =
          std::span(scores).subspan(r * static_cast<std::size_t>(vocab), static_cast<std::size_t>(vocab));
      if (draw) keep_likeliest(x, *draw);
      next[r] = draw ? drawn(x, draws.next())
                     : static_cast<std::int32_t>(std::max_element(x.begin(), x.end()) - x.begin());
      // The end itself is written as pad too.
      if (next[r] == eos) done[r] = 1;
      if (done[r]) next[r] = static_cast<std::int32_t>(pad);
    }
    tokens.extend(same, next);
    if (std::all_of(done.begin(), done.end(), [](char d) { return d != 0; })) break;
  }
  call.set_out(0, padded(tokens, max_length, pad));
  if (!draw) return;
  const std::int64_t width = batch > 0 ? static_cast<std::int64_t>(scores.size()) / batch : 0;
  call.set_out(1, Tensor::of<float>(Shape{batch, width}, std::span<const float>(scores)));
}

template <bool kDraws>
struct Search final : Op {
  GenerationFields g;
  DrawSetting draw;

  void fields(FieldVisitor& f) override {
    g.visit(f);
    if constexpr (kDraws) {
      f("temperature", draw.temperature);
      f("top_p", draw.top_p);
      f("filter_value", draw.filter_value);
      f("presence_penalty", draw.presence_penalty);
      f("min_tokens_to_keep", draw.min_tokens_to_keep);
      f("custom", draw.custom);
    }
  }
  void infer(InferContext& c) const override {
    g.check(kDraws ? "Sampling" : "GreedySearch");
    require(g.model_type == 0, Code::not_implemented, "greedy search knows model_type 0 only, not {}",
            g.model_type);
    const SymShape& ids = c.shape(kIds);
    require(!ids.ranked() || ids.rank() == 2, Code::invalid_argument,
            "tokens must be [batch, length], found {}", ids);
    const Dim batch = ids.ranked() ? ids[0] : Dim::unknown();
    const auto length = c.dims(kMaxLength);
    c.out(0, DType::int32, {batch, length && length->size() == 1 ? told_size((*length)[0]) : Dim::unknown()});
    if (kDraws) c.out(1, DType::float32, {batch, Dim::unknown()});
  }
  bool nondeterministic() const override { return kDraws; }
  Kernel lower(LowerContext& c) const override {
    GreedyRun run{decoder_bodies(c, g), g.eos_token_id,         g.pad_token_id,
                  g.vocab_size,         g.no_repeat_ngram_size, {}};
    if (kDraws) run.draw = draw;
    return Kernel::of_values(std::move(run));
  }
};

}  // namespace

void register_greedy_search(OpRegistry& r) {
  r.add<Search<false>>("com.microsoft", "GreedySearch");
  r.add<Search<true>>("com.microsoft", "Sampling");
}

}  // namespace sardonyx
