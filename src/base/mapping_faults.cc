#include "base/mapping_faults.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <mutex>

namespace sardonyx {
namespace {

// Read by the signal handler, so: no lock, no allocation. `begin` is written last when a slot is taken.
struct Range {
  std::atomic<bool> taken = false, torn = false;
  std::atomic<std::uintptr_t> begin = 0, end = 0;
};
std::array<Range, 512> ranges;

struct sigaction earlier;
const std::uintptr_t page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));

bool mend(std::uintptr_t address) noexcept {
  for (Range& r : ranges) {
    const std::uintptr_t begin = r.begin.load(std::memory_order_acquire);
    if (begin == 0 || address < begin || address >= r.end.load(std::memory_order_relaxed)) continue;
    void* at = reinterpret_cast<void*>(address / page * page);
    if (mmap(at, page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) return false;
    r.torn.store(true, std::memory_order_release);
    return true;
  }
  return false;
}

void on_fault(int signal, siginfo_t* info, void* context) {
  const int kept = errno;
  const bool mended = mend(reinterpret_cast<std::uintptr_t>(info->si_addr));
  errno = kept;
  if (mended) return;
  if ((earlier.sa_flags & SA_SIGINFO) != 0)
    earlier.sa_sigaction(signal, info, context);
  else if (earlier.sa_handler != SIG_DFL && earlier.sa_handler != SIG_IGN)
    earlier.sa_handler(signal);
  else
    std::signal(signal, SIG_DFL);  // the access is tried again and ends the process as it would have
}

std::mutex guard_mutex;
int guards = 0;

}  // namespace

FaultGuard::FaultGuard() {
  const std::lock_guard lock(guard_mutex);
  if (guards++ > 0) return;
  struct sigaction ours{};
  ours.sa_sigaction = on_fault;
  ours.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  sigemptyset(&ours.sa_mask);
  sigaction(SIGBUS, &ours, &earlier);
}

FaultGuard::~FaultGuard() {
  const std::lock_guard lock(guard_mutex);
  if (--guards > 0) return;
  struct sigaction now{};
  sigaction(SIGBUS, nullptr, &now);  // who has put in another since keeps it
  if ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == on_fault) sigaction(SIGBUS, &earlier, nullptr);
}

int watch_range(const void* data, std::size_t bytes) noexcept {
  for (std::size_t i = 0; bytes > 0 && i < ranges.size(); ++i) {
    Range& r = ranges[i];
    if (r.taken.exchange(true)) continue;
    r.torn = false;
    r.end = reinterpret_cast<std::uintptr_t>(data) + bytes;
    r.begin.store(reinterpret_cast<std::uintptr_t>(data), std::memory_order_release);
    return static_cast<int>(i);
  }
  return -1;
}

void unwatch_range(int handle) noexcept {
  if (handle < 0) return;
  Range& r = ranges[static_cast<std::size_t>(handle)];
  r.begin.store(0, std::memory_order_release);
  r.taken = false;
}

bool range_torn(int handle) noexcept {
  return handle >= 0 && ranges[static_cast<std::size_t>(handle)].torn.load(std::memory_order_acquire);
}

}  // namespace sardonyx
