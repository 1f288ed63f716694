#include "api/c/arena.h"

#include <algorithm>
#include <cstdlib>

namespace sardonyx::capi {

namespace {

constexpr std::size_t kUnit = 256;  // chunks are multiples of it, and as aligned
constexpr std::size_t kFirstRegion = std::size_t{1} << 20, kGrowth = std::size_t{2} << 20;
constexpr std::size_t kMostDoubling = std::size_t{1} << 30, kMostSpare = std::size_t{128} << 20;
constexpr int kAsAsked = 1;

std::size_t or_default(std::int64_t value, std::size_t otherwise) {
  return value < 0 ? otherwise : static_cast<std::size_t>(value);
}
std::size_t rounded(std::size_t bytes) { return (bytes + kUnit - 1) / kUnit * kUnit; }
bool too_large(std::size_t bytes) { return bytes > (std::size_t{1} << 46); }

}  // namespace

Arena::Arena(const OrtArenaCfg& config)
    : config_(config),
      next_region_(rounded(std::max<std::size_t>(kUnit, or_default(config.initial_chunk, kFirstRegion)))) {}

Arena::~Arena() {
  for (const Region& r : regions_) std::free(r.begin);
  for (const auto& [p, bytes] : reserved_) std::free(p);
}

// A region that has room for `bytes`: of the size whose turn it is, or smaller where that is too much.
bool Arena::extend(std::size_t bytes) {
  const std::size_t left =
      config_.max_mem == 0 ? SIZE_MAX : config_.max_mem - std::min(config_.max_mem, held_);
  if (bytes > left) return false;
  std::size_t size = bytes;
  if (config_.extend_strategy != kAsAsked || regions_.empty()) {
    while (next_region_ < bytes) next_region_ *= 2;
    size = std::min(next_region_, left / kUnit * kUnit);
  }
  auto* begin = static_cast<char*>(std::aligned_alloc(kUnit, size));
  if (begin == nullptr && size > bytes) begin = static_cast<char*>(std::aligned_alloc(kUnit, size = bytes));
  if (begin == nullptr) return false;
  const std::size_t most = or_default(config_.max_power_of_two_extend, kMostDoubling);
  if (regions_.empty() || shrinkages_ > 0)
    next_region_ = std::max(next_region_, rounded(or_default(config_.initial_growth_chunk, kGrowth)));
  else if (next_region_ < most)
    next_region_ *= 2;
  regions_.push_back({begin, size});
  chunks_.emplace(begin, Chunk{size, 0, regions_.size() - 1, false});
  free_.emplace(size, begin);
  held_ += size;
  ++extensions_;
  return true;
}

void Arena::count(std::size_t bytes, std::size_t asked) {
  in_use_ += bytes;
  asked_in_use_ += asked;
  most_in_use_ = std::max(most_in_use_, in_use_);
  largest_ = std::max(largest_, bytes);
}

void* Arena::allocate(std::size_t asked) {
  if (asked == 0 || too_large(asked)) return nullptr;
  const std::size_t bytes = rounded(asked);
  std::lock_guard lock(mutex_);
  auto best = free_.lower_bound({bytes, nullptr});
  if (best == free_.end()) {
    if (!extend(bytes)) return nullptr;
    best = free_.lower_bound({bytes, nullptr});
  }
  auto it = chunks_.find(best->second);
  free_.erase(best);
  Chunk& chunk = it->second;
  const std::size_t spare = chunk.size - bytes;
  if (spare >= kUnit && (spare >= bytes || spare >= or_default(config_.max_dead_bytes, kMostSpare))) {
    char* rest = it->first + bytes;
    chunks_.emplace(rest, Chunk{spare, 0, chunk.region, false});
    free_.emplace(spare, rest);
    chunk.size = bytes;
  }
  chunk.used = true;
  chunk.asked = asked;
  ++allocations_;
  count(chunk.size, asked);
  return it->first;
}

void* Arena::reserve(std::size_t asked) {
  if (asked == 0 || too_large(asked)) return nullptr;
  const std::size_t bytes = rounded(asked);
  std::lock_guard lock(mutex_);
  if (config_.max_mem != 0 && (held_ > config_.max_mem || bytes > config_.max_mem - held_)) return nullptr;
  void* p = std::aligned_alloc(kUnit, bytes);
  if (p == nullptr) return nullptr;
  reserved_.emplace(p, bytes);
  held_ += bytes;
  ++reserves_;
  count(bytes, bytes);
  return p;
}

bool Arena::touch(Chunks::iterator left, Chunks::iterator right) const {
  return left->second.region == right->second.region && left->first + left->second.size == right->first;
}

void Arena::join(Chunks::iterator left, Chunks::iterator right) {
  free_.erase({left->second.size, left->first});
  free_.erase({right->second.size, right->first});
  left->second.size += right->second.size;
  chunks_.erase(right);
  free_.emplace(left->second.size, left->first);
}

// False where the pointer is none of the arena's.
bool Arena::give_back(void* p) {
  if (auto held = reserved_.find(p); held != reserved_.end()) {
    in_use_ -= held->second;
    asked_in_use_ -= held->second;
    held_ -= held->second;
    reserved_.erase(held);
    std::free(p);
    return true;
  }
  auto it = chunks_.find(static_cast<char*>(p));
  if (it == chunks_.end() || !it->second.used) return false;
  it->second.used = false;
  in_use_ -= it->second.size;
  asked_in_use_ -= it->second.asked;
  free_.emplace(it->second.size, it->first);
  if (auto next = std::next(it); next != chunks_.end() && !next->second.used && touch(it, next))
    join(it, next);
  if (it != chunks_.begin()) {
    auto before = std::prev(it);
    if (!before->second.used && touch(before, it)) join(before, it);
  }
  return true;
}

void Arena::free(void* p) noexcept {
  if (p == nullptr) return;
  bool last = false;
  {
    std::lock_guard lock(mutex_);
    give_back(p);
    last = retired_ && in_use_ == 0;
  }
  if (last) delete this;
}

void Arena::retire() noexcept {
  bool last = false;
  {
    std::lock_guard lock(mutex_);
    retired_ = true;
    last = in_use_ == 0;
  }
  if (last) delete this;
}

void Arena::shrink() {
  std::lock_guard lock(mutex_);
  ++shrinkages_;
  for (std::size_t i = 0; i < regions_.size(); ++i) {
    Region& r = regions_[i];
    auto whole = r.begin == nullptr ? chunks_.end() : chunks_.find(r.begin);
    if (whole == chunks_.end() || whole->second.used || whole->second.size != r.size) continue;
    free_.erase({r.size, r.begin});
    chunks_.erase(whole);
    held_ -= r.size;
    std::free(r.begin);
    r.begin = nullptr;  // indices of the others stay
  }
  next_region_ = rounded(std::max<std::size_t>(kUnit, or_default(config_.initial_growth_chunk, kGrowth)));
}

OrtKeyValuePairs Arena::statistics() const {
  std::lock_guard lock(mutex_);
  OrtKeyValuePairs out;
  auto add = [&out](const char* key, auto value) { out.entries[key] = std::to_string(value); };
  add("Limit", config_.max_mem == 0 ? -1LL : static_cast<long long>(config_.max_mem));
  add("InUse", in_use_);
  add("RequestedInUse", asked_in_use_);
  add("TotalAllocated", held_);
  add("MaxInUse", most_in_use_);
  add("NumAllocs", allocations_);
  add("NumReserves", reserves_);
  add("NumArenaExtensions", extensions_);
  add("NumArenaShrinkages", shrinkages_);
  add("MaxAllocSize", largest_);
  out.refresh();
  return out;
}

}  // namespace sardonyx::capi
