#include "optimize/optimize.h"

namespace sardonyx {

OptimizeReport optimize(Graph& graph, const OptimizeOptions& options) {
  OptimizeReport report;
  if (!options.portable) return report;
  graph.sweep();
  return report;
}

}  // namespace sardonyx
