#include "sardonyx/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <stdexcept>

#include "base/error.h"
#include "base/mapping_faults.h"
#include "run/block_pool.h"
#include "session/hooks.h"
#include "session/open_model.h"
#include "session/session_state.h"

namespace sardonyx {

namespace {

// Asked between chunks inside kernels.
class RunStop final : public StopToken {
 public:
  RunStop(std::shared_ptr<std::atomic<bool>> flag,
          std::optional<std::chrono::steady_clock::time_point> deadline)
      : flag_(std::move(flag)), deadline_(deadline) {}
  bool stop_requested() const noexcept override {
    return (flag_ && flag_->load(std::memory_order_relaxed)) || late();
  }
  bool late() const noexcept { return deadline_ && std::chrono::steady_clock::now() >= *deadline_; }

 private:
  std::shared_ptr<std::atomic<bool>> flag_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
};

ModelMetadata metadata_of(const ModelFile& f) {
  ModelMetadata m;
  m.ir_version = f.ir_version;
  m.model_version = f.model_version;
  m.producer_name = f.producer_name;
  m.producer_version = f.producer_version;
  m.domain = f.domain;
  m.graph_name = f.graph.name;
  m.description = f.doc;
  m.graph_description = f.graph.doc;
  for (const OpsetImportDef& o : f.opset_imports)
    m.opsets.emplace_back(o.domain.empty() ? "ai.onnx" : o.domain, o.version);
  for (const KeyValueDef& kv : f.metadata) m.custom.emplace_back(kv.key, kv.value);
  return m;
}

std::int64_t steady_ns() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

std::vector<StepTime::Operand> shown(std::vector<StepRecord::Operand> operands) {
  std::vector<StepTime::Operand> out;
  for (StepRecord::Operand& o : operands) out.push_back({o.dtype, std::move(o.shape), o.constant});
  return out;
}

// The nodes of the model that a step came from: the first one's name, all operators.
void show_source(const Node& n, StepTime& t) {
  t.source_node = n.name;
  t.source_op = n.kind();
  t.domain = n.op->def().domain;
  if (n.origins.empty()) return;
  constexpr std::size_t kShown = 8;
  t.source_node = n.origins.front()->name;
  t.source_op.clear();
  t.domain = n.origins.front()->domain;
  for (std::size_t i = 0; i < n.origins.size() && i < kShown; ++i)
    t.source_op += (i == 0 ? "" : "+") + n.origins[i]->op;
  if (n.origins.size() > kShown) t.source_op += "+...";
}

constexpr const char* kWholeBody = "SequentialExecutor::Execute";  // as readers of profiles know it

std::vector<StepTime> step_times(std::vector<StepRecord> records, std::int64_t begin) {
  std::vector<StepTime> times;
  for (StepRecord& r : records) {
    StepTime t;
    if (r.node == kAbsent) {
      t.op = kWholeBody;
      t.index = -1;
      t.begin_ns = r.begin_ns - begin;
      t.end_ns = r.end_ns - begin;
      times.push_back(std::move(t));
      continue;
    }
    const Node& n = r.graph->node(r.node);
    t.node = n.name;
    t.op = n.kind();
    t.provider = provider_of(n.op->def());
    show_source(n, t);
    t.index = r.node;
    t.begin_ns = r.begin_ns - begin;
    t.end_ns = r.end_ns - begin;
    t.shapes = std::move(r.shapes);
    t.inputs = shown(std::move(r.inputs));
    t.outputs = shown(std::move(r.outputs));
    times.push_back(std::move(t));
  }
  return times;
}

}  // namespace

Cancellation::Cancellation() : flag_(std::make_shared<std::atomic<bool>>(false)) {}
void Cancellation::cancel() noexcept { flag_->store(true, std::memory_order_relaxed); }
bool Cancellation::cancelled() const noexcept { return flag_->load(std::memory_order_relaxed); }

Session::State::State(ModelFile model, const SessionOptions& session_options)
    : file(std::move(model)), options(session_options) {
  const SessionHooks* hooks = options.hooks.get();
  pool = hooks != nullptr && hooks->pool ? hooks->pool
         : options.threads > 0           ? std::make_shared<ThreadPool>(options.threads)
                                         : ThreadPool::shared();
  lower.isa = chosen_isa();
  lower.threads = pool->width();
  lower.deterministic = options.deterministic;
  if (hooks != nullptr) custom_ops = hooks->custom_ops;
  if (hooks != nullptr && hooks->share_out) {
    if (auto shared = hooks->share_out(file, options)) custom_ops = std::move(shared);
  }
  Imported imported = import_model(file, import_options());
  source = imported.graph;
  notes = std::move(imported.notes);
  metadata = metadata_of(file);
  inputs = describe(file.graph.inputs, options);
  outputs = describe(file.graph.outputs, options);
  std::set<std::string> symbols;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const ValueId v = source->inputs[i];
    inputs[i].optional_input = source->defaults.count(v) > 0;
    inputs[i].unused = source->value(v).uses.empty() && !source->value(v).is_output;
    for (const DimInfo& d : inputs[i].shape ? *inputs[i].shape : std::vector<DimInfo>{})
      symbols.insert(d.symbol);
  }
  // An output without a declared type has the one that inference found.
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Fact& fact = source->value(source->outputs[i]).fact;
    if (outputs[i].type.kind == Type::Kind::unknown) outputs[i].type = fact.type;
    complete(outputs[i], fact, symbols);
  }
  binder = std::make_unique<Binder>(inputs);
  plain = variant(std::vector<bool>(inputs.size(), false), false);
}

