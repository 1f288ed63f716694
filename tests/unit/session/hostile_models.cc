// Models that are well formed but ask for the impossible: too much memory, sizes that overflow, loops without end.
// Loading or running them throws an Error of the right kind.
#include <doctest/doctest.h>

#include <chrono>
#include <limits>

#include "base/memory_limit.h"
#include "unit/session/model_builder.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kHuge = std::int64_t{1} << 44;

struct SmallMemory {
  SmallMemory()
      : before(set_memory_limit(static_cast<std::size_t>(mem::owned_bytes()) + (std::size_t{1} << 30))) {}
  ~SmallMemory() { set_memory_limit(before); }
  std::size_t before;
};

// nullopt when the model loads and runs.
std::optional<Code> outcome(const ModelBuilder& m, const std::vector<Value>& inputs = {}) {
  const SmallMemory small;
  RunOptions options;
  options.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
  try {
    m.session().run(std::span<const Value>(inputs), options);
  } catch (const Error& e) {
    CAPTURE(std::string(e.what()));
    CHECK(e.code() != Code::internal);
    return e.code();
  }
  return std::nullopt;
}

// One node on x = [1,2,3] and further inputs: as constants (known at load) or as graph inputs (known at run).
ModelBuilder one_node(const std::string& op, const std::vector<Tensor>& more, bool constant,
                      const GraphBuilder::Settings& settings, bool takes_x, std::size_t outputs) {
  ModelBuilder m;
  std::vector<std::string> names;
  if (takes_x) {
    m.graph.input("x", DType::float32, {3});
    names.push_back("x");
  }
  for (std::size_t i = 0; i < more.size(); ++i) {
    const std::string name = "c" + std::to_string(i);
    names.push_back(name);
    if (constant) {
      m.graph.initializer(name, more[i]);
    } else {
      std::vector<GraphBuilder::Size> sizes(more[i].shape().begin(), more[i].shape().end());
      m.graph.input(name, more[i].dtype(), sizes);
    }
  }
  std::vector<std::string> made;
  for (std::size_t i = 0; i < outputs; ++i) made.push_back("y" + std::to_string(i));
  m.graph.node(op, names, made, settings);
  for (const std::string& name : made) m.graph.output(name, DType::undefined);
  return m;
}

struct Case {
  std::string op;
  std::vector<Tensor> more;
  bool takes_x = true;
  GraphBuilder::Settings settings = {};
  std::size_t outputs = 1;
};

// Refused whether the further inputs are known at load or at run.
void check_refused(const Case& c) {
  for (bool constant : {true, false}) {
    CAPTURE(c.op);
    CAPTURE(constant);
    std::vector<Value> inputs;
    if (c.takes_x) inputs.emplace_back(floats({3}, {1, 2, 3}));
    if (!constant) inputs.insert(inputs.end(), c.more.begin(), c.more.end());
    CHECK(outcome(one_node(c.op, c.more, constant, c.settings, c.takes_x, c.outputs), inputs).has_value());
  }
}

Tensor number(std::int64_t v) { return Tensor::scalar<std::int64_t>(v); }

GraphBuilder counting_body(bool stacks) {
  GraphBuilder body;
  body.input("i", DType::int64, {}).input("c", DType::bool_, {}).input("s", DType::float32, {3});
  body.node("Identity", {"c"}, {"again"}).node("Add", {"s", "s"}, {"t"}).node("Identity", {"s"}, {"slice"});
  body.output("again", DType::bool_).output("t", DType::float32);
  if (stacks) body.output("slice", DType::float32);
  return body;
}

ModelBuilder endless(bool known_state, bool stacks) {
  ModelBuilder m;
  if (known_state)
    m.graph.initializer("x", floats({3}, {1, 2, 3}));
  else
    m.graph.input("x", DType::float32, {3});
  m.graph.initializer("n", number(kMost)).initializer("yes", Tensor::scalar<bool>(true));
  std::vector<std::string> made{"y"};
  if (stacks) made.push_back("all");
  m.graph.node("Loop", {"n", "yes", "x"}, made, {{"body", counting_body(stacks)}});
  m.graph.output(stacks ? "all" : "y", DType::float32);
  return m;
}

}  // namespace

