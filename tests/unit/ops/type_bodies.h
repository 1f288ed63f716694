// Bodies for the operators that have some: small ones that hand on what they get.
#pragma once

#include <vector>

#include "graph/spec.h"
#include "unit/session/model_builder.h"

namespace sardonyx::test {

// `inputs` are the types of the node's inputs. A body of If hands on the value `outer` of the graph around it, which
// has the type `outer`.
GraphBuilder::Settings bodies_of(const OpSpec& spec, const std::vector<Type>& inputs, const Type& outer);

}  // namespace sardonyx::test
