// Each rule: where it fires, that the answer stays, and where it must not fire.
#include <doctest/doctest.h>

#include <cmath>

#include "unit/optimize/rule_models.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

using V = std::vector<float>;
const std::int64_t kFloat = 1;

std::size_t nodes(const Session& s) { return s.summary().optimized.size(); }

// The first output with and without optimising, which must agree within `tolerance`.
V both(const ModelBuilder& m, const std::map<std::string, Value>& in, double tolerance = 0) {
  SessionOptions plain;
  plain.optimize = false;
  V a = float_values(m.session(plain).run(in)[0]), b = float_values(m.session().run(in)[0]);
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    bool agree = a[i] == b[i] || std::fabs(a[i] - b[i]) <= tolerance * (1 + std::fabs(a[i]));
    CHECK(agree);
  }
  return b;
}

}  // namespace

TEST_CASE("remove_noops") {
  ModelBuilder m = of_x({"N", 3});
  m.graph.initializer("shape", int64s({0, 3}));
  m.graph.node("Identity", {"x"}, {"a"}).node("Cast", {"a"}, {"b"}, {{"to", kFloat}});
  m.graph.node("Reshape", {"b", "shape"}, {"c"}).node("Relu", {"c"}, {"y"}).output("y", DType::float32);
  CHECK(applied(m.session(), "remove_noops") == 3);
  CHECK(nodes(m.session()) == 1);
  CHECK(both(m, {{"x", floats({1, 3}, {-1, 2, 3})}}) == V{0, 2, 3});

  ModelBuilder reversed = of_x({3});  // keeps the size, turns the order
  reversed.graph.initializer("from", int64s({-1}))
      .initializer("to", int64s({-4}))
      .initializer("axis", int64s({0}));
  reversed.graph.initializer("step", int64s({-1}));
  reversed.graph.node("Slice", {"x", "from", "to", "axis", "step"}, {"y"}).output("y", DType::float32);
  CHECK(applied(reversed.session(), "remove_noops") == 0);
  CHECK(both(reversed, {{"x", floats({3}, {1, 2, 3})}}) == V{3, 2, 1});
}

TEST_CASE("merge_transposes") {
  ModelBuilder m = of_x({2, 3, 1});
  m.graph.node("Transpose", {"x"}, {"a"}, {{"perm", std::vector<std::int64_t>{1, 2, 0}}});
  m.graph.node("Transpose", {"a"}, {"b"}, {{"perm", std::vector<std::int64_t>{2, 0, 1}}})
      .node("Neg", {"b"}, {"y"});
  m.graph.output("y", DType::float32);
  CHECK(nodes(m.session()) == 1);  // the two undo each other
  CHECK(both(m, {{"x", floats({2, 3, 1}, {1, 2, 3, 4, 5, 6})}}) == V{-1, -2, -3, -4, -5, -6});
}

TEST_CASE("share_nodes") {
  ModelBuilder m = of_x({2});
  m.graph.node("Exp", {"x"}, {"a"})
      .node("Exp", {"x"}, {"b"})
      .node("Sub", {"a", "b"}, {"y"})
      .output("y", DType::float32);
  CHECK(applied(m.session(), "share_nodes") == 1);
  CHECK(both(m, {{"x", floats({2}, {0, 1})}}) == V{0, 0});
  ModelBuilder other = of_x({2, 2});  // another axis is another node
  other.graph.node("Softmax", {"x"}, {"a"}, {{"axis", std::int64_t{0}}});
  other.graph.node("Softmax", {"x"}, {"b"}, {{"axis", std::int64_t{1}}}).node("Sub", {"a", "b"}, {"y"});
  other.graph.output("y", DType::float32);
  CHECK(applied(other.session(), "share_nodes") == 0);
  ModelBuilder random = of_x({2});  // two draws stay two
  random.graph.node("RandomNormalLike", {"x"}, {"a"}).node("RandomNormalLike", {"x"}, {"b"});
  random.graph.node("Sub", {"a", "b"}, {"y"}).output("y", DType::float32);
  CHECK(applied(random.session(), "share_nodes") == 0);
}

