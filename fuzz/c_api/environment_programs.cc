// The environment, options, allocators, devices, adapters.
#include <fstream>
#include <thread>

#include "../../tests/clients/c/adapter_bytes.h"
#include "programs.h"

namespace fuzz {

namespace {

OrtCustomThreadHandle start(void*, OrtThreadWorkerFn work, void* argument) {
  return reinterpret_cast<OrtCustomThreadHandle>(new std::thread(work, argument));
}
void join(OrtCustomThreadHandle handle) {
  auto* thread = reinterpret_cast<std::thread*>(const_cast<OrtCustomHandleType*>(handle));
  thread->join();
  delete thread;
}

void options() {
  Ort::SessionOptions o = some_options();
  static int value = 1;
  o.SetIntraOpNumThreads(static_cast<int>(below(4))).SetInterOpNumThreads(1).SetLogId("fuzz");
  o.SetGraphOptimizationLevel(ORT_ENABLE_BASIC).SetExecutionMode(ORT_SEQUENTIAL).SetLogSeverityLevel(4);
  if (one_in(2))
    o.SetCustomCreateThreadFn(start).SetCustomJoinThreadFn(join).SetCustomThreadCreationOptions(&value);
  if (one_in(4)) o.SetLoadCancellationFlag(one_in(2));
  if (one_in(3)) o.SetEpSelectionPolicy(OrtExecutionProviderDevicePolicy_DEFAULT);
  if (one_in(6)) o.DisablePerSessionThreads();
  o.AddConfigEntry("session.use_env_allocators", one_in(2) ? "1" : "0");
  o.GetConfigEntry("session.use_env_allocators");
  o.GetMemPatternEnabled();
  o.GetExecutionMode();
  OrtKeyValuePairs* entries = nullptr;
  Ort::Status listed{Ort::GetApi().GetSessionOptionsConfigEntries(o, &entries)};
  keep(entries);
  o.AppendExecutionProvider("CPU", {});
  keep_object(std::move(o));
}

void initializers() {
  static Ort::Value weights = row();  // must outlive every session of the options
  Ort::SessionOptions o;
  o.AddInitializer("factor", weights);
  const std::string name = "w", file = "weights.bin";
  Ort::Value copied = row();
  const char* names[] = {"w"};
  const OrtValue* values[] = {copied};
  Ort::Status external{Ort::GetApi().AddExternalInitializers(o, names, values, 1)};
  static char content[64];
  const ORTCHAR_T* files[] = {file.c_str()};
  char* buffers[] = {content};
  const std::size_t lengths[] = {sizeof content};
  Ort::Status in_memory{
      Ort::GetApi().AddExternalInitializersFromFilesInMemory(o, files, buffers, lengths, 1)};
  keep_object(std::move(o));
}

void adapters() {
  OrtLoraAdapter* made = nullptr;
  Ort::Status status{Ort::GetApi().CreateLoraAdapterFromArray(
      kAdapter, sizeof kAdapter - below(2) * below(99), one_in(2) ? nullptr : default_allocator, &made)};
  Ort::LoraAdapter adapter{made};
  std::ofstream("adapter.onnx_adapter", std::ios::binary)
      .write(reinterpret_cast<const char*>(kAdapter), sizeof kAdapter);
  OrtLoraAdapter* of_file = nullptr;
  Ort::Status read{Ort::GetApi().CreateLoraAdapter("adapter.onnx_adapter", nullptr, &of_file)};
  keep(of_file);
  Ort::RunOptions of_run;
  if (made != nullptr) of_run.AddActiveLoraAdapter(adapter);
  if (OrtSession* session = pick<OrtSession>()) {
    Ort::Session view{session};
    try {
      run_once(view, of_run);
    } catch (const Ort::Exception&) {
    }
    (void)view.release();
  }
}

// Another handle of the one environment; it is released with the others of its kind.
void environments() {
  OrtEnv* made = nullptr;
  const OrtApi& api = Ort::GetApi();
  OrtStatus* status = nullptr;
  const Ort::ThreadingOptions threads;
  OrtEnvCreationOptions creation{};
  creation.version = ORT_API_VERSION;
  creation.logging_severity_level = ORT_LOGGING_LEVEL_FATAL;
  creation.log_id = "fuzz";
  switch (below(4)) {
    case 0:
      status = api.CreateEnv(ORT_LOGGING_LEVEL_FATAL, "fuzz", &made);
      break;
    case 1:
      status = api.CreateEnvWithGlobalThreadPools(ORT_LOGGING_LEVEL_FATAL, "fuzz", threads, &made);
      break;
    case 2:
      status = api.CreateEnvWithCustomLoggerAndGlobalThreadPools(ignore_log, nullptr, ORT_LOGGING_LEVEL_FATAL,
                                                                 "fuzz", threads, &made);
      break;
    default:
      status = api.CreateEnvWithOptions(&creation, &made);
  }
  Ort::Status owner{status};
  keep(made);
}

void shared_allocators() {
  const OrtApi& api = Ort::GetApi();
  const Ort::MemoryInfo cpu = Ort::MemoryInfo::CreateCpu(OrtDeviceAllocator, OrtMemTypeDefault);
  const Ort::ArenaCfg arena(below(2) * 1000000, -1, -1, -1);
  const char *keys[] = {"max_mem", "arena_extend_strategy"}, *values[] = {"1000000", "0"};
  OrtArenaCfg* configured = nullptr;
  const std::size_t numbers[] = {1000000, 0};
  Ort::Status v2{api.CreateArenaCfgV2(keys, numbers, 2, &configured)};
  keep(configured);
  Ort::Status registered{one_in(2)
                             ? api.CreateAndRegisterAllocator(environment(), cpu, arena)
                             : api.CreateAndRegisterAllocatorV2(environment(), "CPUExecutionProvider", cpu,
                                                                arena, keys, values, one_in(2) ? 2 : 0)};
  OrtAllocator* found = nullptr;
  Ort::Status got{api.GetSharedAllocator(environment(), cpu, &found)};
  if (found != nullptr) found->Free(found, found->Alloc(found, below(1000)));
  Ort::Status gone{api.UnregisterAllocator(environment(), cpu)};
  const OrtEpDevice* device = pick_const<OrtEpDevice>();
  if (device == nullptr) return;
  Ort::Status made{api.CreateSharedAllocator(environment(), device, OrtDeviceMemoryType_DEFAULT,
                                             OrtArenaAllocator, nullptr, &found)};
  Ort::Status released{api.ReleaseSharedAllocator(environment(), device, OrtDeviceMemoryType_DEFAULT)};
}

struct Counting : OrtAllocator {
  Counting() : OrtAllocator{} {
    version = ORT_API_VERSION;
    Alloc = [](OrtAllocator*, std::size_t size) { return default_allocator->Alloc(default_allocator, size); };
    Free = [](OrtAllocator*, void* memory) { default_allocator->Free(default_allocator, memory); };
    Info = [](const OrtAllocator*) { return default_allocator->Info(default_allocator); };
  }
};

void own_allocator() {
  static Counting own;
  const OrtApi& api = Ort::GetApi();
  Ort::Status registered{api.RegisterAllocator(environment(), &own)};
  Ort::Status gone{api.UnregisterAllocator(environment(), own.Info(&own))};
  const std::int64_t shape[] = {1, 3};
  OrtValue* value = nullptr;
  Ort::Status made{api.CreateTensorAsOrtValue(&own, shape, 2, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, &value)};
  keep(value);
}

void providers() {
  const std::vector<std::string> names = Ort::GetAvailableProviders();
  if (names.empty() || names.back() != "CPUExecutionProvider") wrong("the CPU is not the last provider");
  const OrtEpDevice* device = pick_const<OrtEpDevice>();
  if (device == nullptr) return;
  Ort::SessionOptions o;
  const OrtApi& api = Ort::GetApi();
  Ort::Status added{api.SessionOptionsAppendExecutionProvider_V2(o, const_cast<OrtEnv*>(environment()),
                                                                 &device, 1, nullptr, nullptr, 0)};
  OrtCompiledModelCompatibility fits;
  Ort::Status asked{api.GetModelCompatibilityForEpDevices(&device, 1, "1", &fits)};
  OrtDeviceEpIncompatibilityDetails* why = nullptr;
  Ort::Status detailed{api.GetHardwareDeviceEpIncompatibilityDetails(environment(), "CPUExecutionProvider",
                                                                     api.EpDevice_Device(device), &why)};
  keep(why);
  keep_object(std::move(o));
}

void thread_callbacks() {
  OrtThreadPoolCallbacksConfig config{};
  config.version = one_in(4) ? static_cast<std::uint32_t>(below(30)) : ORT_API_VERSION;
  Ort::Status set{Ort::GetApi().SetPerSessionThreadPoolCallbacks(environment(), &config)};
}

void pairs() {
  Ort::KeyValuePairs made;
  made.Add(random_text(), random_text());
  made.Add("a", "1");
  std::vector<const char*> keys, values;
  made.GetKeyValuePairs(keys, values);
  made.GetValue("a");
  made.Remove(random_text());
  keep_object(std::move(made));
}

}  // namespace

std::vector<Program> environment_programs() {
  return {{"options", options},
          {"initializers", initializers},
          {"adapters", adapters},
          {"environments", environments},
          {"shared allocators", shared_allocators},
          {"an allocator", own_allocator},
          {"providers", providers},
          {"thread callbacks", thread_callbacks},
          {"pairs", pairs}};
}

}  // namespace fuzz
