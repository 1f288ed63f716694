// What users rely on, whatever the optimiser does: defaults, absent inputs, symbols as hints, lying shapes, aliasing,
// captures, cancel, outputs of one's own. Numbers follow from the formulas written beside them.
#include <doctest/doctest.h>

#include <thread>

#include "unit/session/error_text.h"
#include "unit/session/model_builder.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

using V = std::vector<float>;

// y = x * w + x, all of shape [N].
ModelBuilder with_default() {
  ModelBuilder m;
  m.graph.input("x", DType::float32, {"N"}).input("w", DType::float32, {"N"});
  m.graph.initializer("w", floats({2}, {2, 3}));
  m.graph.node("Mul", {"x", "w"}, {"p"}).node("Add", {"p", "x"}, {"y"}).output("y", DType::float32);
  return m;
}

}  // namespace

TEST_CASE("a graph input with a default is a variable with a default") {
  Session s = with_default().session();
  CHECK(s.inputs()[1].optional_input);
  CHECK(float_values(s.run({{"x", floats({2}, {1, 10})}})[0]) == V{3, 40});
  CHECK(float_values(s.run({{"x", floats({2}, {1, 10})}, {"w", floats({2}, {0, 1})}})[0]) == V{1, 20});
  CHECK(float_values(s.run({{"x", floats({3}, {1, 2, 3})}, {"w", floats({3}, {1, 1, 1})}})[0]) == V{2, 4, 6});
  CHECK(float_values(s.run({{"x", floats({2}, {1, 10})}})[0]) == V{3, 40});
}

TEST_CASE("an injected initializer replaces the content before anything is folded") {
  ModelBuilder m;
  m.graph.initializer("a", floats({2}, {1, 2})).initializer("b", floats({2}, {10, 20}));
  m.graph.node("Add", {"a", "b"}, {"y"}).output("y", DType::float32);
  SessionOptions options;
  options.initializers["a"] = floats({2}, {5, 6});
  CHECK(float_values(m.session().run(std::map<std::string, Value>{})[0]) == V{11, 22});
  CHECK(float_values(m.session(options).run(std::map<std::string, Value>{})[0]) == V{15, 26});
  options.initializers["a"] = floats({1}, {5});
  CHECK(has(error_of([&] { m.session(options); }), "initializer 'a'"));
}

TEST_CASE("symbols are hints: inputs that disagree run all the same") {
  ModelBuilder m;  // both say N, but broadcasting 1 against 3 is what the operator allows
  m.graph.input("a", DType::float32, {"N"}).input("b", DType::float32, {"N"});
  m.graph.node("Add", {"a", "b"}, {"y"}).output("y", DType::float32);
  Session s = m.session();
  CHECK(float_values(s.run({{"a", floats({3}, {1, 2, 3})}, {"b", floats({1}, {10})}})[0]) == V{11, 12, 13});
  CHECK(float_values(s.run({{"a", floats({2}, {1, 2})}, {"b", floats({2}, {10, 20})}})[0]) == V{11, 22});
}

TEST_CASE("a lying value_info and a lying output shape change nothing") {
  ModelBuilder m;
  m.graph.input("x", DType::float32, {2, 3}).value_info("t", DType::float32, {7, 7});
  m.graph.node("Transpose", {"x"}, {"t"}).node("Relu", {"t"}, {"y"}).output("y", DType::float32, {9});
  Value y = m.session().run({{"x", floats({2, 3}, {1, -2, 3, -4, 5, -6})}})[0];
  CHECK(y.tensor().shape() == Shape{3, 2});
  CHECK(float_values(y) == V{1, 0, 0, 5, 3, 0});
}

TEST_CASE("absent inputs keep their place") {
  ModelBuilder m;  // Clip with a maximum and no minimum
  m.graph.input("x", DType::float32, {3}).initializer("hi", floats({}, {1}));
  m.graph.node("Clip", {"x", "", "hi"}, {"y"}).output("y", DType::float32);
  CHECK(float_values(m.session().run({{"x", floats({3}, {-5, 0.5F, 7})}})[0]) == V{-5, 0.5F, 1});
}

TEST_CASE("sizes 0 and 1 of a symbol run") {
  Session s = with_default().session();
  Value none = s.run({{"x", Tensor(DType::float32, Shape{0})}, {"w", Tensor(DType::float32, Shape{0})}})[0];
  CHECK(none.tensor().shape() == Shape{0});
  CHECK(float_values(s.run({{"x", floats({1}, {4})}})[0]) == V{12, 16});
}

