// If: runs one of two bodies; whichever runs gives the outputs.
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "ops/body.h"
#include "ops/body_facts.h"

namespace sardonyx {
namespace {

struct If final : Op {
  std::shared_ptr<Graph> then_branch, else_branch;
  std::int64_t captures = 0;

  void fields(FieldVisitor& f) override {
    f("then_branch", then_branch);
    f("else_branch", else_branch);
    f("captures", captures);
  }
  void infer(InferContext& c) const override;
  Kernel lower(LowerContext& c) const override;
};

void If::infer(InferContext& c) const {
  require(then_branch && else_branch, Code::invalid_model, "If lacks a branch");
  for (const auto& branch : {then_branch, else_branch}) {
    require(branch->inputs.size() + 1 == c.inputs(), Code::invalid_model,
            "a branch of If has {} inputs of its own, expected none", branch->inputs.size() + 1 - c.inputs());
    require(branch->outputs.size() >= c.outputs(), Code::invalid_model,
            "a branch of If gives {} outputs, the node has {}", branch->outputs.size(), c.outputs());
  }
  if (c.has(0) && c.shape(0).ranked())
    if (const auto count = c.shape(0).count(); count && count->is_number())
      require(count->number() == 1, Code::invalid_argument, "the condition of If has {} elements, not one",
              count->number());
  std::vector<Fact> inputs;
  for (std::size_t i = 1; i < c.inputs(); ++i) inputs.push_back(c.in(i));
  std::vector<Fact> facts;
  if (const Tensor* known = c.constant(0); known != nullptr && known->count() == 1) {
    facts = body_facts(known->int_at(0) != 0 ? *then_branch : *else_branch, inputs);
  } else {
    facts = body_facts(*then_branch, inputs);
    const std::vector<Fact> other = body_facts(*else_branch, inputs);
    for (std::size_t i = 0; i < c.outputs(); ++i) {
      const Type &a = facts[i].type, &b = other[i].type;
      require(!a.is_tensor() || !b.is_tensor() || a == b, Code::invalid_model,
              "output {} of If is {} in one branch and {} in the other", i, a, b);
      facts[i] = either(facts[i], other[i]);
    }
  }
  for (std::size_t i = 0; i < c.outputs(); ++i) c.out(i, without_content(facts[i]));
}

Kernel If::lower(LowerContext& c) const {
  const std::size_t inputs = c.inputs(), outputs = c.outputs();
  const std::array<std::shared_ptr<Body>, 2> bodies{c.body(else_branch), c.body(then_branch)};
  return Kernel::of_values([bodies, inputs, outputs](Call& call) {
    const Tensor& condition = call.value(0).tensor();
    require(condition.count() == 1, Code::invalid_argument, "the condition of If has {} elements, not one",
            condition.count());
    std::vector<Value> given;
    given.reserve(inputs - 1);
    for (std::size_t i = 1; i < inputs; ++i) given.push_back(call.value(i));
    std::vector<Value> results = bodies[condition.int_at(0) != 0 ? 1 : 0]->run(call, std::move(given));
    for (std::size_t i = 0; i < outputs; ++i) call.set_out(i, std::move(results[i]));
  });
}

}  // namespace

void register_if(OpRegistry& r) { r.add<If>("", "If"); }

}  // namespace sardonyx
