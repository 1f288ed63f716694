#include "ops/generation.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "ops/repeated_runs.h"
#include "tensor/convert.h"

namespace sardonyx {

void GenerationFields::visit(FieldVisitor& f) {
  f("decoder", decoder);
  f("encoder", encoder);
  f("init_decoder", init_decoder);
  f("decoder_shapes", decoder_shapes);
  f("captures", captures);
  f("decoder_start_token_id", decoder_start_token_id);
  f("eos_token_id", eos_token_id);
  f("pad_token_id", pad_token_id);
  f("model_type", model_type);
  f("no_repeat_ngram_size", no_repeat_ngram_size);
  f("vocab_size", vocab_size);
}

void GenerationFields::check(std::string_view op) const {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();
  require(decoder != nullptr, Code::invalid_model, "{} lacks its decoder", op);
  require(model_type >= 0 && model_type <= 2, Code::invalid_model, "model_type of {} is {}, not 0, 1 or 2",
          op, model_type);
  require(model_type == 0 || encoder != nullptr, Code::invalid_model, "{} of model_type {} lacks its encoder",
          op, model_type);
  for (std::int64_t token : {eos_token_id, pad_token_id, decoder_start_token_id})
    require(token >= -1 && token <= kLargest, Code::invalid_model, "a token of {} is {}", op, token);
  require(no_repeat_ngram_size >= 0 && no_repeat_ngram_size <= kLargest && vocab_size <= kLargest,
          Code::invalid_model, "no_repeat_ngram_size {} or vocab_size {} of {} is out of range",
          no_repeat_ngram_size, vocab_size, op);
}

std::int64_t LoopInputs::only_int(std::size_t i, std::int64_t if_absent, const char* what) const {
  if (!has(i)) return if_absent;
  const Tensor t = tensor(i);
  require(t.count() == 1, Code::invalid_argument, "{} has {} elements, not one", what, t.count());
  return t.int_at(0);
}

float LoopInputs::only_number(std::size_t i, float if_absent, const char* what) const {
  if (!has(i)) return if_absent;
  const Tensor t = tensor(i);
  require(t.count() == 1, Code::invalid_argument, "{} has {} elements, not one", what, t.count());
  return static_cast<float>(t.number_at(0));
}

TokenRows::TokenRows(const Tensor& first, std::int64_t times, std::int64_t limit) {
  require(first.rank() == 2, Code::invalid_argument, "tokens must be [batch, length], found {}", first);
  rows_ = first.shape()[0] * times;
  length_ = first.shape()[1];
  limit_ = std::max(limit, length_);
  tokens_.resize(checked_mul(static_cast<std::size_t>(rows_), static_cast<std::size_t>(limit_)));
  for (std::int64_t r = 0; r < rows_; ++r)
    for (std::int64_t i = 0; i < length_; ++i)
      tokens_[static_cast<std::size_t>(r * limit_ + i)] =
          static_cast<std::int32_t>(first.int_at(r / times * length_ + i));
}

void TokenRows::extend(std::span<const std::int64_t> from, std::span<const std::int32_t> next) {
  require(length_ < limit_, Code::internal, "more tokens than {}", limit_);
  std::vector<std::int32_t> grown(tokens_.size());
  for (std::int64_t r = 0; r < rows_; ++r) {
    const auto at = static_cast<std::size_t>(r);
    std::copy_n(tokens_.begin() + from[at] * limit_, length_, grown.begin() + r * limit_);
    grown[static_cast<std::size_t>(r * limit_ + length_)] = next[at];
  }
  tokens_ = std::move(grown);
  ++length_;
}

namespace {

constexpr float kLowest = std::numeric_limits<float>::lowest();

// Bans what would repeat a run of n tokens.
void ban_repeated_runs(std::span<float> x, std::span<const std::int32_t> tokens, std::size_t n) {
  each_repeated(tokens, n, [&](std::int32_t token) {
    const auto next = static_cast<std::size_t>(token);
    if (next < x.size()) x[next] = kLowest;
  });
}

void ban_masked(std::span<float> x, const Tensor& mask, std::int64_t first) {
  for (std::size_t v = 0; v < x.size(); ++v)
    if (mask.int_at(first + static_cast<std::int64_t>(v)) == 0) x[v] = kLowest;
}

}  // namespace

void ScoreRules::apply_row(std::span<float> x, std::span<const std::int32_t> tokens) const {
  if (repetition_penalty != 1) {
    std::vector<std::int32_t> seen(tokens.begin(), tokens.end());
    std::sort(seen.begin(), seen.end());
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    for (std::int32_t t : seen) {
      if (t < 0 || static_cast<std::size_t>(t) >= x.size()) continue;
      float& score = x[static_cast<std::size_t>(t)];
      score = score < 0 ? score * repetition_penalty : score / repetition_penalty;
    }
  }
  if (no_repeat_ngram_size > 0) ban_repeated_runs(x, tokens, static_cast<std::size_t>(no_repeat_ngram_size));
}

void ScoreRules::apply(std::span<float> scores, std::int64_t vocab, const TokenRows& tokens,
                       bool first) const {
  const bool prefixed = first && !prefix_vocab_mask.is_null();
  require(vocab_mask.is_null() || vocab_mask.count() == vocab, Code::invalid_argument,
          "vocab_mask has {} elements for a vocabulary of {}", vocab_mask.count(), vocab);
  const std::int64_t batch = prefixed && vocab > 0 ? prefix_vocab_mask.count() / vocab : 1;
  require(
      !prefixed || (batch > 0 && batch * vocab == prefix_vocab_mask.count() && tokens.rows() % batch == 0),
      Code::invalid_argument, "prefix_vocab_mask is {} for {} rows of {} tokens", prefix_vocab_mask,
      tokens.rows(), vocab);
  for (std::int64_t r = 0; r < tokens.rows(); ++r) {
    const std::span<float> x =
        scores.subspan(static_cast<std::size_t>(r * vocab), static_cast<std::size_t>(vocab));
    apply_row(x, tokens.row(r));
    if (!vocab_mask.is_null()) ban_masked(x, vocab_mask, 0);
    if (prefixed) ban_masked(x, prefix_vocab_mask, r / (tokens.rows() / batch) * vocab);
    if (tokens.length() < min_length && eos >= 0 && eos < vocab) x[static_cast<std::size_t>(eos)] = kLowest;
    if (temperature != 1)
      for (float& score : x) score /= temperature;
    if (timestamps) timestamps->apply(x, tokens.row(r));
  }
}

std::vector<Value> DecoderBody::run(const Call& call, std::vector<Value> own) const {
  for (std::size_t i = 0; i < captures; ++i) own.push_back(call.value(first_capture + i));
  std::vector<Value> out = body->run(call, std::move(own));
  for (const Value& v : out)
    require(v.is_tensor(), Code::invalid_argument, "a body of the generation loop gives {}", v);
  return out;
}

namespace {

DecoderBody one_body(LowerContext& c, const std::shared_ptr<Graph>& graph, const GenerationFields& fields) {
  DecoderBody b;
  if (graph == nullptr) return b;
  const auto captures = static_cast<std::size_t>(fields.captures);
  require(graph->inputs.size() >= captures, Code::invalid_model, "a body takes {} inputs, {} are captured",
          graph->inputs.size(), captures);
  b.body = c.body(graph);
  b.outputs = graph->outputs.size();
  b.captures = captures;
  b.first_capture = c.inputs() - captures;
  for (std::size_t i = 0; i + captures < graph->inputs.size(); ++i) {
    const ValueInfo& v = graph->value(graph->inputs[i]);
    b.inputs.push_back({v.name, v.fact.dtype(), {}});
  }
  return b;
}

}  // namespace

DecoderBodies decoder_bodies(LowerContext& c, const GenerationFields& fields) {
  DecoderBodies all;
  all.own_inputs = c.inputs() - static_cast<std::size_t>(fields.captures);
  all.decoder = one_body(c, fields.decoder, fields);
  all.init_decoder = one_body(c, fields.init_decoder, fields);
  all.encoder = one_body(c, fields.encoder, fields);
  std::size_t at = 0;
  const std::vector<std::int64_t>& told = fields.decoder_shapes;
  for (DecoderBody::Input& input : all.decoder.inputs) {
    if (at >= told.size()) break;
    const std::int64_t rank = told[at++];
    if (rank < 0) continue;
    require(static_cast<std::uint64_t>(rank) <= told.size() - at, Code::internal,
            "decoder_shapes ends too early");
    const auto begin = told.begin() + static_cast<std::ptrdiff_t>(at);
    input.declared.emplace(begin, begin + static_cast<std::ptrdiff_t>(rank));
    at += static_cast<std::size_t>(rank);
  }
  return all;
}

Tensor picked_rows(const Tensor& t, std::size_t axis, std::span<const std::int64_t> from) {
  require(t.rank() > axis && t.dtype() != DType::string && !is_sub_byte(t.dtype()), Code::invalid_argument,
          "a state of the decoder is {}", t);
  const std::int64_t rows = t.shape()[axis], outer = t.shape().count(0, axis);
  Shape shape = t.shape();
  shape[axis] = static_cast<std::int64_t>(from.size());
  for (std::int64_t r : from)
    require(r < rows, Code::invalid_argument, "a state of the decoder has {} rows: {}", rows, t);
  Tensor out(t.dtype(), shape);
  const std::size_t bytes =
      static_cast<std::size_t>(t.shape().count(axis + 1, t.rank())) * item_size(t.dtype());
  std::byte* to = out.mutable_data();
  if (out.bytes() == 0) return out;
  for (std::int64_t o = 0; o < outer; ++o)
    for (std::int64_t r : from) {
      std::memcpy(to, t.data() + static_cast<std::size_t>(o * rows + r) * bytes, bytes);
      to += bytes;
    }
  return out;
}

std::vector<std::int64_t> repeated_rows(std::int64_t rows, std::int64_t times) {
  std::vector<std::int64_t> from;
  for (std::int64_t r = 0; r < rows * times; ++r) from.push_back(r / times);
  return from;
}

std::vector<float> last_logits(const Tensor& logits, std::int64_t rows, std::int64_t vocab) {
  const std::int64_t n = logits.shape()[1], width = logits.shape()[2];
  std::vector<float> out(checked_mul(static_cast<std::size_t>(rows), static_cast<std::size_t>(vocab)));
  for (std::int64_t r = 0; r < rows; ++r) {
    const std::size_t first = static_cast<std::size_t>((r * n + n - 1) * width) * item_size(logits.dtype());
    convert_to_float(logits.dtype(), logits.data() + first, out.data() + r * vocab, vocab);
  }
  for (float& x : out)
    if (std::isnan(x)) x = kLowest;
  return out;
}

std::int64_t vocabulary(const Tensor& logits, std::int64_t vocab_size, std::int64_t rows) {
  require(logits.rank() == 3 && logits.shape()[0] == rows && logits.shape()[1] > 0 &&
              (logits.dtype() == DType::float32 || logits.dtype() == DType::float16),
          Code::invalid_argument, "the decoder's logits are {} for {} rows, expected float [rows, n, vocab]",
          logits, rows);
  const std::int64_t width = logits.shape()[2];
  require(vocab_size <= width && width >= 2, Code::invalid_argument,
          "vocab_size is {}, the decoder's logits are {}", vocab_size, logits);
  return vocab_size > 0 ? vocab_size : width;
}

}  // namespace sardonyx
