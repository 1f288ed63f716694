#include "run/runner.h"

#include <algorithm>

#include "base/error.h"
#include "run/block_pool.h"
#include "run/frame.h"

namespace sardonyx {

namespace {

constexpr std::size_t kPlans = 12;      // per-shape plans kept
constexpr std::size_t kIdleFrames = 4;  // per plan
constexpr int kMaxDepth = 64;

// What a plan depends on: whether an input is a tensor, its dtype and shape.
struct Outline {
  explicit Outline(const Value& v) : tensor(v.is_tensor()) {
    if (!tensor) return;
    dtype = v.tensor().dtype();
    shape = v.tensor().shape();
  }
  bool fits(const Value& v) const {
    if (tensor != v.is_tensor()) return false;
    return !tensor || (dtype == v.tensor().dtype() && shape == v.tensor().shape());
  }
  bool tensor;
  DType dtype = DType::undefined;
  Shape shape;
};

bool matches(const std::vector<Outline>& made_for, std::span<const Value> inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!made_for[i].fits(inputs[i])) return false;
  }
  return true;
}

class PlainBody final : public Body {
 public:
  PlainBody(const std::shared_ptr<Graph>& graph, const LowerOptions& options)
      : runner_(std::make_shared<const CompiledGraph>(
            graph, options, [options](const std::shared_ptr<Graph>& g) { return make_body(g, options); })) {}

  std::vector<Value> run(const Call& call, std::vector<Value> inputs) const override {
    Runner::Parts parts;
    parts.environment = call.environment();
    require(++parts.environment.depth <= kMaxDepth, Code::over_budget, "bodies are nested deeper than {}",
            kMaxDepth);
    parts.profile = profile_of_thread();
    if (parts.profile == nullptr) return runner_.run(std::move(inputs), {}, parts);
    const std::int64_t begin = record_clock();
    std::vector<Value> results = runner_.run(std::move(inputs), {}, parts);
    StepRecord& whole = parts.profile->emplace_back();
    whole.graph = &runner_.compiled().graph();
    whole.begin_ns = begin;
    whole.end_ns = record_clock();
    return results;
  }

 private:
  Runner runner_;
};

}  // namespace

std::shared_ptr<Body> make_body(const std::shared_ptr<Graph>& graph, const LowerOptions& options) {
  return std::make_shared<PlainBody>(graph, options);
}

struct Runner::Cached {
  std::vector<Outline> made_for;
  std::shared_ptr<const Plan> plan;
  std::mutex mutex;
  std::vector<std::unique_ptr<Frame>> idle;

  std::unique_ptr<Frame> take(Allocator* memory) {
    {
      std::lock_guard lock(mutex);
      if (!idle.empty()) {
        auto frame = std::move(idle.back());
        idle.pop_back();
        return frame;
      }
    }
    return std::make_unique<Frame>(*plan, memory);
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
    cached->made_for.emplace_back(inputs[i]);
  }
  cached->plan = make_plan(compiled_, facts);
  return cached;
}

std::vector<Value> Runner::run(std::vector<Value> inputs, std::span<const Value> out,
                               const Parts& given) const {
  Parts parts = given;
  if (parts.environment.memory == nullptr) parts.environment.memory = &BlockPool::shared();
  const bool own = parts.environment.memory != &BlockPool::shared();
  if (parts.environment.pool == nullptr) parts.environment.pool = ThreadPool::shared().get();
  for (Value& v : inputs) {
    if (v.is_tensor() && !is_aligned(v.tensor())) v = v.tensor().clone();
  }
  std::shared_ptr<Cached> cached = find_plan(inputs);
  std::unique_ptr<Frame> frame = cached->take(own ? parts.environment.memory : nullptr);
  frame->run(std::move(inputs), out, parts);
  std::vector<Value> results = frame->take_outputs(out);
  cached->give(std::move(frame));
  return results;
}

}  // namespace sardonyx
