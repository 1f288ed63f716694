// Gradient (ai.onnx.preview.training): what it is taken of and where. Derivatives are written out beside the formulas;
// those of the operators one by one are in tests/data/cases/gradient.
#include <doctest/doctest.h>

#include "unit/session/error_text.h"
#include "unit/session/model_builder.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

using V = std::vector<float>;
using Names = std::vector<std::string>;
constexpr const char* kTraining = "ai.onnx.preview.training";

struct Model : ModelBuilder {
  Model() { more_opsets = {{kTraining, 1}}; }
  Model& gradient(const Names& at, const Names& outputs, const Names& xs, const std::string& y,
                  const Names& zs = {}) {
    GraphBuilder::Settings s{{"xs", xs}, {"y", y}};
    if (!zs.empty()) s["zs"] = zs;
    graph.node("Gradient", at, outputs, s, kTraining, "slope");
    return *this;
  }
};

// y = w * x^2, with h = x^2 in between.
Model squares(const GraphBuilder::Size& n) {
  Model m;
  m.graph.input("x", DType::float32, {n}).input("w", DType::float32, {n});
  m.graph.node("Mul", {"x", "x"}, {"h"}).node("Mul", {"w", "h"}, {"y"});
  return m;
}

}  // namespace

TEST_CASE("Gradient: values given in place of the variables count, and only there") {
  Model m = squares(2);
  m.graph.input("at", DType::float32, {2});
  m.gradient({"at", "w"}, {"dx", "dw"}, {"x", "w"}, "y");
  m.graph.output("dx", DType::float32).output("dw", DType::float32).output("y", DType::float32);
  const auto out = m.session().run(
      {{"x", floats({2}, {1, 2})}, {"w", floats({2}, {3, 5})}, {"at", floats({2}, {10, -1})}});
  CHECK(float_values(out[0]) == V{60, -10});  // 2 w at
  CHECK(float_values(out[1]) == V{100, 1});   // at^2
  CHECK(float_values(out[2]) == V{3, 20});
}

TEST_CASE("Gradient: a variable may be made by a node, and what it is made of does not count then") {
  Model m = squares("N");
  m.gradient({"h"}, {"dh"}, {"h"}, "y").gradient({"x", "w"}, {"dx"}, {"x"}, "y", {"w"});
  m.graph.output("dh", DType::float32).output("dx", DType::float32);
  const auto out = m.session().run({{"x", floats({2}, {1, 2})}, {"w", floats({2}, {3, 5})}});
  CHECK(float_values(out[0]) == V{3, 5});
  CHECK(float_values(out[1]) == V{6, 20});
}

TEST_CASE("Gradient: outputs may be left out, nodes may stand in any order") {
  Model m;
  m.graph.input("x", DType::float32, {2}).input("w", DType::float32, {2});
  m.gradient({"x", "w"}, {"", "dw"}, {"x", "w"}, "y");
  m.graph.node("Mul", {"w", "h"}, {"y"}).node("Mul", {"x", "x"}, {"h"}).output("dw", DType::float32);
  CHECK(float_values(m.session().run({{"x", floats({2}, {3, 2})}, {"w", floats({2}, {3, 5})}})[0]) ==
        V{9, 4});
}

TEST_CASE("Gradient: of what y does not depend on it is zero; of y itself one") {
  Model m = squares(2);
  m.graph.node("Shape", {"x"}, {"n"}).node("Cast", {"n"}, {"z"}, {{"to", std::int64_t{1}}});
  m.gradient({"x", "w"}, {"dx", "dw"}, {"x", "w"}, "h").gradient({"x"}, {"flat"}, {"x"}, "z");
  m.gradient({"h"}, {"own"}, {"h"}, "h");
  for (const char* name : {"dx", "dw", "flat", "own"}) m.graph.output(name, DType::float32);
  const auto out = m.session().run({{"x", floats({2}, {1, 2})}, {"w", floats({2}, {3, 5})}});
  CHECK(float_values(out[0]) == V{2, 4});
  CHECK(float_values(out[1]) == V{0, 0});
  CHECK(float_values(out[2]) == V{0, 0});
  CHECK(float_values(out[3]) == V{1, 1});
}

