// Sessions and runs.
#include <atomic>
#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include "programs.h"

namespace fuzz {

std::string model(const char* name) { return std::string(SARDONYX_CLIENT_MODELS) + "/" + name + ".onnx"; }

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Ort::SessionOptions some_options() {
  const OrtSessionOptions* old = one_in(3) ? pick<OrtSessionOptions>() : nullptr;
  if (old == nullptr) return Ort::SessionOptions{};
  return Ort::detail::ConstSessionOptionsImpl<Ort::detail::Unowned<const OrtSessionOptions>>{old}.Clone();
}

Ort::Value row() {
  static float data[3] = {1, 2, 3};
  static const std::int64_t shape[] = {1, 3};
  return Ort::Value::CreateTensor<float>(Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault),
                                         data, 3, shape, 2);
}

void run_once(Ort::Session& session, const OrtRunOptions* options) {
  std::vector<std::string> names = session.GetInputNames(), results = session.GetOutputNames();
  std::vector<Ort::Value> inputs;
  std::vector<const char*> in, out;
  std::vector<const OrtValue*> given;
  for (std::string& name : names) {
    in.push_back(name.c_str());
    inputs.push_back(row());
    given.push_back(one_in(4) ? pick<OrtValue>() : static_cast<OrtValue*>(inputs.back()));
  }
  for (std::string& name : results) out.push_back(name.c_str());
  std::vector<OrtValue*> made(out.size());
  Ort::Status status{Ort::GetApi().Run(session, options, in.data(), given.data(), in.size(), out.data(),
                                       out.size(), made.data())};
  for (OrtValue* value : made) keep(value);
}

