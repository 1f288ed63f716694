// com.microsoft BeamSearch and WhisperBeamSearch: the likeliest sequences, by keeping the best unfinished ones of each
// batch row.
#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/rows/rows.h"
#include "ops/generation.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

enum Input : std::size_t {
  kIds,
  kMaxLength,
  kMinLength,
  kBeams,
  kReturned,
  kLengthPenalty,
  kRepetitionPenalty,
  kVocabMask,
  kPrefixMask,
  kMask,
  kDecoderIds,
  kLogitsProcessor,
  kTemperature = 14  // Whisper's
};

struct Hypothesis {
  float score;
  std::vector<std::int32_t> tokens;
};

// The best finished sequences of one batch row, best first.
class Finished {
 public:
  explicit Finished(std::size_t limit) : limit_(limit) {}
  void add(float score, std::span<const std::int32_t> tokens) {
    if (best_.size() == limit_ && !(score > best_.back().score)) return;
    const auto at =
        std::find_if(best_.begin(), best_.end(), [&](const Hypothesis& h) { return h.score < score; });
    best_.insert(at, Hypothesis{score, {tokens.begin(), tokens.end()}});
    if (best_.size() > limit_) best_.pop_back();
  }
  bool full() const { return best_.size() == limit_; }
  float worst() const { return best_.back().score; }
  const std::vector<Hypothesis>& all() const { return best_; }

 private:
  std::size_t limit_;
  std::vector<Hypothesis> best_;
};

struct Candidate {
  float score;
  std::int64_t index;  // beam * vocab + token
};

// The `count` best of `scores`, best first; of equal ones the first.
std::vector<Candidate> best_of(std::span<const float> scores, std::size_t count) {
  const auto better = [](const Candidate& a, const Candidate& b) {
    return a.score > b.score || (a.score == b.score && a.index < b.index);
  };
  std::vector<Candidate> heap;  // the worst kept one in front
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const Candidate c{scores[i], static_cast<std::int64_t>(i)};
    if (heap.size() == count) {
      if (!better(c, heap.front())) continue;
      std::pop_heap(heap.begin(), heap.end(), better);
      heap.pop_back();
    }
    heap.push_back(c);
    std::push_heap(heap.begin(), heap.end(), better);
  }
  std::sort_heap(heap.begin(), heap.end(), better);
  return heap;
}

struct Setting {
  std::int64_t batch = 0, beams = 1, returned = 1, max_length = 0, prompt = 0;
  float length_penalty = 1;
  std::int64_t rows() const { return batch * beams; }
};

// The beams of all batch rows.
class Beams {
 public:
  Beams(const Setting& s, std::int64_t eos, std::int64_t pad, bool early)
      : s_(s), eos_(eos), pad_(pad), early_(early), done_(static_cast<std::size_t>(s.batch), 0) {
    finished_.assign(static_cast<std::size_t>(s.batch), Finished(static_cast<std::size_t>(s.beams)));
    for (std::int64_t r = 0; r < s.rows(); ++r) sums_.push_back(r % s.beams == 0 ? 0.0f : -1e9f);
    next_.resize(static_cast<std::size_t>(s.rows()));
    from_.resize(static_cast<std::size_t>(s.rows()));
  }
  // `scores` [rows, vocab] hold sums already.
  void choose(std::span<const float> scores, std::int64_t vocab, const TokenRows& tokens) {
    std::vector<Candidate> best;  // 2 * beams of every batch row
    const auto part = static_cast<std::size_t>(s_.beams * vocab);
    for (std::int64_t b = 0; b < s_.batch; ++b) {
      const auto own = best_of(scores.subspan(static_cast<std::size_t>(b) * part, part),
                               static_cast<std::size_t>(2 * s_.beams));
      best.insert(best.end(), own.begin(), own.end());
    }
    for (std::int64_t b = 0; b < s_.batch; ++b) choose_row(b, best, vocab, tokens);
  }
  void finish(const TokenRows& tokens) {
    for (std::int64_t b = 0; b < s_.batch; ++b) {
      if (done_[static_cast<std::size_t>(b)]) continue;
      for (std::int64_t r = b * s_.beams; r < (b + 1) * s_.beams; ++r)
        finished_[static_cast<std::size_t>(b)].add(
            normalised(sums_[static_cast<std::size_t>(r)], tokens.length()), tokens.row(r));
    }
  }
  bool all_done() const {
    return std::all_of(done_.begin(), done_.end(), [](char d) { return d != 0; });
  }
  float sum(std::int64_t row) const { return sums_[static_cast<std::size_t>(row)]; }
  std::span<const std::int64_t> from() const { return from_; }
  std::span<const std::int32_t> next() const { return next_; }
  const Finished& finished(std::int64_t b) const { return finished_[static_cast<std::size_t>(b)]; }

