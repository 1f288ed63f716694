// Evaluating Dims once symbols have numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "tensor/dim.h"

namespace sardonyx {

// The number of a symbol, or nullopt when it has none.
using SymbolLookup = std::function<std::optional<std::int64_t>(std::string_view name)>;

// The value of `d` under `lookup`. nullopt: a symbol without number, an unknown, a division by 0, an
// overflow, or sizes that do not broadcast.
std::optional<std::int64_t> evaluate(const Dim& d, const SymbolLookup& lookup);
std::optional<Shape> evaluate(const SymShape& s, const SymbolLookup& lookup);

// The same with the symbols replaced that `lookup` knows.
Dim substitute(const Dim& d, const std::function<std::optional<Dim>(std::string_view name)>& lookup);

// Names of the symbols in `d`, appended without repeats.
void collect_symbols(const Dim& d, std::vector<std::string>& names);

}  // namespace sardonyx
