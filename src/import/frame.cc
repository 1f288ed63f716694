#include "import/frame.h"

#include "base/error.h"

namespace sardonyx {

void NameFrame::define(std::string_view name, ValueId value) {
  auto [it, fresh] = names.emplace(name, value);
  require(fresh, Code::invalid_model,
          "the name '{}' is defined twice; names of values must be unique in a graph", name);
}

std::optional<ValueId> NameFrame::find(std::string_view name) {
  if (auto it = names.find(name); it != names.end()) return it->second;
  if (parent == nullptr) return std::nullopt;
  std::optional<ValueId> outer = parent->find(name);
  if (!outer || *outer == kAbsent) return outer;
  return capture(name, *outer);
}

ValueId NameFrame::capture(std::string_view name, ValueId outer) {
  const ValueInfo& info = parent->graph->value(outer);
  ValueId inner;
  if (info.constant() && info.fact.content) {
    inner = graph->add_constant(info.name, *info.fact.content);
  } else {
    inner = graph->add_input(info.name, info.fact);
    captures.push_back({outer, inner});
  }
  names.emplace(name, inner);
  return inner;
}

}  // namespace sardonyx