 private:
  float normalised(float sum, std::int64_t length) const {
    return sum / std::pow(static_cast<float>(length), s_.length_penalty);
  }
  void set(std::int64_t row, float sum, std::int64_t token, std::int64_t from) {
    const auto r = static_cast<std::size_t>(row);
    sums_[r] = sum;
    next_[r] = static_cast<std::int32_t>(token);
    from_[r] = from;
  }
  void choose_row(std::int64_t b, const std::vector<Candidate>& best, std::int64_t vocab,
                  const TokenRows& tokens) {
    const std::int64_t beams = s_.beams, first = b * beams;
    if (done_[static_cast<std::size_t>(b)]) {
      for (std::int64_t i = 0; i < beams; ++i) set(first + i, 0, pad_, 0);
      return;
    }
    Finished& finished = finished_[static_cast<std::size_t>(b)];
    std::int64_t taken = 0;
    for (std::int64_t rank = 0; rank < 2 * beams && taken < beams; ++rank) {
      const Candidate& c = best[static_cast<std::size_t>(2 * first + rank)];
      const std::int64_t row = first + c.index / vocab, token = c.index % vocab;
      if (token != eos_) {
        set(first + taken++, c.score, token, row);
      } else if (rank < beams) {
        finished.add(normalised(c.score, tokens.length()), tokens.row(row));
      }
    }
    // The 2 * beams candidates from `first` on, not from 2 * first: partly another row's (docs/semantics.md).
    const auto window = best.begin() + static_cast<std::ptrdiff_t>(first);
    const auto most =
        std::max_element(window, window + static_cast<std::ptrdiff_t>(2 * beams),
                         [](const Candidate& x, const Candidate& y) { return x.score < y.score; });
    const float reachable = normalised(most->score, tokens.length());
    if (finished.full() && (early_ || finished.worst() >= reachable)) done_[static_cast<std::size_t>(b)] = 1;
  }

  Setting s_;
  std::int64_t eos_, pad_;
  bool early_;
  std::vector<Finished> finished_;
  std::vector<char> done_;
  std::vector<float> sums_;
  std::vector<std::int32_t> next_;
  std::vector<std::int64_t> from_;
};

Tensor as_type(Tensor t, DType to) {
  if (to == t.dtype()) return t;
  Tensor out(to, t.shape());
  convert_from_float(to, t.as<float>().data(), out.mutable_data(), t.count());
  return out;
}

struct BeamRun {
  DecoderBodies bodies;
  GenerationFields g;
  std::optional<TimestampRule> timestamps;  // what the model may ask for; Whisper's form only
  bool early = false, wants_scores = false;
  DType scores_type = DType::float32;
  Isa isa = Isa::base;

  void operator()(Call& call) const;
  Setting setting(const LoopInputs& in, const Tensor& first) const;
  ScoreRules rules(const LoopInputs& in) const;
  Tensor first_tokens(const LoopInputs& in) const;
  void give(Call& call, const Beams& beams, const Setting& s) const;
};

// What the sequences begin with: the prompt, or what the decoder starts with.
Tensor BeamRun::first_tokens(const LoopInputs& in) const {
  const Tensor inputs = in.tensor(kIds);
  if (g.model_type == 0) return inputs;
  require(inputs.rank() >= 1, Code::invalid_argument, "the inputs of a beam search are {}", inputs);
  const Tensor given = in.tensor(kDecoderIds);
  if (!given.is_null() && g.model_type == 2) {
    require(given.rank() == 2 && given.shape()[0] == inputs.shape()[0] && given.shape()[1] > 0,
            Code::invalid_argument, "decoder_input_ids is {} for inputs {}", given, inputs);
    return given;
  }
  Tensor start(DType::int32, Shape{inputs.shape()[0], 1});
  for (std::int32_t& t : start.mutable_as<std::int32_t>())
    t = static_cast<std::int32_t>(g.decoder_start_token_id);
  return start;
}

