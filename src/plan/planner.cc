#include <fmt/format.h>

#include <algorithm>

#include "base/time_limit.h"
#include "graph/lowered.h"
#include "ops/evaluate.h"
#include "plan/plan.h"

namespace sardonyx {

namespace {

using Where = Operand::Where;

// Folding while planning is for shape arithmetic; big constants were folded when the session was made.
constexpr std::int64_t kFoldElements = 1 << 14;

bool concrete(const Fact& f) { return f.is_tensor() && f.dtype() != DType::undefined && f.shape.concrete(); }
bool plain_tensor(const Fact& f) { return concrete(f) && f.dtype() != DType::string; }

// Symbolic content that turned out to be numbers becomes content.
void settle(Fact& f) {
  if (f.content || f.dims == nullptr || !concrete(f)) return;
  std::vector<std::int64_t> numbers;
  for (const Dim& d : *f.dims) {
    if (!d.is_number()) return;
    numbers.push_back(d.number());
  }
  Shape shape = *f.shape.numbers();
  if (shape.count() != static_cast<std::int64_t>(numbers.size())) return;
  if (f.dtype() == DType::int64) {
    f.content = Value(Tensor::of<std::int64_t>(shape, std::span<const std::int64_t>(numbers)));
  } else if (f.dtype() == DType::int32) {
    std::vector<std::int32_t> narrow(numbers.begin(), numbers.end());
    f.content = Value(Tensor::of<std::int32_t>(shape, std::span<const std::int32_t>(narrow)));
  }
}

// Bodies run at run time, where they can be cancelled: a loop may have any number of trips.
bool holds_body(const Op& op) {
  const Attributes fields = write_fields(op, true);
  return std::ranges::any_of(
      fields, [](const auto& a) { return std::holds_alternative<std::shared_ptr<Graph>>(a.second); });
}

constexpr std::chrono::milliseconds kFoldTime{500};

class Planner {
 public:
  Planner(std::shared_ptr<const CompiledGraph> compiled, std::span<const Fact> inputs)
      : compiled_(std::move(compiled)), graph_(compiled_->graph()), facts_(graph_.value_slots()) {
    for (std::size_t v = 0; v < facts_.size(); ++v) {
      const ValueInfo& info = graph_.value(static_cast<ValueId>(v));
      if (info.constant()) facts_[v] = info.fact;
    }
    require(inputs.size() == graph_.inputs.size(), Code::internal, "{} facts for {} graph inputs",
            inputs.size(), graph_.inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) fact(graph_.inputs[i]) = inputs[i];
  }

  std::shared_ptr<const Plan> make() {
    plan_->compiled = compiled_;
    for (NodeId n : compiled_->order()) visit(n);
    assign_memory();
    return plan_;
  }

 private:
  Fact& fact(ValueId v) { return facts_[static_cast<std::size_t>(v)]; }

  void visit(NodeId id) {
    const Node& n = graph_.node(id);
    in_.assign(n.inputs.size(), nullptr);
    for (std::size_t i = 0; i < in_.size(); ++i) {
      if (n.inputs[i] != kAbsent) in_[i] = &fact(n.inputs[i]);
    }
    wanted_ = std::make_unique<bool[]>(n.outputs.size());
    for (std::size_t i = 0; i < n.outputs.size(); ++i) {
      ValueId v = n.outputs[i];
      wanted_[i] = v != kAbsent && (!graph_.value(v).uses.empty() || graph_.value(v).is_output);
    }
    if (std::find(wanted_.get(), wanted_.get() + n.outputs.size(), true) == wanted_.get() + n.outputs.size())
      return;  // nobody reads what it gives; kernels may count on one output at least
    try {
      plan_node(id, n);
    } catch (Error& e) {
      throw e.at(n.text());
    }
  }

  std::span<const bool> wanted(const Node& n) const { return {wanted_.get(), n.outputs.size()}; }

  void plan_node(NodeId id, const Node& n) {
    Step step;
    step.node = id;
    step.facts = infer_outputs(n);
    for (Fact& f : step.facts) settle(f);
    if (!known(n, step.facts) && foldable(n, step.facts)) fold(n, step.facts);
    bool done = known(n, step.facts);
    if (!done) {
      lower(id, n, step);
      done = fold_view(n, step);
    }
    for (std::size_t i = 0; i < step.facts.size(); ++i) {
      if (n.outputs[i] != kAbsent) fact(n.outputs[i]) = step.facts[i];
    }
    if (!done) plan_->steps.push_back(std::move(step));
  }

