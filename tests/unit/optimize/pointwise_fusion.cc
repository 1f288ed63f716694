// Fusion of elementwise nodes and epilogues: what fuses, what must not, and that the numbers stay the same.
#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "ops/evaluate.h"
#include "optimize/rule.h"

using namespace sardonyx;

namespace {

// A graph under construction, by names of operators.
struct Maker {
  Graph g;
  ValueId input(const char* name, SymShape shape, DType type = DType::float32) {
    return g.add_input(name, Fact::tensor(type, std::move(shape)));
  }
  ValueId scalar(float x) { return g.add_constant("c", Tensor::scalar(x)); }
  ValueId constant(Tensor t) { return g.add_constant("w", std::move(t)); }
  ValueId add(const char* op, std::vector<ValueId> in, const Attributes& attributes = {}) {
    const ValueId v = g.add_value(op);
    const NodeId n = g.add_node(make_op("", op, attributes), std::move(in), {v}, op);
    g.infer(n);
    return v;
  }
};

std::map<ValueId, Value> execute(const Graph& g, const std::map<ValueId, Value>& inputs) {
  std::map<ValueId, Value> values = inputs;
  for (NodeId id : g.order()) {
    const Node& n = g.node(id);
    std::vector<Value> in;
    for (ValueId v : n.inputs) {
      if (v == kAbsent) {
        in.emplace_back();
      } else if (const auto at = values.find(v); at != values.end()) {
        in.push_back(at->second);
      } else {
        in.push_back(*g.value(v).fact.content);
      }
    }
    EvaluateParts parts;
    parts.epilogue = n.epilogue.get();
    parts.epilogue_first = n.epilogue_first;
    const auto wanted = std::make_unique<bool[]>(n.outputs.size());
    for (std::size_t i = 0; i < n.outputs.size(); ++i) wanted[i] = n.outputs[i] != kAbsent;
    const std::vector<Value> out = evaluate(*n.op, in, {wanted.get(), n.outputs.size()}, parts);
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (n.outputs[i] != kAbsent) values[n.outputs[i]] = out[i];
    }
  }
  return values;
}

Tensor ramp(Shape shape, float start, float step) {
  std::vector<float> v(static_cast<std::size_t>(shape.count()));
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = start + step * static_cast<float>(i % 23);
  return Tensor::of<float>(std::move(shape), std::span<const float>(v));
}

std::vector<Value> results(const Graph& g, const std::map<ValueId, Value>& inputs) {
  const auto values = execute(g, inputs);
  std::vector<Value> out;
  for (ValueId v : g.outputs) out.push_back(values.at(v));
  return out;
}

// Runs before and after; gives the number of nodes left.
std::size_t check_fusion(Graph g, const std::map<ValueId, Value>& inputs, double tolerance = 1e-6) {
  const std::vector<Value> before = results(g, inputs);
  OptimizeOptions options;
  options.portable = false;
  optimize(g, options);
  g.verify();
  const std::vector<Value> after = results(g, inputs);
  REQUIRE(before.size() == after.size());
  for (std::size_t k = 0; k < before.size(); ++k) {
    const Tensor &a = before[k].tensor(), &b = after[k].tensor();
    REQUIRE(a.text() == b.text());
    for (std::int64_t i = 0; i < a.count(); ++i) {
      REQUIRE(b.number_at(i) == doctest::Approx(a.number_at(i)).epsilon(tolerance));
    }
  }
  return g.live_nodes();
}

}  // namespace

TEST_CASE("fusion: a chain becomes one node, constants included") {
  Maker m;
  const Dim n = Dim::symbol("n");
  const ValueId x = m.input("x", {n, 7}), bias = m.constant(ramp({7}, 0.5f, 0.1f));
  const ValueId s = m.add("Sigmoid", {m.add("Mul", {m.add("Add", {x, bias}), m.scalar(1.5f)})});
  m.g.add_output(m.add("Mul", {m.add("Add", {x, bias}), s}));
  CHECK(check_fusion(m.g, {{x, ramp({5, 7}, -2, 0.3f)}}) == 1);
}

