// Cast from and to strings.
#pragma once

#include <string>
#include <string_view>

#include "graph/op.h"
#include "tensor/convert.h"

namespace sardonyx {

// One side is string. Texts that are no number fail with Code::runtime, naming element and text.
Kernel cast_strings(const LowerContext& c, DType to, const SmallFloatRounding& rounding);

// "0.1", "1e+10", "NaN", "INF", "-INF"; float32 with up to 8 digits, float64 with as many as tell it apart.
std::string number_text(double value, DType type);
// Leading and trailing blanks are allowed; nullopt when the rest is no number.
std::optional<double> parse_number(std::string_view text);
std::optional<std::int64_t> parse_integer(std::string_view text);

}  // namespace sardonyx
