// Loop: runs a body while a condition holds, at most M times, carrying states and stacking what each trip gives.
#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "ops/body.h"
#include "ops/body_facts.h"
#include "ops/slices.h"

namespace sardonyx {
namespace {

struct Loop final : Op {
  std::shared_ptr<Graph> body;
  std::int64_t captures = 0;

  void fields(FieldVisitor& f) override {
    f("body", body);
    f("captures", captures);
  }
  void infer(InferContext& c) const override;
  Kernel lower(LowerContext& c) const override;

  // How many states there are for a node of `inputs` inputs.
  std::size_t states(std::size_t inputs) const {
    require(body != nullptr, Code::invalid_model, "Loop lacks its body");
    const auto caught = static_cast<std::size_t>(captures);
    require(inputs >= 2 + caught && body->inputs.size() == inputs, Code::invalid_model,
            "the body of Loop takes {} inputs, expected {}", body->inputs.size(), inputs);
    const std::size_t n = inputs - 2 - caught;
    require(body->outputs.size() >= n + 1, Code::invalid_model,
            "the body of Loop gives {} outputs for the condition and {} states", body->outputs.size(), n);
    return n;
  }

 private:
  std::vector<Fact> settle(InferContext& c, std::size_t n, std::vector<Fact>& state) const;
};

// Facts of the body's outputs, with `state` widened until the body keeps them.
std::vector<Fact> Loop::settle(InferContext& c, std::size_t n, std::vector<Fact>& state) const {
  constexpr int kRepeatsFrom = 3;  // bodies deeper than that are inferred once, with states of unknown size
  const bool once = body_depth() >= kRepeatsFrom;
  for (std::size_t i = 0; i < n; ++i) {
    state.push_back(without_content(c.in(2 + i)));
    if (once) state[i] = any_size(state[i], false);
  }
  std::vector<Fact> inputs(2 + n);
  inputs[0] = Fact::tensor(DType::int64, SymShape(Shape{}));
  inputs[1] = Fact::tensor(DType::bool_, SymShape(Shape{}));
  for (std::size_t i = 2 + n; i < c.inputs(); ++i) inputs.push_back(c.in(i));
  for (int pass = 0;; ++pass) {
    std::copy(state.begin(), state.end(), inputs.begin() + 2);
    std::vector<Fact> out = body_facts(*body, inputs);
    bool kept = true;
    for (std::size_t i = 0; i < n; ++i) {
      Fact wide = either(state[i], out[1 + i]);
      const bool same = wide.shape == state[i].shape || (!wide.shape.ranked() && !state[i].shape.ranked());
      kept = kept && same;
      if (!same) state[i] = any_size(wide, pass == 0);
      state[i].type = wide.type;
    }
    if (kept || once) return out;
    if (pass == 1)
      for (Fact& f : state) f = any_size(f, false);
    if (pass >= 2) return out;
  }
}

void Loop::infer(InferContext& c) const {
  const std::size_t n = states(c.inputs());
  require(c.outputs() <= body->outputs.size() - 1, Code::invalid_model,
          "Loop has {} outputs, its body gives {} after the condition", c.outputs(),
          body->outputs.size() - 1);
  std::vector<Fact> state;
  const std::vector<Fact> out = settle(c, n, state);
  for (std::size_t i = 0; i < n; ++i) c.out(i, state[i]);
  for (std::size_t i = n; i < c.outputs(); ++i) {
    const Fact& slice = out[1 + i];
    Fact stacked = any_size(slice, false);
    if (slice.shape.ranked()) {
      std::vector<Dim> dims{Dim::unknown()};
      for (const Dim& d : slice.shape.dims()) dims.push_back(d);
      stacked.shape = SymShape(std::move(dims));
    }
    c.out(i, std::move(stacked));
  }
}

// What a stacked output is when the body never ran: no slices, unknown sizes count as 0.
Tensor no_slices(const Fact& fact) {
  Shape shape{0};
  if (fact.shape.ranked())
    for (std::size_t i = 1; i < fact.shape.rank(); ++i)
      shape.push_back(fact.shape[i].is_number() ? fact.shape[i].number() : 0);
  const DType dtype = fact.dtype() == DType::undefined ? DType::float32 : fact.dtype();
  return Tensor(dtype, std::move(shape));
}

std::int64_t single(const Value& v, std::int64_t if_absent, const char* what) {
  if (v.is_absent()) return if_absent;
  require(v.tensor().count() == 1, Code::invalid_argument, "{} of Loop has {} elements, not one", what,
          v.tensor().count());
  return v.tensor().int_at(0);
}

struct LoopRun {
  std::shared_ptr<Body> body;
  std::size_t inputs, states, outputs;
  std::vector<Fact> stacked;

  void operator()(Call& call) const;
};

void LoopRun::operator()(Call& call) const {
  constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max();
  const std::int64_t trips = single(call.value(0), kForever, "M");
  bool go_on = single(call.value(1), 1, "the condition") != 0;
  std::vector<Value> state(states);
  for (std::size_t i = 0; i < states; ++i) state[i] = call.value(2 + i);
  std::vector<Stack> stacks;
  for (std::size_t i = states; i < outputs; ++i) stacks.emplace_back(trips == kForever ? 0 : trips);
  std::int64_t trip = 0;
  for (; trip < trips && go_on; ++trip) {
    call.check_stop();
    std::vector<Value> given;
    given.reserve(inputs);
    given.emplace_back(Tensor::scalar<std::int64_t>(trip));
    given.emplace_back(Tensor::scalar<bool>(true));
    for (Value& v : state) given.push_back(std::move(v));
    for (std::size_t i = 2 + states; i < inputs; ++i) given.push_back(call.value(i));
    std::vector<Value> results = body->run(call, std::move(given));
    go_on = single(results[0], 1, "the body's condition") != 0;
    for (std::size_t i = 0; i < states; ++i) state[i] = std::move(results[1 + i]);
    for (std::size_t i = 0; i < stacks.size(); ++i) stacks[i].add(results[1 + states + i].tensor());
  }
  for (std::size_t i = 0; i < states && i < outputs; ++i) {
    // A state that the body never saw is still the input, whose memory is not ours to give away.
    if (trip == 0 && state[i].is_tensor()) state[i] = state[i].tensor().clone();
    call.set_out(i, std::move(state[i]));
  }
  for (std::size_t i = 0; i < stacks.size(); ++i)
    call.set_out(states + i, stacks[i].count() > 0 ? stacks[i].finish() : no_slices(stacked[i]));
}

Kernel Loop::lower(LowerContext& c) const {
  LoopRun run{c.body(body), c.inputs(), states(c.inputs()), c.outputs(), {}};
  for (std::size_t i = run.states; i < c.outputs(); ++i) run.stacked.push_back(without_content(c.out(i)));
  return Kernel::of_values(std::move(run));
}

}  // namespace

void register_loop(OpRegistry& r) { r.add<Loop>("", "Loop"); }

}  // namespace sardonyx
