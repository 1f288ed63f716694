// The two kinds of decoders of generation loops: one that sees the whole prompt, one that sees an encoder's states.
#include <algorithm>
#include <iterator>
#include <utility>

#include "ops/generation.h"

namespace sardonyx {
namespace {

Tensor ints(Shape shape, const std::vector<std::int32_t>& values) {
  return Tensor::of<std::int32_t>(std::move(shape), std::span<const std::int32_t>(values));
}

// What the shared-buffer forms add to the inputs. Beams are reordered in the buffers themselves, so that every beam
// reads its own row: the indirection is the identity.
std::optional<Tensor> buffer_input(const DecoderBody::Input& input, const DecoderSetting& s,
                                   std::int64_t past) {
  if (input.name == "past_sequence_length") return ints(Shape{1}, {static_cast<std::int32_t>(past)});
  if (input.name == "beam_width") return ints(Shape{1}, {static_cast<std::int32_t>(s.beams)});
  if (input.name != "cache_indirection") return std::nullopt;
  Tensor t(DType::int32, Shape{s.batch, s.beams, s.max_length});
  auto all = t.mutable_as<std::int32_t>();
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = static_cast<std::int32_t>(static_cast<std::int64_t>(i) / s.max_length % s.beams);
  return t;
}

bool is_buffer_input(const DecoderBody::Input& input) {
  return input.name == "past_sequence_length" || input.name == "beam_width" ||
         input.name == "cache_indirection";
}

Tensor last_tokens(const TokenRows& tokens, bool all) {
  const std::int64_t n = all ? tokens.length() : 1;
  Tensor t(DType::int32, Shape{tokens.rows(), n});
  auto to = t.mutable_as<std::int32_t>().begin();
  for (std::int64_t r = 0; r < tokens.rows(); ++r) {
    const auto row = tokens.row(r).last(static_cast<std::size_t>(n));
    to = std::copy(row.begin(), row.end(), to);
  }
  return t;
}

// A size that the file must declare, or that a state of the encoder tells.
std::int64_t told(const DecoderBody::Input& input, std::size_t axis, std::size_t rank, const Tensor* like) {
  const bool declared = input.declared && input.declared->size() == rank && (*input.declared)[axis] >= 0;
  if (declared) return (*input.declared)[axis];
  require(like != nullptr && like->rank() == rank, Code::invalid_model,
          "the decoder does not declare size {} of its input '{}'", axis, input.name);
  return like->shape()[axis];
}

// [2, rows, heads, length, head size]: keys and values of one layer, before any token.
class PromptDecoder final : public Decoder {
 public:
  PromptDecoder(const DecoderBodies& bodies, const DecoderSetting& s) : bodies_(bodies), s_(s) {
    const DecoderBody& d = bodies_.decoder;
    require(d.outputs >= 2, Code::invalid_model, "the decoder gives {} outputs, expected logits and states",
            d.outputs);
    layers_ = d.outputs - 1;
    const std::size_t extra = d.inputs.size() - std::min(d.inputs.size(), 3 + layers_);
    const bool fits = d.inputs.size() >= 3 + layers_ && (extra == 0 || extra == 1 || extra == 3);
    require(fits, Code::invalid_model, "the decoder takes {} inputs for {} states, expected {}",
            d.inputs.size(), layers_, 3 + layers_);
    const DecoderBody& first = bodies_.init_decoder;
    require(first.body == nullptr || (first.inputs.size() == d.inputs.size() && first.outputs == d.outputs),
            Code::invalid_model, "init_decoder has other inputs or outputs than decoder");
    shared_ = extra > 0;
    read_mask();
    const std::int64_t rows = s_.batch * s_.beams;
    for (std::size_t i = 0; i < layers_; ++i) {
      const DecoderBody::Input& in = d.inputs[3 + i];
      const DType dtype = in.dtype == DType::undefined ? DType::float32 : in.dtype;
      states_.emplace_back(Tensor::zeros(dtype, Shape{2, rows, told(in, 2, 5, nullptr),
                                                      shared_ ? s_.max_length : 0, told(in, 4, 5, nullptr)}));
    }
  }

  Tensor step(const Call& call, const TokenRows& tokens) override {
    const bool first = step_ == 0;
    const DecoderBody& d = first && bodies_.init_decoder.body ? bodies_.init_decoder : bodies_.decoder;
    std::vector<Value> own;
    own.emplace_back(last_tokens(tokens, first));
    own.emplace_back(first ? first_positions() : next_positions());
    own.emplace_back(mask(tokens.length()));
    const std::int64_t past = first ? 0 : tokens.length() - 1;
    for (Value& v : states_) own.push_back(std::move(v));
    for (std::size_t i = 3 + layers_; i < d.inputs.size(); ++i) {
      std::optional<Tensor> t = buffer_input(d.inputs[i], s_, past);
      require(t.has_value(), Code::invalid_model, "the decoder has an input '{}' that this loop cannot feed",
              d.inputs[i].name);
      own.emplace_back(std::move(*t));
    }
    std::vector<Value> out = d.run(call, std::move(own));
    states_.assign(std::make_move_iterator(out.begin() + 1), std::make_move_iterator(out.end()));
    ++step_;
    return out[0].tensor();
  }

