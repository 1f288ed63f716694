// SequenceMap: runs a body for every element of a sequence; each output of the body becomes a sequence.
#include <memory>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "ops/body.h"
#include "ops/body_facts.h"

namespace sardonyx {
namespace {

struct SequenceMap final : Op {
  std::shared_ptr<Graph> body;
  std::int64_t captures = 0;

  void fields(FieldVisitor& f) override {
    f("body", body);
    f("captures", captures);
  }
  void infer(InferContext& c) const override;
  Kernel lower(LowerContext& c) const override;
};

void SequenceMap::infer(InferContext& c) const {
  require(body != nullptr && body->inputs.size() == c.inputs(), Code::invalid_model,
          "the body of SequenceMap does not take the node's {} inputs", c.inputs());
  require(body->outputs.size() >= c.outputs(), Code::invalid_model,
          "the body of SequenceMap gives {} outputs, the node has {}", body->outputs.size(), c.outputs());
  const std::size_t own = c.inputs() - static_cast<std::size_t>(captures);
  std::vector<Fact> inputs;
  for (std::size_t i = 0; i < c.inputs(); ++i) {
    Fact f = c.in(i);
    if (i < own && f.type.kind == Type::Kind::sequence) {
      Fact element;
      if (f.type.inner) element.type = *f.type.inner;
      f = std::move(element);
    }
    inputs.push_back(std::move(f));
  }
  const std::vector<Fact> out = body_facts(*body, inputs);
  for (std::size_t i = 0; i < c.outputs(); ++i) {
    Fact f;
    f.type = Type::sequence(out[i].type);
    c.out(i, std::move(f));
  }
}

struct MapRun {
  std::shared_ptr<Body> body;
  std::size_t inputs, own;
  std::vector<Type> types;

  void operator()(Call& call) const {
    const std::size_t length = call.value(0).sequence().elements.size();
    for (std::size_t i = 1; i < own; ++i)
      if (call.value(i).is_sequence())
        require(call.value(i).sequence().elements.size() == length, Code::invalid_argument,
                "sequence {} of SequenceMap has {} elements, the first one {}", i,
                call.value(i).sequence().elements.size(), length);
    std::vector<Sequence> made(types.size());
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (types[i].inner) made[i].element = *types[i].inner;
      made[i].elements.reserve(length);
    }
    for (std::size_t e = 0; e < length; ++e) {
      call.check_stop();
      std::vector<Value> given;
      for (std::size_t i = 0; i < inputs; ++i) {
        const Value& v = call.value(i);
        given.push_back(i < own && v.is_sequence() ? v.sequence().elements[e] : v);
      }
      std::vector<Value> results = body->run(call, std::move(given));
      for (std::size_t i = 0; i < made.size(); ++i) made[i].elements.push_back(std::move(results[i]));
    }
    for (std::size_t i = 0; i < made.size(); ++i) call.set_out(i, std::move(made[i]));
  }
};

Kernel SequenceMap::lower(LowerContext& c) const {
  MapRun run{c.body(body), c.inputs(), c.inputs() - static_cast<std::size_t>(captures), {}};
  for (std::size_t i = 0; i < c.outputs(); ++i) run.types.push_back(c.out(i).type);
  return Kernel::of_values(std::move(run));
}

}  // namespace

void register_sequence_map(OpRegistry& r) { r.add<SequenceMap>("", "SequenceMap"); }

}  // namespace sardonyx
