#include "abi_session.h"

#include "abi_values.h"
#include "base/error.h"

namespace sardonyx::cli {

struct AbiSession::State {
  explicit State(const std::string& library) : abi(library) {}
  ~State() {
    abi->ReleaseMemoryInfo(memory);
    abi->ReleaseSession(session);
    abi->ReleaseEnv(env);
  }

  Abi abi;
  OrtEnv* env = nullptr;
  OrtSession* session = nullptr;
  OrtMemoryInfo* memory = nullptr;
  std::vector<ValueDescription> inputs, outputs;

  using Count = OrtStatus* (*)(const OrtSession*, std::size_t*);
  using Name = OrtStatus* (*)(const OrtSession*, std::size_t, OrtAllocator*, char**);
  using Info = OrtStatus* (*)(const OrtSession*, std::size_t, OrtTypeInfo**);
  void describe(Count count, Name name, Info info, bool has_default,
                std::vector<ValueDescription>& to) const {
    std::size_t size = 0;
    abi.check(count(session, &size));
    for (std::size_t i = 0; i < size; ++i) {
      char* text = nullptr;
      OrtTypeInfo* type = nullptr;
      ValueDescription d;
      abi.check(name(session, i, abi.allocator(), &text));
      d.name = text;
      abi.allocator()->Free(abi.allocator(), text);
      abi.check(info(session, i, &type));
      d.type = abi.read_type(type);
      abi->ReleaseTypeInfo(type);
      d.optional_input = has_default;
      to.push_back(std::move(d));
    }
  }
};

namespace {

// What a run holds, given back at its end.
struct Feeds {
  explicit Feeds(const Abi& a) : abi(a) {}
  ~Feeds() {
    for (OrtValue* v : values) abi->ReleaseValue(v);
    for (OrtValue* v : results) abi->ReleaseValue(v);
    abi->ReleaseIoBinding(binding);
  }
  Feeds(const Feeds&) = delete;
  Feeds& operator=(const Feeds&) = delete;

  const Abi& abi;
  std::vector<const char*> names, wanted;
  std::vector<OrtValue*> values, results;
  OrtIoBinding* binding = nullptr;
};

void run_bound(const Abi& abi, OrtSession* session, const OrtMemoryInfo* memory, Feeds& feeds) {
  abi.check(abi->CreateIoBinding(session, &feeds.binding));
  for (std::size_t i = 0; i < feeds.names.size(); ++i)
    abi.check(abi->BindInput(feeds.binding, feeds.names[i], feeds.values[i]));
  for (const char* name : feeds.wanted) abi.check(abi->BindOutputToDevice(feeds.binding, name, memory));
  abi.check(abi->SynchronizeBoundInputs(feeds.binding));
  abi.check(abi->RunWithBinding(session, nullptr, feeds.binding));
  abi.check(abi->SynchronizeBoundOutputs(feeds.binding));
  OrtValue** bound = nullptr;
  std::size_t count = 0;
  abi.check(abi->GetBoundOutputValues(feeds.binding, abi.allocator(), &bound, &count));
  feeds.results.assign(bound, bound + count);
  if (bound != nullptr) abi.allocator()->Free(abi.allocator(), static_cast<void*>(bound));
}

}  // namespace

AbiSession::AbiSession(const std::string& library, const std::filesystem::path& model,
                       const SessionOptions& options)
    : state_(new State(library)) {
  State& s = *state_;
  const Abi& abi = s.abi;
  OrtSessionOptions* made = nullptr;
  abi.check(abi->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "sard", &s.env));
  abi.check(abi->CreateSessionOptions(&made));
  std::unique_ptr<OrtSessionOptions, void (*)(OrtSessionOptions*)> held(made, abi->ReleaseSessionOptions);
  if (options.threads > 0) abi.check(abi->SetIntraOpNumThreads(made, options.threads));
  abi.check(abi->SetSessionGraphOptimizationLevel(made, options.optimize ? ORT_ENABLE_ALL : ORT_DISABLE_ALL));
  for (const auto& [symbol, size] : options.free_dimensions)
    abi.check(abi->AddFreeDimensionOverrideByName(made, symbol.c_str(), size));
  abi.check(abi->CreateSession(s.env, model.c_str(), made, &s.session));
  abi.check(abi->CreateCpuMemoryInfo(OrtDeviceAllocator, OrtMemTypeDefault, &s.memory));
  s.describe(abi->SessionGetInputCount, abi->SessionGetInputName, abi->SessionGetInputTypeInfo, false,
             s.inputs);
  s.describe(abi->SessionGetOverridableInitializerCount, abi->SessionGetOverridableInitializerName,
             abi->SessionGetOverridableInitializerTypeInfo, true, s.inputs);
  s.describe(abi->SessionGetOutputCount, abi->SessionGetOutputName, abi->SessionGetOutputTypeInfo, false,
             s.outputs);
}

AbiSession::~AbiSession() = default;
const std::vector<ValueDescription>& AbiSession::inputs() const noexcept { return state_->inputs; }
const std::vector<ValueDescription>& AbiSession::outputs() const noexcept { return state_->outputs; }

std::vector<Value> AbiSession::run(std::span<const Value> inputs, bool binding) const {
  const State& s = *state_;
  const Abi& abi = s.abi;
  Feeds feeds(abi);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].is_absent() || inputs[i].is_none()) continue;
    feeds.values.push_back(abi.make(inputs[i]));
    feeds.names.push_back(s.inputs[i].name.c_str());
  }
  for (const ValueDescription& d : s.outputs) feeds.wanted.push_back(d.name.c_str());
  if (binding) {
    run_bound(abi, s.session, s.memory, feeds);
  } else {
    feeds.results.resize(feeds.wanted.size());
    abi.check(abi->Run(s.session, nullptr, feeds.names.data(), feeds.values.data(), feeds.values.size(),
                       feeds.wanted.data(), feeds.wanted.size(), feeds.results.data()));
  }
  std::vector<Value> outputs;
  for (const OrtValue* v : feeds.results) outputs.push_back(abi.read(v));
  return outputs;
}

}  // namespace sardonyx::cli