  void reorder(const Call&, std::span<const std::int64_t> from) override {
    for (Value& v : states_) v = picked_rows(v.tensor(), 1, from);
  }

 private:
  void read_mask() {
    length_ = s_.inputs.shape()[1];
    const bool given = !s_.attention_mask.is_null();
    require(!given || s_.attention_mask.shape() == s_.inputs.shape(), Code::invalid_argument,
            "attention_mask is {} for tokens {}", s_.attention_mask, s_.inputs);
    for (std::int64_t i = 0; i < s_.inputs.count(); ++i)
      mask_.push_back(given ? static_cast<std::int32_t>(s_.attention_mask.int_at(i))
                            : s_.inputs.int_at(i) != s_.pad);
  }
  // [rows, total]: the prompt's, then 1.
  Tensor mask(std::int64_t total) const {
    Tensor t(DType::int32, Shape{s_.batch * s_.beams, total});
    auto to = t.mutable_as<std::int32_t>().begin();
    for (std::int64_t r = 0; r < s_.batch * s_.beams; ++r) {
      to = std::copy_n(mask_.begin() + r / s_.beams * length_, length_, to);
      to = std::fill_n(to, total - length_, 1);
    }
    return t;
  }
  Tensor first_positions() {
    Tensor t(DType::int32, Shape{s_.batch * s_.beams, length_});
    auto all = t.mutable_as<std::int32_t>();
    counts_.clear();
    for (std::int64_t r = 0; r < s_.batch * s_.beams; ++r) {
      std::int32_t count = 0;
      for (std::int64_t i = 0; i < length_; ++i) {
        // Pad tokens do not count, whatever the mask says.
        const bool counted = s_.inputs.int_at(r / s_.beams * length_ + i) != s_.pad;
        all[static_cast<std::size_t>(r * length_ + i)] = counted ? count : 0;
        count += counted ? 1 : 0;
      }
      counts_.push_back(count);
    }
    return t;
  }
  // Beams stay within their batch row, whose count they share.
  Tensor next_positions() {
    Tensor t = ints(Shape{s_.batch * s_.beams, 1}, counts_);
    for (std::int32_t& count : counts_) ++count;
    return t;
  }

  DecoderBodies bodies_;
  DecoderSetting s_;
  std::size_t layers_ = 0;
  bool shared_ = false;
  std::int64_t length_ = 0, step_ = 0;
  std::vector<std::int32_t> mask_, counts_;
  std::vector<Value> states_;
};

// Self states grow with the tokens; cross states are the encoder's. All self pairs come first, then all cross pairs.
class EncodedDecoder final : public Decoder {
 public:
  EncodedDecoder(const DecoderBodies& bodies, const DecoderSetting& s, const Tensor& start)
      : bodies_(bodies), s_(s), start_(start) {
    for (const DecoderBody::Input& in : bodies_.decoder.inputs) {
      const bool state =
          &in != bodies_.decoder.inputs.data() && !is_encoder_input(in) && !is_buffer_input(in);
      if (is_buffer_input(in)) shared_ = true;
      states_of_inputs_ += state ? 1 : 0;
    }
    const std::size_t self = bodies_.decoder.outputs - std::min<std::size_t>(bodies_.decoder.outputs, 1);
    require(self >= 2 && self % 2 == 0 && states_of_inputs_ == 2 * self, Code::invalid_model,
            "the decoder takes {} states and gives {}, expected twice as many as it gives", states_of_inputs_,
            self);
    self_count_ = self;
    const DecoderBody::Input& tokens = bodies_.decoder.inputs[0];
    whole_ = tokens.declared && tokens.declared->size() == 2 && (*tokens.declared)[1] != 1;
  }

  Tensor step(const Call& call, const TokenRows& tokens) override {
    if (!encoded_) {
      Tensor logits = encode(call);
      encoded_ = true;
      if (!logits.is_null()) return logits;
    }
    const DecoderBody& d = bodies_.decoder;
    std::vector<Value> own;
    own.emplace_back(last_tokens(tokens, whole_));
    std::size_t state = 0;
    for (std::size_t i = 1; i < d.inputs.size(); ++i) {
      const DecoderBody::Input& in = d.inputs[i];
      if (std::optional<Tensor> t = buffer_input(in, s_, past_)) {
        own.emplace_back(std::move(*t));
      } else if (is_encoder_input(in)) {
        own.push_back(encoder_input(in));
      } else {
        own.push_back(state < self_count_ ? std::move(self_[state]) : cross_[state - self_count_]);
        ++state;
      }
    }
    std::vector<Value> out = d.run(call, std::move(own));
    past_ = tokens.length();
    self_.assign(std::make_move_iterator(out.begin() + 1), std::make_move_iterator(out.end()));
    return out[0].tensor();
  }