namespace {

constexpr const char* kModels[] = {"scale",      "text",      "zipmap", "sequence", "map",   "optional",
                                   "type_int64", "brightest", "rows",   "branches", "broken"};

void open_session() {
  const std::string path = model(kModels[below(std::size(kModels))]);
  const Ort::SessionOptions options = some_options();
  const std::string bytes = bytes_of(path);
  Ort::PrepackedWeightsContainer packed;
  OrtSession* made = nullptr;
  const OrtApi& api = Ort::GetApi();
  OrtStatus* status = nullptr;
  const std::size_t way = below(4);
  switch (way) {
    case 0:
      status = api.CreateSession(environment(), path.c_str(), options, &made);
      break;
    case 1:
      status = api.CreateSessionFromArray(environment(), bytes.data(), bytes.size(), options, &made);
      break;
    case 2:
      status =
          api.CreateSessionWithPrepackedWeightsContainer(environment(), path.c_str(), options, packed, &made);
      break;
    default:
      status = api.CreateSessionFromArrayWithPrepackedWeightsContainer(environment(), bytes.data(),
                                                                       bytes.size(), options, packed, &made);
  }
  Ort::Status owner{status};
  Ort::Session session{made};
  if (made == nullptr) return;
  run_once(session, nullptr);
  if (way < 2) keep_object(std::move(session));  // the others may not outlive the container
}

void run_session() {
  OrtSession* session = pick<OrtSession>();
  if (session == nullptr) return;
  Ort::Session view{session};
  try {
    run_once(view, one_in(4) ? pick<OrtRunOptions>() : nullptr);
  } catch (const Ort::Exception&) {
  }
  (void)view.release();
}

void look_at(Ort::Session& s) {
  for (std::size_t i = 0; i < s.GetInputCount(); ++i) s.GetInputTypeInfo(i).GetONNXType();
  for (std::size_t i = 0; i < s.GetOutputCount(); ++i) s.GetOutputTypeInfo(i).GetONNXType();
  s.GetOverridableInitializerNames();
  for (std::size_t i = 0; i < s.GetOverridableInitializerCount(); ++i) s.GetOverridableInitializerTypeInfo(i);
  s.GetMemoryInfoForInputs();
  s.GetMemoryInfoForOutputs();
  s.GetEpDeviceForInputs();
  s.GetEpDeviceForOutputs();
  s.GetProfilingStartTimeNs();
  const Ort::ModelMetadata data = s.GetModelMetadata();
  Ort::AllocatorWithDefaultOptions allocator;
  data.GetProducerNameAllocated(allocator);
  data.GetGraphNameAllocated(allocator);
  data.GetDomainAllocated(allocator);
  data.GetDescriptionAllocated(allocator);
  data.GetGraphDescriptionAllocated(allocator);
  data.GetVersion();
  data.GetCustomMetadataMapKeysAllocated(allocator);
  data.LookupCustomMetadataMapAllocated(random_text(), allocator);
  s.GetOpset("");
  s.ReleaseCapturedGraph(0);
  const char *key = "ep.dynamic.workload_type", *value = "Efficient";
  s.SetEpDynamicOptions(&key, &value, 1);
}

void inspect() {
  static const char* const kInspected[] = {"scale", "rows", "map", "optional"};
  const std::string path = model(kInspected[below(4)]);
  Ort::SessionOptions options;
  options.AddConfigEntry("session.record_ep_graph_assignment_info", "1");
  Ort::Session session(nullptr);
  OrtSession* made = nullptr;
  Ort::ThrowOnError(Ort::GetApi().CreateSession(environment(), path.c_str(), options, &made));
  session = Ort::Session{made};
  look_at(session);
  for (const auto& part : session.GetEpGraphAssignmentInfo()) {
    part.GetEpName();
    for (const auto& node : part.GetNodes()) {
      node.GetName();
      node.GetDomain();
      node.GetOperatorType();
    }
  }
  Ort::MemoryInfo memory = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
  Ort::Allocator own(session, memory);
  own.Free(own.Alloc(below(5000)));
  own.GetInfo();
  own.GetStats();
  Ort::AllocatorWithDefaultOptions plain;
  Ort::GetCompatibilityInfoFromModelAllocated(path.c_str(), "CPUExecutionProvider", plain);
  const std::string bytes = bytes_of(path);
  Ort::GetCompatibilityInfoFromModelBytesAllocated(bytes.data(), bytes.size(), "x", plain);
}

void profile() {
  Ort::SessionOptions options;
  options.EnableProfiling("profile");
  OrtSession* made = nullptr;
  Ort::ThrowOnError(Ort::GetApi().CreateSession(environment(), model("scale").c_str(), options, &made));
  Ort::Session session{made};
  Ort::RunOptions of_run;
  of_run.EnableProfiling("run").SetRunTag("tag").AddConfigEntry("memory.enable_memory_arena_shrinkage",
                                                                "cpu:0");
  of_run.GetConfigEntry("memory.enable_memory_arena_shrinkage");
  run_once(session, of_run);
  Ort::AllocatorWithDefaultOptions allocator;
  session.EndProfilingAllocated(allocator);
  of_run.DisableProfiling();
  keep_object(std::move(of_run));
}

struct Waited {
  std::atomic<bool> done = false;
  OrtStatus* status = nullptr;
};

void run_async() {
  OrtSession* session = pick<OrtSession>();
  Ort::Value input = row();
  OrtValue *output = nullptr, *given = input;
  const char *in = "x", *out = "y";
  Waited waited;
  auto finished = [](void* to, OrtValue**, std::size_t, OrtStatus* status) {
    static_cast<Waited*>(to)->status = status;
    static_cast<Waited*>(to)->done = true;
  };
  Ort::Status status{
      Ort::GetApi().RunAsync(session, nullptr, &in, &given, 1, &out, 1, &output, finished, &waited)};
  if (status.IsOK()) {
    while (!waited.done) std::this_thread::sleep_for(std::chrono::microseconds(50));
    Ort::Status ended{waited.status};
  }
  keep(output);
}

void bind_session() {
  OrtSession* session = pick<OrtSession>();
  if (session == nullptr) return;
  OrtIoBinding* made = nullptr;
  Ort::ThrowOnError(Ort::GetApi().CreateIoBinding(session, &made));
  keep(made);
  Ort::UnownedIoBinding binding{made};
  binding.BindInput(one_in(6) ? random_text() : "x", row());
  if (one_in(2)) {
    binding.BindOutput("y", Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault));
  } else {
    binding.BindOutput("y", row());
  }
  binding.SynchronizeInputs();
  Ort::Status ran{Ort::GetApi().RunWithBinding(session, one_in(4) ? pick<OrtRunOptions>() : nullptr, made)};
  binding.SynchronizeOutputs();
  binding.GetOutputNames();
  for (Ort::Value& value : binding.GetOutputValues()) keep_object(std::move(value));
}

}  // namespace

std::vector<Program> session_programs() {
  return {{"open a session", open_session}, {"run", run_session},     {"inspect a session", inspect},
          {"profile a session", profile},   {"run async", run_async}, {"bind a session", bind_session}};
}

}  // namespace fuzz
