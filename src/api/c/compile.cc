// The compile API: a model made ready ahead of time. The CPU compiles no nodes, so that what comes out is the model
// itself, checked, at the level of optimisation that the program asks for.
#include <filesystem>
#include <functional>

#include "api/c/graph.h"
#include "api/c/plugin.h"
#include "api/c/saving.h"
#include "api/c/session.h"
#include "api/c/slots.h"
#include "api/c/status.h"
#include "model/write_model.h"

struct OrtModelCompilationOptions {
  explicit OrtModelCompilationOptions(const OrtSessionOptions& o) : session(o) {}
  OrtSessionOptions session;
  // Where the model comes from: the newest setting counts.
  std::string input_path;
  const void* input_data = nullptr;
  std::size_t input_bytes = 0;
  const OrtModel* input_model = nullptr;
  // Where it goes to.
  std::string output_path;
  OrtAllocator* allocator = nullptr;
  void** buffer = nullptr;
  std::size_t* buffer_bytes = nullptr;
  OrtWriteBufferFunc write = nullptr;
  void* write_state = nullptr;
  OrtGetInitializerLocationFunc locate = nullptr;
  void* locate_state = nullptr;
  std::string external_file;
  std::size_t external_from = 0;
  std::uint32_t flags = 0;
  GraphOptimizationLevel level = ORT_DISABLE_ALL;
};

