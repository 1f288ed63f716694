#include "base/thread_pool.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "base/cpu.h"
#include "base/error.h"
#include "base/log.h"
#include "base/thread_hooks.h"

namespace sardonyx {
namespace {

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
constexpr bool kThreads = false;
#else
constexpr bool kThreads = true;
#endif

constexpr int kMostWidth = 1024;
constexpr int kChunksPerSlot = 4;  // finer than slots, so that a delayed thread's rest can be taken over
constexpr auto kSpin = std::chrono::microseconds(40);
constexpr std::int64_t kNoFailure = std::numeric_limits<std::int64_t>::max();

void relax() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Spins until `done()` or the time is over; says which.
template <typename Done>
bool spin_until(const Done& done, std::chrono::nanoseconds limit) noexcept {
  if (done()) return true;
  if (limit.count() <= 0) return false;
  const auto end = std::chrono::steady_clock::now() + limit;
  do {
    for (int i = 0; i < 32; ++i) {
      if (done()) return true;
      relax();
    }
  } while (std::chrono::steady_clock::now() < end);
  return done();
}

// A region's word: who may enter, and how many workers are inside. Workers enter only while `open`, so a
// region never waits for one that sleeps through it: the threads that are awake take over its chunks.
struct Ticket {
  static constexpr std::uint64_t kInside = 1;
  static constexpr std::uint64_t kInsideMask = 0xffff;
  static constexpr std::uint64_t kOpen = 1 << 16;
  static constexpr int kSlotsShift = 17;  // 15 bits: slots below this take part
  static constexpr int kEpochShift = 32;
  static std::uint64_t epoch(std::uint64_t t) { return t >> kEpochShift; }
  static int slots(std::uint64_t t) { return static_cast<int>(t >> kSlotsShift & 0x7fff); }
};

struct alignas(64) Cursor {
  std::atomic<std::int64_t> next{0};  // chunk to be taken
  std::int64_t end = 0;
};

thread_local const void* inside_pool = nullptr;  // whose region this thread runs
thread_local int inside_slot = 0;
thread_local const ThreadHooks* hooks_of_next = nullptr;  // of the pool that this thread is making

// An empty list leaves the thread where it may run.
void pin(const std::vector<int>& processors) noexcept {
  if (processors.empty()) return;
#if defined(__linux__)
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int p : processors) {
    if (p >= 0 && p < CPU_SETSIZE) CPU_SET(p, &set);
  }
  if (pthread_setaffinity_np(pthread_self(), sizeof set, &set) != 0)
    log(LogLevel::warning, "a worker cannot be kept on the processors that were asked for");
#endif
}

}  // namespace

struct ThreadPool::State {
  explicit State(int wanted);
  void start(int slot);
  void work(int slot);
  void enter(int slot, int slots) noexcept;
  void offer(int slots);
  void abandon(int slots) noexcept;
  void run_chunks(int slot, int slots) noexcept;
  void run_chunk(std::int64_t chunk, int slot) noexcept;
  std::int64_t run_region(int slots, std::int64_t chunks);
  void wake();
  void stop();

  int width = 1;
  const void* self = this;
  std::chrono::nanoseconds spin{0};
  std::vector<std::thread> workers;
  pid_t started_in = 0;

  // Where the hooks start the threads: what each is told, and its handle.
  struct Told {
    State* state;
    int slot;
  };
  ThreadHooks hooks;
  bool listened = false;  // somebody wants to hear of the work
  std::vector<Told> told;
  std::vector<void*> handles;
  // Per slot, while somebody listens: what was offered, and whether its worker took it.
  std::vector<void*> offered;
  std::vector<char> took;

  // The region in progress: written by the caller that holds `taken` while nobody is inside.
  std::atomic<bool> taken{false};
  std::int64_t count = 0, chunk_size = 1;
  Range range = nullptr;
  const void* context = nullptr;
  const StopToken* stop_token = nullptr;
  std::vector<Cursor> cursors;
  std::atomic<std::int64_t> lowest_failure{kNoFailure};

  alignas(64) std::atomic<std::uint64_t> ticket{0};
  alignas(64) std::atomic<int> sleepers{0};
  std::atomic<bool> stopping{false};
  std::mutex mutex;
  std::condition_variable news;
};

ThreadPool::State::State(int wanted)
    : width(kThreads ? std::clamp(wanted, 1, kMostWidth) : 1), cursors(static_cast<std::size_t>(width)) {
  started_in = getpid();
  if (hooks_of_next != nullptr) hooks = *hooks_of_next;
  listened =
      hooks.offer != nullptr || hooks.begin != nullptr || hooks.end != nullptr || hooks.abandon != nullptr;
  offered.resize(static_cast<std::size_t>(width));
  took.resize(static_cast<std::size_t>(width));
  // More threads than cores: spinning would only take the core from who has work.
  if (hooks.spin && width <= static_cast<int>(std::thread::hardware_concurrency())) spin = kSpin;
  told.reserve(static_cast<std::size_t>(width));
  workers.reserve(static_cast<std::size_t>(width - 1));
  for (int slot = 1; slot < width; ++slot) {
    try {
      start(slot);
    } catch (const std::system_error& e) {
      // Slots without a thread are harmless: chunks of theirs are taken over by the others.
      log(LogLevel::warning, "only {} of {} threads could be started: {}", slot, width, e.what());
      break;
    }
  }
}

