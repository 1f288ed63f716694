// Random calls over the whole table of the C ABI: right and wrong arguments, NULL, out of range, in any order; only
// pointers that dangle are left out. What may not happen: a crash, a hang, a leak, a status without a text.
//
// usage: fuzz_c_api [CALLS] [SEED] [SLOT TO LEAVE OUT...]      No libFuzzer target: each call is a function of seed and number.
#include "c_api_actions.h"

#include <filesystem>
#include <tuple>

namespace {

// ---- slots ----
struct Action {
  const char* name;
  std::function<void()> call;
};
std::vector<Action> actions;

template <typename R, typename... A>
void call_slot(R (*slot)(A...), bool makes_status) {
  std::tuple<Argument<A>...> arguments;
  bool ok = true;
  std::apply(
      [&](auto&... one) {
        // Values are made in order, so that a seed says all.
        std::tuple<A...> values{one.value()...};
        if constexpr (std::is_same_v<R, OrtStatus*>) {
          OrtStatus* status = std::apply(slot, values);
          ok = status == nullptr || makes_status;
          check(status, makes_status);
        } else {
          (void)std::apply(slot, values);
        }
        (one.after(ok, (kFreesByAllocator<A> || ...)), ...);
      },
      arguments);
}

template <typename T>
void release_slot(void (*slot)(T*)) {
  std::vector<void*>& p = pool<T>();
  std::size_t last_to_keep = std::is_same_v<T, OrtEnv> ? 1 : 0;  // sessions need it
  if (p.size() <= last_to_keep || one_in(12)) return slot(nullptr);
  std::size_t victim = below(p.size());
  T* old = static_cast<T*>(p[victim]);
  p.erase(p.begin() + static_cast<std::ptrdiff_t>(victim));
  slot(old);
}

std::vector<std::string> left_out;

// Slots whose arguments belong together in a way that types do not say; those that are worth it have an action below.
bool apart(const char* name) {
  static const char* const kApart[] = {
      "AllocatorAlloc", "AllocatorFree", "CreateAllocator", "ReleaseAllocator", "RunAsync", "CreateOpAttr",
      "CreateTensorWithDataAndDeleterAsOrtValue", "GetAvailableProviders", "ReleaseAvailableProviders",
      "GetBoundOutputValues", "GetBoundOutputNames", "ModelMetadataGetCustomMetadataMapKeys",
      "GetAllocatorWithDefaultOptions",
      // what is borrowed by the library for longer than the call
      "CustomOpDomain_Add", "ReleaseCustomOpDomain", "AddCustomOpDomain", "UseCooIndices", "UseCsrIndices",
      "UseBlockSparseIndices", "RegisterAllocator", "UnregisterAllocator", "CreateAndRegisterAllocator",
      "CreateAndRegisterAllocatorV2", "CreateSharedAllocator", "GetSharedAllocator", "ReleaseSharedAllocator",
      "ReleaseLoraAdapter", "RunOptionsAddActiveLoraAdapter",
      // parts of their parent
      "ReleaseMapTypeInfo", "ReleaseSequenceTypeInfo"};
  if (std::ranges::find(left_out, name) != left_out.end()) return true;
  return std::ranges::any_of(kApart, [&](const char* n) { return std::strcmp(n, name) == 0; });
}

template <typename R, typename... A>
void add_slot(const char* name, R (*slot)(A...)) {
  if (slot == nullptr) wrong(name);
  if (apart(name)) return;
  bool makes_status = std::strcmp(name, "CreateStatus") == 0;
  actions.push_back({name, [slot, makes_status] { call_slot(slot, makes_status); }});
}

template <typename T>
  requires kOpaque<T>
void add_slot(const char* name, void (*slot)(T*)) {
  if (apart(name)) return;
  if (std::strncmp(name, "Release", 7) != 0) {  // ClearBoundInputs and its like
    actions.push_back({name, [slot] { call_slot(slot, false); }});
    return;
  }
  actions.push_back({name, [slot] { release_slot(slot); }});
  if constexpr (!std::is_same_v<T, OrtEnv>) {
    releases[typeid(T*)] = [slot](void* p) { slot(static_cast<T*>(p)); };
  }
}

void add_all() {
#define SLOT(name) add_slot(#name, api->name);
#include "c_api_slots.inc"
#undef SLOT
  for (auto [name, call] : kActions) {
    for (int i = 0; i < 12; ++i) actions.push_back({name, call});  // what goes right is rare otherwise
  }
}

template <typename T>
void release_all() {
  std::vector<void*> all = std::move(pool<T>());
  pool<T>().clear();
  for (void* p : all) releases.at(typeid(T*))(p);
}

void release_everything() {
  release_all<OrtIoBinding>();
  release_all<OrtSession>();
  release_all<OrtRunOptions>();
  release_all<OrtSessionOptions>();
  for (auto& [type, release] : releases) {
    for (void* p : pools[type]) release(p);
    pools[type].clear();
  }
  for (void* p : pool<OrtLoraAdapter>()) api->ReleaseLoraAdapter(static_cast<OrtLoraAdapter*>(p));
  for (void* p : pool<OrtCustomOpDomain>()) api->ReleaseCustomOpDomain(static_cast<OrtCustomOpDomain*>(p));
  for (void* p : pool<OrtEnv>()) api->ReleaseEnv(static_cast<OrtEnv*>(p));
}

}  // namespace

int main(int count, char** arguments) {
  const long calls = count > 1 ? std::atol(arguments[1]) : 1000000;
  const unsigned long seed = count > 2 ? std::strtoul(arguments[2], nullptr, 10) : 1;
  for (int i = 3; i < count; ++i) left_out.emplace_back(arguments[i]);
  api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  for (int signal : {SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, on_signal);
  std::ranges::fill(readable, "text");
  // Options may name files to write.
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("fuzz_c_api_" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  std::filesystem::current_path(folder);
  random_bits.seed(seed);
  OrtEnv* env = nullptr;
  check(api->CreateEnvWithCustomLogger(ignore_log, nullptr, ORT_LOGGING_LEVEL_WARNING, "fuzz", &env));
  keep(env);
  check(api->GetAllocatorWithDefaultOptions(&default_allocator));
  add_all();
  std::map<std::string, long> done;
  for (long i = 0; i < calls; ++i) {
    const Action& action = actions[below(actions.size())];
    current = action.name;
    current_number = i;
    alarm(kSecondsOfOneCall);
    action.call();
    trim_pools();
  }
  alarm(0);
  current = "the end";
  release_everything();
  std::filesystem::current_path("/");
  std::filesystem::remove_all(folder);
  std::printf("%ld calls of %zu kinds with seed %lu, %ld runs that succeeded\n1 passed, 0 failed\n", calls,
              actions.size(), seed, good_runs);
  return good_runs > 0 || calls < 1000 ? 0 : 1;
}
