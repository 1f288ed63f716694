#include "unit/ops/type_bodies.h"

#include <algorithm>

namespace sardonyx::test {
namespace {

// Hands on its inputs, but for the first `dropped` ones; `most` of the others.
GraphBuilder hand_on(const std::vector<Type>& inputs, std::size_t dropped = 0, std::size_t most = 64) {
  GraphBuilder g;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string name = "b" + std::to_string(i);
    g.input(name, inputs[i]);
    if (i >= dropped && i < dropped + most) g.output(name, DType::undefined);
  }
  return g;
}

GraphBuilder hand_on_outer(const Type& type) {
  GraphBuilder g;
  g.node("OptionalGetElement", {"outer"}, {"content"});
  if (type.kind != Type::Kind::optional) return g.output("content", DType::undefined);
  return g.node("Optional", {"content"}, {"b"}).output("b", DType::undefined);
}

Type item_of(const Type& sequence) {
  return sequence.kind == Type::Kind::sequence ? *sequence.inner : sequence;
}

// Logits of four tokens, from the tokens `ids` alone, and states of one number a token.
void tokens(GraphBuilder& g, const std::string& ids, std::vector<std::int64_t> axes) {
  g.input(ids, Type::tensor(DType::int32)).initializer("weights", floats({4}, {0, 1, 0.5F, 0.25F}));
  g.initializer("last", int64s({2}))
      .initializer("axes", Tensor::of<std::int64_t>({static_cast<std::int64_t>(axes.size())},
                                                    std::span<const std::int64_t>(axes)));
  g.node("Cast", {ids}, {"numbers"}, {{"to", std::int64_t{1}}})
      .node("Unsqueeze", {"numbers", "axes"}, {"state"});
  g.node("Unsqueeze", {"numbers", "last"}, {"column"}).node("Mul", {"column", "weights"}, {"logits"});
  g.output("logits", DType::undefined);
}

// The decoder of a GPT: one state [2, batch, 1, length, 1].
GraphBuilder gpt() {
  GraphBuilder g;
  tokens(g, "input_ids", {0, 2, 4});
  for (const char* name : {"position_ids", "attention_mask"}) g.input(name, Type::tensor(DType::int32));
  g.input("past_0", DType::float32, {2, "B", 1, "P", 1});
  g.node("Concat", {"state", "state"}, {"both"}, {{"axis", std::int64_t{0}}});
  g.node("Concat", {"past_0", "both"}, {"present_0"}, {{"axis", std::int64_t{3}}});
  return g.output("present_0", DType::undefined);
}

GraphBuilder whisper_encoder(const Type& features) {
  GraphBuilder g;
  g.input("encoder_input_ids", features);
  tokens(g, "decoder_input_ids", {1, 3});
  for (const char* name : {"encoder_hidden_states", "present_key_self_0", "present_value_self_0",
                           "present_key_cross_0", "present_value_cross_0"})
    g.node("Identity", {"state"}, {name}).output(name, DType::undefined);
  return g;
}

GraphBuilder whisper_decoder() {
  GraphBuilder g;
  tokens(g, "input_ids", {1, 3});
  for (const char* name : {"past_key_self_0", "past_value_self_0", "past_key_cross_0", "past_value_cross_0"})
    g.input(name, DType::float32, {"B", 1, "P", 1});
  for (const std::string part : {"key", "value"})
    g.node("Concat", {"past_" + part + "_self_0", "state"}, {"present_" + part + "_self_0"},
           {{"axis", std::int64_t{2}}})
        .output("present_" + part + "_self_0", DType::undefined);
  return g;
}

}  // namespace

GraphBuilder::Settings bodies_of(const OpSpec& spec, const std::vector<Type>& inputs, const Type& outer) {
  if (spec.name == "If")
    return {{"then_branch", hand_on_outer(outer)}, {"else_branch", hand_on_outer(outer)}};
  if (spec.name == "Loop") return {{"body", hand_on(inputs, 1)}};
  if (spec.name == "Scan") return {{"body", hand_on(inputs)}};
  if (spec.name == "SequenceMap") {
    std::vector<Type> elements{*inputs[0].inner};
    for (std::size_t i = 1; i < inputs.size(); ++i) elements.push_back(item_of(inputs[i]));
    return {{"body", hand_on(elements, 0, 1)}};
  }
  if (spec.attribute("decoder") == nullptr) return {};
  if (spec.attribute("beginning_timestamp_token_id") == nullptr && inputs[0] == Type::tensor(DType::int32))
    return {{"decoder", gpt()}};
  return {{"encoder", whisper_encoder(inputs[0])}, {"decoder", whisper_decoder()}};
}

}  // namespace sardonyx::test
