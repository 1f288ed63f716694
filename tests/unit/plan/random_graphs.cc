// Random graphs of small operators: what a plan computes, with its shared and reused memory, is what evaluating node
// after node on memory of its own computes.
#include <doctest/doctest.h>

#include <cstring>
#include <random>

#include "ops/evaluate.h"
#include "plan/plan.h"
#include "run/runner.h"

using namespace sardonyx;

namespace {

class RandomGraph {
 public:
  explicit RandomGraph(std::uint32_t seed) : random_(seed) {
    for (int i = 0; i < 2; ++i) {
      values_.push_back(graph.add_input("x" + std::to_string(i), Fact::tensor(DType::float32, {2, 3, 4})));
    }
    values_.push_back(graph.add_constant("c", ramp(Shape{2, 3, 4})));
    for (int i = 0; i < 24; ++i) add_one();
    for (int i = 0; i < 3; ++i) graph.add_output(values_[values_.size() - 1 - pick(values_.size() / 2)]);
    graph.add_output(values_.back());
  }

  static Tensor ramp(Shape shape) {
    Tensor t(DType::float32, std::move(shape));
    for (std::size_t i = 0; i < t.mutable_as<float>().size(); ++i) {
      t.mutable_as<float>()[i] = 0.25F * static_cast<float>(i % 7) - 0.5F;
    }
    return t;
  }

  Graph graph;

 private:
  std::size_t pick(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  ValueId any() { return values_[pick(values_.size())]; }
  Shape shape_of(ValueId v) const { return *graph.value(v).fact.shape.numbers(); }

  std::vector<ValueId> put(const char* kind, std::vector<ValueId> inputs, const Attributes& attributes = {},
                           std::size_t outputs = 1) {
    auto op = OpRegistry::built_in().get("", kind).make();
    read_fields(*op, attributes);
    std::vector<ValueId> made;
    for (std::size_t i = 0; i < outputs; ++i)
      made.push_back(graph.add_value("v" + std::to_string(graph.value_slots())));
    graph.infer(
        graph.add_node(std::move(op), std::move(inputs), made, kind + std::to_string(graph.node_slots())));
    values_.insert(values_.end(), made.begin(), made.end());
    return made;
  }
  ValueId ints(std::initializer_list<std::int64_t> v) {
    return graph.add_constant("i", Tensor::of<std::int64_t>({static_cast<std::int64_t>(v.size())}, v));
  }
  // A value of this one's shape, by way of a flat one.
  ValueId like(ValueId v, ValueId model) {
    Shape s = shape_of(model);
    if (shape_of(v) == s || shape_of(v).count() != s.count()) return v;
    ValueId to =
        graph.add_constant("s", Tensor::of<std::int64_t>({static_cast<std::int64_t>(s.rank())}, s.dims()));
    return put("Reshape", {v, to})[0];
  }

  void add_one() {
    ValueId a = any();
    switch (pick(10)) {
      case 0:
        put("Relu", {a});
        break;
      case 1:
        put("Neg", {a});
        break;
      case 2:
      case 3: {
        ValueId b = like(any(), a);
        if (shape_of(b) == shape_of(a)) put("Add", {a, b});
        break;
      }
      case 4:
        put("Reshape", {a, ints({-1})});
        break;
      case 5:
        put("Transpose", {a});
        break;
      case 6:
        put("Concat", {a, a}, {{"axis", std::int64_t{0}}});
        break;
      case 7:
        put("ReduceSum", {a, ints({-1})}, {{"keepdims", std::int64_t{1}}});
        break;
      case 8:
        if (shape_of(a).back() % 2 == 0)
          put("Split", {a}, {{"axis", std::int64_t{-1}}, {"num_outputs", std::int64_t{2}}}, 2);
        break;
      default:
        put("Unsqueeze", {a, ints({0})});
        break;
    }
    // Sizes stay small.
    while (shape_of(values_.back()).count() > 200 || shape_of(values_.back()).rank() > 5) values_.pop_back();
  }

  std::mt19937 random_;
  std::vector<ValueId> values_;
};

std::vector<Value> node_by_node(const Graph& g, const std::vector<Value>& inputs) {
  std::vector<Value> at(g.value_slots());
  for (std::size_t v = 0; v < at.size(); ++v) {
    const ValueInfo& info = g.value(static_cast<ValueId>(v));
    if (info.constant() && info.fact.content) at[v] = *info.fact.content;
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) at[static_cast<std::size_t>(g.inputs[i])] = inputs[i];
  const bool wanted[] = {true, true};
  for (NodeId id : g.order()) {
    const Node& n = g.node(id);
    std::vector<Value> in;
    for (ValueId v : n.inputs) in.push_back(at[static_cast<std::size_t>(v)]);
    auto out = evaluate(*n.op, in, std::span(wanted, n.outputs.size()));
    for (std::size_t i = 0; i < out.size(); ++i) at[static_cast<std::size_t>(n.outputs[i])] = out[i];
  }
  std::vector<Value> out;
  for (ValueId v : g.outputs) out.push_back(at[static_cast<std::size_t>(v)]);
  return out;
}

bool same_bytes(const Tensor& a, const Tensor& b) {
  return a.dtype() == b.dtype() && a.shape() == b.shape() && std::memcmp(a.data(), b.data(), a.bytes()) == 0;
}

}  // namespace

TEST_CASE("plans reuse memory without changing a bit") {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    RandomGraph random(seed);
    random.graph.verify();
    std::vector<Value> inputs{RandomGraph::ramp(Shape{2, 3, 4}),
                              Tensor::zeros(DType::float32, Shape{2, 3, 4})};
    std::vector<Value> expected = node_by_node(random.graph, inputs);
    auto graph = std::make_shared<const Graph>(random.graph);
    LowerOptions options;
    Runner runner(std::make_shared<const CompiledGraph>(
        graph, options, [options](const std::shared_ptr<Graph>& g) { return make_body(g, options); }));
    for (int round = 0; round < 2; ++round) {
      std::vector<Value> out = runner.run(inputs, {}, {});
      REQUIRE(out.size() == expected.size());
      for (std::size_t i = 0; i < out.size(); ++i) CHECK(same_bytes(out[i].tensor(), expected[i].tensor()));
    }
  }
}

TEST_CASE("the arena gives holes back and joins them") {
  ArenaMap map;
  std::size_t a = map.take(100), b = map.take(64), c = map.take(200);
  CHECK(a == 0);
  CHECK(b == 128);
  CHECK(c == 192);
  map.give(a, 100);
  map.give(b, 64);
  CHECK(map.take(192) == 0);  // the two holes together
  map.give(c, 200);
  CHECK(map.take(300) == 192);  // the last hole grows
  CHECK(map.size() == 192 + 320);
}
