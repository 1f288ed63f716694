// Packed weights shared by graphs of equal content, and never by others.
#include "plan/prepared_store.h"

#include <doctest/doctest.h>

#include <numeric>

#include "plan/compiled_graph.h"
#include "run/runner.h"

using namespace sardonyx;

namespace {

// y = x * w of 64 by 64, all of w's elements being `first` + their index.
std::shared_ptr<Graph> product(float first) {
  auto g = std::make_shared<Graph>();
  std::vector<float> w(64 * 64);
  std::iota(w.begin(), w.end(), first);
  ValueId x = g->add_input("x", Fact::tensor(DType::float32, Shape{4, 64}));
  ValueId c = g->add_constant("w", Tensor::of<float>({64, 64}, std::span<const float>(w)));
  ValueId y = g->add_value("y");
  g->add_node(OpRegistry::built_in().get("", "MatMul").make(), {x, c}, {y}, "n");
  g->add_output(y);
  g->infer_all();
  return g;
}

struct Compiled {
  Compiled(float first, PreparedStore* store, int threads = 1) {
    LowerOptions options;
    options.isa = chosen_isa();
    options.threads = threads;
    graph = std::make_shared<const CompiledGraph>(
        product(first), options, [options](const std::shared_ptr<Graph>& g) { return make_body(g, options); },
        store);
  }
  const Prepared* packed() const { return graph->prepared(graph->order().front()); }
  std::shared_ptr<const CompiledGraph> graph;
};

}  // namespace

TEST_CASE("equal weights are packed once") {
  PreparedStore store;
  Compiled one(0, &store), same(0, &store), other(1, &store), wider(0, &store, 2), alone(0, nullptr);
  REQUIRE(one.packed() != nullptr);
  CHECK(same.packed() == one.packed());
  CHECK(other.packed() != one.packed());
  CHECK(wider.packed() != one.packed());
  CHECK(alone.packed() != one.packed());
  CHECK(store.size() == 3);
}

TEST_CASE("shared weights outlive the graph that packed them") {
  PreparedStore store;
  auto first = std::make_unique<Compiled>(2, &store);
  Compiled second(2, &store), own(2, nullptr);
  first.reset();
  std::vector<float> ones(4 * 64, 1.0F);
  auto run = [&](const Compiled& c) {
    return Runner(c.graph).run({Tensor::of<float>({4, 64}, std::span<const float>(ones))}, {}, {});
  };
  std::vector<Value> shared = run(second), plain = run(own);
  // Column j of w sums to 64 * (2 + j) + 64 * (0 + 1 + ... + 63).
  for (std::size_t j = 0; j < 64; ++j) {
    const double right = 64.0 * (2.0 + static_cast<double>(j)) + 64.0 * 2016.0;
    CHECK(static_cast<double>(shared[0].tensor().as<float>()[j]) == doctest::Approx(right).epsilon(1e-5));
    CHECK(shared[0].tensor().as<float>()[j] == plain[0].tensor().as<float>()[j]);
  }
}

TEST_CASE("a key says what a small or nondeterministic operator would not share") {
  const OpDef& def = OpRegistry::built_in().get("", "MatMul");
  std::unique_ptr<Op> op = def.make();
  Fact small = Fact::of(Tensor::of<float>({2, 2}, {1, 2, 3, 4}));
  const Fact* in[] = {&small, &small};
  CHECK_FALSE(prepared_key(*op, in, LowerOptions{}).has_value());
}
