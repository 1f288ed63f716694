// Graph -> Graph: ordered passes of named rules. optimize.cc lists the passes on one page.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graph/graph.h"

namespace sardonyx {

struct OptimizeOptions {
  std::vector<std::string> disabled;  // names of rules
  LowerOptions lower;
  std::size_t fold_bytes = 0;  // the largest constant that folding makes; 0: the rule's own limit alone
  bool portable = true;        // normalise, fold, fuse among ONNX operators
  bool lowered = true;         // pointwise programs, epilogues: for the CPU's own part
};

struct RuleReport {
  std::string rule;
  std::int64_t applied = 0;
  std::int64_t nanoseconds = 0;
  bool enabled = true;
};

struct OptimizeReport {
  std::vector<RuleReport> rules;
  std::vector<std::string> notes;  // why a rule did not fire where one would expect it
};

// Changes `graph` in place; the bodies of its nodes are optimised after it, with what is known of their operands.
// Throws invalid_argument for an unknown name among `disabled`.
OptimizeReport optimize(Graph& graph, const OptimizeOptions& options);

}  // namespace sardonyx