namespace sardonyx {

namespace {

namespace compiling = slots::compile;
using Options = OrtModelCompilationOptions;

constexpr std::uint32_t kErrorIfNothingCompiled = 1, kErrorIfOutputExists = 2;

void forget_input(Options& o) {
  o.input_path.clear();
  o.input_data = nullptr;
  o.input_model = nullptr;
}

void forget_output(Options& o) {
  o.output_path.clear();
  o.buffer = nullptr;
  o.write = nullptr;
}

// Runs the body of a setter.
OrtStatus* setter(Options* options, const std::function<void(Options&)>& body) noexcept {
  return capi::guarded([&] { body(capi::need(options, "model_compile_options")); });
}

std::string text(const char* value, const char* what) {
  if (value == nullptr || *value == 0) capi::refuse(ORT_INVALID_ARGUMENT, "{} is empty", what);
  return value;
}

ModelFile input_of(const Options& o, const SessionOptions& engine) {
  if (o.input_model != nullptr) return capi::model_file(*o.input_model);
  if (o.input_data != nullptr)
    return open_model(std::span(static_cast<const std::byte*>(o.input_data), o.input_bytes), engine);
  if (o.input_path.empty())
    capi::refuse(ORT_INVALID_ARGUMENT,
                 "Input model to compile must be specified via file path, memory buffer, or OrtModel");
  std::error_code ignored;
  if (!std::filesystem::exists(o.input_path, ignored))
    capi::refuse(ORT_INVALID_ARGUMENT, "Input model path does not exist: \"{}\"", o.input_path);
  return open_model(std::filesystem::path(o.input_path), engine);
}

// Asks the program about each initializer; one that it placed in a file of its own becomes a reference.
void place_initializers(ModelFile& file, const Options& o) {
  for (TensorDef& t : file.graph.initializers) {
    OrtValue value;
    value.value = to_tensor(t, file);
    if (value.value.tensor().dtype() == DType::string) continue;
    OrtExternalInitializerInfo* placed = nullptr;
    const std::string name(t.name);
    const std::unique_ptr<OrtStatus> status(o.locate(o.locate_state, name.c_str(), &value, nullptr, &placed));
    const std::unique_ptr<OrtExternalInitializerInfo> owned(placed);
    if (status) capi::refuse(status->code, "placing the initializer '{}' failed: {}", name, status->text);
    if (owned == nullptr) continue;
    t.external = true;
    t.location = file.keep(owned->path);
    t.offset = static_cast<std::uint64_t>(owned->offset);
    t.length = owned->bytes;
  }
}

void deliver(const std::string& bytes, const Options& o) {
  if (o.write != nullptr) {
    const std::unique_ptr<OrtStatus> status(o.write(o.write_state, bytes.data(), bytes.size()));
    if (status) capi::refuse(status->code, "writing the model failed: {}", status->text);
    return;
  }
  void* memory = capi::allocate(*o.allocator, bytes.size());
  std::memcpy(memory, bytes.data(), bytes.size());
  *o.buffer = memory;
  *o.buffer_bytes = bytes.size();
}

// Without a place that the program named, the file lies beside its source.
std::string output_path(const Options& o) {
  if (!o.output_path.empty()) return o.output_path;
  if (o.input_path.empty())
    capi::refuse(ORT_INVALID_ARGUMENT, "Output model path must be specified for a model that has no path");
  return std::filesystem::path(o.input_path).replace_extension().string() + "_ctx.onnx";
}

void make_ready(const OrtEnv& env, const Options& o) {
  SessionOptions engine = capi::engine_options(o.session);
  ModelFile source = input_of(o, engine);
  // A session says whether the model can run at all, and what providers of libraries compile.
  OrtSessionOptions compiling_too(o.session);
  compiling_too.config.insert_or_assign("ep.context_enable", "1");
  compiling_too.write_compiled = false;
  const std::unique_ptr<OrtSession> session(capi::session_of(&env, source, &compiling_too));
  const auto& plugins = session->loaded->plugins;
  const ModelFile* compiled = plugins == nullptr ? nullptr : plugins->context_model();
  if (compiled == nullptr && (o.flags & kErrorIfNothingCompiled) != 0)
    capi::refuse(
        ORT_FAIL,
        "Unable to compile any nodes. Check that the session EPs support compilation and can execute at "
        "least one subgraph in the model.");
  OrtSessionOptions at_level(o.session);
  at_level.level = o.level;
  ModelFile made =
      compiled != nullptr ? *compiled : optimized_model(source, engine, capi::save_options(at_level));
  ModelWriteOptions w;
  w.keep_external = o.locate != nullptr;
  if (o.locate != nullptr) place_initializers(made, o);
  if (o.write != nullptr || o.buffer != nullptr) return deliver(model_bytes(made, w), o);
  const std::string path = output_path(o);
  std::error_code ignored;
  if ((o.flags & kErrorIfOutputExists) != 0 && std::filesystem::exists(path, ignored))
    capi::refuse(ORT_FAIL, "the output \"{}\" exists already; remove it to compile the model again", path);
  w.external_file = o.external_file;
  w.external_from = o.external_from;
  write_model(path, made, w);
}

}  // namespace

void compiling::ReleaseModelCompilationOptions(Options* input) noexcept { delete input; }

OrtStatus* compiling::CreateModelCompilationOptionsFromSessionOptions(
    const OrtEnv* env, const OrtSessionOptions* session_options, Options** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateModelCompilationOptionsFromSessionOptions", env, out);
    if (session_options == nullptr)
      capi::refuse(ORT_INVALID_ARGUMENT, "The session_options argument must be a non-null pointer");
    *out = new Options(*session_options);
    (*out)->session.optimized_path.clear();
  });
}

OrtStatus* compiling::ModelCompilationOptions_SetInputModelPath(Options* options,
                                                                const ORTCHAR_T* input_model_path) noexcept {
  return setter(options, [&](Options& o) {
    std::string path = text(input_model_path, "Invalid input model: path string");
    forget_input(o);
    o.input_path = std::move(path);
  });
}

OrtStatus* compiling::ModelCompilationOptions_SetInputModelFromBuffer(Options* options, const void* data,
                                                                      std::size_t bytes) noexcept {
  return setter(options, [&](Options& o) {
    if (data == nullptr) capi::refuse(ORT_INVALID_ARGUMENT, "Invalid input model: data pointer is null");
    if (bytes == 0) capi::refuse(ORT_INVALID_ARGUMENT, "Invalid input model: data size is 0");
    forget_input(o);
    o.input_data = data;
    o.input_bytes = bytes;
  });
}

OrtStatus* compiling::ModelCompilationOptions_SetInputModel(Options* options,
                                                            const OrtModel* model) noexcept {
  return setter(options, [&](Options& o) {
    if (model == nullptr) capi::refuse(ORT_INVALID_ARGUMENT, "Invalid input model: OrtModel pointer is null");
    forget_input(o);
    o.input_model = model;
  });
}

