#include "handles.h"

#include <deque>

namespace fuzz {

namespace {

constexpr std::size_t kKept = 40;  // handles of one kind

std::deque<Pool>& pools() {
  static std::deque<Pool> all;  // a deque: they are known by address
  return all;
}

void release_pool(Pool& p) {
  const std::vector<void*> all = std::move(p.own);
  p.own.clear();
  for (void* handle : all) p.release(handle);
}

}  // namespace

Pool& new_pool() { return pools().emplace_back(); }

void trim_pools() {
  for (Pool& p : pools()) {
    while (p.release != nullptr && p.own.size() > kKept) {
      const std::size_t victim = below(p.own.size());
      void* old = p.own[victim];
      p.own.erase(p.own.begin() + static_cast<std::ptrdiff_t>(victim));
      p.release(old);
    }
  }
}

void release_all() {
  release_pool(pool<OrtIoBinding>());
  release_pool(pool<OrtSession>());
  release_pool(pool<OrtRunOptions>());
  release_pool(pool<OrtModelCompilationOptions>());
  release_pool(pool<OrtSessionOptions>());
  Pool& environments = pool<OrtEnv>();
  for (Pool& p : pools())
    if (&p != &environments && p.release != nullptr) release_pool(p);
  release_pool(environments);
}

}  // namespace fuzz
