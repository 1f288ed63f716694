#include "api/c/session.h"

#include <chrono>
#include <cstring>
#include <fstream>

#include "api/c/border.h"
#include "api/c/config_keys.h"
#include "api/c/error_codes.h"
#include "api/c/hooks.h"
#include "api/c/memory.h"
#include "api/c/plugin.h"
#include "api/c/saving.h"
#include "api/c/slots.h"
#include "api/c/status.h"
#include "model/read_ort.h"

namespace sardonyx {

namespace {

using capi::Loaded;

OrtLogger session_logger(const OrtEnv& env, const OrtSessionOptions& options) {
  OrtLogger logger = env.logger;
  if (options.log_write != nullptr) {
    logger.write = options.log_write;
    logger.param = options.log_param;
  }
  if (options.log_severity > ORT_LOGGING_LEVEL_FATAL || options.log_severity < -1)
    capi::refuse(ORT_FAIL, "the session's log severity {} is outside of [-1, 4]", options.log_severity);
  if (options.log_severity >= 0) logger.level = options.log_severity;
  logger.id =
      options.log_id;  // also where there is none: the environment's is for what belongs to no session
  return logger;
}

bool of_ort_format(const BlockPtr& bytes) {
  return is_ort({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}
bool of_ort_format(const std::filesystem::path& path) { return path.extension() == ".ort"; }

// Files that are no protobuf at all have a code of their own.
template <typename Source>
OrtErrorCode code_of_invalid(const Error& error, const Source& source) {
  constexpr bool kFile = std::is_same_v<Source, std::filesystem::path>;
  const std::string_view what = error.sentence();
  if (what == "has no graph") return kFile ? ORT_FAIL : ORT_INVALID_ARGUMENT;
  if (what == "the file is empty" || what.starts_with("has no opset_import") ||
      what.ends_with(" is not an ONNX element type"))
    return ORT_FAIL;
  try {
    (void)read_model(source);
  } catch (const Error& e) {
    if (e.code() == Code::invalid_model) return of_ort_format(source) ? ORT_FAIL : ORT_INVALID_PROTOBUF;
  }
  return capi::code_of_load(error);
}

// What was loaded: at level INFO sizes and what was noted, at VERBOSE every rewrite rule that applied.
void log_loaded(const Loaded& loaded, double milliseconds) {
  const OrtLogger& logger = loaded.logger;
  if (!capi::logs(logger, ORT_LOGGING_LEVEL_INFO)) return;
  GraphSummary s = loaded.session.summary();
  capi::log_here(
      logger, ORT_LOGGING_LEVEL_INFO,
      fmt::format("session of graph '{}' is ready after {:.1f} ms: {} nodes, {} to run, {} bytes of weights",
                  loaded.session.metadata().graph_name, milliseconds, s.source.size(), s.optimized.size(),
                  s.parameter_bytes));
  for (const std::string& note : s.notes) capi::log_here(logger, ORT_LOGGING_LEVEL_INFO, note);
  for (const RuleCount& r : s.rules) {
    if (r.applied > 0)
      capi::log_here(logger, ORT_LOGGING_LEVEL_VERBOSE,
                     fmt::format("rule {} applied {} times", r.rule, r.applied));
  }
}

constexpr std::uint32_t kInitialized = 27;  // the version that brought OnSessionInitializationEnd

void save(const ModelFile& source, const SessionOptions& engine, const OrtSessionOptions& options) {
  try {
    save_model(source, options.optimized_path, engine, capi::save_options(options));
  } catch (const Error& e) {
    if (e.code() == Code::io) capi::refuse(ORT_INVALID_ARGUMENT, "{}", e.what());
    throw;
  }
}

// An operator that nobody knows has other codes than one whose types are not supported.
void refuse_unknown_operator(const Error& error) {
  const std::string_view sentence = error.sentence();
  if (sentence.find("' does not exist at opset ") == sentence.npos) return;
  if (sentence.find("' of domain 'ai.onnx") != sentence.npos)
    capi::refuse(ORT_INVALID_GRAPH, "This is an invalid model. {}", error.what());
  capi::refuse(ORT_FAIL, "Fatal error: {}: it is not a registered function/op", error.what());
}

// `path` is NULL for a model in memory.
template <typename Load, typename Read, typename Code_>
OrtSession* open(const OrtEnv* env, const char* path, const OrtSessionOptions* given, const Load& load,
                 const Read& read, const Code_& invalid) {
  static const OrtSessionOptions defaults;
  const OrtSessionOptions& options = given == nullptr ? defaults : *given;
  const OrtEnv& e = capi::need(env, "env");
  if (!options.per_session_threads && !e.global_pools)
    capi::refuse(ORT_FAIL, "DisablePerSessionThreads needs an environment with global thread pools");
  OrtLogger logger = session_logger(e, options);
  capi::check_config(options);
  auto stop_if_asked = [&] {
    if (options.cancel_load) capi::refuse(ORT_MODEL_LOAD_CANCELED, "loading was cancelled by the program");
  };
  stop_if_asked();
  SessionOptions engine = capi::engine_options(options);
  auto plugins = std::make_shared<capi::PluginSession>(e, options, logger, path == nullptr ? "" : path);
  engine.hooks = capi::session_hooks(e, options, logger, plugins);
  capi::log_here(logger, ORT_LOGGING_LEVEL_INFO,
                 path == nullptr ? "loading a model from memory" : fmt::format("loading {}", path));
  auto begin = std::chrono::steady_clock::now();
  const bool hosts = !options.providers.empty() || options.device_policy || options.select_devices != nullptr;
  if (hosts && options.write_compiled) capi::check_compiled_path(options, path);
  try {
    auto loaded = std::make_shared<Loaded>(load(engine), std::move(logger), options);
    stop_if_asked();
    loaded->flush_denormals = capi::config_value(options, "session.set_denormal_as_zero") == "1";
    if (capi::shares_allocators(options)) loaded->shared_arena = e.allocators->arena();
    loaded->profiler = capi::session_profiler(options, begin, path != nullptr);
    const std::string stats(capi::config_value(options, "session.collect_node_memory_stats_to_file"));
    if (!stats.empty())
      loaded->memory_stats = std::make_shared<capi::MemoryStats>(stats, path == nullptr ? "" : path);
    if (!plugins->providers().empty()) loaded->plugins = plugins;
    capi::check_fallback(*loaded);
    for (const auto& p : plugins->providers()) {
      if (loaded->profiler) p->begin_profile(loaded->profiler->begin_ns());
      p->call(kInitialized, &OrtEp::OnSessionInitializationEnd);
    }
    if (plugins->context_model() != nullptr && options.write_compiled)
      capi::write_compiled(*plugins->context_model(), options, path);
    if (capi::config_value(options, "session.strict_shape_type_inference") == "1")
      capi::check_declared_shapes(read(engine), *loaded);
    if (!options.optimized_path.empty()) save(read(engine), engine, options);
    log_loaded(*loaded,
               std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    return new OrtSession{std::move(loaded), nullptr};
  } catch (const Error& error) {
    if (error.code() == Code::not_implemented) refuse_unknown_operator(error);
    const OrtErrorCode code =
        error.code() == Code::invalid_model ? invalid(error) : capi::code_of_load(error);
    std::string_view garbled = code != ORT_INVALID_PROTOBUF ? ""
                               : path != nullptr            ? "Protobuf parsing failed. "
                                                 : "Failed to load model because protobuf parsing failed. ";
    std::string from = path == nullptr ? "" : fmt::format("Load model from {} failed:", path);
    capi::refuse(code, "{}{}{}", from, garbled, error.what());
  }
}

// The bytes decide what a model is written in; the key can only forbid one of the formats.
void check_format(const OrtSessionOptions* options, std::string_view begin, const std::string& from) {
  const std::string_view format =
      options == nullptr ? std::string_view() : capi::config_value(*options, "session.load_model_format");
  if (format == "ORT" && !is_ort(begin))
    capi::refuse(ORT_FAIL,
                 "{}ORT model verification failed: session.load_model_format is ORT, the model is not", from);
  if (!format.empty() && format != "ORT" && is_ort(begin))
    capi::refuse(
        ORT_INVALID_PROTOBUF,
        "{}Protobuf parsing failed: session.load_model_format is '{}', the model is in the .ort format", from,
        format);
}

std::string beginning_of(const std::filesystem::path& path) {
  constexpr std::size_t kEnough = 16;
  std::string begin(kEnough, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(begin.data(), kEnough);
  begin.resize(static_cast<std::size_t>(file.gcount()));
  return begin;
}

bool is_adjusted(const OrtSessionOptions* options) {
  return options != nullptr && capi::changes_border(*options);
}
ModelFile adjusted(ModelFile file, const OrtSessionOptions* options) {
  return is_adjusted(options) ? capi::at_border(std::move(file), *options) : file;
}

Session session_in_memory(ModelFile file, SessionOptions options) {
  auto hooks = std::make_shared<SessionHooks>(*options.hooks);
  hooks->model = std::make_shared<const ModelFile>(std::move(file));
  options.hooks = std::move(hooks);
  return Session(std::span<const std::byte>(), options);
}

OrtSession* open_file(const OrtEnv* env, const ORTCHAR_T* path, const OrtSessionOptions* options) {
  if (path == nullptr) capi::refuse(ORT_INVALID_ARGUMENT, "Model data pointer is null.");
  std::filesystem::path p(path);
  std::error_code ignored;
  if (!std::filesystem::exists(p, ignored))
    capi::refuse(ORT_NO_SUCHFILE, "Load model from {} failed:Load model {} failed. File doesn't exist", path,
                 path);
  if (std::filesystem::is_directory(p, ignored))
    capi::refuse(ORT_INVALID_ARGUMENT,
                 "Load model from {} failed: the path is a directory, which is not supported", path);
  check_format(options, beginning_of(p), fmt::format("Load model from {} failed:", path));
  auto read = [&](const SessionOptions& o) { return adjusted(open_model(p, o), options); };
  auto load = [&](const SessionOptions& o) {
    return is_adjusted(options) ? session_in_memory(read(o), o) : Session(p, o);
  };
  return open(env, path, options, load, read, [&](const Error& e) { return code_of_invalid(e, p); });
}

OrtSession* open_bytes(const OrtEnv* env, const void* data, std::size_t bytes,
                       const OrtSessionOptions* options) {
  if (data == nullptr) capi::refuse(ORT_INVALID_ARGUMENT, "Model data pointer is null.");
  if (bytes == 0) capi::refuse(ORT_INVALID_ARGUMENT, "No graph was found in the protobuf.");
  const std::span model(static_cast<const std::byte*>(data), bytes);
  const std::string_view view(static_cast<const char*>(data), bytes);
  check_format(options, view, "");
  auto copied = [&](SessionOptions o) {  // only bytes in the .ort format may be lent
    o.borrow_bytes = o.borrow_bytes && is_ort(view);
    return o;
  };
  auto read = [&](const SessionOptions& o) { return adjusted(open_model(model, copied(o)), options); };
  auto load = [&](const SessionOptions& o) {
    return is_adjusted(options) ? session_in_memory(read(o), o) : Session(model, copied(o));
  };
  return open(env, nullptr, options, load, read, [&](const Error& e) {
    return code_of_invalid(e, Block::borrow(const_cast<void*>(data), bytes, false));
  });
}

enum class Side { input, output, overridable };

const ValueDescription& at(const OrtSession* session, Side side, std::size_t index) {
  const Loaded& l = capi::loaded_of(session);
  const auto& list = side == Side::overridable ? l.overridable : l.required;
  std::size_t count = side == Side::output ? l.session.outputs().size() : list.size();
  if (index >= count) capi::refuse(ORT_FAIL, "index out of range: {} of {}", index, count);
  return side == Side::output ? l.session.outputs()[index] : l.session.inputs()[list[index]];
}

OrtStatus* name_at(const OrtSession* session, Side side, std::size_t index, OrtAllocator* allocator,
                   char** value) noexcept {
  return capi::guarded([&] {
    const ValueDescription& d = at(session, side, index);
    capi::need(value, "value");
    *value = capi::copy_text(capi::need(allocator, "allocator"), d.name);
  });
}

OrtStatus* type_at(const OrtSession* session, Side side, std::size_t index, OrtTypeInfo** out) noexcept {
  return capi::guarded([&] {
    const ValueDescription& d = at(session, side, index);
    capi::need(out, "type_info");
    auto made = std::make_unique<OrtTypeInfo>(capi::type_info(d.type, d.shape));
    made->denotation = d.denotation;
    *out = made.release();
  });
}

}  // namespace

// Models of older IR versions list every initializer among their inputs: there they are constants.
constexpr std::int64_t kFirstWithDefaults = 4;

capi::Loaded::Loaded(Session loaded, OrtLogger log, const OrtSessionOptions& made_with)
    : session(std::move(loaded)), logger(std::move(log)), options(made_with) {
  options.initializers.clear();  // the engine holds what it uses
  for (std::size_t i = 0; i < session.inputs().size(); ++i) {
    const ValueDescription& d = session.inputs()[i];
    if (d.optional_input && session.metadata().ir_version < kFirstWithDefaults) continue;
    (d.optional_input ? overridable : required).push_back(i);
    input_at.emplace(d.name, i);
  }
  for (std::size_t i = 0; i < session.outputs().size(); ++i) output_at.emplace(session.outputs()[i].name, i);
}

OrtSession* capi::session_of(const OrtEnv* env, const ModelFile& file, const OrtSessionOptions* options) {
  auto read = [&](const SessionOptions&) { return adjusted(file, options); };
  auto load = [&](const SessionOptions& o) { return session_in_memory(read(o), o); };
  return open(env, nullptr, options, load, read, capi::code_of_load);
}

const capi::Loaded& capi::loaded_of(const OrtSession* session) { return *need(session, "session").loaded; }

OrtStatus* slots::CreateSession(const OrtEnv* env, const ORTCHAR_T* model_path,
                                const OrtSessionOptions* options, OrtSession** out) noexcept {
  return capi::guarded([&] {
    capi::need(out, "out");
    *out = open_file(env, model_path, options);
  });
}

OrtStatus* slots::CreateSessionFromArray(const OrtEnv* env, const void* model_data,
                                         std::size_t model_data_length, const OrtSessionOptions* options,
                                         OrtSession** out) noexcept {
  return capi::guarded([&] {
    capi::need(out, "out");
    *out = open_bytes(env, model_data, model_data_length, options);
  });
}

OrtStatus* slots::CreateSessionWithPrepackedWeightsContainer(
    const OrtEnv* env, const ORTCHAR_T* model_path, const OrtSessionOptions* options,
    OrtPrepackedWeightsContainer* prepacked_weights_container, OrtSession** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateSessionWithPrepackedWeightsContainer", prepacked_weights_container, out);
    OrtSessionOptions shared = capi::options_with(options, *prepacked_weights_container);
    *out = open_file(env, model_path, &shared);
  });
}

OrtStatus* slots::CreateSessionFromArrayWithPrepackedWeightsContainer(
    const OrtEnv* env, const void* model_data, std::size_t model_data_length,
    const OrtSessionOptions* options, OrtPrepackedWeightsContainer* prepacked_weights_container,
    OrtSession** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateSessionFromArrayWithPrepackedWeightsContainer", prepacked_weights_container, out);
    OrtSessionOptions shared = capi::options_with(options, *prepacked_weights_container);
    *out = open_bytes(env, model_data, model_data_length, &shared);
  });
}

void slots::ReleaseSession(OrtSession* input) noexcept { delete input; }

OrtStatus* slots::SessionGetInputCount(const OrtSession* session, std::size_t* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::loaded_of(session).required.size(); });
}
OrtStatus* slots::SessionGetOutputCount(const OrtSession* session, std::size_t* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::loaded_of(session).session.outputs().size(); });
}
OrtStatus* slots::SessionGetOverridableInitializerCount(const OrtSession* session,
                                                        std::size_t* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::loaded_of(session).overridable.size(); });
}
OrtStatus* slots::SessionGetInputTypeInfo(const OrtSession* session, std::size_t index,
                                          OrtTypeInfo** type_info) noexcept {
  return type_at(session, Side::input, index, type_info);
}
OrtStatus* slots::SessionGetOutputTypeInfo(const OrtSession* session, std::size_t index,
                                           OrtTypeInfo** type_info) noexcept {
  return type_at(session, Side::output, index, type_info);
}
OrtStatus* slots::SessionGetOverridableInitializerTypeInfo(const OrtSession* session, std::size_t index,
                                                           OrtTypeInfo** type_info) noexcept {
  return type_at(session, Side::overridable, index, type_info);
}
OrtStatus* slots::SessionGetInputName(const OrtSession* session, std::size_t index, OrtAllocator* allocator,
                                      char** value) noexcept {
  return name_at(session, Side::input, index, allocator, value);
}
OrtStatus* slots::SessionGetOutputName(const OrtSession* session, std::size_t index, OrtAllocator* allocator,
                                       char** value) noexcept {
  return name_at(session, Side::output, index, allocator, value);
}
OrtStatus* slots::SessionGetOverridableInitializerName(const OrtSession* session, std::size_t index,
                                                       OrtAllocator* allocator, char** value) noexcept {
  return name_at(session, Side::overridable, index, allocator, value);
}