TEST_CASE("hostile models: results that memory cannot hold") {
  check_refused({"ConstantOfShape", {int64s({kHuge})}, false});
  check_refused({"ConstantOfShape", {int64s({kMost, kMost})}, false});
  check_refused({"ConstantOfShape", {int64s({std::int64_t{1} << 33, std::int64_t{1} << 31})}, false});
  check_refused({"ConstantOfShape", {int64s({-1})}, false});
  check_refused({"Expand", {int64s({kHuge, 3})}});
  check_refused({"Expand", {int64s({std::int64_t{1} << 62, 4, 3})}});
  check_refused({"Expand", {int64s({-2, 3})}});
  check_refused({"Tile", {int64s({kHuge})}});
  check_refused({"Tile", {int64s({kMost})}});
  check_refused({"Tile", {int64s({-1})}});
  check_refused({"Range", {number(0), number(kHuge), number(1)}, false});
  check_refused({"Range", {number(kLeast), number(kMost), number(1)}, false});
  check_refused({"Range", {number(0), number(3), number(0)}, false});
  check_refused(
      {"Range",
       {Tensor::scalar(0.0f), Tensor::scalar(std::numeric_limits<float>::infinity()), Tensor::scalar(1.0f)},
       false});
  check_refused({"Pad", {int64s({kHuge, 0})}});
  check_refused({"Pad", {int64s({kMost, kMost})}});
  check_refused({"Pad", {int64s({-2, -2})}});
  check_refused({"Resize", {floats({0}, {}), floats({1}, {1e18f})}});
  check_refused({"Resize", {floats({0}, {}), floats({1}, {std::numeric_limits<float>::quiet_NaN()})}});
  check_refused({"OneHot", {number(kHuge), floats({2}, {0, 1})}});
}

TEST_CASE("hostile models: sizes and indices that contradict") {
  check_refused({"Reshape", {int64s({-1, -1})}});
  check_refused({"Reshape", {int64s({-2})}});
  check_refused({"Reshape", {int64s({kMost, kMost, 0})}});
  check_refused({"Reshape", {int64s({2})}});
  check_refused({"Gather", {int64s({3})}});
  check_refused({"Gather", {int64s({kLeast})}});
  check_refused({"Slice", {int64s({0}), int64s({1}), int64s({0}), int64s({0})}});
  check_refused({"Slice", {int64s({0}), int64s({1}), int64s({7})}});
  check_refused({"Slice", {int64s({0, 0}), int64s({1})}});
  check_refused({"Split", {int64s({1, 1})}, true, {}, 2});
  check_refused({"Split", {int64s({-1, 4})}, true, {}, 2});
  check_refused({"Split", {}, true, {{"num_outputs", std::int64_t{0}}}, 2});
  for (const char* equation : {"ij->i", "i->j", "i,i->i", "", "->", "i..->i", "i->ii", "I*->", ",,,,"})
    check_refused({"Einsum", {}, true, {{"equation", std::string(equation)}}});
  check_refused({"Unsqueeze", {int64s({0, 0})}});
  check_refused({"Squeeze", {int64s({0})}});
  check_refused({"TopK", {int64s({4})}, true, {}, 2});
  check_refused({"TopK", {int64s({-1})}, true, {}, 2});
}

TEST_CASE("hostile models: extreme but legal slices") {
  const auto slice = [](std::int64_t start, std::int64_t end, std::int64_t step) {
    const Case c{"Slice", {int64s({start}), int64s({end}), int64s({0}), int64s({step})}};
    const Value x = floats({3}, {1, 2, 3});
    return float_values(one_node(c.op, c.more, true, {}, true, 1).session().run(std::span(&x, 1)).at(0));
  };
  CHECK(slice(kMost, kLeast, -1) == std::vector<float>{3, 2, 1});
  CHECK(slice(kLeast, kMost, 1) == std::vector<float>{1, 2, 3});
  CHECK(slice(kMost, kLeast, kLeast) == std::vector<float>{3});
  CHECK(slice(kLeast, kMost, kMost) == std::vector<float>{1});
  CHECK(slice(kMost, kMost, kMost).empty());
}

TEST_CASE("hostile models: a loop without end stops at the deadline, whatever is known of it at load") {
  for (bool known : {false, true}) {
    for (bool stacks : {false, true}) {
      CAPTURE(known);
      CAPTURE(stacks);
      std::vector<Value> inputs;
      if (!known) inputs.emplace_back(floats({3}, {1, 2, 3}));
      CHECK(outcome(endless(known, stacks), inputs) == Code::deadline_exceeded);
    }
  }
}

