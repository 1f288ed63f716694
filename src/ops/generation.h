// Generation loops: what BeamSearch, GreedySearch and Sampling share: fields, the rows of tokens, the rules on
// scores, and the decoder, which is a body of the model.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "ops/body.h"

namespace sardonyx {

inline constexpr std::int64_t kMaxGenerated = 4096;  // tokens of a sequence

struct GenerationFields {
  std::shared_ptr<Graph> decoder, encoder, init_decoder;
  // Of the decoder's own inputs as the file declares them, for the states of the first step, which the loop makes
  // itself: rank (-1: not told), then the sizes (-1: not told), input after input. Set by import.
  std::vector<std::int64_t> decoder_shapes;
  std::int64_t captures = 0;
  std::int64_t decoder_start_token_id = -1, eos_token_id = -1, pad_token_id = -1;
  std::int64_t model_type = 0, no_repeat_ngram_size = 0, vocab_size = -1;

  void visit(FieldVisitor& f);
  // Throws invalid_model on what no input can make right.
  void check(std::string_view op) const;
};

// The loop's own inputs during a call; the captured values that follow them in the call are none of these.
class LoopInputs {
 public:
  LoopInputs(const Call& call, std::size_t own) : call_(call), own_(own) {}
  bool has(std::size_t i) const { return i < own_ && call_.has(i) && !call_.value(i).is_absent(); }
  // The only element of input `i`, or `if_absent`.
  std::int64_t only_int(std::size_t i, std::int64_t if_absent, const char* what) const;
  float only_number(std::size_t i, float if_absent, const char* what) const;
  // Null when it is absent.
  Tensor tensor(std::size_t i) const { return has(i) ? call_.value(i).tensor() : Tensor(); }

 private:
  const Call& call_;
  std::size_t own_;
};

// All rows have the same number of tokens, at most `limit`.
class TokenRows {
 public:
  TokenRows() = default;
  // Each row of `first` (integer [batch, length]) `times` times.
  TokenRows(const Tensor& first, std::int64_t times, std::int64_t limit);

  std::int64_t rows() const noexcept { return rows_; }
  std::int64_t length() const noexcept { return length_; }
  std::span<const std::int32_t> row(std::int64_t r) const {
    return {tokens_.data() + r * limit_, static_cast<std::size_t>(length_)};
  }
  // Row r becomes the row `from[r]` with `next[r]` behind it.
  void extend(std::span<const std::int64_t> from, std::span<const std::int32_t> next);

 private:
  std::int64_t rows_ = 0, length_ = 0, limit_ = 0;
  std::vector<std::int32_t> tokens_;
};

// Whisper's rule on timestamps: tokens from `begin` on, which come in pairs and never go back.
struct TimestampRule {
  std::int64_t begin = 0, eos = 0, start = -1, no_timestamps = -1, start_of_lm = -1, translate = -1,
               transcribe = -1;
  // Bans what may not follow `tokens`; `x` are log probabilities.
  void apply(std::span<float> x, std::span<const std::int32_t> tokens) const;
};

// What is done to the scores of the next token, in the order of the members.
struct ScoreRules {
  float repetition_penalty = 1;
  std::int64_t no_repeat_ngram_size = 0;
  Tensor vocab_mask, prefix_vocab_mask;  // null: none; [vocab] and [batch, vocab]
  std::int64_t min_length = 0, eos = 0;
  float temperature = 1;
  std::optional<TimestampRule> timestamps;

  // `scores` is [rows, vocab]; the prefix's mask holds on the first step only.
  void apply(std::span<float> scores, std::int64_t vocab, const TokenRows& tokens, bool first) const;

 private:
  void apply_row(std::span<float> x, std::span<const std::int32_t> tokens) const;
};

// The decoder with its states.
class Decoder {
 public:
  virtual ~Decoder() = default;
  // Logits [rows, n, vocab] after the tokens so far; the last of the n counts.
  virtual Tensor step(const Call& call, const TokenRows& tokens) = 0;
  // States of row r become those of row `from[r]`.
  virtual void reorder(const Call& call, std::span<const std::int64_t> from) = 0;
};

// A body and what its own inputs are.
struct DecoderBody {
  struct Input {
    std::string name;
    DType dtype = DType::undefined;
    std::optional<std::vector<std::int64_t>> declared;  // -1: not told
  };
  std::shared_ptr<const Body> body;
  std::vector<Input> inputs;
  std::size_t outputs = 0;
  std::size_t first_capture = 0, captures = 0;  // among the inputs of the loop

  // Inputs of its own; the captured ones follow.
  std::vector<Value> run(const Call& call, std::vector<Value> own) const;
};
struct DecoderBodies {
  DecoderBody decoder, init_decoder, encoder;  // without a body: not given
  std::size_t own_inputs = 0;                  // of the loop
};
DecoderBodies decoder_bodies(LowerContext& c, const GenerationFields& fields);

struct DecoderSetting {
  std::int64_t batch = 0, beams = 1, max_length = 0, pad = 0, start = 0, model_type = 0;
  Tensor inputs;          // input_ids [batch, length] or input features
  Tensor attention_mask;  // null: from the pad tokens
};
// Kinds of model_type 0 (the decoder sees the whole prompt), and 1 and 2 (an encoder sees the inputs).
std::unique_ptr<Decoder> make_prompt_decoder(const DecoderBodies& bodies, const DecoderSetting& setting);
// `start`: the decoder's first tokens [batch, n].
std::unique_ptr<Decoder> make_encoded_decoder(const DecoderBodies& bodies, const DecoderSetting& setting,
                                              const Tensor& start);

// Row `from[i]` of `t` along `axis` at place i.
Tensor picked_rows(const Tensor& t, std::size_t axis, std::span<const std::int64_t> from);
// 0 .. rows - 1, each `times` times.
std::vector<std::int64_t> repeated_rows(std::int64_t rows, std::int64_t times);
// The last position of `logits` as float [rows, vocab]; the first `vocab` columns, NaN as the lowest number.
std::vector<float> last_logits(const Tensor& logits, std::int64_t rows, std::int64_t vocab);
// `d` as a size of an output; unknown where the run will refuse it.
inline Dim told_size(const Dim& d) { return d.is_number() && d.number() < 0 ? Dim::unknown() : d; }
// The number of scores a token has: the attribute where it says one, else the width of the logits.
std::int64_t vocabulary(const Tensor& logits, std::int64_t vocab_size, std::int64_t rows);

}  // namespace sardonyx
