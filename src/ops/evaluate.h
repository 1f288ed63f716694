// Runs one operator on values at hand: for constant folding, for steps whose shapes only the run knows, for tests.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "graph/graph.h"
#include "graph/op.h"

namespace sardonyx {

struct EvaluateParts {
  LowerOptions options;
  Call::Environment environment;  // pool: the shared one when null
  const Prepared* prepared = nullptr;
  const pointwise::Program* epilogue = nullptr;
  std::size_t epilogue_first = 0;
  std::function<std::shared_ptr<Body>(const std::shared_ptr<Graph>&)> body;
};

// infer, lower and run on owned values. Absent values are absent inputs. Outputs that are not wanted come absent.
// Inputs of any alignment; misaligned ones are copied first. Throws what the operator throws.
std::vector<Value> evaluate(const Op& op, std::span<const Value> inputs, std::span<const bool> wanted,
                            const EvaluateParts& parts = {});

}  // namespace sardonyx