ImportOptions Session::State::import_options() const {
  ImportOptions o;
  o.free_dimensions = options.free_dimensions;
  o.initializers = options.initializers;
  o.custom_ops = custom_ops.get();
  return o;
}

std::shared_ptr<Variant> Session::State::compile(const std::vector<bool>& overridden, bool distinct) const {
  auto made = std::make_shared<Variant>();
  auto graph = std::make_shared<Graph>(*source);
  if (distinct) {
    ImportOptions apart = import_options();
    apart.distinct_symbols = true;
    graph = import_model(file, apart).graph;
  }
  std::vector<ValueId> unused;  // no value is bound to these, given or not
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].unused) unused.push_back(graph->inputs[i]);
  }
  bind_defaults(*graph, overridden);
  for (const ValueId v : unused) {
    std::erase(graph->inputs, v);
    graph->value(v).is_input = false;
  }
  OptimizeOptions o;
  o.disabled = options.disabled_rules;
  o.fold_bytes = options.fold_bytes;
  o.lower = lower;
  o.portable = o.lowered = options.optimize;
  made->report = optimize(*graph, o);
  made->graph = graph;
  LowerOptions body_options = lower;
  auto compiled = std::make_shared<const CompiledGraph>(
      graph, lower, [body_options](const std::shared_ptr<Graph>& g) { return make_body(g, body_options); },
      options.hooks == nullptr ? nullptr : options.hooks->prepared.get());
  made->runner = std::make_unique<Runner>(std::move(compiled));
  return made;
}

std::shared_ptr<Variant> Session::State::variant(const std::vector<bool>& overridden, bool distinct) const {
  constexpr std::size_t kVariants = 8;
  std::string key = distinct ? "d" : "s";
  for (std::size_t i = 0; i < overridden.size(); ++i)
    key += overridden[i] && inputs[i].optional_input ? '1' : '0';
  {
    std::lock_guard lock(mutex);
    if (auto it = variants.find(key); it != variants.end()) return it->second;
  }
  auto made = compile(overridden, distinct);
  std::lock_guard lock(mutex);
  if (variants.size() >= kVariants) {
    auto victim = variants.begin();
    if (victim->second == plain) ++victim;
    variants.erase(victim);
  }
  return variants.emplace(key, std::move(made)).first->second;
}

std::vector<Value> Session::State::run(std::span<const Value> given, std::span<const Value> preset,
                                       const RunOptions& run_options) const {
  // The load comes first: an exchange in every run would hand the cache line from thread to thread.
  if (!files_checked.load(std::memory_order_relaxed) &&
      !files_checked.exchange(true, std::memory_order_relaxed))
    file.check_files();
  bool agree = binder->check(given);
  std::vector<bool> overridden(given.size());
  std::vector<Value> values;
  bool any = false;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i].is_absent()) continue;
    overridden[i] = true;
    any = any || inputs[i].optional_input;
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (overridden[i] && !inputs[i].unused) values.push_back(given[i]);
  }
  std::shared_ptr<Variant> v = !any && agree ? plain : variant(overridden, !agree);
  std::shared_ptr<std::atomic<bool>> flag =
      run_options.cancellation ? run_options.cancellation->flag_ : nullptr;
  RunStop stop(std::move(flag), run_options.deadline);
  Runner::Parts parts;
  parts.environment.pool = pool.get();
  const bool own_memory = options.hooks != nullptr && options.hooks->memory != nullptr;
  parts.environment.memory = own_memory ? options.hooks->memory : &BlockPool::shared();
  if (run_options.cancellation != nullptr || run_options.deadline) parts.environment.stop = &stop;
  std::vector<StepRecord> records;
  if (options.profile || run_options.times != nullptr) parts.profile = &records;
  const std::int64_t begin = parts.profile != nullptr ? steady_ns() : 0;
  std::vector<Value> out;
  try {
    out = v->runner->run(std::move(values), preset, parts);
  } catch (const Error& e) {
    if (e.code() != Code::cancelled || !stop.late()) throw;
    fail(Code::deadline_exceeded, "the run did not finish before its deadline");
  } catch (const std::bad_alloc&) {
    fail(Code::out_of_memory, "no memory to run the model");
  } catch (const std::length_error&) {  // a container asked for more than an address space
    fail(Code::out_of_memory, "no memory to run the model");
  }
  if (parts.profile == nullptr) return out;
  const std::int64_t end = steady_ns();
  if (options.profile && !records.empty()) {  // this one is summed up: nothing may be in it twice
    std::vector<StepRecord> outer = records;
    std::erase_if(outer, [&](const StepRecord& r) { return r.graph != v->graph.get(); });
    std::lock_guard lock(mutex);
    profile = step_times(std::move(outer), begin);
  }
  if (run_options.times != nullptr) *run_options.times = {begin, end, step_times(std::move(records), begin)};
  return out;
}