TEST_CASE("hostile models: bodies that do not fit their nodes") {
  const auto loop = [](const GraphBuilder& body, std::size_t outputs) {
    ModelBuilder m;
    m.graph.input("x", DType::float32, {3}).initializer("n", number(2));
    std::vector<std::string> made;
    for (std::size_t i = 0; i < outputs; ++i) made.push_back("y" + std::to_string(i));
    m.graph.node("Loop", {"n", "", "x"}, made, {{"body", body}}).output("y0", DType::float32);
    return outcome(m, {floats({3}, {1, 2, 3})});
  };
  CHECK(!loop(counting_body(false), 1).has_value());
  CHECK(loop(counting_body(false), 3) == Code::invalid_model);
  GraphBuilder more_inputs = counting_body(false);
  more_inputs.input("z", DType::float32, {3});
  CHECK(loop(more_inputs, 1) == Code::invalid_model);
  CHECK(loop(GraphBuilder(), 1) == Code::invalid_model);

  GraphBuilder branch, with_input, two;
  branch.node("Relu", {"x"}, {"t"}).output("t", DType::float32);
  with_input.input("own", DType::float32, {3}).node("Relu", {"own"}, {"t"}).output("t", DType::float32);
  two.node("Abs", {"x"}, {"t"}).output("t", DType::float32).output("t", DType::float32);
  const auto choose = [&](const GraphBuilder& other, std::size_t outputs) {
    ModelBuilder m;
    m.graph.input("x", DType::float32, {3}).input("c", DType::bool_, {});
    std::vector<std::string> made{"y"};
    if (outputs > 1) made.push_back("z");
    m.graph.node("If", {"c"}, made, {{"then_branch", branch}, {"else_branch", other}})
        .output("y", DType::float32);
    return outcome(m, {floats({3}, {1, 2, 3}), Tensor::scalar<bool>(true)});
  };
  CHECK(!choose(branch, 1).has_value());
  CHECK(choose(with_input, 1) == Code::invalid_model);
  CHECK(choose(two, 2) == Code::invalid_model);
  CHECK(choose(GraphBuilder(), 1) == Code::invalid_model);
}

TEST_CASE("hostile models: a Scan with more outputs than its body gives") {
  GraphBuilder body;
  body.input("s", DType::float32, {}).input("e", DType::float32, {});
  body.node("Add", {"s", "e"}, {"t"}).node("Identity", {"t"}, {"u"});
  body.output("t", DType::float32).output("u", DType::float32);
  for (std::size_t outputs : {2u, 3u}) {
    ModelBuilder m;
    m.graph.input("s0", DType::float32, {}).input("x", DType::float32, {3});
    std::vector<std::string> made{"y", "z", "more"};
    made.resize(outputs);
    m.graph.node("Scan", {"s0", "x"}, made, {{"body", body}, {"num_scan_inputs", std::int64_t{1}}});
    m.graph.output("y", DType::float32);
    const auto code = outcome(m, {Tensor::scalar(1.0f), floats({3}, {1, 2, 3})});
    CHECK(code == (outputs == 3 ? std::optional(Code::invalid_model) : std::nullopt));
  }
}

TEST_CASE("hostile models: branches nested too deep") {
  GraphBuilder inner;
  inner.node("Relu", {"x"}, {"t0"}).output("t0", DType::float32);
  for (int i = 1; i < 80; ++i) {
    GraphBuilder outer;
    const std::string name = "t" + std::to_string(i);
    outer.node("If", {"c"}, {name}, {{"then_branch", inner}, {"else_branch", GraphBuilder(inner)}});
    outer.output(name, DType::float32);
    if (i < 8)
      inner = outer;  // both branches: the file doubles
    else {
      GraphBuilder flat;
      flat.node("Relu", {"x"}, {"f"}).output("f", DType::float32);
      GraphBuilder next;
      next.node("If", {"c"}, {name}, {{"then_branch", inner}, {"else_branch", flat}})
          .output(name, DType::float32);
      inner = next;
    }
  }
  ModelBuilder m;
  m.graph.input("x", DType::float32, {3}).input("c", DType::bool_, {});
  m.graph.node("If", {"c"}, {"y"}, {{"then_branch", inner}, {"else_branch", inner}})
      .output("y", DType::float32);
  CHECK(outcome(m, {floats({3}, {1, 2, 3}), Tensor::scalar<bool>(true)}).has_value());
}

TEST_CASE("hostile models: the private attribute of captures cannot be given") {
  ModelBuilder m;
  m.graph.input("x", DType::float32, {3});
  m.graph.node("Relu", {"x"}, {"y"}, {{"captures", std::int64_t{5}}}).output("y", DType::float32);
  CHECK(outcome(m, {floats({3}, {1, 2, 3})}) == Code::invalid_model);
}
