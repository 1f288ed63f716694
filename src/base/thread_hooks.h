// ThreadHooks: how a pool starts its threads and treats them, and who wants to hear of its work.
#pragma once

#include <memory>
#include <vector>

#include "base/thread_pool.h"

namespace sardonyx {

struct ThreadHooks {
  // Starts a thread that calls work(argument) and gives its handle, which `join` waits for; without it the pool starts
  // its own. A NULL handle is a thread that could not be started.
  void* (*start)(void* context, void (*work)(void* argument), void* argument) = nullptr;
  void (*join)(void* handle) = nullptr;
  void* start_context = nullptr;

  // Heard of every piece of work that is offered to a worker: what `offer` gives comes back to `begin` and `end` on
  // the worker's thread, or to `abandon` where the worker came too late. Each may be absent.
  void* (*offer)(void* context) = nullptr;
  void (*begin)(void* context, void* offered) = nullptr;
  void (*end)(void* context, void* offered) = nullptr;
  void (*abandon)(void* context, void* offered) = nullptr;
  void* context = nullptr;

  bool spin = true;                          // workers wait busily for a moment before they sleep
  bool flush_denormals = false;              // workers take denormal numbers as zero
  std::vector<std::vector<int>> processors;  // per worker: those that it may run on; none: any
};

// Throws Error(invalid_argument) where a thread cannot be started by the hooks.
std::shared_ptr<ThreadPool> make_thread_pool(int width, const ThreadHooks& hooks);

// Denormal numbers are zero on this thread while the guard lives, if asked to.
class DenormalGuard {
 public:
  explicit DenormalGuard(bool flush) noexcept;
  ~DenormalGuard();
  DenormalGuard(const DenormalGuard&) = delete;
  DenormalGuard& operator=(const DenormalGuard&) = delete;

 private:
  bool flush_;
  unsigned before_ = 0;
};

}  // namespace sardonyx