namespace {

template <typename Source>
ModelFile open_at(const Source& source, const SessionOptions& options) {
  try {
    return open_model(source, options);
  } catch (Error& e) {
    throw e.at("load");
  }
}

std::string place(const std::filesystem::path& model) { return fmt::format("model '{}'", model.string()); }

}  // namespace

// A file that is cut short while it is read gives an Error, not a signal.
template <typename Source>
std::unique_ptr<Session::State> Session::State::load(const Source& source, const SessionOptions& options) {
  const FaultGuard guard;
  auto state = std::make_unique<State>(open_at(source, options), options);
  state->file.check_files();
  return state;
}

Session::Session(const std::filesystem::path& model, const SessionOptions& options) try
    : state_(State::load(model, options)) {
} catch (Error& e) {
  throw e.at(place(model));
} catch (const std::bad_alloc&) {
  throw Error(Code::out_of_memory, "no memory to load the model").at(place(model));
} catch (const std::length_error&) {  // a container asked for more than an address space
  throw Error(Code::out_of_memory, "no memory to load the model").at(place(model));
}

Session::Session(std::span<const std::byte> model, const SessionOptions& options) try
    : state_(State::load(model, options)) {
} catch (const std::bad_alloc&) {
  throw Error(Code::out_of_memory, "no memory to load the model");
} catch (const std::length_error&) {
  throw Error(Code::out_of_memory, "no memory to load the model");
}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

const std::vector<ValueDescription>& Session::inputs() const noexcept { return state_->inputs; }
const std::vector<ValueDescription>& Session::outputs() const noexcept { return state_->outputs; }
const ModelMetadata& Session::metadata() const noexcept { return state_->metadata; }

std::vector<Value> Session::run(const std::map<std::string, Value>& inputs, const RunOptions& options) const {
  std::vector<Value> ordered(state_->inputs.size());
  for (const auto& [name, value] : inputs) {
    auto it = std::ranges::find(state_->inputs, name, &ValueDescription::name);
    if (it == state_->inputs.end()) {
      std::string known;
      for (const ValueDescription& d : state_->inputs) known += (known.empty() ? "'" : ", '") + d.name + "'";
      fail(Code::invalid_argument, "the model has no input '{}'; its inputs are {}", name, known);
    }
    ordered[static_cast<std::size_t>(it - state_->inputs.begin())] = value;
  }
  return state_->run(ordered, {}, options);
}

std::vector<Value> Session::run(std::span<const Value> inputs, const RunOptions& options) const {
  return state_->run(inputs, {}, options);
}

void Session::run(std::span<const Value> inputs, std::span<const std::size_t> outputs, std::span<Value> out,
                  const RunOptions& options) const {
  require(outputs.size() == out.size(), Code::invalid_argument,
          "{} outputs are asked for, but there is room for {}", outputs.size(), out.size());
  std::vector<Value> preset(state_->outputs.size());
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    require(outputs[i] < preset.size(), Code::invalid_argument, "output {} does not exist; the model has {}",
            outputs[i], preset.size());
    preset[outputs[i]] = out[i];
  }
  std::vector<Value> all = state_->run(inputs, preset, options);
  for (std::size_t i = 0; i < outputs.size(); ++i) out[i] = all[outputs[i]];
}

std::vector<StepTime> Session::profile() const {
  std::lock_guard lock(state_->mutex);
  return state_->profile;
}

GraphSummary Session::summary() const {
  GraphSummary s = summarize(*state_->source, *state_->plain->graph, state_->plain->report);
  s.notes.insert(s.notes.begin(), state_->notes.begin(), state_->notes.end());
  if (auto plan = state_->plain->runner->newest_plan()) {
    s.notes.insert(s.notes.end(), plan->notes.begin(), plan->notes.end());
  }
  return s;
}

std::size_t Session::arena_bytes() const {
  auto plan = state_->plain->runner->newest_plan();
  return plan ? plan->arena_bytes : 0;
}

const char* version() noexcept { return "0.1.0"; }

}  // namespace sardonyx
