#include "api/c/run.h"

#include <algorithm>
#include <cstring>
#include <thread>

#include "api/c/config_keys.h"
#include "api/c/error_codes.h"
#include "api/c/kernel_context.h"
#include "api/c/plugin.h"
#include "api/c/slots.h"
#include "api/c/sparse.h"
#include "api/c/status.h"
#include "base/thread_hooks.h"
#include "run/block_pool.h"

namespace sardonyx {

namespace {

using capi::Loaded;

constexpr const char* kFix = " Please fix either the inputs/outputs or the model.";

bool is_empty(const char* text) { return text == nullptr || *text == 0; }

std::size_t position(const std::unordered_map<std::string_view, std::size_t>& at, const char* name,
                     const char* side) {
  if (is_empty(name)) capi::refuse(ORT_INVALID_ARGUMENT, "{} name cannot be empty", side);
  auto it = at.find(name);
  if (it != at.end()) return it->second;
  std::string known;
  for (const auto& [k, unused] : at) known += (known.empty() ? "" : ", ") + std::string(k);
  capi::refuse(ORT_INVALID_ARGUMENT, "Invalid {} name: {} (the model has: {})", side, name, known);
}

// What is not known of either type fits.
bool fits(const Type& declared, const Type& given) {
  if (declared.kind == Type::Kind::unknown || given.kind == Type::Kind::unknown) return true;
  if (declared.kind == Type::Kind::optional && given.kind != Type::Kind::optional)
    return declared.inner == nullptr || fits(*declared.inner, given);
  const bool known = declared.dtype != DType::undefined && given.dtype != DType::undefined;
  if (declared.kind != given.kind || (known && declared.dtype != given.dtype)) return false;
  return declared.inner == nullptr || given.inner == nullptr || fits(*declared.inner, *given.inner);
}

// Does a value's type fit what the model declares of an input or output?
void check_type(const ValueDescription& d, const Value& v, const char* side) {
  if (!d.type.is_tensor() || !v.is_tensor()) {
    if (!fits(d.type, v.type()))
      capi::refuse(ORT_INVALID_ARGUMENT, "Unexpected {} data type. Actual: ({}) , expected: ({})", side,
                   v.type().text(), d.type.text());
    return;
  }
  const Tensor& t = v.tensor();
  if (d.type.dtype != DType::undefined && t.dtype() != d.type.dtype)
    capi::refuse(ORT_INVALID_ARGUMENT, "Unexpected {} data type. Actual: ({}) , expected: ({})", side,
                 v.type().text(), d.type.text());
}

// And its shape?
void check_shape(const ValueDescription& d, const Value& v, const char* side) {
  if (!d.shape || !d.type.is_tensor() || !v.is_tensor()) return;
  const Tensor& t = v.tensor();
  if (t.rank() != d.shape->size())
    capi::refuse(ORT_INVALID_ARGUMENT, "Invalid rank for {}: {} Got: {} Expected: {}{}", side, d.name,
                 t.rank(), d.shape->size(), kFix);
  std::string wrong;
  for (std::size_t i = 0; i < t.rank(); ++i) {
    const auto& size = (*d.shape)[i].size;
    if (size && *size != t.shape()[i])
      wrong += fmt::format(" index: {} Got: {} Expected: {}\n", i, t.shape()[i], *size);
  }
  if (!wrong.empty())
    capi::refuse(ORT_INVALID_ARGUMENT, "Got invalid dimensions for {}: {} for the following indices\n{}{}",
                 side, d.name, wrong, kFix);
}

bool overlap(const Tensor& a, const Tensor& b) {
  return a.bytes() > 0 && b.bytes() > 0 && a.data() < b.data() + b.bytes() && b.data() < a.data() + a.bytes();
}

// The parameters of adapters come after the program's own inputs, and the later ones count.
std::vector<Value> ordered_inputs(const Loaded& loaded, const OrtRunOptions* options,
                                  const capi::RunInputs& given) {
  std::vector<Value> ordered(loaded.session.inputs().size());
  const auto put = [&](const char* name, const Value& value) {
    std::size_t at = position(loaded.input_at, name, "input");
    const ValueDescription& d = loaded.session.inputs()[at];
    check_type(d, value, "input");
    if (!d.is_scalar()) check_shape(d, value, "input");
    ordered[at] = value;
  };
  for (std::size_t i = 0; i < given.names.size(); ++i) {
    if (given.values[i] == nullptr && !is_empty(given.names[i]))
      capi::refuse(ORT_INVALID_ARGUMENT, "NULL input supplied for input {}", given.names[i]);
    const OrtValue* value = given.values[i];
    if (value != nullptr && value->value.is_sparse())
      put(given.names[i], capi::sparse_input(*value));
    else
      put(given.names[i], value == nullptr ? Value() : value->value);
  }
  if (options != nullptr && given.adapters) {
    for (const OrtLoraAdapter* adapter : options->adapters) {
      for (const OrtLoraAdapter::Parameter& p : adapter->parameters) put(p.name.c_str(), p.tensor);
    }
  }
  for (std::size_t i : loaded.required) {
    const ValueDescription& d = loaded.session.inputs()[i];
    if (!ordered[i].is_absent() || d.unused) continue;
    if (d.type.kind != Type::Kind::optional) capi::refuse(ORT_FAIL, "Missing Input: {}", d.name);
    ordered[i] = Value::none(d.type.inner ? *d.type.inner : Type{});
  }
  return ordered;
}

// The session's logger, or `changed` where the run has a level or a tag of its own; the tag stands behind the log id.
const OrtLogger& run_logger(const Loaded& loaded, const OrtRunOptions* options, OrtLogger& changed) {
  if (options == nullptr || (options->severity < 0 && options->tag.empty())) return loaded.logger;
  changed = loaded.logger;
  if (options->severity >= 0) changed.level = options->severity;
  if (!options->tag.empty()) changed.id += ":" + options->tag;
  return changed;
}

// A failed node in the words that programs look for: the path of its error begins with "node 'NAME' (OP)".
std::string failure_text(const Error& e) {
  constexpr std::string_view kNode = "node '";
  if (e.path().empty() || !e.path()[0].starts_with(kNode)) return e.what();
  std::string_view place = e.path()[0];
  std::size_t open = place.rfind(" (");
  if (open == place.npos || place.back() != ')') return e.what();
  std::string inner;
  for (std::size_t i = 1; i < e.path().size(); ++i) inner += e.path()[i] + ": ";
  return fmt::format("Non-zero status code returned while running {} node. Name:{} Status Message: {}{}",
                     place.substr(open + 2, place.size() - open - 3), place.substr(5, open - 5), inner,
                     e.sentence());
}

// A result as the program may keep it: elements of a sequence that others hold too (memory that the program lent) are
// copied, as the engine does with tensors.
Value own(Value v) {
  if (!v.is_sequence()) return v;
  for (Value& e : v.own_sequence().elements) {
    if (e.is_sequence()) e = own(std::move(e));
    if (!e.is_tensor()) continue;
    const BlockPtr& block = e.tensor().block();
    if (block->use_count() > 1 || !block->origin_writeable()) e = Value(e.tensor().clone());
  }
  return v;
}

void check_terminate(const OrtRunOptions* options) {
  if (options != nullptr && options->terminate.cancelled())
    capi::refuse(ORT_FAIL, "Exiting due to terminate flag being set to true.");
}

void shrink(const Loaded& loaded) {
  if (loaded.shared_arena != nullptr) loaded.shared_arena->arena().shrink();
  BlockPool::shared().trim();
}

void execute(const Loaded& loaded, const OrtRunOptions* options, const OrtLogger& logger,
             std::span<const Value> inputs, std::span<const std::size_t> wanted,
             std::span<const char* const> names, std::span<Value> results) {
  const bool none = std::ranges::all_of(results, &Value::is_absent);
  const std::vector<Value> presets(results.begin(), none ? results.begin() : results.end());
  const capi::RunScope scope(logger, names.first(presets.size()), presets,
                             options == nullptr ? nullptr : options->stream);
  capi::RunProfile profile(loaded.profiler, loaded.memory_stats,
                           options == nullptr ? std::nullopt : options->profile_prefix, loaded.plugins.get());
  const DenormalGuard denormals(loaded.flush_denormals);
  std::optional<capi::PluginRun> providers;
  if (loaded.plugins != nullptr) providers.emplace(*loaded.plugins, loaded.serial, options);
  RunOptions engine;
  if (options != nullptr) engine.cancellation = &options->terminate;
  engine.times = profile.times();
  try {
    loaded.session.run(inputs, wanted, results, engine);
  } catch (const Error& e) {
    if (e.code() == Code::cancelled) check_terminate(options);
    const std::string text = failure_text(e);
    capi::log_here(logger, ORT_LOGGING_LEVEL_ERROR, text);
    capi::refuse(capi::code_of_run(e), "{}", text);
  } catch (const capi::Refusal& e) {  // of a custom operator
    capi::log_here(logger, ORT_LOGGING_LEVEL_ERROR, e.what());
    throw;
  }
  if (providers) providers->finish();
  profile.finish();
}

}  // namespace

void capi::write_into(OrtValue& target, Value result, const char* name) {
  if (!target.value.is_tensor() || !result.is_tensor()) {
    target.value = std::move(result);
    return;
  }
  Tensor& to = target.value.tensor();
  const Tensor& from = result.tensor();
  if (to.data() == from.data() && to.shape() == from.shape()) return;
  if (to.dtype() != from.dtype())
    refuse(ORT_INVALID_ARGUMENT, "Unexpected output data type. Actual: ({}) , expected: ({})",
           target.value.type().text(), result.type().text());
  if (!(to.shape() == from.shape()))
    refuse(ORT_INVALID_ARGUMENT, "Got invalid dimensions for output: {} Got: {} Expected: {}{}", name,
           to.text(), from.text(), kFix);
  if (from.dtype() == DType::string) {
    auto texts = from.as<std::string>();
    std::copy(texts.begin(), texts.end(), to.mutable_as<std::string>().begin());
  } else if (from.bytes() > 0) {
    std::memmove(to.mutable_data(), from.data(), from.bytes());
  }
}

void capi::run(const Loaded& loaded, const OrtRunOptions* options, const RunInputs& inputs,
               std::span<const char* const> output_names, OrtValue** outputs) {
  if (!env_lives()) refuse(ORT_FAIL, "the environment of this session was released");
  if (!loaded.initialized) refuse(ORT_FAIL, "Session not initialized.");
  check_terminate(options);
  const bool shrinks = options != nullptr && wants_shrinkage(options->config, loaded.options.arena);
  if (output_names.empty()) refuse(ORT_INVALID_ARGUMENT, "At least one output should be requested.");
  std::vector<Value> ordered = ordered_inputs(loaded, options, inputs);
  std::vector<std::size_t> wanted;
  std::vector<Value> results(output_names.size());
  for (std::size_t i = 0; i < output_names.size(); ++i) {
    wanted.push_back(position(loaded.output_at, output_names[i], "output"));
    if (outputs[i] == nullptr || outputs[i]->value.is_absent()) continue;
    const Value& preset = outputs[i]->value;
    check_type(loaded.session.outputs()[wanted[i]], preset, "output");
    check_shape(loaded.session.outputs()[wanted[i]], preset, "output");
    if (!preset.is_tensor()) continue;
    bool apart = true;  // memory that an input lies in is written after the run
    for (const Value& v : ordered) apart = apart && !(v.is_tensor() && overlap(v.tensor(), preset.tensor()));
    if (apart) results[i] = preset;
  }
  OrtLogger changed;
  const OrtLogger& logger = run_logger(loaded, options, changed);
  log_here(logger, ORT_LOGGING_LEVEL_VERBOSE, "the run begins");
  execute(loaded, options, logger, ordered, wanted, output_names, results);
  std::vector<std::unique_ptr<OrtValue>> made(output_names.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (outputs[i] == nullptr) {
      made[i] = std::make_unique<OrtValue>();
      made[i]->value = own(std::move(results[i]));
      if (loaded.options.arena)
        made[i]->memory = {std::shared_ptr<void>(), &session_memory(true)};  // which outlives all
    } else {
      write_into(*outputs[i], own(std::move(results[i])), output_names[i]);
    }
  }
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (made[i]) outputs[i] = made[i].release();
  }
  if (shrinks) shrink(loaded);
  log_here(logger, ORT_LOGGING_LEVEL_VERBOSE, "the run has ended");
}