  std::vector<Fact> infer_outputs(const Node& n) {
    std::span<const Fact* const> own(in_);
    if (n.epilogue) own = own.first(n.epilogue_first);
    std::vector<Fact> out = infer_facts(*n.op, own, wanted(n));
    if (n.epilogue && n.outputs[0] != kAbsent) out[0].type = graph_.value(n.outputs[0]).fact.type;
    return out;
  }

  bool known(const Node& n, const std::vector<Fact>& out) const {
    if (n.op->nondeterministic()) return false;
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (wanted_[i] && !out[i].content) return false;
    }
    return true;
  }

  bool foldable(const Node& n, const std::vector<Fact>& out) const {
    if (n.op->nondeterministic() || n.epilogue) return false;
    std::int64_t elements = 0;
    auto small = [&](const Fact& f) {
      if (!concrete(f)) return false;
      elements += f.shape.numbers()->count();
      return elements <= kFoldElements;
    };
    for (const Fact* f : in_) {
      if (f != nullptr && (!f->content || !small(*f))) return false;
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (wanted_[i] && !small(out[i])) return false;
    }
    return !holds_body(*n.op);
  }

  EvaluateParts parts(NodeId id, const Node& n) const {
    EvaluateParts p;
    p.options = compiled_->options();
    p.prepared = compiled_->prepared(id);
    p.epilogue = n.epilogue.get();
    p.epilogue_first = n.epilogue_first;
    p.body = [this](const std::shared_ptr<Graph>& g) { return compiled_->body(g); };
    return p;
  }

  // A fold that fails (an index out of range in a branch that never runs) is left to the run.
  void fold(const Node& n, std::vector<Fact>& out) {
    std::vector<Value> values(in_.size());
    for (std::size_t i = 0; i < in_.size(); ++i) {
      if (in_[i] != nullptr) values[i] = *in_[i]->content;
    }
    try {
      EvaluateParts p = parts(0, n);
      const TimeLimit limit(kFoldTime);
      p.prepared = nullptr;
      p.environment.stop = &limit;
      std::vector<Value> made = evaluate(*n.op, values, wanted(n), p);
      for (std::size_t i = 0; i < out.size(); ++i) {
        if (wanted_[i]) out[i] = Fact::of(std::move(made[i]));
      }
    } catch (const Error& e) {
      plan_->notes.push_back(fmt::format("{} was not folded: {}", n.text(), e.sentence()));
    }
  }

  void lower(NodeId id, const Node& n, Step& step) {
    for (const Fact* f : in_) {
      if (f != nullptr && f->type.kind == Type::Kind::unknown)
        return note(n, "a type that only the run can tell");
      if (f != nullptr && f->is_tensor() && !concrete(*f))
        return note(n, "a shape that only the run can tell");
    }
    LowerContext::Parts p;
    p.in = in_;
    p.out = step.facts;
    p.wanted = wanted(n);
    p.prepared = compiled_->prepared(id);
    p.options = compiled_->options();
    p.epilogue = n.epilogue.get();
    p.epilogue_first = n.epilogue_first;
    p.body = [this](const std::shared_ptr<Graph>& g) { return compiled_->body(g); };
    LowerContext context(p);
    Kernel kernel = lowered(*n.op, context);
    if (!kernel && !kernel.at_run)
      fail(Code::not_implemented, "{}: {} [{}]", n.kind(), kernel.declined, inputs_text(in_));
    if (kernel.at_run) return note(n, "a content that only the run can tell");
    for (std::size_t i = 0; i < step.facts.size(); ++i) {
      if (wanted_[i] && !kernel.takes_values && step.facts[i].type.kind != Type::Kind::tensor)
        return note(n, "an output whose type only the run can tell");
      if (wanted_[i] && !kernel.takes_values && !concrete(step.facts[i]))
        return note(n, "an output whose shape only the run can tell");
    }
    step.kernel = std::move(kernel);
  }

  void note(const Node& n, std::string_view why) {
    plan_->notes.push_back(fmt::format("{} is planned when it runs: {}", n.text(), why));
  }

  // A view of a constant is a constant.
  bool fold_view(const Node& n, Step& step) {
    if (!step.kernel.view || in_.empty() || in_[0] == nullptr || !in_[0]->constant()) return false;
    if (n.op->nondeterministic() || !plain_tensor(step.facts[0])) return false;
    step.facts[0].content = Value(in_[0]->constant()->reshaped(*step.facts[0].shape.numbers()));
    return true;
  }

  // ---- memory ----

  struct Place {
    Operand operand;
    std::int32_t buffer = -1;  // in the arena
    std::int32_t last = -1;    // last step that reads it
    bool must_be_value = false;
    bool placed = false;
  };
  struct Buffer {
    std::size_t offset = 0, bytes = 0;
    std::int32_t readers = 0;  // reads that are still to come, over all values that share it
  };