Setting BeamRun::setting(const LoopInputs& in, const Tensor& first) const {
  Setting s;
  require(first.rank() == 2, Code::invalid_argument, "tokens must be [batch, length], found {}", first);
  s.batch = first.shape()[0];
  s.prompt = first.shape()[1];
  s.max_length = in.only_int(kMaxLength, 0, "max_length");
  s.beams = in.only_int(kBeams, 0, "num_beams");
  s.returned = in.only_int(kReturned, 0, "num_return_sequences");
  s.length_penalty = in.only_number(kLengthPenalty, 1, "length_penalty");
  require(s.max_length > s.prompt && s.max_length <= kMaxGenerated, Code::invalid_argument,
          "max_length is {} for sequences that begin with {} tokens, must be longer and at most {}",
          s.max_length, s.prompt, kMaxGenerated);
  require(s.beams >= 1 && s.beams <= 128, Code::invalid_argument, "num_beams is {}, outside [1, 128]",
          s.beams);
  require(s.returned >= 1 && s.returned <= s.beams, Code::invalid_argument,
          "num_return_sequences is {}, outside [1, {}]", s.returned, s.beams);
  return s;
}

ScoreRules BeamRun::rules(const LoopInputs& in) const {
  ScoreRules r;
  r.repetition_penalty = in.only_number(kRepetitionPenalty, 1, "repetition_penalty");
  require(r.repetition_penalty > 0, Code::invalid_argument, "repetition_penalty is {}, must be above 0",
          r.repetition_penalty);
  const std::int64_t processor = in.only_int(kLogitsProcessor, 0, "logits_processor");
  require(processor == 0 || (processor == 1 && timestamps), Code::not_implemented,
          "logits_processor is {}; 0 is known, and 1 to WhisperBeamSearch", processor);
  if (processor == 1) r.timestamps = timestamps;
  if (timestamps) r.temperature = in.only_number(kTemperature, 1, "temperature");
  require(r.temperature > 0, Code::invalid_argument, "temperature is {}, must be above 0", r.temperature);
  r.no_repeat_ngram_size = g.no_repeat_ngram_size;
  r.vocab_mask = in.tensor(kVocabMask);
  r.prefix_vocab_mask = in.tensor(kPrefixMask);
  r.min_length = in.only_int(kMinLength, 0, "min_length");
  r.eos = g.eos_token_id;
  return r;
}

void BeamRun::operator()(Call& call) const {
  const LoopInputs in(call, bodies.own_inputs);
  const Tensor first = first_tokens(in);
  const Setting s = setting(in, first);
  const DecoderSetting ds{
      s.batch,      s.beams,         s.max_length,    g.pad_token_id, g.decoder_start_token_id,
      g.model_type, in.tensor(kIds), in.tensor(kMask)};
  const auto decoder =
      g.model_type == 0 ? make_prompt_decoder(bodies, ds) : make_encoded_decoder(bodies, ds, first);
  const ScoreRules rule = rules(in);
  TokenRows tokens(first, s.beams, s.max_length);
  Beams beams(s, g.eos_token_id, g.pad_token_id, early);
  const auto log_softmax = rows::kernels<float>(isa).log_softmax;
  Tensor all;  // scores of every step
  for (std::int64_t step = 0; tokens.length() < s.max_length; ++step) {
    call.check_stop();
    const Tensor logits = decoder->step(call, tokens);
    const std::int64_t vocab = vocabulary(logits, g.vocab_size, s.rows());
    std::vector<float> x = last_logits(logits, s.rows(), vocab);
    call.for_range(s.rows(), 1 + 8192 / vocab, [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t r = begin; r < end; ++r) log_softmax(&x[r * vocab], &x[r * vocab], vocab);
    });
    rule.apply(x, vocab, tokens, step == 0);
    for (std::int64_t i = 0; i < s.rows() * vocab; ++i)
      x[static_cast<std::size_t>(i)] += beams.sum(i / vocab);
    if (wants_scores) {
      if (step == 0)
        all = Tensor::zeros(DType::float32, Shape{s.max_length - s.prompt, s.batch, s.beams, vocab});
      std::copy(x.begin(), x.end(), all.mutable_as<float>().begin() + step * s.rows() * vocab);
    }
    beams.choose(x, vocab, tokens);
    if (beams.all_done()) break;
    tokens.extend(beams.from(), beams.next());
    if (tokens.length() < s.max_length) decoder->reorder(call, beams.from());
  }
  beams.finish(tokens);
  give(call, beams, s);
  if (wants_scores) call.set_out(2, as_type(std::move(all), scores_type));
}

