// Runs a language model of the BERT kind over sequences of token numbers from several threads at once, and prints
// how alike the pooled results are. One session serves all threads; each call may have its own length.
// usage: example_embed MODEL "TOKENS" "TOKENS"...        (numbers between blanks)
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "sardonyx/session.hpp"

namespace {

using sardonyx::Shape;
using sardonyx::Tensor;
using sardonyx::Value;

std::vector<std::int64_t> parse(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::int64_t> tokens;
  for (std::int64_t token = 0; in >> token;) tokens.push_back(token);
  return tokens;
}

// Every integer input gets what its name says: the tokens, a mask of ones, or segment numbers of zero.
std::map<std::string, Value> make_inputs(const sardonyx::Session& session,
                                         const std::vector<std::int64_t>& tokens) {
  const Shape shape{1, static_cast<std::int64_t>(tokens.size())};
  std::map<std::string, Value> inputs;
  for (const sardonyx::ValueDescription& input : session.inputs()) {
    std::vector<std::int64_t> content = tokens;
    if (input.name.find("mask") != std::string::npos) content.assign(tokens.size(), 1);
    if (input.name.find("type") != std::string::npos) content.assign(tokens.size(), 0);
    inputs[input.name] = Tensor::of<std::int64_t>(shape, std::span<const std::int64_t>(content));
  }
  return inputs;
}

// The mean over all positions of the first output [1, length, width].
std::vector<float> embed(const sardonyx::Session& session, const std::vector<std::int64_t>& tokens) {
  const std::vector<Value> outputs = session.run(make_inputs(session, tokens));
  const Tensor& hidden = outputs[0].tensor();
  const auto width = static_cast<std::size_t>(hidden.shape().back());
  const auto elements = hidden.as<float>();
  std::vector<float> mean(width);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    mean[i % width] += elements[i] * static_cast<float>(width) / static_cast<float>(elements.size());
  }
  return mean;
}

double cosine(const std::vector<float>& a, const std::vector<float>& b) {
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) ab += a[i] * b[i], aa += a[i] * a[i], bb += b[i] * b[i];
  return ab / std::sqrt(aa * bb);
}

int run(const char* model, const std::vector<std::string>& texts) {
  const sardonyx::Session session(model);
  std::vector<std::vector<float>> vectors(texts.size());
  std::vector<std::string> failures(texts.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    threads.emplace_back([&, i] {
      try {
        vectors[i] = embed(session, parse(texts[i]));
      } catch (const sardonyx::Error& e) {
        failures[i] = e.what();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& failure : failures) {
    if (!failure.empty()) throw sardonyx::Error(sardonyx::Code::invalid_argument, failure);
  }
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    for (std::size_t k = 0; k < vectors.size(); ++k) std::printf("%8.4f", cosine(vectors[i], vectors[k]));
    std::printf("   %s\n", texts[i].c_str());
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s MODEL \"TOKENS\" \"TOKENS\"...\n", argv[0]);
    return 2;
  }
  try {
    return run(argv[1], {argv + 2, argv + argc});
  } catch (const sardonyx::Error& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