OrtStatus* slots::Run(OrtSession* session, const OrtRunOptions* run_options, const char* const* input_names,
                      const OrtValue* const* inputs, std::size_t input_len, const char* const* output_names,
                      std::size_t output_names_len, OrtValue** outputs) noexcept {
  return capi::guarded([&] {
    const Loaded& loaded = capi::loaded_of(session);
    if (input_len > 0) capi::need_all("Run", input_names, inputs);
    if (output_names_len > 0) capi::need_all("Run", output_names, outputs);
    capi::run(loaded, run_options, {{input_names, input_len}, {inputs, input_len}},
              {output_names, output_names_len}, outputs);
  });
}

OrtStatus* slots::RunAsync(OrtSession* session, const OrtRunOptions* run_options,
                           const char* const* input_names, const OrtValue* const* input,
                           std::size_t input_len, const char* const* output_names,
                           std::size_t output_names_len, OrtValue** output,
                           RunAsyncCallbackFn run_async_callback, void* user_data) noexcept {
  return capi::guarded([&] {
    std::shared_ptr<const Loaded> loaded = capi::need(session, "session").loaded;
    if (input_len > 0) capi::need_all("RunAsync", input_names, input);
    if (output_names_len > 0) capi::need_all("RunAsync", output_names, output);
    if (run_async_callback == nullptr) capi::refuse(ORT_INVALID_ARGUMENT, "run_async_callback is NULL");
    if (loaded->options.intra_threads == 1)
      capi::refuse(ORT_INVALID_ARGUMENT, "RunAsync needs more than one intra-op thread");
    std::thread([=] {
      OrtStatus* status = capi::guarded([&] {
        capi::run(*loaded, run_options, {{input_names, input_len}, {input, input_len}},
                  {output_names, output_names_len}, output);
      });
      run_async_callback(user_data, output, status == nullptr ? output_names_len : 0, status);
    }).detach();
  });
}

}  // namespace sardonyx
