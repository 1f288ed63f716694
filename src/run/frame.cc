#include "run/frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "base/error.h"

namespace sardonyx {

using Where = Operand::Where;

namespace {

BlockPtr some(Allocator* memory, std::size_t bytes) {
  if (bytes == 0) return {};
  return memory == nullptr ? Block::allocate(bytes) : Block::allocate_with(*memory, bytes);
}

}  // namespace

Runner::Frame::Frame(const Plan& plan, Allocator* memory)
    : plan_(plan),
      arena_(some(memory, plan.arena_bytes)),
      scratch_(some(memory, plan.scratch_bytes)),
      values_(plan.values),
      preset_(plan.values, nullptr),
      in_(plan.widest_in),
      out_(plan.widest_out),
      unread_(plan.widest_out) {}

void Runner::Frame::clear() {
  for (Value& v : values_) v = Value();
  std::fill(preset_.begin(), preset_.end(), nullptr);
}

void Runner::Frame::run(std::vector<Value> inputs, std::span<const Value> preset, const Parts& parts) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    values_[i] = std::move(inputs[i]);
  }
  for (std::size_t i = 0; i < preset.size(); ++i) {
    if (preset[i].is_tensor() && plan_.outputs[i].where == Where::value)
      preset_[plan_.outputs[i].index] = &preset[i].tensor();
  }
  for (const Step& step : plan_.steps) {
    try {
      run_step(step, parts);
    } catch (Error& e) {
      throw e.at(plan_.compiled->graph().node(step.node).text());
    }
    for (std::uint32_t v : step.dead) values_[v] = Value();
  }
}

std::int64_t record_clock() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

std::vector<StepRecord>*& profile_of_thread() {
  static thread_local std::vector<StepRecord>* profile = nullptr;
  return profile;
}

namespace {

class ProfileScope {
 public:
  explicit ProfileScope(std::vector<StepRecord>* profile) : used_(profile != nullptr) {
    if (used_) before_ = std::exchange(profile_of_thread(), profile);
  }
  ~ProfileScope() {
    if (used_) profile_of_thread() = before_;
  }
  ProfileScope(const ProfileScope&) = delete;
  ProfileScope& operator=(const ProfileScope&) = delete;

 private:
  bool used_;
  std::vector<StepRecord>* before_ = nullptr;
};

}  // namespace

void Runner::Frame::run_step(const Step& step, const Parts& parts) {
  if (parts.environment.stop != nullptr && parts.environment.stop->stop_requested()) {
    fail(Code::cancelled, "the run was cancelled or its deadline passed");
  }
  std::int64_t begin = parts.profile != nullptr ? record_clock() : 0;
  const ProfileScope scope(parts.profile);
  if (step.view) {
    run_view(step);
  } else if (step.kernel) {
    run_static(step, parts);
  } else {
    run_dynamic(step, parts);
  }
  if (parts.profile != nullptr) parts.profile->push_back(record(step, begin, record_clock()));
}

const Value& Runner::Frame::value(const Operand& o) const {
  static const Value absent;
  if (o.where == Where::value) return values_[o.index];
  if (o.where == Where::constant) return plan_.constants[o.index];
  return absent;
}

Call::Input Runner::Frame::input(const Operand& o) const {
  if (o.where == Where::arena) return {arena_ ? arena_->data() + o.offset : nullptr, nullptr};
  if (o.where == Where::absent) return {};
  const Value& v = value(o);
  return {v.is_tensor() ? v.tensor().data() : nullptr, &v};
}

Call::Output Runner::Frame::output(const Operand& o, const Fact& fact, const Parts& parts) {
  Call::Output out;
  out.dtype = fact.dtype();
  if (o.where == Where::absent) return out;
  if (o.where == Where::arena) {
    out.data = arena_ ? arena_->data() + o.offset : nullptr;
    return out;
  }
  Value& v = values_[o.index];
  out.value = &v;
  if (out.dtype == DType::undefined || !fact.shape.concrete()) return out;
  Shape shape = *fact.shape.numbers();
  const Tensor* preset = preset_[o.index];
  if (preset != nullptr && preset->dtype() == out.dtype && preset->shape() == shape && is_aligned(*preset)) {
    v = *preset;
  } else if (out.dtype == DType::string) {
    v = Tensor(out.dtype, std::move(shape));
  } else {
    std::size_t bytes = packed_bytes(out.dtype, static_cast<std::size_t>(shape.count()));
    v = Tensor(out.dtype, std::move(shape), Block::allocate_with(*parts.environment.memory, bytes));
  }
  out.data = v.tensor().mutable_data();
  return out;
}

void Runner::Frame::run_static(const Step& step, const Parts& parts) {
  for (std::size_t i = 0; i < step.in.size(); ++i) in_[i] = input(step.in[i]);
  if (step.kernel.takes_values) offer_last(step);
  for (std::size_t i = 0; i < step.out.size(); ++i) {
    out_[i] = output(step.out[i], step.facts[i], parts);
    if (step.out[i].where == Where::absent) out_[i].value = &unread_[i];
  }
  Call call(std::span(in_.data(), step.in.size()), std::span(out_.data(), step.out.size()),
            scratch_ ? scratch_->data() : nullptr, parts.environment);
  step.kernel.run(step.kernel.state.get(), call);
  for (std::size_t i = 0; i < step.out.size(); ++i) {
    if (out_[i].value == &unread_[i]) unread_[i] = Value();
  }
  call.check_stop();
}

