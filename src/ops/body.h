// Body: the graph inside If, Loop, Scan, SequenceMap, ready to run. run/ implements it; operators only call it.
#pragma once

#include <span>
#include <vector>

#include "graph/kernel.h"

namespace sardonyx {

class Body {
 public:
  virtual ~Body() = default;
  // Inputs by position (the body's own, then the captured outer values); gives all outputs. Depth is limited:
  // throws over_budget at 64 nested bodies. Cancels with the run of `call`.
  virtual std::vector<Value> run(const Call& call, std::vector<Value> inputs) const = 0;
};

}  // namespace sardonyx