OrtStatus* compiling::ModelCompilationOptions_SetOutputModelPath(
    Options* options, const ORTCHAR_T* output_model_path) noexcept {
  return setter(options, [&](Options& o) {
    std::string path = text(output_model_path, "Invalid output model path: path");
    forget_output(o);
    o.output_path = std::move(path);
  });
}

OrtStatus* compiling::ModelCompilationOptions_SetOutputModelExternalInitializersFile(
    Options* options, const ORTCHAR_T* file, std::size_t threshold) noexcept {
  return setter(options, [&](Options& o) {
    o.external_file = text(file, "Invalid external initializer file: path");
    o.external_from = threshold;
  });
}

OrtStatus* compiling::ModelCompilationOptions_SetOutputModelBuffer(Options* options, OrtAllocator* allocator,
                                                                   void** buffer,
                                                                   std::size_t* bytes) noexcept {
  return setter(options, [&](Options& o) {
    if (allocator == nullptr)
      capi::refuse(ORT_INVALID_ARGUMENT,
                   "Invalid allocator for output model buffer: allocator pointer is null");
    if (buffer == nullptr)
      capi::refuse(ORT_INVALID_ARGUMENT, "Invalid output model buffer: data pointer is null");
    if (bytes == nullptr)
      capi::refuse(ORT_INVALID_ARGUMENT, "Invalid output model buffer: size pointer is null");
    forget_output(o);
    o.allocator = allocator;
    o.buffer = buffer;
    o.buffer_bytes = bytes;
  });
}

OrtStatus* compiling::ModelCompilationOptions_SetOutputModelWriteFunc(Options* options,
                                                                      OrtWriteBufferFunc write,
                                                                      void* state) noexcept {
  return setter(options, [&](Options& o) {
    if (write == nullptr)
      capi::refuse(ORT_INVALID_ARGUMENT, "OrtWriteBufferFunc function for output model is null");
    forget_output(o);
    o.write = write;
    o.write_state = state;
  });
}

OrtStatus* compiling::ModelCompilationOptions_SetOutputModelGetInitializerLocationFunc(
    Options* options, OrtGetInitializerLocationFunc locate, void* state) noexcept {
  return setter(options, [&](Options& o) {
    if (locate == nullptr)
      capi::refuse(ORT_INVALID_ARGUMENT, "OrtGetInitializerLocationFunc function for output model is null");
    o.locate = locate;
    o.locate_state = state;
  });
}

// Nothing of the CPU's is compiled into a context that could be embedded or named; providers of libraries read this.
OrtStatus* compiling::ModelCompilationOptions_SetEpContextEmbedMode(Options* options,
                                                                    bool embed_ep_context_in_model) noexcept {
  return setter(options, [&](Options& o) {
    o.session.config.insert_or_assign("ep.context_embed_mode", embed_ep_context_in_model ? "1" : "0");
  });
}
OrtStatus* compiling::ModelCompilationOptions_SetWeightlessEnabled(Options* options, bool) noexcept {
  return setter(options, [](Options&) {});
}
OrtStatus* compiling::ModelCompilationOptions_SetEpContextBinaryInformation(
    Options* options, const ORTCHAR_T* output_directory, const ORTCHAR_T* model_name) noexcept {
  return setter(options, [&](Options&) {
    (void)text(output_directory, "Invalid output directory: path");
    (void)text(model_name, "Invalid model name: string");
  });
}

OrtStatus* compiling::ModelCompilationOptions_SetFlags(Options* options, std::uint32_t flags) noexcept {
  return setter(options, [&](Options& o) { o.flags = flags; });
}
OrtStatus* compiling::ModelCompilationOptions_SetGraphOptimizationLevel(
    Options* options, GraphOptimizationLevel level) noexcept {
  return setter(options, [&](Options& o) { o.level = level; });
}

OrtStatus* compiling::CompileModel(const OrtEnv* env, const Options* model_options) noexcept {
  return capi::guarded(
      [&] { make_ready(capi::need(env, "env"), capi::need(model_options, "model_options")); });
}

}  // namespace sardonyx
