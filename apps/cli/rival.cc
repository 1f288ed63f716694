#include "rival.h"

#include <dlfcn.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "base/error.h"

namespace sardonyx::cli {
namespace {

// The part of the ABI that is needed: a table of functions, each at a fixed slot since version 1 of the table.
struct OrtStatusHandle;
using Handle = void*;

struct ApiBase {
  const void* const* (*get_api)(std::uint32_t version);
  const char* (*version)();
};

template <std::size_t Slot, typename Signature>
struct Entry;
template <std::size_t Slot, typename Result, typename... Args>
struct Entry<Slot, Result(Args...)> {
  static auto in(const void* const* api) {
    return reinterpret_cast<Result (*)(Args...)>(const_cast<void*>(api[Slot]));
  }
};

using GetErrorMessage = Entry<2, const char*(const OrtStatusHandle*)>;
using CreateEnv = Entry<3, OrtStatusHandle*(int level, const char* id, Handle* out)>;
using CreateSession = Entry<7, OrtStatusHandle*(Handle env, const char* path, Handle options, Handle* out)>;
using RunSession =
    Entry<9, OrtStatusHandle*(Handle session, Handle options, const char* const* input_names,
                              const Handle* inputs, std::size_t input_count, const char* const* output_names,
                              std::size_t output_count, Handle* outputs)>;
using CreateSessionOptions = Entry<10, OrtStatusHandle*(Handle* out)>;
using SetIntraOpNumThreads = Entry<24, OrtStatusHandle*(Handle options, int threads)>;
using CreateTensor =
    Entry<49, OrtStatusHandle*(Handle memory, void* data, std::size_t bytes, const std::int64_t* shape,
                               std::size_t rank, int type, Handle* out)>;
using CreateCpuMemoryInfo = Entry<69, OrtStatusHandle*(int allocator, int memory, Handle* out)>;
using ReleaseEnv = Entry<92, void(Handle)>;
using ReleaseStatus = Entry<93, void(OrtStatusHandle*)>;
using ReleaseMemoryInfo = Entry<94, void(Handle)>;
using ReleaseSession = Entry<95, void(Handle)>;
using ReleaseValue = Entry<96, void(Handle)>;
using ReleaseSessionOptions = Entry<100, void(Handle)>;

constexpr std::uint32_t kApiVersion = 1;  // older than any library one meets; slots never move
constexpr int kWarnings = 2, kArena = 1, kDefaultMemory = 0;

// ONNXTensorElementDataType differs from ONNX's own numbers nowhere up to 2-bit integers but in float4 and the
// types after it, which no model is measured with.
int element_type(DType dtype) {
  require(dtype != DType::string && dtype < DType::float4e2m1, Code::not_implemented,
          "the other library is given no inputs of type {}", sardonyx::name(dtype));
  return static_cast<int>(dtype);
}

}  // namespace

struct Rival::State {
  void* library = nullptr;
  const void* const* api = nullptr;
  std::string name;
  Handle env = nullptr, options = nullptr, session = nullptr, memory = nullptr;
  std::vector<std::string> input_names, output_names;
  std::vector<const char*> input_pointers, output_pointers;
  std::vector<Tensor> held;
  std::vector<Handle> inputs, outputs;

  ~State() {
    if (api == nullptr) return;  // the library stays loaded: its threads may still be about to end
    release_outputs();
    for (const Handle value : inputs) ReleaseValue::in(api)(value);
    if (memory) ReleaseMemoryInfo::in(api)(memory);
    if (session) ReleaseSession::in(api)(session);
    if (options) ReleaseSessionOptions::in(api)(options);
    if (env) ReleaseEnv::in(api)(env);
  }

  void release_outputs() {
    for (Handle& value : outputs) {
      if (value) ReleaseValue::in(api)(value);
      value = nullptr;
    }
  }

  template <typename Function, typename... Args>
  void call(Args... args) {
    OrtStatusHandle* status = Function::in(api)(args...);
    if (status == nullptr) return;
    const std::string message = GetErrorMessage::in(api)(status);
    ReleaseStatus::in(api)(status);
    fail(Code::runtime, "{} says: {}", name, message);
  }
};

Rival::Rival(const std::string& library) : state_(new State) {
  state_->library = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  require(state_->library != nullptr, Code::io, "cannot load the library '{}': {}", library,
          state_->library ? "" : ::dlerror());
  auto* base = reinterpret_cast<const ApiBase* (*)()>(::dlsym(state_->library, "OrtGetApiBase"));
  require(base != nullptr, Code::io, "'{}' is no ONNX Runtime library: it has no OrtGetApiBase", library);
  state_->name = std::string("onnxruntime ") + base()->version();
  const void* const* api = base()->get_api(kApiVersion);
  require(api != nullptr, Code::io, "'{}' does not offer version {} of the C API", library, kApiVersion);
  state_->api = api;
  state_->call<CreateEnv>(kWarnings, "sard", &state_->env);
  state_->call<CreateCpuMemoryInfo>(kArena, kDefaultMemory, &state_->memory);
}

Rival::~Rival() = default;

const std::string& Rival::name() const { return state_->name; }

void Rival::load(const std::filesystem::path& model, int threads) {
  state_->call<CreateSessionOptions>(&state_->options);
  if (threads > 0) state_->call<SetIntraOpNumThreads>(state_->options, threads);
  state_->call<CreateSession>(state_->env, model.c_str(), state_->options, &state_->session);
}

void Rival::bind(const Session& session, std::span<const Value> inputs) {
  State& s = *state_;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].is_absent()) continue;
    Tensor tensor = inputs[i].tensor();
    const auto dims = tensor.shape().dims();
    Handle value = nullptr;
    s.call<CreateTensor>(s.memory, static_cast<void*>(tensor.mutable_data()), tensor.bytes(), dims.data(),
                         dims.size(), element_type(tensor.dtype()), &value);
    s.inputs.push_back(value);
    s.held.push_back(std::move(tensor));
    s.input_names.push_back(session.inputs()[i].name);
  }
  for (const ValueDescription& output : session.outputs()) s.output_names.push_back(output.name);
  for (const std::string& name : s.input_names) s.input_pointers.push_back(name.c_str());
  for (const std::string& name : s.output_names) s.output_pointers.push_back(name.c_str());
  s.outputs.resize(s.output_names.size());
}

void Rival::run() {
  State& s = *state_;
  s.release_outputs();
  s.call<RunSession>(s.session, nullptr, s.input_pointers.data(), s.inputs.data(), s.inputs.size(),
                     s.output_pointers.data(), s.outputs.size(), s.outputs.data());
}

}  // namespace sardonyx::cli