  bool needs_values(const Step& s) const { return !s.kernel || s.kernel.takes_values; }

  void assign_memory() {
    places_.resize(graph_.value_slots());
    for (std::size_t i = 0; i < graph_.inputs.size(); ++i) {
      Place& p = place(graph_.inputs[i]);
      p.operand = {Where::value, plan_->values++, 0};
      p.placed = true;
    }
    for (ValueId v : graph_.outputs) place(v).must_be_value = true;
    find_readers();
    for (std::size_t s = 0; s < plan_->steps.size(); ++s) place_step(static_cast<std::int32_t>(s));
    for (ValueId v : graph_.outputs) plan_->outputs.push_back(operand_of(v));
    plan_->arena_bytes = arena_.size();
    for (const Step& s : plan_->steps) {
      plan_->scratch_bytes = std::max(plan_->scratch_bytes, s.kernel.scratch);
      plan_->widest_in = std::max(plan_->widest_in, s.in.size());
      plan_->widest_out = std::max(plan_->widest_out, s.out.size());
    }
  }

  Place& place(ValueId v) { return places_[static_cast<std::size_t>(v)]; }

  void find_readers() {
    readers_.assign(graph_.value_slots(), 0);
    for (std::size_t s = 0; s < plan_->steps.size(); ++s) {
      const Step& step = plan_->steps[s];
      for (ValueId v : graph_.node(step.node).inputs) {
        if (v == kAbsent) continue;
        place(v).last = static_cast<std::int32_t>(s);
        ++readers_[static_cast<std::size_t>(v)];
        if (needs_values(step)) place(v).must_be_value = true;
      }
    }
    for (ValueId v : graph_.outputs) place(v).last = static_cast<std::int32_t>(plan_->steps.size());
  }

  Operand operand_of(ValueId v) {
    if (v == kAbsent) return {};
    Place& p = place(v);
    if (p.placed) return p.operand;
    require(fact(v).content.has_value(), Code::internal, "value '{}' is read before it is made",
            graph_.value(v).name);
    p.operand = {Where::constant, static_cast<std::uint32_t>(plan_->constants.size()), 0};
    p.placed = true;
    const ValueInfo& info = graph_.value(v);
    if (info.constant()) {
      plan_->constants.push_back(compiled_->aligned_constant(v));
    } else {
      const Value& held = *fact(v).content;
      bool fine = !held.is_tensor() || is_aligned(held.tensor());
      plan_->constants.push_back(fine ? held : Value(held.tensor().clone()));
    }
    return p.operand;
  }

  void place_step(std::int32_t s) {
    Step& step = plan_->steps[static_cast<std::size_t>(s)];
    const Node& n = graph_.node(step.node);
    const Prepared* prepared = compiled_->prepared(step.node);
    for (std::size_t i = 0; i < n.inputs.size(); ++i) {
      bool hidden = step.kernel && prepared != nullptr && !n.op->reads_input(i);
      step.in.push_back(hidden ? Operand{} : operand_of(n.inputs[i]));
    }
    for (std::size_t i = 0; i < n.outputs.size(); ++i) step.out.push_back(place_output(s, step, n, i));
    finish_reads(s, step, n);
  }

  Operand place_output(std::int32_t s, Step& step, const Node& n, std::size_t i) {
    ValueId v = n.outputs[i];
    if (v == kAbsent || (graph_.value(v).uses.empty() && !graph_.value(v).is_output)) {
      // Most kernels write their first output without asking.
      if (i == 0 && step.kernel && !step.kernel.takes_values && plain_tensor(step.facts[0]))
        return scratch_output(step, 0);
      return {};
    }
    if (fact(v).content && !n.op->nondeterministic()) {
      // Known already: whoever reads it reads the constant; the step still computes it for its other outputs.
      return scratch_output(step, i);
    }
    Place& p = place(v);
    p.placed = true;
    bool view = i == 0 && step.kernel.view && n.inputs[0] != kAbsent;
    if (view && step.in[0].where == Where::value) {
      step.view = true;
      p.must_be_value = true;
    }
    if (p.must_be_value || needs_values(step) || !plain_tensor(step.facts[i])) {
      p.operand = {Where::value, plan_->values++, 0};
      return p.operand;
    }
    if (view && step.in[0].where == Where::arena) {
      share(p, place(n.inputs[0]), v);
      return p.operand;
    }
    p.operand.where = Where::arena;
    std::size_t bytes =
        packed_bytes(step.facts[i].dtype(), static_cast<std::size_t>(step.facts[i].shape.numbers()->count()));
    if (!take_over(step, n, i, p, v, bytes)) {
      buffers_.push_back({arena_.take(bytes), bytes, readers_[static_cast<std::size_t>(v)]});
      p.buffer = static_cast<std::int32_t>(buffers_.size() - 1);
    }
    p.operand.offset = buffers_[static_cast<std::size_t>(p.buffer)].offset;
    if (p.last < s) release(p.buffer);
    return p.operand;
  }