TEST_CASE("fusion: a value that others read becomes an output, unless that makes a cycle") {
  Maker m;
  const ValueId x = m.input("x", {4, 6});
  const ValueId y = m.add("Exp", {x});
  m.g.add_output(m.add("Neg", {y}));
  m.g.add_output(y);
  CHECK(check_fusion(m.g, {{x, ramp({4, 6}, -1, 0.1f)}}) == 1);

  Maker cycle;  // y is read by the transpose that the last node needs
  const ValueId a = cycle.input("x", {5, 5});
  const ValueId e = cycle.add("Exp", {a});
  cycle.g.add_output(
      cycle.add("Add", {e, cycle.add("Transpose", {e}, {{"perm", std::vector<std::int64_t>{1, 0}}})}));
  CHECK(check_fusion(cycle.g, {{a, ramp({5, 5}, -1, 0.1f)}}) == 3);
}

TEST_CASE("fusion: another space stays apart") {
  Maker m;
  const ValueId x = m.input("x", {8, 1}), y = m.input("y", {8, 100});
  m.g.add_output(m.add("Add", {m.add("Exp", {x}), y}));  // 8 exponentials, not 800
  CHECK(check_fusion(m.g, {{x, ramp({8, 1}, 0, 0.1f)}, {y, ramp({8, 100}, 0, 1)}}) == 2);
}

TEST_CASE("fusion: sizes are left alone") {
  Maker m;
  const ValueId x = m.input("x", {3}, DType::int64);
  const ValueId one = m.constant(Tensor::of<std::int64_t>(Shape{1}, {1}));
  m.g.add_output(m.add("Mul", {m.add("Add", {x, one}), one}));
  CHECK(check_fusion(m.g, {{x, Tensor::of<std::int64_t>(Shape{3}, {1, 2, 3})}}) == 2);
}

TEST_CASE("fusion: types change within a program") {
  Maker m;
  const ValueId x = m.input("x", {40, 40});
  const ValueId mask = m.add("Greater", {x, m.scalar(0.25f)});
  const ValueId y = m.add("Where", {mask, m.add("Sqrt", {m.add("Abs", {x})}), m.scalar(-1)});
  m.g.add_output(m.add("Cast", {y}, {{"to", std::int64_t{7}}}));
  CHECK(check_fusion(m.g, {{x, ramp({40, 40}, -9, 0.9f)}}) == 1);
}

TEST_CASE("fusion: epilogues of matrix products and convolutions") {
  Maker m;
  const ValueId x = m.input("x", {3, 20, 16}), r = m.input("r", {3, 20, 33});
  const ValueId w = m.constant(ramp({16, 33}, -0.4f, 0.05f)), bias = m.constant(ramp({33}, 1, -0.1f));
  const ValueId y = m.add("Add", {m.add("MatMul", {x, w}), bias});
  const ValueId g = m.add("Mul", {y, m.add("Sigmoid", {y})});
  m.g.add_output(m.add("Add", {g, r}));
  CHECK(check_fusion(m.g, {{x, ramp({3, 20, 16}, -1, 0.11f)}, {r, ramp({3, 20, 33}, 0, 0.2f)}}, 1e-4) == 1);

  Maker c;
  const ValueId image = c.input("x", {2, 3, 9, 10}), shortcut = c.input("r", {2, 5, 7, 8});
  const ValueId filter = c.constant(ramp({5, 3, 3, 3}, -0.3f, 0.03f));
  const ValueId sum = c.add("Add", {c.add("Conv", {image, filter}), shortcut});
  c.g.add_output(c.add("Relu", {sum}));
  CHECK(check_fusion(c.g, {{image, ramp({2, 3, 9, 10}, -1, 0.1f)}, {shortcut, ramp({2, 5, 7, 8}, 0, 0.2f)}},
                     1e-4) == 1);

  Maker q;  // the result's type changes, the sum is read elsewhere: no epilogue
  const ValueId a = q.input("a", {6, 8});
  const ValueId p = q.add("Gemm", {a, q.constant(ramp({8, 4}, -1, 0.2f))});
  q.g.add_output(q.add("Cast", {q.add("Relu", {p})}, {{"to", std::int64_t{6}}}));
  CHECK(check_fusion(q.g, {{a, ramp({6, 8}, -1, 0.3f)}}) == 1);
  q.g.add_output(p);
  CHECK(check_fusion(q.g, {{a, ramp({6, 8}, -1, 0.3f)}}) == 2);
}
