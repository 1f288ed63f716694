// Threads as a program wants them: its own functions that start them, callbacks around their work, processors.
#include <charconv>

#include "api/c/hooks.h"
#include "api/c/slots.h"
#include "api/c/status.h"
#include "base/cpu.h"
#include "base/thread_hooks.h"

namespace sardonyx {

namespace {

// The ABI's functions for threads behind the pool's: a handle of theirs and the function that waits for it.
struct Starter {
  OrtCustomCreateThreadFn create = nullptr;
  OrtCustomJoinThreadFn join = nullptr;
  void* options = nullptr;
};
struct Started {
  OrtCustomThreadHandle handle;
  OrtCustomJoinThreadFn join;
};

void* start_thread(void* context, void (*work)(void*), void* argument) {
  const auto& starter = *static_cast<const Starter*>(context);
  OrtCustomThreadHandle handle = starter.create(starter.options, work, argument);
  return handle == nullptr ? nullptr : new Started{handle, starter.join};
}

void join_thread(void* started) {
  std::unique_ptr<Started> s(static_cast<Started*>(started));
  s->join(s->handle);
}

int number(std::string_view text) {
  int value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 1)
    capi::refuse(ORT_FAIL, "'{}' is not the number of a processor; they count from 1", text);
  return value - 1;
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    std::size_t end = std::min(text.find(at, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// "1,2;3-4": a list for each worker.
std::vector<std::vector<int>> processors(std::string_view text, int width) {
  std::vector<std::vector<int>> all;
  if (text.empty() || width <= 1) return all;
  for (std::string_view worker : split(text, ';')) {
    std::vector<int>& list = all.emplace_back();
    for (std::string_view item : split(worker, ',')) {
      const std::size_t dash = item.find('-');
      const int first = number(item.substr(0, dash));
      const int last = dash == std::string_view::npos ? first : number(item.substr(dash + 1));
      constexpr int kMost = 1024;
      if (last < first || last - first > kMost)
        capi::refuse(ORT_FAIL, "'{}' is no range of processors", item);
      for (int p = first; p <= last; ++p) list.push_back(p);
    }
  }
  if (all.size() != static_cast<std::size_t>(width - 1))
    capi::refuse(ORT_FAIL, "processors are given for {} threads, but the pool starts {}", all.size(),
                 width - 1);
  return all;
}

std::shared_ptr<ThreadPool> make(int threads, const Starter& starter, std::string_view affinity,
                                 ThreadHooks hooks) {
  const int width = threads > 0 ? threads : usable_threads();
  hooks.processors = processors(affinity, width);
  if (starter.create != nullptr) {
    if (starter.join == nullptr)
      capi::refuse(ORT_FAIL, "a function that starts threads needs one that joins them");
    hooks.start = start_thread;
    hooks.join = join_thread;
    hooks.start_context = const_cast<Starter*>(&starter);  // asked only while the pool is made
  }
  try {
    return make_thread_pool(width, hooks);
  } catch (const Error& e) {
    capi::refuse(ORT_FAIL, "{}", e.what());
  }
}

void listen(ThreadHooks& hooks, const OrtThreadPoolCallbacksConfig& config) {
  hooks.offer = config.on_enqueue;
  hooks.begin = config.on_start_work;
  hooks.end = config.on_stop_work;
  hooks.abandon = config.on_abandon;
  hooks.context = config.user_context;
}

template <typename T>
OrtStatus* set(OrtSessionOptions* options, T capi::OptionFields::* field, T value) noexcept {
  return capi::guarded([&] { capi::need(options, "options").*field = value; });
}

}  // namespace

std::shared_ptr<ThreadPool> capi::global_pool(const OrtThreadingOptions& o) {
  ThreadHooks hooks;
  hooks.spin = o.spin;
  hooks.flush_denormals = o.denormal_as_zero;
  return make(o.intra_threads, {o.create_thread, o.join_thread, o.thread_options}, o.affinity, hooks);
}

std::shared_ptr<ThreadPool> capi::session_pool(const OrtEnv& env, const OrtSessionOptions& options) {
  if (!options.per_session_threads) return env.pool;
  ThreadHooks hooks;
  hooks.spin = config_value(options, "session.intra_op.allow_spinning") != "0" &&
               config_value(options, "session.intra_op.spin_duration_us") != "0";
  hooks.flush_denormals = config_value(options, "session.set_denormal_as_zero") == "1";
  std::string_view affinity = config_value(options, "session.intra_op_thread_affinities");
  const bool plain = hooks.spin && !hooks.flush_denormals && affinity.empty() &&
                     options.create_thread == nullptr && !env.callbacks;
  if (plain) return nullptr;  // the engine's own choice
  if (env.callbacks) listen(hooks, *env.callbacks);
  return make(options.intra_threads, {options.create_thread, options.join_thread, options.thread_options},
              affinity, hooks);
}

OrtStatus* slots::SessionOptionsSetCustomCreateThreadFn(
    OrtSessionOptions* options, OrtCustomCreateThreadFn ort_custom_create_thread_fn) noexcept {
  return set(options, &capi::OptionFields::create_thread, ort_custom_create_thread_fn);
}
OrtStatus* slots::SessionOptionsSetCustomThreadCreationOptions(
    OrtSessionOptions* options, void* ort_custom_thread_creation_options) noexcept {
  return set(options, &capi::OptionFields::thread_options, ort_custom_thread_creation_options);
}
OrtStatus* slots::SessionOptionsSetCustomJoinThreadFn(
    OrtSessionOptions* options, OrtCustomJoinThreadFn ort_custom_join_thread_fn) noexcept {
  return set(options, &capi::OptionFields::join_thread, ort_custom_join_thread_fn);
}

// For the pools of sessions that are made from now on.
OrtStatus* slots::SetPerSessionThreadPoolCallbacks(OrtEnv* env,
                                                   const OrtThreadPoolCallbacksConfig* config) noexcept {
  return capi::guarded([&] {
    constexpr std::uint32_t kFirst = 25;  // the version that brought the struct
    OrtEnv& e = capi::need(env, "env");
    if (capi::need(config, "config").version < kFirst)
      capi::refuse(ORT_INVALID_ARGUMENT, "version {} of OrtThreadPoolCallbacksConfig is below {}",
                   config->version, kFirst);
    e.callbacks = *config;
  });
}

}  // namespace sardonyx