void BeamRun::give(Call& call, const Beams& beams, const Setting& s) const {
  Tensor sequences(DType::int32, Shape{s.batch, s.returned, s.max_length});
  Tensor scores(DType::float32, Shape{s.batch, s.returned});
  auto tokens = sequences.mutable_as<std::int32_t>();
  auto score = scores.mutable_as<float>();
  std::fill(tokens.begin(), tokens.end(), static_cast<std::int32_t>(g.pad_token_id));
  for (std::int64_t b = 0; b < s.batch; ++b) {
    const std::vector<Hypothesis>& best = beams.finished(b).all();
    for (std::int64_t i = 0; i < s.returned; ++i) {
      const Hypothesis& h = best[static_cast<std::size_t>(i)];
      const std::int64_t row = b * s.returned + i;
      std::copy(h.tokens.begin(), h.tokens.end(), tokens.begin() + row * s.max_length);
      score[static_cast<std::size_t>(row)] = h.score;
    }
  }
  call.set_out(0, std::move(sequences));
  call.set_out(1, as_type(std::move(scores), scores_type));
}

struct BeamSearch : Op {
  GenerationFields g;
  bool early_stopping = false;

  void fields(FieldVisitor& f) override {
    g.visit(f);
    f("early_stopping", early_stopping);
  }
  void infer(InferContext& c) const override {
    g.check(def().name);
    const SymShape& ids = c.shape(kIds);
    require(!ids.ranked() || ids.rank() >= 1, Code::invalid_argument, "the inputs of a beam search are {}",
            ids);
    const auto one = [&](std::size_t i) {
      const auto d = c.dims(i);
      return d && d->size() == 1 ? told_size((*d)[0]) : Dim::unknown();
    };
    const Dim batch = ids.ranked() ? ids[0] : Dim::unknown();
    c.out(0, DType::int32, {batch, one(kReturned), one(kMaxLength)});
    c.out(1, scores_type(c), {batch, one(kReturned)});
    c.out(2, scores_type(c), {Dim::unknown(), batch, one(kBeams), Dim::unknown()});
  }
  Kernel lower(LowerContext& c) const override {
    BeamRun run{decoder_bodies(c, g), g, timestamps(), early_stopping, c.wanted(2), scores_type(c),
                c.options().isa};
    return Kernel::of_values(std::move(run));
  }
  virtual std::optional<TimestampRule> timestamps() const { return std::nullopt; }

 private:
  template <typename Context>
  DType scores_type(const Context& c) const {
    for (const std::size_t i : {std::size_t{kLengthPenalty}, std::size_t{kRepetitionPenalty}})
      if (i + static_cast<std::size_t>(g.captures) < c.inputs() && c.has(i)) return c.dtype(i);
    return DType::float32;
  }
};

// Adds a temperature and the rule on timestamps.
struct WhisperBeamSearch final : BeamSearch {
  std::int64_t beginning_timestamp_token_id = -1, no_speech_token_id = -1, no_timestamps_token_id = -1,
               start_of_lm_token_id = -1, transcribe_token_id = -1, translate_token_id = -1;
  bool decoder_output_cross_qk = false;

  WhisperBeamSearch() { g.model_type = 2; }
  void fields(FieldVisitor& f) override {
    BeamSearch::fields(f);
    f("beginning_timestamp_token_id", beginning_timestamp_token_id);
    f("decoder_output_cross_qk", decoder_output_cross_qk);
    f("no_speech_token_id", no_speech_token_id);
    f("no_timestamps_token_id", no_timestamps_token_id);
    f("start_of_lm_token_id", start_of_lm_token_id);
    f("transcribe_token_id", transcribe_token_id);
    f("translate_token_id", translate_token_id);
  }
  void infer(InferContext& c) const override {
    require(!c.wanted(3) && !decoder_output_cross_qk, Code::not_implemented,
            "the output cross_qk of WhisperBeamSearch is not supported");
    require(!c.wanted(4), Code::not_implemented,
            "the output non_speech_probs of WhisperBeamSearch is not supported");
    for (const std::int64_t t : {beginning_timestamp_token_id, no_timestamps_token_id, start_of_lm_token_id,
                                 transcribe_token_id, translate_token_id})
      require(t >= -1 && t <= INT32_MAX, Code::invalid_model, "a token of WhisperBeamSearch is {}", t);
    BeamSearch::infer(c);
  }
  std::optional<TimestampRule> timestamps() const override {
    return TimestampRule{beginning_timestamp_token_id, g.eos_token_id,       g.decoder_start_token_id,
                         no_timestamps_token_id,       start_of_lm_token_id, translate_token_id,
                         transcribe_token_id};
  }
};

}  // namespace

void register_beam_search(OpRegistry& r) {
  r.add<BeamSearch>("com.microsoft", "BeamSearch");
  r.add<WhisperBeamSearch>("com.microsoft", "WhisperBeamSearch");
}

}  // namespace sardonyx
