// TimeLimit: a StopToken that asks to stop once its time is over, for work that nobody waits for (folding).
#pragma once

#include <chrono>

#include "base/thread_pool.h"

namespace sardonyx {

class TimeLimit final : public StopToken {
 public:
  explicit TimeLimit(std::chrono::milliseconds limit) : end_(std::chrono::steady_clock::now() + limit) {}
  bool stop_requested() const noexcept override { return std::chrono::steady_clock::now() >= end_; }

 private:
  std::chrono::steady_clock::time_point end_;
};

}  // namespace sardonyx