  // An output that nobody reads from memory still needs somewhere to be written.
  Operand scratch_output(Step& step, std::size_t i) {
    if (!step.kernel) return {Where::value, plan_->values++, 0};
    if (!plain_tensor(step.facts[i])) return {Where::value, plan_->values++, 0};
    std::size_t bytes =
        packed_bytes(step.facts[i].dtype(), static_cast<std::size_t>(step.facts[i].shape.numbers()->count()));
    std::size_t offset = arena_.take(bytes);
    return {Where::arena, 0, offset};
  }

  void share(Place& p, const Place& from, ValueId v) {
    p.operand = from.operand;
    p.buffer = from.buffer;
    buffers_[static_cast<std::size_t>(p.buffer)].readers += readers_[static_cast<std::size_t>(v)];
  }

  // In place: the kernel allows it and this step is the buffer's only and last reader.
  bool take_over(const Step& step, const Node& n, std::size_t output, Place& p, ValueId v,
                 std::size_t bytes) {
    for (auto [from, to] : step.kernel.in_place) {
      if (static_cast<std::size_t>(to) != output || static_cast<std::size_t>(from) >= n.inputs.size())
        continue;
      ValueId source = n.inputs[static_cast<std::size_t>(from)];
      if (source == kAbsent || step.in[static_cast<std::size_t>(from)].where != Where::arena) continue;
      std::int32_t b = place(source).buffer;
      if (b < 0) continue;
      Buffer& buffer = buffers_[static_cast<std::size_t>(b)];
      if (buffer.readers != 1 || ArenaMap::rounded(buffer.bytes) < bytes || taken(b)) continue;
      p.buffer = b;
      buffer.readers += readers_[static_cast<std::size_t>(v)];
      taken_.push_back(b);
      return true;
    }
    return false;
  }
  bool taken(std::int32_t b) const { return std::find(taken_.begin(), taken_.end(), b) != taken_.end(); }

  void release(std::int32_t b) {
    Buffer& buffer = buffers_[static_cast<std::size_t>(b)];
    if (buffer.readers == 0) pending_.push_back(b);
  }

  void finish_reads(std::int32_t s, Step& step, const Node& n) {
    for (ValueId v : n.inputs) {
      if (v == kAbsent) continue;
      Place& p = place(v);
      if (p.operand.where == Where::arena && p.buffer >= 0) {
        if (--buffers_[static_cast<std::size_t>(p.buffer)].readers == 0) pending_.push_back(p.buffer);
      } else if (p.operand.where == Where::value && p.last == s) {
        if (std::find(step.dead.begin(), step.dead.end(), p.operand.index) == step.dead.end())
          step.dead.push_back(p.operand.index);
      }
    }
    // Memory goes back only now, so that no output of this step lies over one of its inputs by accident.
    std::sort(pending_.begin(), pending_.end());
    pending_.erase(std::unique(pending_.begin(), pending_.end()), pending_.end());
    for (std::int32_t b : pending_) {
      const Buffer& buffer = buffers_[static_cast<std::size_t>(b)];
      if (buffer.readers == 0) arena_.give(buffer.offset, buffer.bytes);
    }
    pending_.clear();
    taken_.clear();
    for (std::size_t i = 0; i < n.outputs.size(); ++i) {
      if (step.out[i].where != Where::value || n.outputs[i] == kAbsent) continue;
      if (place(n.outputs[i]).last < s && !graph_.value(n.outputs[i]).is_output)
        step.dead.push_back(step.out[i].index);
    }
  }

  std::shared_ptr<const CompiledGraph> compiled_;
  const Graph& graph_;
  std::shared_ptr<Plan> plan_ = std::make_shared<Plan>();
  std::vector<Fact> facts_;
  std::vector<const Fact*> in_;
  std::unique_ptr<bool[]> wanted_;
  std::vector<Place> places_;
  std::vector<std::int32_t> readers_;
  std::vector<Buffer> buffers_;
  std::vector<std::int32_t> pending_, taken_;
  ArenaMap arena_;
};

}  // namespace

std::shared_ptr<const Plan> make_plan(std::shared_ptr<const CompiledGraph> compiled,
                                      std::span<const Fact> inputs) {
  return Planner(std::move(compiled), inputs).make();
}

}  // namespace sardonyx
