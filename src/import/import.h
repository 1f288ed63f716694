// ModelFile -> Graph: names become ids, model-local functions are inlined, opsets are lifted to the newest form,
// bodies of If, Loop and Scan get explicit inputs, and every node is checked against its own version's row.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "import/custom_ops.h"
#include "model/model_file.h"

namespace sardonyx {

struct ImportOptions {
  const CustomOps* custom_ops = nullptr;                // asked before the built-in registry
  std::map<std::string, std::int64_t> free_dimensions;  // symbol -> size
  std::map<std::string, Value> initializers;            // replace initializers, by name
  bool distinct_symbols = false;  // each declared symbol is a size of its own, and scalars may have any shape
};

struct Imported {
  std::shared_ptr<Graph> graph;
  std::vector<std::string> notes;  // warnings: declared shapes that disagree, unused initializers ...
};

// Throws Error: invalid_model (with the node), not_implemented (with the nearest operator that exists), over_budget.
Imported import_model(const ModelFile& file, const ImportOptions& options = {});

// The value of an attribute that is no graph. Throws not_implemented for kinds that no operator takes.
Attribute plain_attribute(const AttributeDef& def, const ModelFile& file);

// Graph inputs with a default that nobody overrides become constants. `overridden`: by position in graph.inputs.
void bind_defaults(Graph& graph, const std::vector<bool>& overridden);

}  // namespace sardonyx
