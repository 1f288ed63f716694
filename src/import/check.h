// Checks of a node against the row of its operator version: arity, attributes, element types. Private to import/.
#pragma once

#include <span>

#include "graph/graph.h"
#include "graph/spec.h"
#include "model/model_file.h"

namespace sardonyx {

// Throws invalid_model: too few or too many inputs, an absent required one, unknown or missing attributes, wrong kinds.
void check_arity(const OpSpec& spec, std::span<const ValueId> inputs, std::span<const ValueId> outputs);
void check_attributes(const OpSpec& spec, const Attributes& attributes);
// Throws invalid_model when a known type is not among the allowed ones, or inputs of one constraint disagree.
void check_types(const OpSpec& spec, std::span<const Fact* const> inputs);
bool contains(const TypeSet& set, const Type& type);
// Why there is no row: names the versions that exist, or the nearest operator name.
std::string missing_operator(std::string_view domain, std::string_view name, int opset);

}  // namespace sardonyx