TEST_CASE("Gradient: what is broadcast is summed, whatever the sizes turn out to be") {
  Model m;  // y = a * b with sizes that only the run tells
  m.graph.input("a", DType::float32, {"N", "M"}).input("b", DType::float32, {"K"});
  m.graph.node("Mul", {"a", "b"}, {"y"});
  m.gradient({"a", "b"}, {"da", "db"}, {"a", "b"}, "y");
  m.graph.output("da", DType::float32).output("db", DType::float32);
  Session s = m.session();
  auto out = s.run({{"a", floats({2, 3}, {1, 2, 3, 4, 5, 6})}, {"b", floats({3}, {7, 8, 9})}});
  CHECK(float_values(out[0]) == V{7, 8, 9, 7, 8, 9});
  CHECK(float_values(out[1]) == V{5, 7, 9});
  out = s.run({{"a", floats({2, 1}, {1, 2})}, {"b", floats({3}, {7, 8, 9})}});
  CHECK(out[0].tensor().shape() == Shape{2, 1});
  CHECK(float_values(out[0]) == V{24, 24});
  CHECK(float_values(out[1]) == V{3, 3, 3});
  out = s.run({{"a", floats({2, 3}, {1, 2, 3, 4, 5, 6})}, {"b", floats({1}, {2})}});
  CHECK(float_values(out[1]) == V{21});
}

TEST_CASE("Gradient: of a gradient, twice over") {
  Model m;  // y = x^4 = (x^2)^2
  m.graph.input("x", DType::float32, {2});
  m.graph.node("Mul", {"x", "x"}, {"h"}).node("Mul", {"h", "h"}, {"y"});
  m.gradient({"x"}, {"first"}, {"x"}, "y").gradient({"x"}, {"second"}, {"x"}, "first");
  m.gradient({"x"}, {"third"}, {"x"}, "second");
  m.graph.output("first", DType::float32).output("second", DType::float32).output("third", DType::float32);
  const auto out = m.session().run({{"x", floats({2}, {2, -1})}});
  CHECK(float_values(out[0]) == V{32, -4});
  CHECK(float_values(out[1]) == V{48, 12});
  CHECK(float_values(out[2]) == V{48, -24});
}

TEST_CASE("Gradient: in the body of an If, of what the body computes") {
  GraphBuilder yes, no;
  yes.node("Mul", {"x", "x"}, {"h"})
      .node("Gradient", {"x"}, {"d"}, {{"xs", Names{"x"}}, {"y", std::string("h")}}, kTraining);
  yes.output("d", DType::float32);
  no.node("Neg", {"x"}, {"d"}).output("d", DType::float32);
  Model m;
  m.graph.input("x", DType::float32, {2}).input("c", DType::bool_, {});
  m.graph.node("If", {"c"}, {"y"}, {{"then_branch", yes}, {"else_branch", no}}).output("y", DType::float32);
  const Value yes_value = Tensor::of<bool>(Shape{}, {true});
  CHECK(float_values(m.session().run({{"x", floats({2}, {1, 2})}, {"c", yes_value}})[0]) == V{2, 4});
}

TEST_CASE("Gradient: what cannot be differentiated is refused by name") {
  const auto refused = [](Model m) {
    return error_of([&] { m.graph.output("d", DType::float32), m.session(); });
  };
  Model m = squares(2);
  std::string text = refused(m.gradient({"x"}, {"d"}, {"x"}, "nowhere"));
  CHECK(has(text, "nowhere"));

  m = Model();
  m.graph.input("x", DType::float32, {1, 4, 1});
  m.graph.node("DFT", {"x"}, {"f"}, {{"onesided", std::int64_t{1}}}, "", "spectrum");
  text = refused(m.gradient({"x"}, {"d"}, {"x"}, "f"));
  CHECK(has(text, "DFT"));
  CHECK(has(text, "spectrum"));
  CHECK(has(text, "slope"));

  m = Model();
  m.graph.input("x", DType::int64, {2}).node("Mul", {"x", "x"}, {"y"});
  CHECK(has(refused(m.gradient({"x"}, {"d"}, {"x"}, "y")), "floats"));
  CHECK(has(refused(squares(2).gradient({"x"}, {"d"}, {"x", "w"}, "y")), "2 tensors"));
  CHECK(has(refused(squares(2).gradient({"x", "x"}, {"d"}, {"x", "x"}, "y")), "twice"));
}

TEST_CASE("Gradient: a body is not differentiated through what is made around it") {
  GraphBuilder yes, no;
  yes.node("Mul", {"x", "h"}, {"p"})
      .node("Gradient", {"x"}, {"d"}, {{"xs", Names{"x"}}, {"y", std::string("p")}}, kTraining);
  yes.output("d", DType::float32);
  no.node("Neg", {"x"}, {"d"}).output("d", DType::float32);
  Model m = squares(2);  // h depends on x
  m.graph.input("c", DType::bool_, {});
  m.graph.node("If", {"c"}, {"d"}, {{"then_branch", yes}, {"else_branch", no}}).output("d", DType::float32);
  CHECK(has(error_of([&] { m.session(); }), "made around it"));
}