// The CPU's provider has none: taken, without effect.
OrtStatus* slots::SetEpDynamicOptions(OrtSession* sess, const char* const* keys, const char* const* values,
                                      std::size_t kv_len) noexcept {
  return capi::guarded([&] {
    const Loaded& l = capi::loaded_of(sess);
    if (kv_len == 0) capi::refuse(ORT_INVALID_ARGUMENT, "no options were passed");
    capi::need_all("SetEpDynamicOptions", keys, values);
    if (l.plugins == nullptr) return;
    constexpr std::uint32_t kFirst = 23;
    for (const auto& p : l.plugins->providers())
      p->call(kFirst, &OrtEp::SetDynamicOptions, keys, values, kv_len);
  });
}
OrtStatus* slots::SessionReleaseCapturedGraph(OrtSession* session, int) noexcept {
  return capi::guarded([&] { capi::need(session, "session"); });
}

OrtStatus* slots::SessionGetMemoryInfoForInputs(const OrtSession* session,
                                                const OrtMemoryInfo** inputs_memory_info,
                                                std::size_t num_inputs) noexcept {
  return capi::guarded([&] {
    const Loaded& l = capi::loaded_of(session);
    if (num_inputs != l.required.size())
      capi::refuse(ORT_INVALID_ARGUMENT, "the model has {} inputs, not {}", l.required.size(), num_inputs);
    if (num_inputs > 0)
      std::fill_n(&capi::need(inputs_memory_info, "inputs_memory_info"), num_inputs,
                  &capi::session_memory(l.options.arena));
  });
}

OrtStatus* slots::SessionGetMemoryInfoForOutputs(const OrtSession* session,
                                                 const OrtMemoryInfo** outputs_memory_info,
                                                 std::size_t num_outputs) noexcept {
  return capi::guarded([&] {
    const Loaded& l = capi::loaded_of(session);
    const std::size_t count = l.session.outputs().size();
    if (num_outputs != count)
      capi::refuse(ORT_INVALID_ARGUMENT, "the model has {} outputs, not {}", count, num_outputs);
    if (num_outputs > 0)
      std::fill_n(&capi::need(outputs_memory_info, "outputs_memory_info"), num_outputs,
                  &capi::session_memory(l.options.arena));
  });
}

}  // namespace sardonyx
