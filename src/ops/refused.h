// Operators that stand in the table and have no implementation, and element types that an operator does not take though
// the table allows them: each with its reason.
#pragma once

#include <string_view>

#include "sardonyx/dtype.hpp"

namespace sardonyx {

// Why there is none; empty for every other operator.
std::string_view refusal(std::string_view domain, std::string_view name);

// Why the values of a type constraint may not have these elements; empty where they may.
std::string_view type_refusal(std::string_view domain, std::string_view name, std::string_view constraint,
                              DType dtype);

}  // namespace sardonyx
