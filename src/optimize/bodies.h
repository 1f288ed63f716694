// The graphs inside If, Loop and Scan, optimised after their parent with what is known of their operands.
#pragma once

#include "optimize/optimize.h"

namespace sardonyx {

void optimize_bodies(Graph& graph, const OptimizeOptions& options, OptimizeReport& report);

}  // namespace sardonyx
