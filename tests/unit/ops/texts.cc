#include <doctest/doctest.h>

#include "unit/ops/run_op.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

using Strings = std::vector<std::string>;
using Ints = std::vector<std::int64_t>;

Value words(Shape shape, const Strings& v) {
  return Tensor::of<std::string>(std::move(shape), std::span<const std::string>(v));
}

}  // namespace

TEST_CASE("StringConcat broadcasts") {
  const Value y = run_op("StringConcat", {}, {words({2, 1}, {"a", "b"}), words({3}, {"x", "", "z"})})[0];
  CHECK(y.tensor().shape() == Shape{2, 3});
  CHECK(elements<std::string>(y) == Strings{"ax", "a", "az", "bx", "b", "bz"});
  CHECK_THROWS_AS(run_op("StringConcat", {}, {words({2}, {"a", "b"}), words({3}, {"x", "", "z"})}), Error);
}

TEST_CASE("StringSplit cuts as Python's str.split does") {
  auto y = run_op("StringSplit", {{"maxsplit", std::int64_t{1}}}, {words({2}, {"  a b  c ", ""})}, 2);
  CHECK(elements<std::string>(y[0]) == Strings{"a", "b  c", "", ""});
  CHECK(elements<std::int64_t>(y[1]) == Ints{2, 0});
  y = run_op("StringSplit", {{"delimiter", std::string("--")}}, {words({1}, {"--a----b"})}, 2);
  CHECK(elements<std::string>(y[0]) == Strings{"", "a", "", "b"});
  y = run_op("StringSplit", {}, {words({0}, {})}, 2);
  CHECK(y[0].tensor().shape() == Shape{0, 0});
}

TEST_CASE("StringNormalizer: Unicode's letters, stop words with and without case") {
  const Attributes upper{{"case_change_action", std::string("UPPER")}, {"stopwords", Strings{"ET"}}};
  CHECK(elements<std::string>(run_op("StringNormalizer", upper, {words({3}, {"été", "et", "ñandú"})})[0]) ==
        Strings{"ÉTÉ", "ÑANDÚ"});
  const Attributes exact{{"is_case_sensitive", std::int64_t{1}}, {"stopwords", Strings{"a"}}};
  CHECK(elements<std::string>(run_op("StringNormalizer", exact, {words({1, 2}, {"A", "a"})})[0]) ==
        Strings{"A"});
  const Value none = run_op("StringNormalizer", exact, {words({1, 1}, {"a"})})[0];
  CHECK(none.tensor().shape() == Shape{1, 1});
  CHECK(elements<std::string>(none) == Strings{""});
  CHECK_THROWS_AS(run_op("StringNormalizer", exact, {words({2, 1}, {"a", "b"})}), Error);
}

TEST_CASE("RegexFullMatch") {
  const Attributes a{{"pattern", std::string("a+b?")}};
  CHECK(elements<bool>(run_op("RegexFullMatch", a, {words({3}, {"aab", "aabb", "a"})})[0]) ==
        std::vector<bool>{true, false, true});
  CHECK_THROWS_AS(run_op("RegexFullMatch", {{"pattern", std::string("(")}}, {words({1}, {"a"})}), Error);
}

TEST_CASE("TfIdfVectorizer: skips, weights, modes") {
  // Pool: 1-grams 2, 3; 2-grams (5,4), (5,6).
  Attributes a{{"mode", std::string("TF")},
               {"min_gram_length", std::int64_t{1}},
               {"max_gram_length", std::int64_t{2}},
               {"max_skip_count", std::int64_t{1}},
               {"ngram_counts", Ints{0, 2}},
               {"ngram_indexes", Ints{0, 1, 2, 3}},
               {"pool_int64s", Ints{2, 3, 5, 4, 5, 6}}};
  const Value x = ints({2, 5, 6, 5, 4, 2});
  // (5,4): next to each other once; (5,6) once; with one skipped: (5,5), (6,4), (5,2), (2,6): none.
  CHECK(elements<float>(run_op("TfIdfVectorizer", a, {x})[0]) == std::vector<float>{2, 0, 1, 1});
  a["mode"] = std::string("TFIDF");
  a["weights"] = std::vector<float>{0.5f, 1, 2, 3};
  CHECK(elements<float>(run_op("TfIdfVectorizer", a, {x})[0]) == std::vector<float>{1, 0, 2, 3});
  a["mode"] = std::string("IDF");
  CHECK(elements<float>(run_op("TfIdfVectorizer", a, {x})[0]) == std::vector<float>{0.5f, 0, 2, 3});
  a["ngram_counts"] = Ints{0, 3};
  CHECK_THROWS_AS(run_op("TfIdfVectorizer", a, {x}), Error);
}

TEST_CASE("Tokenizer: separators, expressions, characters, marks") {
  const auto run = [](Attributes a, const Value& x) {
    a["pad_value"] = std::string("#");
    if (!a.contains("mark")) a["mark"] = std::int64_t{0};
    a["mincharnum"] = std::int64_t{1};
    return elements<std::string>(run_op("Tokenizer", a, {x}, 1, "com.microsoft")[0]);
  };
  CHECK(run({{"separators", Strings{" ", ","}}}, words({2}, {"a b,c", "d"})) ==
        Strings{"a", "b", "c", "d", "#", "#"});
  CHECK(run({{"separators", Strings{""}}}, words({1}, {"añb"})) == Strings{"a", "ñ", "b"});
  CHECK(run({{"tokenexp", std::string("[0-9]+")}, {"mark", std::int64_t{1}}}, words({1}, {"12x345"})) ==
        Strings{"\x02", "12", "345", "\x03"});
}

TEST_CASE("Optimizers' steps") {
  const Value r = Tensor::scalar(0.5f), t = Tensor::scalar<std::int64_t>(0);
  const auto v = [](float x) { return Value(Tensor::of<float>({1}, {x})); };
  const Attributes m{
      {"mode", std::string("nesterov")}, {"alpha", 0.5f}, {"beta", 2.0f}, {"norm_coefficient", 0.0f}};
  // v = 0.5 * 2 + 1 * 4 (first step: beta does not count); x = 10 - 0.5 * (4 + 0.5 * 5)
  const auto y = run_op("Momentum", m, {r, t, v(10), v(4), v(2)}, 2, "ai.onnx.preview.training");
  CHECK(elements<float>(y[0]) == std::vector<float>{6.75f});
  CHECK(elements<float>(y[1]) == std::vector<float>{5});
}
