// Recipes for operators whose inputs must fit one another: shapes of weights, caches, zero points.
#pragma once

#include <span>
#include <string_view>

#include "unit/ops/random_inputs.h"

namespace sardonyx::test {

// `attributes`: "name=value", apart by spaces; lists with commas. The name of a constraint as value of an integer is
// the number of its element type; a tensor is written as an input is, with its type before it.
// `inputs`: one word each: "-" is absent, "?" any value, "2,3" a tensor of this shape and "s" a scalar, all 1, unless
// "=0,4" gives the elements, again and again. "T8:2,3" is of constraint T8 or of an element type of that name; without
// it, the type is that of the parameter. "!" before it makes it an initializer.
struct Recipe {
  std::string_view domain, op, attributes, inputs;
};

std::span<const Recipe> recipes();

// An input of a node: absent, a value that the run is given, or an initializer.
struct NodeInput {
  Value value;
  TypeSet type;
  bool constant = false;
};

Attributes attributes_of(const Recipe& recipe, const OpSpec& spec, Inputs& inputs);
std::vector<NodeInput> inputs_of(const Recipe& recipe, const OpSpec& spec, Inputs& inputs);

}  // namespace sardonyx::test