TEST_CASE("outputs that are inputs or constants are memory of their own") {
  ModelBuilder m;
  m.graph.input("x", DType::float32, {2}).initializer("c", floats({2}, {7, 8}));
  m.graph.node("Identity", {"x"}, {"y"}).node("Identity", {"c"}, {"z"}).node("Identity", {"x"}, {"y2"});
  m.graph.output("y", DType::float32).output("z", DType::float32).output("y2", DType::float32);
  Session s = m.session();
  Tensor x = floats({2}, {1, 2});
  std::vector<Value> out = s.run({{"x", x}});
  for (Value& v : out) v.tensor().mutable_as<float>()[0] = 99;
  CHECK(x.as<float>()[0] == 1);
  CHECK(float_values(out[0]) == V{99, 2});
  CHECK(float_values(s.run({{"x", x}})[1]) == V{7, 8});
}

TEST_CASE("an output is written into the caller's tensor when it fits") {
  Session s = with_default().session();
  Tensor target(DType::float32, Shape{2});
  std::vector<Value> in{floats({2}, {1, 10}), Value()}, out{target};
  const std::size_t first = 0;
  s.run(in, std::span(&first, 1), out);
  CHECK(out[0].tensor().data() == target.data());
  CHECK(float_values(target) == V{3, 40});
  // The input itself as the output: computed as if they were apart.
  Tensor both = floats({2}, {1, 10});
  in[0] = both;
  out[0] = both;
  s.run(in, std::span(&first, 1), out);
  CHECK(float_values(both) == V{3, 40});
}

TEST_CASE("captured values reach nested bodies, constants and variables alike") {
  ModelBuilder m;  // if c { if d { x + k } else { x - k } } else { x }
  GraphBuilder plus, minus, inner, other;
  plus.node("Add", {"x", "k"}, {"p"}).output("p", DType::float32);
  minus.node("Sub", {"x", "k"}, {"q"}).output("q", DType::float32);
  inner.node("If", {"d"}, {"i"}, {{"then_branch", plus}, {"else_branch", minus}}).output("i", DType::float32);
  other.node("Identity", {"x"}, {"o"}).output("o", DType::float32);
  m.graph.input("x", DType::float32, {"N"}).input("c", DType::bool_, {}).input("d", DType::bool_, {});
  m.graph.initializer("k", floats({1}, {100}));
  m.graph.node("If", {"c"}, {"y"}, {{"then_branch", inner}, {"else_branch", other}})
      .output("y", DType::float32);
  Session s = m.session();
  auto run = [&](bool c, bool d) {
    return float_values(
        s.run({{"x", floats({2}, {1, 2})}, {"c", Tensor::scalar(c)}, {"d", Tensor::scalar(d)}})[0]);
  };
  CHECK(run(true, true) == V{101, 102});
  CHECK(run(true, false) == V{-99, -98});
  CHECK(run(false, true) == V{1, 2});
}

TEST_CASE("a loop whose state grows") {
  ModelBuilder m;  // four times: s = concat(s, s[:1] + i)
  GraphBuilder body;
  body.input("i", DType::int64, {}).input("cond", DType::bool_, {}).input("s", DType::float32, {"L"});
  body.initializer("zero", int64s({0})).initializer("one", int64s({1}));
  body.node("Slice", {"s", "zero", "one"}, {"head"}).node("Cast", {"i"}, {"f"}, {{"to", std::int64_t{1}}});
  body.node("Add", {"head", "f"}, {"t"}).node("Concat", {"s", "t"}, {"grown"}, {{"axis", std::int64_t{0}}});
  body.node("Identity", {"cond"}, {"go"});
  body.output("go", DType::bool_).output("grown", DType::float32);
  m.graph.input("x", DType::float32, {"N"}).initializer("trips", Tensor::scalar<std::int64_t>(4));
  m.graph.node("Loop", {"trips", "", "x"}, {"y"}, {{"body", body}}).output("y", DType::float32);
  CHECK(float_values(m.session().run({{"x", floats({1}, {5})}})[0]) == V{5, 5, 6, 7, 8});
}