void ThreadPool::State::start(int slot) {
  if (hooks.start == nullptr) {
    workers.emplace_back([this, slot] { work(slot); });
    return;
  }
  told.push_back({this, slot});
  auto run = [](void* argument) {
    auto* t = static_cast<Told*>(argument);
    t->state->work(t->slot);
  };
  void* handle = hooks.start(hooks.start_context, run, &told.back());
  if (handle == nullptr) {
    stop();
    fail(Code::invalid_argument, "the function that starts threads gave no handle for thread {} of {}", slot,
         width - 1);
  }
  handles.push_back(handle);
}

void ThreadPool::State::offer(int slots) {
  if (!listened) return;
  for (int s = 1; s < slots; ++s) {
    const auto i = static_cast<std::size_t>(s);
    took[i] = 0;
    offered[i] = hooks.offer == nullptr ? nullptr : hooks.offer(hooks.context);
  }
}

void ThreadPool::State::abandon(int slots) noexcept {
  if (!listened || hooks.abandon == nullptr) return;
  for (int s = 1; s < slots; ++s) {
    const auto i = static_cast<std::size_t>(s);
    if (took[i] == 0) hooks.abandon(hooks.context, offered[i]);
  }
}

// What a worker does of the region that it is in.
void ThreadPool::State::enter(int slot, int slots) noexcept {
  if (!listened) return run_chunks(slot, slots);
  const auto i = static_cast<std::size_t>(slot);
  took[i] = 1;
  if (hooks.begin != nullptr) hooks.begin(hooks.context, offered[i]);
  run_chunks(slot, slots);
  if (hooks.end != nullptr) hooks.end(hooks.context, offered[i]);
}

void ThreadPool::State::work(int slot) {
  const DenormalGuard denormals(hooks.flush_denormals);
  const auto own = static_cast<std::size_t>(slot - 1);
  if (own < hooks.processors.size()) pin(hooks.processors[own]);
  inside_pool = self;
  inside_slot = slot;
  std::uint64_t seen = 0;
  const auto has_news = [&]() noexcept {
    return Ticket::epoch(ticket.load(std::memory_order_acquire)) != seen ||
           stopping.load(std::memory_order_relaxed);
  };
  while (!stopping.load(std::memory_order_acquire)) {
    if (!spin_until(has_news, spin)) {
      std::unique_lock lock(mutex);
      sleepers.fetch_add(1, std::memory_order_seq_cst);
      news.wait(lock, [&] {
        return Ticket::epoch(ticket.load(std::memory_order_seq_cst)) != seen || stopping.load();
      });
      sleepers.fetch_sub(1, std::memory_order_relaxed);
    }
    std::uint64_t t = ticket.load(std::memory_order_acquire);
    seen = Ticket::epoch(t);
    while ((t & Ticket::kOpen) != 0 && Ticket::epoch(t) == seen && slot < Ticket::slots(t)) {
      if (!ticket.compare_exchange_weak(t, t + Ticket::kInside, std::memory_order_acq_rel)) continue;
      enter(slot, Ticket::slots(t));
      ticket.fetch_sub(Ticket::kInside, std::memory_order_release);
      break;
    }
  }
}

void ThreadPool::State::run_chunk(std::int64_t chunk, int slot) noexcept {
  const std::int64_t begin = chunk * chunk_size, end = std::min(count, begin + chunk_size);
  // Above a known failure nothing can lower the answer; below it everything must still be tried.
  if (begin >= lowest_failure.load(std::memory_order_relaxed)) return;
  if (stop_token != nullptr && stop_token->stop_requested()) return;
  const std::int64_t bad = range(context, begin, end, slot);
  if (bad == kOk) return;
  std::int64_t lowest = lowest_failure.load(std::memory_order_relaxed);
  while (bad < lowest && !lowest_failure.compare_exchange_weak(lowest, bad, std::memory_order_relaxed)) {
  }
}

void ThreadPool::State::run_chunks(int slot, int slots) noexcept {
  for (int i = 0; i < slots; ++i) {  // one's own chunks first, then what others have not begun
    Cursor& cursor = cursors[static_cast<std::size_t>((slot + i) % slots)];
    while (cursor.next.load(std::memory_order_relaxed) < cursor.end) {
      const std::int64_t chunk = cursor.next.fetch_add(1, std::memory_order_relaxed);
      if (chunk >= cursor.end) break;
      run_chunk(chunk, slot);
    }
  }
}

void ThreadPool::State::wake() {
  if (sleepers.load(std::memory_order_seq_cst) == 0) return;
  {
    const std::lock_guard lock(mutex);
  }  // a worker between its check and its sleep holds the mutex
  news.notify_all();
}

