// ThreadPool: runs index ranges. The only place that starts threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace sardonyx {

// Asked between chunks, inside kernels: has the caller cancelled, or the deadline passed?
class StopToken {
 public:
  virtual ~StopToken() = default;
  virtual bool stop_requested() const noexcept = 0;
};

class ThreadPool {
 public:
  // A body of `parallel`: computes [begin, end) on slot `slot` (0 <= slot < width, for per-thread
  // scratch). It must not throw; it returns the first bad index, or `kOk`.
  static constexpr std::int64_t kOk = -1;
  using Range = std::int64_t (*)(const void* context, std::int64_t begin, std::int64_t end,
                                 int slot) noexcept;

  // `width` threads take part in a region, the caller among them; width-1 workers are started.
  explicit ThreadPool(int width);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int width() const noexcept;

  // Splits [0, count) into contiguous chunks of at least `grain` indices and runs them; the same index
  // tends to stay on the same thread over consecutive calls. Runs inline when count <= grain, width is 1,
  // or the caller is itself inside a region. Returns kOk or the lowest failing index; a requested stop
  // skips the chunks not yet begun (the caller asks the token afterwards). Callable from many threads at
  // once: regions that find the workers taken run inline.
  std::int64_t parallel(std::int64_t count, std::int64_t grain, Range range, const void* context,
                        const StopToken* stop = nullptr);

  // The same for any callable body(begin, end, slot) that returns void and does not throw.
  template <typename Body>
  void for_range(std::int64_t count, std::int64_t grain, const Body& body, const StopToken* stop = nullptr) {
    parallel(
        count, grain,
        [](const void* context, std::int64_t begin, std::int64_t end, int slot) noexcept {
          (*static_cast<const Body*>(context))(begin, end, slot);
          return kOk;
        },
        &body, stop);
  }

  // The process-wide pool: sized from affinity, cpuset and cgroup quota, or SARDONYX_NUM_THREADS.
  static const std::shared_ptr<ThreadPool>& shared();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sardonyx
