// Attributes of an operator as those of a node in a model.
#pragma once

#include "graph/op.h"
#include "unit/session/model_builder.h"

namespace sardonyx::test {

// Those that a GraphBuilder can say.
inline GraphBuilder::Settings settings_of(const Attributes& attributes) {
  GraphBuilder::Settings out;
  for (const auto& [name, value] : attributes) {
    std::visit(
        [&](const auto& v) {
          if constexpr (std::is_constructible_v<GraphBuilder::Setting, decltype(v)>) out.emplace(name, v);
        },
        value);
  }
  return out;
}

}  // namespace sardonyx::test
