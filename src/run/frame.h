// Frame: the memory and state of one run of one plan.
#pragma once

#include <vector>

#include "ops/evaluate.h"
#include "plan/plan.h"
#include "run/runner.h"

namespace sardonyx {

// Nanoseconds on the clock of records.
std::int64_t record_clock();
// Where steps of this thread's run go; bodies, which run inside of a step, find it here. NULL: no profile is kept.
std::vector<StepRecord>*& profile_of_thread();

struct Runner::Frame {
  // `memory` holds the arena; nullptr: the system.
  Frame(const Plan& plan, Allocator* memory);
  // Runs every step. `preset[i]`: a tensor to write graph output `i` into.
  void run(std::vector<Value> inputs, std::span<const Value> preset, const Parts& parts);
  std::vector<Value> take_outputs(std::span<const Value> preset);
  // Drops every value, so that a pooled frame holds nothing of its last caller.
  void clear();

 private:
  void run_step(const Step& step, const Parts& parts);
  void run_static(const Step& step, const Parts& parts);
  void offer_last(const Step& step);
  void run_dynamic(const Step& step, const Parts& parts);
  void run_view(const Step& step);
  Call::Input input(const Operand& o) const;
  Call::Output output(const Operand& o, const Fact& fact, const Parts& parts);
  const Value& value(const Operand& o) const;
  std::string shapes(const Step& step) const;
  const Fact& fact_of(ValueId v) const;
  StepRecord record(const Step& step, std::int64_t begin, std::int64_t end) const;

  const Plan& plan_;
  BlockPtr arena_, scratch_;
  std::vector<Value> values_;
  std::vector<const Tensor*> preset_;  // per value: where the caller wants it
  std::vector<Call::Input> in_;
  std::vector<Call::Output> out_;
  std::vector<Value> unread_;  // where kernels put what nobody wants and they must allocate
};

}  // namespace sardonyx
