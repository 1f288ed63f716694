// What tests of rules share.
#pragma once

#include <doctest/doctest.h>

#include <string_view>
#include <utility>
#include <vector>

#include "unit/session/model_builder.h"

namespace sardonyx::test {

// How often the session applied a rule.
inline std::int64_t applied(const Session& s, std::string_view rule) {
  for (const RuleCount& r : s.summary().rules) {
    if (r.rule == rule) return r.applied;
  }
  FAIL("no such rule");
  return -1;
}

// A model with a float32 input "x".
inline ModelBuilder of_x(std::vector<GraphBuilder::Size> shape) {
  ModelBuilder m;
  m.graph.input("x", DType::float32, std::move(shape));
  return m;
}

}  // namespace sardonyx::test