// Runs `chunks` chunks over `slots` slots; the fields of the region are set, except the cursors.
std::int64_t ThreadPool::State::run_region(int slots, std::int64_t chunks) {
  for (int s = 0; s < slots; ++s) {
    Cursor& c = cursors[static_cast<std::size_t>(s)];
    c.next.store(chunks * s / slots, std::memory_order_relaxed);
    c.end = chunks * (s + 1) / slots;
  }
  lowest_failure.store(kNoFailure, std::memory_order_relaxed);
  offer(slots);
  const std::uint64_t epoch = (Ticket::epoch(ticket.load(std::memory_order_relaxed)) + 1) & 0xffffffff;
  ticket.store(
      epoch << Ticket::kEpochShift | static_cast<std::uint64_t>(slots) << Ticket::kSlotsShift | Ticket::kOpen,
      std::memory_order_seq_cst);
  wake();
  run_chunks(0, slots);
  ticket.fetch_and(~Ticket::kOpen, std::memory_order_acq_rel);
  const auto empty = [&]() noexcept {
    return (ticket.load(std::memory_order_acquire) & Ticket::kInsideMask) == 0;
  };
  // Whoever is still inside is in its last chunk.
  while (!spin_until(empty, kSpin)) std::this_thread::yield();
  abandon(slots);
  return lowest_failure.load(std::memory_order_relaxed);
}

void ThreadPool::State::stop() {
  stopping.store(true);
  {
    const std::lock_guard lock(mutex);
  }
  news.notify_all();
  for (std::thread& w : workers) w.join();
  if (hooks.join == nullptr) return;
  for (void* handle : handles) hooks.join(handle);
  handles.clear();
}

ThreadPool::ThreadPool(int width) : state_(std::make_unique<State>(width)) {}

ThreadPool::~ThreadPool() {
  // After fork() the child has no workers: nothing to join, and what they held cannot be destroyed.
  if (state_->started_in != getpid()) {
    static_cast<void>(state_.release());
    return;
  }
  state_->stop();
}

int ThreadPool::width() const noexcept { return state_->width; }

std::shared_ptr<ThreadPool> make_thread_pool(int width, const ThreadHooks& hooks) {
  // The constructor is told the width alone, so that the header needs no word of hooks: every file includes it.
  struct Handover {
    explicit Handover(const ThreadHooks& h) { hooks_of_next = &h; }
    ~Handover() { hooks_of_next = nullptr; }
  } handover(hooks);
  return std::make_shared<ThreadPool>(width);
}

namespace {

// The whole range on this thread, in pieces when somebody may ask to stop between them.
std::int64_t run_inline(std::int64_t count, std::int64_t grain, ThreadPool::Range range, const void* context,
                        const StopToken* stop, int slot) {
  if (stop == nullptr) return range(context, 0, count, slot);
  const std::int64_t step = std::max(grain, (count + 15) / 16);
  for (std::int64_t begin = 0; begin < count;) {
    if (stop->stop_requested()) break;
    const std::int64_t end = count - begin > step ? begin + step : count;
    const std::int64_t bad = range(context, begin, end, slot);
    if (bad != ThreadPool::kOk) return bad;
    begin = end;
  }
  return ThreadPool::kOk;
}

}  // namespace

std::int64_t ThreadPool::parallel(std::int64_t count, std::int64_t grain, Range range, const void* context,
                                  const StopToken* stop) {
  if (count <= 0) return kOk;
  grain = std::max<std::int64_t>(grain, 1);
  State& s = *state_;
  // Nested in a region of this pool, the slot of that region keeps per-slot scratch unshared.
  const int slot = inside_pool == &s ? inside_slot : 0;
  if (count <= grain || s.width == 1 || inside_pool != nullptr ||
      s.taken.exchange(true, std::memory_order_acquire))
    return run_inline(count, grain, range, context, stop, slot);

  const std::int64_t most_chunks = count / grain;  // at least 1; chunks keep at least `grain` indices
  const int slots = static_cast<int>(std::min<std::int64_t>(s.width, most_chunks));
  const std::int64_t wanted = std::min<std::int64_t>(most_chunks, std::int64_t{slots} * kChunksPerSlot);
  s.count = count;
  s.chunk_size = count / wanted + (count % wanted != 0);
  s.range = range;
  s.context = context;
  s.stop_token = stop;
  inside_pool = &s;
  inside_slot = 0;
  const std::int64_t lowest = s.run_region(slots, count / s.chunk_size + (count % s.chunk_size != 0));
  inside_pool = nullptr;
  s.taken.store(false, std::memory_order_release);
  return lowest == kNoFailure ? kOk : lowest;
}

const std::shared_ptr<ThreadPool>& ThreadPool::shared() {
  static const std::shared_ptr<ThreadPool> pool = std::make_shared<ThreadPool>(usable_threads());
  return pool;
}

}  // namespace sardonyx
