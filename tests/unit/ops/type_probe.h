// Finds out with which types an operator runs: by models of one node, whose inputs follow the operator's recipe
// (`type_recipes.h`) or are random.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/spec.h"

namespace sardonyx::test {

struct TypeRun {
  std::string_view constraint;
  TypeSet type;  // a set of one
  bool ran = false;
  std::string said;  // by the last attempt, where none had a result
};

// Every type that `spec` allows: whether a value of it went into or came out of a run that had a result.
std::vector<TypeRun> probe_types(const OpSpec& spec);

}  // namespace sardonyx::test
