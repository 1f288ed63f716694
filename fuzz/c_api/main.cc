// Random calls over the tables of the C ABI: right and wrong arguments, NULL, out of range, in any order; only pointers
// that dangle are left out. What may not happen: a crash, a hang, a leak, a status without a text.
//
// usage: fuzz_c_api [CALLS] [SEED] [--coverage]      Each call is a function of the seed and its number.
// --coverage names the slots that never succeeded. Right with the CPU alone are those of other providers and of what
// they bring (streams, interop, OrtEpApi), EnableOrtCustomOps, opaque values and ReleaseMapTypeInfo's like.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <span>

#include "programs.h"
#include "slots.h"

namespace fuzz {

namespace {

constexpr unsigned kSecondsOfOneCall = 60;
const char* volatile current = "";
volatile long current_number = 0;

extern "C" void on_signal(int signal) {
  char text[200];
  const int size = std::snprintf(text, sizeof text, "call %ld, %s: %s\n", current_number, current,
                                 signal == SIGALRM ? "it did not end" : "it crashed");
  (void)!write(2, text, static_cast<std::size_t>(size));
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

// Slots whose arguments belong together in a way that types do not say; the programs call them.
constexpr const char* kApart[] = {
    "AllocatorAlloc", "AllocatorFree", "CreateAllocator", "ReleaseAllocator", "RunAsync", "CreateOpAttr",
    "CreateTensorWithDataAndDeleterAsOrtValue", "GetAvailableProviders", "ReleaseAvailableProviders",
    "GetBoundOutputValues", "GetBoundOutputNames", "ModelMetadataGetCustomMetadataMapKeys",
    "KernelInfoGetAllocator", "KernelContext_GetAllocator", "KernelContext_GetScratchBuffer",
    "KernelInfoGetAttributeArray_string",
    // what the library borrows for longer than the call
    "CustomOpDomain_Add", "AddCustomOpDomain", "UseCooIndices", "UseCsrIndices", "UseBlockSparseIndices",
    "RegisterAllocator", "UnregisterAllocator", "CreateAndRegisterAllocator", "CreateAndRegisterAllocatorV2",
    "CreateSharedAllocator", "GetSharedAllocator", "ReleaseSharedAllocator", "RunOptionsAddActiveLoraAdapter",
    "ModelCompilationOptions_SetOutputModelBuffer", "ModelCompilationOptions_SetInputModel",
    "ModelCompilationOptions_SetOutputModelWriteFunc", "SessionOptionsSetWeightlessSourceModelBuffer",
    // parts of their parent
    "ReleaseMapTypeInfo", "ReleaseSequenceTypeInfo", "Graph_GetGraphView", "KernelContext_GetOutput",
    "KernelContext_GetPreallocatedOutput", "CopyKernelInfo"};
constexpr const char* kTaking[] = {"SetGraphInputs", "SetGraphOutputs", "AddInitializerToGraph",
                                   "AddNodeToGraph", "AddGraphToModel"};

bool among(std::span<const char* const> list, const char* name) {
  return std::ranges::any_of(list, [name](const char* one) { return std::strcmp(one, name) == 0; });
}

void prepare() {
  Tables<OrtApi>::real = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  add_core_slots();
  add_sub_table_slots();
  OrtApi& core = Tables<OrtApi>::counted;
  core.GetModelEditorApi = []() noexcept -> const OrtModelEditorApi* {
    return &Tables<OrtModelEditorApi>::counted;
  };
  core.GetCompileApi = []() noexcept -> const OrtCompileApi* { return &Tables<OrtCompileApi>::counted; };
  Ort::InitApi(&core);
  std::ranges::fill(readable, "text");
  OrtEnv* env = nullptr;
  Ort::ThrowOnError(
      core.CreateEnvWithCustomLogger(ignore_log, nullptr, ORT_LOGGING_LEVEL_WARNING, "fuzz", &env));
  keep(env);
  Ort::ThrowOnError(core.GetAllocatorWithDefaultOptions(&default_allocator));
  const OrtEpDevice* const* devices = nullptr;
  std::size_t count = 0;
  Ort::ThrowOnError(core.GetEpDevices(env, &devices, &count));
  for (std::size_t i = 0; i < count; ++i) {
    pool<OrtEpDevice>().lent.push_back(const_cast<OrtEpDevice*>(devices[i]));
    pool<OrtHardwareDevice>().lent.push_back(
        const_cast<OrtHardwareDevice*>(core.EpDevice_Device(devices[i])));
  }
}

void run_program(const Program& program) {
  try {
    program.run();
  } catch (const Ort::Exception& e) {
    if (*e.what() == 0) wrong("a failure without a text");
  } catch (const std::exception& e) {  // of the headers: the library gave them what they do not expect
    wrong(e.what());
  }
}

int report(long calls, unsigned long seed, bool coverage) {
  std::size_t reached = 0;
  std::string missing;
  for (const Action& slot : all_slots()) {
    reached += *slot.good > 0;
    if (*slot.good == 0) missing += std::string(" ") + slot.name;
  }
  std::printf("%ld calls with seed %lu: %zu of %zu slots succeeded\n", calls, seed, reached,
              all_slots().size());
  if (coverage) std::printf("never:%s\n", missing.c_str());
  std::printf("1 passed, 0 failed\n");
  return 0;
}

}  // namespace

void wrong(const char* what) {
  std::fprintf(stderr, "call %ld, %s: %s\n", current_number, current, what);
  std::abort();
}

void ORT_API_CALL ignore_log(void*, OrtLoggingLevel, const char*, const char*, const char*,
                             const char* text) {
  if (text == nullptr) wrong("a message without a text");
}

std::vector<Action>& all_slots() {
  static std::vector<Action> all;
  return all;
}
bool may_be_alone(const char* slot) { return !among(kApart, slot); }
bool takes(const char* slot) { return among(kTaking, slot); }

void check(OrtStatus* status) {
  if (status == nullptr) return;
  const OrtApi& api = *Tables<OrtApi>::real;
  const int code = api.GetErrorCode(status);
  const char* text = api.GetErrorMessage(status);
  if (text == nullptr || *text == 0 || code < 1 || code > 15) wrong("a failure without text or code");
  api.ReleaseStatus(status);
}

void check_made(OrtStatus* status) { keep(status); }

OrtEnv* environment() { return static_cast<OrtEnv*>(pool<OrtEnv>().own.at(0)); }

void run(long calls, unsigned long seed) {
  random_bits.seed(seed);
  prepare();
  std::vector<Program> programs;
  for (auto part :
       {session_programs, value_programs, graph_programs, operator_programs, environment_programs})
    for (const Program& p : part()) programs.push_back(p);
  std::vector<Action> alone;
  std::ranges::copy_if(all_slots(), std::back_inserter(alone), &Action::alone);
  for (long i = 0; i < calls; ++i) {
    current_number = i;
    alarm(kSecondsOfOneCall);
    if (one_in(10)) {
      const Program& program = programs[below(programs.size())];
      current = program.name;
      run_program(program);
    } else {
      const Action& slot = alone[below(alone.size())];
      current = slot.name;
      slot.call();
    }
    trim_pools();
  }
  alarm(0);
  current = "the end";
  release_all();
}

}  // namespace fuzz

int main(int count, char** arguments) {
  long calls = 1000000, numbers = 0;
  unsigned long seed = 1;
  bool coverage = false;
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(arguments[i], "--coverage") == 0)
      coverage = true;
    else if (numbers++ == 0)
      calls = std::atol(arguments[i]);
    else
      seed = std::strtoul(arguments[i], nullptr, 10);
  }
  for (int signal : {SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, fuzz::on_signal);
  // Options may name files to write.
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("fuzz_c_api_" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  std::filesystem::current_path(folder);
  fuzz::run(calls, seed);
  std::filesystem::current_path("/");
  std::filesystem::remove_all(folder);
  return fuzz::report(calls, seed, coverage);
}
