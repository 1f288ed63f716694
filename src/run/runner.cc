#include "run/runner.h"

#include <algorithm>

#include "base/error.h"
#include "run/block_pool.h"
#include "run/frame.h"

namespace sardonyx {

namespace {

constexpr std::size_t kPlans = 12;        // per-shape plans kept
constexpr std::size_t kIdleFrames = 4;    // per plan
constexpr int kMaxDepth = 64;

// What a plan depends on: kinds, dtypes and shapes of the inputs.
bool matches(const std::vector<Value>& made_for, std::span<const Value> inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (made_for[i].is_tensor() != inputs[i].is_tensor()) return false;
    if (!inputs[i].is_tensor()) continue;
    const Tensor& a = made_for[i].tensor();
    const Tensor& b = inputs[i].tensor();
    if (a.dtype() != b.dtype() || a.shape() != b.shape()) return false;
  }
  return true;
}

// A tensor's dtype and shape without its bytes.
Value outline(const Value& v) {
  if (!v.is_tensor()) return Value();
  std::byte* nowhere = nullptr;
  return Tensor(v.tensor().dtype(), v.tensor().shape(),
                Block::borrow(nowhere, v.tensor().bytes(), false));
}

class PlainBody final : public Body {
 public:
  PlainBody(const std::shared_ptr<Graph>& graph, const LowerOptions& options)
      : runner_(std::make_shared<const CompiledGraph>(
            graph, options, [options](const std::shared_ptr<Graph>& g) { return make_body(g, options); })) {}

  std::vector<Value> run(const Call& call, std::vector<Value> inputs) const override {
    Runner::Parts parts;
    parts.environment = call.environment();
    require(++parts.environment.depth <= kMaxDepth, Code::over_budget, "bodies are nested deeper than {}", kMaxDepth);
    return runner_.run(std::move(inputs), {}, parts);
  }

 private:
  Runner runner_;
};

}  // namespace

std::shared_ptr<Body> make_body(const std::shared_ptr<Graph>& graph, const LowerOptions& options) {
  return std::make_shared<PlainBody>(graph, options);
}

struct Runner::Cached {
  std::vector<Value> made_for;  // outlines; empty for the generic plan
  std::shared_ptr<const Plan> plan;
  std::mutex mutex;
  std::vector<std::unique_ptr<Frame>> idle;

  std::unique_ptr<Frame> take() {
    {
      std::lock_guard lock(mutex);
      if (!idle.empty()) {
        auto frame = std::move(idle.back());
        idle.pop_back();
        return frame;
      }
    }
    return std::make_unique<Frame>(*plan);
  }
  void give(std::unique_ptr<Frame> frame) {
    frame->clear();
    std::lock_guard lock(mutex);
    if (idle.size() < kIdleFrames) idle.push_back(std::move(frame));
  }
};

Runner::Runner(std::shared_ptr<const CompiledGraph> compiled) : compiled_(std::move(compiled)) {}
Runner::~Runner() = default;

std::shared_ptr<const Plan> Runner::newest_plan() const {
  std::lock_guard lock(mutex_);
  return last_ ? last_->plan : nullptr;
}

std::shared_ptr<Runner::Cached> Runner::find_plan(std::span<const Value> inputs) const {
  bool generic = false;
  {
    std::lock_guard lock(mutex_);
    for (auto it = plans_.rbegin(); it != plans_.rend(); ++it) {
      if (!matches((*it)->made_for, inputs)) continue;
      ++hits_;
      std::rotate(std::prev(it.base()), it.base(), plans_.end());
      return last_ = plans_.back();
    }
    ++misses_;
    // Shapes that keep changing (a growing cache) are not worth a plan each.
    generic = misses_ > static_cast<std::int64_t>(kPlans) && hits_ < 2 * misses_;
    if (generic && generic_) return last_ = generic_;
  }
  auto cached = make_cached(inputs, generic);
  std::lock_guard lock(mutex_);
  if (generic) {
    generic_ = cached;
  } else {
    if (plans_.size() >= kPlans) plans_.erase(plans_.begin());
    plans_.push_back(cached);
  }
  return last_ = cached;
}

std::shared_ptr<Runner::Cached> Runner::make_cached(std::span<const Value> inputs, bool generic) const {
  auto cached = std::make_shared<Cached>();
  std::vector<Fact> facts(inputs.size());
  const Graph& graph = compiled_->graph();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    facts[i] = Fact::of(inputs[i]);
    facts[i].content.reset();  // the plan outlives this run's contents
    if (generic && inputs[i].is_tensor()) facts[i].shape = graph.value(graph.inputs[i]).fact.shape;
    cached->made_for.push_back(outline(inputs[i]));
  }
  cached->plan = make_plan(compiled_, facts);
  return cached;
}

std::vector<Value> Runner::run(std::vector<Value> inputs, std::span<const Value> out, const Parts& given) const {
  Parts parts = given;
  if (parts.environment.memory == nullptr) parts.environment.memory = &BlockPool::shared();
  if (parts.environment.pool == nullptr) parts.environment.pool = ThreadPool::shared().get();
  for (Value& v : inputs) {
    if (v.is_tensor() && !is_aligned(v.tensor())) v = v.tensor().clone();
  }
  std::shared_ptr<Cached> cached = find_plan(inputs);
  std::unique_ptr<Frame> frame = cached->take();
  frame->run(std::move(inputs), out, parts);
  std::vector<Value> results = frame->take_outputs(out);
  cached->give(std::move(frame));
  return results;
}

}  // namespace sardonyx
