// Operators that stand in the table and have no implementation, each with its reason.
#pragma once

#include <string_view>

namespace sardonyx {

// Why there is none; empty for every other operator.
std::string_view refusal(std::string_view domain, std::string_view name);

}  // namespace sardonyx
