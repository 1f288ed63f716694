#include <algorithm>

#include "plan/plan.h"

namespace sardonyx {

std::size_t ArenaMap::take(std::size_t bytes) {
  bytes = rounded(bytes);
  auto best = holes_.end();
  for (auto it = holes_.begin(); it != holes_.end(); ++it) {
    if (it->bytes >= bytes && (best == holes_.end() || it->bytes < best->bytes)) best = it;
  }
  if (best != holes_.end()) {
    std::size_t offset = best->offset;
    best->offset += bytes;
    best->bytes -= bytes;
    if (best->bytes == 0) holes_.erase(best);
    return offset;
  }
  // No hole fits: grow the last one if it touches the end, else append.
  std::size_t offset = end_;
  if (!holes_.empty() && holes_.back().offset + holes_.back().bytes == end_) {
    offset = holes_.back().offset;
    holes_.pop_back();
  }
  end_ = offset + bytes;
  return offset;
}

void ArenaMap::give(std::size_t offset, std::size_t bytes) {
  bytes = rounded(bytes);
  if (bytes == 0) return;
  auto after = std::lower_bound(holes_.begin(), holes_.end(), offset,
                                [](const Hole& h, std::size_t o) { return h.offset < o; });
  after = holes_.insert(after, Hole{offset, bytes});
  if (auto next = std::next(after); next != holes_.end() && after->offset + after->bytes == next->offset) {
    after->bytes += next->bytes;
    holes_.erase(next);
  }
  if (after != holes_.begin()) {
    auto before = std::prev(after);
    if (before->offset + before->bytes == after->offset) {
      before->bytes += after->bytes;
      holes_.erase(after);
    }
  }
}

}  // namespace sardonyx
