// NameFrame: which value a name means while one graph or one function body is imported. Private to import/.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/graph.h"

namespace sardonyx {

struct NameFrame {
  Graph* graph = nullptr;
  // Enclosing frame of a body; nullptr for the model's graph and for functions, which see nothing outside.
  NameFrame* parent = nullptr;
  std::unordered_map<std::string_view, ValueId> names;
  // Bodies: outer values that were needed, in order: id in the parent's graph, id of the input that stands for it here.
  struct Capture {
    ValueId outer, inner;
  };
  std::vector<Capture> captures;
  std::string prefix;  // in front of the names of inlined nodes

  // Throws invalid_model on a second definition.
  void define(std::string_view name, ValueId value);
  // nullopt when nobody defines it; kAbsent for an input that the caller of a function left out. Looks outwards through bodies; what is found becomes a capture of each on the way
  // (a constant is shared instead).
  std::optional<ValueId> find(std::string_view name);

 private:
  ValueId capture(std::string_view name, ValueId outer);
};

}  // namespace sardonyx