  // The encoder's states are equal for all beams of a batch row.
  void reorder(const Call&, std::span<const std::int64_t> from) override {
    for (Value& v : self_)
      if (v.is_tensor()) v = picked_rows(v.tensor(), 0, from);
  }

 private:
  static bool is_encoder_input(const DecoderBody::Input& in) {
    return in.name == "encoder_attention_mask" || in.name == "encoder_hidden_states" ||
           in.name == "encoder_input_ids";
  }
  Value encoder_input(const DecoderBody::Input& in) const {
    const Value& v = in.name == "encoder_attention_mask" ? mask_
                     : in.name == "encoder_input_ids"    ? input_ids_
                                                         : hidden_;
    require(v.is_tensor(), Code::invalid_model, "the decoder asks for '{}', which the encoder does not give",
            in.name);
    return v;
  }
  Value expanded(const Value& v) const {
    const Tensor& t = v.tensor();
    require(t.rank() >= 1 && t.shape()[0] == s_.batch, Code::invalid_argument,
            "the encoder gives {} for a batch of {}", t, s_.batch);
    return picked_rows(t, 0, repeated_rows(s_.batch, s_.beams));
  }
  // Given, or 0 for the pad tokens in front.
  Tensor encoder_mask() const {
    if (!s_.attention_mask.is_null()) return s_.attention_mask;
    Tensor t(DType::int32, s_.inputs.shape());
    auto all = t.mutable_as<std::int32_t>();
    const std::int64_t n = s_.inputs.shape()[1];
    for (std::int64_t i = 0; i < s_.inputs.count(); ++i) {
      const bool padded =
          s_.inputs.int_at(i) == s_.pad && (i % n == 0 || all[static_cast<std::size_t>(i - 1)] == 0);
      all[static_cast<std::size_t>(i)] = padded ? 0 : 1;
    }
    return t;
  }
  // Runs the encoder; gives the logits of the first tokens where it runs the decoder too, else null.
  Tensor encode(const Call& call) {
    std::vector<Value> own{Value(s_.inputs)};
    const DecoderBody& e = bodies_.encoder;
    const bool with_mask = s_.model_type == 1;
    if (with_mask) {
      Tensor mask = encoder_mask();
      mask_ = expanded(mask);
      own.emplace_back(std::move(mask));
      input_ids_ = expanded(s_.inputs);
    }
    const bool old_form = !with_mask || e.inputs.size() > 2;
    if (old_form) own.emplace_back(start_);
    require(own.size() == e.inputs.size(), Code::invalid_model, "the encoder takes {} inputs, expected {}",
            e.inputs.size(), own.size());
    const std::size_t expected = old_form ? 2 + 2 * self_count_ : self_count_;
    require(e.outputs == expected, Code::invalid_model, "the encoder gives {} outputs, expected {}",
            e.outputs, expected);
    std::vector<Value> out = e.run(call, std::move(own));
    for (std::size_t i = expected - self_count_; i < out.size(); ++i) cross_.push_back(expanded(out[i]));
    if (!old_form) {
      empty_states();
      return Tensor();
    }
    hidden_ = expanded(out[1]);
    for (std::size_t i = 0; i < self_count_; ++i) self_.push_back(expanded(out[2 + i]));
    past_ = start_.shape()[1];
    return expanded(out[0]).tensor();
  }
  void empty_states() {
    std::size_t state = 0;
    for (std::size_t i = 1; i < bodies_.decoder.inputs.size() && state < self_count_; ++i) {
      const DecoderBody::Input& in = bodies_.decoder.inputs[i];
      if (is_encoder_input(in) || is_buffer_input(in)) continue;
      const Tensor& like = cross_[state++].tensor();
      self_.emplace_back(
          Tensor::zeros(like.dtype(), Shape{s_.batch * s_.beams, told(in, 1, 4, &like),
                                            shared_ ? s_.max_length : 0, told(in, 3, 4, &like)}));
    }
  }

  DecoderBodies bodies_;
  DecoderSetting s_;
  Tensor start_;
  std::size_t states_of_inputs_ = 0, self_count_ = 0;
  bool shared_ = false, whole_ = false, encoded_ = false;
  std::int64_t past_ = 0;
  Value mask_, input_ids_, hidden_;
  std::vector<Value> self_, cross_;
};

}  // namespace

std::unique_ptr<Decoder> make_prompt_decoder(const DecoderBodies& bodies, const DecoderSetting& setting) {
  return std::make_unique<PromptDecoder>(bodies, setting);
}

std::unique_ptr<Decoder> make_encoded_decoder(const DecoderBodies& bodies, const DecoderSetting& setting,
                                              const Tensor& start) {
  return std::make_unique<EncodedDecoder>(bodies, setting, start);
}

}  // namespace sardonyx