TEST_CASE("fold_constants") {
  ModelBuilder m = of_x({2});
  m.graph.initializer("c", floats({2}, {4, 9})).node("Sqrt", {"c"}, {"r"}).node("Add", {"x", "r"}, {"y"});
  m.graph.output("y", DType::float32);
  CHECK(nodes(m.session()) == 1);
  CHECK(both(m, {{"x", floats({2}, {0, 0})}}) == V{2, 3});
  SessionOptions small;
  small.fold_bytes = 7;
  CHECK(applied(m.session(small), "fold_constants") == 0);
  small.fold_bytes = 8;
  CHECK(applied(m.session(small), "fold_constants") == 1);
  // A chain of sizes folds once the sizes are numbers; 2 * 3 = 6.
  ModelBuilder sizes = of_x({2, 3});
  sizes.graph.node("Shape", {"x"}, {"s"}).node("ReduceProd", {"s"}, {"p"}, {{"keepdims", std::int64_t{0}}});
  sizes.graph.node("Cast", {"p"}, {"f"}, {{"to", kFloat}})
      .node("Mul", {"x", "f"}, {"y"})
      .output("y", DType::float32);
  CHECK(nodes(sizes.session()) == 1);
  CHECK(both(sizes, {{"x", floats({2, 3}, {1, 1, 1, 1, 1, 2})}}) == V{6, 6, 6, 6, 6, 12});
  // 64 MB out of 8 bytes is over the budget: left to the run.
  ModelBuilder bomb = of_x({1});
  bomb.graph.initializer("n", int64s({1 << 24}))
      .node("ConstantOfShape", {"n"}, {"z"})
      .node("ReduceMax", {"z"}, {"m"});
  bomb.graph.node("Add", {"x", "m"}, {"y"}).output("y", DType::float32);
  CHECK(nodes(bomb.session()) == 3);
  bool said = false;
  for (const std::string& note : bomb.session().summary().notes)
    said = said || note.find("budget") != std::string::npos;
  CHECK(said);
}

TEST_CASE("fold_batch_norm") {
  auto model = [](bool conv_read_twice) {
    ModelBuilder m = of_x({1, 1, 2, 2});
    m.graph.initializer("w", floats({2, 1, 1, 1}, {1, 2})).initializer("s", floats({2}, {3, 4}));
    m.graph.initializer("b", floats({2}, {1, -1})).initializer("mean", floats({2}, {0.5F, 1}));
    m.graph.initializer("var", floats({2}, {4, 0.25F}));
    m.graph.node("Conv", {"x", "w"}, {"c"});
    m.graph.node("BatchNormalization", {"c", "s", "b", "mean", "var"}, {"y"}, {{"epsilon", 0.0F}});
    m.graph.output("y", DType::float32);
    if (conv_read_twice) m.graph.output("c", DType::float32);
    return m;
  };
  std::map<std::string, Value> in{{"x", floats({1, 1, 2, 2}, {1, 2, 3, 4})}};
  CHECK(applied(model(false).session(), "fold_batch_norm") == 1);
  CHECK(applied(model(true).session(), "fold_batch_norm") == 0);
  // (x*1 - 0.5) / 2 * 3 + 1 and (x*2 - 1) / 0.5 * 4 - 1
  CHECK(both(model(false), in, 1e-6) == V{1.75F, 3.25F, 4.75F, 6.25F, 7, 23, 39, 55});
}

TEST_CASE("order_operands and join_constants") {
  ModelBuilder m = of_x({2});
  m.graph.initializer("a", floats({}, {2})).initializer("b", floats({}, {4}));
  m.graph.node("Mul", {"a", "x"}, {"t"}).node("Mul", {"t", "b"}, {"y"}).output("y", DType::float32);
  CHECK(applied(m.session(), "order_operands") == 1);
  CHECK(applied(m.session(), "join_constants") == 1);
  CHECK(nodes(m.session()) == 1);
  CHECK(both(m, {{"x", floats({2}, {1, INFINITY})}}) == V{8, INFINITY});
  ModelBuilder cancels = of_x({1});  // x + 1e8 - 1e8 rounds: must not become x
  cancels.graph.initializer("a", floats({}, {1e8F})).initializer("b", floats({}, {-1e8F}));
  cancels.graph.node("Add", {"x", "a"}, {"t"}).node("Add", {"t", "b"}, {"y"}).output("y", DType::float32);
  CHECK(applied(cancels.session(), "join_constants") == 0);
  ModelBuilder overflow = of_x({1});  // 1e-30 * 1e30 * 1e30: the join would be infinite
  overflow.graph.initializer("a", floats({}, {1e30F}))
      .node("Mul", {"x", "a"}, {"t"})
      .node("Mul", {"t", "a"}, {"y"});
  overflow.graph.output("y", DType::float32);
  CHECK(applied(overflow.session(), "join_constants") == 0);
}

TEST_CASE("rules are switched off by name, and an unknown name is refused") {
  ModelBuilder m = of_x({2});
  m.graph.node("Identity", {"x"}, {"a"}).node("Relu", {"a"}, {"y"}).output("y", DType::float32);
  SessionOptions options;
  options.disabled_rules = {"remove_noops"};
  CHECK(nodes(m.session(options)) == 2);
  options.disabled_rules = {"remove_nops"};
  CHECK_THROWS_AS(m.session(options), Error);
}
