// Runner: a compiled graph with its plans and frames; any number of threads may run it at once.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "plan/plan.h"

namespace sardonyx {

// When a step ran, for the profile.
struct StepRecord {
  // A tensor; of undefined type where the value was none.
  struct Operand {
    DType dtype = DType::undefined;
    Shape shape;
    bool constant = false;
  };
  const Graph* graph = nullptr;  // the node's: the one that runs, or a body in it
  NodeId node = kAbsent;         // absent: all of one run of that body
  std::int64_t begin_ns = 0, end_ns = 0;
  std::string shapes;
  std::vector<Operand> inputs, outputs;
};

class Runner {
 public:
  struct Parts {
    Call::Environment environment;
    std::vector<StepRecord>* profile =
        nullptr;  // gets the steps of bodies too, each before the step it is part of
  };

  explicit Runner(std::shared_ptr<const CompiledGraph> compiled);
  ~Runner();

  // Inputs by position, absent ones not allowed; gives all graph outputs. A tensor in `out[i]` of the right dtype and
  // shape is written into; `out` may be empty. Results never share memory with inputs or constants.
  std::vector<Value> run(std::vector<Value> inputs, std::span<const Value> out, const Parts& parts) const;

  const CompiledGraph& compiled() const noexcept { return *compiled_; }
  std::shared_ptr<const Plan> newest_plan() const;

 private:
  struct Frame;
  struct Cached;
  std::shared_ptr<Cached> find_plan(std::span<const Value> inputs) const;
  std::shared_ptr<Cached> make_cached(std::span<const Value> inputs, bool generic) const;

  std::shared_ptr<const CompiledGraph> compiled_;
  mutable std::mutex mutex_;
  mutable std::vector<std::shared_ptr<Cached>> plans_;  // newest use last; bounded
  mutable std::shared_ptr<Cached> generic_;
  mutable std::shared_ptr<Cached> last_;
  mutable std::int64_t hits_ = 0, misses_ = 0;
};

// A body of If, Loop or Scan that runs on a Runner of its own.
std::shared_ptr<Body> make_body(const std::shared_ptr<Graph>& graph, const LowerOptions& options);

}  // namespace sardonyx
