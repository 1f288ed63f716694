// com.microsoft operators on what no case holds: nothing to do, ids and sizes out of range, contents that only a run
// can see. Their results stand in tests/data/cases.
#include <doctest/doctest.h>

#include <limits>

#include "unit/ops/run_op.h"
#include "unit/session/model_builder.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

constexpr std::string_view kDomain = "com.microsoft";

std::vector<Value> run(std::string_view name, const Attributes& attributes, const std::vector<Value>& inputs,
                       std::size_t outputs = 1) {
  return run_op(name, attributes, inputs, outputs, kDomain);
}

Value counted(Shape shape) { return counting<float>(std::move(shape)); }
Value int32s(Shape shape, std::initializer_list<std::int32_t> v) {
  return Tensor::of<std::int32_t>(std::move(shape), v);
}
Value int64s(Shape shape, std::initializer_list<std::int64_t> v) {
  return Tensor::of<std::int64_t>(std::move(shape), v);
}

// The error's text.
std::string refused(std::string_view name, const Attributes& attributes, const std::vector<Value>& inputs) {
  try {
    run(name, attributes, inputs);
  } catch (const Error& e) {
    CHECK(e.code() != Code::internal);
    return e.what();
  }
  return "";
}

bool says(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("tokens out of range are errors") {
  const Value words = int32s({1, 3}, {1, 7, 1});
  const std::vector<Value> word{words, counted({2, 1, 2, 2}), counted({2}), counted({4, 2})};
  CHECK(says(refused("WordConvEmbedding", {}, word), "outside of the embedding"));
  const std::vector<Value> longer{int32s({1, 1}, {1}), counted({2, 1, 2, 2}), counted({2}), counted({4, 2})};
  CHECK(says(refused("WordConvEmbedding", {}, longer), "does not fit words"));
  const Attributes three{{"ngram_size", std::int64_t{1}}};
  CHECK(says(refused("NGramRepeatBlock", three, {int64s({1, 2}, {0, 9}), counted({1, 4})}), "no score"));
  const Attributes sections{{"mrope_section", std::vector<std::int64_t>{1, 1, 0}}};
  const Value x = counted({1, 1, 1, 4}), cache = counted({3, 2});
  CHECK(says(refused("MRotaryEmbedding", sections, {x, int64s({3, 1, 1}, {0, 3, 0}), cache, cache}),
             "outside"));
  const Attributes uneven{{"mrope_section", std::vector<std::int64_t>{1, 2, 0}}};
  CHECK(says(refused("MRotaryEmbedding", uneven, {x, int64s({3, 1, 1}, {0, 0, 0}), cache, cache}), "sum"));
}

TEST_CASE("padding that counts do not fit") {
  CHECK(says(refused("RemovePadding", {}, {counted({2, 3, 1}), int32s({2}, {1, 4})}), "outside [0, 3]"));
  CHECK(says(refused("RestorePadding", {}, {counted({2, 1}), int32s({1, 2}, {0, 2})}), "outside [0, 2)"));
  CHECK(says(refused("RestorePadding", {}, {counted({3, 1}), int32s({1, 2}, {0, 1})}),
             "3 tokens have 2 places"));
  const auto none = run("RemovePadding", {}, {counted({0, 3, 2}), int32s({0}, {})}, 4);
  CHECK(none[0].tensor().shape() == Shape{0, 2});
  CHECK(elements<std::int32_t>(none[2]) == std::vector<std::int32_t>{0});
}

TEST_CASE("a sparse matrix with a value outside of it") {
  const auto sparse = [](std::initializer_list<std::int64_t> places) {
    return Value(Sparse{Tensor::of<float>({1}, {2}), Tensor::of<std::int64_t>({1, 2}, places), Shape{2, 3}});
  };
  const auto y = run("SparseToDenseMatMul", {}, {sparse({1, 2}), counted({3, 2})});
  CHECK(elements<float>(y[0]) == std::vector<float>{0, 0, 8, 10});
  CHECK(says(refused("SparseToDenseMatMul", {}, {sparse({2, 0}), counted({3, 2})}), "outside of it"));
  CHECK(says(refused("SparseToDenseMatMul", {}, {sparse({0, 0}), counted({2, 2})}), "does not fit"));
}

TEST_CASE("a mixture of experts without tokens, with too few experts, with scores that are no numbers") {
  const auto inputs = [](std::int64_t tokens, const Value& router) {
    return std::vector<Value>{counted({tokens, 2}), router, counted({2, 3, 2}), Value(), counted({2, 2, 3})};
  };
  CHECK(run("MoE", {}, inputs(0, counted({0, 2})))[0].tensor().shape() == Shape{0, 2});
  CHECK(says(refused("MoE", {{"k", std::int64_t{3}}}, inputs(1, counted({1, 2}))), "2 experts"));
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const Value router = Tensor::of<float>({1, 2}, {kNan, 1});
  CHECK(run("MoE", {}, inputs(1, router))[0].tensor().shape() == Shape{1, 2});
  const Attributes gates{{"activation_type", std::string("swiglu")}};
  CHECK(says(refused("MoE", gates, inputs(1, router)), "swiglu_fusion 0"));
}

TEST_CASE("blocks of attention that the layout does not hold") {
  const Attributes attributes{{"num_heads", std::int64_t{1}},
                              {"kv_num_heads", std::int64_t{1}},
                              {"sparse_block_size", std::int64_t{2}}};
  const auto run_blocks = [&](std::initializer_list<std::int32_t> rows,
                              std::initializer_list<std::int32_t> columns, std::int32_t length = 3) {
    const auto count = [](const auto& list) { return static_cast<std::int64_t>(list.size()); };
    const Value zeros = Tensor::zeros(DType::float32, {1, 3, 2}),
                past = Tensor::zeros(DType::float32, {1, 1, 4, 2});
    return run("SparseAttention", attributes,
               {zeros, zeros, counted({1, 3, 2}), past, past, int32s({1, count(rows)}, rows),
                int32s({1, count(columns)}, columns), int32s({1}, {3}), int32s({1}, {length})},
               3);
  };
  // All scores are equal: means of the values that are seen, two in the first block, one in the second.
  const auto y = run_blocks({0, 1, 2}, {0, 1});
  CHECK(elements<float>(y[0]) == std::vector<float>{0, 1, 1, 2, 4, 5});
  CHECK(elements<float>(y[2]) == std::vector<float>{0, 1, 2, 3, 4, 5, 0, 0});
  CHECK_THROWS_AS(run_blocks({0, 1}, {0}), Error);
  CHECK_THROWS_AS(run_blocks({0, 1, 3}, {0, 1}), Error);
  CHECK_THROWS_AS(run_blocks({0, 1, 2}, {0, -1}), Error);
  CHECK_THROWS_AS(run_blocks({2, 1, 2}, {0, 1}), Error);
  CHECK_THROWS_AS(run_blocks({0, 1, 2}, {0, 1}, 4), Error);
}

TEST_CASE("caches and scales of types that do not fit are refused, not read as others") {
  const auto step = [](const Attributes& attributes, DType cache) {
    const Value q = Tensor::zeros(DType::float32, {1, 1, 8}), past = Tensor::zeros(cache, {1, 1, 1, 8});
    return refused("GroupQueryAttention", attributes,
                   {q, q, q, past, past, int32s({1}, {1}), int32s({1}, {2})});
  };
  const Attributes heads{{"num_heads", std::int64_t{1}}, {"kv_num_heads", std::int64_t{1}}};
  CHECK(step(heads, DType::float32).empty());
  CHECK(says(step(heads, DType::int8), "do not fit k_quant_type NONE"));
  CHECK(says(step(heads, DType::float8e4m3fn), "not supported"));
  Attributes coded = heads;
  coded.insert({{"k_quant_type", std::string("PER_TENSOR")},
                {"v_quant_type", std::string("PER_TENSOR")},
                {"kv_cache_bit_width", std::int64_t{8}}});
  CHECK(says(step(coded, DType::int8), "need k_scale and v_scale"));
  coded["kv_cache_bit_width"] = std::int64_t{3};
  CHECK(says(step(coded, DType::int8), "kv_cache_bit_width is 3"));
  const Value weights = Tensor::zeros(DType::uint8, {1, 2, 1}),
              scales = Tensor::zeros(DType::float8e8m0, {1, 2});
  const std::vector<Value> mixture{counted({1, 2}), counted({1, 1}), weights, scales,
                                   Value(),         weights,         scales};
  CHECK(says(refused("QMoE", {}, mixture), "scales of type float8e8m0"));
}

TEST_CASE("outputs that nothing is given for are refused, not left as they are") {
  const Value a = counted({1, 2}), v = counted({2});
  CHECK_THROWS_AS(run("LinearAttentionGate", {}, {a, v, v}, 2), Error);
  const Attributes heads{{"num_heads", std::int64_t{1}}, {"kv_num_heads", std::int64_t{1}}};
  const Value q = counted({1, 1, 8});
  const std::vector<Value> prompt{q, q, q, Value(), Value(), int32s({1}, {0}), int32s({1}, {1})};
  CHECK(run("GroupQueryAttention", heads, prompt, 3).size() == 3);
  CHECK_THROWS_AS(run("GroupQueryAttention", heads, prompt, 4), Error);

  ModelBuilder m;
  m.more_opsets = {{std::string(kDomain), 1}};
  for (const std::string name : {"gate", "up"})
    m.graph.initializer(name, Tensor::zeros(DType::uint8, {1, 1, 8}))
        .initializer(name + "_scales", test::floats({1}, {1}));
  m.graph.input("x", DType::float32, {1, 16});
  m.graph.node("MatMulNBitsMlp", {"x", "", "", "gate", "gate_scales", "", "up", "up_scales"}, {"y", "sum"},
               {{"K", std::int64_t{16}},
                {"N", std::int64_t{1}},
                {"block_size", std::int64_t{16}},
                {"activation", std::string("silu")}},
               std::string(kDomain));
  m.graph.output("y", DType::float32).output("sum", DType::float32);
  CHECK_THROWS_AS(m.session(), Error);
}

TEST_CASE("paths, positions and layers of nothing") {
  CHECK(run("DynamicTimeWarping", {}, {counted({0, 3})})[0].tensor().shape() == Shape{2, 0});
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const Value costs = Tensor::of<float>({2, 2}, {kNan, kNan, kNan, kNan});
  const Tensor path = run("DynamicTimeWarping", {}, {costs})[0].tensor();
  CHECK(path.as<std::int32_t>().back() == 1);
  const Attributes far{{"max_distance", std::int64_t{8}}};
  CHECK(run("RelativePositionBias", far, {counted({8, 2}), ints({0}), ints({3})})[0].tensor().shape() ==
        Shape{1, 2, 0, 3});
  CHECK(run("RelativePositionBias", far, {counted({8, 2}), int64s({1, 1}, {1}), ints({3})})[0]
            .tensor()
            .count() == 6);
  CHECK(says(refused("RelativePositionBias", far, {counted({1, 2}), ints({1}), ints({1})}), "buckets"));
  const std::vector<Value> lstm{counted({0, 1, 2}),
                                counted({1, 4, 4}),
                                counted({1, 4, 1}),
                                Value(),
                                Value(),
                                Value(),
                                Value(),
                                Value(),
                                counted({1, 1, 3}),
                                counted({1, 2, 3}),
                                counted({1, 3}),
                                counted({1, 5, 2})};
  const auto states = run("AttnLSTM", {}, lstm, 3);
  CHECK(states[0].tensor().shape() == Shape{0, 1, 1, 1});
  CHECK(elements<float>(states[1]) == std::vector<float>{0});
}
