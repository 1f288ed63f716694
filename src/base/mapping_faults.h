// A page of a mapped file that is gone (the file was cut short) raises SIGBUS, which ends the process. While a
// FaultGuard lives, such a page of a watched range reads as zeros instead, and the range is marked as torn.
#pragma once

#include <cstddef>

namespace sardonyx {

class FaultGuard {
 public:
  // Puts the process's SIGBUS handler aside while any guard lives; faults elsewhere still go to it.
  FaultGuard();
  ~FaultGuard();
  FaultGuard(const FaultGuard&) = delete;
  FaultGuard& operator=(const FaultGuard&) = delete;
};

// Watches [data, data + bytes); gives a handle, or -1 when all are taken (the range is then not protected).
int watch_range(const void* data, std::size_t bytes) noexcept;
void unwatch_range(int handle) noexcept;
bool range_torn(int handle) noexcept;

}  // namespace sardonyx