// A value that ends with this step may be moved out by it, unless it comes twice.
void Runner::Frame::offer_last(const Step& step) {
  for (std::size_t i = 0; i < step.in.size(); ++i) {
    const Operand& o = step.in[i];
    if (o.where != Where::value || std::ranges::find(step.dead, o.index) == step.dead.end()) continue;
    auto same = [&o](const Operand& other) { return other.where == Where::value && other.index == o.index; };
    if (std::ranges::count_if(step.in, same) == 1) in_[i].last = &values_[o.index];
  }
}

void Runner::Frame::run_dynamic(const Step& step, const Parts& parts) {
  const CompiledGraph& compiled = *plan_.compiled;
  const Node& n = compiled.graph().node(step.node);
  std::vector<Value> inputs;
  inputs.reserve(step.in.size());
  for (const Operand& o : step.in) inputs.push_back(value(o));
  auto wanted = std::make_unique<bool[]>(step.out.size());
  for (std::size_t i = 0; i < step.out.size(); ++i) wanted[i] = step.out[i].where != Where::absent;
  EvaluateParts p;
  p.options = compiled.options();
  p.environment = parts.environment;
  p.prepared = compiled.prepared(step.node);
  p.epilogue = n.epilogue.get();
  p.epilogue_first = n.epilogue_first;
  p.body = [&compiled](const std::shared_ptr<Graph>& g) { return compiled.body(g); };
  std::vector<Value> made = evaluate(*n.op, inputs, std::span<const bool>(wanted.get(), step.out.size()), p);
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (wanted[i]) values_[step.out[i].index] = std::move(made[i]);
  }
}

void Runner::Frame::run_view(const Step& step) {
  const Value& from = value(step.in[0]);
  values_[step.out[0].index] = from.tensor().reshaped(*step.facts[0].shape.numbers());
}

std::vector<Value> Runner::Frame::take_outputs(std::span<const Value> preset) {
  std::vector<Value> out;
  out.reserve(plan_.outputs.size());
  for (std::size_t i = 0; i < plan_.outputs.size(); ++i) {
    const Value& v = value(plan_.outputs[i]);
    if (!v.is_tensor()) {
      out.push_back(v);
      continue;
    }
    const Tensor& t = v.tensor();
    bool want_here = i < preset.size() && preset[i].is_tensor() && preset[i].tensor().dtype() == t.dtype() &&
                     preset[i].tensor().shape() == t.shape();
    if (want_here) {
      Tensor target = preset[i].tensor();
      if (target.data() != t.data() && t.dtype() != DType::string && t.bytes() > 0)
        std::memmove(target.mutable_data(), t.data(), t.bytes());
      if (t.dtype() == DType::string && target.data() != t.data())
        std::copy(t.as<std::string>().begin(), t.as<std::string>().end(),
                  target.mutable_as<std::string>().begin());
      out.push_back(std::move(target));
      continue;
    }
    // Memory that somebody else holds too (an input, a constant, a sequence, another output) is not given away.
    bool shared = plan_.outputs[i].where == Where::constant || !t.block()->origin_writeable() ||
                  t.block()->use_count() > 1;
    out.push_back(shared ? Value(t.clone()) : v);
  }
  return out;
}

// What the plan knows of a value: more than the graph, which knows no sizes.
const Fact& Runner::Frame::fact_of(ValueId v) const {
  static const Fact nothing;
  if (v == kAbsent) return nothing;
  const ValueInfo& info = plan_.compiled->graph().value(v);
  for (const Step& s : plan_.steps) {
    if (s.node == info.producer) return s.facts[static_cast<std::size_t>(info.producer_index)];
  }
  return info.fact;
}

StepRecord Runner::Frame::record(const Step& step, std::int64_t begin, std::int64_t end) const {
  StepRecord r;
  r.graph = &plan_.compiled->graph();
  r.node = step.node;
  r.begin_ns = begin;
  r.end_ns = end;
  r.shapes = shapes(step);
  const Node& n = plan_.compiled->graph().node(step.node);
  // What lies in the arena has no value of its own: its fact says what it is.
  const auto shown = [&](const Operand& o, const Fact& fact) {
    const Value& v = value(o);
    StepRecord::Operand out;
    out.constant = o.where == Where::constant;
    if (v.is_tensor()) {
      out.dtype = v.tensor().dtype();
      out.shape = v.tensor().shape();
    } else if (fact.shape.concrete()) {
      out.dtype = fact.dtype();
      out.shape = *fact.shape.numbers();
    }
    return out;
  };
  for (std::size_t i = 0; i < step.in.size(); ++i)
    r.inputs.push_back(shown(step.in[i], fact_of(n.inputs[i])));
  for (std::size_t i = 0; i < step.facts.size(); ++i) r.outputs.push_back(shown(step.out[i], step.facts[i]));
  return r;
}

std::string Runner::Frame::shapes(const Step& step) const {
  std::string text;
  const Node& n = plan_.compiled->graph().node(step.node);
  for (std::size_t i = 0; i < step.in.size(); ++i) {
    const Value& v = value(step.in[i]);
    std::string one = v.is_absent() && n.inputs[i] != kAbsent
                          ? plan_.compiled->graph().value(n.inputs[i]).fact.text()
                          : v.text();
    text += (i == 0 ? "" : ", ") + one;
  }
  text += " -> ";
  for (std::size_t i = 0; i < step.facts.size(); ++i) {
    bool made = step.out[i].where == Where::value && !values_[step.out[i].index].is_absent();
    text += (i == 0 ? "" : ", ") + (made ? values_[step.out[i].index].text() : step.facts[i].text());
  }
  return text;
}

}  // namespace sardonyx
