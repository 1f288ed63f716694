// Portable Graph -> ModelFile: every node in the form that the target opset has, bodies with names again.
#pragma once

#include "graph/graph.h"
#include "model/model_file.h"

namespace sardonyx {

struct ExportOptions {
  // Opset of ai.onnx to write; 0: the source's, or the lowest above it in which every node can be said.
  int opset = 0;
  // Bounds for what others are to load, unless the source asks for more.
  int newest_opset = 26;
  std::int64_t newest_ir = 13;
  bool all_types = false;  // value_info for every value that a node gives, as the .ort format needs
};

// `source` gives what the graph does not hold: producer, metadata, declared inputs and outputs, opsets. The result
// shares the graph's weights and the source's bytes. Throws Error(not_implemented) naming the node that no allowed
// opset can say, and why.
ModelFile export_model(const Graph& graph, const ModelFile& source, const ExportOptions& options = {});

}  // namespace sardonyx