TEST_CASE("a model-local function is inlined, attribute references and left out inputs included") {
  ModelBuilder m;
  m.more_opsets = {{"local", 1}};
  std::string f;
  WireWriter w(f);
  w.bytes(1, "Scaled");
  w.bytes(4, "a");
  w.bytes(4, "lo");
  w.bytes(5, "b");
  w.bytes(6, "alpha");
  w.message(7, [](WireWriter& n) {
    n.bytes(1, "a"), n.bytes(2, "t"), n.bytes(4, "LeakyRelu");
    n.message(5, [](WireWriter& a) { a.bytes(1, "alpha"), a.int64(20, 1), a.bytes(21, "alpha"); });
  });
  w.message(7, [](WireWriter& n) { n.bytes(1, "t"), n.bytes(1, "lo"), n.bytes(2, "b"), n.bytes(4, "Clip"); });
  w.message(9, [](WireWriter& o) { o.int64(2, 21); });
  w.bytes(10, "local");
  m.functions = {f};
  m.graph.input("x", DType::float32, {2});
  m.graph.node("Scaled", {"x"}, {"y"}, {{"alpha", 0.5F}}, "local").output("y", DType::float32);
  CHECK(float_values(m.session().run({{"x", floats({2}, {-4, 4})}})[0]) == V{-2, 4});
}

TEST_CASE("what does not fit is refused with names, expected and found") {
  Session s = with_default().session();
  Tensor x = floats({2}, {1, 2});
  CHECK(has(error_of([&] { s.run({{"z", x}}); }), "no input 'z'; its inputs are 'x', 'w'"));
  CHECK(has(error_of([&] { s.run(std::map<std::string, Value>{}); }),
            "input 'x': it is missing; expected x: float32[N]"));
  CHECK(has(error_of([&] { s.run({{"x", int64s({1})}}); }),
            "the element type differs; expected x: float32[N], found int64[1]"));
  CHECK(has(error_of([&] { s.run({{"x", floats({1, 2}, {1, 2})}}); }), "the rank differs"));
  ModelBuilder missing;
  missing.graph.input("x", DType::float32, {2}).node("Reluu", {"x"}, {"y"}).output("y", DType::float32);
  CHECK(has(error_of([&] { missing.session(); }), "the nearest name is 'Relu'"));
  ModelBuilder cycle;
  cycle.graph.input("x", DType::float32, {2}).node("Add", {"x", "b"}, {"a"}).node("Relu", {"a"}, {"b"});
  cycle.graph.output("b", DType::float32);
  CHECK(has(error_of([&] { cycle.session(); }), "cycle"));
  ModelBuilder types;
  types.graph.input("x", DType::float32, {2}).input("i", DType::int64, {2}).node("Add", {"x", "i"}, {"y"});
  types.graph.output("y", DType::float32);
  CHECK(has(error_of([&] { types.session(); }), "must have one type"));
}

TEST_CASE("many threads run one session with shapes of their own") {
  Session s = with_default().session();
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int k = 0; k < 50; ++k) {
        std::int64_t n = 1 + (t * 7 + k) % 9;
        Tensor x(DType::float32, Shape{n}), w(DType::float32, Shape{n});
        for (std::int64_t i = 0; i < n; ++i) {
          x.mutable_as<float>()[static_cast<std::size_t>(i)] = static_cast<float>(i);
          w.mutable_as<float>()[static_cast<std::size_t>(i)] = static_cast<float>(t);
        }
        std::vector<Value> out = s.run({{"x", x}, {"w", w}});
        for (std::int64_t i = 0; i < n; ++i) {
          float want = static_cast<float>(i) * static_cast<float>(t) + static_cast<float>(i);
          if (out[0].tensor().as<float>()[static_cast<std::size_t>(i)] != want) ++wrong;
        }
      }
    });
  }
  for (std::thread& t : threads) t.join();
  CHECK(wrong == 0);
}

TEST_CASE("a run is cancelled, or ends at its deadline") {
  ModelBuilder m;  // a loop that would run for hours
  GraphBuilder body;
  body.input("i", DType::int64, {}).input("cond", DType::bool_, {}).input("s", DType::float32, {1});
  body.initializer("one", floats({1}, {1}))
      .node("Add", {"s", "one"}, {"t"})
      .node("Identity", {"cond"}, {"go"});
  body.output("go", DType::bool_).output("t", DType::float32);
  m.graph.input("x", DType::float32, {1})
      .initializer("trips", Tensor::scalar<std::int64_t>(std::int64_t{1} << 50));
  m.graph.node("Loop", {"trips", "", "x"}, {"y"}, {{"body", body}}).output("y", DType::float32);
  Session s = m.session();
  std::map<std::string, Value> in{{"x", floats({1}, {0})}};
  RunOptions options;
  options.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
  auto code = [&] {
    try {
      s.run(in, options);
    } catch (const Error& e) {
      return e.code();
    }
    return Code::internal;
  };
  CHECK(code() == Code::deadline_exceeded);
  options.deadline.reset();
  Cancellation cancellation;
  options.cancellation = &cancellation;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    cancellation.cancel();
  });
  CHECK(code() == Code::cancelled);
  other.join();
}
